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

void cr_columns_point(const cr_metric *metric, cr_vec point, cr_vec own, const cr_vec direction[3],
                      double sign, int *hint, double *rows) {
    const cr_body *body = metric->body;
    cr_vec arm = cr_vec_sub(point, metric->at);
    double *modal[3], along[3][3];
    for (int k = 0; k < 3; k++) {
        double *row = rows + (size_t)k * (size_t)body->freedoms;
        if (body->moves) {
            cr_vec turn = into_frame(metric, cr_vec_cross(arm, direction[k]));
            put(row, cr_vec_scale(sign * metric->linear, direction[k]));
            put(row + 3, cr_vec_scale(sign * metric->angular, cr_rigid_root_solve(&body->rigid, turn)));
            row += 6;
        }
        cr_vec d = cr_vec_scale(sign, cr_quat_back(metric->turn, direction[k]));
        put(along[k], d);
        for (int j = 0; j < body->modes; j++) row[j] = 0.0;
        modal[k] = row;
    }
    if (body->modes == 0) return;
    cr_skin_place place = place_of(body, metric->at, metric->turn, own, hint);
    add_modes(body, &place, (const double(*)[3])along, modal);
    for (int k = 0; metric->modal && k < 3; k++)
        for (int j = 0; j < body->modes; j++) modal[k][j] *= metric->modal[j];
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

cr_vec cr_bend_at(const cr_body *body, const cr_rigid_state *state, const double *q, cr_vec point,
                  int *hint) {
    if (body->modes == 0) return (cr_vec){0};
    cr_skin_place place = place_of(body, state->at, state->turn, point, hint);
    size_t n = (size_t)body->modes;
    double u[3] = {0.0, 0.0, 0.0};
    for (int corner = 0; corner < 3; corner++) {
        size_t vertex = (size_t)body->from->triangle[3 * (size_t)place.triangle + (size_t)corner];
        const float *shape = body->shape + 3 * vertex * n;
        for (size_t k = 0; k < 3; k++)
            for (size_t j = 0; j < n; j++) u[k] += place.weight[corner] * (double)shape[k * n + j] * q[j];
    }
    return cr_quat_turn(state->turn, (cr_vec){u[0], u[1], u[2]});
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
