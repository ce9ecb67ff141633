// Which form an item has, from its `type` or `law`.
#include "io/scene/internal.h"

#include <string.h>

enum { NAMES = 32 };

static cr_status named_choice(const cr_scene *scene, const cr_scene_node *item, const char *key,
                              const char *what, const cr_scene_node **choice, cr_error *error) {
    *choice = cr_scene_find(item, key);
    if (!*choice)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT, "needs `%s`, %s", key, what);
    return cr_scene_need_text(scene, *choice, "a word", error);
}

static cr_status find_type(const cr_scene *scene, const cr_scene_node *node, cr_scene_spot spot,
                           const char *name, const cr_element_type **type, cr_error *error) {
    int count;
    const char *names[NAMES];
    *type = cr_element_find(name, NULL);
    if (*type) return CR_OK;
    const cr_element_type *const *types = cr_element_types(&count);
    for (int i = 0; i < count && i < NAMES; i++) names[i] = types[i]->name;
    return cr_scene_fail_name(scene, node, spot, "element type", name, names, count < NAMES ? count : NAMES,
                              error);
}

cr_status cr_scene_choose_element(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error) {
    const cr_scene_node *choice;
    const cr_element_type *type;
    cr_status status = named_choice(scene, item, "type", "the type of the element", &choice, error);
    if (status == CR_OK) status = find_type(scene, choice, CR_AT_VALUE, choice->text, &type, error);
    if (status != CR_OK) return status;
    *form = cr_scene_form_element(type);
    return cr_element_is(type, CR_TRAIT_SOLID) ? cr_scene_add_shape(scene, item, form, error) : CR_OK;
}

// The same without the type, which is the key.
cr_status cr_scene_choose_default(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error) {
    const cr_element_type *type;
    cr_status status = find_type(scene, item, CR_AT_KEY, item->key, &type, error);
    if (status != CR_OK) return status;
    *form = cr_scene_form_element(type);
    form->keys++;
    form->key_count--;
    return cr_element_is(type, CR_TRAIT_SOLID) ? cr_scene_add_shape(scene, item, form, error) : CR_OK;
}

cr_status cr_scene_choose_contact(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error) {
    const cr_scene_node *choice;
    const char *names[NAMES];
    int count;
    cr_status status = named_choice(scene, item, "law", "the contact law", &choice, error);
    if (status != CR_OK) return status;
    const cr_law_type *const *laws = cr_law_types(&count), *law = cr_law_find(choice->text, NULL);
    for (int i = 0; i < count && i < NAMES; i++) names[i] = laws[i]->name;
    if (!law)
        return cr_scene_fail_name(scene, choice, CR_AT_VALUE, "law", choice->text, names,
                                  count < NAMES ? count : NAMES, error);
    *form = cr_scene_form_contact(law);
    return CR_OK;
}

cr_status cr_scene_choose_excitation(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                     cr_error *error) {
    const cr_scene_node *choice;
    const char *names[CR_TYPE_COUNT];
    cr_status status = named_choice(scene, item, "type", "the type of the excitation", &choice, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < CR_TYPE_COUNT; i++) names[i] = cr_scene_form_excitations[i].owner;
    cr_excitation_type type = cr_scene_excitation(item);
    if (type == CR_TYPE_COUNT)
        return cr_scene_fail_name(scene, choice, CR_AT_VALUE, "excitation", choice->text, names,
                                  CR_TYPE_COUNT, error);
    *form = cr_scene_form_excitations[type];
    return CR_OK;
}
