// Forces of contacts by their names in the scene, in small, for the page of a render: a row of contacts is
// one of them, with the sum of its forces.
#ifndef CAROM_APPS_CAROM_RENDER_FORCES_H
#define CAROM_APPS_CAROM_RENDER_FORCES_H

#include "render/job.h"

enum {
    CR_RENDER_BINS = 1024,   // of time, each with the greatest force in it
    CR_RENDER_CLOSE = 1024,  // steps around the greatest force
    CR_RENDER_FORCES = 24,   // names
    CR_RENDER_CLOSE_UPS = 6, // names that are shown from near
};

typedef struct cr_render_force {
    char name[64];
    int first, count; // contacts of the network
    double greatest;  // N
    long long at;     // step of it
    double stored;    // J, then
    long long closed; // steps with a force
    double *bin;      // N
    double *close;    // N, CR_RENDER_CLOSE steps up to `close_end`
    long long close_end;
} cr_render_force;

typedef struct cr_render_forces {
    cr_render_force *force;
    int count, names; // kept, and all
    long long steps, width;
    double *ring;      // N, of all in the last CR_RENDER_CLOSE steps
    long long quiet;   // steps without any force, as cr_render_forces_note_none was told
    long long look_at; // the next step at which one may have to be looked at from near
} cr_render_forces;

// CR_ERR_MEMORY.
cr_status cr_render_forces_open(cr_render_forces *forces, const cr_render_job *job, cr_error *error);
// After every step.
void cr_render_forces_note(cr_render_forces *forces, const double *of_contacts, const cr_network *network);
// After so many steps without any.
void cr_render_forces_note_none(cr_render_forces *forces, int steps);
// After the last one: a table, the forces over the time in which they act, and each from near where it is
// greatest.
cr_status cr_render_forces_write(cr_render_forces *forces, const cr_render_job *job, FILE *out,
                                 cr_error *error);

#endif
