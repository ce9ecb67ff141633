// Listeners in a scene of elements: what its solids radiate, and the way to every ear.
#ifndef CAROM_APPS_CAROM_RENDER_AIR_H
#define CAROM_APPS_CAROM_RENDER_AIR_H

#include "render/job.h"

// The radiation of every solid that is heard; it damps the modes. Before the simulation is built.
cr_status cr_render_air_solve(cr_render_job *job, cr_error *error);
// Ears for the simulation that was built: job->ears.
cr_status cr_render_air_open(cr_render_job *job, cr_error *error);

#endif
