// Names of items and places on elements.
#include "carom/material.h"
#include "io/scene/internal.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES = 256 };

static int collect(const cr_scene_node *section, const char **names, int count) {
    for (const cr_scene_node *i = section ? section->first : NULL; i && count < NAMES; i = i->next)
        names[count++] = i->key;
    return count;
}

static cr_status refer(const cr_scene *scene, cr_scene_node *node, cr_scene_section_id id, const char *what,
                       const char *name, cr_error *error) {
    const char *names[NAMES];
    const cr_scene_node *section = cr_scene_section_of(scene, id), *item = cr_scene_find(section, name);
    if (item) node->place.element = item->index;
    if (item) return CR_OK;
    return cr_scene_fail_name(scene, node, CR_AT_VALUE, what, name, names, collect(section, names, 0), error);
}

// NAME, or NAME.k of a copy: its number is kept, 0: all of them.
static cr_status refer_body(const cr_scene *scene, cr_scene_node *node, bool or_ground, cr_error *error) {
    char name[CR_SCENE_KEY_LENGTH + 1];
    const char *dot = strchr(node->text, '.');
    char *end;
    node->place.element = -1;
    node->number = 0.0;
    if (or_ground && strcmp(node->text, "ground") == 0) return CR_OK;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(node->text, "."), node->text);
    cr_status status = refer(scene, node, CR_SECTION_BODIES, "body", name, error);
    if (status != CR_OK || !dot) return status;
    long copy = strtol(dot + 1, &end, 10);
    node->number = (double)copy;
    if (end > dot + 1 && !*end && copy >= 1) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "needs a name, or NAME.1 to NAME.N of its copies, got \"%s\"", node->text);
}

static cr_status refer_bow(const cr_scene *scene, cr_scene_node *node, cr_error *error) {
    cr_status status = refer(scene, node, CR_SECTION_EXCITATIONS, "bow", node->text, error);
    if (status != CR_OK) return status;
    const cr_scene_node *item = cr_scene_item(scene, CR_SECTION_EXCITATIONS, node->place.element);
    if (cr_scene_excitation_type(item)->adds_bow) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "\"%s\" is no bow", node->text);
}

// One of the presets, or an item of a section that may take their place.
static cr_status refer_surface(const cr_scene *scene, const cr_scene_node *node, bool own, cr_error *error) {
    const char *names[NAMES];
    int count, built_in;
    const cr_scene_node *section = own ? cr_scene_section_of(scene, CR_SECTION_SURFACES) : NULL;
    if (cr_scene_find(section, node->text) || cr_rough_preset_find(node->text, NULL)) return CR_OK;
    const cr_rough_preset *table = cr_rough_presets(&built_in);
    for (count = 0; count < built_in && count < NAMES; count++) names[count] = table[count].name;
    count = collect(section, names, count);
    return cr_scene_fail_name(scene, node, CR_AT_VALUE, "surface", node->text, names, count, error);
}

static cr_status refer_material(const cr_scene *scene, const cr_scene_node *node, cr_error *error) {
    const char *names[NAMES];
    int count, built_in;
    if (cr_scene_find(cr_scene_section_of(scene, CR_SECTION_MATERIALS), node->text)) return CR_OK;
    if (cr_material_find(node->text, NULL)) return CR_OK;
    const cr_material *table = cr_materials(&built_in);
    for (count = 0; count < built_in && count < NAMES; count++) names[count] = table[count].name;
    count = collect(cr_scene_section_of(scene, CR_SECTION_MATERIALS), names, count);
    return cr_scene_fail_name(scene, node, CR_AT_VALUE, "material", node->text, names, count, error);
}

// Numbers after the @, separated by a comma or blanks; -1: not a list of numbers.
static int read_coordinates(const char *text, double at[CR_WHERE]) {
    int count = 0;
    if (strspn(text, "+-.0123456789eE, ") < strlen(text)) return -1;
    for (;; count++) {
        char *end;
        double value = strtod(text, &end);
        if (end == text) return -1;
        if (count < CR_WHERE) at[count] = value;
        text = end + strspn(end, " ");
        if (!*text) return count + 1;
        if (text == end && *text != ',') return -1;
        if (*text == ',') text++;
    }
}

