// Acceleration noise. A sphere of radius R whose centre has the acceleration a along an axis sounds, at the
// distance r and the angle theta from it, like
//   p = rho R^3 cos(theta)/r^2 (y + (r/c) y'), delayed by (r - R)/c,  T^2 y'' + 2 T y' + 2 y = a,  T = R/c.
// A body of volume V and added mass k V along the axis: R = (V (1 + k)/(2 pi))^(1/3), for a sphere its own.
// y is a mode with lambda = (-1 + i)/T, driven by a/T^2: forces are constant or straight in time between
// events, and with v of derivation U1, y = Im(v - f/lambda - f'/lambda^2) T, y' = Im(lambda v - f'/lambda) T.
// Two spheres that collide scatter each other's waves: across the axis, where the dipoles are silent,
// a series of waves about both has -19.6, -16.4, -13.4 and -10.4 dB of the level on the axis at k R = 0.5, 1,
// 1.5 and 2 (tests/rigs/ball_pair.h). With
//   p' = sin(theta)^2 rho R^3/(r c) (0.088 T y'' + 0.062 T^2 y'''),  T^2 y''' = T^2 f' - 2 T y'' - 2 y',
// y along the normal into each body, both with the same sign, the sum is within 1.5 dB of that.
// It is computed at CR_DECIMATE_FACTOR times the rate: a contact of hard balls lasts two samples.
#include "base/def.h"
#include "base/numeric.h"
#include "sound/decimate.h"
#include "sound/sounder.h"

#include <string.h>

static const double across[2] = {0.088, 0.062};

enum { AXES = 3, ACROSS = AXES, RATES, SIGNALS = RATES + AXES, FINE = CR_DECIMATE_FACTOR * CR_SOUND_BLOCK };

// What changes the force on the body as a whole, by its corners: an impulse that takes its time, or a held
// force that becomes another in a straight line.
typedef struct thrust {
    double due; // s: its next corner; HUGE_VAL: it has ended
    double t0, duration;
    bool change; // of a held force; duration 0: at once
    int next;    // corner
    cr_vec size; // N s, or N
} thrust;

// The step of force that was told last, into which the next goes over.
typedef struct held {
    double t0, t1, half; // s; half: of the change at t0
    cr_vec force;        // N
} held;

typedef struct axis {
    double radius, period; // R, T
} axis;

// v, f and f' of the axes side by side; the fourth stays 0.
typedef struct state {
    cr_lanes_four x, y, push, slope;
} state;

// Numbers of the axes as the state's kernel needs them.
typedef struct lanes {
    cr_lanes_four turn[2];         // e^(lambda h)
    cr_lanes_four period, inverse; // T, 1/T; 0 of the fourth
} lanes;

struct cr_clicker {
    cr_clicker_def def;
    cr_decimator decimator;
    axis axis[AXES];
    lanes lanes;
    state state;
    thrust *thrust; // the first `thrusts` are under way
    int thrusts;
    bool sloping; // some of them are under way
    held held;
    double bend[CR_PULSE_PARTS + 1];
    long long blocks;
    cr_vec face;   // from where it was struck, a unit or 0
    double struck; // N s: how hard, the hardest in this block
    bool pushed;   // there are forces by samples
    double sampled[AXES]
                  [CR_SOUND_BLOCK + 1]; // N: held over each sample; first what the block before ended with
    double fine[SIGNALS][FINE]; // y of each axis, what is heard across, y' of each axis, at the high rate
    double (*ear)[CR_DECIMATE_TAPS + FINE]; // what each ear hears of them
    bool rings;                             // there is any of it from before
};

cr_clicker_def cr_clicker_def_default(void) {
    return (cr_clicker_def){.rate = 44100.0,
                            .mass = 1.0,
                            .volume = 1e-3,
                            .added = {0.5, 0.5, 0.5},
                            .exponent = 1.5,
                            .sound = 343.2,
                            .density = 1.204,
                            .ears = 1,
                            .forces = 256,
                            .made = CR_DEF_MADE};
}

