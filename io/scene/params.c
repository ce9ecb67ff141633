// The numbers of a scene, from the tables that loading uses.
#include "carom/params.h"

#include "base/array.h"
#include "io/scene/params_live.h"
#include "io/scene/world/world.h"

#include <string.h>

typedef struct lister {
    const cr_scene *scene;
    cr_arena *arena;
    CR_ARRAY(cr_scene_param) params;
    bool starved;
} lister;

// One item and what its keys are.
typedef struct owner {
    cr_scene_section_id section;
    const char *mapping;       // NULL, or instead: output, world
    const cr_scene_node *item; // NULL: the mapping is left out
    const char *name;
    cr_scene_form form;
    bool given_only; // what is left out is not there, or comes from elsewhere: materials, surfaces, defaults
} owner;

static const char *section_name(const owner *o) {
    return o->mapping ? o->mapping : cr_scene_sections[o->section].name;
}

static char *path_of(lister *l, const owner *o, const char *key, const int *index, int depth) {
    char numbers[48] = "";
    for (int i = 0; i < depth; i++)
        snprintf(numbers + strlen(numbers), sizeof numbers - strlen(numbers), ".%d", index[i]);
    size_t room = strlen(section_name(o)) + strlen(o->name) + strlen(key) + strlen(numbers) + 3;
    char *path = cr_arena_take(l->arena, room, 1);
    if (path)
        snprintf(path, room, "%s%s%s.%s%s", section_name(o), *o->name ? "." : "", o->name, key, numbers);
    return path;
}

static cr_scene_param *add(lister *l, const owner *o, const cr_param *p, const int *index, int depth) {
    char *path = path_of(l, o, p->name, index, depth);
    cr_scene_param *made = path ? CR_ARRAY_ADD(&l->params, l->arena) : NULL;
    l->starved = l->starved || !made;
    if (!made) return NULL;
    *made = (cr_scene_param){
        .path = path, .unit = p->unit, .doc = p->doc, .usual = p->value, .low = p->min, .high = p->max};
    return made;
}

// --- whether a key that is left out may be given

// A copy of the item with one more key goes through the checks of loading.
static bool would_be_taken(lister *l, const owner *o, const char *key, double value) {
    cr_arena_mark mark = cr_arena_here(l->arena);
    const cr_scene_section *section = &cr_scene_sections[o->section];
    char text[32];
    cr_error ignored;
    cr_scene_node item = *o->item, *copies = cr_arena_take(l->arena, (size_t)item.count + 1, sizeof *copies);
    l->starved = l->starved || !copies;
    if (!copies) return false;
    item.first = item.last = NULL;
    int count = item.count, at = 0;
    item.count = 0;
    for (const cr_scene_node *i = o->item->first; i && at < count; i = i->next) {
        copies[at] = *i;
        copies[at].next = NULL;
        cr_scene_append(&item, &copies[at++]);
    }
    snprintf(text, sizeof text, "%.17g", value);
    copies[at] = (cr_scene_node){.kind = CR_SCENE_SCALAR, .key = key, .text = text, .word = -1};
    cr_scene_append(&item, &copies[at]);
    cr_status status = cr_scene_check_form(l->scene, &item, &o->form, true, &ignored);
    if (status == CR_OK && section->check) status = section->check(l->scene, &item, &ignored);
    cr_arena_rewind(l->arena, mark);
    return status == CR_OK;
}

// --- one key

static bool is_single(cr_scene_value kind) {
    return kind == CR_VALUE_NUMBER || kind == CR_VALUE_INTEGER || kind == CR_VALUE_NUMBER_OR_WORD ||
           kind == CR_VALUE_INTEGER_OR_WORD;
}

// What an element has that does not say it itself comes from its type's defaults and its material.
static double value_left_out(const lister *l, const owner *o, const cr_param *p) {
    cr_element element;
    if (o->mapping || o->section != CR_SECTION_ELEMENTS) return p->value;
    if (cr_scene_describe_element(l->scene, o->item, &element, NULL) != CR_OK) return p->value;
    for (int i = 0; i < element.type->param_count; i++)
        if (strcmp(element.type->params[i].name, p->name) == 0) return element.value[i];
    return p->value;
}

static void list_single(lister *l, const owner *o, const cr_param *p, bool whole) {
    const cr_scene_node *node = cr_scene_find(o->item, p->name);
    if (node && node->word >= 0) return; // a word instead
    if (!node && o->given_only) return;
    double value = node ? node->number : value_left_out(l, o, p);
    if (isnan(value) || (!node && !o->mapping && !would_be_taken(l, o, p->name, value))) return;
    cr_scene_param *made = add(l, o, p, NULL, 0);
    if (!made) return;
    made->value = value;
    made->given = node != NULL;
    made->whole = whole;
    cr_scene_find_event(l->scene, o->section, o->item, p->name, made);
}

// Lists, and lists of lists.
static void list_many(lister *l, const owner *o, const cr_param *p, const cr_scene_node *list, int *index,
                      int depth) {
    for (const cr_scene_node *i = list->first; i; i = i->next) {
        index[depth] = i->index;
        if (i->kind == CR_SCENE_LIST && depth == 0) {
            list_many(l, o, p, i, index, depth + 1);
            continue;
        }
        cr_scene_param *made = add(l, o, p, index, depth + 1);
        if (!made) return;
        made->value = i->number;
        made->given = true;
        cr_scene_find_event(l->scene, o->section, o->item, "", made);
    }
}

