// One sample of a contact alone on its bodies, for one type of number and one instruction set: the includer
// defines what modal/kernel_pass.h needs. The arithmetic is that of touch_step.c and resonator_step.c, bit by
// bit.
#include "modal/kernel_pass.h"

// The rest of cr_resonator_step for a body with modes that is pushed at its first tap only.
TARGET INTO_STEPS void KERNEL(turn)(const cr_solo_side *s, int level, double force, double slope,
                                    const bool book) {
    if (s->kind == CR_SOLO_WALL) return;
    if (s->kind == CR_SOLO_SPRUNG) swing(s, force, slope, book);
    if (s->kind != CR_SOLO_MODES) return;
    cr_resonator *body = s->body;
    cr_tap *tap = s->tap;
    tap->acted = force;
    const cr_turn turn = body->table[level].turn;
    const cr_tap_shape shape = tap->shape[level];
    cr_reading reading;
    if (tap->answer) reading = KERNEL(pass)(body->room, body->state, turn, shape, force, slope, true, book);
    else reading = KERNEL(pass)(body->room, body->state, turn, shape, force, slope, false, book);
    if (book) body->lost += reading.lost;
    if (body->rigid) glide(body, tap, force, slope, book);
    cr_resonator_set_passed(body, tap, level, reading, force, slope);
    if (body->tap_count > 1) cr_resonator_read(body, 1);
}

// One of the steps that the sample is divided into, from the share `done` of it on. The modes turn first:
// the next force waits for them longest, and a processor looks only a few hundred instructions ahead.
TARGET INTO_STEPS void KERNEL(part)(cr_network *n, const cr_solo *o, int level, double wall, double done,
                                    bool far, const bool book) {
    const cr_solo_side *a = &o->side[0], *b = &o->side[1];
    cr_touch *t = o->touch;
    double force = 0.0, slope = 0.0;
    if (!far) {
        t->reach = a->tap->travel - b->tap->travel;
        if (o->walls) {
            t->wall = wall * share[level];
            t->reach += t->wall;
        }
        t->moment = a->tap->moment - b->tap->moment;
        cr_touch_solve_alone(t, level, book);
        force = t->a;
        slope = t->b;
        t->force += force * share[level];
        if (o->walls) n->work += force * t->wall;
    }
    bool first = done == 0.0;
    double at = shift_all(a, level, -force, -slope, first) - shift_all(b, level, force, slope, first);
    if (o->walls) at += cr_touch_wall_place(t, done + share[level]);
    t->depth = at - t->gap;
    KERNEL(turn)(a, level, -force, -slope, book);
    KERNEL(turn)(b, level, force, slope, book);
    if (a->kind == CR_SOLO_LIGHT) fly(a, -force, -slope, book);
    if (b->kind == CR_SOLO_LIGHT) fly(b, force, slope, book);
    if (t->depth > 0.0 && t->known->series.usable) {
        if (cr_touch_is_soon(t)) cr_touch_know(t, level, t->soon);
        else cr_touch_know_hard(t, level);
    }
}

// The steps of a sample that is divided or booked, apart from the one step that most samples are.
TARGET static __attribute__((noinline)) void KERNEL(step_booked)(cr_network *n, const cr_solo *o, double wall,
                                                                 bool far) {
    for (double done = 0.0; done < 1.0; done += share[o->level])
        KERNEL(part)(n, o, o->level, wall, done, far, true);
}

TARGET static __attribute__((noinline)) void KERNEL(step_divided)(cr_network *n, const cr_solo *o,
                                                                  double wall, bool far) {
    for (double done = 0.0; done < 1.0; done += share[o->level])
        KERNEL(part)(n, o, o->level, wall, done, far, false);
}

TARGET static void KERNEL(step)(cr_network *n, cr_solo *o) {
    double wall = o->walls ? cr_touch_wall_way(o->touch) : 0.0;
    outlook out = begin(n, o, o->touch, wall);
    if (out == DONE) return;
    if (n->booking) KERNEL(step_booked)(n, o, wall, out == FAR);
    else if (o->level) KERNEL(step_divided)(n, o, wall, out == FAR);
    else KERNEL(part)(n, o, 0, wall, 0.0, out == FAR, false);
}
#include "modal/kernel_end.h"