static cr_status check_def(const cr_clicker_def *d, cr_error *error) {
    cr_status status = cr_def_check(d->made, "clicker", error);
    if (status != CR_OK) return status;
    bool fine = d->rate >= 1000.0 && d->rate <= 1e7 && fabs(d->start) <= 1e9 && d->mass > 0.0 &&
                d->volume > 0.0 && d->volume < 1e6 && d->sound > 0.0 && d->density > 0.0 &&
                d->exponent >= 1.0 && d->exponent <= 5.0 && d->ears >= 1 && d->ears <= CR_SOUND_EARS &&
                d->forces >= 1 && d->blend >= 0.0 && d->blend <= 1.0;
    for (int k = 0; k < AXES; k++) fine = fine && d->added[k] >= 0.0 && d->added[k] < 1e6;
    if (fine) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "clicker", "a value of its definition is out of range");
}

cr_clicker *cr_clicker_new(const cr_clicker_def *def, cr_arena *arena, cr_error *error) {
    if (check_def(def, error) != CR_OK) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_clicker *c = cr_arena_take(arena, 1, sizeof *c);
    thrust *thrusts = c ? cr_arena_take(arena, (size_t)def->forces, sizeof *thrusts) : NULL;
    if (thrusts) c->ear = cr_arena_take(arena, (size_t)def->ears, sizeof *c->ear);
    if (!thrusts || !c->ear) {
        cr_arena_rewind(arena, mark);
        cr_fail(error, CR_ERR_MEMORY, "clicker", "no memory");
        return NULL;
    }
    c->def = *def;
    c->thrust = thrusts;
    c->held.t1 = -HUGE_VAL;
    cr_decimator_init(&c->decimator);
    cr_pulse_bends(def->exponent, c->bend);
    double h = 1.0 / (def->rate * CR_DECIMATE_FACTOR);
    for (int k = 0; k < AXES; k++) {
        axis *a = &c->axis[k];
        a->radius = cr_pow(def->volume * (1.0 + def->added[k]) / (2.0 * cr_pi), 1.0 / 3.0);
        a->period = a->radius / def->sound;
        double r = cr_exp(-h / a->period);
        c->lanes.turn[0][k] = r * cr_cos(h / a->period);
        c->lanes.turn[1][k] = r * cr_sin(h / a->period);
        c->lanes.period[k] = a->period;
        c->lanes.inverse[k] = 1.0 / a->period;
    }
    return c;
}

double cr_clicker_lead(const cr_clicker *c) {
    double sum = 0.0;
    for (int k = 0; k < AXES; k++) sum += c->axis[k].period / AXES;
    return sum + cr_decimator_lag() / c->def.rate;
}

static double time_of(const cr_clicker *c, long long block) {
    return c->def.start + (double)(block * CR_SOUND_BLOCK) / c->def.rate;
}

static cr_status add(cr_clicker *c, const thrust *t, cr_error *error) {
    if (c->thrusts >= c->def.forces)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "clicker",
                       "more than %d forces are pending: run it further first", c->def.forces);
    c->thrust[c->thrusts++] = *t;
    return CR_OK;
}

// Forces that cancel as well as they are solved, and blows that are as soft: a ball of 1 m radius would make
// 1e-7 Pa of it at 1 m. A blow takes the longer the weaker it is; of those that rounding deals out at every
// step of a contact thousands would be under way at a time.
static const double least_acceleration = 1e-7; // m/s^2

static bool counts(const cr_clicker *c, cr_vec force) {
    return cr_vec_length(force) > least_acceleration * c->def.mass;
}

// The held force grows by `size` in a straight line about the time t, `half` to both sides, and late.
static cr_status grow(cr_clicker *c, double t, double half, cr_vec size, cr_error *error) {
    const double shortest = 1e-9; // s: bends over less than that lose digits
    double late = c->def.blend, begin = cr_max(t + late - half, time_of(c, c->blocks));
    if (half < shortest) half = 0.0;
    return add(c, &(thrust){begin, begin, 2.0 * half, true, 0, size}, error);
}

