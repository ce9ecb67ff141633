// Acceleration noise. A sphere of radius R whose centre has the acceleration a along an axis sounds, at the
// distance r and the angle theta from it, like
//   p = rho R^3 cos(theta)/r^2 (y + (r/c) y'), delayed by (r - R)/c,  T^2 y'' + 2 T y' + 2 y = a,  T = R/c.
// A body of volume V and added mass k V along the axis: R = (V (1 + k)/(2 pi))^(1/3), for a sphere its own.
// y is a mode with lambda = (-1 + i)/T, driven by a/T^2: forces are constant or straight in time between
// events, and with v of derivation U1, y = Im(v - f/lambda - f'/lambda^2) T, y' = Im(lambda v - f'/lambda) T.
// Two spheres that collide scatter each other's waves: across the axis, where the dipoles are silent,
// boundary elements have -19, -16, -13 and -10 dB of the level on the axis at k R = 0.5, 1, 1.5 and 2. With
//   p' = 0.13 sin(theta)^2 rho R^3/(r c) T y'',  y along the normal into each body, both with the same sign,
// the sum is within 2 dB of that.
// It is computed at CR_DECIMATE_FACTOR times the rate: a contact of hard balls lasts two samples.
#include "base/def.h"
#include "base/numeric.h"
#include "sound/decimate.h"
#include "sound/sounder.h"

#include <string.h>

enum { AXES = 3, ACROSS = 2 * AXES, SIGNALS, FINE = CR_DECIMATE_FACTOR * CR_SOUND_BLOCK };

// A force on the body as a whole, by its corners: an impulse that takes its time, or one that is constant.
typedef struct thrust {
    double t0, duration;
    bool used, held;
    int next;
    cr_vec size; // N s, or N
} thrust;

typedef struct axis {
    double radius, period;    // R, T
    double turn[2], force[2]; // e^(lambda h) and v
    double push, slope;       // f and f' now
} axis;

struct cr_clicker {
    cr_clicker_def def;
    cr_decimator decimator;
    axis axis[AXES];
    thrust *thrust; // the first `thrusts` are under way
    int thrusts;
    double bend[CR_PULSE_PARTS + 1];
    long long blocks;
    cr_vec face;   // from where it was struck, a unit or 0
    double struck; // N s: how hard, the hardest in this block
    bool pushed;   // there are forces by samples
    double sampled[AXES]
                  [CR_SOUND_BLOCK + 1]; // N: held over each sample; first what the block before ended with
    double fine[SIGNALS][CR_DECIMATE_TAPS + FINE]; // y and y' of each axis at the high rate
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
                d->forces >= 1;
    for (int k = 0; k < AXES; k++) fine = fine && d->added[k] >= 0.0 && d->added[k] < 1e6;
    if (fine) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "clicker", "a value of its definition is out of range");
}

