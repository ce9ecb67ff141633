#include "io/glb/glb.h"
#include "io/glb/read_internal.h"

#include <stdio.h>

static int count_of(const cr_json_value *array) {
    return array && array->kind == CR_JSON_ARRAY ? array->count : 0;
}

static int models_of(const cr_gltf_file *file) {
    return count_of(cr_json_member(cr_gltf_extension(file->root, cr_gltf_audio), "modalModels"));
}

// The JSON alone, without buffers.
static cr_status open_json(const char *path, cr_arena *arena, cr_gltf_file *file, cr_error *error) {
    char *text;
    size_t size;
    cr_status status = cr_gltf_read_all(path, arena, &text, &size, error);
    return status == CR_OK ? cr_gltf_parse((const unsigned char *)text, size, path, arena, file, error)
                           : status;
}

// How many objects with modes there are in the one that is named, or in the file; a model that no node uses
// counts too.
static cr_status count_sounding(const cr_gltf_file *file, const cr_gltf_tree *tree, const char *name,
                                int *count, cr_error *error) {
    int root;
    cr_status status = cr_gltf_choose(file, tree, name, &root, error);
    *count = 0;
    for (int i = 0; status == CR_OK && i < tree->count; i++)
        *count += tree->node[i].model >= 0 && cr_gltf_below(tree, i, root);
    if (status == CR_OK && !*count && root < 0) *count = models_of(file);
    return status;
}

cr_status cr_glb_read_info(const char *path, cr_arena *arena, cr_glb_info *info, cr_error *error) {
    const char *name;
    cr_gltf_file file;
    cr_gltf_tree tree;
    *info = (cr_glb_info){.meshes = 0};
    cr_gltf_split(path, &name);
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = open_json(path, arena, &file, error);
    if (status == CR_OK) status = cr_gltf_nodes(&file, arena, &tree, error);
    if (status == CR_OK) status = count_sounding(&file, &tree, name, &info->sounding, error);
    if (status == CR_OK) {
        const cr_json_value *asset = cr_json_member(file.root, "asset");
        snprintf(info->generator, sizeof info->generator, "%s",
                 cr_json_as_text(cr_json_member(asset, "generator"), ""));
        info->meshes = count_of(cr_json_member(file.root, "meshes"));
        info->clips = count_of(cr_json_member(file.root, "animations"));
        info->modal_models = models_of(&file);
        cr_gltf_names(&tree, info->objects, sizeof info->objects);
    }
    cr_arena_rewind(arena, mark);
    return status;
}

// Where memory ends it asks twice: the answer may not be another one because of one buffer. If there is none
// at all, nobody gets to read the file.
bool cr_glb_has_modes(const char *path) {
    cr_glb_info info = {.sounding = 0};
    cr_error error;
    cr_status status = CR_ERR_MEMORY;
    for (int i = 0; i < 2 && status == CR_ERR_MEMORY; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        if (arena) status = cr_glb_read_info(path, arena, &info, &error);
        cr_arena_free(arena);
    }
    return status == CR_OK && info.sounding > 0;
}