static void list_owner(lister *l, const owner *o);

// What stands in a mapping that is a value, and in a list of such.
static void list_inside(lister *l, const owner *o, const cr_scene_key *key, const cr_scene_node *node) {
    const cr_scene_node *parts = key->kind == CR_VALUE_PARTS ? node->first : NULL;
    size_t room = strlen(o->name) + strlen(key->number.name) + 16;
    for (const cr_scene_node *i = parts ? parts : node; i; i = parts ? i->next : NULL) {
        owner inside = {o->section, o->mapping, i, NULL, .given_only = true};
        char *name = cr_arena_take(l->arena, room, 1);
        l->starved = l->starved || !name;
        if (!name) return;
        snprintf(name, room, "%s%s%s", o->name, *o->name ? "." : "", key->number.name);
        if (parts) snprintf(name + strlen(name), room - strlen(name), ".%d", i->index);
        inside.name = name;
        if (parts) cr_scene_choose_part(l->scene, i, &inside.form, NULL);
        else inside.form = *cr_scene_form_inside(key->kind);
        list_owner(l, &inside);
    }
}

static bool is_many(cr_scene_value kind) {
    return kind == CR_VALUE_NUMBERS || kind == CR_VALUE_TABLE || kind == CR_VALUE_VECTOR ||
           kind == CR_VALUE_TURN;
}

static bool is_mapping(cr_scene_value kind, const cr_scene_node *node) {
    return kind == CR_VALUE_PARTS || kind == CR_VALUE_DRIVE ||
           (kind == CR_VALUE_GRIP && node->kind == CR_SCENE_MAPPING);
}

static void list_owner(lister *l, const owner *o) {
    const cr_scene_form *f = &o->form;
    int index[2];
    const cr_scene_key *key;
    for (int i = 0; (key = cr_scene_form_key(f, i)); i++) {
        const cr_scene_node *node = cr_scene_find(o->item, key->number.name);
        bool whole = key->kind == CR_VALUE_INTEGER || key->kind == CR_VALUE_INTEGER_OR_WORD;
        if (is_single(key->kind)) list_single(l, o, &key->number, whole);
        else if (node && is_many(key->kind)) list_many(l, o, &key->number, node, index, 0);
        else if (node && is_mapping(key->kind, node)) list_inside(l, o, key, node);
        else if (node && key->kind == CR_VALUE_GRIP)
            list_single(l, o, &(cr_param){"friction", "", key->number.doc, CR_NAN, 0, 100}, false);
    }
    for (int i = 0; i < f->param_count + f->more_count; i++) {
        const cr_param *p = i < f->param_count ? &f->params[i] : &f->more[i - f->param_count];
        int words;
        if (i >= f->param_count && cr_scene_form_has(f, p->name)) continue;
        if (!cr_scene_param_words(p, &words)) list_single(l, o, p, false);
    }
}

cr_status cr_scene_params(const cr_scene *scene, cr_arena *arena, const cr_scene_param **params, int *count,
                          cr_error *error) {
    lister l = {.scene = scene, .arena = arena};
    for (int id = 0; id < CR_SECTION_COUNT; id++) {
        const cr_scene_node *section = cr_scene_section_of(scene, (cr_scene_section_id)id);
        bool given_only = id <= CR_SECTION_DEFAULTS;
        for (const cr_scene_node *item = section ? section->first : NULL; item; item = item->next) {
            owner o = {(cr_scene_section_id)id, NULL, item, item->key, .given_only = given_only};
            cr_status status = cr_scene_sections[id].form(scene, item, &o.form, error);
            if (status != CR_OK) return status;
            list_owner(&l, &o);
        }
    }
    for (int i = 0; i < CR_MAPPING_COUNT; i++) {
        const cr_scene_mapping *m = &cr_scene_mappings[i];
        const owner o = {CR_SECTION_COUNT, m->name, cr_scene_find(scene->root, m->name), "", *m->form, false};
        if (!m->of_bodies || cr_scene_has_bodies(scene)) list_owner(&l, &o);
    }
    if (l.starved) return cr_scene_no_memory(scene, error);
    *params = l.params.items;
    *count = l.params.count;
    return CR_OK;
}

const char *cr_scene_change_name(cr_scene_change change) {
    static const char *const names[] = {"live", "strike", "rebuild"};
    return names[change];
}

const char *cr_scene_event_name(const cr_scene_param *param) {
    static const char *const names[CR_RT_KIND_COUNT] = {
        [CR_RT_AMPLITUDE] = "CR_RT_AMPLITUDE", [CR_RT_VELOCITY] = "CR_RT_VELOCITY",
        [CR_RT_FREQUENCY] = "CR_RT_FREQUENCY", [CR_RT_GAIN] = "CR_RT_GAIN",
        [CR_RT_PITCH] = "CR_RT_PITCH",         [CR_RT_POSITION] = "CR_RT_POSITION",
        [CR_RT_THROW] = "CR_RT_THROW",         [CR_RT_STRIKE] = "CR_RT_STRIKE",
    };
    return param->change == CR_CHANGE_REBUILD ? NULL : names[param->event];
}
