// Elements and contacts of the network.
#include "carom/material.h"
#include "io/modes/list.h"
#include "io/scene/internal.h"

#include <string.h>

static int param_index(const cr_element_type *type, const char *name) {
    int i = 0;
    while (i < type->param_count && strcmp(type->params[i].name, name) != 0) i++;
    return i < type->param_count ? i : -1;
}

double cr_scene_value_of(const cr_element *element, const char *param) {
    return element->value[param_index(element->type, param)];
}

// What the element has of the four numbers of a material.
static cr_status take_material(const cr_scene *scene, const cr_scene_node *from, cr_element *element,
                               cr_error *error) {
    static const char *const names[] = {"density", "young", "poisson", "loss"};
    const cr_scene_node *given = cr_scene_find(from, "material"), *materials;
    if (!given) return CR_OK;
    materials = cr_scene_section_of(scene, CR_SECTION_MATERIALS);
    const cr_scene_node *own = cr_scene_find(materials, given->text);
    const cr_material *built_in = own ? NULL : cr_material_find(given->text, NULL);
    for (int i = 0; i < 4; i++) {
        double value = own      ? cr_scene_number(own, &cr_scene_form_material, names[i])
                       : i == 0 ? built_in->density
                       : i == 1 ? built_in->young
                       : i == 2 ? built_in->poisson
                                : built_in->loss;
        cr_error cause;
        if (isnan(value) || param_index(element->type, names[i]) < 0) continue;
        if (cr_element_set(element, names[i], value, &cause) != CR_OK)
            return cr_scene_fail(scene, given, CR_AT_VALUE, error, cause.status, "%s: %s", cause.place,
                                 cause.reason);
    }
    return CR_OK;
}

static void take_parameters(const cr_scene_node *from, cr_element *element) {
    for (int i = 0; i < element->type->param_count; i++) {
        const cr_scene_node *given = cr_scene_find(from, element->type->params[i].name);
        if (given) element->value[i] = given->number;
    }
}

// What will be done to an element may need room in it.
static void foresee(const cr_scene *scene, const cr_scene_node *item, cr_element *element) {
    const cr_scene_node *section = cr_scene_section_of(scene, CR_SECTION_EXCITATIONS);
    const cr_element given = *element;
    for (const cr_scene_node *i = section ? section->first : NULL; i; i = i->next) {
        cr_excitation x = cr_scene_excitation(i);
        cr_scene_value on = x.type->keys[0].kind;
        bool here = (on == CR_VALUE_ELEMENT || on == CR_VALUE_PLACE) && x.at.element == item->index;
        if (here && x.type->foresee) x.type->foresee(&x, &given, element);
    }
}

// Frequency and decay of each mode, then the shapes point by point.
static bool take_modes(const cr_scene_node *item, cr_element *element, cr_arena *arena) {
    const cr_scene_node *f = cr_scene_find(item, "frequencies"), *d = cr_scene_find(item, "decays"),
                        *shapes = cr_scene_find(item, "shapes");
    int modes = f->count, at = 0;
    double *given = cr_arena_take(arena, (size_t)modes * (size_t)(2 + shapes->count), sizeof *given);
    if (!given) return false;
    for (f = f->first, d = d->first; f; f = f->next, d = d->next) {
        given[at++] = f->number;
        given[at++] = d->number;
    }
    for (const cr_scene_node *point = shapes->first; point; point = point->next)
        for (const cr_scene_node *i = point->first; i; i = i->next) given[at++] = i->number;
    cr_element_set(element, "modes", modes, NULL);
    element->given = given;
    element->given_count = at;
    return true;
}

// The same from a list of modes in a file; those above 0.45 of the rate are left out, as of solids.
static cr_status take_list(cr_scene_builder *b, const cr_scene_node *item, cr_element *element) {
    const cr_scene_node *file = cr_scene_find(item, "file");
    const double limit = 0.45 * cr_network_rate(b->network);
    cr_modes_list list;
    cr_error cause;
    char *path = cr_scene_beside(b->scene, b->arena, file->text);
    if (!path) return cr_scene_no_memory(b->scene, b->error);
    cr_status status = cr_modes_list_read(path, b->arena, &list, &cause);
    if (status != CR_OK)
        return cr_scene_fail(b->scene, file, CR_AT_VALUE, b->error, status, "%.80s: %s", cause.place,
                             cause.reason);
    double *given = cr_arena_take(b->arena, (size_t)list.modes * (size_t)(2 + list.points), sizeof *given);
    int modes = 0;
    if (!given) return cr_scene_no_memory(b->scene, b->error);
    for (int i = 0; i < list.modes; i++) modes += list.frequency[i] < limit;
    if (!modes)
        return cr_scene_fail(b->scene, file, CR_AT_VALUE, b->error, CR_ERR_RANGE,
                             "all modes of %.80s lie above 0.45 of the rate, %g Hz: raise the rate",
                             file->text, limit);
    for (int i = 0, at = 0; i < list.modes; i++) {
        if (!(list.frequency[i] < limit)) continue;
        given[2 * at] = list.frequency[i];
        given[2 * at + 1] = list.sigma[i];
        for (int k = 0; k < list.points; k++) given[(2 + k) * modes + at] = list.shape[i * list.points + k];
        at++;
    }
    cr_element_set(element, "modes", modes, NULL);
    element->given = given;
    element->given_count = modes * (2 + list.points);
    return CR_OK;
}

