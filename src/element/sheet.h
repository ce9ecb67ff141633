// What membrane and plate share: a supported rectangle's modes in the order of frequency.
#ifndef CAROM_ELEMENT_SHEET_H
#define CAROM_ELEMENT_SHEET_H

#include "element/element_internal.h"

// Eigenvalue of -L of the n-th mode (from 1).
double cr_sheet_wavenumber2(const cr_element *element, int n, bool ideal);
double cr_sheet_mode(const cr_element *element, int n, bool ideal);
// Plans the grid; with a pitch, sets the restoring force (tension or stiffness) by `tune`.
cr_status cr_sheet_plan(cr_element *element, double f0, cr_grid_tuner tune, double *force, cr_error *error);

// --- plate with free edges (plate_free.c, plate_free_energy.c, plate_free_modes.c)

void cr_free_plate_predict(cr_element *element);
double cr_free_plate_predict_booked(cr_element *element);
double cr_free_plate_energy(const cr_element *element);
double cr_free_plate_loss(const cr_element *element);
// Root of the n-th eigenvalue (from 1, rigid motions left out) of the bending operator for D = 1, in 1/m^2;
// NaN when the mode is too high for it to be found within 1e-4.
double cr_free_plate_wavenumber2(const cr_element *element, int n, bool ideal);

#endif
