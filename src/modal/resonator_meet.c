// Blows h f at the sample from the three-level clock (derivation T13). Work of y_i = grip_i f: y (2 v + y)/2
// summed over the modes = f way/2 with way = sum grip (2 v + y); v is the velocity between the two halves of
// the loss, R/sqrt(d).
#include "base/numeric.h"
#include "modal/resonator.h"

cr_status cr_resonator_meet(cr_resonator *body, int tap, cr_arena *arena, cr_error *error) {
    cr_tap *t = &body->taps[tap];
    const cr_mode_table *table = &body->table[0];
    t->grip = cr_arena_take(arena, (size_t)body->room + 1, sizeof(double));
    if (!t->grip) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", body->modes);
    for (int i = 0; i < body->modes; i++)
        t->grip[i] = t->phi[i] * table->h / (table->exact_r[i] * sqrt(table->kept[i]));
    t->rigid_grip = t->rigid_phi * table->h / (table->rigid_exact * sqrt(table->rigid_kept));
    body->meeting++;
    return CR_OK;
}

double cr_resonator_meet_mobility(const cr_resonator *body, int j, int k) {
    const cr_tap *a = &body->taps[j], *b = &body->taps[k];
    double sum = a->rigid_grip * b->rigid_grip;
    for (int i = 0; i < body->modes; i++) sum += a->grip[i] * b->grip[i];
    return sum;
}

static double middle_velocity(const cr_resonator *body, int i) {
    const cr_mode_table *t = &body->table[body->level];
    return (t->s[i] * body->p[i] + t->c[i] * body->r[i]) / sqrt(t->kept[i]);
}

void cr_resonator_begin_meeting(cr_resonator *body) {
    cr_resonator_unpack(body);
    for (int k = 0; k < body->tap_count; k++) {
        cr_tap *tap = &body->taps[k];
        if (!tap->grip) continue;
        tap->way = 2.0 * tap->rigid_grip * body->rigid_v / sqrt(body->table[body->level].rigid_kept);
        for (int i = 0; i < body->modes; i++) tap->way += 2.0 * tap->grip[i] * middle_velocity(body, i);
    }
}

void cr_resonator_meet_push(cr_resonator *body, int tap, double force, bool book) {
    const cr_mode_table *t = &body->table[body->level];
    const cr_tap *source = &body->taps[tap];
    cr_resonator_unpack(body);
    for (int i = 0; i < body->modes; i++) {
        double d = t->kept[i], y = source->grip[i] * force, v = middle_velocity(body, i);
        if (book) body->lost += 0.5 * (1.0 - d) * y * (2.0 * v + y);
        body->p[i] += t->s[i] * sqrt(d) * y;
        body->r[i] += t->c[i] * sqrt(d) * y;
    }
    cr_resonator_pack(body);
    double d = t->rigid_kept, y = source->rigid_grip * force, v = body->rigid_v / sqrt(d);
    if (book) body->lost += 0.5 * (1.0 - d) * y * (2.0 * v + y);
    body->rigid_v += sqrt(d) * y;
    for (int k = 0; k < body->tap_count; k++)
        if (body->taps[k].grip) body->taps[k].way += cr_resonator_meet_mobility(body, k, tap) * force;
    body->pushed_now = true;
}

void cr_resonator_end_meeting(cr_resonator *body) {
    if (!body->pushed_now) return;
    cr_resonator_read(body, 0);
    body->pushed_now = false;
}
