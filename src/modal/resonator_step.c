// A resonator while it runs.
#include "base/numeric.h"
#include "modal/kernels.h"
#include "modal/resonator.h"

static cr_turn turn_of(const cr_resonator *body) {
    return body->table[body->level].turn;
}

static cr_tap_shape shape_of(const cr_resonator *body, const cr_tap *tap) {
    return tap->shape[body->level];
}

// --- a body with one mode: the loops of kernels.h over it alone, bit by bit

void cr_resonator_load_lone(cr_resonator *body) {
    const cr_mode_table *t = &body->table[body->level];
    body->lone = body->modes == 1 && !body->rigid && !body->single && !body->late;
    if (!body->lone) return;
    body->mode = (cr_lone_mode){t->m11[0], t->m12[0], t->m22[0]};
    for (int k = 0; k < body->tap_count; k++) {
        body->taps[k].lone_a = body->taps[k].a[body->level][0];
        body->taps[k].lone_b = body->taps[k].b[body->level][0];
    }
}

static void read_lone(cr_resonator *body, int from) {
    double p = body->p[0], r = body->r[0];
    for (int i = from; i < body->tap_count; i++) {
        cr_tap *tap = &body->taps[i];
        if (tap->unfollowed) continue;
        tap->travel = 0.0 + tap->lone_a * r;
        tap->moment = 0.0 - tap->lone_b * p;
    }
}

static void kick_lone(cr_resonator *body) {
    for (int i = 0; i < body->pushed_count; i++) {
        const cr_tap *tap = &body->taps[body->pushed[i]];
        if (tap->force == 0.0 && tap->slope == 0.0) continue;
        body->p[0] -= tap->lone_b * tap->slope;
        body->r[0] += tap->lone_a * tap->force;
    }
}

static void turn_lone(cr_resonator *body) {
    const cr_lone_mode *m = &body->mode;
    double p = body->p[0], r = body->r[0];
    body->p[0] = m->m11 * p + m->m12 * r;
    body->r[0] = m->m22 * r - m->m12 * p;
}

// --- any body

void cr_resonator_read(cr_resonator *body, int from) {
    if (body->lone) {
        read_lone(body, from);
        return;
    }
    for (int i = from; i < body->tap_count; i++) {
        cr_tap *tap = &body->taps[i];
        if (tap->unfollowed) continue;
        cr_reading reading = body->kernels->read(body->room, body->state, shape_of(body, tap));
        cr_resonator_set_reading(body, tap, reading.travel, reading.moment);
    }
}

static void set_glides(cr_resonator *body) {
    for (int level = 0; level < CR_LEVELS; level++)
        for (int k = 0; k < body->tap_count; k++) {
            const cr_mode_table *t = &body->table[level];
            double phi = body->taps[k].rigid_phi, fall = phi * body->gravity;
            body->taps[k].glide[level] =
                (cr_tap_glide){phi * t->h, fall * t->rigid_half, fall * t->rigid_sixth};
        }
}

void cr_resonator_start(cr_resonator *body) {
    set_glides(body);
    cr_resonator_load_lone(body);
    cr_resonator_read(body, 0);
    for (int k = 0; k < body->tap_count; k++) body->taps[k].y = cr_resonator_displacement(body, k);
}

// The way of every tap over the step, from its free way and all forces.
static void move_taps(cr_resonator *body) {
    const cr_tap_pair *pairs = body->pairs[body->level];
    for (int j = 0; j < body->tap_count; j++) {
        cr_tap *tap = &body->taps[j];
        if (tap->unfollowed) continue;
        double way = tap->travel;
        for (int i = 0; i < body->pushed_count; i++) {
            int k = body->pushed[i];
            const cr_tap_pair *pair = &pairs[j * body->pair_stride + k];
            way += pair->c * body->taps[k].force - pair->e * body->taps[k].slope;
        }
        tap->change += way;
        tap->y += way;
    }
}

static void step_rigid(cr_resonator *body, bool book) {
    double force = 0.0, slope = 0.0, d = body->table[body->level].rigid_kept;
    for (int i = 0; i < body->pushed_count; i++) {
        const cr_tap *tap = &body->taps[body->pushed[i]];
        force += tap->rigid_phi * tap->force;
        slope += tap->rigid_phi * tap->slope;
    }
    double v = cr_resonator_step_rigid(body, force, slope);
    if (book) body->lost += 0.5 * (1.0 - d * d) * v * v;
}

static void kick_all(cr_resonator *body) {
    if (body->lone) {
        kick_lone(body);
        return;
    }
    for (int i = 0; i < body->pushed_count; i++) {
        cr_tap *tap = &body->taps[body->pushed[i]];
        if (tap->force != 0.0 || tap->slope != 0.0)
            body->kernels->kick(body->room, body->state, shape_of(body, tap), tap->force, tap->slope);
    }
}

static void book_loss(cr_resonator *body) {
    const cr_mode_table *t = &body->table[body->level];
    cr_resonator_unpack(body);
    body->lost += cr_modes_loss(body->room, body->p, body->r, t->c, t->s, t->kept);
}

static void pass_both(cr_resonator *body) {
    cr_tap *taps = body->taps;
    cr_tap_push both[2];
    for (int k = 0; k < 2; k++)
        both[k] = (cr_tap_push){shape_of(body, &taps[k]), taps[k].force, taps[k].slope, 0.0, 0.0};
    body->kernels->kick_turn_read_both(body->room, body->state, turn_of(body), both);
    for (int k = 0; k < 2; k++) cr_resonator_set_reading(body, &taps[k], both[k].travel, both[k].moment);
}

// How many of its taps are pushed, if these are the first one or two that can be met in one pass over the
// modes.
static int together_of(const cr_resonator *body, bool book) {
    if (body->pushed_count == 1 && body->pushed[0] == 0) return 1;
    bool both = body->pushed_count == 2 && body->pushed[0] == 0 && body->pushed[1] == 1;
    return both && body->room && !body->lone && !book ? 2 : 0;
}

void cr_resonator_step(cr_resonator *body, bool book) {
    int n = body->room, together = together_of(body, book);
    move_taps(body);
    if (body->held) cr_resonator_settle_holds(body, book);
    if (body->rigid) step_rigid(body, book);
    if (together == 2) pass_both(body);
    else if (together) { // one pass over the modes
        const cr_mode_kernels *k = body->kernels;
        cr_tap *tap = &body->taps[0];
        cr_reading reading = k->kick_turn_read[tap->answer != NULL][book](
            n, body->state, turn_of(body), shape_of(body, tap), tap->force, tap->slope);
        body->lost += reading.lost;
        cr_resonator_set_passed(body, tap, body->level, reading, tap->force, tap->slope);
    } else if (n) {
        kick_all(body);
        if (book) book_loss(body);
        if (body->lone) turn_lone(body);
        else body->kernels->turn(n, body->state, turn_of(body));
    }
    cr_resonator_read(body, together);
    for (int i = 0; i < body->pushed_count; i++) {
        cr_tap *tap = &body->taps[body->pushed[i]];
        tap->acted = tap->force;
        tap->force = tap->slope = 0.0;
    }
}

double cr_resonator_energy(const cr_resonator *body) {
    cr_resonator_unpack(body);
    return cr_modes_energy(body->room, body->p, body->r) + 0.5 * cr_square(body->rigid_v) -
           body->gravity * body->rigid_x;
}
