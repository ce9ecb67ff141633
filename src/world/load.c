// Loads over time. A step never reaches across a time at which a load bends, so that within it a load is
// smooth, and its mean over the step gives the impulse.
#include "base/numeric.h"
#include "world/hold.h"

bool cr_load_is_blow(const cr_load_def *load) {
    return load->keys == 0 && load->end == load->start;
}

// Rises over `attack`, holds until `end`, falls over `release`.
static double envelope(const cr_load_def *l, double t) {
    if (t < l->start || t >= l->end + l->release) return 0.0;
    double level = l->attack > 0.0 ? cr_min((t - l->start) / l->attack, 1.0) : 1.0;
    return t > l->end ? level * (1.0 - (t - l->end) / l->release) : level;
}

static double level(const cr_load_def *l, double t) {
    double since = t - l->start, length = l->end - l->start;
    switch (l->shape) {
    case CR_LOAD_PULSE:
        return since < 0.0 || since >= length ? 0.0 : 0.5 - 0.5 * cr_cos(2.0 * cr_pi * since / length);
    case CR_LOAD_SINE:
        return envelope(l, t) * cr_sin(2.0 * cr_pi * l->frequency * since);
    case CR_LOAD_HOLD:
        break;
    }
    return envelope(l, t);
}

static void add_keys(const cr_load_def *l, double t, double weight, cr_vec *force, cr_vec *torque) {
    if (t < l->time[0] || t >= l->time[l->keys - 1]) return;
    int low = 0, high = l->keys - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (l->time[middle] <= t) low = middle;
        else high = middle;
    }
    double x = (t - l->time[low]) / (l->time[high] - l->time[low]);
    for (int i = 0; i < 2; i++) {
        double share = weight * (i ? x : 1.0 - x);
        if (l->forces) *force = cr_vec_along(*force, share, l->forces[low + i]);
        if (l->torques) *torque = cr_vec_along(*torque, share, l->torques[low + i]);
    }
}

// Gauss's three points: exact for what is held or goes straight, to 1e-10 for a 32nd of a pulse or period.
void cr_load_mean(const cr_load_def *l, double t0, double h, cr_vec *force, cr_vec *torque) {
    const double place[] = {0.1127016653792583, 0.5, 0.8872983346207417},
                 weight[] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    double mean = 0.0;
    *force = *torque = (cr_vec){0};
    for (int i = 0; i < 3; i++) {
        double t = t0 + place[i] * h;
        if (l->keys > 0) add_keys(l, t, weight[i], force, torque);
        else mean += weight[i] * level(l, t);
    }
    *force = cr_vec_along(*force, mean, l->force);
    *torque = cr_vec_along(*torque, mean, l->torque);
}

// The next time of a grid from `start` on; times that rounding puts on the grid are on it.
static double next_on_grid(double start, double spacing, double time) {
    return start + spacing * (floor((time - start) / spacing + 1e-6) + 1.0);
}

// Times at which steps end: where the load begins, bends and ends, and often enough to follow it.
double cr_load_next(const cr_load_def *l, double time) {
    enum { PARTS = 32 }; // of a pulse, of a period
    if (l->keys > 0) {
        for (int i = 0; i < l->keys; i++)
            if (l->time[i] > time) return l->time[i];
        return HUGE_VAL;
    }
    if (time < l->start) return l->start;
    double bends[] = {l->start + l->attack, l->end, l->end + l->release}, next = HUGE_VAL;
    for (int i = 0; i < 3; i++)
        if (bends[i] > time) next = cr_min(next, bends[i]);
    if (next == HUGE_VAL && !(l->end == HUGE_VAL)) return next;
    if (l->shape == CR_LOAD_PULSE)
        next = cr_min(next, next_on_grid(l->start, (l->end - l->start) / PARTS, time));
    if (l->shape == CR_LOAD_SINE)
        next = cr_min(next, next_on_grid(l->start, 1.0 / (PARTS * l->frequency), time));
    return next;
}
