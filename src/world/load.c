// Loads over time. A step never reaches across a time at which a load bends, so that within it a load is
// smooth, and its mean over the step gives the impulse.
#include "base/numeric.h"
#include "base/random.h"
#include "world/hold.h"

int cr_keys_until(const double *time, int keys, double t) {
    int low = 0, high = keys;
    while (low < high) {
        int middle = (low + high) / 2;
        if (time[middle] <= t) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool cr_load_is_blow(const cr_load_def *load) {
    return load->keys == 0 && load->end == load->start;
}

// Rises over `attack`, holds until `end`, falls over `release`.
static double envelope(const cr_load_def *l, double t) {
    if (t < l->start || t >= l->end + l->release) return 0.0;
    double level = l->attack > 0.0 ? cr_min((t - l->start) / l->attack, 1.0) : 1.0;
    return t > l->end ? level * (1.0 - (t - l->end) / l->release) : level;
}

// Time between the knots of noise. Its spectrum is sinc^8(f knot), which is a half at f knot = 0.2275 and
// below -53 dB from f knot = 1 on.
static double knot_time(const cr_load_def *l) {
    return 0.2275 / l->frequency;
}

// Noise as a cubic spline: n(t) = sum_k g_k B(t/knot - k)/sqrt(151/315), with independent Gaussian g_k and
// the B-spline B, the integral of whose square is 151/315: variance 1 on the mean over time. A knot depends
// on its number alone, so that any time can be asked for.
static double noise(const cr_load_def *l, double since) {
    double at = since / knot_time(l), whole = floor(at), x = at - whole, y = 1.0 - x;
    const double weight[] = {y * y * y, 4.0 - 6.0 * x * x + 3.0 * x * x * x,
                             4.0 - 6.0 * y * y + 3.0 * y * y * y, x * x * x};
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        uint64_t state = cr_random_seed(cr_random_seed(l->seed) + (uint64_t)(int64_t)whole + (uint64_t)i);
        sum += weight[i] / 6.0 * cr_random_gaussian(&state);
    }
    return sum / 0.6923620;
}

static double level(const cr_load_def *l, double t) {
    double since = t - l->start, length = l->end - l->start;
    switch (l->shape) {
    case CR_LOAD_PULSE:
        return since < 0.0 || since >= length ? 0.0 : 0.5 - 0.5 * cr_cos(2.0 * cr_pi * since / length);
    case CR_LOAD_SINE:
        return envelope(l, t) * cr_sin(2.0 * cr_pi * l->frequency * since);
    case CR_LOAD_NOISE:
        return envelope(l, t) * noise(l, since);
    case CR_LOAD_HOLD:
        break;
    }
    return envelope(l, t);
}

static void add_keys(const cr_load_def *l, double t, double weight, cr_vec *force, cr_vec *torque) {
    if (t < l->time[0] || t >= l->time[l->keys - 1]) return;
    int low = cr_keys_until(l->time, l->keys, t) - 1;
    double x = (t - l->time[low]) / (l->time[low + 1] - l->time[low]);
    for (int i = 0; i < 2; i++) {
        double share = weight * (i ? x : 1.0 - x);
        if (l->forces) *force = cr_vec_along(*force, share, l->forces[low + i]);
        if (l->torques) *torque = cr_vec_along(*torque, share, l->torques[low + i]);
    }
}

// Gauss's three points: exact for what is held or goes straight and for noise, to 1e-10 for a 32nd of a pulse
// or period.
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
    enum { PARTS = 32, OF_KNOT = 8 }; // of a pulse, of a period; of noise about as many
    if (l->keys > 0) {
        int next = cr_keys_until(l->time, l->keys, time);
        return next < l->keys ? l->time[next] : HUGE_VAL;
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
    if (l->shape == CR_LOAD_NOISE) next = cr_min(next, next_on_grid(l->start, knot_time(l) / OF_KNOT, time));
    return next;
}
