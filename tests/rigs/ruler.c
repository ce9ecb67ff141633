#include "ruler.h"

#include "base/numeric.h"
#include "modal/propagate.h"
#include "plain_modes.h"
#include "world/world_internal.h"
#include "worlds.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum { MODES = 20, WINDOW = 32768 };

typedef struct tip {
    const cr_modes *modes;
    double shape[MODES]; // of the tip
    double *sample;      // its velocity
    int count, room;
} tip;

static cr_status listen(void *context, const cr_world_motion *m) {
    tip *t = context;
    if (m->modes == 0) return CR_OK;
    for (; t->count < t->room && t->count <= m->t1 * RULER_RATE; t->count++) {
        double sum = 0.0, after = cr_max((double)t->count / RULER_RATE - m->t0, 0.0);
        for (int j = 0; j < MODES; j++) {
            double w = 2.0 * cr_pi * t->modes->frequency[j], sigma = t->modes->sigma[j], q, rate;
            cr_response r = cr_response_after(w, sigma, after);
            cr_propagator one = {1, &w, &sigma, after, &r};
            cr_propagator_run(&one, &m->shape[j], &m->rate[j], &m->push[j], &q, &rate);
            sum += t->shape[j] * rate;
        }
        t->sample[t->count] = sum;
    }
    return CR_OK;
}

static void transform(double complex *a, int n) {
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        double complex swap = a[i];
        a[i] = a[j];
        a[j] = swap;
    }
    for (int length = 2; length <= n; length *= 2)
        for (int k = 0; k < length / 2; k++) {
            double angle = 2.0 * cr_pi * k / length;
            double complex turn = cos(angle) - (double complex)I * sin(angle);
            for (int i = k; i < n; i += length) {
                double complex u = a[i], v = a[i + length / 2] * turn;
                a[i] = u + v;
                a[i + length / 2] = u - v;
            }
        }
}

static void levels(const double *sample, double band[RULER_BANDS]) {
    double complex *a = malloc(WINDOW * sizeof *a);
    if (!a) exit(1);
    for (int i = 0; i < WINDOW; i++) a[i] = sample[i] * (0.5 - 0.5 * cos(2.0 * cr_pi * i / WINDOW));
    transform(a, WINDOW);
    for (int b = 0; b < RULER_BANDS; b++) {
        double centre = 31.25 * pow(2.0, b / 3.0), edge = pow(2.0, 1.0 / 6.0), sum = 1e-30;
        for (int k = 0; k < WINDOW / 2; k++) {
            double f = (double)k * RULER_RATE / WINDOW;
            if (f >= centre / edge && f < centre * edge) sum += creal(a[k] * conj(a[k]));
        }
        band[b] = 10.0 * log10(sum);
    }
    free(a);
}

// Bent by a force at its tip.
static void bend(cr_world *w, int body, const tip *t, double by) {
    const cr_body *b = cr_body_of(w, body);
    double give = 0.0;
    for (int j = 0; j < MODES; j++) give += pow(t->shape[j] / b->w[j], 2.0);
    w->energy_start -= cr_mover_energy(w, body);
    for (int j = 0; j < MODES; j++)
        w->mover[body].q[j] = w->mover[body].q_end[j] = by / give * t->shape[j] / (b->w[j] * b->w[j]);
    w->mover[body].awake = b->modes;
    w->energy_start += cr_mover_energy(w, body);
}

ruler_run ruler_beats(bool adaptive, double steps_per_period, double duration) {
    cr_world_def def = quiet_world(1e-3);
    def.adaptive = adaptive;
    def.steps_per_period = steps_per_period;
    return ruler_beats_in(&def, duration);
}

ruler_run ruler_beats_in(const cr_world_def *def, double duration) {
    world_rig rig = world_begin(def);
    const double damping[2] = {0.002, 1e-6};
    cr_modes modes = clamped_modes(0.3, 0.03, 0.001, 0.0707, 9.12, damping, MODES, 60, rig.arena);
    cr_body_def ruler = body_at(0, 0, 0), edge = body_at(-0.06, 0, -0.0105);
    ruler.modes = &modes;
    ruler.contact_fmax = 20000.0;
    ruler.fixed = edge.fixed = true;
    ruler.grip.rest = ruler.grip.dynamic = 0.0;
    const cr_setting thin[] = {{"x", 0.3}, {"y", 0.03}, {"z", 0.001}, {0}};
    const cr_setting block[] = {{"x", 0.04}, {"y", 0.1}, {"z", 0.02}, {0}};
    int body = world_add(&rig, "ruler", "box", thin, ruler);
    world_add(&rig, "edge", "box", block, edge);
    tip t = {.modes = &modes, .room = (int)(duration * RULER_RATE)};
    for (int j = 0; j < MODES; j++) // of the last vertex: at the free end
        t.shape[j] = (double)modes.shape[3 * ((size_t)(j + 1) * (size_t)modes.vertices - 1) + 2];
    t.sample = calloc((size_t)t.room + 1, sizeof *t.sample);
    if (!t.sample) exit(1);
    world_start(&rig);
    bend(rig.world, body, &t, 0.015);
    ruler_run run = {.start = cr_world_ledger(rig.world).vibration};
    cr_world_sink sink = {.context = &t, .motion = listen};
    world_run(&rig, duration, &sink);
    run.stats = cr_world_statistics(rig.world);
    run.ledger = cr_world_ledger(rig.world);
    if (t.count >= WINDOW) levels(t.sample, run.band);
    free(t.sample);
    world_end(&rig);
    return run;
}