cr_clicker *cr_clicker_new(const cr_clicker_def *def, cr_arena *arena, cr_error *error) {
    if (check_def(def, error) != CR_OK) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_clicker *c = cr_arena_take(arena, 1, sizeof *c);
    thrust *thrusts = c ? cr_arena_take(arena, (size_t)def->forces, sizeof *thrusts) : NULL;
    if (!thrusts) {
        cr_arena_rewind(arena, mark);
        cr_fail(error, CR_ERR_MEMORY, "clicker", "no memory");
        return NULL;
    }
    c->def = *def;
    c->thrust = thrusts;
    cr_decimator_init(&c->decimator);
    cr_pulse_bends(def->exponent, c->bend);
    double h = 1.0 / (def->rate * CR_DECIMATE_FACTOR);
    for (int k = 0; k < AXES; k++) {
        axis *a = &c->axis[k];
        a->radius = cr_pow(def->volume * (1.0 + def->added[k]) / (2.0 * cr_pi), 1.0 / 3.0);
        a->period = a->radius / def->sound;
        double r = cr_exp(-h / a->period);
        a->turn[0] = r * cr_cos(h / a->period);
        a->turn[1] = r * cr_sin(h / a->period);
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

cr_status cr_clicker_contact(cr_clicker *c, const cr_sound_contact *contact, cr_error *error) {
    double numbers = contact->t0 + contact->duration + contact->impulse.x + contact->impulse.y +
                     contact->impulse.z + contact->force.x + contact->force.y + contact->force.z;
    if (!isfinite(numbers) || isnan(contact->t1) || contact->duration < 0.0)
        return cr_fail(error, CR_ERR_INPUT, "contact", "a value is not finite, or its duration is negative");
    if (contact->t1 < contact->t0)
        return cr_fail(error, CR_ERR_INPUT, "contact", "ends at %g s before it begins at %g s", contact->t1,
                       contact->t0);
    double t0 = cr_max(contact->t0, time_of(c, c->blocks)), least = 1.0 / (c->def.rate * CR_DECIMATE_FACTOR);
    thrust struck = {t0, cr_max(contact->duration, least), true, false, 0, contact->impulse};
    thrust held = {t0, contact->t1 - t0, true, true, 0, contact->force};
    cr_status status = CR_OK;
    double least_force = least_acceleration * c->def.mass;
    if (cr_vec_length(contact->impulse) > least_force * struck.duration) status = add(c, &struck, error);
    if (status == CR_OK && contact->t1 > t0 && cr_vec_length(contact->force) > least_force)
        status = add(c, &held, error);
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
static void change(axis *a, double step, double bend, double lag) {
    double T = a->period, x = -0.5 * T * step, y = -0.5 * T * step + 0.5 * T * T * bend;
    double r = cr_exp(-lag / T), c = r * cr_cos(lag / T), s = r * cr_sin(lag / T);
    a->force[0] += c * x - s * y;
    a->force[1] += s * x + c * y;
    a->slope += bend;
    a->push += step + bend * lag;
}

static double corner_time(const thrust *t) {
    if (t->held) return t->next ? t->t0 + t->duration : t->t0;
    return t->t0 + t->duration * t->next / CR_PULSE_PARTS;
}

// All corners of a force up to now.
static void apply(cr_clicker *c, thrust *t, double now) {
    const int corners = t->held ? 2 : CR_PULSE_PARTS + 1;
    for (double at; t->next < corners && (at = corner_time(t)) <= now; t->next++) {
        double step = t->held ? (t->next ? -1.0 : 1.0) : 0.0;
        double bend = t->held ? 0.0 : c->bend[t->next] / cr_square(t->duration);
        const double size[AXES] = {t->size.x, t->size.y, t->size.z};
        for (int k = 0; k < AXES; k++) {
            double scale = size[k] / (c->def.mass * cr_square(c->axis[k].period)); // of a/T^2
            change(&c->axis[k], step * scale, bend * scale, now - at);
        }
    }
    t->used = t->next < corners;
}

static void push_sample(cr_clicker *c, int n) {
    for (int k = 0; k < AXES; k++) {
        double step = c->sampled[k][n + 1] - c->sampled[k][n];
        if (step != 0.0) change(&c->axis[k], step / (c->def.mass * cr_square(c->axis[k].period)), 0.0, 0.0);
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

static void fine_samples(cr_clicker *c) {
    double h = 1.0 / (c->def.rate * CR_DECIMATE_FACTOR), start = time_of(c, c->blocks);
    for (int i = 0; i < FINE; i++) {
        bool struck = false;
        for (int k = 0; k < AXES; k++) {
            axis *a = &c->axis[k];
            double x = a->force[0], y = a->force[1];
            a->force[0] = a->turn[0] * x - a->turn[1] * y;
            a->force[1] = a->turn[1] * x + a->turn[0] * y;
            a->push += a->slope * h;
        }
        if (c->pushed && i % CR_DECIMATE_FACTOR == 0) push_sample(c, i / CR_DECIMATE_FACTOR);
        for (int j = 0; j < c->thrusts; j++)
            if (c->thrust[j].used) {
                apply(c, &c->thrust[j], start + i * h);
                struck = struck || (c->thrust[j].used && !c->thrust[j].held && c->thrust[j].next);
            }
        const double face[AXES] = {c->face.x, c->face.y, c->face.z};
        double across = 0.0;
        for (int k = 0; k < AXES; k++) {
            axis *a = &c->axis[k];
            if (!struck) a->slope = 0.0; // without the rounding of its bends
            double T = a->period, x = a->force[0], y = a->force[1];
            double at = T * (y + 0.5 * T * a->push - 0.5 * T * T * a->slope),
                   rate = x - y + 0.5 * T * T * a->slope;
            c->fine[2 * k][CR_DECIMATE_TAPS + i] = at;
            c->fine[2 * k + 1][CR_DECIMATE_TAPS + i] = rate;
            across += face[k] * (T * a->push - 2.0 * rate - 2.0 * at / T); // T y''
        }
        c->fine[ACROSS][CR_DECIMATE_TAPS + i] = across;
    }
}

static void drop_ended(cr_clicker *c) {
    int left = 0;
    for (int j = 0; j < c->thrusts; j++)
        if (c->thrust[j].used) c->thrust[left++] = c->thrust[j];
    c->thrusts = left;
}

// Whether anything happens in this block or still sounds from before.
static bool at_work(cr_clicker *c) {
    double end = time_of(c, c->blocks + 1), size = 0.0;
    if (c->pushed) return true;
    for (int j = 0; j < c->thrusts; j++)
        if (corner_time(&c->thrust[j]) < end) return true;
    for (int s = 0; s < SIGNALS; s++)
        for (int i = 0; i < CR_DECIMATE_TAPS; i++) size += fabs(c->fine[s][i]);
    for (int k = 0; k < AXES; k++) size += fabs(c->axis[k].force[0]) + fabs(c->axis[k].force[1]);
    return size > 1e-20;
}

// rho R^3 cos(theta)/r^2 of y and that times r/c of y', at both ends of the block.
static void gains(const cr_clicker *c, cr_vec at, double gain[SIGNALS]) {
    const double x[AXES] = {at.x, at.y, at.z};
    double r = cr_vec_length(at), mean = 0.0;
    for (int k = 0; k < AXES; k++) {
        double R = c->axis[k].radius, far = cr_max(r, R);
        double near = r > 0.0 ? c->def.density * R * R * R * (x[k] / r) / (far * far) : 0.0;
        gain[2 * k] = near;
        gain[2 * k + 1] = near * far / c->def.sound;
        mean += R / AXES;
    }
    double along = r > 0.0 ? cr_vec_dot(at, c->face) / r : 0.0;
    gain[ACROSS] =
        0.13 * (1.0 - along * along) * c->def.density * mean * mean * mean / (cr_max(r, mean) * c->def.sound);
}

void cr_clicker_run(cr_clicker *c, const cr_vec (*at)[2], double *const *out) {
    if (!at_work(c)) {
        c->blocks++;
        return;
    }
    fine_samples(c);
    drop_ended(c);
    if (c->pushed) end_pushes(c);
    for (int n = 0; n < CR_SOUND_BLOCK; n++) {
        double signal[SIGNALS];
        for (int s = 0; s < SIGNALS; s++)
            signal[s] = cr_decimator_take(&c->decimator, c->fine[s] + CR_DECIMATE_FACTOR * n + 1);
        for (int e = 0; e < c->def.ears; e++) {
            double share = (double)n / CR_SOUND_BLOCK, gain[SIGNALS], sum = 0.0;
            cr_vec ear = cr_vec_along(at[e][0], share, cr_vec_sub(at[e][1], at[e][0]));
            gains(c, ear, gain);
            for (int s = 0; s < SIGNALS; s++) sum += gain[s] * signal[s];
            out[e][n] += sum;
        }
    }
    for (int s = 0; s < SIGNALS; s++)
        for (int i = 0; i < CR_DECIMATE_TAPS; i++) c->fine[s][i] = c->fine[s][FINE + i];
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
