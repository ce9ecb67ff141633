// Reading a checked scene.
#include "io/scene/internal.h"

#include <assert.h>
#include <string.h>

const cr_scene_node *cr_scene_section_of(const cr_scene *scene, cr_scene_section_id id) {
    return cr_scene_find(scene->root, cr_scene_sections[id].name);
}

const cr_scene_node *cr_scene_item(const cr_scene *scene, cr_scene_section_id id, int index) {
    return cr_scene_at(cr_scene_section_of(scene, id), index);
}

static double default_of(const cr_scene_form *form, const char *key) {
    const cr_scene_key *at;
    for (int i = 0; (at = cr_scene_form_key(form, i)); i++)
        if (strcmp(at->number.name, key) == 0) return at->number.value;
    for (int i = 0; i < form->param_count; i++)
        if (strcmp(form->params[i].name, key) == 0) return form->params[i].value;
    assert(false);
    return CR_NAN;
}

double cr_scene_number(const cr_scene_node *item, const cr_scene_form *form, const char *key) {
    const cr_scene_node *node = cr_scene_find(item, key);
    return node ? node->number : default_of(form, key);
}

int cr_scene_word(const cr_scene_node *item, const cr_scene_form *form, const char *key) {
    const cr_scene_node *node = cr_scene_find(item, key);
    if (node) return node->word;
    double chosen = default_of(form, key);
    return isnan(chosen) ? -1 : (int)chosen;
}

cr_place cr_scene_place(const cr_scene_node *item, const char *key) {
    return cr_scene_find(item, key)->place;
}

// Length of the folder of the scene, with its slash; 0 for a path that needs none.
static size_t folder_for(const cr_scene *scene, const char *path) {
    const char *slash = strrchr(scene->name, '/');
    return *path == '/' || !slash ? 0 : (size_t)(slash - scene->name) + 1;
}

bool cr_scene_put_beside(const cr_scene *scene, const char *path, char *to, size_t room) {
    int length = snprintf(to, room, "%.*s%s", (int)folder_for(scene, path), scene->name, path);
    return length >= 0 && (size_t)length < room;
}

char *cr_scene_beside(const cr_scene *scene, cr_arena *arena, const char *path) {
    size_t folder = folder_for(scene, path), room = folder + strlen(path) + 1;
    char *made = cr_arena_take(arena, room, 1);
    if (made) snprintf(made, room, "%.*s%s", (int)folder, scene->name, path);
    return made;
}

const cr_element_type *cr_scene_element_type(const cr_scene_node *item) {
    return cr_scene_find(item, "type")->is.element;
}

const cr_element_type *cr_scene_type(const cr_scene *scene, int element) {
    return cr_scene_element_type(cr_scene_item(scene, CR_SECTION_ELEMENTS, element));
}

int cr_scene_rolling_mass(const cr_scene *scene, const cr_scene_node *contact) {
    const int ends[] = {cr_scene_place(contact, "b").element, cr_scene_place(contact, "a").element};
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0 && cr_element_is(cr_scene_type(scene, ends[i]), CR_TRAIT_THROWN)) return ends[i];
    return -1;
}

cr_status cr_scene_law(const cr_scene *scene, const cr_scene_node *contact, cr_law *law, cr_error *error) {
    cr_error cause;
    *law = cr_law_default(cr_scene_find(contact, "law")->is.law);
    for (int i = 0; i < law->type->param_count; i++) {
        const cr_scene_node *given = cr_scene_find(contact, law->type->params[i].name);
        if (given) law->value[i] = given->number;
    }
    cr_status status = cr_law_prepare(law, &cause);
    return status == CR_OK ? CR_OK : cr_scene_fail_from(scene, contact, &cause, error);
}
