#include "io/film/bend.h"

#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "film", "out of memory");
}

cr_status cr_bend_make(const cr_modes *modes, const cr_record_body *body, cr_arena *arena, cr_bend *bend,
                       cr_error *error) {
    *bend = (cr_bend){0};
    if (!modes || !body->modes) return CR_OK;
    bend->count = body->modes < modes->count ? body->modes : modes->count;
    bend->shape = cr_arena_take(arena, (size_t)body->modes, sizeof *bend->shape);
    bend->position = cr_arena_take(arena, 3 * (size_t)modes->vertices, sizeof *bend->position);
    if (!bend->shape || !bend->position) return no_memory(error);
    memcpy(bend->position, modes->position, 3 * (size_t)modes->vertices * sizeof *bend->position);
    bend->modes = modes;
    bend->mesh = (cr_form_mesh){modes->vertices, modes->triangles, bend->position, modes->triangle};
    return cr_skin_make(&bend->mesh, arena, &bend->skin, error);
}

// x + sum of q_j U_j(x)
cr_status cr_bend_follow(cr_bend *bend, cr_arena *arena, cr_error *error) {
    const cr_modes *modes = bend->modes;
    size_t numbers = 3 * (size_t)modes->vertices;
    memcpy(bend->position, modes->position, numbers * sizeof *bend->position);
    for (int j = 0; j < bend->count; j++) {
        const float *shape = modes->shape + (size_t)j * numbers;
        float q = (float)bend->shape[j];
        for (size_t i = 0; i < numbers; i++) bend->position[i] += q * shape[i];
    }
    return cr_skin_renew(&bend->skin, arena, error);
}
