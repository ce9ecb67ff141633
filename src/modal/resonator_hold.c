// Forces held over a step that are known before it (derivation T4). Damped, a kick in mid-step is not quite
// what such a force does: it is given as the kick K = (p, r) after which the turn ends at the exact
// displacement P and velocity slide of q'' + 2 sigma q' + w^2 q = 1 (resonator_free.h). The ways that
// contacts find are those of the exact response; what their forces and the held one then do to each other
// differs from it by
//     f (a x + b y),    x = A_j K_r - way,    y = -B_j K_p - e
// which, like all that the modes lose within the step, is f way - (energy of the kick) - that.
#include "base/numeric.h"
#include "modal/resonator.h"
#include "modal/resonator_free.h"

static const double least_kept = 1e-8; // of what keeps less, no kick before the loss can be known

cr_status cr_resonator_hold(cr_resonator *body, int tap, cr_arena *arena, cr_error *error) {
    cr_tap *t = &body->taps[tap];
    if (t->hold) return CR_OK;
    t->hold = cr_arena_take(arena, 1, sizeof *t->hold);
    if (!t->hold) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", body->modes);
    body->driven[body->driven_count++] = tap;
    return CR_OK;
}

static bool is_exact(const cr_mode_table *t, int i, double sigma) {
    return sigma > 0.0 && t->kept[i] > least_kept;
}

// Per unit of shape: (P, slide) in the middle of the next step, and from there back by a turn.
static void find_kick(const cr_resonator *body, const cr_mode_table *t, int i, double *p, double *r) {
    double q = cr_held_displacement(body->frequency[i], body->sigma[i], t->h);
    double v = cr_free_motion_at(body->frequency[i], body->sigma[i], t->h).slide;
    double at_p = t->angular[i] * q, at_r = (v - t->exact_p[i] * at_p) / t->exact_r[i];
    double next_p = t->c[i] * at_p + t->s[i] * at_r, next_r = t->c[i] * at_r - t->s[i] * at_p;
    double m11 = t->m11[i], m12 = t->m12[i], m22 = t->m22[i], det = m11 * m22 + m12 * m12;
    *p = (m22 * next_p - m12 * next_r) / det;
    *r = (m12 * next_p + m11 * next_r) / det;
}

// Its rows, in doubles: r += a f, p -= b f.
static void fill_kick(const cr_resonator *body, int level, const cr_tap *tap, double *a, double *b) {
    const cr_mode_table *t = &body->table[level];
    for (int i = 0; i < body->modes; i++) {
        double p = 0.0, r = 0.0;
        if (is_exact(t, i, body->sigma[i])) find_kick(body, t, i, &p, &r);
        a[i] = is_exact(t, i, body->sigma[i]) ? tap->phi[i] * r : tap->a[level][i];
        b[i] = -tap->phi[i] * p;
    }
}

// x1 = x + P f, v1 = v + slide f by rigid_v += push f and rigid_x += shift f before the step
static void fill_rigid(const cr_resonator *body, int level, const cr_tap *tap) {
    const cr_mode_table *t = &body->table[level];
    bool exact = t->rigid_kept > least_kept;
    double slide = t->h / t->rigid_exact; // (1 - exp(-2 sigma h))/(2 sigma)
    double push = exact ? slide / (t->rigid_exact * t->rigid_kept) : t->h;
    double way = exact ? cr_held_displacement(0.0, body->rigid_sigma, t->h) : t->rigid_half;
    tap->hold->push[level] = tap->rigid_phi * push;
    tap->hold->shift[level] = tap->rigid_phi * (way - t->h * push);
    tap->hold->rigid_way[level] = tap->rigid_phi * way;
}

static double way_of(const cr_resonator *body, int level, int i) {
    if (body->late) return body->late->held[level][i];
    return cr_held_displacement(body->frequency[i], body->sigma[i], body->table[level].h);
}

