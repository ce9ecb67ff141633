// The parts of a simulation that nothing joins, run side by side a stretch ahead of the sound; what is heard
// of them is added in a fixed order, so that the samples are those of the whole, to the bit.
#ifndef CAROM_IO_RENDER_PARTS_H
#define CAROM_IO_RENDER_PARTS_H

#include "carom/sim.h"
#include "carom/world.h"

typedef struct cr_render_parts cr_render_parts;

// How far they run ahead: so many blocks, which need 8 bytes for each step and motion that is heard.
enum { CR_RENDER_PARTS_AHEAD = 8 };

// Of prepared parts that have not run, for a sound that is taken in blocks of so many steps, a multiple of
// CR_SIM_LOOK. `workers` may be NULL. Everything is the arena's, NULL: CR_ERR_MEMORY.
cr_render_parts *cr_render_parts_new(const cr_sim_parts *sims, int block, const cr_world_workers *workers,
                                     cr_arena *arena, cr_error *error);
// The next steps, at most a block, as cr_sim_run of the whole. `ahead`: steps that will be asked for, these
// among them, as far as is known. `stopped`, asked on any thread, may be NULL; when it says so, nothing is
// written. Returns how many frames were.
int cr_render_parts_run(cr_render_parts *parts, int steps, long long ahead, bool (*stopped)(void *context),
                        void *context, double *frames);
// Of the frames that were taken, which end with a block or as far ahead as was known.
double cr_render_parts_time(const cr_render_parts *parts); // s
cr_sim_summary cr_render_parts_summarise(const cr_render_parts *parts);
cr_contact_effort cr_render_parts_effort(const cr_render_parts *parts);
// Depth of a contact of the whole, where its part is now [m].
double cr_render_parts_depth(const cr_render_parts *parts, int contact);

#endif
