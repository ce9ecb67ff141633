#include "io/file/file.h"
#include "io/mesh/triangles_internal.h"

#include <string.h>

// The vertex in the middle of an edge, made when its first triangle asks for it.
static int middle_of(cr_triangles *split, int first, int (*ends)[2], int a, int b) {
    int i = first;
    while (i < split->vertices && !(ends[i][0] == b && ends[i][1] == a))
        i++; // a neighbour goes the other way
    if (i == split->vertices) {
        for (size_t k = 0; k < 3; k++)
            split->position[3 * (size_t)i + k] =
                (split->position[3 * (size_t)a + k] + split->position[3 * (size_t)b + k]) / 2;
        ends[i][0] = a;
        ends[i][1] = b;
        split->vertices++;
    }
    return i;
}

static void add(cr_triangles *split, int component, int a, int b, int c) {
    const int corner[3] = {a, b, c};
    memcpy(split->triangle + 3 * (size_t)split->triangles, corner, sizeof corner);
    split->component[split->triangles++] = component;
}

cr_status cr_triangles_split(const cr_triangles *t, const char *path, cr_arena *arena, cr_triangles *split,
                             cr_error *error) {
    size_t vertices = (size_t)t->vertices + 3 * (size_t)t->triangles, triangles = 4 * (size_t)t->triangles;
    int(*ends)[2] = cr_arena_take(arena, vertices, sizeof *ends);
    *split = (cr_triangles){.vertices = t->vertices,
                            .position = cr_arena_take(arena, 3 * vertices, sizeof(double)),
                            .triangle = cr_arena_take(arena, 3 * triangles, sizeof(int)),
                            .component = cr_arena_take(arena, triangles, sizeof(int)),
                            .components = t->components};
    if (!ends || !split->position || !split->triangle || !split->component)
        return cr_fail(error, CR_ERR_MEMORY, cr_file_place_at(path, 0, 0).text,
                       "no memory for its triangles");
    memcpy(split->position, t->position, 3 * (size_t)t->vertices * sizeof *t->position);
    for (int i = 0; i < t->triangles; i++) {
        const int *corner = t->triangle + 3 * (size_t)i;
        int middle[3];
        for (int k = 0; k < 3; k++)
            middle[k] = middle_of(split, t->vertices, ends, corner[k], corner[(k + 1) % 3]);
        for (int k = 0; k < 3; k++) add(split, t->component[i], corner[k], middle[k], middle[(k + 2) % 3]);
        add(split, t->component[i], middle[0], middle[1], middle[2]);
    }
    return CR_OK;
}
