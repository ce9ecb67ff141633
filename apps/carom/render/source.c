#include "render/source.h"

#include "io/audio/audio.h"
#include "io/file/file.h"
#include "shipped.h"

#include <string.h>
#include <unistd.h>

// Options that stand for a change of the scene.
static const struct {
    const char *option, *path;
} changes[] = {{"--set", ""},
               {"-d", "output.duration="},
               {"-r", "output.rate="},
               {"--oversample", "output.oversample="},
               {"--seed", "output.seed="},
               {"--normalize", "output.normalize="}};

static const char *path_of_change(const char *option) {
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (strcmp(changes[i].option, option) == 0) return changes[i].path;
    return NULL;
}

static cr_status read_changes(const cr_command *command, cr_render_source *source, cr_error *error) {
    source->changes =
        cr_command_take(command, (size_t)command->given_count + 1, sizeof *source->changes, error);
    if (!source->changes) return error->status;
    for (int i = 0; i < command->given_count; i++) {
        const cr_given *given = &command->given[i];
        const char *path = path_of_change(given->option->name);
        if (!path) continue;
        size_t room = strlen(path) + strlen(given->value) + 1;
        char *assignment = cr_command_take(command, room, 1, error);
        if (!assignment) return error->status;
        snprintf(assignment, room, "%s%s", path, given->value);
        source->changes[source->change_count++] = (cr_scene_override){assignment, given->option->name};
    }
    return CR_OK;
}

cr_status cr_render_source_given(const cr_command *command, const char *path, const char *text,
                                 cr_render_source *source, cr_error *error) {
    *source = (cr_render_source){.path = path, .text = text, .length = strlen(text)};
    return read_changes(command, source, error);
}

cr_status cr_render_source_prepend(const cr_command *command, const cr_scene_override *earlier, int count,
                                   cr_render_source *source, cr_error *error) {
    cr_scene_override *all =
        cr_command_take(command, (size_t)(count + source->change_count) + 1, sizeof *all, error);
    if (!all) return error->status;
    for (int i = 0; i < count; i++) all[i] = earlier[i];
    for (int i = 0; i < source->change_count; i++) all[count + i] = source->changes[i];
    source->changes = all;
    source->change_count += count;
    return CR_OK;
}

// Whether a path is meant as the name of a scene that came with the program: nothing there, and no ending.
static bool is_unknown_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return access(path, F_OK) != 0 && !strchr(slash ? slash : path, '.');
}

cr_status cr_render_source_read(const cr_command *command, const char *path, cr_render_source *source,
                                cr_error *error) {
    char *text;
    *source = (cr_render_source){.path = cr_shipped_scene(command, path, error)};
    if (!source->path) return error->status;
    cr_status status = read_changes(command, source, error);
    if (status == CR_OK)
        status = cr_file_read_all(source->path, CR_SCENE_BYTES_MOST, command->arena, &text, &source->length,
                                  error);
    if (status == CR_OK) source->text = text;
    if (status != CR_ERR_IO || !is_unknown_name(path)) return status;
    const char *near = cr_shipped_nearest(command, path);
    if (near)
        return cr_fail(error, status, path, "no such file, and no scene of that name (did you mean \"%s\"?)",
                       near);
    cr_fail(error, status, path, "no such file, and no scene of that name (see carom list scenes)");
    return status;
}

cr_status cr_render_source_parse(const cr_command *command, const cr_render_source *source,
                                 const cr_scene_override *more, int more_count, cr_scene **scene,
                                 cr_error *error) {
    int count = source->change_count;
    cr_scene_override *all = cr_command_take(command, (size_t)(count + more_count) + 1, sizeof *all, error);
    if (!all) return error->status;
    for (int i = 0; i < count; i++) all[i] = source->changes[i];
    for (int i = 0; i < more_count; i++) all[count + i] = more[i];
    const char *name = strcmp(source->path, "-") == 0 ? "stdin" : source->path;
    cr_status status = cr_scene_parse(name, source->text, source->length, all, count + more_count,
                                      command->arena, scene, error);
    if (status == CR_OK) cr_scene_set_reader(*scene, cr_audio_read);
    return status;
}
