// How this program computes modes.
#ifndef CAROM_APPS_CAROM_SOLVER_H
#define CAROM_APPS_CAROM_SOLVER_H

#include "carom/prep.h"

// cr_modes_child; in carom-slepc, where MPI is at work and no process may be forked, cr_modes_compute by all
// of them.
cr_modes_solver cr_app_solver(void);

#endif
