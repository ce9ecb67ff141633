// The schema of scene files, from the same tables.
#include "io/scene/schema.h"
#include "carom/shape.h"

#include <string.h>

static void refer(cr_json *j, const char *kind, const char *name) {
    char text[96];
    snprintf(text, sizeof text, "#/$defs/%s%.60s", kind, name);
    cr_json_object_begin(j);
    cr_schema_pair(j, "$ref", text);
    cr_json_object_end(j);
}

// `selector` is the key that must have the value `name`; NULL: none. Nothing is required of a default. A
// solid with a shape has a definition of its own for each.
typedef struct definition {
    const char *kind, *name, *selector;
    bool partial;
    const char *shape;
} definition;

static const char *constant_of(const definition *d, const char *key) {
    if (d->selector && strcmp(key, d->selector) == 0) return d->name;
    return d->shape && strcmp(key, "shape") == 0 ? d->shape : NULL;
}

// A solid has a shape or a file.
static bool is_left_out(const definition *d, const char *key) {
    bool of_file = strcmp(key, "file") == 0 || strcmp(key, "unit") == 0;
    if (d->shape) return of_file;
    return d->selector && strcmp(d->name, "solid") == 0 && strcmp(key, "shape") == 0;
}

static void write_keys(cr_json *j, const definition *d, const cr_scene_form *form) {
    const cr_scene_key *key;
    for (int i = 0; (key = cr_scene_form_key(form, i)); i++) {
        const char *constant = constant_of(d, key->number.name);
        if (is_left_out(d, key->number.name)) continue;
        cr_schema_begin(j, key->number.name);
        cr_schema_describe(j, &key->number);
        if (constant) cr_schema_pair(j, "const", constant);
        else cr_schema_kind(j, key);
        cr_json_object_end(j);
    }
}

static void write_form(cr_json *j, const definition *d, const cr_scene_form *form) {
    char name[96];
    snprintf(name, sizeof name, "%s%s%s%.30s", d->kind, d->name, d->shape ? "-" : "",
             d->shape ? d->shape : "");
    cr_schema_begin(j, name);
    cr_schema_pair(j, "description", form->doc);
    cr_schema_pair(j, "type", "object");
    cr_json_key(j, "additionalProperties");
    cr_json_bool(j, false);
    cr_schema_begin_list(j, "required");
    const cr_scene_key *key;
    for (int i = 0; !d->partial && (key = cr_scene_form_key(form, i)); i++)
        if (key->required) cr_json_string(j, key->number.name);
    if (d->shape) cr_json_string(j, "shape");
    cr_json_array_end(j);
    cr_schema_begin(j, "properties");
    write_keys(j, d, form);
    for (int i = 0; i < form->param_count; i++) cr_schema_param(j, &form->params[i]);
    for (int i = 0; i < form->more_count; i++) cr_schema_param(j, &form->more[i]);
    cr_json_object_end(j);
    cr_json_object_end(j);
}

static void write_shapes(cr_json *j) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    const cr_element_type *solid = cr_element_find("solid", NULL);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_element(solid);
        form.doc = shapes[i]->doc;
        form.more = shapes[i]->params;
        form.more_count = shapes[i]->param_count;
        write_form(j, &(definition){"element-", solid->name, "type", false, shapes[i]->name}, &form);
    }
}

static void write_definitions(cr_json *j) {
    int count;
    cr_schema_begin(j, "$defs");
    const cr_element_type *const *types = cr_element_types(&count);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_element(types[i]);
        write_form(j, &(definition){"element-", types[i]->name, "type", false, NULL}, &form);
        form.keys++;
        form.key_count--;
        write_form(j, &(definition){"default-", types[i]->name, NULL, true, NULL}, &form);
    }
    write_shapes(j);
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_contact(laws[i]);
        write_form(j, &(definition){"contact-", laws[i]->name, "law", false, NULL}, &form);
    }
    const cr_excitation_type *const *excitations = cr_excitation_types(&count);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_excitation(excitations[i]);
        write_form(j, &(definition){"excitation-", excitations[i]->name, "type", false, NULL}, &form);
    }
    cr_scene_form surface = cr_scene_form_surface(), friction = cr_scene_form_friction(),
                  pickup = cr_scene_form_pickup();
    write_form(j, &(definition){"", "surface", NULL, false, NULL}, &surface);
    write_form(j, &(definition){"", "friction", NULL, false, NULL}, &friction);
    write_form(j, &(definition){"", "material", NULL, false, NULL}, &cr_scene_form_material);
    write_form(j, &(definition){"", "spring", NULL, false, NULL}, &cr_scene_form_spring);
    write_form(j, &(definition){"", "pickup", NULL, false, NULL}, &pickup);
    write_form(j, &(definition){"", "output", NULL, false, NULL}, &cr_scene_form_output);
    cr_json_object_end(j);
}

