#include "base/numeric.h"
#include "world/world_internal.h"

// A space vector in the body's frame, as torques act over a step: (1 - h/2 [m]) R0^T v with the mean spin m.
// With it the angular momentum in space changes by h times the torque exactly (Cayley's map), and the work
// h m . torque is that of R0^T v.
static cr_vec into_frame(const cr_metric *metric, cr_vec v) {
    cr_vec c = cr_quat_back(metric->turn_start, v);
    return cr_vec_sub(c, cr_vec_cross(metric->half, c));
}

static void put(double *row, cr_vec v) {
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
}

// Shapes of the modes at a place of the skin, along three directions of the body's frame.
CR_CLONES
static void add_modes(const cr_body *body, const cr_skin_place *place, const double direction[3][3],
                      double *const row[3]) {
    size_t n = (size_t)body->modes;
    for (int corner = 0; corner < 3; corner++) {
        size_t vertex = (size_t)body->from->triangle[3 * (size_t)place->triangle + (size_t)corner];
        const float *shape = body->shape + 3 * vertex * n;
        for (int k = 0; k < 3; k++) {
            double x = place->weight[corner] * direction[k][0], y = place->weight[corner] * direction[k][1],
                   z = place->weight[corner] * direction[k][2];
            for (size_t j = 0; j < n; j++)
                row[k][j] += x * (double)shape[j] + y * (double)shape[n + j] + z * (double)shape[2 * n + j];
        }
    }
}

// The place of the skin nearest to a point of space.
static cr_skin_place place_of(const cr_body *body, cr_vec at, cr_quat turn, cr_vec point, int *hint) {
    cr_vec p = cr_vec_add(cr_quat_back(turn, cr_vec_sub(point, at)), body->centre);
    cr_skin_place place = cr_skin_find(body->skin, p, *hint);
    *hint = place.triangle;
    return place;
}

static void put_rigid(const cr_metric *metric, cr_vec arm, cr_vec direction, double sign, double *row) {
    const cr_body *body = metric->body;
    cr_vec turn = into_frame(metric, cr_vec_cross(arm, direction));
    put(row, cr_vec_scale(sign * metric->linear, direction));
    put(row + 3, cr_vec_scale(sign * metric->angular, cr_rigid_root_solve(&body->rigid, turn)));
}

// The same of a contact point, which moves little from one time to the next.
static cr_skin_place follow_place(const cr_body *body, cr_vec at, cr_quat turn, cr_vec point,
                                  cr_skin_hint *hint) {
    cr_vec p = cr_vec_add(cr_quat_back(turn, cr_vec_sub(point, at)), body->centre);
    return cr_skin_follow(body->skin, p, hint);
}

static void put_modes(const cr_metric *metric, const cr_skin_place *place, const double along[3][3],
                      double *const modal[3]) {
    const cr_body *body = metric->body;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < body->modes; j++) modal[k][j] = 0.0;
    add_modes(body, place, along, modal);
    for (int k = 0; metric->modal && k < 3; k++)
        for (int j = 0; j < body->modes; j++) modal[k][j] *= metric->modal[j];
}

void cr_columns_point(const cr_metric *metric, cr_vec point, cr_vec own, const cr_vec direction[3],
                      double sign, cr_skin_hint *hint, double *rows) {
    const cr_body *body = metric->body;
    cr_vec arm = cr_vec_sub(point, metric->at);
    double *modal[3], along[3][3];
    for (int k = 0; k < 3; k++) {
        double *row = rows + (size_t)k * (size_t)body->freedoms;
        if (body->moves) {
            put_rigid(metric, arm, direction[k], sign, row);
            row += 6;
        }
        put(along[k], cr_vec_scale(sign, cr_quat_back(metric->turn, direction[k])));
        modal[k] = row;
    }
    if (body->modes == 0) return;
    cr_skin_place place = follow_place(body, metric->at, metric->turn, own, hint);
    put_modes(metric, &place, (const double(*)[3])along, modal);
}

