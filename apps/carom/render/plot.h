// The plots of a render's page. Each writes one figure; CR_ERR_MEMORY or CR_ERR_IO.
#ifndef CAROM_APPS_CAROM_RENDER_PLOT_H
#define CAROM_APPS_CAROM_RENDER_PLOT_H

#include "render/trace.h"

cr_status cr_render_plot_wave(const cr_render_job *job, const cr_render_outcome *outcome,
                              const cr_render_store *store, int channel, FILE *out, cr_error *error);
cr_status cr_render_plot_contacts(const cr_render_trace *trace, const cr_render_outcome *outcome, FILE *out,
                                  cr_error *error);
cr_status cr_render_plot_energy(const cr_render_trace *trace, FILE *out, cr_error *error);

#endif
