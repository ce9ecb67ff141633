// Frames that are moved: straight or smooth between keys.
#include "base/numeric.h"
#include "world/model.h"

// Values and slopes of the cubic with end slopes m0, m1 (per unit of the interval) at x in [0, 1].
typedef struct blend {
    double a, b, m0, m1;
} blend;

static blend cubic(double x) {
    return (blend){(1.0 + 2.0 * x) * (1.0 - x) * (1.0 - x), x * x * (3.0 - 2.0 * x),
                   x * (1.0 - x) * (1.0 - x), x * x * (x - 1.0)};
}

static blend cubic_slope(double x) {
    return (blend){6.0 * x * (x - 1.0), 6.0 * x * (1.0 - x), (1.0 - x) * (1.0 - 3.0 * x),
                   x * (3.0 * x - 2.0)};
}

static blend straight(double x) {
    return (blend){1.0 - x, x, 0.0, 0.0};
}

static blend straight_slope(double x) {
    (void)x;
    return (blend){-1.0, 1.0, 0.0, 0.0};
}

// Slope at a key: the mean over both intervals, none at the ends.
static cr_vec slope_at(const cr_drive_def *d, int key, double length) {
    if (key == 0 || key == d->keys - 1) return (cr_vec){0};
    cr_vec way = cr_vec_sub(d->pose[key + 1].at, d->pose[key - 1].at);
    return cr_vec_scale(length / (d->time[key + 1] - d->time[key - 1]), way);
}

static cr_vec mixed(const cr_drive_def *d, int key, double length, blend w) {
    cr_vec p = cr_vec_add(cr_vec_scale(w.a, d->pose[key].at), cr_vec_scale(w.b, d->pose[key + 1].at));
    p = cr_vec_along(p, w.m0, slope_at(d, key, length));
    return cr_vec_along(p, w.m1, slope_at(d, key + 1, length));
}

// The turn from one key to the next as a vector (axis times angle), the short way.
static cr_vec turn_between(cr_quat from, cr_quat to) {
    cr_quat q = cr_quat_mul(cr_quat_inverse(from), to);
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    cr_vec v = {sign * q.x, sign * q.y, sign * q.z};
    double sine = cr_vec_length(v), half = cr_atan2(sine, sign * q.w);
    return cr_vec_scale(sine > 1e-12 ? 2.0 * half / sine : 2.0, v);
}

static cr_quat turned_by(cr_vec v) {
    double angle = cr_vec_length(v), s = angle > 1e-12 ? cr_sin(0.5 * angle) / angle : 0.5;
    return (cr_quat){cr_cos(0.5 * angle), s * v.x, s * v.y, s * v.z};
}

static int key_before(const cr_drive_def *d, double time) {
    int key = 0;
    while (key + 2 < d->keys && d->time[key + 1] <= time) key++;
    return key;
}

// Before the first key and after the last the frame rests there.
static void evaluate(const cr_drive_def *d, double time, cr_rigid_state *state) {
    int key = key_before(d, time);
    if (d->keys == 1 || time < d->time[0] || time >= d->time[d->keys - 1]) {
        int end = d->keys == 1 || time < d->time[0] ? 0 : d->keys - 1;
        *state = (cr_rigid_state){.at = d->pose[end].at, .turn = cr_quat_unit(d->pose[end].turn)};
        return;
    }
    double length = d->time[key + 1] - d->time[key], x = (time - d->time[key]) / length;
    blend value = d->smooth ? cubic(x) : straight(x), slope = d->smooth ? cubic_slope(x) : straight_slope(x);
    state->at = mixed(d, key, length, value);
    state->velocity = cr_vec_scale(1.0 / length, mixed(d, key, length, slope));
    cr_vec turn = turn_between(d->pose[key].turn, d->pose[key + 1].turn);
    state->turn = cr_quat_unit(cr_quat_mul(d->pose[key].turn, turned_by(cr_vec_scale(value.b, turn))));
    state->spin = cr_vec_scale(slope.b / length, turn);
}

void cr_drive_state(const cr_body *body, double time, cr_rigid_state *state) {
    *state = body->start;
    if (body->drive.keys > 0) evaluate(&body->drive, time, state);
}

cr_body_state cr_drive_def_at(const cr_drive_def *drive, double time) {
    cr_rigid_state state;
    evaluate(drive, time, &state);
    return (cr_body_state){{state.at, state.turn}, state.velocity, cr_quat_turn(state.turn, state.spin)};
}