static cr_hold_pair make_pair(const cr_resonator *body, int level, const cr_tap *j, const cr_tap *k,
                              const double *a, const double *b) {
    const cr_mode_table *t = &body->table[level];
    double met = t->h * j->rigid_phi * k->hold->push[level], lean = 0.0;
    double way = j->rigid_phi * k->hold->rigid_way[level];
    for (int i = 0; i < body->modes; i++) {
        met += j->a[level][i] * a[i];
        lean += j->b[level][i] * b[i];
        way += is_exact(t, i, body->sigma[i]) ? j->phi[i] * k->phi[i] * way_of(body, level, i)
                                              : 0.5 * j->a[level][i] * a[i];
    }
    double e = body->pairs[level][(int)(j - body->taps) * body->pair_stride + (int)(k - body->taps)].e;
    return (cr_hold_pair){.way = way, .x = met - way, .y = lean - e};
}

static bool fill_level(const cr_resonator *body, int level, const cr_tap *tap, cr_arena *arena) {
    cr_tap_hold *hold = tap->hold;
    double *a = cr_row_take(arena, body->room), *b = cr_row_take(arena, body->room);
    hold->pairs[level] = cr_arena_take(arena, (size_t)body->pair_stride, sizeof *hold->pairs[level]);
    if (!a || !b || !hold->pairs[level]) return false;
    hold->a[level] = a;
    hold->b[level] = b;
    fill_kick(body, level, tap, a, b);
    fill_rigid(body, level, tap);
    for (int i = 0; i < body->modes; i++) hold->norm[level] += a[i] * a[i] + b[i] * b[i];
    for (int j = 0; j < body->tap_count; j++)
        hold->pairs[level][j] = make_pair(body, level, &body->taps[j], tap, a, b);
    hold->kick[level] = (cr_tap_shape){cr_resonator_row(body, a, arena), cr_resonator_row(body, b, arena)};
    return hold->kick[level].a && hold->kick[level].b;
}

bool cr_resonator_fill_holds(cr_resonator *body, cr_arena *arena) {
    for (int k = 0; k < body->driven_count; k++)
        for (int level = 0; level < CR_LEVELS; level++)
            if (!fill_level(body, level, &body->taps[body->driven[k]], arena)) return false;
    return true;
}

// --- while it runs

void cr_resonator_hold_late(cr_resonator *body, int tap) {
    for (int k = 0; k < body->driven_count; k++)
        for (int level = 0; level < CR_LEVELS; level++) {
            const cr_tap *driven = &body->taps[body->driven[k]];
            const cr_tap_hold *hold = driven->hold;
            hold->pairs[level][tap] =
                make_pair(body, level, &body->taps[tap], driven, hold->a[level], hold->b[level]);
        }
}

static double kick_energy(const cr_resonator *body, const cr_tap_hold *hold, double force) {
    int level = body->level;
    cr_reading now = body->kernels->read(body->room, body->state, hold->kick[level]);
    double push = hold->push[level] * force;
    return force * (now.travel + now.moment + 0.5 * force * hold->norm[level]) +
           push * (body->rigid_v + 0.5 * push) - body->gravity * hold->shift[level] * force;
}

void cr_resonator_drive(cr_resonator *body, int tap, double force, bool book) {
    cr_tap_hold *hold = body->taps[tap].hold;
    int level = body->level, stride = body->pair_stride;
    const cr_tap_pair *pairs = body->pairs[level];
    if (book) body->lost -= kick_energy(body, hold, force);
    body->kernels->kick(body->room, body->state, hold->kick[level], force, force);
    body->rigid_v += hold->push[level] * force;
    body->rigid_x += hold->shift[level] * force;
    for (int j = 0; j < body->tap_count; j++) {
        body->taps[j].travel += hold->pairs[level][j].way * force;
        body->taps[j].moment += pairs[j * stride + tap].e * force;
    }
    hold->force += force;
    hold->from = body->taps[tap].change;
    body->held = true;
}

void cr_resonator_settle_holds(cr_resonator *body, bool book) {
    for (int k = 0; k < body->driven_count; k++) {
        const cr_tap *tap = &body->taps[body->driven[k]];
        double kept = tap->change - tap->hold->from;
        for (int i = 0; book && i < body->pushed_count; i++) {
            const cr_tap *by = &body->taps[body->pushed[i]];
            if (by->force == 0.0 && by->slope == 0.0) continue;
            const cr_hold_pair *pair = &tap->hold->pairs[body->level][body->pushed[i]];
            kept -= by->force * pair->x + by->slope * pair->y;
        }
        if (book) body->lost += tap->hold->force * kept;
        tap->hold->force = 0.0;
    }
    body->held = false;
}
