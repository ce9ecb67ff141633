// Building and running a sounder.
#include "sound/sounder.h"

#include "base/def.h"
#include "base/numeric.h"
#include "modal/bank_internal.h"

#include <stdint.h>
#include <string.h>

cr_sounder_def cr_sounder_def_default(void) {
    return (cr_sounder_def){.fmax = 20000.0,
                            .rate = 44100.0,
                            .ears = 1,
                            .steps = 256,
                            .pulses = 256,
                            .exponent = 1.5,
                            .precision = CR_BANK_FLOAT,
                            .damping = CR_CONTACT_DAMPING_PHYSICAL,
                            .made = CR_DEF_MADE};
}

static cr_status check_count(const char *place, int value, int most, cr_error *error) {
    if (value >= 1 && value <= most) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, place, "%d is not within 1 .. %d", value, most);
}

static cr_status check_def(const cr_sounder_def *d, cr_error *error) {
    cr_status status = cr_def_check(d->made, "sounder", error);
    if (status != CR_OK) return status;
    if (!d->modes || d->modes->triangles < 1 || !d->modes->shape)
        return cr_fail(error, CR_ERR_INPUT, "sounder", "needs modes with a surface and their shapes");
    if (!(d->rate >= 1000.0 && d->rate <= 1e7))
        return cr_fail(error, CR_ERR_RANGE, "sounder: rate", "%g Hz is not within 1000 .. 1e7 Hz", d->rate);
    if (!(d->blend >= 0.0 && d->blend <= 1.0))
        return cr_fail(error, CR_ERR_RANGE, "sounder: blend", "%g s is not within 0 .. 1 s", d->blend);
    if (!(fabs(d->start) <= 1e9 && d->fmax > 0.0 && d->exponent >= 1.0 && d->exponent <= 5.0))
        return cr_fail(error, CR_ERR_RANGE, "sounder",
                       "start %g s, fmax %g Hz or exponent %g (1 .. 5) is out of range", d->start, d->fmax,
                       d->exponent);
    if ((status = check_count("sounder: ears", d->ears, CR_SOUND_EARS, error)) != CR_OK) return status;
    if ((status = check_count("sounder: steps", d->steps, 1 << 20, error)) != CR_OK) return status;
    return check_count("sounder: pulses", d->pulses, 1 << 20, error);
}

static int sounding(const cr_sounder_def *d) {
    int n = 0;
    while (n < d->modes->count && d->modes->frequency[n] <= d->fmax &&
           d->modes->frequency[n] < 0.49 * d->rate)
        n++;
    return n;
}

// Rows of `count` numbers, aligned; `memory` NULL: only counts them.
typedef struct rows {
    char *memory;
    size_t used, row; // bytes
} rows;

static void *row(rows *r) {
    void *at = r->memory ? r->memory + r->used : NULL;
    r->used += r->row;
    return at;
}