// P r with P = R0 (1 - [a])^-1, a = h/2 of the mean spin: the mean of R0 and R1.
static cr_vec mean_turn(const cr_metric *metric, cr_vec r) {
    cr_vec a = metric->half;
    cr_vec sum = cr_vec_add(cr_vec_add(r, cr_vec_cross(a, r)), cr_vec_scale(cr_vec_dot(a, r), a));
    return cr_quat_turn(metric->turn_start, cr_vec_scale(1.0 / (1.0 + cr_vec_dot(a, a)), sum));
}

static cr_vec mean_turn_back(const cr_metric *metric, cr_vec v) {
    cr_vec a = metric->half, r = cr_quat_back(metric->turn_start, v);
    cr_vec sum = cr_vec_add(cr_vec_sub(r, cr_vec_cross(a, r)), cr_vec_scale(cr_vec_dot(a, r), a));
    return cr_vec_scale(1.0 / (1.0 + cr_vec_dot(a, a)), sum);
}

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
typedef float four_short __attribute__((vector_size(16), aligned(4), may_alias));

// sum_j (w0 a_j + w1 b_j + w2 c_j) q_j, in the same order on all machines.
CR_CLONES static double weighed(const double w[3], const float *const shape[3], const double *q, size_t n) {
    four sum = {0.0};
    size_t j = 0;
    for (; j + 4 <= n; j += 4) {
        four u = {0.0};
        for (int c = 0; c < 3; c++)
            u += w[c] * __builtin_convertvector(*(const four_short *)(const void *)(shape[c] + j), four);
        sum += u * *(const four *)(const void *)(q + j);
    }
    double rest = 0.0;
    for (; j < n; j++)
        rest += (w[0] * (double)shape[0][j] + w[1] * (double)shape[1][j] + w[2] * (double)shape[2][j]) * q[j];
    return ((sum[0] + sum[2]) + (sum[1] + sum[3])) + rest;
}

// Displacement by modes at a place of the skin, in the body's frame.
static cr_vec bend_of(const cr_body *body, const cr_skin_place *place, const double *q) {
    size_t n = (size_t)body->modes;
    const float *corner[3];
    double u[3];
    for (size_t c = 0; c < 3; c++)
        corner[c] = body->shape + 3 * n * (size_t)body->from->triangle[3 * (size_t)place->triangle + c];
    for (size_t k = 0; k < 3; k++) {
        const float *const shape[3] = {corner[0] + k * n, corner[1] + k * n, corner[2] + k * n};
        u[k] = weighed(place->weight, shape, q, n);
    }
    return (cr_vec){u[0], u[1], u[2]};
}

double cr_bend_mobility(const cr_body *body, const cr_rigid_state *state, cr_vec point, cr_vec direction,
                        cr_skin_hint *hint) {
    if (body->modes == 0) return 0.0;
    cr_skin_place place = follow_place(body, state->at, state->turn, point, hint);
    cr_vec own = cr_quat_back(state->turn, direction);
    size_t n = (size_t)body->modes;
    const float *corner[3];
    for (size_t c = 0; c < 3; c++)
        corner[c] = body->shape + 3 * n * (size_t)body->from->triangle[3 * (size_t)place.triangle + c];
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) {
        double u[3] = {0.0};
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++) u[k] += place.weight[c] * (double)corner[c][k * n + j];
        sum += cr_square(own.x * u[0] + own.y * u[1] + own.z * u[2]);
    }
    return sum;
}

cr_vec cr_bend_own(const cr_body *body, const double *q, cr_vec on, int *hint) {
    if (body->modes == 0) return (cr_vec){0};
    cr_skin_place place = place_of(body, (cr_vec){0}, cr_quat_none, on, hint);
    return bend_of(body, &place, q);
}

