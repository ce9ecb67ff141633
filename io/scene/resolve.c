// The modes of the solids of a scene, and the points that follow from them.
#include "carom/modes.h"
#include "carom/solid.h"
#include "io/scene/world/world.h"

static const cr_scene_node *section_of(const cr_scene *scene) {
    return cr_scene_section_of(scene, cr_scene_has_bodies(scene) ? CR_SECTION_BODIES : CR_SECTION_ELEMENTS);
}

static bool is_solid(const cr_scene *scene, const cr_scene_node *item) {
    if (cr_scene_has_bodies(scene)) return cr_scene_body_vibrates(scene, item);
    return cr_element_is(cr_scene_element_type(item), CR_TRAIT_SOLID);
}

int cr_scene_solids(const cr_scene *scene) {
    int count = 0;
    for (const cr_scene_node *i = section_of(scene)->first; i; i = i->next) count += is_solid(scene, i);
    return count;
}

bool cr_scene_unsolved(const cr_scene *scene) {
    return !scene->solved && cr_scene_solids(scene) > 0;
}

// The file is what an error of a file is about.
static cr_status fail(const cr_scene *scene, const cr_scene_node *item, const cr_error *cause,
                      cr_error *error) {
    const cr_scene_node *file = cr_scene_find(item, "file");
    if (!file || cr_scene_find(item, cause->place)) return cr_scene_fail_from(scene, item, cause, error);
    return cr_scene_fail(scene, file, CR_AT_VALUE, error, cause->status, "%s: %s", cause->place,
                         cause->reason);
}

static cr_status solve_one(const cr_scene *scene, const cr_scene_node *item, cr_scene_solver solve,
                           void *context, cr_arena *arena, cr_modes *modes, cr_error *error) {
    cr_solid_def solid;
    cr_error cause = {.place = ""};
    cr_status status = cr_scene_has_bodies(scene)
                           ? cr_scene_describe_matter(scene, item, arena, &solid, error)
                           : cr_scene_describe_solid(scene, item, arena, &solid, error);
    if (status != CR_OK) return status;
    status = solve(context, item->key, &solid, arena, modes, &cause);
    return status == CR_OK ? CR_OK : fail(scene, item, &cause, error);
}

// Points that were left to the solid.
static void place_points(cr_scene_node *node, int element, const cr_element_places *places) {
    for (cr_scene_node *i = node->first; i; i = i->next) {
        place_points(i, element, places);
        if (!isnan(i->place.at[0]) || i->place.element != element) continue;
        for (int k = 0; k < 3; k++) i->place.at[k] = places->struck[k];
    }
}

static cr_status solve_usually(void *context, const char *name, const cr_solid_def *solid, cr_arena *arena,
                               cr_modes *modes, cr_error *error) {
    (void)context, (void)name;
    return cr_solid_modes(solid, NULL, arena, modes, NULL, error);
}

cr_status cr_scene_resolve(cr_scene *scene, cr_scene_solver solve, void *context, cr_arena *arena,
                           cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_scene_solved *solved = cr_arena_take(arena, (size_t)section_of(scene)->count, sizeof *solved);
    cr_status status = solved ? CR_OK : cr_scene_no_memory(scene, error);
    bool stopped = false, elements = !cr_scene_has_bodies(scene);
    for (const cr_scene_node *i = section_of(scene)->first; status == CR_OK && i; i = i->next) {
        if (!is_solid(scene, i)) continue;
        cr_scene_solved *s = &solved[i->index];
        s->modes = cr_arena_take(arena, 1, sizeof *s->modes);
        if (!s->modes) status = cr_scene_no_memory(scene, error);
        else status = solve_one(scene, i, solve ? solve : solve_usually, context, arena, s->modes, error);
        if (status == CR_STOPPED) { // the rest may still be wrong
            stopped = true;
            status = CR_OK;
            continue;
        }
        if (status != CR_OK) break;
        if (!elements) continue;
        cr_element element = cr_element_default(cr_scene_element_type(i));
        element.solid = s->modes;
        cr_element_usual_places(&element, &s->places);
    }
    if (status != CR_OK || stopped) {
        cr_arena_rewind(arena, mark);
        return stopped && status == CR_OK ? CR_STOPPED : status;
    }
    scene->solved = solved;
    for (const cr_scene_node *i = section_of(scene)->first; elements && i; i = i->next)
        if (solved[i->index].modes) place_points(scene->root, i->index, &solved[i->index].places);
    return CR_OK;
}