static void lay_out(cr_sounder *s, rows *r) {
    cr_lanes *l = &s->lanes;
    double **plain[] = {&l->x,          &l->y,         &l->sigma,   &l->omega,  &l->inverse[0],
                        &l->inverse[1], &l->zr,        &l->zi,      &s->step,   &s->phasor[0],
                        &s->phasor[1],  &s->more[0],   &s->more[1], &s->sum[0], &s->sum[1],
                        &s->forced[0],  &s->forced[1], &s->slope,   &s->bent};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) *plain[i] = row(r);
    for (int k = 0; k < CR_LANES_POWERS; k++)
        for (int c = 0; c < 2; c++) l->power[k][c] = row(r);
    for (int k = 0; k < CR_LANES_STRIDE; k++)
        for (int c = 0; c < 2; c++) {
            l->turn[k][c] = row(r);
            l->gain[k][c] = row(r);
            l->gain[CR_LANES_STRIDE + k][c] = row(r);
        }
    for (int k = 0; k < 4; k++) {
        l->extra[k] = row(r);
        s->knot[k] = row(r);
        s->rise[k] = row(r);
    }
    for (int i = 0; i < CR_COUPLING_POINTS; i++)
        for (int d = 0; d < 3; d++) s->gather.shape[i][d] = row(r);
    for (int d = 0; d < 3; d++) s->here[d] = row(r);
    for (int i = 0; i < CR_SOUND_CORNERS; i += 2)
        for (int d = 0; d < 3; d++) { // two rows of float in one of double
            s->corner[i].shape[d] = row(r);
            s->corner[i + 1].shape[d] = s->corner[i].shape[d] ? s->corner[i].shape[d] + s->lanes.count : NULL;
        }
    for (int i = 0; i < CR_SOUND_PUSHES; i++) {
        s->push[i].before = row(r);
        s->push[i].unit = row(r);
        for (int k = 0; k < 2; k++) s->push[i].drive[k] = row(r);
    }
    s->rest.extra = row(r);
    s->rest.pitch = row(r);
    s->natural = row(r);
    s->kappa = row(r);
    s->omega = row(r);
    s->weight = row(r);
    for (int k = 1; k < 4 * s->def.ears; k++) row(r);
}

// Each is set when it is used, and most are not.
static void lay_out_events(cr_sounder *s, rows *r) {
    for (int i = 0; i < s->def.steps; i++) {
        s->span[i].force = row(r);
        s->span[i].slope = row(r);
        s->span[i].extra = row(r);
        s->span[i].pitch = row(r);
    }
    for (int i = 0; i < s->def.pulses; i++) s->pulse[i].impulse = row(r);
}

static bool take_mix(cr_sounder *s, cr_arena *arena) {
    size_t modes = (size_t)s->lanes.modes, size = modes * modes + 1;
    if (s->def.damping != CR_CONTACT_DAMPING_COUPLED) return true;
    double *memory = cr_arena_take(arena, 3 * size + 2 * modes, sizeof *memory);
    if (!memory) return false;
    s->mix = (cr_mix){.last = memory,
                      .mean = memory + size,
                      .factor = memory + 2 * size,
                      .rate = memory + 3 * size,
                      .left = memory + 3 * size + modes};
    memset(memory, 0, 2 * size * sizeof *memory);
    return true;
}

static bool take_rows(cr_sounder *s, cr_arena *arena, void *(*from)(cr_arena *, size_t, size_t),
                      void (*lay)(cr_sounder *, rows *)) {
    rows r = {.row = (size_t)s->lanes.count * sizeof(double)};
    lay(s, &r);
    char *memory = from(arena, r.used + CR_BANK_ALIGN, 1);
    if (!memory) return false;
    r.memory = memory + CR_BANK_ALIGN - (uintptr_t)memory % CR_BANK_ALIGN;
    r.used = 0;
    lay(s, &r);
    return true;
}

static bool take(cr_sounder *s, cr_arena *arena) {
    const cr_modes *m = s->def.modes;
    s->span = cr_arena_take(arena, (size_t)s->def.steps, sizeof *s->span);
    s->pulse = cr_arena_take(arena, (size_t)s->def.pulses, sizeof *s->pulse);
    s->skin = cr_skin_new(m->position, m->vertices, m->triangle, m->triangles, arena);
    s->basis = cr_arena_take(arena, (size_t)s->lanes.count, sizeof *s->basis);
    s->rest.basis = cr_arena_take(arena, (size_t)s->lanes.count, sizeof *s->rest.basis);
    if (!s->span || !s->pulse || !s->skin || !s->basis || !s->rest.basis) return false;
    s->quadrature =
        cr_arena_take_unset(arena, (size_t)s->def.pulses * (size_t)s->def.ears, sizeof *s->quadrature);
    return s->quadrature && take_rows(s, arena, cr_arena_take, lay_out) &&
           take_rows(s, arena, cr_arena_take_unset, lay_out_events);
}

