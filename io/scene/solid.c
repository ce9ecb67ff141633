// Solids in a scene: their keys, which depend on the shape, and what is to be computed.
#include "carom/solid.h"
#include "carom/material.h"
#include "carom/solid.h"
#include "io/scene/keys.h"
#include "prep/fem/wood.h"

#include <string.h>

enum { USUAL_MODES = 60 };
static const double usual_poisson = 0.3;

static const cr_scene_key solid_keys[] = {
    {.number = NAMED("type", "what it is"), .kind = CR_VALUE_TEXT, .required = true},
    {.number = NAMED("shape", "one of `carom list shapes`; its sizes stand beside it"),
     .kind = CR_VALUE_TEXT},
    {.number = {"fmax", "Hz", "all modes below it are computed; left out: as many as `modes` says, or 60",
                CR_NAN, 1, 1e6}},
    {.number = {"at", "m", "for listeners: where its centre of mass is; left out: [0, 0, 0]", CR_NAN, -1e4,
                1e4},
     .kind = CR_VALUE_VECTOR},
    {.number = {"turn", "", "for listeners: how it is turned, [x, y, z, degrees]", CR_NAN, -1e6, 1e6},
     .kind = CR_VALUE_TURN},
    {.number = NAMED(
         "file",
         "instead of a shape, beside the scene: a mesh (.msh .stl .obj .ply .glb .gltf) or modes (.modes "
         "and glTF); x.glb#NAME is an object in it"),
     .kind = CR_VALUE_TEXT},
    {.number = {"unit", "m", "length of one unit of a mesh in a file", 1, 1e-9, 1e6}},
    {.number = {"nodes", "m", "of a frame, instead of its sizes: places [x, y, z] at which rods meet", CR_NAN,
                -1e3, 1e3},
     .kind = CR_VALUE_TABLE},
    {.number = {"rods", "",
                "of a frame: two nodes each, counted from 1, and a diameter [m]; left out: that of `wire`",
                CR_NAN, 0, 1e6},
     .kind = CR_VALUE_TABLE},
    {.number = NAMED("material", "gives density, young, poisson and damping"), .kind = CR_VALUE_MATERIAL},
    {.number = NAMED("wood", "instead of a material: orthotropic wood of `carom list woods`, grain along x"),
     .kind = CR_VALUE_TEXT},
    {.number = {"density", "kg/m^3", "density; left out: of the material", CR_NAN, 1, 3e4}},
    {.number = {"young", "Pa", "Young's modulus; left out: of the material", CR_NAN, 1, 1e13}},
    {.number = {"poisson", "", "Poisson's ratio; left out: of the material", CR_NAN, 0, 0.49}},
    {.number = {"order", "", "of the finite elements: 2, or 1 for a rough preview", 2, 1, 2},
     .kind = CR_VALUE_INTEGER},
    {.number = {"edge", "m", "longest edge of the mesh; left out: by wall and wavelength", CR_NAN, 1e-6,
                1e3}},
    {.number = {"layers", "", "finite elements through the wall; left out: by a rule", CR_NAN, 1, 100},
     .kind = CR_VALUE_INTEGER},
    {.number = {"accuracy", "%", "largest estimated error of the frequencies, by a finer mesh; left out: 0.3",
                CR_NAN, 1e-3, 100}},
    {.number = NAMED("held", "what does not move: sides x- x+ y- y+ z- z+ of its box, or groups of the mesh"),
     .kind = CR_VALUE_TEXT},
};

const cr_scene_key *cr_scene_solid_keys(int *count) {
    *count = (int)(sizeof solid_keys / sizeof *solid_keys);
    return solid_keys;
}

const cr_scene_key *cr_scene_solid_matter_keys(int *count) {
    enum { OF_ELEMENTS = 5 };
    *count = (int)(sizeof solid_keys / sizeof *solid_keys) - OF_ELEMENTS;
    return solid_keys + OF_ELEMENTS;
}

static const cr_scene_node *defaults_of(const cr_scene *scene) {
    return cr_scene_find(cr_scene_section_of(scene, CR_SECTION_DEFAULTS), "solid");
}

// What the element says, else what all solids share.
static const cr_scene_node *look(const cr_scene *scene, const cr_scene_node *item, const char *key) {
    const cr_scene_node *own = cr_scene_find(item, key);
    return own ? own : cr_scene_find(defaults_of(scene), key);
}

// One of two that exclude each other: what the element has itself comes before the other that is shared.
static const cr_scene_node *look_source(const cr_scene *scene, const cr_scene_node *item, const char *key,
                                        const char *other) {
    return cr_scene_find(item, other) ? NULL : look(scene, item, key);
}

static const cr_shape_type *shape_of(const cr_scene *scene, const cr_scene_node *item) {
    const cr_scene_node *shape = look_source(scene, item, "shape", "file");
    return shape ? cr_shape_find(shape->text, NULL) : NULL;
}

