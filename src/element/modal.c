// Objects by their modes, each with exact frequency and decay; and the one whose modes are given as numbers:
// count x (frequency [Hz], sigma [1/s]) and then, point by point, one mass-normalised shape value per mode
// [kg^-1/2].
#include "element/element_internal.h"
#include "element/oscillator.h"

enum { MODES };

static const cr_param params[] = {{"modes", "", "number of modes", 1, 1, 4096}};

static cr_status take(cr_element *e, double **table, cr_arena *arena, cr_error *error) {
    *table = cr_arena_take(arena, (size_t)e->modes, sizeof(double));
    if (*table) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, e->type->name, "no memory for %d modes", e->modes);
}

cr_status cr_modal_take(cr_element *e, cr_arena *arena, cr_error *error) {
    cr_status status = take(e, &e->mode_frequency, arena, error);
    return status == CR_OK ? take(e, &e->mode_sigma, arena, error) : status;
}

cr_status cr_modal_fill(cr_element *e, cr_arena *arena, cr_error *error) {
    double **tables[] = {&e->mode_keep, &e->mode_pull, &e->mode_push};
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < 3; i++) status = take(e, tables[i], arena, error);
    for (int i = 0; status == CR_OK && i < e->modes; i++) {
        cr_oscillator o;
        status = cr_oscillator_make(e->mode_frequency[i], e->mode_sigma[i], e->h, &o, error);
        e->mode_keep[i] = o.keep;
        e->mode_pull[i] = o.pull;
        e->mode_push[i] = cr_oscillator_push(1.0, o.keep, e->h);
        e->margin = cr_min(e->margin, o.margin);
    }
    return status;
}

void cr_modal_predict(cr_element *e) {
    for (int i = 0; i < e->modes; i++) {
        e->d_next[i] = e->mode_keep[i] * e->d[i] - e->mode_pull[i] * e->u[i];
        e->u_next[i] = e->u[i] + e->d_next[i];
    }
}

double cr_modal_energy(const cr_element *e) {
    double sum = 0.0;
    for (int i = 0; i < e->modes; i++)
        sum += cr_oscillator_energy(1.0, e->mode_keep[i], e->mode_pull[i], e->h, e->u[i], e->d[i]);
    return sum;
}

double cr_modal_loss(const cr_element *e) {
    double sum = 0.0;
    for (int i = 0; i < e->modes; i++)
        sum += cr_oscillator_loss(1.0, e->mode_keep[i], e->h, e->d[i], e->d_next[i]);
    return sum;
}

double cr_modal_mode(const cr_element *e, int n, bool ideal) {
    (void)ideal;
    return e->mode_frequency[n - 1];
}

void cr_modal_locate(const cr_element *e, cr_modal_shape shape, const double *where, cr_port *port) {
    port->count = e->modes;
    for (int i = 0; i < e->modes; i++) {
        port->at[i] = i;
        port->read[i] = shape(e, i, where);
        port->push[i] = e->mode_push[i] * port->read[i];
    }
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
    cr_status status = cr_modal_take(e, arena, error);
    for (int i = 0; status == CR_OK && i < e->modes; i++) {
        e->mode_frequency[i] = e->given[2 * i];
        e->mode_sigma[i] = e->given[2 * i + 1];
    }
    return status == CR_OK ? cr_modal_fill(e, arena, error) : status;
}

// Between the points of the shapes, linear in the relative coordinate.
static double shape(const cr_element *e, int i, const double *where) {
    int last = e->given_count / e->modes - 3, left = (int)(where[0] * last);
    if (left >= last && last > 0) left = last - 1;
    double share = last > 0 ? where[0] * last - left : 0.0;
    const double *a = e->given + (2 + left) * e->modes + i, *b = last > 0 ? a + e->modes : a;
    return (1.0 - share) * *a + share * *b;
}

static cr_status locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    (void)error;
    cr_modal_locate(e, shape, where, port);
    return CR_OK;
}

const cr_element_type cr_element_modal = {
    .name = "modal",
    .doc = "an object given by its modes, each with exact frequency and decay",
    .source = "S1, mended",
    .params = params,
    .param_count = 1,
    .traits = CR_TRAIT_MODES | CR_TRAIT_GIVEN,
    .axes = 1,
    .plan = plan,
    .fill = fill,
    .predict = cr_modal_predict,
    .energy = cr_modal_energy,
    .loss = cr_modal_loss,
    .locate = locate,
    .mode = cr_modal_mode};
