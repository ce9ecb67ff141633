// Least squares in e over the one damping of a law. The unknown is u = log lambda. Each point alone gives a
// damping; their median is the start, and Gauss-Newton with halved steps does the rest.
#include "restitution/job.h"

#include <stdlib.h>

static const double derivative_step = 1e-4; // in u
static const double step_most = 2.0, step_least = 1e-12;

typedef struct model {
    const cr_law *law;
    double mass;
    const cr_restitution_measured *points;
    int count;
    cr_error *error;
} model;

static cr_status restitution(const model *m, double lambda, double v, double *e) {
    cr_law law;
    cr_restitution_point point;
    bool closed_form;
    cr_status status = cr_law_with_damping(m->law, lambda, &law, m->error);
    if (status == CR_OK) status = cr_restitution_at(&law, m->mass, v, &point, &closed_form, m->error);
    if (status == CR_OK) *e = isnan(point.e) ? 0.0 : point.e; // a mass that never leaves
    return status;
}

// The damping at which one point lies on the curve, to a percent. e falls as the damping grows.
static cr_status invert(const model *m, const cr_restitution_measured *point, double *lambda) {
    double first = (1.0 - point->e) / cr_restitution_slope(m->law->n, m->law->p);
    double lo = cr_restitution_damping(m->law, m->mass, point->v, first), hi = lo, e = 0.0;
    cr_status status = restitution(m, lo, point->v, &e);
    bool above = e > point->e;
    for (int i = 0; i < 60 && status == CR_OK && (e > point->e) == above; i++) {
        if (above) lo = hi, hi *= 2.0;
        else hi = lo, lo *= 0.5;
        status = restitution(m, above ? hi : lo, point->v, &e);
    }
    while (status == CR_OK && hi > 1.01 * lo) {
        double middle = sqrt(lo * hi);
        status = restitution(m, middle, point->v, &e);
        if (e > point->e) lo = middle;
        else hi = middle;
    }
    *lambda = sqrt(lo * hi);
    return status;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The median over the points that lost anything; 0 when none did.
static cr_status median_damping(const cr_command *command, const model *m, double *median) {
    double *dampings = cr_command_take(command, (size_t)m->count, sizeof *dampings, m->error);
    if (!dampings) return m->error->status;
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        if (m->points[i].e >= 1.0) continue;
        cr_status status = invert(m, &m->points[i], &dampings[count++]);
        if (status != CR_OK) return status;
    }
    qsort(dampings, (size_t)count, sizeof *dampings, by_size);
    *median = count ? dampings[count / 2] : 0.0;
    return CR_OK;
}

static cr_status sum_of_squares(const model *m, double u, double *sum) {
    *sum = 0.0;
    for (int i = 0; i < m->count; i++) {
        double e;
        cr_status status = restitution(m, exp(u), m->points[i].v, &e);
        if (status != CR_OK) return status;
        *sum += (m->points[i].e - e) * (m->points[i].e - e);
    }
    return CR_OK;
}

// sum J r and sum J J with J = de/du and r the residuals.
static cr_status normal_equation(const model *m, double u, double *right, double *left) {
    *right = *left = 0.0;
    for (int i = 0; i < m->count; i++) {
        double v = m->points[i].v, before, e, after;
        cr_status status = restitution(m, exp(u - derivative_step), v, &before);
        if (status == CR_OK) status = restitution(m, exp(u), v, &e);
        if (status == CR_OK) status = restitution(m, exp(u + derivative_step), v, &after);
        if (status != CR_OK) return status;
        double slope = (after - before) / (2.0 * derivative_step);
        *right += slope * (m->points[i].e - e);
        *left += slope * slope;
    }
    return CR_OK;
}

static cr_status gauss_newton(const model *m, double *u, double *sum, double *left) {
    cr_status status = sum_of_squares(m, *u, sum);
    for (int round = 0; round < 100 && status == CR_OK; round++) {
        double right, next_sum = HUGE_VAL;
        status = normal_equation(m, *u, &right, left);
        if (status != CR_OK || *left == 0.0) break;
        double step = fmax(-step_most, fmin(step_most, right / *left));
        for (; fabs(step) > step_least; step *= 0.5) {
            status = sum_of_squares(m, *u + step, &next_sum);
            if (status != CR_OK || next_sum < *sum) break;
        }
        if (!(next_sum < *sum)) break;
        *u += step;
        *sum = next_sum;
    }
    return status;
}

cr_status cr_restitution_fit_damping(const cr_command *command, const cr_law *law, double mass,
                                     const cr_restitution_measured *points, int count,
                                     cr_restitution_fit *fit, cr_error *error) {
    const model m = {law, mass, points, count, error};
    double start = 0.0, sum = 0.0, left = 0.0;
    *fit = (cr_restitution_fit){.points = count, .lambda_error = count > 1 ? 0.0 : CR_NAN};
    cr_status status = median_damping(command, &m, &start);
    if (status != CR_OK || start == 0.0) return status;
    double u = log(start);
    status = gauss_newton(&m, &u, &sum, &left);
    fit->lambda = exp(u);
    fit->rms = sqrt(sum / count);
    if (count > 1) fit->lambda_error = fit->lambda * sqrt(sum / (count - 1) / left);
    return status;
}
