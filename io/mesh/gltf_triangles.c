// Triangles of the meshes of nodes: lists, strips and fans, with indices or without.
#include "io/mesh/gltf.h"

#include <limits.h>
#include <string.h>

enum { LIST = 4, STRIP = 5, FAN = 6 };

typedef struct part part;
struct part { // a primitive of a node
    const part *next;
    cr_gltf_frame frame;
    const float *position;
    const int *index; // NULL: vertices as they come
    int vertices, corners, mode;
};

typedef struct collector {
    const cr_gltf_file *file;
    cr_arena *arena;
    cr_error *error;
    const part *parts;
    size_t vertices, triangles;
} collector;

static cr_status no_memory(const collector *c) {
    return cr_fail(c->error, CR_ERR_MEMORY, c->file->place, "no memory for %zu triangles", c->triangles);
}

static int triangles_of(const part *p) {
    if (p->mode == LIST) return p->corners / 3;
    return p->corners > 2 ? p->corners - 2 : 0;
}

static cr_status read_part(collector *c, const cr_json_value *primitive, part *p) {
    const cr_json_value *indices = cr_json_member(primitive, "indices");
    float *position;
    int *index;
    size_t count, corners;
    cr_status status =
        cr_gltf_floats(c->file, cr_json_member(cr_json_member(primitive, "attributes"), "POSITION"),
                       "POSITION", 3, c->arena, &position, &count, c->error);
    if (status != CR_OK) return status;
    if (count > INT_MAX / 4) return cr_fail(c->error, CR_ERR_INPUT, c->file->place, "too many vertices");
    p->position = position;
    p->vertices = p->corners = (int)count;
    if (!indices) return CR_OK;
    status = cr_gltf_indices(c->file, indices, "indices", (int)count, c->arena, &index, &corners, c->error);
    if (status != CR_OK) return status;
    if (corners > INT_MAX / 4) return cr_fail(c->error, CR_ERR_INPUT, c->file->place, "too many indices");
    p->index = index;
    p->corners = (int)corners;
    return CR_OK;
}

static cr_status add_part(collector *c, const cr_json_value *primitive, const cr_gltf_frame *frame) {
    double mode = cr_json_as_number(cr_json_member(primitive, "mode"), LIST);
    if (cr_gltf_extension(primitive, "KHR_draco_mesh_compression"))
        return cr_fail(c->error, CR_ERR_UNSUPPORTED, c->file->place,
                       "a mesh compressed by Draco is not read; export the file again without that");
    if (mode != LIST && mode != STRIP && mode != FAN) return CR_OK; // points and lines enclose nothing
    part *p = cr_arena_take(c->arena, 1, sizeof *p);
    if (!p) return no_memory(c);
    p->frame = *frame;
    p->mode = (int)mode;
    cr_status status = read_part(c, primitive, p);
    if (status != CR_OK) return status;
    p->next = c->parts;
    c->parts = p;
    c->vertices += (size_t)p->vertices;
    c->triangles += (size_t)triangles_of(p);
    return CR_OK;
}

static cr_status add_node(collector *c, const cr_gltf_tree *tree, int node) {
    const cr_json_value *mesh =
        cr_json_element(cr_json_member(c->file->root, "meshes"), tree->node[node].mesh);
    const cr_json_value *primitives = cr_json_member(mesh, "primitives");
    cr_gltf_frame frame;
    cr_status status = cr_gltf_world(c->file, tree, node, &frame, c->error);
    if (!primitives || primitives->kind != CR_JSON_ARRAY)
        return cr_fail(c->error, CR_ERR_INPUT, c->file->place, "node %d: its mesh is not there", node);
    for (const cr_json_value *p = primitives->first; p && status == CR_OK; p = p->next)
        status = add_part(c, p, &frame);
    return status;
}

// Every second triangle of a strip goes the other way round.
static void corner_of(const part *p, int triangle, int corner[3]) {
    int first = p->mode == LIST ? 3 * triangle : triangle;
    bool odd = p->mode == STRIP && triangle % 2;
    for (int k = 0; k < 3; k++) corner[k] = first + k;
    if (p->mode == FAN) corner[0] = 0;
    if (odd != p->frame.mirrored) {
        corner[1] = first + 2;
        corner[2] = first + 1;
    }
    for (int k = 0; k < 3 && p->index; k++) corner[k] = p->index[corner[k]];
}

static void put_part(const part *p, cr_gltf_mesh *mesh) {
    for (int i = 0; i < triangles_of(p); i++) {
        int *to = mesh->triangle + 3 * (size_t)mesh->triangles++;
        corner_of(p, i, to);
        for (int k = 0; k < 3; k++) to[k] += mesh->vertices;
    }
    for (int i = 0; i < p->vertices; i++) {
        const float *from = p->position + 3 * (size_t)i;
        cr_gltf_move(&p->frame, (double[3]){(double)from[0], (double)from[1], (double)from[2]},
                     mesh->position + 3 * (size_t)mesh->vertices++);
    }
}

static cr_status collect(collector *c, cr_gltf_mesh *mesh) {
    if (!c->triangles) return cr_fail(c->error, CR_ERR_INPUT, c->file->place, "no triangles");
    if (c->vertices > INT_MAX / 4 || c->triangles > INT_MAX / 4)
        return cr_fail(c->error, CR_ERR_INPUT, c->file->place, "too many triangles");
    *mesh = (cr_gltf_mesh){.position = cr_arena_take(c->arena, 3 * c->vertices, sizeof(double)),
                           .triangle = cr_arena_take(c->arena, 3 * c->triangles, sizeof(int))};
    if (!mesh->position || !mesh->triangle) return no_memory(c);
    for (const part *p = c->parts; p; p = p->next) put_part(p, mesh);
    return CR_OK;
}

cr_status cr_gltf_triangles(const cr_gltf_file *file, const cr_gltf_tree *tree, int root, cr_arena *arena,
                            cr_gltf_mesh *mesh, cr_error *error) {
    collector c = {.file = file, .arena = arena, .error = error};
    int found = 0;
    for (int i = 0; i < tree->count; i++) found += tree->node[i].mesh >= 0 && cr_gltf_below(tree, i, root);
    if (!found) return cr_fail(error, CR_ERR_INPUT, file->place, "has no mesh");
    if (found > 1 && root < 0) return cr_gltf_ask(file, tree, "meshes", found, error);
    for (int i = 0; i < tree->count; i++) {
        if (tree->node[i].mesh < 0 || !cr_gltf_below(tree, i, root)) continue;
        cr_status status = add_node(&c, tree, i);
        if (status != CR_OK) return status;
    }
    return collect(&c, mesh);
}
