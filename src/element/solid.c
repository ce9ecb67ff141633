// A solid by the modes that were computed of it (modes.h). A point is a place on its surface and a direction
// of motion; its shape values are those of the triangle's corners, linear in between.
//
// A solid g times as large, of the same material, has frequencies f/g and shapes g^(-3/2) (mass-normalised);
// its decay follows from the material at the new frequencies, sigma = (a + b w^2)/2.
#include "element/solid.h"
#include "base/maths.h"
#include "element/element_internal.h"

enum { MODES, SCALE, LOSS, SIGMA0, SUPPORT, PARAM_COUNT };
enum { RIGID = 6 };

static const cr_param params[] = {
    {"modes", "", "most modes; those above 0.45 of the rate are left out", CR_NAN, 1, 4096},
    {"scale", "", "size over that of the modes: twice as large is an octave lower", 1, 1e-3, 1e3},
    {"loss", "", "loss factor: decay pi loss f; left out: the damping that came with the modes", CR_NAN, 0,
     1},
    CR_PARAM_SIGMA0(0),
    {"support", "Hz", "its motion as a whole, on a soft support; left out: it stays where it is", CR_NAN, 0.1,
     1e3},
};

static int rigid_modes(const cr_element *e) {
    return isnan(e->value[SUPPORT]) ? 0 : RIGID;
}

static cr_status plan(cr_element *e, cr_error *error) {
    const cr_modes *m = e->solid;
    if (!m || m->count < 1 || m->triangles < 1)
        return cr_fail(error, CR_ERR_INPUT, "solid", "needs modes: those of a shape or a file");
    if (rigid_modes(e) && m->rigid != RIGID)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "support",
                       "is for what is free to move; \"%s\" is held, leave it out", m->name);
    double limit = 0.45 / e->h * e->value[SCALE];
    int most = e->value[MODES] < m->count ? (int)e->value[MODES] : m->count;
    for (e->modes = 0; e->modes < most && m->frequency[e->modes] < limit;) e->modes++;
    if (!e->modes)
        return cr_fail(error, CR_ERR_RANGE, "solid",
                       "all modes lie above 0.45 of the rate, %g Hz: make it larger or raise the rate",
                       0.45 / e->h);
    e->points = e->modes += rigid_modes(e);
    e->mass = 1.0;
    e->margin = 1e9;
    return CR_OK;
}

static double decay_of(const cr_element *e, int i, double f) {
    const cr_modes *m = e->solid;
    double scale = e->value[SCALE], w = 2.0 * cr_pi * f;
    if (!isnan(e->value[LOSS])) return cr_pi * e->value[LOSS] * f;
    if (scale == 1.0) return m->sigma[i];
    double rayleigh = 0.5 * (m->rayleigh_mass + m->rayleigh_stiff * w * w);
    return isfinite(rayleigh) ? rayleigh : m->sigma[i] / scale;
}

static cr_status fill(cr_element *e, cr_arena *arena, cr_error *error) {
    const double rigid_damping = 0.1; // over critical damping
    int elastic = e->modes - rigid_modes(e);
    cr_status status = cr_modal_take(e, arena, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < elastic; i++) {
        double f = e->solid->frequency[i] / e->value[SCALE];
        e->mode_frequency[i] = f;
        e->mode_sigma[i] = e->value[SIGMA0] + decay_of(e, i, f) + (e->radiated ? e->radiated[i] : 0.0);
    }
    for (int i = elastic; i < e->modes; i++) {
        e->mode_frequency[i] = e->value[SUPPORT];
        e->mode_sigma[i] = rigid_damping * 2.0 * cr_pi * e->value[SUPPORT];
    }
    return cr_modal_fill(e, arena, error);
}

// Turns w_k with w_i' J w_j = delta_ij, mass-normalised: columns of the inverse transpose of the Cholesky
// factor of the inertia J.
static void rigid_turns(const cr_modes *m, double turn[3][3]) {
    const double *j = m->inertia; // xx yy zz yz xz xy
    double a = sqrt(j[0]), b = j[5] / a, c = j[4] / a, d = sqrt(j[1] - b * b), e = (j[3] - b * c) / d,
           f = sqrt(j[2] - c * c - e * e);
    turn[0][0] = 1.0 / a, turn[0][1] = turn[0][2] = 0.0;
    turn[1][1] = 1.0 / d, turn[1][0] = -b / (a * d), turn[1][2] = 0.0;
    turn[2][2] = 1.0 / f, turn[2][1] = -e / (d * f), turn[2][0] = (b * e / d - c) / (a * f);
}

static void rigid_shapes(const cr_modes *m, const cr_solid_spot *spot, const double *along, double *shape) {
    double turn[3][3], arm[3], motion[3];
    rigid_turns(m, turn);
    for (int i = 0; i < 3; i++) arm[i] = spot->position[i] - m->centre[i];
    for (int i = 0; i < 3; i++) {
        shape[i] = along[i] / sqrt(m->mass);
        cr_cross3(turn[i], arm, motion);
        shape[3 + i] = cr_dot3(motion, along);
    }
}

static double elastic_shape(const cr_modes *m, int mode, const cr_solid_spot *spot, const double *along) {
    double sum = 0.0;
    const float *shape = m->shape + 3 * (size_t)mode * (size_t)m->vertices;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            sum += spot->weight[k] * along[i] * (double)shape[3 * (size_t)spot->corner[k] + (size_t)i];
    return sum;
}

static cr_status choose_direction(const double *given, const cr_solid_spot *spot, double *along,
                                  cr_error *error) {
    double length = sqrt(cr_dot3(given, given));
    if (!isfinite(length))
        return cr_fail(error, CR_ERR_RANGE, "at", "a direction needs three finite numbers");
    for (int i = 0; i < 3; i++) along[i] = length > 0.0 ? given[i] / length : spot->normal[i];
    return CR_OK;
}

static cr_status locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    const double scale = cr_pow(e->value[SCALE], -1.5);
    int elastic = e->modes - rigid_modes(e);
    cr_solid_spot spot;
    double along[3];
    cr_solid_nearest(e->solid, where, &spot);
    cr_status status = choose_direction(where + 3, &spot, along, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < elastic; i++) port->read[i] = elastic_shape(e->solid, i, &spot, along);
    if (elastic < e->modes) rigid_shapes(e->solid, &spot, along, port->read + elastic);
    port->count = e->modes;
    for (int i = 0; i < e->modes; i++) {
        port->at[i] = i;
        port->read[i] *= scale;
        port->push[i] = e->mode_push[i] * port->read[i];
    }
    return CR_OK;
}

static void find_places(const cr_element *e, cr_element_places *places) {
    cr_solid_find_places(e->solid, places);
}

#define UNKNOWN                                                                                              \
    { CR_NAN, CR_NAN, CR_NAN }
static const cr_element_places places = {UNKNOWN, UNKNOWN, UNKNOWN};

const cr_element_type cr_element_solid = {.name = "solid",
                                          .doc = "a solid of any shape, by modes from finite elements",
                                          .source = "S3; derivations T1, T2",
                                          .params = params,
                                          .param_count = PARAM_COUNT,
                                          .traits = CR_TRAIT_MODES | CR_TRAIT_SOLID,
                                          .axes = 3,
                                          .plan = plan,
                                          .fill = fill,
                                          .predict = cr_modal_predict,
                                          .energy = cr_modal_energy,
                                          .loss = cr_modal_loss,
                                          .locate = locate,
                                          .mode = cr_modal_mode,
                                          .places = &places,
                                          .find_places = find_places};
