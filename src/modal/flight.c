#include "modal/flight.h"

#include "base/numeric.h"
#include "modal/flight_read.h"

// Flights: derivation T14.

// Turns by CR_FLIGHT steps, [[m11, m12], [-m12, m22]] by repeated squaring, and what they keep.
static void raise(cr_mode_table *block, const cr_mode_table *t, int i) {
    double a = t->m11[i], b = t->m12[i], c = t->m22[i], kept = t->kept[i];
    for (int steps = 1; steps < CR_FLIGHT; steps *= 2) {
        double aa = a * a - b * b, cc = c * c - b * b;
        b *= a + c;
        a = aa;
        c = cc;
        kept *= kept;
    }
    block->m11[i] = a;
    block->m12[i] = b;
    block->m22[i] = c;
    block->kept[i] = kept;
}

// w(n+1) = c1 w(n) - c2 w(n-1), or in floats d(n) = rho d(n-1) - epsilon w(n-1), w(n+1) = w(n) + d(n), with
// epsilon = 1 + c2 - c1 = (1 - m11)(1 - m22) + m12^2
static void fill_recursion(const cr_resonator *body, double *k1, double *k2) {
    const cr_mode_table *t = &body->table[0];
    for (int i = 0; i < body->modes; i++) {
        double m11 = t->m11[i], m12 = t->m12[i], m22 = t->m22[i], c2 = m11 * m22 + m12 * m12;
        double epsilon = (1.0 - m11) * (1.0 - m22) + m12 * m12;
        k1[i] = body->single ? c2 - epsilon : m11 + m22;
        k2[i] = body->single ? epsilon : c2;
    }
}

static bool fill_taps(const cr_resonator *body, cr_arena *arena) {
    for (int k = 0; k < body->tap_count; k++) {
        cr_tap *tap = &body->taps[k];
        double *size = cr_row_take(arena, body->room);
        tap->flight = cr_row_take(arena, CR_FLIGHT);
        if (!size || !tap->flight) return false;
        for (int i = 0; i < body->modes; i++) size[i] = fabs(tap->phi[i]) / body->table[0].angular[i];
        tap->size = cr_resonator_row(body, size, arena);
        if (!tap->size) return false;
    }
    return true;
}

cr_status cr_flight_prepare(cr_resonator *body, cr_arena *arena, cr_error *error) {
    cr_flight *f = cr_arena_take(arena, 1, sizeof *f);
    cr_mode_table block = {0};
    double *k1 = NULL, *k2 = NULL, **rows[] = {&k1, &k2, &block.m11, &block.m12, &block.m22, &block.kept};
    bool all = f != NULL && fill_taps(body, arena);
    for (int i = 0; all && i < 6; i++) all = (*rows[i] = cr_row_take(arena, body->room)) != NULL;
    if (all) {
        for (int i = 0; i < body->modes; i++) raise(&block, &body->table[0], i);
        fill_recursion(body, k1, k2);
        f->k1 = cr_resonator_row(body, k1, arena);
        f->k2 = cr_resonator_row(body, k2, arena);
        all = f->k1 && f->k2 && cr_resonator_turn(body, &block, arena);
    }
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", body->modes);
    f->turn = block.turn;
    f->loops = cr_flight_loops_for(body->single);
    body->flight = f;
    return CR_OK;
}

static cr_flight_modes modes_of(const cr_resonator *body) {
    const cr_turn *turn = &body->table[0].turn;
    return (cr_flight_modes){body->state.p, body->state.r, body->flight->k1, body->flight->k2,
                             turn->m11,     turn->m12,     turn->m22};
}

// Rigid motion along `direction`: an end of the block, or the top of the parabola inside it.
static double rigid_reach(const cr_resonator *body, double direction) {
    double time = CR_FLIGHT * body->table[0].h, x = direction * body->rigid_x, v = direction * body->rigid_v;
    double g = direction * body->gravity, most = cr_max(x, x + v * time + 0.5 * g * time * time);
    return g < 0.0 && v > 0.0 && -v / g < time ? cr_max(most, x - 0.5 * v * v / g) : most;
}

double cr_flight_reach(const cr_resonator *body, int tap, double sign) {
    const cr_tap *t = &body->taps[tap];
    cr_flight_modes m = modes_of(body);
    double swing = body->room ? body->flight->loops->amplitude(&m, body->room, t->size) : 0.0;
    return swing + (body->rigid ? rigid_reach(body, sign * t->rigid_phi) : 0.0);
}

// Change of a tap by the rigid motion in sample n: phi (h v + g h^2 (n + 1/2)).
static void add_rigid(const cr_resonator *body, const cr_tap *tap) {
    double h = body->table[0].h, glide = tap->rigid_phi * h * body->rigid_v;
    double fall = tap->rigid_phi * body->gravity * h * h;
    for (int n = 0; n < CR_FLIGHT; n++) tap->flight[n] += glide + fall * (n + 0.5);
}

static void leap(cr_resonator *body) {
    const cr_flight *f = body->flight;
    double time = CR_FLIGHT * body->table[0].h;
    body->kernels->turn(body->room, body->state, f->turn);
    body->rigid_x += time * (body->rigid_v + 0.5 * time * body->gravity);
    body->rigid_v += time * body->gravity;
}

static void follow(const cr_resonator *body, const cr_tap *tap) {
    cr_flight_modes m = modes_of(body);
    if (body->room) body->flight->loops->read(&m, body->room, tap->shape[0].a, tap->flight);
    else
        for (int n = 0; n < CR_FLIGHT; n++) tap->flight[n] = 0.0;
    if (body->rigid) add_rigid(body, tap);
}

static void sing(const cr_resonator *body, const cr_tap_voice *voice) {
    cr_flight_modes m = modes_of(body);
    double h = body->table[0].h;
    if (body->room) body->flight->loops->read_both(&m, body->room, voice->ahead, voice->flight);
    else
        for (int n = 0; n < CR_FLIGHT; n++) voice->flight[n] = 0.0;
    for (int n = 0; body->rigid && n < CR_FLIGHT; n++)
        voice->flight[n] += voice->rigid[0] * (body->rigid_v + (n + 1) * h * body->gravity);
}

void cr_flight_run(cr_resonator *body) {
    for (int k = 0; k < body->tap_count; k++) {
        const cr_tap *tap = &body->taps[k];
        if (!tap->unfollowed) follow(body, tap);
        if (tap->voice && tap->voice->flies) sing(body, tap->voice);
    }
    leap(body);
    cr_resonator_read(body, 0);
}
