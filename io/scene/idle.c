// What keeps a scene silent, as far as its text tells.
#include "io/scene/internal.h"

#include <string.h>

static const cr_scene_node *first_of(const cr_scene *scene, cr_scene_section_id id) {
    const cr_scene_node *section = cr_scene_section_of(scene, id);
    return section ? section->first : NULL;
}

// Whether an item of the section has the key, with a number other than 0 or below it.
static bool any(const cr_scene *scene, cr_scene_section_id id, const char *key, bool negative) {
    for (const cr_scene_node *i = first_of(scene, id); i; i = i->next) {
        const cr_scene_node *node = cr_scene_find(i, key);
        if (node && (negative ? node->number < 0.0 : node->number != 0.0)) return true;
    }
    return false;
}

// Something falls, rolls, rubs, or is pressed or stretched from the start.
static bool moves_of_itself(const cr_scene *scene) {
    return any(scene, CR_SECTION_ELEMENTS, "gravity", false) ||
           any(scene, CR_SECTION_DEFAULTS, "gravity", false) ||
           any(scene, CR_SECTION_ELEMENTS, "position", false) ||
           any(scene, CR_SECTION_DEFAULTS, "position", false) ||
           any(scene, CR_SECTION_CONTACTS, "speed", false) || any(scene, CR_SECTION_CONTACTS, "gap", true) ||
           any(scene, CR_SECTION_CONTACTS, "out_of_round", false) ||
           any(scene, CR_SECTION_FRICTIONS, "velocity", false) ||
           any(scene, CR_SECTION_SPRINGS, "rest", false);
}

static bool all_are_muted(const cr_scene *scene) {
    const cr_scene_node *i = first_of(scene, CR_SECTION_PICKUPS);
    const cr_scene_form form = cr_scene_form_pickup();
    bool muted = i != NULL;
    for (; i; i = i->next) muted = muted && cr_scene_number(i, &form, "gain") == 0.0;
    return muted;
}

static cr_status add(const cr_scene *scene, cr_scene_remarks *remarks, cr_arena *arena, const char *text,
                     cr_error *error) {
    size_t room = strlen(text) + 1;
    char *kept = cr_arena_take(arena, room, 1);
    if (!kept) return cr_scene_no_memory(scene, error);
    memcpy(kept, text, room);
    remarks->text[remarks->count++] = kept;
    return CR_OK;
}

cr_status cr_scene_find_idle(const cr_scene *scene, double end, cr_arena *arena, cr_scene_remarks *remarks,
                             cr_error *error) {
    const cr_scene_node *excitations = cr_scene_section_of(scene, CR_SECTION_EXCITATIONS);
    size_t most = excitations ? (size_t)excitations->count : 0;
    cr_status status = CR_OK;
    *remarks = (cr_scene_remarks){.text = cr_arena_take(arena, most + 2, sizeof *remarks->text)};
    if (!remarks->text) return cr_scene_no_memory(scene, error);
    if (!most && !moves_of_itself(scene))
        status = add(scene, remarks, arena, "there are no excitations, and nothing moves of itself", error);
    if (status == CR_OK && !cr_scene_has_listeners(scene) && all_are_muted(scene))
        status = add(scene, remarks, arena, "the gain of every pickup is 0", error);
    for (const cr_scene_node *i = most ? excitations->first : NULL; status == CR_OK && i; i = i->next) {
        const cr_scene_node *start = cr_scene_find(i, "start");
        char text[CR_SCENE_KEY_LENGTH + 80];
        if (!start || start->number < end) continue;
        snprintf(text, sizeof text, "excitations.%s starts at %g s, but the sound ends at %g s", i->key,
                 start->number, end);
        status = add(scene, remarks, arena, text, error);
    }
    return status;
}

int cr_scene_elements(const cr_scene *scene) {
    return cr_scene_section_of(scene, CR_SECTION_ELEMENTS)->count;
}

bool cr_scene_hears(const cr_scene *scene, int element) {
    const cr_scene_node *pickups = cr_scene_section_of(scene, CR_SECTION_PICKUPS);
    if (cr_scene_has_listeners(scene)) return cr_element_is(cr_scene_type(scene, element), CR_TRAIT_SOLID);
    if (!pickups) return cr_scene_type(scene, element)->places != NULL;
    for (const cr_scene_node *i = pickups->first; i; i = i->next)
        if (cr_scene_find(i, "at") && cr_scene_place(i, "at").element == element) return true;
    return false;
}
