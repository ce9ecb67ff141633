// What a network is given before it runs: shapes, places and velocities.
#include "base/maths.h"
#include "play/play_internal.h"

// 1 at the tip, 0 at distance 1 and beyond.
static double bump(cr_pluck_shape shape, double distance) {
    if (distance >= 1.0) return 0.0;
    return shape == CR_PLUCK_TRIANGLE ? 1.0 - distance : 0.5 + 0.5 * cr_cos(cr_pi * distance);
}

// Along one axis: a triangle reaches to both ends, a cosine half its width to each side.
static double relative_distance(cr_pluck_shape shape, double x, double tip, double width) {
    if (shape == CR_PLUCK_COSINE) return fabs(x - tip) / (0.5 * width);
    if (x == tip) return 0.0;
    return x < tip ? (tip - x) / tip : (x - tip) / (1.0 - tip);
}

static double shape_at(const cr_grid *g, cr_pluck_shape shape, const cr_place *at, double width, int i,
                       int j) {
    double x = relative_distance(shape, (double)i / g->n[0], at->at[0], width);
    if (!g->n[1]) return bump(shape, x);
    double y = relative_distance(shape, (double)j / g->n[1], at->at[1], width);
    return shape == CR_PLUCK_TRIANGLE ? bump(shape, x) * bump(shape, y) : bump(shape, sqrt(x * x + y * y));
}

cr_status cr_sim_displace(cr_sim *sim, cr_place at, cr_pluck_shape shape, double height, double width,
                          cr_error *error) {
    if (at.element < 0 || at.element >= sim->network->elements.count)
        return cr_fail(error, CR_ERR_INPUT, "pluck", "there is no such element");
    if (shape == CR_PLUCK_COSINE && !(width > 0.0))
        return cr_fail(error, CR_ERR_RANGE, "width", "needs more than 0, got %g", width);
    cr_element *e = cr_network_element_at(sim->network, at.element);
    const cr_grid *g = &e->grid;
    if (cr_element_is(e->type, CR_TRAIT_POINT)) {
        double q, v;
        cr_element_get_motion(e, 0, &q, &v);
        cr_element_set_motion(e, 0, q + height, v);
        return CR_OK;
    }
    if (!cr_element_is(e->type, CR_TRAIT_GRID))
        return cr_fail(error, CR_ERR_INPUT, "pluck", "a modal object has no shape to displace");
    cr_sheet_unpack(e);
    for (int j = g->first[1]; j <= g->last[1]; j++)
        for (int i = g->first[0]; i <= g->last[0]; i++)
            e->u[cr_grid_at(g, i, j)] += height * shape_at(g, shape, &at, width, i, j);
    cr_sheet_pack(e);
    return CR_OK;
}

cr_status cr_sim_throw(cr_sim *sim, int element, double velocity, cr_error *error) {
    if (element < 0 || element >= sim->network->elements.count)
        return cr_fail(error, CR_ERR_INPUT, "throw", "there is no such element");
    cr_element *e = cr_network_element_at(sim->network, element);
    if (!cr_element_is(e->type, CR_TRAIT_THROWN))
        return cr_fail(error, CR_ERR_INPUT, "throw", "only a mass can be thrown, not a %s", e->type->name);
    double q, v;
    cr_element_get_motion(e, 0, &q, &v);
    cr_element_set_motion(e, 0, q, velocity);
    return CR_OK;
}
