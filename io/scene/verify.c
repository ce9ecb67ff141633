// What the tables cannot say: values that must fit each other.
#include "io/scene/internal.h"

#include <string.h>

static bool can_be_pushed(const cr_scene *scene, cr_place place) {
    return place.element >= 0 && !cr_element_is(cr_scene_type(scene, place.element), CR_TRAIT_FIXED);
}

static cr_status need_count(const cr_scene *scene, const cr_scene_node *list, int modes, cr_error *error) {
    if (list->count == modes) return CR_OK;
    return cr_scene_fail(scene, list, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "needs one number for each of the %d frequencies, got %d", modes, list->count);
}

// Lists of a modal object: one frequency and one decay per mode, and per point one shape value per mode; or a
// file that has them all.
static cr_status verify_modal(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static const char *const lists[] = {"frequencies", "decays", "shapes"};
    const cr_scene_node *frequencies = cr_scene_find(item, "frequencies"),
                        *file = cr_scene_find(item, "file");
    cr_error cause;
    for (int i = 0; i < 3; i++) {
        const cr_scene_node *given = cr_scene_find(item, lists[i]);
        if (given && file)
            return cr_scene_fail(scene, given, CR_AT_KEY, error, CR_ERR_INPUT,
                                 "the file has them; leave it out");
        if (!given && !file)
            return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                                 "modal needs %s, or a file with a list of modes", lists[i]);
    }
    if (file) return CR_OK;
    cr_element element = cr_element_default(cr_scene_element_type(item));
    if (cr_element_set(&element, "modes", frequencies->count, &cause) != CR_OK)
        return cr_scene_fail(scene, frequencies, CR_AT_VALUE, error, cause.status, "%s", cause.reason);
    cr_status status = need_count(scene, cr_scene_find(item, "decays"), frequencies->count, error);
    const cr_scene_node *point = cr_scene_find(item, "shapes")->first;
    for (; status == CR_OK && point; point = point->next)
        status = need_count(scene, point, frequencies->count, error);
    return status;
}

cr_status cr_scene_verify_element(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_element_type *type = cr_scene_element_type(item);
    if (cr_element_is(type, CR_TRAIT_SOLID)) return cr_scene_verify_solid(scene, item, error);
    if (cr_element_is(type, CR_TRAIT_PROFILE)) return cr_scene_verify_rail(scene, item, error);
    return cr_element_is(type, CR_TRAIT_GIVEN) ? verify_modal(scene, item, error) : CR_OK;
}

static cr_status need_a_free_end(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    if (can_be_pushed(scene, cr_scene_place(item, "a")) || can_be_pushed(scene, cr_scene_place(item, "b")))
        return CR_OK;
    return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                         "neither a nor b can be pushed: the ground, barriers and rails do not give way");
}

static bool is_line(const cr_scene *scene, const cr_scene_node *end) {
    int element = end->place.element;
    return element >= 0 && cr_element_is(cr_scene_type(scene, element), CR_TRAIT_LINE);
}

const cr_scene_node *cr_scene_row_line(const cr_scene *scene, const cr_scene_node *contact) {
    const cr_scene_node *a = cr_scene_find(contact, "a"), *b = cr_scene_find(contact, "b");
    return is_line(scene, a) || !is_line(scene, b) ? a : b;
}

static cr_status verify_row(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *line = cr_scene_row_line(scene, item), *along = cr_scene_find(item, "along"),
                        *a = cr_scene_find(item, "a"), *b = cr_scene_find(item, "b"),
                        *other = line == a ? b : a;
    if (!is_line(scene, line))
        return cr_scene_fail(scene, line, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "a row of contacts needs a string or bar here, or at b");
    const cr_element_type *type = cr_scene_type(scene, line->place.element);
    if (along->word >= 0 && !cr_element_is(type, CR_TRAIT_GRID))
        return cr_scene_fail(scene, along, CR_AT_VALUE, error, CR_ERR_UNSUPPORTED,
                             "a %s has no grid; give the number of contacts", type->name);
    if (other->place.element < 0 || cr_scene_type(scene, other->place.element)->axes < 2) return CR_OK;
    return cr_scene_fail(scene, other, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "a row of contacts needs a line, a mass, a barrier, a rail or the ground here");
}

cr_status cr_scene_verify_contact(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    cr_law law;
    cr_status status = need_a_free_end(scene, item, error);
    if (status == CR_OK && cr_scene_find(item, "along")) status = verify_row(scene, item, error);
    if (status == CR_OK) status = cr_scene_verify_track(scene, item, error);
    return status == CR_OK ? cr_scene_law(scene, item, &law, error) : status;
}

cr_status cr_scene_verify_spring(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    return need_a_free_end(scene, item, error);
}
