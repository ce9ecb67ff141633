// Loading: text, tree, overrides, check.
#include "carom/scene.h"
#include "io/file/file.h"
#include "io/file/text.h"
#include "io/scene/internal.h"

#include <string.h>

static char *copy(cr_arena *arena, const char *text) {
    char *made = cr_arena_take(arena, strlen(text) + 1, 1);
    return made ? strcpy(made, text) : NULL;
}

static bool copy_overrides(cr_scene *scene, const cr_scene_override *overrides, int count, cr_arena *arena) {
    cr_scene_override *own = cr_arena_take(arena, (size_t)count + 1, sizeof *own);
    scene->overrides = own;
    for (int i = 0; own && i < count; i++) {
        own[i].assignment = copy(arena, overrides[i].assignment);
        own[i].origin = overrides[i].origin ? copy(arena, overrides[i].origin) : NULL;
        if (!own[i].assignment || (overrides[i].origin && !own[i].origin)) return false;
    }
    return own != NULL;
}

static cr_status parse(cr_scene *scene, const char *text, size_t length, int override_count, cr_arena *arena,
                       cr_error *error) {
    cr_status status = cr_scene_read_yaml(scene, text, length, 0, arena, &scene->root, error);
    scene->hash = cr_text_hash(CR_TEXT_HASH, text, length);
    for (int i = 0; status == CR_OK && i < override_count; i++) {
        const char *assignment = scene->overrides[i].assignment;
        scene->hash = cr_text_hash(scene->hash, assignment, strlen(assignment) + 1);
        status = cr_scene_apply(scene, i, arena, error);
    }
    if (status == CR_OK) status = cr_scene_share_defaults(scene, arena, error);
    return status == CR_OK ? cr_scene_check(scene, error) : status;
}

cr_status cr_scene_parse(const char *name, const char *text, size_t length,
                         const cr_scene_override *overrides, int override_count, cr_arena *arena,
                         cr_scene **scene, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_scene *made = cr_arena_take(arena, 1, sizeof *made);
    cr_status status = CR_ERR_MEMORY;
    if (made) made->name = copy(arena, name);
    if (made && made->name && copy_overrides(made, overrides, override_count, arena))
        status = parse(made, text, length, override_count, arena, error);
    else cr_fail(error, status, name, "no memory for the scene");
    if (status == CR_OK) *scene = made;
    else cr_arena_rewind(arena, mark);
    return status;
}

cr_status cr_scene_load(const char *path, const cr_scene_override *overrides, int override_count,
                        cr_arena *arena, cr_scene **scene, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    char *text;
    size_t length;
    cr_status status = cr_file_read_all(path, CR_SCENE_BYTES_MOST, arena, &text, &length, error);
    if (status != CR_OK) return status;
    const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
    status = cr_scene_parse(name, text, length, overrides, override_count, arena, scene, error);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}

const cr_scene_output *cr_scene_output_of(const cr_scene *scene) {
    return &scene->output;
}

unsigned long long cr_scene_hash(const cr_scene *scene) {
    return scene->hash;
}

void cr_scene_set_reader(cr_scene *scene, cr_scene_reader read) {
    scene->read = read;
}
