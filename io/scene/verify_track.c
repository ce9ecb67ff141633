// What the tables cannot say of surfaces, of what moves along them, and of friction.
#include "io/scene/internal.h"

#include <string.h>

static cr_status refuse(const cr_scene *scene, const cr_scene_node *node, cr_error *error, const char *why) {
    return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_INPUT, "%s", why);
}

// The first of the keys that the item has, or NULL.
static const cr_scene_node *first_of(const cr_scene_node *item, const char *const *keys) {
    const cr_scene_node *found = NULL;
    for (int i = 0; !found && keys[i]; i++) found = cr_scene_find(item, keys[i]);
    return found;
}

cr_status cr_scene_verify_surface(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static const char *const of_file[] = {"length", "fade", NULL}, *const of_spectrum[] = {
                                                                       "preset", "hurst", "correlation", "dx",
                                                                       "count",  "seed",  NULL};
    const cr_scene_node *file = cr_scene_find(item, "file"),
                        *odd = first_of(item, file ? of_spectrum : of_file);
    if (odd && file) return refuse(scene, odd, error, "heights from a file have no such key; leave it out");
    if (odd) return refuse(scene, odd, error, "only heights from a file have it");
    if (file && !cr_scene_find(item, "length"))
        return refuse(scene, file, error, "needs length: how long the stretch in the file is [m]");
    return CR_OK;
}

bool cr_scene_has_track(const cr_scene_node *contact) {
    return cr_scene_find(contact, "surface") || cr_scene_find(contact, "rolls");
}

cr_status cr_scene_verify_track(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static const char *const motion[] = {"speed",      "tip",  "inertia", "out_of_round",
                                         "off_centre", "hand", NULL},
                             *const turning[] = {"out_of_round", "off_centre", NULL};
    const cr_scene_node *surface = cr_scene_find(item, "surface"), *rolls = cr_scene_find(item, "rolls"),
                        *tip = cr_scene_find(item, "tip"), *inertia = cr_scene_find(item, "inertia"),
                        *turns = first_of(item, turning), *hand = cr_scene_find(item, "hand"),
                        *odd = first_of(item, motion);
    bool kept = hand ? hand->word == 1 : !rolls && !inertia;
    if (!surface && !rolls)
        return odd ? refuse(scene, odd, error, "needs surface, what passes under the contact, or rolls")
                   : CR_OK;
    if (cr_scene_find(item, "along"))
        return refuse(scene, surface ? surface : rolls, error, "a row of contacts stays where it is");
    if (rolls && tip) return refuse(scene, tip, error, "what rolls has no tip; leave out one of the two");
    if (tip && !surface) return refuse(scene, tip, error, "needs surface, what it slides over");
    if (turns && !rolls) return refuse(scene, turns, error, "needs rolls, the radius of what turns");
    if (inertia && hand && kept)
        return refuse(scene, inertia, error, "a hand keeps the speed, whatever the mass; leave it out");
    if (!kept && !inertia && cr_scene_rolling_mass(scene, item) < 0)
        return refuse(scene, item, error, "needs inertia, what moves along, or hand: true to keep the speed");
    return CR_OK;
}

static cr_status need_off_grid(const cr_scene *scene, const cr_scene_node *end, cr_error *error) {
    const cr_element_type *type = end->place.element < 0 ? NULL : cr_scene_type(scene, end->place.element);
    if (!type || !cr_element_is(type, CR_TRAIT_GRID)) return CR_OK;
    return cr_scene_fail(scene, end, CR_AT_VALUE, error, CR_ERR_UNSUPPORTED,
                         "friction joins masses, modal objects and walls; use a bow on a %s", type->name);
}

cr_status cr_scene_verify_friction(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_form *form = &cr_scene_form_friction;
    const cr_scene_node *contact = cr_scene_find(item, "contact"), *force = cr_scene_find(item, "force"),
                        *rest = cr_scene_find(item, "rest"), *dynamic = cr_scene_find(item, "dynamic");
    cr_status status = cr_scene_verify_spring(scene, item, error);
    if (status == CR_OK) status = need_off_grid(scene, cr_scene_find(item, "a"), error);
    if (status == CR_OK) status = need_off_grid(scene, cr_scene_find(item, "b"), error);
    if (status != CR_OK) return status;
    if (!contact == !force) return refuse(scene, item, error, "needs one of contact and force: what presses");
    if (contact && cr_scene_find(cr_scene_item(scene, CR_SECTION_CONTACTS, contact->place.element), "along"))
        return refuse(scene, contact, error, "a row of contacts cannot press; give the force");
    double most = cr_scene_number(item, form, "rest"), least = cr_scene_number(item, form, "dynamic");
    if (most >= least) return CR_OK;
    return cr_scene_fail(scene, dynamic ? dynamic : rest, CR_AT_VALUE, error, CR_ERR_RANGE,
                         "needs rest of at least dynamic, got %g and %g", most, least);
}