// The damping of a material without Rayleigh figures is its loss factor.
static cr_status take_solid(const cr_scene_builder *b, const cr_scene_node *item, cr_element *element) {
    int loss = param_index(element->type, "loss");
    if (!b->scene->solved)
        return cr_scene_fail(b->scene, item, CR_AT_KEY, b->error, CR_ERR_UNSUPPORTED,
                             "the modes of a solid are computed before the scene is built");
    element->solid = b->scene->solved[item->index].modes;
    element->radiated = b->scene->solved[item->index].radiated;
    if (isnan(element->value[loss])) element->value[loss] = cr_scene_solid_loss(b->scene, item);
    return CR_OK;
}

cr_status cr_scene_describe_element(const cr_scene *scene, const cr_scene_node *item, cr_element *element,
                                    cr_error *error) {
    *element = cr_element_default(cr_scene_element_type(item));
    const cr_scene_node *defaults = cr_scene_section_of(scene, CR_SECTION_DEFAULTS);
    const cr_scene_node *sources[] = {cr_scene_find(defaults, element->type->name), item};
    cr_status status = CR_OK;
    for (int i = 0; i < 2 && status == CR_OK; i++) {
        if (!cr_element_is(element->type, CR_TRAIT_SOLID))
            status = take_material(scene, sources[i], element, error);
        take_parameters(sources[i], element);
    }
    foresee(scene, item, element);
    return status;
}

cr_status cr_scene_build_element(cr_scene_builder *b, const cr_scene_node *item) {
    cr_element element;
    cr_error cause;
    int index;
    cr_status status = cr_scene_describe_element(b->scene, item, &element, b->error);
    bool solid = cr_element_is(element.type, CR_TRAIT_SOLID);
    if (status == CR_OK && solid) status = take_solid(b, item, &element);
    if (status != CR_OK) return status;
    if (cr_element_is(element.type, CR_TRAIT_PROFILE)) status = cr_scene_take_rail(b, item, &element);
    if (status != CR_OK) return status;
    if (cr_scene_find(item, "frequencies") && !take_modes(item, &element, b->arena))
        return cr_scene_no_memory(b->scene, b->error);
    if (cr_element_is(element.type, CR_TRAIT_GIVEN) && cr_scene_find(item, "file"))
        status = take_list(b, item, &element);
    if (status != CR_OK) return status;
    if (cr_network_add_element(b->network, &element, &index, &cause) != CR_OK)
        return cr_scene_fail_from(b->scene, item, &cause, b->error);
    if (cr_scene_name_element(b, item->key)) return CR_OK;
    return cr_scene_no_memory(b->scene, b->error);
}

bool cr_scene_name_element(cr_scene_builder *b, const char *key) {
    const char **name = CR_ARRAY_ADD(&b->element_names, b->arena);
    if (!name) return false;
    *name = key;
    b->names.elements = b->element_names.items;
    b->names.element_count = b->element_names.count;
    return true;
}

bool cr_scene_name_bow(cr_scene_builder *b, const char *key) {
    const char **name = CR_ARRAY_ADD(&b->bow_names, b->arena);
    if (!name) return false;
    *name = key;
    b->names.bows = b->bow_names.items;
    b->names.bow_count = b->bow_names.count;
    return true;
}

bool cr_scene_name_contact(cr_scene_builder *b, const char *key, int number, int count,
                           const cr_scene_joint *joint) {
    size_t length = strlen(key) + 16;
    char *text = cr_arena_take(b->arena, length, 1);
    const char **name = CR_ARRAY_ADD(&b->contact_names, b->arena);
    cr_scene_joint *kept = CR_ARRAY_ADD(&b->contact_joints, b->arena);
    if (!text || !name || !kept) return false;
    if (count > 1) snprintf(text, length, "%s[%d]", key, number);
    else strcpy(text, key);
    *name = text;
    *kept = *joint;
    b->names.contacts = b->contact_names.items;
    b->names.contact_joints = b->contact_joints.items;
    b->names.contact_count = b->contact_names.count;
    return true;
}

cr_status cr_scene_fail_at_end(cr_scene_builder *b, const cr_scene_node *item, const cr_error *cause) {
    static const char *const ends[] = {"a", "b"};
    for (int i = 0; i < 2 && strcmp(cause->place, "at") == 0; i++) {
        const cr_scene_node *end = cr_scene_find(item, ends[i]);
        cr_port port;
        if (end->place.element >= 0 && cr_element_port(cr_network_element(b->network, end->place.element),
                                                       end->place.at, b->arena, &port, NULL) != CR_OK)
            return cr_scene_fail(b->scene, end, CR_AT_VALUE, b->error, cause->status, "%s", cause->reason);
    }
    return cr_scene_fail_from(b->scene, item, cause, b->error);
}

