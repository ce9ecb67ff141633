// Which form an item has, from its `type` or `law`; what that is stays with its node.
#include "io/scene/internal.h"

#include <string.h>

static cr_status named_choice(const cr_scene *scene, const cr_scene_node *item, const char *key,
                              const char *what, cr_scene_node **choice, cr_error *error) {
    *choice = cr_scene_find(item, key);
    if (!*choice)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT, "needs `%s`, %s", key, what);
    return cr_scene_need_text(scene, *choice, "a word", error);
}

static cr_status unknown(const cr_scene *scene, const cr_scene_node *node, cr_scene_spot spot,
                         const cr_error *cause, cr_error *error) {
    return cr_scene_fail(scene, node, spot, error, cause->status, "%s", cause->reason);
}

static cr_status form_of(const cr_scene *scene, const cr_scene_node *item, const cr_element_type *type,
                         cr_scene_form *form, cr_error *error) {
    *form = cr_scene_form_element(type);
    return cr_element_is(type, CR_TRAIT_SOLID) ? cr_scene_add_shape(scene, item, form, error) : CR_OK;
}

cr_status cr_scene_choose_element(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error) {
    cr_scene_node *choice;
    cr_error cause;
    cr_status status = named_choice(scene, item, "type", "the type of the element", &choice, error);
    if (status != CR_OK) return status;
    choice->is.element = cr_element_find(choice->text, &cause);
    if (!choice->is.element) return unknown(scene, choice, CR_AT_VALUE, &cause, error);
    return form_of(scene, item, choice->is.element, form, error);
}

// A contact without its ends.
static cr_status choose_default_contact(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                        cr_error *error) {
    cr_status status = cr_scene_choose_contact(scene, item, form, error);
    if (status != CR_OK) return status;
    snprintf(form->owner, sizeof form->owner, "the default of contacts");
    form->keys += CR_SCENE_CONTACT_ENDS;
    form->key_count -= CR_SCENE_CONTACT_ENDS;
    return CR_OK;
}

// The same without the type, which is the key.
cr_status cr_scene_choose_default(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error) {
    cr_error cause;
    if (strcmp(item->key, CR_SCENE_CONTACT) == 0) return choose_default_contact(scene, item, form, error);
    const cr_element_type *type = cr_element_find(item->key, &cause);
    if (!type) return unknown(scene, item, CR_AT_KEY, &cause, error);
    cr_status status = form_of(scene, item, type, form, error);
    form->keys++;
    form->key_count--;
    return status;
}

cr_status cr_scene_choose_contact(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error) {
    cr_scene_node *choice;
    cr_error cause;
    cr_status status = named_choice(scene, item, "law", "the contact law", &choice, error);
    if (status != CR_OK) return status;
    choice->is.law = cr_law_find(choice->text, &cause);
    if (!choice->is.law) return unknown(scene, choice, CR_AT_VALUE, &cause, error);
    *form = cr_scene_form_contact(choice->is.law);
    return CR_OK;
}

cr_status cr_scene_choose_excitation(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                     cr_error *error) {
    cr_scene_node *choice;
    cr_error cause;
    cr_status status = named_choice(scene, item, "type", "the type of the excitation", &choice, error);
    if (status != CR_OK) return status;
    choice->is.excitation = cr_excitation_find(choice->text, &cause);
    if (!choice->is.excitation) return unknown(scene, choice, CR_AT_VALUE, &cause, error);
    *form = cr_scene_form_excitation(choice->is.excitation);
    return CR_OK;
}
