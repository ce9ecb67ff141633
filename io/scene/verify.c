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

// Lists of a modal object: one frequency and one decay per mode, and per point one shape value per mode.
cr_status cr_scene_verify_element(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *frequencies = cr_scene_find(item, "frequencies");
    cr_error cause;
    if (cr_element_is(cr_scene_type(scene, item->index), CR_TRAIT_SOLID))
        return cr_scene_verify_solid(scene, item, error);
    if (!frequencies) return CR_OK;
    cr_element element = cr_element_default(cr_element_find(cr_scene_find(item, "type")->text, NULL));
    if (cr_element_set(&element, "modes", frequencies->count, &cause) != CR_OK)
        return cr_scene_fail(scene, frequencies, CR_AT_VALUE, error, cause.status, "%s", cause.reason);
    cr_status status = need_count(scene, cr_scene_find(item, "decays"), frequencies->count, error);
    const cr_scene_node *point = cr_scene_find(item, "shapes")->first;
    for (; status == CR_OK && point; point = point->next)
        status = need_count(scene, point, frequencies->count, error);
    return status;
}

static cr_status need_a_free_end(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    if (can_be_pushed(scene, cr_scene_place(item, "a")) || can_be_pushed(scene, cr_scene_place(item, "b")))
        return CR_OK;
    return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                         "neither a nor b can be pushed: the ground and barriers do not give way");
}

static cr_status verify_row(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    cr_place a = cr_scene_place(item, "a"), b = cr_scene_place(item, "b");
    const cr_element_type *type = a.element < 0 ? NULL : cr_scene_type(scene, a.element);
    if (!type || !cr_element_is(type, CR_TRAIT_LINE))
        return cr_scene_fail(scene, cr_scene_find(item, "a"), CR_AT_VALUE, error, CR_ERR_INPUT,
                             "a row of contacts needs a string or bar here");
    const cr_scene_node *along = cr_scene_find(item, "along");
    if (along->word >= 0 && !cr_element_is(type, CR_TRAIT_GRID))
        return cr_scene_fail(scene, along, CR_AT_VALUE, error, CR_ERR_UNSUPPORTED,
                             "a %s has no grid; give the number of contacts", type->name);
    if (b.element < 0 || cr_scene_type(scene, b.element)->axes < 2) return CR_OK;
    return cr_scene_fail(scene, cr_scene_find(item, "b"), CR_AT_VALUE, error, CR_ERR_INPUT,
                         "a row of contacts needs a line, a mass, a barrier or the ground here");
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

static cr_status need_free_target(const cr_scene *scene, const cr_scene_node *node, cr_error *error) {
    if (can_be_pushed(scene, node->place)) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "a barrier stands where it is told; use an excitation of type move");
}

static cr_status verify_throw(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *element = cr_scene_find(item, "element");
    const cr_element_type *type = cr_scene_type(scene, element->place.element);
    if (cr_element_is(type, CR_TRAIT_THROWN)) return CR_OK;
    return cr_scene_fail(scene, element, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "only a mass can be thrown, not a %s", type->name);
}

static cr_status verify_pluck(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *at = cr_scene_find(item, "at");
    cr_status status = need_free_target(scene, at, error);
    if (status != CR_OK) return status;
    const cr_element_type *type = cr_scene_type(scene, at->place.element);
    if (cr_element_is(type, CR_TRAIT_GRID) || cr_element_is(type, CR_TRAIT_POINT)) return CR_OK;
    return cr_scene_fail(scene, at, CR_AT_VALUE, error, CR_ERR_UNSUPPORTED,
                         "a modal object cannot be plucked; use a force");
}

static cr_status verify_tune(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *element = cr_scene_find(item, "element");
    const cr_element_type *type = cr_scene_type(scene, element->place.element);
    if (type->retune) return CR_OK;
    return cr_scene_fail(scene, element, CR_AT_VALUE, error, CR_ERR_UNSUPPORTED,
                         "a %s cannot change its pitch while it runs", type->name);
}

static cr_status verify_drive(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    cr_drive_shape shape = (cr_drive_shape)cr_scene_find(item, "shape")->word;
    const cr_scene_node *duration = cr_scene_find(item, "duration");
    if (shape == CR_DRIVE_SINE && !cr_scene_find(item, "frequency"))
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT, "a sine needs frequency");
    if (shape == CR_DRIVE_PULSE && !(duration && duration->number > 0.0))
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "a pulse needs a duration above 0, its length");
    return CR_OK;
}

static cr_status verify_move(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *element = cr_scene_find(item, "element");
    if (can_be_pushed(scene, element->place))
        return cr_scene_fail(scene, element, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "only a barrier can be moved, not a %s",
                             cr_scene_type(scene, element->place.element)->name);
    return verify_drive(scene, item, error);
}

static cr_status verify_rub(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *force = cr_scene_find(item, "force"), *friction = cr_scene_find(item, "friction");
    if (!force ||
        !cr_scene_find(cr_scene_item(scene, CR_SECTION_FRICTIONS, friction->place.element), "contact"))
        return CR_OK;
    return cr_scene_fail(scene, force, CR_AT_KEY, error, CR_ERR_INPUT,
                         "a contact presses \"%s\" together; leave it out", friction->text);
}

static cr_status verify_travel(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *contact = cr_scene_find(item, "contact");
    if (cr_scene_has_track(cr_scene_item(scene, CR_SECTION_CONTACTS, contact->place.element))) return CR_OK;
    return cr_scene_fail(scene, contact, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "\"%s\" has no surface along which it could move", contact->text);
}

static cr_status verify_at(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    return need_free_target(scene, cr_scene_find(item, "at"), error);
}

static cr_status verify_force(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    cr_status status = verify_at(scene, item, error);
    return status == CR_OK ? verify_drive(scene, item, error) : status;
}

cr_status cr_scene_verify_excitation(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static cr_status (*const verify[CR_TYPE_COUNT])(const cr_scene *, const cr_scene_node *, cr_error *) = {
        [CR_TYPE_BOW] = verify_at,    [CR_TYPE_PLUCK] = verify_pluck, [CR_TYPE_THROW] = verify_throw,
        [CR_TYPE_STRIKE] = verify_at, [CR_TYPE_FORCE] = verify_force, [CR_TYPE_MOVE] = verify_move,
        [CR_TYPE_TUNE] = verify_tune, [CR_TYPE_RUB] = verify_rub,     [CR_TYPE_TRAVEL] = verify_travel,
    };
    return verify[cr_scene_excitation(item)](scene, item, error);
}

cr_status cr_scene_verify_pickup(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *at = cr_scene_find(item, "at"), *contact = cr_scene_find(item, "contact"),
                        *bow = cr_scene_find(item, "bow"), *friction = cr_scene_find(item, "friction"),
                        *quantity = cr_scene_find(item, "quantity");
    enum { FORCE = 2 };
    if ((at != NULL) + (contact != NULL) + (bow != NULL) + (friction != NULL) != 1)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "needs one of at, contact, bow and friction");
    if (quantity && at && quantity->word == FORCE)
        return cr_scene_fail(
            scene, quantity, CR_AT_VALUE, error, CR_ERR_INPUT,
            "a point has a displacement and a velocity; a force is that of a contact, bow or friction");
    if (quantity && !at && quantity->word != FORCE)
        return cr_scene_fail(scene, quantity, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "of a contact, bow or friction only the force can be heard");
    return CR_OK;
}
