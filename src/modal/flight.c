#include "modal/flight.h"

#include "base/numeric.h"
#include "modal/flight_read.h"

// Turns by CR_FLIGHT steps, [[m11, m12], [-m12, m22]] by repeated squaring.
static void power(const cr_mode_table *t, int i, double *m11, double *m12, double *m22) {
    double a = t->m11[i], b = t->m12[i], c = t->m22[i];
    for (int steps = 1; steps < CR_FLIGHT; steps *= 2) {
        double aa = a * a - b * b, cc = c * c - b * b;
        b *= a + c;
        a = aa;
        c = cc;
    }
    *m11 = a;
    *m12 = b;
    *m22 = c;
}

cr_status cr_flight_prepare(cr_resonator *body, cr_arena *arena, cr_error *error) {
    const cr_mode_table *t = &body->table[0];
    cr_flight *f = cr_arena_take(arena, 1, sizeof *f);
    double **rows[] = {f ? &f->c1 : NULL, f ? &f->c2 : NULL, f ? &f->m11 : NULL, f ? &f->m12 : NULL,
                       f ? &f->m22 : NULL};
    bool all = f != NULL;
    for (int i = 0; all && i < 5; i++) all = (*rows[i] = cr_row_take(arena, body->room)) != NULL;
    for (int k = 0; all && k < body->tap_count; k++) {
        cr_tap *tap = &body->taps[k];
        tap->size = cr_row_take(arena, body->room);
        tap->flight = cr_row_take(arena, CR_FLIGHT);
        all = tap->size && tap->flight;
        for (int i = 0; all && i < body->modes; i++) tap->size[i] = fabs(tap->phi[i]) / t->angular[i];
    }
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", body->modes);
    f->loops = cr_flight_loops_here();
    for (int i = 0; i < body->modes; i++) {
        f->c1[i] = t->m11[i] + t->m22[i];
        f->c2[i] = t->m11[i] * t->m22[i] + t->m12[i] * t->m12[i];
        power(t, i, &f->m11[i], &f->m12[i], &f->m22[i]);
    }
    body->flight = f;
    return CR_OK;
}

static cr_flight_modes modes_of(const cr_resonator *body) {
    const cr_mode_table *t = &body->table[0];
    return (cr_flight_modes){body->p, body->r, body->flight->c1, body->flight->c2, t->m12, t->m22};
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
    cr_resonator_unpack(body);
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
    cr_mode_kernels_double()->turn(body->room, (cr_mode_rows){body->p, body->r},
                                   (cr_turn){f->m11, f->m12, f->m22});
    cr_resonator_pack(body);
    body->rigid_x += time * (body->rigid_v + 0.5 * time * body->gravity);
    body->rigid_v += time * body->gravity;
}

void cr_flight_run(cr_resonator *body) {
    cr_flight_modes m = modes_of(body);
    cr_resonator_unpack(body);
    for (int k = 0; k < body->tap_count; k++) {
        const cr_tap *tap = &body->taps[k];
        if (body->room) body->flight->loops->read(&m, body->room, tap->a[0], tap->flight);
        else
            for (int n = 0; n < CR_FLIGHT; n++) tap->flight[n] = 0.0;
        if (body->rigid) add_rigid(body, tap);
    }
    leap(body);
    cr_resonator_read(body, 0);
}
