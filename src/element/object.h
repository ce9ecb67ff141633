// Ready-made sounding objects: an object lists its modes from size and material, and tells their shape at any
// point. object.c does the rest: pitch, decay, order, and what lies too high for the rate.
#ifndef CAROM_ELEMENT_OBJECT_H
#define CAROM_ELEMENT_OBJECT_H

#include "element/element_internal.h"

enum { CR_OBJECT_MODES_MOST = 1000 };

typedef struct cr_object_mode {
    int m, n;         // as the object counts its modes
    bool second;      // of a pair round a rim: sine instead of cosine
    double frequency; // Hz
    double scale;     // shape at amplitude 1 [kg^-1/2]: 1/sqrt(modal mass)
    double bending;   // share of the energy that bends the material and feels its loss
} cr_object_mode;

// Takes the lowest modes that are offered, at most `room` and all below `limit`. A full list lowers `limit`
// to its highest mode, so that an object may stop at the first frequency above it.
typedef struct cr_object_list {
    cr_object_mode *mode;
    int count, room;
    double limit; // Hz
    bool whole;   // pairs are not split
} cr_object_list;

void cr_object_offer(cr_object_list *list, cr_object_mode mode);
// Both modes of a pair round a rim, apart by `detune` times their frequency.
void cr_object_offer_pair(cr_object_list *list, cr_object_mode mode, double detune);

typedef struct cr_object {
    int common;   // index of the first of CR_OBJECT_PARAMS in the object's parameters
    double pitch; // f0 over the lowest frequency; 0: the object sees to its f0 itself
    cr_status (*check)(const cr_element *element, cr_error *error); // NULL: every value fits every other
    void (*list)(const cr_element *element, cr_object_list *list);  // at the pitch of its size
    double (*profile)(const cr_element *element, const cr_object_mode *mode, const double *where);
} cr_object;

// The parameters all objects have, last in their tables and in this order.
enum {
    CR_OBJECT_DENSITY,
    CR_OBJECT_YOUNG,
    CR_OBJECT_LOSS,
    CR_OBJECT_F0,
    CR_OBJECT_SIGMA0,
    CR_OBJECT_SIGMA2,
    CR_OBJECT_MODES,
    CR_OBJECT_COMMON_COUNT
};
#define CR_OBJECT_PARAMS(density, young, loss, sigma0, sigma2, modes)                                        \
    CR_PARAM_DENSITY(density), {"young", "Pa", "Young's modulus", young, 1, 1e13},                           \
        {"loss", "", "loss factor of the material: decay pi loss f", loss, 0, 1},                            \
        {"f0", "Hz", "pitch: moves all frequencies; left out: from size and material", CR_NAN, 1, 1e5},      \
        CR_PARAM_SIGMA0(sigma0), {"sigma2", "s", "damping that grows as f^2: radiation", sigma2, 0, 1e-3}, { \
        "modes", "", "most modes; those above 0.45 of the rate are left out", modes, 1, CR_OBJECT_MODES_MOST \
    }
#define CR_OBJECT_POISSON(default_value)                                                                     \
    { "poisson", "", "Poisson's ratio", default_value, 0, 0.49 }
#define CR_OBJECT_DETUNE(default_value)                                                                      \
    {                                                                                                        \
        "detune", "", "distance of the two modes of a pair over their frequency: they beat", default_value,  \
            0, 0.1                                                                                           \
    }

static inline double cr_object_value(const cr_element *element, int which) {
    return element->value[element->type->object->common + which];
}

// Speed of longitudinal waves in a thin bar, sqrt(E/rho).
double cr_object_speed(const cr_element *element);
// cos or sin of m times the angle, where[0] = 0..1 once round the rim.
double cr_object_round(const cr_object_mode *mode, const double *where);
// Where a rim is heard, left and right: 12.8 and 22 degrees round it. Up to m = 4 both lie in one quarter
// wave of every mode, and above that where it moves more in phase than against it, so that neither of a pair
// cancels in mono, wherever it is struck or rubbed. Both of a pair are heard, one more on the left.
#define CR_OBJECT_RIM_EARS(height)                                                                           \
    {0.0355, height}, {                                                                                      \
        0.061, height                                                                                        \
    }

// A free beam whose bending waves follow Timoshenko's theory, with the wavenumbers of the Euler beam.
typedef struct cr_object_beam {
    double length, gyration; // m; radius of gyration of the section
    double shear;            // E/(kappa G)
    double mass;             // kg
} cr_object_beam;
void cr_object_list_beam(const cr_element *element, cr_object_list *list, cr_object_beam beam);
double cr_object_beam_profile(const cr_element *element, const cr_object_mode *mode, const double *where);

cr_status cr_object_plan(cr_element *element, cr_error *error);
cr_status cr_object_fill(cr_element *element, cr_arena *arena, cr_error *error);
cr_status cr_object_locate(const cr_element *element, const double *where, cr_port *port, cr_error *error);

// `more` are traits beside CR_TRAIT_MODES.
#define CR_OBJECT_HOOKS(object_table, places_table, more)                                                    \
    .traits = CR_TRAIT_MODES | (more), .plan = cr_object_plan, .fill = cr_object_fill,                       \
    .predict = cr_modal_predict, .energy = cr_modal_energy, .loss = cr_modal_loss,                           \
    .locate = cr_object_locate, .mode = cr_modal_mode, .object = &(object_table), .places = &(places_table)

#endif
