// A resonator with its modes in floats: half the memory and twice as many per vector. What happens rarely
// works on copies in double, and so does everything that is not a loop over modes.
#include "base/numeric.h"
#include "modal/resonator.h"

static float *float_row(cr_arena *arena, const double *values, int room) {
    float *row = (float *)(void *)cr_row_take(arena, room);
    for (int i = 0; row && i < room; i++) row[i] = (float)values[i];
    return row;
}

static double above(double x) {
    float nearest = (float)x;
    return (double)((double)nearest < x ? nextafterf(nearest, INFINITY) : nearest);
}

static double below(double x) {
    return -above(-x);
}

// A turn keeps the share m11 m22 + m12^2 = d of the energy. The greater of m12 and m22 is rounded to the side
// on which that does not grow.
static void round_turn(cr_mode_table *t, int i) {
    double d = t->kept[i], m11 = (double)(float)t->m11[i], m12 = (double)(float)t->m12[i],
           m22 = (double)(float)t->m22[i];
    if (fabs(m12) > fabs(m11)) m12 = copysign(below(sqrt(d - m11 * m22)), m12);
    else m22 = m11 > 0.0 ? below((d - m12 * m12) / m11) : above((d - m12 * m12) / m11);
    t->m11[i] = m11;
    t->m12[i] = m12;
    t->m22[i] = m22;
}

const void *cr_resonator_row(const cr_resonator *body, const double *row, cr_arena *arena) {
    return body->single ? (const void *)float_row(arena, row, body->room) : row;
}

// (1 - d^2)/2 (c r - s p)^2 as a square.
static bool fill_loss(const cr_resonator *body, cr_mode_table *t, cr_arena *arena) {
    double *r = cr_row_take(arena, body->room), *p = cr_row_take(arena, body->room);
    if (!r || !p) return false;
    double scale = body->single ? CR_LOSS_SCALE : 1.0;
    for (int i = 0; i < body->modes; i++) {
        double share = scale * sqrt(0.5 * (1.0 - t->kept[i]) * (1.0 + t->kept[i]));
        r[i] = share * t->c[i];
        p[i] = share * t->s[i];
    }
    t->turn.lost_r = cr_resonator_row(body, r, arena);
    t->turn.lost_p = cr_resonator_row(body, p, arena);
    return t->turn.lost_r && t->turn.lost_p;
}

bool cr_resonator_turn(const cr_resonator *body, cr_mode_table *t, cr_arena *arena) {
    for (int i = 0; body->single && i < body->modes; i++) round_turn(t, i);
    t->turn = (cr_turn){.m11 = cr_resonator_row(body, t->m11, arena),
                        .m12 = cr_resonator_row(body, t->m12, arena),
                        .m22 = cr_resonator_row(body, t->m22, arena)};
    bool all = t->turn.m11 && t->turn.m12 && t->turn.m22;
    return all && (!t->c || fill_loss(body, t, arena)); // whole flights are booked by their energy
}

// The doubles too, so that what pairs of taps do to each other is what the loops do.
static bool round_shape(cr_tap *tap, int level, int modes, int room, cr_arena *arena) {
    for (int i = 0; i < modes; i++) {
        tap->a[level][i] = (double)(float)tap->a[level][i];
        tap->b[level][i] = (double)(float)tap->b[level][i];
    }
    tap->shape[level] =
        (cr_tap_shape){float_row(arena, tap->a[level], room), float_row(arena, tap->b[level], room)};
    return tap->shape[level].a && tap->shape[level].b;
}

cr_status cr_resonator_use_floats(cr_resonator *body, cr_arena *arena, cr_error *error) {
    cr_mode_rows state = {float_row(arena, body->p, body->room), float_row(arena, body->r, body->room)};
    bool all = state.p && state.r;
    body->single = true;
    for (int level = 0; all && level < CR_LEVELS; level++) {
        all = cr_resonator_turn(body, &body->table[level], arena);
        for (int k = 0; all && k < body->tap_count; k++)
            all = round_shape(&body->taps[k], level, body->modes, body->room, arena);
    }
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", body->modes);
    body->state = state;
    body->kernels = cr_mode_kernels_float(body->room);
    return CR_OK;
}

void cr_resonator_unpack(const cr_resonator *body) {
    const float *p = body->state.p, *r = body->state.r;
    for (int i = 0; body->single && i < body->modes; i++) {
        body->p[i] = (double)p[i];
        body->r[i] = (double)r[i];
    }
}

void cr_resonator_pack(cr_resonator *body) {
    float *p = body->state.p, *r = body->state.r;
    for (int i = 0; body->single && i < body->modes; i++) {
        p[i] = (float)body->p[i];
        r[i] = (float)body->r[i];
    }
}
