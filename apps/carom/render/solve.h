// The modes of the solids of a scene: from files, from the cache, or computed while the terminal tells how
// far it is.
#ifndef CAROM_APPS_CAROM_RENDER_SOLVE_H
#define CAROM_APPS_CAROM_RENDER_SOLVE_H

#include "app.h"
#include "carom/scene.h"

// Nothing happens to a scene without solids. Fails as cr_scene_resolve does, and with CR_ERR_IO when a signal
// stopped it.
cr_status cr_render_solve(const cr_command *command, cr_scene *scene, bool quiet, cr_error *error);
// The same without computing: *missing becomes the name of the first solid whose modes are not at hand, and
// the scene stays as it is; NULL: there are all.
cr_status cr_render_solve_stored(const cr_command *command, cr_scene *scene, const char **missing,
                                 cr_error *error);

#endif
