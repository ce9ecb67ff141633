// What contacts share: those of the defaults that a contact does not say itself are put into it.
#include "io/scene/internal.h"

#include <string.h>

// The parameters of one law mean nothing to another.
static bool suits(const cr_scene_node *contact, const cr_scene_node *shared, const char *key) {
    const cr_scene_node *own = cr_scene_find(contact, "law"), *law = cr_scene_find(shared, "law");
    if (!own || !law || !cr_scene_is_text(own) || !cr_scene_is_text(law)) return true;
    const cr_law_type *type = strcmp(own->text, law->text) == 0 ? NULL : cr_law_find(law->text, NULL);
    if (!type) return true; // the same, or one that the check refuses
    const cr_scene_form form = cr_scene_form_contact(type);
    return !cr_scene_form_has(&form, key);
}

static cr_status share(const cr_scene *scene, cr_scene_node *contact, const cr_scene_node *shared,
                       cr_arena *arena, cr_error *error) {
    for (const cr_scene_node *i = shared->first; i; i = i->next) {
        if (cr_scene_find(contact, i->key) || !suits(contact, shared, i->key)) continue;
        cr_scene_node *made = cr_arena_take(arena, 1, sizeof *made);
        if (!made) return cr_scene_no_memory(scene, error);
        *made = *i;
        made->next = NULL;
        cr_scene_append(contact, made);
    }
    return CR_OK;
}

// Before the check, which looks at the defaults first: what is wrong with them is told there.
cr_status cr_scene_share_defaults(const cr_scene *scene, cr_arena *arena, cr_error *error) {
    if (scene->root->kind != CR_SCENE_MAPPING) return CR_OK;
    const cr_scene_node *defaults = cr_scene_section_of(scene, CR_SECTION_DEFAULTS),
                        *contacts = cr_scene_section_of(scene, CR_SECTION_CONTACTS),
                        *shared = cr_scene_find(defaults, CR_SCENE_CONTACT);
    cr_status status = CR_OK;
    if (!shared || !contacts) return CR_OK;
    for (cr_scene_node *i = contacts->first; status == CR_OK && i; i = i->next)
        if (i->key && i->kind == CR_SCENE_MAPPING) status = share(scene, i, shared, arena, error);
    return status;
}
