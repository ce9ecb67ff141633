#include "bowed_waves.h"

#include "base/numeric.h"

#include <stdlib.h>

// What comes back of a wave: the weights of the steps from `first` ago on.
typedef struct echo {
    int first, count;
    double *weight;
} echo;

// The string to the one side of the bow: what runs out there, after `before` steps of the past, and comes in.
typedef struct side {
    echo echo;
    double *out, *in;
} side;

typedef struct waves {
    side side[2]; // towards the nearer end, and the other
    int steps, before;
    double h, z;                // s, wave impedance [kg/s]
    double give, mobility;      // of the hair and the string that turns: R/K [s], 1/(R + K h/2)
    double stretch;             // of these [m]
    double force, speed;        // of the bow
    double falls_by;            // of its friction
    double most, attack, start; // F_max [N], s, length of the firm start [s]
    bool slipping;
} waves;

static const double rest = 0.8, dynamic = 0.3; // the friction of docs/bowing.md
const bowed_hair bowed_usual = {0.5, 5.0, 1.0}, bowed_rigid = {0.5, HUGE_VAL, 1.0};

// int (x - t)+ of a normal distribution of this deviation.
static double ramp(double x, double deviation) {
    double u = x / deviation;
    return 0.5 * x * erfc(-u * sqrt(0.5)) + deviation * exp(-0.5 * u * u) / sqrt(2.0 * cr_pi);
}

// On the way there and back, T long, harmonics decay by exp(-(sigma0 + sigma1 k^2) T): the echo is a normal
// distribution of the variance 2 sigma1 T/c^2 about T. Between steps a wave is straight.
static echo echo_of(const bowed_string *s, double share, double h) {
    double c = 2.0 * s->length * s->f0, time = share / s->f0, delay = time / h;
    double deviation = sqrt(2.0 * s->sigma1 * time) / (c * h), reach = 6.0 * deviation + 1.0;
    echo e = {.first = (int)cr_max(1.0, delay - reach)};
    e.count = (int)(delay + reach) + 2 - e.first;
    e.weight = calloc((size_t)e.count, sizeof *e.weight);
    if (!e.weight) abort();
    for (int i = 0; i < e.count; i++) {
        double x = e.first + i - delay;
        e.weight[i] = -exp(-s->sigma0 * time) *
                      (ramp(x + 1.0, deviation) - 2.0 * ramp(x, deviation) + ramp(x - 1.0, deviation));
    }
    return e;
}

static waves waves_of(const bowed_string *s, const bowing *how, double seconds, const bowed_hair *hair) {
    waves w = {.h = 1.0 / (BOWED_RATE * how->oversample), .z = bowed_string_impedance(s)};
    double beta = how->position, resistance = hair->resistance * w.z; // 2 Z_t
    w.steps = (int)(seconds * BOWED_RATE) * how->oversample;
    w.give = hair->give * cr_max(5e-5, 0.2 * beta * (1.0 - beta) / s->f0);
    w.mobility = 1.0 / (resistance * (1.0 + 0.5 * w.h / w.give));
    w.force = how->force;
    w.speed = how->velocity;
    w.falls_by = hair->falls_by;
    w.attack = how->attack;
    w.start = cr_min(60.0, 4.5 / beta) / s->f0;
    w.most = 2.0 * w.z * how->velocity / (beta * (rest - dynamic));
    for (int i = 0; i < 2; i++) w.side[i].echo = echo_of(s, i ? 1.0 - beta : beta, w.h);
    w.before = w.side[1].echo.first + w.side[1].echo.count;
    for (int i = 0; i < 2; i++) {
        w.side[i].out = calloc((size_t)(w.before + w.steps), sizeof(double));
        w.side[i].in = calloc((size_t)w.steps, sizeof(double));
        if (!w.side[i].out || !w.side[i].in) abort();
    }
    return w;
}

static void waves_free(waves *w) {
    for (int i = 0; i < 2; i++) {
        free(w->side[i].echo.weight);
        free(w->side[i].out);
        free(w->side[i].in);
    }
}

static double saw(double periods) {
    return periods - floor(periods) - 0.5;
}

