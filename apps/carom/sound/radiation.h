// What modes radiate, from the cache or computed while the terminal tells how far it is.
#ifndef CAROM_APPS_CAROM_SOUND_RADIATION_H
#define CAROM_APPS_CAROM_SOUND_RADIATION_H

#include "app.h"
#include "carom/scene.h"
#include "term/progress.h"
#include "term/signals.h"

typedef struct cr_app_radiation {
    const cr_command *command;
    cr_render_progress *progress;
    const cr_render_signals *signals; // held by the caller
    const char *name;                 // of what is at work
    cr_radiation_way way;
} cr_app_radiation;

// *radiation is the arena's of the command. Fails as cr_solid_radiation does, and with CR_ERR_IO when a
// signal stopped it.
cr_status cr_app_radiate(cr_app_radiation *job, const struct cr_modes *modes, cr_radiation **radiation,
                         cr_error *error);

// The head of binaural listeners: that of --hrtf, else the usual one; NULL where there are none. Fails as
// cr_hrtf_load does; CR_ERR_UNSUPPORTED for --hrtf where nobody needs it.
cr_status cr_app_head(const cr_command *command, const cr_scene_listener *listeners, int count, double rate,
                      cr_head **head, cr_error *error);

#endif
