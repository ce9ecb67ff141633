// One sample of a contact alone on its bodies, for one type of number and one instruction set: the includer
// defines what modal/kernel_pass.h needs. The arithmetic is that of touch_step.c and resonator_step.c, bit by
// bit.
#include "modal/kernel_pass.h"

// The rest of cr_resonator_step for a body that is pushed at its first tap only.
TARGET static inline void KERNEL(turn)(const cr_solo_side *s, double force, double slope) {
    cr_resonator *body = s->body;
    if (!body) return;
    cr_tap *tap = s->tap;
    if (s->light) {
        cr_resonator_step_rigid(body, tap->rigid_phi * force, tap->rigid_phi * slope);
        cr_resonator_set_reading(body, tap, 0.0, 0.0);
        return;
    }
    int level = body->level;
    cr_reading reading = KERNEL(kick_turn_read)(body->room, body->state, body->table[level].turn,
                                                tap->shape[level], force, slope);
    if (body->rigid) cr_resonator_step_rigid(body, tap->rigid_phi * force, tap->rigid_phi * slope);
    cr_resonator_set_reading(body, tap, reading.travel, reading.moment);
    if (body->tap_count > 1) cr_resonator_read(body, 1);
}

// Bodies in the order that lets the processor work on the next contact force while it turns the modes.
TARGET static void KERNEL(step)(cr_network *n, cr_touch_group *g) {
    const cr_solo *o = &g->alone;
    const cr_solo_side *a = &o->side[0], *b = &o->side[1];
    cr_touch *t = o->touch;
    double wall = o->walls ? cr_touch_wall_way(t) : 0.0;
    bool far = begin(n, g, t, wall);
    int level = g->level;
    double part = share[level], force = 0.0, slope = 0.0;
    for (int s = 0; s < 1 << level; s++) {
        if (!far) {
            t->reach = a->tap->travel - b->tap->travel;
            if (o->walls) {
                t->wall = wall * part;
                t->reach += t->wall;
            }
            t->moment = a->tap->moment - b->tap->moment;
            cr_touch_solve_alone(t, level, false);
            force = t->a;
            slope = t->b;
            t->force += force * part;
            if (o->walls) n->work += force * t->wall;
        }
        double at = shift(a, level, -force, -slope, s == 0) - shift(b, level, force, slope, s == 0);
        if (o->walls) at += wall_place(t, (s + 1) * part);
        t->depth = at - t->gap;
        if (t->depth > 0.0 && t->series.usable) cr_touch_know(t, level);
        KERNEL(turn)(a, -force, -slope);
        KERNEL(turn)(b, force, slope);
    }
}
#include "modal/kernel_end.h"