static cr_status add_contact(cr_scene_builder *b, const cr_scene_node *item, const cr_contact_def *def,
                             int number, int count) {
    const cr_scene_node *surface = cr_scene_find(item, "surface");
    cr_scene_joint joint = {.a = cr_scene_find(item, "a")->text,
                            .b = cr_scene_find(item, "b")->text,
                            .law = cr_scene_find(item, "law")->text,
                            .surface = surface ? surface->text : NULL};
    cr_error cause;
    int index;
    if (cr_network_add_contact(b->network, def, &index, &cause) != CR_OK)
        return cr_scene_fail_at_end(b, item, &cause);
    if (!cr_scene_name_contact(b, item->key, number, count, &joint))
        return cr_scene_no_memory(b->scene, b->error);
    return CR_OK;
}

// The stretch of its line that a row has: all of it, or as much as there is of a rail.
typedef struct stretch {
    double from, to;
} stretch;

static stretch stretch_of(const cr_scene_builder *b, const cr_contact_def *def) {
    stretch whole = {0.0, 1.0};
    const int ends[] = {def->a.element, def->b.element};
    for (int i = 0; i < 2; i++) {
        const cr_element *e = ends[i] < 0 ? NULL : cr_network_element(b->network, ends[i]);
        if (e && cr_element_is(e->type, CR_TRAIT_PROFILE))
            whole = (stretch){cr_scene_value_of(e, "from"), cr_scene_value_of(e, "to")};
    }
    return whole;
}

// Where the contacts of a row are: number i at from + span (i + first)/intervals.
typedef struct row {
    int count, intervals;
    double first, from, span;
} row;

// On every grid point of the stretch, without those at the ends of the line.
static row row_on_grid(const cr_element *line, stretch part) {
    const double rounding = 1e-9;
    int n = line->grid.n[0], first = (int)ceil(part.from * n - rounding),
        last = (int)floor(part.to * n + rounding);
    if (first < 1) first = 1;
    if (last > n - 1) last = n - 1;
    return (row){last - first + 1, n, first, 0.0, 1.0};
}

// So many, each in the middle of its share.
static row row_of(int count, stretch part) {
    return (row){count, count, 0.5, part.from, part.to - part.from};
}

static cr_status check_row(const cr_scene_builder *b, const cr_scene_node *along, int count) {
    if (count < 1)
        return cr_scene_fail(b->scene, along, CR_AT_VALUE, b->error, CR_ERR_RANGE,
                             "the rail is shorter than the spacing of the grid; give the number of contacts");
    if (count > CR_SCENE_ALONG_MOST)
        return cr_scene_fail(
            b->scene, along, CR_AT_VALUE, b->error, CR_ERR_RANGE,
            "the grid has %d inner points, more than the %d contacts of a row; give a number", count,
            CR_SCENE_ALONG_MOST);
    return CR_OK;
}

static cr_status add_row(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_node *along,
                         cr_contact_def *def) {
    const cr_element *line = cr_network_element(b->network, cr_scene_row_line(b->scene, item)->place.element);
    stretch part = stretch_of(b, def);
    row places = along->word >= 0 ? row_on_grid(line, part) : row_of((int)along->number, part);
    cr_status status = check_row(b, along, places.count);
    double length = cr_scene_value_of(line, "length") * places.span;
    def->law = cr_law_stiffened(&def->law, length / places.intervals);
    for (int i = 0; status == CR_OK && i < places.count; i++) {
        def->a.at[0] = def->b.at[0] = places.from + places.span * (i + places.first) / places.intervals;
        status = add_contact(b, item, def, i, places.count);
    }
    return status;
}

cr_status cr_scene_build_contact(cr_scene_builder *b, const cr_scene_node *item) {
    const cr_scene_form form = cr_scene_form_contact(cr_scene_find(item, "law")->is.law);
    const cr_scene_node *along = cr_scene_find(item, "along");
    cr_law law;
    cr_status status = cr_scene_law(b->scene, item, &law, b->error);
    if (status != CR_OK) return status;
    cr_contact_def def = cr_contact_def_between(cr_scene_place(item, "a"), cr_scene_place(item, "b"), law);
    def.gap = cr_scene_number(item, &form, "gap");
    def.mode = (cr_contact_mode)cr_scene_word(item, &form, "mode");
    if (cr_scene_has_track(item)) status = cr_scene_build_track(b, item, &form, &def.track);
    if (status != CR_OK) return status;
    status = along ? add_row(b, item, along, &def) : add_contact(b, item, &def, 0, 1);
    b->first_contact[item->index + 1] = b->names.contact_count;
    return status;
}