// Half the time in which a step of force comes or goes: as long as it or its neighbour is at most, so that
// changes do not overlap.
static double half_of(const cr_clicker *c, double length, double neighbour) {
    return cr_min(c->def.blend, 0.5 * cr_min(length, neighbour));
}

// A step of force beside the one that was told last.
static cr_status hold_beside(cr_clicker *c, const cr_sound_contact *step, cr_error *error) {
    double half = half_of(c, step->t1 - step->t0, step->t1 - step->t0);
    if (!counts(c, step->force)) return CR_OK;
    cr_status status = grow(c, step->t0, half, step->force, error);
    if (status != CR_OK) return status;
    status = grow(c, step->t1, half, cr_vec_scale(-1.0, step->force), error);
    if (status != CR_OK) c->thrusts--; // all of it or nothing
    return status;
}

// What nothing has followed on ends at once.
static cr_status let_go(cr_clicker *c, cr_error *error) {
    held *h = &c->held;
    if (cr_vec_length(h->force) == 0.0) return CR_OK;
    cr_status status = grow(c, h->t1, 0.0, cr_vec_scale(-1.0, h->force), error);
    if (status == CR_OK) h->force = (cr_vec){0};
    return status;
}

// The force of a step: more of the one that was told last, or what that goes over into. What acted before the
// first sample acts from there on.
static cr_status hold(cr_clicker *c, const cr_sound_contact *step, cr_error *error) {
    held *h = &c->held;
    double t0 = step->t0, t1 = step->t1, half = 0.0;
    bool more = h->t0 == t0 && h->t1 == t1, follows = h->t1 == t0;
    if (!more && h->t1 > t0) return hold_beside(c, step, error);
    cr_status status = more || follows ? CR_OK : let_go(c, error);
    if (status != CR_OK) return status;
    if (more) half = h->half;
    else if (follows) half = half_of(c, h->t1 - h->t0, t1 - t0);
    if (!more) h->t0 = t0, h->t1 = t1, h->half = half;
    cr_vec change = more ? step->force : cr_vec_sub(step->force, h->force);
    if (!counts(c, change)) return CR_OK;
    status = grow(c, step->before ? t0 - c->def.blend : t0, half, change, error);
    if (status == CR_OK) h->force = cr_vec_add(h->force, change);
    return status;
}

cr_status cr_clicker_contact(cr_clicker *c, const cr_sound_contact *contact, cr_error *error) {
    double numbers = contact->t0 + contact->duration + contact->impulse.x + contact->impulse.y +
                     contact->impulse.z + contact->force.x + contact->force.y + contact->force.z;
    if (!isfinite(numbers) || isnan(contact->t1) || contact->duration < 0.0)
        return cr_fail(error, CR_ERR_INPUT, "contact", "a value is not finite, or its duration is negative");
    if (contact->t1 < contact->t0)
        return cr_fail(error, CR_ERR_INPUT, "contact", "ends at %g s before it begins at %g s", contact->t1,
                       contact->t0);
    double least = 1.0 / (c->def.rate * CR_DECIMATE_FACTOR), duration = cr_max(contact->duration, least),
           t0 = cr_max(contact->t0 + (contact->ends ? 0.0 : c->def.blend), time_of(c, c->blocks));
    cr_status status = CR_OK;
    if (counts(c, cr_vec_scale(1.0 / duration, contact->impulse)))
        status = add(c, &(thrust){t0, t0, duration, false, 0, contact->impulse}, error);
    if (status == CR_OK && contact->t1 > contact->t0) status = hold(c, contact, error);
    return status;
}

void cr_clicker_face(cr_clicker *c, cr_vec normal, double impulse) {
    if (!(impulse > c->struck)) return;
    c->struck = impulse;
    c->face = normal;
}

void cr_clicker_push(cr_clicker *c, cr_vec direction, const double force[CR_SOUND_BLOCK]) {
    const double along[AXES] = {direction.x, direction.y, direction.z};
    c->pushed = true;
    for (int k = 0; k < AXES; k++)
        for (int n = 0; n < CR_SOUND_BLOCK; n++) c->sampled[k][n + 1] += along[k] * force[n];
}

