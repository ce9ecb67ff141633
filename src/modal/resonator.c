// Building a resonator: tables of every level, taps, and what the taps do to each other.
#include "modal/resonator.h"

#include "base/array.h"
#include "base/maths.h"
#include "base/numeric.h"
#include "modal/kernels.h"
#include "modal/resonator_free.h"

double *cr_row_take(cr_arena *arena, int room) {
    return cr_lines_take(arena, (size_t)(room + CR_LANES), sizeof(double));
}

static bool take_rows(cr_arena *arena, int room, double **rows[], int count) {
    for (int i = 0; i < count; i++) {
        *rows[i] = cr_row_take(arena, room);
        if (!*rows[i]) return false;
    }
    return true;
}

static cr_status no_memory(const cr_resonator *body, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", body->modes);
}

// sin(x)/x and (sin(x)/x - cos(x))/x
static double j0(double x) {
    return fabs(x) < 1e-4 ? 1.0 - x * x / 6.0 : cr_sin(x) / x;
}
static double j1(double x) {
    return fabs(x) < 0.02 ? x / 3.0 * (1.0 - x * x / 10.0 * (1.0 - x * x / 28.0))
                          : (cr_sin(x) / x - cr_cos(x)) / x;
}

// theta with cos(theta) = cos(w_d h)/cosh(sigma h); by half angles, which keeps the digits of low modes
static double angle_per_step(double frequency, double sigma, double h) {
    double w = 2.0 * cr_pi * frequency, ww = w * w - sigma * sigma;
    double half = 0.5 * h * sqrt(fabs(ww)),
           turn = ww >= 0.0 ? cr_square(cr_sin(half)) : -cr_square(cr_sinh(half));
    double part = (turn + cr_square(cr_sinh(0.5 * sigma * h))) / cr_cosh(sigma * h);
    return 2.0 * cr_asin(sqrt(cr_clamp(part, 0.0, 1.0)));
}

static double kept_per_step(double sigma, double h) {
    return cr_max(cr_exp(-2.0 * sigma * h), 1e-30); // never zero: velocities before the loss are read too
}

// The samples of a step without force, q(h) = cos(theta) q + sin(theta)/w R, lie on a free decay that has the
// velocity v = R sin(theta)/(w slide) + q (tanh(sigma h) turn/slide - sigma) now: cos(theta) = turn
// exp(sigma h)/cosh(sigma h).
static void fill_exact(cr_mode_table *t, int i, double frequency, double sigma) {
    cr_free_motion free = cr_free_motion_at(frequency, sigma, t->h);
    double w = t->angular[i], sine = 2.0 * t->s[i] * t->c[i];
    t->exact_r[i] = sigma > 0.0 ? sine / (w * free.slide) : 1.0;
    t->exact_p[i] = sigma > 0.0 ? (cr_tanh(sigma * t->h) * free.turn / free.slide - sigma) / w : 0.0;
}

static void fill_mode(cr_mode_table *t, int i, double frequency, double sigma) {
    double theta = angle_per_step(frequency, sigma, t->h), c = cr_cos(0.5 * theta), s = cr_sin(0.5 * theta);
    double d = kept_per_step(sigma, t->h);
    t->c[i] = c;
    t->s[i] = s;
    t->kept[i] = d;
    t->angular[i] = theta / t->h;
    t->m11[i] = c * c - d * s * s;
    t->m12[i] = c * s * (1.0 + d);
    t->m22[i] = d * c * c - s * s;
    if (d == 1.0) t->m12[i] = sqrt((1.0 - t->m11[i]) * (1.0 + t->m11[i])); // a turn to the last digit
    fill_exact(t, i, frequency, sigma);
}

static cr_status make_table(cr_resonator *body, int level, double h, cr_arena *arena, cr_error *error) {
    cr_mode_table *t = &body->table[level];
    double **rows[] = {&t->c,       &t->s,    &t->m11,     &t->m12,    &t->m22,
                       &t->angular, &t->kept, &t->exact_r, &t->exact_p};
    t->h = h / (1 << level);
    double fade = 2.0 * body->rigid_sigma * t->h; // x(h) = x + (1 - exp(-2 sigma h))/(2 sigma) v
    t->rigid_kept = kept_per_step(body->rigid_sigma, t->h);
    t->rigid_exact = fade > 0.0 ? -fade / cr_expm1(-fade) : 1.0;
    t->rigid_half = 0.5 * t->h * t->h;
    t->rigid_sixth = t->h * t->h / 6.0;
    if (!take_rows(arena, body->room, rows, 9)) return no_memory(body, error);
    for (int i = 0; i < body->modes; i++) fill_mode(t, i, body->frequency[i], body->sigma[i]);
    for (int i = body->modes; i < body->room; i++) t->angular[i] = t->kept[i] = 1.0;
    return cr_resonator_turn(body, t, arena) ? CR_OK : no_memory(body, error);
}

