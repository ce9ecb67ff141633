// A rigid rail: a barrier with a height of its own at every point along a line. u[0] is where it is told to
// be, as of a barrier; u[1] stays 1, and a point reads its height there.
#include "element/element_internal.h"

enum { POSITION, RISE, FROM, TO, STEPS };

static const cr_param params[] = {
    {"position", "m", "where its heights begin", 0, -1e3, 1e3},
    {"rise", "m", "of its middle above its ends, as a parabola; less than 0: a hollow", 0, -10, 10},
    {"from", "", "where it begins along the line that it meets, 0 to 1", 0, 0, 1},
    {"to", "", "where it ends", 1, 0, 1},
    {"steps", "0|1", "whether each of its heights holds until the next", 0, 0, 1},
};

// Heights are pairs: where along the rail (0 to 1), and how high [m].
static cr_status check_heights(const cr_element *e, cr_error *error) {
    if (e->given_count % 2)
        return cr_fail(error, CR_ERR_INPUT, "heights",
                       "heights are pairs of a place and a height, got %d numbers", e->given_count);
    for (int i = 0; i < e->given_count; i += 2) {
        double x = e->given[i];
        if (!(x >= 0.0 && x <= 1.0))
            return cr_fail(error, CR_ERR_RANGE, "heights",
                           "heights lie from 0 to 1 along the rail, got one at %g", x);
        if (i && !(x > e->given[i - 2]))
            return cr_fail(error, CR_ERR_RANGE, "heights",
                           "heights lie one after the other along the rail, got %g after %g", x,
                           e->given[i - 2]);
    }
    return CR_OK;
}

static cr_status plan(cr_element *e, cr_error *error) {
    e->points = 2;
    e->margin = 1e9;
    if (!(e->value[FROM] < e->value[TO]))
        return cr_fail(error, CR_ERR_RANGE, "to", "needs more than from, %g, got %g", e->value[FROM],
                       e->value[TO]);
    return check_heights(e, error);
}

static cr_status fill(cr_element *e, cr_arena *arena, cr_error *error) {
    (void)arena;
    (void)error;
    e->u[0] = e->value[POSITION];
    e->u[1] = 1.0;
    return CR_OK;
}

static void predict(cr_element *e) {
    e->u_next[0] = e->u[0] + e->d_next[0];
    e->u_next[1] = e->u[1];
}

// The heights that came with it: straight from one to the next, or in steps; level beyond the first and last.
static double given_height(const cr_element *e, double x) {
    int last = e->given_count / 2 - 1, i = 0;
    const double *g = e->given;
    if (last < 0) return 0.0;
    while (i < last && g[2 * i + 2] <= x) i++;
    if (i == last || x < g[2 * i] || e->value[STEPS] != 0.0) return g[2 * i + 1];
    double share = (x - g[2 * i]) / (g[2 * i + 2] - g[2 * i]);
    return (1.0 - share) * g[2 * i + 1] + share * g[2 * i + 3];
}

// 4 rise x (1 - x), and what came with it
static double height(const cr_element *e, double along) {
    double x = (along - e->value[FROM]) / (e->value[TO] - e->value[FROM]);
    return 4.0 * e->value[RISE] * x * (1.0 - x) + given_height(e, x);
}

static cr_status locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    if (where[0] < e->value[FROM] || where[0] > e->value[TO])
        return cr_fail(error, CR_ERR_RANGE, "at", "the rail lies from %g to %g, got %g", e->value[FROM],
                       e->value[TO], where[0]);
    port->count = 2;
    for (int i = 0; i < 2; i++) {
        port->at[i] = i;
        port->push[i] = 0.0;
    }
    port->read[0] = 1.0;
    port->read[1] = height(e, where[0]);
    return CR_OK;
}

const cr_element_type cr_element_rail = {.name = "rail",
                                         .doc = "a rigid rail, curved or stepped, still or moving as told",
                                         .source = "S1 2",
                                         .params = params,
                                         .param_count = 5,
                                         .traits = CR_TRAIT_FIXED | CR_TRAIT_PROFILE,
                                         .axes = 1,
                                         .plan = plan,
                                         .fill = fill,
                                         .predict = predict,
                                         .energy = cr_element_nothing,
                                         .loss = cr_element_nothing,
                                         .locate = locate};