// A step of f and one of f', `lag` before now: v += (df/lambda + df'/lambda^2) e^(lambda lag). 1/lambda = -T
// (1 + i)/2, 1/lambda^2 = i T^2/2.
static void change(cr_clicker *clicker, int k, double step, double bend, double lag) {
    state *a = &clicker->state;
    double T = clicker->axis[k].period, x = -0.5 * T * step, y = -0.5 * T * step + 0.5 * T * T * bend;
    double r = cr_exp(-lag / T), c = r * cr_cos(lag / T), s = r * cr_sin(lag / T);
    a->x[k] += c * x - s * y;
    a->y[k] += s * x + c * y;
    a->slope[k] += bend;
    a->push[k] += step + bend * lag;
}

static double corner_time(const thrust *t) {
    int last = t->duration == 0.0 ? 0 : t->change ? 1 : CR_PULSE_PARTS;
    return t->next > last ? HUGE_VAL : last ? t->t0 + t->duration * t->next / last : t->t0;
}

// All corners of a force up to now.
static void apply(cr_clicker *c, thrust *t, double now) {
    while (t->due <= now) {
        bool at_once = t->duration == 0.0;
        double step = at_once ? 1.0 : 0.0, bend = 0.0;
        if (!at_once)
            bend =
                t->change ? (t->next ? -1.0 : 1.0) / t->duration : c->bend[t->next] / cr_square(t->duration);
        const double size[AXES] = {t->size.x, t->size.y, t->size.z};
        for (int k = 0; k < AXES; k++) {
            double scale = size[k] / (c->def.mass * cr_square(c->axis[k].period)); // of a/T^2
            if (size[k] != 0.0) change(c, k, step * scale, bend * scale, now - t->due);
        }
        t->next++;
        t->due = corner_time(t);
    }
}

static void push_sample(cr_clicker *c, int n) {
    for (int k = 0; k < AXES; k++) {
        double step = c->sampled[k][n + 1] - c->sampled[k][n];
        if (step != 0.0) change(c, k, step / (c->def.mass * cr_square(c->axis[k].period)), 0.0, 0.0);
    }
}

// The last sample is held until the next block.
static void end_pushes(cr_clicker *c) {
    c->pushed = false;
    for (int k = 0; k < AXES; k++) {
        double last = c->sampled[k][CR_SOUND_BLOCK];
        memset(c->sampled[k], 0, sizeof c->sampled[k]);
        c->sampled[k][0] = last;
        c->pushed = c->pushed || last != 0.0;
    }
}

// Everything that happens up to now; returns when the next thing does.
static double act(cr_clicker *c, double now) {
    double next = HUGE_VAL;
    c->sloping = false;
    for (int j = 0; j < c->thrusts; j++) {
        thrust *t = &c->thrust[j];
        if (t->due <= now) apply(c, t, now);
        next = cr_min(next, t->due);
        c->sloping = c->sloping || (t->next && t->due < HUGE_VAL);
    }
    return next;
}

// y, what is heard across and y' at the samples from one to another, without anything that happens in
// between: the state is that of the first, and becomes that of the last.
CR_CLONES static void run_freely(cr_clicker *c, int from, int until, double h) {
    const cr_lanes_four turn = c->lanes.turn[0], over = c->lanes.turn[1], T = c->lanes.period,
                        inverse = c->lanes.inverse, half = 0.5 * T * T,
                        face = {c->face.x, c->face.y, c->face.z, 0.0}, slope = c->state.slope;
    cr_lanes_four x = c->state.x, y = c->state.y, push = c->state.push;
    for (int i = from; i < until; i++) {
        if (i > from) {
            cr_lanes_four turned = turn * x - over * y;
            y = over * x + turn * y;
            x = turned;
            push += slope * h;
        }
        cr_lanes_four rate = x - y + half * slope, at = T * (y + 0.5 * T * push - half * slope),
                      bent = T * push - 2.0 * rate - 2.0 * inverse * at, // T y''
            beside = face * (across[0] * bent + across[1] * (2.0 * half * slope - 2.0 * bent - 2.0 * rate));
        for (int k = 0; k < AXES; k++) {
            c->fine[k][i] = at[k];
            c->fine[RATES + k][i] = rate[k];
        }
        c->fine[ACROSS][i] = beside[0] + beside[1] + beside[2];
    }
    c->state.x = x;
    c->state.y = y;
    c->state.push = push;
}