static cr_status sort_modes(cr_resonator *body, int count, const double *frequency, const double *sigma,
                            double h, cr_error *error) {
    for (int i = 0; i < count; i++) {
        if (frequency[i] >= 0.5 / h)
            return cr_fail(error, CR_ERR_RANGE, "frequency", "%g Hz is above half the rate, %g Hz",
                           frequency[i], 0.5 / h);
        if (frequency[i] > 0.0) {
            body->frequency[body->modes] = frequency[i];
            body->sigma[body->modes++] = sigma[i];
            continue;
        }
        if (body->rigid)
            return cr_fail(error, CR_ERR_UNSUPPORTED, "frequency",
                           "one mode with frequency 0 is possible, not more");
        body->rigid = true;
        body->rigid_at = i;
        body->rigid_sigma = sigma[i];
    }
    return CR_OK;
}

cr_status cr_resonator_make(cr_resonator *body, int modes, const double *frequency, const double *sigma,
                            double h, int taps, cr_arena *arena, cr_error *error) {
    *body = (cr_resonator){.tap_room = taps};
    body->room = (modes + CR_LANES - 1) / CR_LANES * CR_LANES;
    double **rows[] = {&body->frequency, &body->sigma, &body->p, &body->r};
    body->taps = cr_lines_take(arena, (size_t)taps + 1, sizeof *body->taps);
    body->table = cr_arena_take(arena, CR_LEVELS, sizeof *body->table);
    body->pushed = cr_arena_take(arena, (size_t)taps + 1, sizeof *body->pushed);
    body->driven = cr_arena_take(arena, (size_t)taps + 1, sizeof *body->driven);
    bool all = body->taps && body->table && body->pushed && body->driven;
    if (!all || !take_rows(arena, body->room, rows, 4)) return no_memory(body, error);
    body->state = (cr_mode_rows){body->p, body->r};
    cr_status status = sort_modes(body, modes, frequency, sigma, h, error);
    body->room = (body->modes + CR_LANES - 1) / CR_LANES * CR_LANES;
    body->kernels = cr_mode_kernels_double(body->room);
    for (int level = 0; status == CR_OK && level < CR_LEVELS; level++)
        status = make_table(body, level, h, arena, error);
    return status;
}

void cr_tap_set_shape(const cr_resonator *body, cr_tap *tap, const double *shape) {
    int elastic = 0;
    for (int i = 0; i < body->modes + body->rigid; i++)
        if (body->rigid && i == body->rigid_at) tap->rigid_phi = shape[i];
        else tap->phi[elastic++] = shape[i];
}

cr_status cr_resonator_tap(cr_resonator *body, const double *shape, bool pushed, cr_arena *arena, int *index,
                           cr_error *error) {
    cr_tap *tap = &body->taps[body->tap_count];
    *index = body->tap_count++;
    cr_tap_levels *by = cr_arena_take(arena, 1, sizeof *by);
    *tap = (cr_tap){.pushed = pushed, .phi = cr_row_take(arena, body->room)};
    if (!by || !tap->phi) return no_memory(body, error);
    bool few = body->modes > 1 && body->modes <= CR_MODES_FEW; // one alone is no pass
    tap->answer = few ? by->answer : NULL;
    tap->shape = by->shape;
    tap->glide = by->glide;
    tap->a = by->a;
    tap->b = by->b;
    cr_tap_set_shape(body, tap, shape);
    for (int level = 0; level < CR_LEVELS; level++) {
        const cr_mode_table *t = &body->table[level];
        double **rows[] = {&tap->a[level], &tap->b[level]};
        if (!take_rows(arena, body->room, rows, 2)) return no_memory(body, error);
        for (int i = 0; i < body->modes; i++) {
            double half = 0.5 * t->angular[i] * t->h;
            tap->a[level][i] = tap->phi[i] * t->h * j0(half);
            tap->b[level][i] = tap->phi[i] * t->h * j1(half);
        }
        tap->shape[level] = (cr_tap_shape){tap->a[level], tap->b[level]};
    }
    if (pushed) body->pushed[body->pushed_count++] = *index;
    return CR_OK;
}

void cr_tap_fill_answers(const cr_resonator *body, cr_tap *tap) {
    if (body->single) tap->answer = NULL;
    for (int level = 0; tap->answer && level < CR_LEVELS; level++) {
        const cr_mode_table *t = &body->table[level];
        const double *a = tap->a[level], *b = tap->b[level];
        cr_tap_answer to = {0.0, 0.0, 0.0};
        for (int i = 0; i < body->modes; i++) {
            to.push += a[i] * t->m22[i] * a[i];
            to.cross += a[i] * t->m12[i] * b[i];
            to.lean += b[i] * t->m11[i] * b[i];
        }
        tap->answer[level] = to;
    }
}

