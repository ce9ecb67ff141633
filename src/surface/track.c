#include "surface/track.h"

#include "base/maths.h"
#include "base/numeric.h"
#include "surface/sample.h"

// With what is not round, once per turn.
static double height_on(const cr_track *t, double surface) {
    return t->out_of_round != 0.0 ? surface + t->out_of_round * cr_cos(t->angle) : surface;
}

void cr_track_start(cr_track *t) {
    t->height = height_on(t, t->surface ? cr_rough_height(t->surface, t->position) : 0.0);
}

// The position within the period, which keeps its digits; whether it was beyond.
static bool wrap(cr_track *t) {
    if (!t->surface || !(fabs(t->position) > t->surface->length)) return false;
    t->position -= t->surface->length * floor(t->position / t->surface->length);
    return true;
}

// rise b1 - b0 and moment b1 + b0 - 2 mean(b)
cr_track_step cr_track_advance(cr_track *t, double h) {
    if (t->speed == 0.0) return (cr_track_step){0.0, 0.0};
    double way = h * t->speed, from = t->position, before = t->height;
    double turn = t->radius > 0.0 ? way / t->radius : 0.0;
    cr_rough_way along = t->surface ? cr_rough_along(t->surface, from, from + way) : (cr_rough_way){0};
    double mean = along.mean, angle = t->angle + turn;
    if (t->out_of_round != 0.0 && turn != 0.0)
        mean += t->out_of_round * (cr_sin(t->angle + turn) - cr_sin(t->angle)) / turn;
    t->position += way;
    if (wrap(t)) along.end = cr_rough_height(t->surface, t->position);
    t->angle = fabs(angle) < 2.0 * cr_pi ? angle : fmod(angle, 2.0 * cr_pi);
    t->height = height_on(t, along.end);
    return (cr_track_step){t->height - before, t->height + before - 2.0 * mean};
}

// F = m e (v/R)^2 cos(angle), e off centre
double cr_track_pull(const cr_track *t, double h) {
    if (t->imbalance == 0.0 || t->speed == 0.0) return 0.0;
    double rate = t->speed / t->radius, turn = rate * h;
    double mean =
        cr_cos(t->angle + 0.5 * turn) * (fabs(turn) < 1e-4 ? 1.0 : cr_sin(0.5 * turn) / (0.5 * turn));
    return t->imbalance * rate * rate * mean;
}

double cr_track_energy(const cr_track *t) {
    return 0.5 * t->inertia * t->speed * t->speed - t->debt;
}

double cr_track_pay(cr_track *t, double work) {
    if (t->inertia == 0.0) return work;
    double left = cr_track_energy(t) - work;
    t->speed = left > 0.0 ? copysign(sqrt(2.0 * left / t->inertia), t->speed) : 0.0;
    t->debt = cr_max(-left, 0.0);
    return 0.0;
}
