// The text of a scene and the changes that the command line makes to it: --set, -d, -r, --oversample, --seed,
// --normalize. Read once, parsed as often as there are sounds to render.
#ifndef CAROM_APPS_CAROM_RENDER_SOURCE_H
#define CAROM_APPS_CAROM_RENDER_SOURCE_H

#include "app.h"
#include "carom/scene.h"

typedef struct cr_render_source {
    const char *path, *text;
    size_t length;
    cr_scene_override *changes;
    int change_count;
} cr_render_source;

// The path is looked up by cr_shipped_scene. Memory comes from the command's arena. CR_ERR_IO, CR_ERR_MEMORY,
// CR_ERR_INPUT.
cr_status cr_render_source_read(const cr_command *command, const char *path, cr_render_source *source,
                                cr_error *error);
// The same of a text that is there already, which is not copied; the path names it in errors.
cr_status cr_render_source_given(const cr_command *command, const char *path, const char *text,
                                 cr_render_source *source, cr_error *error);
// Puts changes before those that the source has.
cr_status cr_render_source_prepend(const cr_command *command, const cr_scene_override *earlier, int count,
                                   cr_render_source *source, cr_error *error);
// The scene with its changes and, after them, some more. Fails as cr_scene_parse does.
cr_status cr_render_source_parse(const cr_command *command, const cr_render_source *source,
                                 const cr_scene_override *more, int more_count, cr_scene **scene,
                                 cr_error *error);

#endif
