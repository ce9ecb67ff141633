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

// `{a: body@0.8,0.75}` reads as a key 0.75 without a value, `{type:glass}` and `{type glass}` as one key.
static const char *stray_reason(const cr_scene_node *node) {
    if (strcmp(cr_scene_kind_text(node), "nothing") != 0) return NULL;
    if (strspn(node->key, "0123456789.eE+-") == strlen(node->key))
        return "inside braces a comma ends the value: write \"NAME@x,y\" in quotes or NAME@x y";
    return strpbrk(node->key, ": ")
               ? "between a key and its value stand a colon and a blank, as in `key: value`"
               : NULL;
}

cr_status cr_scene_refuse_strays(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    for (const cr_scene_node *i = item->first; i; i = i->next) {
        const char *reason = i->key ? stray_reason(i) : NULL;
        if (reason) return cr_scene_fail(scene, i, CR_AT_KEY, error, CR_ERR_INPUT, "%s", reason);
    }
    return CR_OK;
}

// Keys first, of which there are `keys`, then parameters; their number.
static int all_names(const cr_scene_form *form, const char **names, int *keys) {
    int count = 0;
    const cr_scene_key *key;
    for (int i = 0; (key = cr_scene_form_key(form, i)) && count < NAMES; i++)
        names[count++] = key->number.name;
    *keys = count;
    for (int i = 0; i < form->param_count && count < NAMES; i++) names[count++] = form->params[i].name;
    for (int i = 0; i < form->more_count && count < NAMES; i++) names[count++] = form->more[i].name;
    return count;
}

// Names from the one on that is told, and round, each once; false: not all of them have room.
static bool put_names(const char *const *names, int count, int first, char *text, size_t room) {
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        const char *name = names[(first + i) % count];
        bool told = false;
        for (int k = 0; k < i; k++) told = told || strcmp(names[(first + k) % count], name) == 0;
        if (told) continue;
        if (used + strlen(name) + 2 > room) return false;
        used += (size_t)snprintf(text + used, room - used, " %s", name);
    }
    return true;
}

static cr_status unknown_key(const cr_scene *scene, const cr_scene_node *node, const cr_scene_form *form,
                             cr_error *error) {
    const char *names[NAMES];
    char known[180] = "";
    int keys, count = all_names(form, names, &keys);
    const char *near = cr_name_nearest(node->key, names, count);
    if (near)
        return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_UNKNOWN,
                             "%s has no such parameter (did you mean \"%s\"?)", form->owner, near);
    bool whole = put_names(names, count, 0, known, sizeof known);
    if (!whole) put_names(names, count, keys, known, sizeof known); // the sizes are what matters then
    return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_UNKNOWN,
                         "%s has no such parameter; it knows:%s%s", form->owner, known, whole ? "" : " ...");
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
    cr_status status = cr_scene_refuse_strays(scene, item, error);
    for (cr_scene_node *child = item->first; status == CR_OK && child; child = child->next)
        status = check_child(scene, child, form, error);
    const cr_scene_key *key;
    for (int i = 0; status == CR_OK && complete && (key = cr_scene_form_key(form, i)); i++)
        if (key->required && !cr_scene_find(item, key->number.name))
            status = cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT, "%s needs %s: %s",
                                   form->owner, key->number.name, key->number.doc);
    return status;
}
