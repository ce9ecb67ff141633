// One step of the reference in contact: extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer).
#include "exact/located_step.h"

#include "base/maths.h"
#include "base/numeric.h"
#include "law/law_internal.h"

enum { COLUMNS = 9 };
static const double tolerance = 1e-13;

cr_located_rate cr_located_rates(const cr_located *sim, cr_located_state s) {
    double f = cr_law_whole_force(&sim->law, s.x, s.v), power = 0.0;
    if (sim->law.lambda > 0.0) power = (f - sim->law.type->ops->elastic(&sim->law, s.x)) * s.v;
    return (cr_located_rate){s.v, (sim->force - f) / sim->m, power};
}

static cr_located_state moved(cr_located_state s, double dt, cr_located_rate r) {
    return (cr_located_state){s.x + dt * r.v, s.v + dt * r.a, s.lost + dt * r.power};
}

static cr_located_state midpoint_rule(const cr_located *sim, cr_located_state from, cr_located_rate r0,
                                      double length, int count) {
    double h = length / count;
    cr_located_state before = from, now = moved(from, h, r0);
    for (int i = 1; i < count; i++) {
        cr_located_state next = moved(before, 2.0 * h, cr_located_rates(sim, now));
        before = now;
        now = next;
    }
    cr_located_state half = moved(now, h, cr_located_rates(sim, now));
    return (cr_located_state){0.5 * (half.x + before.x), 0.5 * (half.v + before.v),
                              0.5 * (half.lost + before.lost)};
}

static double extrapolated(double fine, double coarse, double ratio) {
    return fine + (fine - coarse) / ratio;
}

int cr_located_step(const cr_located *sim, cr_located_state from, double length, cr_located_state *to) {
    cr_located_state table[COLUMNS];
    cr_located_rate r0 = cr_located_rates(sim, from);
    for (int k = 0; k < COLUMNS; k++) {
        cr_located_state last = table[0];
        table[k] = midpoint_rule(sim, from, r0, length, 2 * (k + 1));
        for (int j = k - 1; j >= 0; j--) {
            double ratio = cr_square((double)(k + 1) / (j + 1)) - 1.0;
            cr_located_state fine = table[j + 1], coarse = table[j];
            table[j] = (cr_located_state){extrapolated(fine.x, coarse.x, ratio),
                                          extrapolated(fine.v, coarse.v, ratio),
                                          extrapolated(fine.lost, coarse.lost, ratio)};
        }
        if (k < 2) continue;
        bool close = fabs(table[0].x - last.x) <= tolerance * sim->x_scale &&
                     fabs(table[0].v - last.v) <= tolerance * sim->v_scale &&
                     fabs(table[0].lost - last.lost) <= tolerance * sim->m * cr_square(sim->v_scale);
        if (!close) continue;
        *to = table[0];
        return k;
    }
    return 0;
}

cr_located_state cr_located_after(const cr_located *sim, cr_located_state from, double length) {
    double step = length, left = length, least = 1e-6 * length;
    while (left > 0.0 && step > least) {
        double part = fmin(step, left);
        if (cr_located_step(sim, from, part, &from)) left -= part;
        else step *= 0.5;
    }
    return from;
}
