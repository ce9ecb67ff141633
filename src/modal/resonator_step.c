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

void cr_resonator_read(cr_resonator *body, int from) {
    for (int i = from; i < body->tap_count; i++) {
        cr_tap *tap = &body->taps[i];
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
    const cr_mode_table *t = &body->table[body->level];
    set_glides(body);
    cr_resonator_read(body, 0);
    cr_resonator_unpack(body);
    for (int k = 0; k < body->tap_count; k++) {
        cr_tap *tap = &body->taps[k];
        tap->y = tap->rigid_phi * body->rigid_x;
        for (int i = 0; i < body->modes; i++)
            tap->y += tap->phi[i] * (t->c[i] * body->p[i] - t->s[i] * body->r[i]) / t->angular[i];
    }
}

// The way of every tap over the step, from its free way and all forces.
static void move_taps(cr_resonator *body) {
    const cr_tap_pair *pairs = body->pairs[body->level];
    for (int j = 0; j < body->tap_count; j++) {
        cr_tap *tap = &body->taps[j];
        double way = tap->travel;
        for (int i = 0; i < body->pushed_count; i++) {
            int k = body->pushed[i];
            const cr_tap_pair *pair = &pairs[j * body->tap_count + k];
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

void cr_resonator_step(cr_resonator *body, bool book) {
    int n = body->room;
    move_taps(body);
    if (body->rigid) step_rigid(body, book);
    bool together = body->pushed_count == 1 && body->pushed[0] == 0 && !book;
    if (together) { // one pass over the modes
        cr_tap *tap = &body->taps[0];
        cr_reading reading = body->kernels->kick_turn_read(n, body->state, turn_of(body), shape_of(body, tap),
                                                           tap->force, tap->slope);
        cr_resonator_set_reading(body, tap, reading.travel, reading.moment);
    } else if (n) {
        kick_all(body);
        if (book) book_loss(body);
        body->kernels->turn(n, body->state, turn_of(body));
    }
    cr_resonator_read(body, together ? 1 : 0);
    for (int i = 0; i < body->pushed_count; i++)
        body->taps[body->pushed[i]].force = body->taps[body->pushed[i]].slope = 0.0;
}

// r += A f now; x gets h^2 f/2 in all, of which the step itself will add h^2 f
void cr_resonator_drive(cr_resonator *body, int tap, double force) {
    const cr_tap *source = &body->taps[tap];
    double h = body->table[body->level].h, push = h * source->rigid_phi * force;
    body->kernels->kick(body->room, body->state, shape_of(body, source), force, 0.0);
    body->rigid_v += push;
    body->rigid_x -= 0.5 * h * push;
    const cr_tap_pair *pairs = body->pairs[body->level];
    for (int j = 0; j < body->tap_count; j++) {
        body->taps[j].travel += pairs[j * body->tap_count + tap].c * force;
        body->taps[j].moment += pairs[j * body->tap_count + tap].e * force;
    }
}

double cr_resonator_energy(const cr_resonator *body) {
    cr_resonator_unpack(body);
    return cr_modes_energy(body->room, body->p, body->r) + 0.5 * cr_square(body->rigid_v) -
           body->gravity * body->rigid_x;
}
