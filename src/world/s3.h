// The preset s3: the step that Zheng & James 2011 (S3) print in sections 3 and 4, in the queue, with the
// forms and the recording of all worlds. docs/theory/worlds.md says what it does and where the paper is read
// one way of several.
#ifndef CAROM_WORLD_S3_H
#define CAROM_WORLD_S3_H

#include "staggered/staggered.h"
#include "world/hold.h"

static inline bool cr_world_is_s3(const cr_world *w) {
    return w->model->def.preset != CR_WORLD_CAROM;
}

// A contact is where surfaces overlap, whichever way they move (S3 3.3); naive: and approach.
static inline bool cr_s3_touches(const cr_world *w, double gap, double rate) {
    return gap <= 0.0 && (w->model->def.preset == CR_WORLD_S3 || rate < 0.0);
}

// A body as it would be at the end of the step without contact.
typedef struct cr_s3_prediction {
    cr_vec velocity, spin; // in space; in its frame
    double *q, *rate;      // of all modes
    double *push;          // modal impulses of normal contact
    int coupled;           // modes that are simulated
} cr_s3_prediction;

typedef struct cr_s3 {
    cr_world *w;
    cr_group *g;
    double h;
    cr_hold outside;             // forces from outside, by member
    cr_system s;                 // rows of all freedoms
    cr_s3_prediction *predicted; // by member
    int *freedoms;               // of each member: those simulated
    size_t *offset;              // where its part of y begins then
    const double **arms;         // rows of these
    double *driven;              // 3 for each block: velocity of driven bodies in its rows
    cr_staggered_result result;
} cr_s3;

// ---- s3_step.c: Algorithm 2. CR_ERR_MEMORY, CR_ERR_NUMERIC.
cr_status cr_s3_step(cr_world *w, cr_group *g, cr_error *error);

// ---- s3_adapt.c
// The step of a group: 1/(6.5 f) of the highest mode simulated, and no longer than the longest.
double cr_s3_length(const cr_world *w, const cr_group *g);
// S3 (8), (9): modes that are simulated from now on, by the normal impulses that are expected.
void cr_s3_adapt(cr_s3 *s);
// S3 (10), (11): nothing slips and nothing rubbed.
bool cr_s3_cull(const cr_s3 *s);
// Modal impulses of normal contact.
void cr_s3_modal_impulses(cr_s3 *s);

// ---- s3_end.c
// Ends of motion, memories and books from the impulses.
void cr_s3_end(cr_s3 *s);
void cr_s3_cut(cr_world *w, cr_group *g, double time);
// Linear interpolation.
void cr_s3_at(const cr_world *w, int body, double time, cr_rigid_state *state);
void cr_s3_modes_at(const cr_world *w, int body, double time, double *q, double *rate);

#endif
