// Taps that come and go while it runs: their memory is reserved, and what they do to the others and the
// others to them is computed when they come, from rows that hold all functions of frequency and step.
#include "base/numeric.h"
#include "modal/resonator.h"

#include <stdint.h>

static void store(const cr_resonator *body, const void *row, double *values, int i, double value) {
    if (body->single) {
        ((float *)(uintptr_t)row)[i] = (float)value;
        value = (double)(float)value;
    }
    values[i] = value;
}

static void fill_shape(const cr_resonator *body, cr_tap *tap, const double *shape) {
    cr_tap_set_shape(body, tap, shape);
    for (int level = 0; level < CR_LEVELS; level++) {
        const cr_mode_table *t = &body->table[level];
        double fall = tap->rigid_phi * body->gravity;
        tap->glide[level] =
            (cr_tap_glide){tap->rigid_phi * t->h, fall * t->rigid_half, fall * t->rigid_sixth};
        for (int i = 0; i < body->modes; i++) {
            store(body, tap->shape[level].a, tap->a[level], i, tap->phi[i] * body->late->a[level][i]);
            store(body, tap->shape[level].b, tap->b[level], i, tap->phi[i] * body->late->b[level][i]);
        }
    }
}

// As of taps that were there from the start (resonator.c).
static cr_tap_pair pair_of(const cr_resonator *body, int level, const cr_tap *j, const cr_tap *k) {
    double rigid = j->rigid_phi * k->rigid_phi, h = body->table[level].h;
    const double *aj = j->a[level], *ak = k->a[level], *bj = j->b[level], *bk = k->b[level];
    const double *e = body->late->e[level];
    cr_tap_pair pair = {.c = 0.5 * h * h * rigid, .e = h * h * rigid / 6.0};
    for (int i = 0; i < body->modes; i++) {
        pair.c += 0.5 * aj[i] * ak[i];
        pair.m += 0.5 * bj[i] * bk[i];
        pair.e += j->phi[i] * k->phi[i] * e[i];
    }
    return pair;
}

static void fill_pairs(cr_resonator *body, int tap) {
    for (int level = 0; level < CR_LEVELS; level++)
        for (int j = 0; j < body->tap_count; j++) {
            cr_tap_pair pair = pair_of(body, level, &body->taps[j], &body->taps[tap]);
            body->pairs[level][j * body->pair_stride + tap] = pair;
            body->pairs[level][tap * body->pair_stride + j] = pair;
        }
}

// One that has gone, or the next one.
static int free_tap(cr_resonator *body) {
    int tap = body->late ? body->late->first : 0;
    if (!body->late) return -1;
    while (tap < body->tap_count && body->taps[tap].pushed) tap++;
    if (tap == body->late->first + body->late->room) return -1;
    if (tap == body->tap_count) {
        body->tap_count++;
        body->pushed[body->pushed_count++] = tap;
    }
    return tap;
}

int cr_resonator_attach(cr_resonator *body, const double *shape) {
    int index = free_tap(body);
    if (index < 0) return -1;
    cr_tap *tap = &body->taps[index];
    tap->pushed = true;
    tap->force = tap->slope = tap->acted = tap->change = 0.0;
    fill_shape(body, tap, shape);
    cr_tap_fill_answers(body, tap);
    fill_pairs(body, index);
    cr_resonator_hold_late(body, index);
    cr_resonator_hear_late(body, index);
    cr_reading reading = body->kernels->read(body->room, body->state, tap->shape[body->level]);
    cr_resonator_set_reading(body, tap, reading.travel, reading.moment);
    tap->y = cr_resonator_displacement(body, index);
    return index;
}

// Its place is kept while later ones are there.
void cr_resonator_detach(cr_resonator *body, int tap) {
    body->taps[tap].pushed = false;
    body->taps[tap].force = body->taps[tap].slope = body->taps[tap].acted = 0.0;
    while (body->tap_count > body->late->first && !body->taps[body->tap_count - 1].pushed) {
        body->tap_count--;
        body->pushed_count--;
    }
}
