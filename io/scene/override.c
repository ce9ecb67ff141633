// Changes of a scene by path, before it is checked. The value is parsed as YAML; unknown keys are found by
// the check, which then points at the override.
#include "io/scene/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct walker {
    cr_scene *scene;
    cr_arena *arena;
    cr_error *error;
    int source;
} walker;

static bool is_open_section(const cr_scene_node *node) {
    static const char *const open[] = {"listeners", "defaults", "materials"};
    for (; node->parent && node->parent->parent; node = node->parent) continue;
    if (node->key && cr_scene_is_mapping(node->key)) return true;
    for (size_t i = 0; node->key && i < sizeof open / sizeof *open; i++)
        if (strcmp(node->key, open[i]) == 0) return true;
    return false;
}

static cr_status fail_at_override(walker *w, const cr_scene_node *parent, const char *step,
                                  const char *what) {
    cr_scene_node stand_in = {.parent = (cr_scene_node *)parent, .key = step, .source = w->source};
    return cr_scene_fail(w->scene, &stand_in, CR_AT_VALUE, w->error, CR_ERR_UNKNOWN, "%s", what);
}

static cr_status no_such_key(walker *w, const cr_scene_node *parent, const char *step) {
    const char *names[256];
    char what[160] = "is not in the scene";
    int count = 0;
    for (const cr_scene_node *i = parent->first; i && i->key && count < 256; i = i->next)
        names[count++] = i->key;
    const char *near = cr_name_nearest(step, names, count);
    if (near) snprintf(what, sizeof what, "is not in the scene (did you mean \"%s\"?)", near);
    return fail_at_override(w, parent, step, what);
}

cr_scene_node *cr_scene_child(const cr_scene_node *parent, const char *step) {
    if (parent->kind == CR_SCENE_MAPPING) return cr_scene_find(parent, step);
    char *end;
    long index = strtol(step, &end, 10);
    if (*end || end == step) return NULL;
    cr_scene_node *child = parent->first;
    while (child && child->index != index) child = child->next;
    return child;
}

// A new empty mapping on the way, in sections that need not be there.
static cr_scene_node *open_way(walker *w, cr_scene_node *parent, const char *step) {
    cr_scene_node stand_in = {.parent = parent, .key = step};
    if (parent->kind != CR_SCENE_MAPPING || !is_open_section(&stand_in)) return NULL;
    cr_scene_node *made = cr_arena_take(w->arena, 1, sizeof *made);
    if (!made) return NULL;
    *made = (cr_scene_node){.kind = CR_SCENE_MAPPING, .key = step, .source = w->source, .word = -1};
    cr_scene_append(parent, made);
    return made;
}

static void take_contents(cr_scene_node *to, const cr_scene_node *from) {
    to->kind = from->kind;
    to->text = from->text;
    to->quoted = from->quoted;
    to->source = from->source;
    to->count = from->count;
    to->first = from->first;
    to->last = from->last;
    for (cr_scene_node *i = to->first; i; i = i->next) i->parent = to;
}

// An item that is not there can only be added whole.
static bool may_add(const cr_scene_node *parent, const cr_scene_node *value) {
    if (parent->kind != CR_SCENE_MAPPING) return false;
    bool in_items = parent->parent && !parent->parent->parent;
    return !in_items || cr_scene_is_mapping(parent->key) || value->kind == CR_SCENE_MAPPING;
}

static cr_status set(walker *w, cr_scene_node *parent, const char *step, cr_scene_node *value) {
    cr_scene_node *old = cr_scene_child(parent, step);
    if (old) {
        take_contents(old, value);
        return CR_OK;
    }
    if (!may_add(parent, value)) return no_such_key(w, parent, step);
    value->key = step;
    cr_scene_append(parent, value);
    return CR_OK;
}

static cr_status walk(walker *w, char *path, cr_scene_node *value) {
    cr_scene_node *here = w->scene->root;
    for (char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        *dot = '\0';
        cr_scene_node *next = cr_scene_child(here, path);
        if (!next) next = open_way(w, here, path);
        if (!next) return no_such_key(w, here, path);
        here = next;
    }
    if (here->kind == CR_SCENE_SCALAR)
        return fail_at_override(w, here, path, "the value above it has no keys");
    return set(w, here, path, value);
}

cr_status cr_scene_apply(cr_scene *scene, int override, cr_arena *arena, cr_error *error) {
    walker w = {scene, arena, error, override + 1};
    const char *text = scene->overrides[override].assignment, *equals = strchr(text, '=');
    cr_scene_node spot = {.source = w.source}, *value;
    size_t length = equals ? (size_t)(equals - text) : 0;
    if (!length)
        return cr_scene_fail(scene, &spot, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs path=value, as in elements.string.f0=40");
    char *path = cr_arena_take(arena, length + 1, 1);
    if (!path) return cr_scene_no_memory(scene, error);
    memcpy(path, text, length);
    if (!equals[1]) equals = "=~"; // nothing given
    cr_status status =
        cr_scene_read_yaml(scene, equals + 1, strlen(equals + 1), w.source, arena, &value, error);
    return status == CR_OK ? walk(&w, path, value) : status;
}
