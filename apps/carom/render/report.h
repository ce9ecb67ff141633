// The page of a render: scene, waveform, spectrogram, contacts, energy, summary.
#ifndef CAROM_APPS_CAROM_RENDER_REPORT_H
#define CAROM_APPS_CAROM_RENDER_REPORT_H

#include "render/trace.h"

// Write errors stay in the stream. CR_ERR_MEMORY or CR_ERR_IO.
cr_status cr_render_report(const cr_render_job *job, const cr_render_outcome *outcome,
                           const cr_render_store *store, cr_render_trace *trace, FILE *out, cr_error *error);

#endif
