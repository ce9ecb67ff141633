// The course of one impact, column by column, ready to be plotted.
#ifndef CAROM_APPS_CAROM_TRACE_H
#define CAROM_APPS_CAROM_TRACE_H

#include "app.h"
#include "carom/impact.h"

typedef struct cr_trace {
    double *t, *x, *v, *force, *energy; // s, m, m/s, N, J
    int count, capacity;
    long stride, seen; // of so many samples one is kept
} cr_trace;

// Room for `capacity` samples. CR_ERR_MEMORY.
cr_status cr_trace_new(cr_trace *trace, const cr_command *command, int capacity, cr_error *error);
// Adds a sample; when the room is full every other sample goes.
void cr_trace_add(cr_trace *trace, const cr_sample *sample);

// The state before the first step, which the simulation does not report.
cr_sample cr_sample_first(const cr_impact *impact);
// Fills the trace with the exact motion from t_begin < 0 (free flight) to t_end. CR_ERR_NUMERIC.
cr_status cr_trace_exact(cr_trace *trace, const cr_impact *impact, double t_begin, double t_end,
                         cr_error *error);

// Multiplies a column, to change its unit.
void cr_column_scale(double *column, int count, double factor);

#endif
