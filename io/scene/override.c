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
    const char *value; // as written
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
    return index < 0 || index >= parent->count ? NULL : cr_scene_at(parent, (int)index);
}

cr_status cr_scene_refuse(const cr_scene *scene, const char *path, cr_status status, const char *reason,
                          cr_error *error) {
    const cr_scene_node *node = scene->root;
    char step[64];
    for (const char *rest = path; rest; rest = strchr(rest, '.') ? strchr(rest, '.') + 1 : NULL) {
        snprintf(step, sizeof step, "%.*s", (int)strcspn(rest, "."), rest);
        const cr_scene_node *next = node->kind == CR_SCENE_SCALAR ? NULL : cr_scene_child(node, step);
        if (!next) break;
        node = next;
    }
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, status, "%s", reason);
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

static cr_status walk(walker *w, cr_scene_node *here, const char *path);

// The end of the path, with a value of its own: several paths may share what is written.
static cr_status arrive(walker *w, cr_scene_node *here, const char *step) {
    cr_scene_node *value;
    if (here->kind == CR_SCENE_SCALAR)
        return fail_at_override(w, here, step, "the value above it has no keys");
    cr_status status =
        cr_scene_read_yaml(w->scene, w->value, strlen(w->value), w->source, w->arena, &value, w->error);
    return status == CR_OK ? set(w, here, step, value) : status;
}

// A name with stars, each of which stands for any characters, none too.
static bool fits(const char *stars, const char *name) {
    for (; *stars && *stars != '*'; stars++, name++)
        if (*stars != *name) return false;
    if (!*stars) return !*name;
    for (;; name++) {
        if (fits(stars + 1, name)) return true;
        if (!*name) return false;
    }
}

static cr_status nothing_fits(walker *w, const cr_scene_node *parent, const char *step) {
    char what[200] = "fits nothing here; there is";
    bool any = false;
    for (const cr_scene_node *i = parent->first; i && i->key; i = i->next) {
        size_t used = strlen(what);
        if (used + strlen(i->key) + 6 > sizeof what) {
            snprintf(what + used, sizeof what - used, " ...");
            break;
        }
        snprintf(what + used, sizeof what - used, " %s", i->key);
        any = true;
    }
    return fail_at_override(w, parent, step, any ? what : "fits nothing here: there are no names");
}

// Every child that fits, as if each had a path of its own.
static cr_status walk_all(walker *w, cr_scene_node *here, const char *stars, const char *rest) {
    cr_status status = CR_OK;
    bool any = false;
    for (cr_scene_node *i = here->first; status == CR_OK && i; i = i->next) {
        if (!i->key || !fits(stars, i->key)) continue;
        any = true;
        status = rest ? walk(w, i, rest) : arrive(w, here, i->key);
    }
    return any ? status : nothing_fits(w, here, stars);
}

static cr_status walk(walker *w, cr_scene_node *here, const char *path) {
    const char *dot = strchr(path, '.'), *rest = dot ? dot + 1 : NULL;
    size_t length = dot ? (size_t)(dot - path) : strlen(path);
    char *step = cr_arena_take(w->arena, length + 1, 1); // it may become a key
    if (!step) return cr_scene_no_memory(w->scene, w->error);
    memcpy(step, path, length);
    if (strchr(step, '*')) return walk_all(w, here, step, rest);
    if (!rest) return arrive(w, here, step);
    cr_scene_node *next = cr_scene_child(here, step);
    if (!next) next = open_way(w, here, step);
    return next ? walk(w, next, rest) : no_such_key(w, here, step);
}

cr_status cr_scene_apply(cr_scene *scene, int override, cr_arena *arena, cr_error *error) {
    const char *text = scene->overrides[override].assignment, *equals = strchr(text, '=');
    walker w = {.scene = scene, .arena = arena, .error = error, .source = override + 1};
    cr_scene_node spot = {.source = w.source};
    size_t length = equals ? (size_t)(equals - text) : 0;
    if (!length)
        return cr_scene_fail(scene, &spot, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs path=value, as in elements.string.f0=40");
    char *path = cr_arena_take(arena, length + 1, 1);
    if (!path) return cr_scene_no_memory(scene, error);
    memcpy(path, text, length);
    w.value = equals[1] ? equals + 1 : "~"; // nothing given
    return walk(&w, scene->root, path);
}
