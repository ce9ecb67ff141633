// The solids of a network in the air: where they are, how large, and who hears them.
#include "carom/modes.h"
#include "io/scene/world/world.h"

#include <math.h>

bool cr_scene_has_listeners(const cr_scene *scene) {
    const cr_scene_node *listeners = cr_scene_section_of(scene, CR_SECTION_LISTENERS);
    return !cr_scene_has_bodies(scene) && listeners && listeners->count;
}

// A solid g times as large, of the same material, has frequencies f/g and shapes g^(-3/2) (element/solid.c).
static cr_status scale_modes(const cr_scene_worlds *w, const cr_modes *from, double g, cr_modes **scaled) {
    size_t points = 3 * (size_t)from->vertices, shapes = (size_t)from->count * points;
    cr_modes *m = cr_arena_take(w->arena, 1, sizeof *m);
    float *position = cr_arena_take(w->arena, points, sizeof *position),
          *shape = cr_arena_take(w->arena, shapes, sizeof *shape);
    double *frequency = cr_arena_take(w->arena, (size_t)from->count, sizeof *frequency);
    if (!m || !position || !shape || !frequency) return cr_scene_no_memory(w->scene, w->error);
    const double smaller = pow(g, -1.5);
    *m = *from;
    m->mass *= pow(g, 3.0);
    for (int i = 0; i < 6; i++) m->inertia[i] *= pow(g, 5.0);
    for (int i = 0; i < 3; i++) m->centre[i] *= g;
    for (size_t i = 0; i < points; i++) position[i] = (float)(g * (double)from->position[i]);
    for (size_t i = 0; i < shapes; i++) shape[i] = (float)(smaller * (double)from->shape[i]);
    for (int i = 0; i < from->count; i++) frequency[i] = from->frequency[i] / g;
    m->position = position;
    m->shape = shape;
    m->frequency = frequency;
    m->error = NULL;
    *scaled = m;
    return CR_OK;
}

static cr_status describe(const cr_scene_worlds *w, const cr_scene_node *item, cr_scene_heard *heard) {
    const cr_scene_node *defaults =
        cr_scene_find(cr_scene_section_of(w->scene, CR_SECTION_DEFAULTS), "solid");
    const cr_scene_node *found[4];
    static const char *const keys[] = {"at", "turn", "scale", "support"};
    for (int i = 0; i < 4; i++) {
        found[i] = cr_scene_find(item, keys[i]);
        if (!found[i]) found[i] = cr_scene_find(defaults, keys[i]);
    }
    cr_modes *modes = w->scene->solved[item->index].modes;
    cr_status status = CR_OK;
    if (found[2] && found[2]->number != 1.0) status = scale_modes(w, modes, found[2]->number, &modes);
    *heard = (cr_scene_heard){.name = item->key,
                              .element = item->index,
                              .modes = modes,
                              .moves = found[3] != NULL,
                              .pose = {found[0] ? cr_scene_vector(found[0]) : (cr_vec){0},
                                       found[1] ? cr_scene_turn(found[1]) : cr_quat_none}};
    return status;
}

cr_status cr_scene_air_of(const cr_scene *scene, cr_arena *arena, cr_scene_air *air, cr_error *error) {
    const cr_scene_node *elements = cr_scene_section_of(scene, CR_SECTION_ELEMENTS);
    cr_arena_mark mark = cr_arena_here(arena);
    cr_scene_worlds w = {.scene = scene, .arena = arena, .error = error};
    *air = (cr_scene_air){.sound = cr_scene_sound_of(scene)};
    air->solids = cr_arena_take(arena, (size_t)elements->count, sizeof *air->solids);
    cr_status status = air->solids ? CR_OK : cr_scene_no_memory(scene, error);
    for (const cr_scene_node *i = elements->first; status == CR_OK && i; i = i->next)
        if (scene->solved[i->index].modes) status = describe(&w, i, &air->solids[air->solid_count++]);
    if (status == CR_OK) status = cr_scene_describe_listeners(&w, &air->listeners, &air->listener_count);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}

void cr_scene_set_radiated(cr_scene *scene, const cr_scene_heard *solid, const double *decay) {
    scene->solved[solid->element].radiated = decay;
}