cr_vec cr_bend_at(const cr_body *body, const cr_rigid_state *state, const double *q, cr_vec point,
                  cr_skin_hint *hint) {
    if (body->modes == 0) return (cr_vec){0};
    cr_skin_place place = follow_place(body, state->at, state->turn, point, hint);
    return cr_quat_turn(state->turn, bend_of(body, &place, q));
}

void cr_bend_both(const cr_body *body, const cr_rigid_state *state, const double *q, const double *rate,
                  cr_vec point, cr_skin_hint *hint, cr_vec *way, cr_vec *speed) {
    cr_skin_place place = follow_place(body, state->at, state->turn, point, hint);
    *way = cr_quat_turn(state->turn, bend_of(body, &place, q));
    *speed = cr_quat_turn(state->turn, bend_of(body, &place, rate));
}

// R1 x1 - R0 x0 = (R1 - R0)(x0 + x1)/2 + (R0 + R1)/2 (x1 - x0), with the arm x = r + u of the bent body.
void cr_columns_anchor(const cr_metric *metric, cr_vec on, const cr_vec direction[3], double sign, int *hint,
                       double *rows) {
    const cr_body *body = metric->body;
    cr_vec bent = cr_vec_add(on, cr_bend_own(body, metric->shape, on, hint)), arm = mean_turn(metric, bent);
    double *modal[3], along[3][3];
    for (int k = 0; k < 3; k++) {
        double *row = rows + (size_t)k * (size_t)body->freedoms;
        if (body->moves) {
            put_rigid(metric, arm, direction[k], sign, row);
            row += 6;
        }
        put(along[k], cr_vec_scale(sign, mean_turn_back(metric, direction[k])));
        modal[k] = row;
    }
    if (body->modes == 0) return;
    cr_skin_place place = place_of(body, (cr_vec){0}, cr_quat_none, on, hint);
    put_modes(metric, &place, (const double(*)[3])along, modal);
}

void cr_columns_turn(const cr_metric *metric, const cr_vec direction[3], double sign, double *rows) {
    const cr_body *body = metric->body;
    for (int k = 0; k < 3; k++) {
        double *row = rows + (size_t)k * (size_t)body->freedoms;
        for (int j = 0; j < body->freedoms; j++) row[j] = 0.0;
        if (!body->moves) continue;
        cr_vec turn = into_frame(metric, direction[k]);
        put(row + 3, cr_vec_scale(sign * metric->angular, cr_rigid_root_solve(&body->rigid, turn)));
    }
}

void cr_metric_scale(const cr_metric *metric, cr_vec way, cr_vec turn, const double *modes, double *scaled) {
    const cr_body *body = metric->body;
    if (body->moves) {
        put(scaled, cr_vec_scale(1.0 / metric->linear, way));
        put(scaled + 3, cr_vec_scale(1.0 / metric->angular, cr_rigid_root_apply_back(&body->rigid, turn)));
        scaled += 6;
    }
    for (int j = 0; j < body->modes; j++) scaled[j] = metric->modal ? modes[j] / metric->modal[j] : modes[j];
}

void cr_modes_pull(const cr_body *body, const cr_rigid_state *state, cr_vec force, cr_vec point, int *hint,
                   double *modal) {
    cr_skin_place place = place_of(body, state->at, state->turn, point, hint);
    cr_vec f = cr_quat_back(state->turn, force);
    size_t n = (size_t)body->modes;
    for (int corner = 0; corner < 3; corner++) {
        size_t vertex = (size_t)body->from->triangle[3 * (size_t)place.triangle + (size_t)corner];
        const float *shape = body->shape + 3 * vertex * n;
        for (size_t j = 0; j < n; j++)
            modal[j] += place.weight[corner] * (f.x * (double)shape[j] + f.y * (double)shape[n + j] +
                                                f.z * (double)shape[2 * n + j]);
    }
}

double cr_bend_bound(const cr_body *body, const double *q) {
    double sum = 0.0;
    for (int j = 0; j < body->modes; j++) sum += body->most[j] * fabs(q[j]);
    return sum;
}
