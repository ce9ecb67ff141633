// The schema of scene files, from the same tables.
#include "io/scene/schema.h"
#include "carom/shape.h"

#include <string.h>

void cr_schema_refer(cr_json *j, const char *kind, const char *name) {
    char text[96];
    snprintf(text, sizeof text, "#/$defs/%s%.60s", kind, name);
    cr_json_object_begin(j);
    cr_schema_pair(j, "$ref", text);
    cr_json_object_end(j);
}

static const char *constant_of(const cr_schema_definition *d, const char *key) {
    if (d->selector && strcmp(key, d->selector) == 0) return d->name;
    return d->shape && strcmp(key, "shape") == 0 ? d->shape : NULL;
}

static bool is_left_out(const cr_schema_definition *d, const char *key) {
    for (int i = 0; d->left_out && d->left_out[i]; i++)
        if (strcmp(key, d->left_out[i]) == 0) return true;
    return false;
}

static void write_keys(cr_json *j, const cr_schema_definition *d, const cr_scene_form *form) {
    const cr_scene_key *key;
    for (int i = 0; (key = cr_scene_form_key(form, i)); i++) {
        const char *constant = constant_of(d, key->number.name);
        bool left_out = is_left_out(d, key->number.name);
        if (left_out && d->open) { // it would be allowed
            cr_json_key(j, key->number.name);
            cr_json_bool(j, false);
        }
        if (left_out) continue;
        cr_schema_begin(j, key->number.name);
        cr_schema_describe(j, &key->number);
        if (constant) cr_schema_pair(j, "const", constant);
        else cr_schema_kind(j, key);
        cr_json_object_end(j);
    }
}

void cr_schema_form(cr_json *j, const cr_schema_definition *d, const cr_scene_form *form) {
    char name[96];
    snprintf(name, sizeof name, "%s%s%s%.30s", d->kind, d->name, d->shape ? "-" : "",
             d->shape ? d->shape : "");
    cr_schema_begin(j, name);
    cr_schema_pair(j, "description", form->doc);
    cr_schema_pair(j, "type", "object");
    if (!d->open) {
        cr_json_key(j, "additionalProperties");
        cr_json_bool(j, false);
    }
    cr_schema_begin_list(j, "required");
    const cr_scene_key *key;
    for (int i = 0; !d->partial && (key = cr_scene_form_key(form, i)); i++)
        if (key->required && !is_left_out(d, key->number.name)) cr_json_string(j, key->number.name);
    if (d->shape) cr_json_string(j, "shape");
    if (d->open && d->selector) cr_json_string(j, d->selector);
    cr_json_array_end(j);
    cr_schema_begin(j, "properties");
    write_keys(j, d, form);
    for (int i = 0; i < form->param_count; i++) cr_schema_param(j, &form->params[i]);
    for (int i = 0; i < form->more_count; i++)
        if (!cr_scene_form_has(form, form->more[i].name)) cr_schema_param(j, &form->more[i]);
    cr_json_object_end(j);
    cr_json_object_end(j);
}

// A contact has a law of its own or that of the defaults.
static const char *const of_laws[] = {"law", NULL};
// A solid has a shape or a file.
static const char *const of_files[] = {"file", "unit", NULL, NULL}, *const of_shapes[] = {"shape", NULL};

static void write_shapes(cr_json *j) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    const cr_element_type *solid = cr_element_find("solid", NULL);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_element(solid);
        form.doc = shapes[i]->doc;
        form.more = shapes[i]->params;
        form.more_count = shapes[i]->param_count;
        cr_schema_form(j,
                       &(cr_schema_definition){.kind = "element-",
                                               .name = solid->name,
                                               .selector = "type",
                                               .shape = shapes[i]->name,
                                               .left_out = of_files},
                       &form);
    }
}

