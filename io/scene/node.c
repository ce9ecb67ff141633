// The tree of a scene: positions, paths, errors.
#include "io/file/file.h"
#include "io/scene/internal.h"

#include <stdarg.h>
#include <string.h>

enum { ROOM = 288 };

static void append(char *text, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, ROOM - used, "%s", more);
}

// "elements.bell.shapes[1]"
static void write_path(const cr_scene_node *node, char *path) {
    if (!node || !node->parent) return;
    write_path(node->parent, path);
    char index[16];
    snprintf(index, sizeof index, "[%d]", node->index);
    if (node->key && *path) append(path, ".");
    append(path, node->key ? node->key : index);
}

static cr_file_place place_of(const cr_scene *scene, const cr_scene_node *node, cr_scene_spot spot) {
    if (!node) return cr_file_place_at(scene->name, 0, 0);
    if (!node->source) {
        bool key = spot == CR_AT_KEY && node->key_line;
        return cr_file_place_at(scene->name, key ? node->key_line : node->line,
                                key ? node->key_column : node->column);
    }
    const cr_scene_override *o = &scene->overrides[node->source - 1];
    cr_file_place place;
    if (o->origin && strchr(o->assignment, '\n'))
        return cr_file_place_at(o->origin, node->line, node->column);
    snprintf(place.text, sizeof place.text, "%s%s%s", o->origin ? o->origin : "", o->origin ? " " : "",
             o->assignment);
    return place;
}

static void hide_control_characters(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
}

cr_status cr_scene_fail(const cr_scene *scene, const cr_scene_node *node, cr_scene_spot spot, cr_error *error,
                        cr_status status, const char *format, ...) {
    char text[ROOM] = "", what[ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    write_path(node, text);
    if (*text) append(text, ": ");
    append(text, what);
    hide_control_characters(text);
    cr_file_place place = place_of(scene, node, spot);
    hide_control_characters(place.text);
    return cr_fail(error, status, place.text, "%s", text);
}

cr_status cr_scene_fail_from(const cr_scene *scene, const cr_scene_node *item, const cr_error *cause,
                             cr_error *error) {
    char key[sizeof cause->place];
    size_t length = strcspn(cause->place, ":");
    snprintf(key, sizeof key, "%.*s", (int)length, cause->place);
    const cr_scene_node *named = cr_scene_find(item, key);
    if (named && cause->place[length])
        return cr_scene_fail(scene, named, CR_AT_KEY, error, cause->status, "%s", cause->reason);
    if (named) return cr_scene_fail(scene, named, CR_AT_VALUE, error, cause->status, "%s", cause->reason);
    return cr_scene_fail(scene, item, CR_AT_KEY, error, cause->status, "%s", cause->reason);
}

cr_status cr_scene_no_memory(const cr_scene *scene, cr_error *error) {
    return cr_scene_fail(scene, NULL, CR_AT_VALUE, error, CR_ERR_MEMORY, "no memory for the scene");
}

// --- children by key and by index, in two trees over the children themselves whose roots are the first
// child. The way down is by the bits of a hash of the key, lowest first, and by those of index + 1 below its
// highest.

static unsigned long long hash_of(const char *key) { // FNV-1a
    unsigned long long hash = 0xcbf29ce484222325u;
    for (; *key; key++) hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
    return hash;
}

cr_scene_node *cr_scene_find(const cr_scene_node *node, const char *key) {
    if (!node || node->kind != CR_SCENE_MAPPING) return NULL;
    cr_scene_node *child = node->first;
    for (unsigned long long bits = hash_of(key); child && strcmp(child->key, key) != 0; bits >>= 1)
        child = child->by_key[bits & 1];
    return child;
}

cr_scene_node *cr_scene_enter(cr_scene_node *parent, cr_scene_node *child) {
    cr_scene_node **at = &parent->first;
    for (unsigned long long bits = hash_of(child->key); *at && *at != child; bits >>= 1) {
        if (strcmp((*at)->key, child->key) == 0) return *at;
        at = &(*at)->by_key[bits & 1];
    }
    return *at = child;
}

static cr_scene_node **way_to(cr_scene_node **at, int index) {
    int place = index + 1, bit = 1;
    while (bit <= place / 2) bit *= 2;
    for (bit /= 2; bit; bit /= 2) at = &(*at)->by_index[(place & bit) != 0];
    return at;
}

cr_scene_node *cr_scene_at(const cr_scene_node *parent, int index) {
    cr_scene_node *first = parent->first;
    return *way_to(&first, index);
}

void cr_scene_append(cr_scene_node *parent, cr_scene_node *child) {
    child->parent = parent;
    child->index = parent->count++;
    child->by_key[0] = child->by_key[1] = child->by_index[0] = child->by_index[1] = NULL;
    *way_to(&parent->first, child->index) = child;
    if (parent->last) parent->last->next = child;
    parent->last = child;
    if (child->key) cr_scene_enter(parent, child);
}

static bool is_nothing(const cr_scene_node *node) {
    if (node->kind != CR_SCENE_SCALAR || node->quoted) return false;
    return !*node->text || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0;
}

bool cr_scene_is_text(const cr_scene_node *node) {
    return node->kind == CR_SCENE_SCALAR && !is_nothing(node);
}

const char *cr_scene_kind_text(const cr_scene_node *node) {
    if (node->kind == CR_SCENE_LIST) return "a list";
    if (node->kind == CR_SCENE_MAPPING) return "a mapping";
    return is_nothing(node) ? "nothing" : "a single value";
}
