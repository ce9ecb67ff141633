// What membrane and plate share: a supported rectangle's modes in the order of frequency.
#ifndef CAROM_ELEMENT_SHEET_H
#define CAROM_ELEMENT_SHEET_H

#include "element/element_internal.h"

// Eigenvalue of -L of the n-th mode (from 1).
double cr_sheet_wavenumber2(const cr_element *element, int n, bool ideal);
double cr_sheet_mode(const cr_element *element, int n, bool ideal);
// Plans the grid; with a pitch, sets the restoring force (tension or stiffness) by `tune`.
cr_status cr_sheet_plan(cr_element *element, double f0, cr_grid_tuner tune, double *force, cr_error *error);

#endif
