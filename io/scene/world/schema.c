// The schema of bodies in space.
#include "io/scene/schema.h"
#include "io/scene/world/world.h"

static bool is_form(const char *name) {
    return cr_form_find(name, NULL) != NULL;
}

// What a shape adds to a body: its name, which is the first key, and its sizes.
static void write_shape(cr_json *j, const char *kind, const char *name, const char *doc, cr_scene_form form) {
    form.doc = doc;
    form.key_count = 1;
    form.row_count = 0;
    cr_schema_form(j, &(cr_schema_definition){.kind = kind, .name = name, .selector = "shape", .open = true},
                   &form);
}

static void write_bodies(cr_json *j) {
    int count;
    const cr_form_type *const *forms = cr_form_types(&count);
    for (int i = 0; i < count; i++) {
        const char *name = forms[i]->name;
        cr_scene_form part = cr_scene_form_part(forms[i]);
        write_shape(j, "body-", name, forms[i]->doc, cr_scene_form_body(forms[i], cr_shape_find(name, NULL)));
        part.doc = forms[i]->doc;
        cr_schema_form(j, &(cr_schema_definition){.kind = "part-", .name = name, .selector = "shape"}, &part);
    }
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; i < count; i++)
        if (!is_form(shapes[i]->name))
            write_shape(j, "body-", shapes[i]->name, shapes[i]->doc, cr_scene_form_body(NULL, shapes[i]));
    cr_scene_form form = cr_scene_form_body(NULL, NULL);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "body", .open = true}, &form);
}

void cr_schema_world(cr_json *j) {
    int count;
    write_bodies(j);
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; i < count; i++) {
        cr_scene_form form = cr_scene_form_pair(laws[i]);
        cr_schema_form(j, &(cr_schema_definition){.kind = "pair-", .name = laws[i]->name, .selector = "law"},
                       &form);
    }
    static const char *const of_laws[] = {"law", NULL};
    cr_scene_form pair = cr_scene_form_pair(NULL);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "pair", .left_out = of_laws}, &pair);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "joint"}, &cr_scene_form_joint);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "load"}, &cr_scene_form_load);
    cr_schema_form(j, &(cr_schema_definition){.kind = "friction-of-", .name = "body"},
                   cr_scene_form_inside(CR_VALUE_GRIP));
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "drive"},
                   cr_scene_form_inside(CR_VALUE_DRIVE));
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "world"}, &cr_scene_form_world);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "listener"}, &cr_scene_form_listener);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "sound"}, &cr_scene_form_sound);
    cr_schema_form(j, &(cr_schema_definition){.kind = "", .name = "camera"}, &cr_scene_form_camera);
}

static void require(cr_json *j, const char *key) {
    cr_schema_begin(j, NULL);
    cr_schema_begin_list(j, "required");
    cr_json_string(j, key);
    cr_json_array_end(j);
    cr_json_object_end(j);
}

// The keys of all bodies, and those of one of the shapes, or a file or parts.
void cr_schema_bodies(cr_json *j) {
    cr_schema_pair(j, "$ref", "#/$defs/body");
    cr_json_key(j, "unevaluatedProperties");
    cr_json_bool(j, false);
}

void cr_schema_sources(cr_json *j) {
    int count;
    const cr_form_type *const *forms = cr_form_types(&count);
    for (int i = 0; i < count; i++) cr_schema_refer(j, "body-", forms[i]->name);
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; i < count; i++)
        if (!is_form(shapes[i]->name)) cr_schema_refer(j, "body-", shapes[i]->name);
    require(j, "file");
    require(j, "parts");
}

void cr_schema_parts(cr_json *j) {
    int count;
    const cr_form_type *const *forms = cr_form_types(&count);
    for (int i = 0; i < count; i++) cr_schema_refer(j, "part-", forms[i]->name);
}

void cr_schema_pairs(cr_json *j) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; i < count; i++) cr_schema_refer(j, "pair-", laws[i]->name);
    cr_schema_refer(j, "", "pair");
}
