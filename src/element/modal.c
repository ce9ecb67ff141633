// A modal object: modes with frequency, decay and mass-normalised shape at named points, each exact. The
// numbers come with the element: count x (frequency [Hz], sigma [1/s]) and then, point by point, one shape
// value per mode [kg^-1/2].
#include "element/element_internal.h"
#include "element/oscillator.h"

enum { MODES };

static const cr_param params[] = {{"modes", "", "number of modes", 1, 1, 4096}};

static int shape_points(const cr_element *e) {
    return (e->given_count - 2 * e->modes) / e->modes;
}

static cr_status plan(cr_element *e, cr_error *error) {
    e->points = e->modes = (int)e->value[MODES];
    e->mass = 1.0;
    e->margin = 1e9;
    if (e->given_count < 3 * e->modes || e->given_count % e->modes)
        return cr_fail(
            error, CR_ERR_INPUT, "modal",
            "%d modes need a frequency, a decay and one shape value per point each; got %d numbers", e->modes,
            e->given_count);
    return CR_OK;
}

static cr_status fill(cr_element *e, cr_arena *arena, cr_error *error) {
    double **tables[] = {&e->mode_keep, &e->mode_pull, &e->mode_push, &e->mode_frequency, &e->mode_sigma};
    for (int i = 0; i < 5; i++) {
        *tables[i] = cr_arena_take(arena, (size_t)e->modes, sizeof(double));
        if (!*tables[i]) return cr_fail(error, CR_ERR_MEMORY, "modal", "no memory for %d modes", e->modes);
    }
    for (int i = 0; i < e->modes; i++) {
        cr_oscillator o;
        cr_status status = cr_oscillator_make(e->given[2 * i], e->given[2 * i + 1], e->h, &o, error);
        if (status != CR_OK) return status;
        e->mode_frequency[i] = e->given[2 * i];
        e->mode_sigma[i] = e->given[2 * i + 1];
        e->mode_keep[i] = o.keep;
        e->mode_pull[i] = o.pull;
        e->mode_push[i] = cr_oscillator_push(1.0, o.keep, e->h);
        e->margin = cr_min(e->margin, o.margin);
    }
    return CR_OK;
}

static void predict(cr_element *e) {
    for (int i = 0; i < e->modes; i++) {
        e->d_next[i] = e->mode_keep[i] * e->d[i] - e->mode_pull[i] * e->u[i];
        e->u_next[i] = e->u[i] + e->d_next[i];
    }
}

static double energy(const cr_element *e) {
    double sum = 0.0;
    for (int i = 0; i < e->modes; i++)
        sum += cr_oscillator_energy(1.0, e->mode_keep[i], e->mode_pull[i], e->h, e->u[i], e->d[i]);
    return sum;
}

static double loss(const cr_element *e) {
    double sum = 0.0;
    for (int i = 0; i < e->modes; i++)
        sum += cr_oscillator_loss(1.0, e->mode_keep[i], e->h, e->d[i], e->d_next[i]);
    return sum;
}

// Between the points of the shapes, linear in the relative coordinate.
static cr_status locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    (void)error;
    int last = shape_points(e) - 1, left = (int)(where[0] * last);
    if (left >= last && last > 0) left = last - 1;
    double share = last > 0 ? where[0] * last - left : 0.0;
    const double *shapes = e->given + 2 * e->modes, *a = shapes + left * e->modes,
                 *b = last > 0 ? a + e->modes : a;
    port->count = e->modes;
    for (int i = 0; i < e->modes; i++) {
        port->at[i] = i;
        port->read[i] = (1.0 - share) * a[i] + share * b[i];
        port->push[i] = e->mode_push[i] * port->read[i];
    }
    return CR_OK;
}

static double mode(const cr_element *e, int n, bool ideal) {
    (void)ideal;
    return e->given[2 * (n - 1)];
}

const cr_element_type cr_element_modal = {
    .name = "modal",
    .doc = "an object given by its modes, each with exact frequency and decay",
    .source = "S1, mended",
    .params = params,
    .param_count = 1,
    .axes = 1,
    .modal = true,
    .plan = plan,
    .fill = fill,
    .predict = predict,
    .energy = energy,
    .loss = loss,
    .locate = locate,
    .mode = mode};
