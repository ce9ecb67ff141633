// Thin rectangular plate by its modes. Supported edges in closed form; clamped and free ones by Rayleigh's
// quotient with the products of beam modes (Warburton 1954).
#include "element/beam.h"
#include "element/object.h"

enum { WIDTH, HEIGHT, THICKNESS, POISSON, EDGE, COMMON };

static const cr_param params[] = {
    {"width", "m", "size along x", 0.4, 1e-3, 1e2},
    {"height", "m", "size along y", 0.3, 1e-3, 1e2},
    {"thickness", "m", "thickness", 0.002, 1e-5, 1},
    CR_OBJECT_POISSON(0.29),
    CR_PARAM_EDGE(CR_EDGE_SUPPORTED),
    CR_OBJECT_PARAMS(7850, 2e11, 2e-4, 1.5, 2e-7, 500),
};

// w^2 = D/(rho H) {bx/a^4 + by/b^4 + 2/(a^2 b^2) [nu cx cy + (1 - nu) sx sy]}   Warburton 1954 (b, c, s: the
// integrals bend, cross and slope along x and y). With supported edges (pi^2 (m^2/a^2 + n^2/b^2))^2.
static double frequency(const cr_element *e, int m, int n) {
    const double *v = e->value;
    cr_edge edge = (cr_edge)v[EDGE];
    cr_beam_integrals x = cr_beam_integrate(edge, m), y = cr_beam_integrate(edge, n);
    double aa = v[WIDTH] * v[WIDTH], bb = v[HEIGHT] * v[HEIGHT], nu = v[POISSON];
    double stiffness = cr_square(cr_object_speed(e) * v[THICKNESS]) / (12.0 * (1.0 - nu * nu));
    double sum = x.bend / (aa * aa) + y.bend / (bb * bb) +
                 2.0 / (aa * bb) * (nu * x.cross * y.cross + (1.0 - nu) * x.slope * y.slope);
    return sqrt(stiffness * sum) / (2.0 * cr_pi);
}

static void list(const cr_element *e, cr_object_list *out) {
    const double *v = e->value;
    double mass = cr_object_value(e, CR_OBJECT_DENSITY) * v[WIDTH] * v[HEIGHT] * v[THICKNESS];
    int first = v[EDGE] == CR_EDGE_FREE ? CR_BEAM_TRANSLATION : 1;
    for (int m = first; frequency(e, m, first) < out->limit; m++)
        for (int n = first;; n++) {
            double f = frequency(e, m, n);
            if (!(f < out->limit)) break;
            if (f > 0.0) // not a rigid motion
                cr_object_offer(
                    out, (cr_object_mode){
                             .m = m, .n = n, .frequency = f, .scale = 1.0 / sqrt(mass), .bending = 1.0});
        }
}

static double profile(const cr_element *e, const cr_object_mode *mode, const double *where) {
    cr_edge edge = (cr_edge)e->value[EDGE];
    return cr_beam_shape(edge, mode->m, where[0]) * cr_beam_shape(edge, mode->n, where[1]);
}

static const cr_object object = {.common = COMMON, .pitch = 1.0, .list = list, .profile = profile};
// close enough that no low mode with any edge is heard left against right
static const cr_element_places places = {{0.37, 0.41}, {0.33, 0.14}, {0.455, 0.13}};

const cr_element_type cr_element_modal_plate = {.name = "modal-plate",
                                                .doc = "thin rectangular plate, by its modes",
                                                .source = "Kirchhoff; Warburton 1954",
                                                .params = params,
                                                .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                                .axes = 2,
                                                CR_OBJECT_HOOKS(object, places, 0)};