bool cr_resonator_tap_has(const cr_resonator *body, int tap, const double *shape) {
    const cr_tap *t = &body->taps[tap];
    int elastic = 0;
    for (int i = 0; i < body->modes + body->rigid; i++) {
        bool rigid = body->rigid && i == body->rigid_at;
        if (shape[i] != (rigid ? t->rigid_phi : t->phi[elastic])) return false;
        elastic += !rigid;
    }
    return true;
}

// B/w = phi h^2 j1(x)/(2x)
static double moment_ratio(double half, double h) {
    return half < 1e-9 ? h * h / 6.0 : h * h * j1(half) / (2.0 * half);
}

// c = sum A_j A_k/2, e = sum phi_j cos(theta/2) B_k/w, m = sum B_j B_k/2; the rigid motion is theta -> 0
static cr_tap_pair make_pair(const cr_resonator *body, int level, const cr_tap *j, const cr_tap *k) {
    const cr_mode_table *t = &body->table[level];
    double rigid = j->rigid_phi * k->rigid_phi, h = t->h;
    cr_tap_pair pair = {.c = 0.5 * h * h * rigid, .e = h * h * rigid / 6.0};
    for (int i = 0; i < body->modes; i++) {
        double aj = j->a[level][i], bj = j->b[level][i];
        pair.c += 0.5 * aj * k->a[level][i];
        pair.m += 0.5 * bj * k->b[level][i];
        pair.e += j->phi[i] * k->phi[i] * t->c[i] * moment_ratio(0.5 * t->angular[i] * h, h);
    }
    return pair;
}

// The rows of late taps are those of a tap of shape 1.
static void fill_late(const cr_resonator *body, int level) {
    const cr_mode_table *t = &body->table[level];
    const cr_late_taps *late = body->late;
    for (int i = 0; i < body->modes; i++) {
        double half = 0.5 * t->angular[i] * t->h;
        late->a[level][i] = t->h * j0(half);
        late->b[level][i] = t->h * j1(half);
        late->e[level][i] = t->c[i] * moment_ratio(half, t->h);
        late->held[level][i] = cr_held_displacement(body->frequency[i], body->sigma[i], t->h);
    }
}

cr_status cr_resonator_reserve(cr_resonator *body, int room, cr_arena *arena, cr_error *error) {
    cr_late_taps *late = body->late = cr_arena_take(arena, 1, sizeof *late);
    if (!late) return no_memory(body, error);
    late->first = body->tap_count;
    late->room = room;
    for (int level = 0; level < CR_LEVELS; level++) {
        double **rows[] = {&late->a[level], &late->b[level], &late->e[level], &late->held[level]};
        if (!take_rows(arena, body->room, rows, 4)) return no_memory(body, error);
        fill_late(body, level);
    }
    double *none = cr_arena_take(arena, (size_t)(body->modes + body->rigid) + 1, sizeof *none);
    if (!none) return no_memory(body, error);
    cr_status status = CR_OK;
    for (int i = 0, tap; status == CR_OK && i < room; i++)
        status = cr_resonator_tap(body, none, false, arena, &tap, error);
    return status;
}

cr_status cr_resonator_prepare(cr_resonator *body, cr_arena *arena, cr_error *error) {
    if (body->late) body->tap_count = body->late->first;
    int count = body->tap_count, stride = count + (body->late ? body->late->room : 0);
    body->pair_stride = stride;
    for (int k = 0; k < count; k++) cr_tap_fill_answers(body, &body->taps[k]);
    for (int level = 0; level < CR_LEVELS; level++) {
        body->pairs[level] = cr_arena_take(arena, (size_t)(stride * stride) + 1, sizeof *body->pairs[level]);
        if (!body->pairs[level]) return no_memory(body, error);
        for (int j = 0; j < count; j++)
            for (int k = 0; k < count; k++)
                body->pairs[level][j * stride + k] = make_pair(body, level, &body->taps[j], &body->taps[k]);
    }
    if (!cr_resonator_fill_holds(body, arena) || !cr_resonator_fill_voices(body, arena))
        return no_memory(body, error);
    return CR_OK;
}

double cr_resonator_agility(const cr_resonator *body, int j, int k) {
    const cr_tap *a = &body->taps[j], *b = &body->taps[k];
    double sum = a->rigid_phi * b->rigid_phi;
    for (int i = 0; i < body->modes; i++) sum += a->phi[i] * b->phi[i];
    return sum;
}