// A solid finds where it is struck when it has its modes; until then that is no number.
static cr_status check_point_of_solid(const cr_scene *scene, cr_scene_node *node, const char *name, int count,
                                      cr_error *error) {
    double *at = node->place.at;
    if (count == 0) at[0] = at[1] = at[2] = CR_NAN;
    if (count != 0 && count != 3 && count != CR_WHERE)
        return cr_scene_fail(
            scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
            "a point of the solid \"%s\" has 3 coordinates, and 3 more for a direction, got %d; "
            "write NAME@x,y,z or its name alone",
            name, count);
    if (count == CR_WHERE && at[3] == 0.0 && at[4] == 0.0 && at[5] == 0.0)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_RANGE,
                             "0 0 0 is no direction; leave it out for the one across the surface");
    for (int i = 0; i < count; i++)
        if (!isfinite(at[i]) || (i < 3 && (at[i] < 0.0 || at[i] > 1.0)))
            return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_RANGE, "needs %s, got %g",
                                 i < 3 ? "0 to 1 along the box of the solid" : "a finite direction", at[i]);
    return CR_OK;
}

// A ready-made object knows where it is struck when that is left out.
static cr_status check_coordinates(const cr_scene *scene, cr_scene_node *node, const char *name,
                                   const cr_element_type *type, int count, cr_error *error) {
    static const char *const advice[] = {"write its name alone", "write NAME@x", "write NAME@x,y"};
    if (type->axes == 3) return check_point_of_solid(scene, node, name, count, error);
    for (; type->places && count < type->axes; count++) node->place.at[count] = type->places->struck[count];
    if (count != type->axes)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "a point of the %s \"%s\" has %d coordinate%s, got %d; %s", type->name, name,
                             type->axes, type->axes == 1 ? "" : "s", count, advice[type->axes]);
    for (int i = 0; i < count; i++)
        if (!(node->place.at[i] >= 0.0 && node->place.at[i] <= 1.0))
            return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_RANGE,
                                 "needs 0 to 1 along the %s, got %g", type->name, node->place.at[i]);
    return CR_OK;
}

// In a row of contacts the places are lines, without a point.
static bool is_row(const cr_scene_node *node) {
    return cr_scene_find(node->parent, "along") != NULL;
}

static cr_status refer_place(const cr_scene *scene, cr_scene_node *node, bool or_ground, cr_error *error) {
    char name[CR_SCENE_KEY_LENGTH + 1];
    const char *at = strchr(node->text, '@');
    size_t length = at ? (size_t)(at - node->text) : strlen(node->text);
    if (length > CR_SCENE_KEY_LENGTH)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_UNKNOWN, "there is no such element");
    snprintf(name, sizeof name, "%.*s", (int)length, node->text);
    node->place = (cr_place){-1, {0.0, 0.0}};
    if (or_ground && strcmp(node->text, "ground") == 0) return CR_OK;
    if (strcmp(name, "ground") == 0)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                             at ? "the ground has no points" : "the ground does not move");
    cr_status status = refer(scene, node, CR_SECTION_ELEMENTS, "element", name, error);
    if (status != CR_OK) return status;
    int count = at ? read_coordinates(at + 1, node->place.at) : 0;
    if (count < 0)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs numbers after the @, got \"%s\"", at + 1);
    if (is_row(node) && !at) return CR_OK;
    if (is_row(node))
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "a row of contacts takes the whole \"%s\", not a point of it", name);
    return check_coordinates(scene, node, name, cr_scene_type(scene, node->place.element), count, error);
}

cr_status cr_scene_check_reference(const cr_scene *scene, cr_scene_node *node, cr_scene_value kind,
                                   cr_error *error) {
    cr_status status = cr_scene_need_text(scene, node, "a name", error);
    if (status != CR_OK) return status;
    switch (kind) {
    case CR_VALUE_MATERIAL:
        return refer_material(scene, node, error);
    case CR_VALUE_ELEMENT:
        return refer(scene, node, CR_SECTION_ELEMENTS, "element", node->text, error);
    case CR_VALUE_CONTACT:
        return refer(scene, node, CR_SECTION_CONTACTS, "contact", node->text, error);
    case CR_VALUE_FRICTION:
        return refer(scene, node, CR_SECTION_FRICTIONS, "friction", node->text, error);
    case CR_VALUE_SURFACE:
    case CR_VALUE_PRESET:
        return refer_surface(scene, node, kind == CR_VALUE_SURFACE, error);
    case CR_VALUE_BODY:
    case CR_VALUE_BODY_OR_GROUND:
        return refer_body(scene, node, kind == CR_VALUE_BODY_OR_GROUND, error);
    case CR_VALUE_BOW:
        return refer_bow(scene, node, error);
    default:
        return refer_place(scene, node, kind == CR_VALUE_PLACE_OR_GROUND, error);
    }
}
