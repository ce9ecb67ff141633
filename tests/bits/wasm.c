// Scenes from the trees and modes that native.c left: in place of libyaml, of libsndfile and of the solver.
#include "bits.h"
#include "carom/solid.h"
#include "io/audio/audio.h"
#include "io/mesh/gltf.h"

#include <string.h>

typedef struct line {
    int depth, kind, quoted, key, text;
} line;

static const char *take(cr_arena *arena, const char **from, int bytes) {
    char *text = cr_arena_take(arena, (size_t)bytes + 1, 1);
    if (text) memcpy(text, *from, (size_t)bytes);
    *from += bytes;
    return text;
}

cr_status cr_scene_read_yaml(const cr_scene *scene, const char *text, size_t length, int source,
                             cr_arena *arena, cr_scene_node **root, cr_error *error) {
    cr_scene_node *above[CR_SCENE_DEPTH + 2] = {NULL};
    for (const char *at = text; at < text + length;) {
        line l;
        cr_scene_node *node = cr_arena_take(arena, 1, sizeof *node);
        bool good = sscanf(at, "%d %d %d %d %d", &l.depth, &l.kind, &l.quoted, &l.key, &l.text) == 5;
        if (!node || !good || l.depth > CR_SCENE_DEPTH)
            return cr_fail(error, CR_ERR_INPUT, scene->name, "no tree of a scene");
        at = strchr(at, '\n') + 1;
        *node = (cr_scene_node){.kind = (cr_scene_kind)l.kind,
                                .quoted = l.quoted,
                                .source = source,
                                .line = 1,
                                .column = 1,
                                .word = -1};
        if (l.key) node->key = take(arena, &at, l.key);
        if (node->kind == CR_SCENE_SCALAR) node->text = take(arena, &at, l.text);
        if (l.depth) cr_scene_append(above[l.depth - 1], node);
        else *root = node;
        above[l.depth] = node;
    }
    return CR_OK;
}

// Surfaces from sound files: no shipped scene has one.
cr_status cr_audio_read(const char *path, cr_arena *arena, const double **samples, int *count,
                        cr_error *error) {
    (void)arena, (void)samples, (void)count;
    return cr_fail(error, CR_ERR_UNSUPPORTED, path, "sound files are not read here");
}

// Nor has one modes from a .glb.
bool cr_gltf_is_path(const char *path) {
    (void)path;
    return false;
}

cr_status bits_solve(void *context, const char *name, const cr_solid_def *solid, cr_arena *arena,
                     cr_modes *modes, cr_error *error) {
    (void)solid;
    return cr_modes_read(bits_path_of(context, name, "modes").text, arena, modes, error);
}

cr_status bits_load(const bits_place *at, cr_arena *arena, cr_scene **scene, cr_error *error) {
    return cr_scene_load(bits_path_of(at, NULL, "tree").text, NULL, 0, arena, scene, error);
}
