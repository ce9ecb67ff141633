// What is written down while a render runs: tables, and in small what the report shows.
#ifndef CAROM_APPS_CAROM_RENDER_TRACE_H
#define CAROM_APPS_CAROM_RENDER_TRACE_H

#include "render/forces.h"
#include "render/job.h"
#include "render/table.h"

enum {
    CR_RENDER_ENERGY_STEPS = 64, // from row to row
    CR_RENDER_LEDGER = 13,       // columns
    CR_RENDER_LOG = 1024,        // rows and bins kept for the report
    CR_RENDER_TIMELINES = 48,    // contacts shown in the report
};

// Rows of the ledger; when there is no room, every other row goes.
typedef struct cr_render_ledgers {
    double (*row)[CR_RENDER_LEDGER]; // NULL: not kept
    int count;
    long stride, seen;
} cr_render_ledgers;

// For each bin of time, which contacts were closed in it; when there is no room, bins are joined in pairs.
typedef struct cr_render_timeline {
    unsigned char *closed; // CR_RENDER_LOG bins per contact; NULL: not kept
    int contacts;
    long width, seen; // steps
} cr_render_timeline;

typedef struct cr_render_trace {
    const cr_render_job *job;
    cr_render_table energy, contacts, *probes;
    double *row;      // of contacts
    double *force;    // of each contact in the last step [N]; kept for the report
    cr_ledger looked; // what the simulation saw last, and when
    double looked_at;
    cr_render_ledgers ledgers;
    cr_render_timeline timeline;
    cr_render_forces forces;
} cr_render_trace;

// Opens the tables. After a failure the caller discards.
cr_status cr_render_trace_open(cr_render_trace *trace, const cr_render_job *job, cr_error *error);
// Steps that may pass between two calls of the next function, at most `most`.
int cr_render_trace_interval(const cr_render_trace *trace, int most);
// Once before the first step, then after every interval.
void cr_render_trace_note(cr_render_trace *trace, long long step);
cr_status cr_render_trace_commit(cr_render_trace *trace, cr_error *error);
void cr_render_trace_discard(cr_render_trace *trace);

#endif