// The period before in Helmholtz's motion: waves -v/beta saw(t -+ x/c), and those of the constant force.
static void begin_in_motion(waves *w, const bowing *how, double period) {
    double beta = how->position, v0 = w->falls_by * w->speed;
    double force = w->force * (dynamic + (rest - dynamic) * v0 / (v0 + w->speed / beta));
    for (int i = 0; i < w->before; i++) {
        double t = (i - w->before) * w->h / period;
        double in[2] = {-w->speed / beta * saw(t - 0.5 * beta), w->speed / beta * saw(t + 0.5 * beta)};
        for (int k = 0; k < 2; k++) w->side[k].out[i] = in[1 - k] + 0.25 * force / w->z;
        w->slipping = floor(t - 0.5 * beta) != floor(t + 0.5 * beta);
    }
}

// Friction where the point would have the velocity `reach` against the bow without it, and loses `mobility`
// of it per newton: sticks up to the limit, slips while there is a speed s + mobility F mu(s) = |reach|.
static double friction_of(waves *w, double reach, double mobility, double force, double speed) {
    double v0 = w->falls_by * speed, push = mobility * force, most = fabs(reach), s = -1.0;
    if (w->slipping || most > push * rest) {
        double half = 0.5 * (most - v0 - push * dynamic), square = half * half - v0 * (push * rest - most);
        if (square >= 0.0) s = half + sqrt(square);
    }
    w->slipping = s > 0.0;
    double f = w->slipping ? force * (dynamic + (rest - dynamic) * v0 / (v0 + s)) : most / mobility;
    return copysign(cr_min(f, force * rest), reach);
}

// One step: v = a + b - f/(2 Z) with what comes in from both sides; each side gets what comes from the other.
static double bow_step(waves *w, int n, bowed_begin begin) {
    double t = n * w->h, speed = w->speed, force = w->force;
    if (begin == BOWED_FROM_REST) {
        double level = cr_clamp(t / w->attack, 1e-6, 1.0), left = cr_max(0.0, 1.0 - t / w->start);
        speed *= level;
        force = cr_max(force, force + (0.9 * w->most * level - force) * left);
    }
    double a = w->side[0].in[n], b = w->side[1].in[n], own = 0.5 / w->z;
    double back = w->mobility > 0.0 ? w->stretch / (w->give + 0.5 * w->h) : 0.0;
    double f = friction_of(w, a + b - speed + back, own + w->mobility, force, speed);
    w->stretch += w->h * (w->mobility * f - back);
    w->side[0].out[w->before + n] = b - own * f;
    w->side[1].out[w->before + n] = a - own * f;
    return a + b - own * f;
}

// What comes in during the steps from `first` on, which is the echo of what ran out before them.
static void come_in(const waves *w, int first, int count) {
    for (int k = 0; k < 2; k++) {
        const side *s = &w->side[k];
        for (int i = 0; i < s->echo.count; i++) {
            const double *out = s->out + w->before + first - s->echo.first - i;
            for (int n = 0; n < count; n++) s->in[first + n] += s->echo.weight[i] * out[n];
        }
    }
}

bowed_tone bow_waves(const bowed_string *s, const bowing *how, bowed_begin begin, const bowed_hair *hair) {
    static double velocity[BOWED_HEARD];
    waves w = waves_of(s, how, begin == BOWED_FROM_REST ? 1.6 : 1.0, hair);
    int at_once = w.side[0].echo.first < w.side[1].echo.first ? w.side[0].echo.first : w.side[1].echo.first;
    int heard = w.steps - BOWED_HEARD * how->oversample;
    if (begin == BOWED_FROM_HELMHOLTZ) begin_in_motion(&w, how, 1.0 / s->f0);
    for (int i = 0; i < BOWED_HEARD; i++) velocity[i] = 0.0;
    for (int n = 0; n < w.steps; n++) {
        if (n % at_once == 0) come_in(&w, n, at_once < w.steps - n ? at_once : w.steps - n);
        double v = bow_step(&w, n, begin) / how->oversample;
        if (n >= heard) velocity[(n - heard) / how->oversample] += v;
    }
    waves_free(&w);
    bowed_tone tone = {0};
    bowed_tone_measure(velocity, s, how, &tone);
    return tone;
}