static void set_modes(cr_sounder *s) {
    const cr_modes *m = s->def.modes;
    cr_lanes *l = &s->lanes;
    for (int j = 0; j < l->count; j++) {
        bool sounds = j < l->modes;
        double w = sounds ? 2.0 * cr_pi * m->frequency[j] : 1.0;
        l->sigma[j] = !sounds ? 0.0 : s->def.sigma ? s->def.sigma[j] : m->sigma[j];
        l->sigma[j] = cr_clamp(l->sigma[j], 0.0, 0.9 * w);
        l->omega[j] = sqrt(w * w - l->sigma[j] * l->sigma[j]);
        s->natural[j] = w;
    }
    cr_lanes_set(l, 0, l->count, s->def.precision);
}

cr_sounder *cr_sounder_new(const cr_sounder_def *def, cr_arena *arena, cr_error *error) {
    if (check_def(def, error) != CR_OK) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_sounder *s = cr_arena_take(arena, 1, sizeof *s);
    if (s) {
        s->def = *def;
        s->kernel = cr_lanes_kernel_best(def->precision);
        s->place.triangle = -1;
        for (int i = 0; i < CR_SOUND_HINTS; i++) s->hint[i].triangle = -1;
        for (int i = 0; i < CR_SOUND_CORNERS; i++) s->corner[i].vertex = -1;
        s->lanes.modes = sounding(def);
        s->lanes.count = (s->lanes.modes + CR_LANES_PAD - 1) / CR_LANES_PAD * CR_LANES_PAD;
        s->lanes.h = 1.0 / def->rate;
    }
    if (s && def->damping == CR_CONTACT_DAMPING_COUPLED && s->lanes.modes > CR_SOUND_COUPLED) {
        cr_fail(error, CR_ERR_RANGE, "sounder: damping",
                "coupled is for %d modes at most, these are %d: lower fmax", CR_SOUND_COUPLED,
                s->lanes.modes);
        cr_arena_rewind(arena, mark);
        return NULL;
    }
    if (!s || !take(s, arena) || !take_mix(s, arena)) {
        cr_arena_rewind(arena, mark);
        cr_fail(error, CR_ERR_MEMORY, "sounder", "no memory for %d modes", def->modes->count);
        return NULL;
    }
    set_modes(s);
    cr_pulse_bends(def->exponent, s->bend);
    return s;
}

int cr_sounder_modes(const cr_sounder *s) {
    return s->lanes.modes;
}

static double time_of(const cr_sounder *s, long long block) {
    return s->def.start + (double)(block * CR_SOUND_BLOCK) / s->def.rate;
}

double cr_sounder_time(const cr_sounder *s) {
    return time_of(s, s->blocks);
}

double cr_sounder_end(const cr_sounder *s) {
    return time_of(s, s->blocks + 1);
}

static bool still(const cr_sound_weights *w, int modes) {
    if (w->re[0] == w->re[1] && w->im[0] == w->im[1]) return true;
    size_t bytes = (size_t)modes * sizeof(double);
    return memcmp(w->re[0], w->re[1], bytes) == 0 && memcmp(w->im[0], w->im[1], bytes) == 0;
}

// Weights of an ear in the basis of the state, for a block.
static cr_sound_weights turned_weights(cr_sounder *s, const cr_sound_weights *weights, int ear) {
    cr_sound_weights turned;
    double *room = s->weight + (ptrdiff_t)ear * 4 * s->lanes.count;
    for (int k = 0; k < 2; k++) {
        turned.re[k] = cr_sounder_turned(s, weights->re[k], room + (ptrdiff_t)2 * k * s->lanes.count);
        turned.im[k] = cr_sounder_turned(s, weights->im[k], room + (ptrdiff_t)(2 * k + 1) * s->lanes.count);
    }
    return turned;
}