static void write_alternatives(cr_json *j, cr_scene_section_id id) {
    int count;
    const cr_element_type *const *types = cr_element_types(&count);
    cr_schema_begin_list(j, "oneOf");
    for (int i = 0; id == CR_SECTION_ELEMENTS && i < count; i++) refer(j, "element-", types[i]->name);
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; id == CR_SECTION_ELEMENTS && i < count; i++) refer(j, "element-solid-", shapes[i]->name);
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; id == CR_SECTION_CONTACTS && i < count; i++) refer(j, "contact-", laws[i]->name);
    const cr_excitation_type *const *excitations = cr_excitation_types(&count);
    for (int i = 0; id == CR_SECTION_EXCITATIONS && i < count; i++)
        refer(j, "excitation-", excitations[i]->name);
    cr_json_array_end(j);
}

static void write_defaults(cr_json *j) {
    int count;
    const cr_element_type *const *types = cr_element_types(&count);
    cr_json_key(j, "additionalProperties");
    cr_json_bool(j, false);
    cr_schema_begin(j, "properties");
    for (int i = 0; i < count; i++) {
        cr_json_key(j, types[i]->name);
        refer(j, "default-", types[i]->name);
    }
    cr_json_object_end(j);
}

static void write_section(cr_json *j, cr_scene_section_id id) {
    const cr_scene_section *s = &cr_scene_sections[id];
    bool plain = id != CR_SECTION_ELEMENTS && id != CR_SECTION_CONTACTS && id != CR_SECTION_EXCITATIONS;
    cr_schema_begin(j, s->name);
    cr_schema_pair(j, "description", s->doc);
    cr_schema_pair(j, "type", "object");
    if (id == CR_SECTION_DEFAULTS) write_defaults(j);
    else {
        cr_json_key(j, "additionalProperties");
        if (plain) refer(j, "", s->item);
        else {
            cr_json_object_begin(j);
            write_alternatives(j, id);
            cr_json_object_end(j);
        }
    }
    cr_json_object_end(j);
}

// A share or a range [from, to], by path.
static void write_vary(cr_json *j) {
    const cr_param share = {"", "", "", CR_NAN, 0, 1}, any = {"", "", "", CR_NAN, -1e15, 1e15};
    cr_schema_begin(j, "vary");
    cr_schema_pair(j, "description",
                   "what variations change, by path: a share of the value or length, or [from, to]");
    cr_schema_pair(j, "type", "object");
    cr_schema_begin(j, "additionalProperties");
    cr_schema_begin_list(j, "anyOf");
    cr_schema_begin(j, NULL);
    cr_schema_range(j, &share, false);
    cr_json_object_end(j);
    cr_schema_begin(j, NULL);
    cr_schema_list(j, &any, 1);
    cr_json_object_end(j);
    cr_json_array_end(j);
    cr_json_object_end(j);
    cr_json_object_end(j);
}

void cr_scene_write_schema(FILE *out) {
    cr_json json = cr_json_on(out), *j = &json;
    cr_json_object_begin(j);
    cr_schema_pair(j, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cr_schema_pair(j, "title", "Carom scene");
    cr_schema_pair(j, "type", "object");
    cr_json_key(j, "additionalProperties");
    cr_json_bool(j, false);
    cr_schema_begin_list(j, "required");
    cr_json_string(j, "carom");
    cr_json_string(j, cr_scene_sections[CR_SECTION_ELEMENTS].name);
    cr_json_array_end(j);
    cr_schema_begin(j, "properties");
    cr_schema_begin(j, "carom");
    cr_schema_pair(j, "description", "version of the format");
    cr_json_key(j, "const");
    cr_json_integer(j, CR_SCENE_VERSION);
    cr_json_object_end(j);
    cr_schema_begin(j, "title");
    cr_schema_pair(j, "type", "string");
    cr_json_object_end(j);
    cr_schema_begin(j, "units");
    cr_schema_pair(j, "const", "SI");
    cr_json_object_end(j);
    for (int id = 0; id < CR_SECTION_COUNT; id++) write_section(j, (cr_scene_section_id)id);
    cr_json_key(j, "output");
    refer(j, "", "output");
    write_vary(j);
    cr_json_object_end(j);
    write_definitions(j);
    cr_json_object_end(j);
}