static void write_definitions(cr_json *j) {
    int count;
    cr_schema_begin(j, "$defs");
    const cr_element_type *const *types = cr_element_types(&count);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_element(types[i]);
        bool solid = cr_element_is(types[i], CR_TRAIT_SOLID);
        cr_schema_form(j,
                       &(cr_schema_definition){.kind = "element-",
                                               .name = types[i]->name,
                                               .selector = "type",
                                               .left_out = solid ? of_shapes : NULL},
                       &form);
        form.keys++;
        form.key_count--;
        cr_schema_form(
            j, &(cr_schema_definition){.kind = "default-", .name = types[i]->name, .partial = true}, &form);
    }
    write_shapes(j);
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_contact(laws[i]);
        cr_schema_form(
            j, &(cr_schema_definition){.kind = "contact-", .name = laws[i]->name, .selector = "law"}, &form);
        form.keys += CR_SCENE_CONTACT_ENDS;
        form.key_count -= CR_SCENE_CONTACT_ENDS;
        cr_schema_form(
            j, &(cr_schema_definition){.kind = "default-contact-", .name = laws[i]->name, .selector = "law"},
            &form);
    }
    cr_scene_form contact = cr_scene_form_contact(laws[0]);
    contact.param_count = 0;
    contact.doc = "a contact with the law of the defaults";
    cr_schema_form(
        j, &(cr_schema_definition){.kind = "", .name = CR_SCENE_CONTACT, .left_out = of_laws, .open = true},
        &contact);
    const cr_excitation_type *const *excitations = cr_excitation_types(&count);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_excitation(excitations[i]);
        cr_schema_form(
            j,
            &(cr_schema_definition){.kind = "excitation-", .name = excitations[i]->name, .selector = "type"},
            &form);
    }
    cr_scene_form surface = cr_scene_form_surface(), friction = cr_scene_form_friction(),
                  pickup = cr_scene_form_pickup();
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "surface"}, &surface);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "friction"}, &friction);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "material"}, &cr_scene_form_material);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "spring"}, &cr_scene_form_spring);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "pickup"}, &pickup);
    cr_schema_world(j);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "output"}, &cr_scene_form_output);
    cr_json_object_end(j);
}

static void write_alternatives(cr_json *j, cr_scene_section_id id) {
    int count;
    const cr_element_type *const *types = cr_element_types(&count);
    if (id == CR_SECTION_BODIES) cr_schema_bodies(j);
    cr_schema_begin_list(j, "oneOf");
    if (id == CR_SECTION_BODIES) cr_schema_sources(j);
    if (id == CR_SECTION_PAIRS) cr_schema_pairs(j);
    for (int i = 0; id == CR_SECTION_ELEMENTS && i < count; i++)
        cr_schema_refer(j, "element-", types[i]->name);
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; id == CR_SECTION_ELEMENTS && i < count; i++)
        cr_schema_refer(j, "element-solid-", shapes[i]->name);
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; id == CR_SECTION_CONTACTS && i < count; i++)
        cr_schema_refer(j, "contact-", laws[i]->name);
    if (id == CR_SECTION_CONTACTS) cr_schema_refer(j, "", CR_SCENE_CONTACT);
    const cr_excitation_type *const *excitations = cr_excitation_types(&count);
    for (int i = 0; id == CR_SECTION_EXCITATIONS && i < count; i++)
        cr_schema_refer(j, "excitation-", excitations[i]->name);
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
        cr_schema_refer(j, "default-", types[i]->name);
    }
    const cr_law_type *const *laws = cr_law_types(&count);
    cr_schema_begin(j, CR_SCENE_CONTACT);
    cr_schema_begin_list(j, "oneOf");
    for (int i = 0; i < count; i++) cr_schema_refer(j, "default-contact-", laws[i]->name);
    cr_json_array_end(j);
    cr_json_object_end(j);
    cr_json_object_end(j);
}

static void write_section(cr_json *j, cr_scene_section_id id) {
    const cr_scene_section *s = &cr_scene_sections[id];
    bool plain = id != CR_SECTION_ELEMENTS && id != CR_SECTION_CONTACTS && id != CR_SECTION_EXCITATIONS &&
                 id != CR_SECTION_BODIES && id != CR_SECTION_PAIRS;
    cr_schema_begin(j, s->name);
    cr_schema_pair(j, "description", s->doc);
    cr_schema_pair(j, "type", "object");
    if (id == CR_SECTION_DEFAULTS) write_defaults(j);
    else {
        cr_json_key(j, "additionalProperties");
        if (plain) cr_schema_refer(j, "", s->item);
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

// One of two sections must be there.
static void write_either(cr_json *j, const char *one, const char *other) {
    cr_schema_begin_list(j, "oneOf");
    for (int i = 0; i < 2; i++) {
        cr_schema_begin(j, NULL);
        cr_schema_begin_list(j, "required");
        cr_json_string(j, i ? other : one);
        cr_json_array_end(j);
        cr_json_object_end(j);
    }
    cr_json_array_end(j);
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
    cr_json_array_end(j);
    write_either(j, cr_scene_sections[CR_SECTION_ELEMENTS].name, cr_scene_sections[CR_SECTION_BODIES].name);
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
    for (int i = 0; i < CR_MAPPING_COUNT; i++) {
        cr_json_key(j, cr_scene_mappings[i].name);
        cr_schema_refer(j, "", cr_scene_mappings[i].name);
    }
    write_vary(j);
    cr_json_object_end(j);
    write_definitions(j);
    cr_json_object_end(j);
}