// What is left of all modes below this is nothing: -200 dB of a micropascal at any ear.
static bool gone(cr_sounder *s) {
    const double nothing = 1e-40; // J
    if (cr_sounder_energy_sum(s) > nothing) return false;
    memset(s->lanes.x, 0, (size_t)s->lanes.count * sizeof(double));
    memset(s->lanes.y, 0, (size_t)s->lanes.count * sizeof(double));
    return true;
}

static bool anything_to_come(const cr_sounder *s) {
    bool any = s->spans || s->pulses;
    for (int i = 0; i < CR_SOUND_PUSHES; i++) any = any || s->push[i].used;
    return any;
}

void cr_sounder_run(cr_sounder *s, const cr_sound_weights *weights, double *const *out) {
    cr_sound_weights turned[CR_SOUND_EARS];
    bool stands[CR_SOUND_EARS];
    cr_sounder_damp(s);
    cr_lanes_rest(&s->lanes);
    if (!anything_to_come(s) && gone(s)) {
        s->blocks++;
        return;
    }
    for (int e = 0; e < s->def.ears; e++) {
        stands[e] = still(&weights[e], s->lanes.modes);
        turned[e] = turned_weights(s, &weights[e], e);
    }
    bool driven = cr_sounder_drive_begin(s, turned, stands);
    long long start = s->blocks * CR_SOUND_BLOCK, end = start + CR_SOUND_BLOCK;
    for (long long at = start; at < end;) {
        cr_sounder_events(s, at);
        long long next = s->mix.acts ? at + 1 : cr_sounder_next(s, at + 1, end);
        int first = (int)(at - start), n = (int)(next - at);
        if (driven) cr_sounder_drive(s, first, n, out);
        for (int e = 0; !driven && e < s->def.ears; e++)
            s->kernel->hear(&s->lanes, &turned[e], stands[e], first, n, out[e] + first);
        cr_sounder_hear_pulses(s, turned, first, n, out);
        if (s->sloping) cr_sounder_hear_slopes(s, turned, first, n, out);
        if (!driven) s->kernel->advance(&s->lanes, first, n);
        if (s->mix.acts) cr_sounder_mix_sample(s);
        at = next;
    }
    cr_sounder_push_end(s);
    cr_sounder_find_forced(s, cr_sounder_end(s));
    while (s->spans && !s->span[s->spans - 1].used) s->spans--;
    while (s->pulses && !s->pulse[s->pulses - 1].used) s->pulses--;
    s->blocks++;
}

// (q'^2 + w^2 q^2)/2 = |y|^2/2 up to sigma/w, y = v less what pulses hold of it; held forces bend the mode
// besides.
double cr_sounder_energy(const cr_sounder *s, int mode) {
    double x = s->lanes.x[mode], y = s->lanes.y[mode];
    if (!s->is_forced) return 0.5 * (x * x + y * y);
    return 0.5 * (cr_square(x - s->forced[0][mode]) + cr_square(y - s->forced[1][mode]));
}

CR_CLONES static double free_energy(const cr_lanes *l) {
    cr_lanes_four sum = {0};
    for (int j = 0; j < l->count; j += 4) {
        cr_lanes_four x = *(const cr_lanes_four *)(l->x + j), y = *(const cr_lanes_four *)(l->y + j);
        sum += x * x + y * y;
    }
    return 0.5 * ((sum[0] + sum[2]) + (sum[1] + sum[3]));
}

double cr_sounder_energy_sum(const cr_sounder *s) {
    double sum = 0.0;
    if (!s->is_forced) return free_energy(&s->lanes);
    for (int j = 0; j < s->lanes.modes; j++) sum += cr_sounder_energy(s, j);
    return sum;
}

double cr_sounder_sigma(const cr_sounder *s, int mode) {
    return s->lanes.sigma[mode] + s->knot[2][mode];
}

double cr_sounder_frequency(const cr_sounder *s, int mode) {
    return s->lanes.omega[mode] / (2.0 * cr_pi);
}