cr_status cr_scene_add_shape(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                             cr_error *error) {
    const cr_scene_node *node = cr_scene_find(item, "shape");
    cr_error cause;
    if (!node) node = look_source(scene, item, "shape", "file");
    if (!node) return CR_OK;
    cr_status status = cr_scene_need_text(scene, node, "a word", error);
    if (status != CR_OK) return status;
    const cr_shape_type *shape = cr_shape_find(node->text, &cause);
    if (!shape) return cr_scene_fail(scene, node, CR_AT_VALUE, error, cause.status, "%s", cause.reason);
    snprintf(form->owner, sizeof form->owner, "a solid of shape %.30s", shape->name);
    form->more = shape->params;
    form->more_count = shape->param_count;
    return CR_OK;
}

// --- material -------------------------------------------------------------------------------------------

// As far as it is known: CR_NAN where there is no figure.
static cr_material material_of(const cr_scene *scene, const cr_scene_node *item) {
    const cr_scene_form *form = &cr_scene_form_material;
    const cr_scene_node *given = look(scene, item, "material");
    const char *name = given ? given->text : "steel";
    const cr_scene_node *own = cr_scene_find(cr_scene_section_of(scene, CR_SECTION_MATERIALS), name);
    if (!own) return *cr_material_find(name, NULL);
    double poisson = cr_scene_number(own, form, "poisson");
    return (cr_material){.name = "",
                         .density = cr_scene_number(own, form, "density"),
                         .young = cr_scene_number(own, form, "young"),
                         .poisson = isnan(poisson) ? usual_poisson : poisson,
                         .rayleigh_mass = CR_NAN,
                         .rayleigh_stiff = CR_NAN,
                         .loss = cr_scene_number(own, form, "loss")};
}

static bool brings_modes(const cr_scene *scene, const cr_scene_node *file) {
    enum { PATH = 4096 };
    char path[PATH];
    return file && cr_scene_put_beside(scene, file->text, path, sizeof path) && cr_solid_file_has_modes(path);
}

double cr_scene_solid_loss(const cr_scene *scene, const cr_scene_node *item) {
    if (brings_modes(scene, look_source(scene, item, "file", "shape"))) return CR_NAN;
    if (look_source(scene, item, "wood", "material")) return CR_NAN;
    cr_material material = material_of(scene, item);
    return isnan(material.rayleigh_stiff) ? material.loss : CR_NAN;
}

static void take_material(const cr_scene *scene, const cr_scene_node *item, cr_solid_def *solid) {
    const cr_scene_node *wood = look_source(scene, item, "wood", "material");
    if (wood) {
        snprintf(solid->material, sizeof solid->material, "%.60s", wood->text);
        solid->elastic = cr_wood_elastic(cr_wood_find(wood->text, NULL));
        return;
    }
    cr_material m = material_of(scene, item);
    const cr_scene_node *density = look(scene, item, "density"), *young = look(scene, item, "young"),
                        *poisson = look(scene, item, "poisson");
    if (density) m.density = density->number;
    if (young) m.young = young->number;
    if (poisson) m.poisson = poisson->number;
    if (density || young || poisson) m.name = "";
    snprintf(solid->material, sizeof solid->material, "%s", m.name);
    bool rayleigh = !isnan(m.rayleigh_stiff);
    solid->elastic = cr_elastic_isotropic(m.density, m.young, m.poisson, rayleigh ? m.rayleigh_mass : 0.0,
                                          rayleigh ? m.rayleigh_stiff : 0.0);
}

// --- checks ---------------------------------------------------------------------------------------------

static cr_status refuse(const cr_scene *scene, const cr_scene_node *item, const char *const *keys,
                        const char *why, cr_error *error) {
    for (; *keys; keys++) {
        const cr_scene_node *given = cr_scene_find(item, *keys);
        if (given)
            return cr_scene_fail(scene, given, CR_AT_KEY, error, CR_ERR_INPUT, "%s; leave it out", why);
    }
    return CR_OK;
}

cr_status cr_scene_verify_source(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static const char *const of_modes[] = {"unit",  "material", "wood",   "density",  "young", "poisson",
                                           "order", "edge",     "layers", "accuracy", "held",  NULL},
                             *const of_elements[] = {"fmax", NULL}; // a body has modes that sound or not
    static const char *const of_shapes[] = {"layers", "accuracy", NULL}, *const of_files[] = {"unit", NULL};
    const cr_scene_node *file = look_source(scene, item, "file", "shape"),
                        *shape = look_source(scene, item, "shape", "file");
    if (cr_scene_find(item, "file") && cr_scene_find(item, "shape"))
        return cr_scene_fail(scene, cr_scene_find(item, "file"), CR_AT_KEY, error, CR_ERR_INPUT,
                             "it has a shape already; leave one of them out");
    if (cr_scene_find(item, "parts")) return refuse(scene, item, of_files, "is for a mesh in a file", error);
    if (!file && !shape)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "a solid needs a shape (`carom list shapes`) or a file");
    if (shape) return refuse(scene, item, of_files, "is for a mesh in a file", error);
    if (brings_modes(scene, file)) {
        const char *why = "the file brings modes that are computed";
        cr_status status = refuse(scene, item, of_modes, why, error);
        return status == CR_OK && !cr_scene_has_bodies(scene) ? refuse(scene, item, of_elements, why, error)
                                                              : status;
    }
    return refuse(scene, item, of_shapes, "is for shapes, the file has its mesh", error);
}

