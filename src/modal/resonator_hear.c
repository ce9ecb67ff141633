// Velocity of a tap at the last sample (derivation T5): that of the free decay which the samples lie on, v =
// exact_r R + exact_p P (resonator.c). Under a contact force a the decay is one about the displacement phi
// a/w^2, so that P counts from there.
#include "base/numeric.h"
#include "modal/flight.h"
#include "modal/resonator.h"

cr_status cr_resonator_hear(cr_resonator *body, int tap, cr_arena *arena, cr_error *error) {
    cr_tap *t = &body->taps[tap];
    if (!t->voice) t->voice = cr_arena_take(arena, 1, sizeof *t->voice);
    if (t->voice) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", body->modes);
}

// R = s p + c r, P = c p - s r; rows for sum a r - b p
static void fill_rows(const cr_resonator *body, const cr_mode_table *t, const cr_tap *tap, double *a,
                      double *b) {
    for (int i = 0; i < body->modes; i++) {
        a[i] = tap->phi[i] * (t->exact_r[i] * t->c[i] - t->exact_p[i] * t->s[i]);
        b[i] = -tap->phi[i] * (t->exact_r[i] * t->s[i] + t->exact_p[i] * t->c[i]);
    }
}

static double lean_of(const cr_resonator *body, const cr_mode_table *t, const cr_tap *heard,
                      const cr_tap *by) {
    double sum = 0.0;
    for (int i = 0; i < body->modes; i++) sum -= heard->phi[i] * by->phi[i] * t->exact_p[i] / t->angular[i];
    return sum;
}

static bool fill_level(const cr_resonator *body, int level, const cr_tap *tap, cr_arena *arena) {
    const cr_mode_table *t = &body->table[level];
    cr_tap_voice *voice = tap->voice;
    double *a = cr_row_take(arena, body->room), *b = cr_row_take(arena, body->room);
    voice->lean[level] = cr_arena_take(arena, (size_t)body->pair_stride, sizeof(double));
    if (!a || !b || !voice->lean[level]) return false;
    fill_rows(body, t, tap, a, b);
    for (int k = 0; k < body->tap_count; k++) voice->lean[level][k] = lean_of(body, t, tap, &body->taps[k]);
    voice->rigid[level] = tap->rigid_phi * t->rigid_exact;
    voice->shape[level] = (cr_tap_shape){cr_resonator_row(body, a, arena), cr_resonator_row(body, b, arena)};
    return voice->shape[level].a && voice->shape[level].b;
}

void cr_resonator_hear_late(cr_resonator *body, int tap) {
    for (int k = 0; k < body->late->first; k++)
        for (int level = 0; body->taps[k].voice && level < CR_LEVELS; level++)
            body->taps[k].voice->lean[level][tap] =
                lean_of(body, &body->table[level], &body->taps[k], &body->taps[tap]);
}

// One step later: the readings of a flight begin at its first sample.
static bool fill_flight(const cr_resonator *body, const cr_tap *tap, cr_arena *arena) {
    const cr_mode_table *t = &body->table[0];
    cr_tap_voice *voice = tap->voice;
    double *a = cr_row_take(arena, body->room), *b = cr_row_take(arena, body->room);
    double *next_a = cr_row_take(arena, body->room), *next_b = cr_row_take(arena, body->room);
    voice->flight = cr_row_take(arena, CR_FLIGHT);
    if (!a || !b || !next_a || !next_b || !voice->flight) return false;
    fill_rows(body, t, tap, a, b);
    for (int i = 0; i < body->modes; i++) {
        next_a[i] = a[i] * t->m22[i] - b[i] * t->m12[i];
        next_b[i] = a[i] * t->m12[i] + b[i] * t->m11[i];
    }
    voice->ahead =
        (cr_tap_shape){cr_resonator_row(body, next_a, arena), cr_resonator_row(body, next_b, arena)};
    return voice->ahead.a && voice->ahead.b;
}

bool cr_resonator_fill_voices(cr_resonator *body, cr_arena *arena) {
    for (int k = 0; k < body->tap_count; k++) {
        const cr_tap *tap = &body->taps[k];
        if (!tap->voice) continue;
        tap->voice->read_at = -1;
        if (!fill_flight(body, tap, arena)) return false;
        for (int level = 0; level < CR_LEVELS; level++)
            if (!fill_level(body, level, tap, arena)) return false;
    }
    return true;
}

double cr_resonator_velocity(const cr_resonator *body, int tap) {
    const cr_tap_voice *voice = body->taps[tap].voice;
    int level = body->level;
    cr_reading now = body->kernels->read(body->room, body->state, voice->shape[level]);
    double sum = now.travel + now.moment + voice->rigid[level] * body->rigid_v;
    for (int i = 0; i < body->pushed_count; i++)
        sum += voice->lean[level][body->pushed[i]] * body->taps[body->pushed[i]].acted;
    return sum;
}

double cr_resonator_displacement(const cr_resonator *body, int tap) {
    const cr_mode_table *t = &body->table[body->level];
    const cr_tap *at = &body->taps[tap];
    double sum = at->rigid_phi * body->rigid_x;
    cr_resonator_unpack(body);
    for (int i = 0; i < body->modes; i++)
        sum += at->phi[i] * (t->c[i] * body->p[i] - t->s[i] * body->r[i]) / t->angular[i];
    return sum;
}