// What has died away is put to rest at least every so many fine samples, before its numbers become subnormal.
enum { REST_EVERY = 64 };

static void turn_state(cr_clicker *c, double h) {
    state *s = &c->state;
    for (int k = 0; k < AXES; k++) {
        double x = s->x[k], y = s->y[k];
        if (fabs(x) + fabs(y) < 1e-100) x = y = 0.0;
        s->x[k] = c->lanes.turn[0][k] * x - c->lanes.turn[1][k] * y;
        s->y[k] = c->lanes.turn[1][k] * x + c->lanes.turn[0][k] * y;
        s->push[k] += s->slope[k] * h;
    }
}

// The first sample after i before which anything happens, with `due` the time of what is next.
static int next_event(const cr_clicker *c, int i, double start, double h, double due) {
    double n = ceil((due - start) / h);
    int last = i + REST_EVERY < FINE ? i + REST_EVERY : FINE, next = n < last ? (int)n : last;
    while (next < last && start + next * h < due) next++;
    next = next > i ? next : i + 1;
    int sample = (i / CR_DECIMATE_FACTOR + 1) * CR_DECIMATE_FACTOR;
    return c->pushed && sample < next ? sample : next;
}

static void fine_samples(cr_clicker *c) {
    double h = 1.0 / (c->def.rate * CR_DECIMATE_FACTOR), start = time_of(c, c->blocks), due = -HUGE_VAL;
    for (int i = 0, next; i < FINE; i = next) {
        turn_state(c, h);
        if (c->pushed && i % CR_DECIMATE_FACTOR == 0) push_sample(c, i / CR_DECIMATE_FACTOR);
        if (start + i * h >= due) due = act(c, start + i * h);
        if (!c->sloping) c->state.slope = (cr_lanes_four){0}; // without the rounding of its bends
        next = next_event(c, i, start, h, due);
        run_freely(c, i, next, h);
    }
}

static void drop_ended(cr_clicker *c) {
    int left = 0;
    for (int j = 0; j < c->thrusts; j++)
        if (c->thrust[j].due < HUGE_VAL) c->thrust[left++] = c->thrust[j];
    c->thrusts = left;
}

// Whether anything happens in this block or still sounds from before.
static bool at_work(const cr_clicker *c) {
    double end = time_of(c, c->blocks + 1), size = 0.0;
    if (c->pushed || c->rings) return true;
    for (int j = 0; j < c->thrusts; j++)
        if (c->thrust[j].due < end) return true;
    for (int k = 0; k < AXES; k++) size += fabs(c->state.x[k]) + fabs(c->state.y[k]);
    return size > 1e-20;
}

// rho R^3 cos(theta)/r^2 of y and that times r/c of y'.
static void gains(const cr_clicker *c, cr_vec at, double gain[SIGNALS]) {
    const double x[AXES] = {at.x, at.y, at.z};
    double r = cr_vec_length(at), mean = 0.0;
    for (int k = 0; k < AXES; k++) {
        double R = c->axis[k].radius, far = cr_max(r, R);
        double near = r > 0.0 ? c->def.density * R * R * R * (x[k] / r) / (far * far) : 0.0;
        gain[k] = near;
        gain[RATES + k] = near * far / c->def.sound;
        mean += R / AXES;
    }
    double along = r > 0.0 ? cr_vec_dot(at, c->face) / r : 0.0;
    gain[ACROSS] =
        (1.0 - along * along) * c->def.density * mean * mean * mean / (cr_max(r, mean) * c->def.sound);
}

