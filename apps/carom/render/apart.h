// A render in parts that nothing joins, on several threads, where the scene has such parts.
#ifndef CAROM_APPS_CAROM_RENDER_APART_H
#define CAROM_APPS_CAROM_RENDER_APART_H

#include "render/job.h"
#include "simulate/workers.h"

typedef struct cr_render_apart {
    cr_render_parts *parts; // NULL: the simulation runs as a whole
    cr_sim_parts sims;
    cr_workers *workers;
    cr_world_workers crowd;
} cr_render_apart;

// As a whole runs what has no parts, and what is watched step by step; the sound is the same.
// CR_ERR_MEMORY.
cr_status cr_render_apart_begin(cr_render_apart *apart, const cr_render_job *job, cr_error *error);
// Ends the threads.
void cr_render_apart_end(cr_render_apart *apart);

#endif