static cr_status read_held(const cr_scene *scene, const cr_scene_node *item, cr_solid_def *solid,
                           cr_error *error) {
    const cr_scene_node *held = look(scene, item, "held");
    const char *text = held ? held->text : "";
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        cr_support *support = &solid->support[solid->supports];
        size_t length = strcspn(text, " ");
        if (solid->supports++ == CR_SOLID_SUPPORT_MAX || length >= sizeof support->place)
            return cr_scene_fail(scene, held, CR_AT_VALUE, error, CR_ERR_INPUT,
                                 "needs at most %d names of at most %d characters, blanks between them",
                                 CR_SOLID_SUPPORT_MAX, (int)sizeof support->place - 1);
        *support = (cr_support){.axis = {true, true, true}, .stiffness = (double)INFINITY};
        memcpy(support->place, text, length);
        text += length;
    }
    return CR_OK;
}

cr_status cr_scene_verify_wood(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    enum { NAMES = 64 };
    static const char *const isotropic[] = {"material", "density", "young", "poisson", NULL};
    const cr_scene_node *wood = look_source(scene, item, "wood", "material");
    const char *names[NAMES];
    int count;
    const cr_wood *table = cr_woods(&count);
    if (cr_scene_find(item, "wood")) {
        cr_status status = refuse(scene, item, isotropic, "a wood has its own figures", error);
        if (status != CR_OK) return status;
    }
    if (!wood || cr_wood_find(wood->text, NULL)) return CR_OK;
    for (int i = 0; i < count && i < NAMES; i++) names[i] = table[i].name;
    return cr_scene_fail_name(scene, wood, CR_AT_VALUE, "wood", wood->text, names,
                              count < NAMES ? count : NAMES, error);
}

cr_status cr_scene_verify_solid(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    cr_solid_def ignored = {.supports = 0};
    cr_status status = cr_scene_verify_source(scene, item, error);
    if (status == CR_OK) status = read_held(scene, item, &ignored, error);
    if (status == CR_OK) status = cr_scene_verify_wood(scene, item, error);
    if (status == CR_OK && look_source(scene, item, "wood", "material")) return CR_OK;
    if (status != CR_OK || brings_modes(scene, look_source(scene, item, "file", "shape"))) return status;
    const cr_scene_node *material = look(scene, item, "material");
    cr_material known = material_of(scene, item);
    if (!isnan(known.rayleigh_stiff) || !isnan(known.loss) || look(scene, item, "loss") ||
        look(scene, item, "rayleigh"))
        return CR_OK;
    return cr_scene_fail(scene, material, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "\"%s\" has no loss: a solid of it would ring for ever; give loss there or here",
                         material->text);
}

// --- what is to be computed -----------------------------------------------------------------------------

static double number_of(const cr_scene *scene, const cr_scene_node *item, const char *key, double without) {
    const cr_scene_node *node = look(scene, item, key);
    return node ? node->number : without;
}

static void take_sizes(const cr_scene *scene, const cr_scene_node *item, cr_solid_def *solid) {
    solid->shape = shape_of(scene, item);
    if (!solid->shape) return;
    cr_param_defaults(solid->shape->params, solid->shape->param_count, solid->value);
    for (int i = 0; i < solid->shape->param_count; i++)
        solid->value[i] = number_of(scene, item, solid->shape->params[i].name, solid->value[i]);
}

cr_status cr_scene_describe_solid(const cr_scene *scene, const cr_scene_node *item, cr_arena *arena,
                                  cr_solid_def *solid, cr_error *error) {
    const cr_scene_node *file = look_source(scene, item, "file", "shape");
    *solid = cr_solid_def_default();
    take_sizes(scene, item, solid);
    take_material(scene, item, solid);
    if (file) solid->file = cr_scene_beside(scene, arena, file->text);
    if (file && !solid->file) return cr_scene_no_memory(scene, error);
    solid->unit = number_of(scene, item, "unit", 1.0);
    solid->fmax = number_of(scene, item, "fmax", CR_NAN);
    solid->count = (int)number_of(scene, item, "modes", USUAL_MODES);
    solid->detail.order = (int)number_of(scene, item, "order", 2.0);
    solid->detail.edge = number_of(scene, item, "edge", 0.0);
    solid->detail.layers = (int)number_of(scene, item, "layers", 0.0);
    solid->accuracy = 0.01 * number_of(scene, item, "accuracy", 100.0 * solid->accuracy);
    cr_status status = cr_scene_describe_frame(scene, item, arena, solid, error);
    return status == CR_OK ? read_held(scene, item, solid, error) : status;
}