// Signals from one fine sample to another by their gains, which go straight from `gain` on.
CR_CLONES static void weigh(const cr_clicker *c, int from, int count, const double gain[SIGNALS],
                            const double slope[SIGNALS], double *restrict out) {
    for (int i = 0; i < count; i++) {
        double sum = 0.0, n = (double)i;
        for (int s = 0; s < SIGNALS; s++) sum += (gain[s] + n * slope[s]) * c->fine[s][from + i];
        out[from + i] = sum;
    }
}

// An ear that moves has other gains at every sample of the low rate, straight in between.
static void weigh_block(const cr_clicker *c, const cr_vec at[2], double *out) {
    double gain[SIGNALS], next[SIGNALS], slope[SIGNALS] = {0.0};
    cr_vec way = cr_vec_sub(at[1], at[0]);
    gains(c, at[0], gain);
    if (cr_vec_dot(way, way) == 0.0) {
        weigh(c, 0, FINE, gain, slope, out);
        return;
    }
    for (int n = 0; n < CR_SOUND_BLOCK; n++) {
        gains(c, cr_vec_along(at[0], (n + 1.0) / CR_SOUND_BLOCK, way), next);
        for (int s = 0; s < SIGNALS; s++) slope[s] = (next[s] - gain[s]) / CR_DECIMATE_FACTOR;
        weigh(c, n * CR_DECIMATE_FACTOR, CR_DECIMATE_FACTOR, gain, slope, out);
        memcpy(gain, next, sizeof gain);
    }
}

void cr_clicker_run(cr_clicker *c, const cr_vec (*at)[2], double *const *out) {
    if (c->held.t1 < time_of(c, c->blocks + 1)) (void)let_go(c, NULL); // if there is no room, next time
    if (!at_work(c)) {
        c->blocks++;
        return;
    }
    fine_samples(c);
    drop_ended(c);
    if (c->pushed) end_pushes(c);
    double size = 0.0;
    for (int e = 0; e < c->def.ears; e++) {
        double *heard = c->ear[e];
        weigh_block(c, at[e], heard + CR_DECIMATE_TAPS);
        for (int n = 0; n < CR_SOUND_BLOCK; n++)
            out[e][n] += cr_decimator_take(&c->decimator, heard + CR_DECIMATE_FACTOR * n + 1);
        memcpy(heard, heard + FINE, CR_DECIMATE_TAPS * sizeof *heard);
        for (int i = 0; i < CR_DECIMATE_TAPS; i++) size = cr_max(size, fabs(heard[i]));
    }
    c->rings = size > 1e-20; // Pa
    c->struck = 0.0;
    c->blocks++;
}

typedef struct shell {
    double square[3];
    int along;
} shell;

// alpha = abc int_0^inf dl/((d^2 + l) sqrt((a^2 + l)(b^2 + l)(c^2 + l))), l = y/(1 - y)
static double shell_part(double y, double rest, const void *context) {
    const shell *s = context;
    double l = y / rest, product = 1.0;
    for (int k = 0; k < 3; k++) product *= s->square[k] + l;
    return 1.0 / ((s->square[s->along] + l) * sqrt(product) * rest * rest);
}

// alpha/(2 - alpha)   Lamb, Hydrodynamics, 114
void cr_sound_added_mass(const double semi[3], double added[3]) {
    double size = cr_pow(semi[0] * semi[1] * semi[2], 1.0 / 3.0);
    for (int k = 0; k < 3; k++) {
        shell s = {.along = k};
        for (int i = 0; i < 3; i++) s.square[i] = cr_square(semi[i] / size);
        double alpha = cr_integrate_unit(shell_part, &s);
        added[k] = alpha / (2.0 - alpha);
    }
}

// I_x = m (b^2 + c^2)/5
void cr_sound_semi_axes(double mass, const double inertia[3], double semi[3]) {
    double sum = 0.5 * (inertia[0] + inertia[1] + inertia[2]);
    for (int k = 0; k < 3; k++) semi[k] = sqrt(cr_max(5.0 / mass * (sum - inertia[k]), 0.0));
}
