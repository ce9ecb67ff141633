// Excitations and pickups of a scene as their tables describe them: read and checked.
#include "io/scene/internal.h"

#include <string.h>

// --- excitations ----------------------------------------------------------------------------------------

const cr_excitation_type *cr_scene_excitation_type(const cr_scene_node *item) {
    return cr_scene_find(item, "type")->is.excitation;
}

const cr_scene_node *cr_scene_acted_on(const cr_scene_node *item) {
    return cr_scene_find(item, cr_scene_excitation_type(item)->keys[0].number.name);
}

static double value_of(const cr_scene_node *node, cr_scene_value kind) {
    bool word = kind == CR_VALUE_WORD || kind == CR_VALUE_MODEL;
    return word ? node->word : node->number;
}

cr_excitation cr_scene_excitation(const cr_scene_node *item) {
    cr_excitation x = cr_excitation_default(cr_scene_excitation_type(item));
    for (int i = 0; i < x.type->key_count; i++) {
        const cr_scene_node *given = cr_scene_find(item, x.type->keys[i].number.name);
        if (given) x.value[i] = value_of(given, x.type->keys[i].kind);
    }
    x.at = cr_scene_acted_on(item)->place;
    return x;
}

cr_status cr_scene_verify_excitation(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    cr_excitation x = cr_scene_excitation(item);
    const cr_scene_node *on = cr_scene_acted_on(item);
    cr_target target = {.name = on->text};
    cr_error cause;
    switch (x.type->keys[0].kind) {
    case CR_VALUE_FRICTION:
        target.pressed_by_contact =
            cr_scene_find(cr_scene_item(scene, CR_SECTION_FRICTIONS, x.at.element), "contact") != NULL;
        break;
    case CR_VALUE_CONTACT:
        target.has_surface = cr_scene_has_track(cr_scene_item(scene, CR_SECTION_CONTACTS, x.at.element));
        break;
    default:
        target.element = cr_scene_type(scene, x.at.element);
    }
    if (x.type->check(&x, &target, &cause) == CR_OK) return CR_OK;
    return cr_scene_fail_from(scene, item, &cause, error);
}

// --- frictions ------------------------------------------------------------------------------------------

const cr_friction_type *cr_scene_friction_type(void) {
    int count, i = 0;
    const cr_friction_type *const *types = cr_friction_types(&count);
    while (!types[i]->params) i++;
    return types[i];
}

// --- pickups --------------------------------------------------------------------------------------------

// Adds a name that is not among them yet.
static int add_name(const char **names, int count, int room, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return count;
    if (count < room) names[count++] = name;
    return count;
}

int cr_scene_table_names(cr_scene_value kind, const char **names, int room) {
    int rows, count = 0;
    if (kind == CR_VALUE_MODEL) {
        const cr_friction_type *const *types = cr_friction_types(&rows);
        for (int i = 0; i < rows; i++) count = add_name(names, count, room, types[i]->name);
    }
    if (kind == CR_VALUE_QUANTITY) {
        const cr_pickup_type *const *types = cr_pickup_types(&rows);
        for (int i = 0; i < rows; i++) count = add_name(names, count, room, types[i]->quantity);
    }
    return count;
}

static bool is_source(const cr_scene_key *key) {
    int count;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    for (int i = 0; i < count; i++)
        if (types[i]->source == key->kind) return true;
    return false;
}

const cr_scene_node *cr_scene_source(const cr_scene_node *pickup, const cr_scene_key **key) {
    int count;
    const cr_scene_key *keys = cr_pickup_keys(&count);
    for (int i = 0; i < count; i++) {
        const cr_scene_node *node = is_source(&keys[i]) ? cr_scene_find(pickup, keys[i].number.name) : NULL;
        if (!node) continue;
        *key = &keys[i];
        return node;
    }
    *key = NULL;
    return NULL;
}

const cr_pickup_type *cr_scene_pickup_type(const cr_scene_node *pickup) {
    const cr_scene_node *quantity = cr_scene_find(pickup, "quantity");
    const cr_scene_key *key;
    int count;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    if (!cr_scene_source(pickup, &key)) return NULL;
    for (int i = 0; i < count; i++) {
        bool meant = quantity ? strcmp(types[i]->quantity, quantity->text) == 0 : types[i]->usual;
        if (types[i]->source == key->kind && meant) return types[i];
    }
    return NULL;
}

enum { SOURCES = 8, QUANTITIES = 32 };

// "a, b and c"
static void enumerate(char text[128], const char *article, const char *const *words, int count,
                      const char *conjunction) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < 128; i++)
        used += (size_t)snprintf(text + used, 128 - used, "%s%s%s",
                                 i == 0          ? ""
                                 : i < count - 1 ? ", "
                                                 : conjunction,
                                 article, words[i]);
}

static int quantities_of(cr_scene_value source, const char **names) {
    int rows, count = 0;
    const cr_pickup_type *const *types = cr_pickup_types(&rows);
    for (int i = 0; i < rows; i++)
        if (types[i]->source == source) count = add_name(names, count, QUANTITIES, types[i]->quantity);
    return count;
}

// What has this quantity, or with `alone` no other, in words.
static int sources_of(const char *quantity, bool alone, const char **names) {
    int keys, found = 0;
    const cr_scene_key *key = cr_pickup_keys(&keys);
    for (int i = 0; i < keys && found < SOURCES; i++) {
        const char *has[QUANTITIES];
        int count = quantities_of(key[i].kind, has);
        bool match = false;
        for (int q = 0; q < count; q++) match = match || strcmp(has[q], quantity) == 0;
        if (match && !(alone && count > 1))
            names[found++] = key[i].kind == CR_VALUE_PLACE ? "point" : key[i].number.name;
    }
    return found;
}

static cr_status refuse_quantity(const cr_scene *scene, const cr_scene_node *quantity,
                                 const cr_scene_key *key, cr_error *error) {
    const char *names[SOURCES], *has[QUANTITIES];
    char having[128], heard[128];
    int count = quantities_of(key->kind, has);
    if (count == 1) {
        enumerate(having, "", names, sources_of(has[0], true, names), " or ");
        return cr_scene_fail(scene, quantity, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "of a %s only the %s can be heard", having, has[0]);
    }
    enumerate(heard, "a ", has, count, " and ");
    enumerate(having, "", names, sources_of(quantity->text, false, names), " or ");
    return cr_scene_fail(
        scene, quantity, CR_AT_VALUE, error, CR_ERR_INPUT, "a %s has %s; a %s is that of a %s",
        key->kind == CR_VALUE_PLACE ? "point" : key->number.name, heard, quantity->text, having);
}

static cr_status refuse_sources(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const char *names[SOURCES];
    char sources[128];
    int keys, count = 0;
    const cr_scene_key *table = cr_pickup_keys(&keys);
    for (int i = 0; i < keys; i++)
        if (is_source(&table[i])) count = add_name(names, count, SOURCES, table[i].number.name);
    enumerate(sources, "", names, count, " and ");
    return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT, "needs one of %s", sources);
}

cr_status cr_scene_verify_pickup(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_key *key = NULL;
    int keys, given = 0;
    const cr_scene_key *table = cr_pickup_keys(&keys);
    for (int i = 0; i < keys; i++) given += is_source(&table[i]) && cr_scene_find(item, table[i].number.name);
    if (given != 1) return refuse_sources(scene, item, error);
    if (cr_scene_pickup_type(item)) return CR_OK;
    (void)cr_scene_source(item, &key);
    return refuse_quantity(scene, cr_scene_find(item, "quantity"), key, error);
}
