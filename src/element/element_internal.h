#ifndef CAROM_ELEMENT_INTERNAL_H
#define CAROM_ELEMENT_INTERNAL_H

#include "base/numeric.h"
#include "carom/element.h"
#include "element/element_list.h"
#include "element/vector.h"

#define X(name) extern const cr_element_type cr_element_##name;
CR_ELEMENT_LIST(X)
#undef X

#define CR_PARAM_SIGMA0(default_value)                                                                       \
    { "sigma0", "1/s", "damping, the same for all frequencies", default_value, 0, 1e5 }
#define CR_PARAM_SIGMA1(default_value)                                                                       \
    { "sigma1", "m^2/s", "damping that grows with the square of the wavenumber", default_value, 0, 1e3 }
#define CR_PARAM_EDGE(default_value)                                                                         \
    { "edge", "0|1|2", "0 simply supported, 1 clamped, 2 free", default_value, 0, 2 }
#define CR_PARAM_DENSITY(default_value)                                                                      \
    { "density", "kg/m^3", "density of the material", default_value, 1, 3e4 }
#define CR_PARAM_YOUNG(default_value)                                                                        \
    { "young", "Pa", "Young's modulus", default_value, 0, 1e13 }

// --- elements with a grid (grid.c, grid_line.c, grid_sheet.c)
// -----------------------------------------------

// The smallest stable spacing for density, tension, stiffness, sigma1 of the grid: the positive root of
// dx^2 = [(a c^2 k^2 + 4 a s1 k) + sqrt((...)^2 + 16 a^2 kappa^2 k^2)]/2, a = 1 along a line, 2 on a sheet.
double cr_grid_least_spacing(const cr_element *element, int axes);
// Chooses the intervals for the given size(s), as many as are stable at `stretch` times the smallest spacing;
// fills spacing, cell, mass, coefficients and array sizes.
cr_status cr_grid_plan(cr_element *element, const double *size, int axes, double stretch, cr_error *error);
// The same with *force (tension or stiffness of the grid) chosen by `tune`, which gives it for the grid it
// sees. The grid is stretched until it is stable with the result.
typedef double (*cr_grid_tuner)(const cr_element *element, double f0);
cr_status cr_grid_plan_tuned(cr_element *element, const double *size, int axes, double f0, cr_grid_tuner tune,
                             double *force, cr_error *error);
// The update coefficients, from density, tension, stiffness and damping; again after a change of tension.
void cr_grid_update_coefficients(cr_element *element);
// Eigenvalue of -L (in 1/m^2) of mode (nx, ny) of a supported grid, and of the ideal surface.
double cr_grid_wavenumber2(const cr_element *element, int nx, int ny, bool ideal);
// Frequency [Hz] at which a mode with this eigenvalue of -L sounds in the discrete element, loss included.
double cr_grid_frequency(const cr_element *element, double wavenumber2);
// The restoring force per unit mass, lambda = (tension mu + stiffness mu^2)/density, that makes it sound at
// f.
double cr_grid_restoring(const cr_element *element, double wavenumber2, double f);

void cr_line_predict(cr_element *element);
void cr_sheet_predict(cr_element *element);
double cr_sheet_predict_booked(cr_element *element);
double cr_grid_energy(const cr_element *element);
double cr_grid_loss(const cr_element *element);
// Sums of squares of the ways over two steps, and of their differences between neighbours along x and y
// [m^2]; and what damping took.
typedef struct cr_grid_ways {
    double plain, along, across;
} cr_grid_ways;
double cr_grid_loss_of(const cr_element *element, const cr_grid_ways *ways);
cr_status cr_grid_locate(const cr_element *element, const double *where, cr_port *port, cr_error *error);

// --- elements with modes (modal.c): each knows its modes and, at any point, their shape
// ------------------------------------------------------------------------------------

// Takes mode_frequency and mode_sigma for the element's modes from the arena.
cr_status cr_modal_take(cr_element *element, cr_arena *arena, cr_error *error);
// The update tables, from mode_frequency and mode_sigma.
cr_status cr_modal_fill(cr_element *element, cr_arena *arena, cr_error *error);
void cr_modal_predict(cr_element *element);
double cr_modal_energy(const cr_element *element);
double cr_modal_loss(const cr_element *element);
double cr_modal_mode(const cr_element *element, int n, bool ideal);
// Mass-normalised shape of mode i (from 0) at a point [kg^-1/2].
typedef double (*cr_modal_shape)(const cr_element *element, int i, const double *where);
void cr_modal_locate(const cr_element *element, cr_modal_shape shape, const double *where, cr_port *port);

// The kernels run over whole vectors, at most CR_GRID_VECTOR - 1 points too far, and clear the border again.
static inline int cr_whole_vectors(int count) {
    return (count + CR_GRID_VECTOR - 1) / CR_GRID_VECTOR * CR_GRID_VECTOR;
}

// Energy and loss of what only stands where it is told to.
static inline double cr_element_nothing(const cr_element *e) {
    (void)e;
    return 0.0;
}

#endif
