// A mapping against a form: known keys, good values, nothing missing.
#include "io/scene/internal.h"

#include <string.h>

enum { NAMES = 64 };

static const cr_scene_key *find_key(const cr_scene_form *form, const char *name) {
    const cr_scene_key *key;
    for (int i = 0; (key = cr_scene_form_key(form, i)); i++)
        if (strcmp(key->number.name, name) == 0) return key;
    return NULL;
}

static const cr_param *find_param(const cr_scene_form *form, const char *name) {
    for (int i = 0; i < form->param_count; i++)
        if (strcmp(form->params[i].name, name) == 0) return &form->params[i];
    for (int i = 0; i < form->more_count; i++)
        if (strcmp(form->more[i].name, name) == 0) return &form->more[i];
    return NULL;
}

// `{a: body@0.8,0.75}` reads as a key 0.75 without a value.
static bool is_stray_coordinate(const cr_scene_node *node) {
    bool digits = strspn(node->key, "0123456789.eE+-") == strlen(node->key);
    return digits && strcmp(cr_scene_kind_text(node), "nothing") == 0;
}

static cr_status refuse_stray_coordinates(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    for (const cr_scene_node *i = item->first; i; i = i->next)
        if (is_stray_coordinate(i))
            return cr_scene_fail(
                scene, i, CR_AT_KEY, error, CR_ERR_INPUT,
                "inside braces a comma ends the value: write \"NAME@x,y\" in quotes or NAME@x y");
    return CR_OK;
}

// One letter is near to any other: only the same letter in the other case is worth telling.
static bool is_worth_telling(const char *name, const char *given) {
    bool other_case = name[0] && given[0] && !given[1] && (name[0] | 0x20) == (given[0] | 0x20);
    return name[0] && (name[1] || other_case);
}

static cr_status unknown_key(const cr_scene *scene, const cr_scene_node *node, const cr_scene_form *form,
                             cr_error *error) {
    const char *names[NAMES], *worth[NAMES] = {NULL};
    char known[180] = "";
    int count = 0, worth_count = 0;
    const cr_scene_key *key;
    for (int i = 0; (key = cr_scene_form_key(form, i)) && count < NAMES; i++)
        names[count++] = key->number.name;
    for (int i = 0; i < form->param_count && count < NAMES; i++) names[count++] = form->params[i].name;
    for (int i = 0; i < form->more_count && count < NAMES; i++) names[count++] = form->more[i].name;
    for (int i = 0; i < count; i++)
        if (is_worth_telling(names[i], node->key)) worth[worth_count++] = names[i];
    const char *near = cr_name_nearest(node->key, worth, worth_count);
    if (near)
        return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_UNKNOWN,
                             "%s has no such parameter (did you mean \"%s\"?)", form->owner, near);
    for (int i = 0; i < count; i++) {
        size_t used = strlen(known);
        if (used + strlen(names[i]) + 2 < sizeof known)
            snprintf(known + used, sizeof known - used, " %s", names[i]);
    }
    return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_UNKNOWN,
                         "%s has no such parameter; it knows:%s", form->owner, known);
}

static cr_status check_child(const cr_scene *scene, cr_scene_node *child, const cr_scene_form *form,
                             cr_error *error) {
    const cr_scene_key *key = find_key(form, child->key);
    if (key) return cr_scene_check_value(scene, child, key, form->owner, error);
    const cr_param *param = find_param(form, child->key);
    if (param) return cr_scene_check_param(scene, child, param, form->owner, error);
    return unknown_key(scene, child, form, error);
}

cr_status cr_scene_check_form(const cr_scene *scene, cr_scene_node *item, const cr_scene_form *form,
                              bool complete, cr_error *error) {
    cr_status status = refuse_stray_coordinates(scene, item, error);
    for (cr_scene_node *child = item->first; status == CR_OK && child; child = child->next)
        status = check_child(scene, child, form, error);
    const cr_scene_key *key;
    for (int i = 0; status == CR_OK && complete && (key = cr_scene_form_key(form, i)); i++)
        if (key->required && !cr_scene_find(item, key->number.name))
            status = cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT, "%s needs %s: %s",
                                   form->owner, key->number.name, key->number.doc);
    return status;
}
