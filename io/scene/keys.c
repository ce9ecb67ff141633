// What may stand in a scene. Loading, building and the schema all follow these tables.
#include "io/scene/keys.h"

#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const char *const modes[] = {"auto", "psi", "psi-plain", "psi-2021", "linear", NULL};
static const char *const normals[] = {"peak", "none", NULL};
static const char *const precisions[] = {"double", "float", NULL};
static const char *const automatic[] = {"auto", NULL};
static const char *const grid[] = {"grid", NULL};
static const char *const edges[] = {"supported", "clamped", "free", NULL};
static const char *const switches[] = {"false", "true", NULL};

static const cr_scene_key element_keys[] = {
    {.number = NAMED("type", "what it is"), .kind = CR_VALUE_TEXT, .required = true},
    {.number = NAMED("material", "gives density, young, poisson and loss where they are not given"),
     .kind = CR_VALUE_MATERIAL},
};

static const cr_scene_key modal_keys[] = {
    {.number = NAMED("type", "what it is"), .kind = CR_VALUE_TEXT, .required = true},
    {.number = {"frequencies", "Hz", "frequency of each mode", CR_NAN, 0, 1e6}, .kind = CR_VALUE_NUMBERS},
    {.number = {"decays", "1/s", "decay of each mode: the amplitude falls as exp(-decay t)", CR_NAN, 0, 1e6},
     .kind = CR_VALUE_NUMBERS},
    {.number = {"shapes", "kg^-1/2", "for each point, the mass-normalised shape of each mode there", CR_NAN,
                -1e6, 1e6},
     .kind = CR_VALUE_TABLE},
    {.number = NAMED("file", "a list of modes instead, .csv or .json beside the scene (docs/mode-lists.md)"),
     .kind = CR_VALUE_TEXT},
};

static const cr_scene_key rail_keys[] = {
    {.number = NAMED("type", "what it is"), .kind = CR_VALUE_TEXT, .required = true},
    {.number = {"heights", "m", "above its position, evenly from its begin to its end", CR_NAN, -1e3, 1e3},
     .kind = CR_VALUE_NUMBERS},
    {.number = NAMED(
         "file", "table of its heights [m], beside the scene: evenly, or with where (0 to 1) before each"),
     .kind = CR_VALUE_TEXT},
};

static const cr_scene_key material_keys[] = {
    {.number = {"density", "kg/m^3", "density", CR_NAN, 1, 3e4}, .required = true},
    {.number = {"young", "Pa", "Young's modulus", CR_NAN, 0, 1e13}, .required = true},
    {.number = {"poisson", "", "Poisson's ratio", CR_NAN, 0, 0.49}},
    {.number = {"loss", "", "loss factor, for ready-made objects", CR_NAN, 0, 1}},
};

static const cr_scene_key contact_keys[] = {
    {.number = NAMED("a", "the point that reaches b from below"),
     .kind = CR_VALUE_PLACE_OR_GROUND,
     .required = true},
    {.number = NAMED("b", "the point that is reached"), .kind = CR_VALUE_PLACE_OR_GROUND, .required = true},
    {.number = {"gap", "m", "they touch when a is this much above b", 0, -1, 1}},
    {.number = NAMED("law", "contact law"), .kind = CR_VALUE_TEXT, .required = true},
    {.number = {"mode", "", "how the force is stepped; auto: linear off the grids, psi on them", 0, 0, 4},
     .kind = CR_VALUE_WORD,
     .words = modes},
    {.number = NAMED("surface", "what passes under it: a surface of the scene or a preset"),
     .kind = CR_VALUE_SURFACE},
    {.number = {"speed", "m/s", "along the surface, at the start", 0, -100, 100}},
    {.number = {"rolls", "m", "radius of the ball that rolls over it", CR_NAN, 1e-6, 100}},
    {.number = {"tip", "m", "radius of the tip that slides over it, 0: a point", 0, 0, 100}},
    {.number = {"inertia", "kg", "mass that moves along; left out: that of the mass, 7/5 of it if it rolls",
                CR_NAN, 1e-9, 1e6}},
    {.number = {"out_of_round", "m", "by how much what rolls is not round, once per turn", 0, -1, 1}},
    {.number = {"off_centre", "m", "how far the mass of what rolls, then a, is off its centre", 0, -1, 1}},
    {.number = {"hand", "", "whether a hand keeps the speed; left out: of what slides, not of what rolls",
                CR_NAN, 0, 1},
     .kind = CR_VALUE_WORD,
     .words = switches},
    {.number = {"along", "",
                "so many contacts evenly along both lines, or one per inner grid point of a; k is per metre",
                CR_NAN, 1, CR_SCENE_ALONG_MOST},
     .kind = CR_VALUE_INTEGER_OR_WORD,
     .words = grid},
};

static const cr_scene_key friction_keys[] = {
    {.number = NAMED("a", "the point that is rubbed"), .kind = CR_VALUE_PLACE_OR_GROUND, .required = true},
    {.number = NAMED("b", "the point against which it moves"),
     .kind = CR_VALUE_PLACE_OR_GROUND,
     .required = true},
    {.number = NAMED("contact", "the contact that presses them together"), .kind = CR_VALUE_CONTACT},
    {.number = {"force", "N", "or the force that does", CR_NAN, 0, 1e6}},
    {.number = {"velocity", "m/s", "of a against b, besides their own", 0, -100, 100}},
};

static const cr_scene_key excitation_keys[] = {
    {.number = NAMED("type", "what is done"), .kind = CR_VALUE_TEXT, .required = true},
};

static const cr_scene_key surface_keys[] = {
    {.number = NAMED("preset", "named surface from which it starts"), .kind = CR_VALUE_PRESET},
    {.number = NAMED("file", "sound file with its heights, beside the scene"), .kind = CR_VALUE_TEXT},
    {.number = {"length", "m", "of the stretch in the file", CR_NAN, 1e-6, 1e3}},
    {.number = {"fade", "m", "over which the end of the file passes into its beginning", 0, 0, 1e3}},
};

static const cr_scene_key spring_keys[] = {
    {.number = NAMED("a", "one end"), .kind = CR_VALUE_PLACE_OR_GROUND, .required = true},
    {.number = NAMED("b", "the other end"), .kind = CR_VALUE_PLACE_OR_GROUND, .required = true},
    {.number = {"k1", "N/m", "linear stiffness", 0, 0, 1e12}},
    {.number = {"k3", "N/m^3", "cubic stiffness", 0, 0, 1e18}},
    {.number = {"r", "kg/s", "damping", 0, 0, 1e6}},
    {.number = {"rest", "m", "a above b by this much is without force", 0, -1, 1}},
};

static const cr_scene_key output_keys[] = {
    {.number = {"rate", "Hz", "samples per second", 44100, 1000, 1e6}},
    {.number = {"duration", "s", "length, or auto: until it has died away", CR_NAN, 1e-3, 1e5},
     .kind = CR_VALUE_NUMBER_OR_WORD,
     .words = automatic},
    {.number = {"oversample", "", "steps per sample", 1, 1, 64}, .kind = CR_VALUE_INTEGER},
    {.number = {"divide", "",
                "steps per sample of contacts off the grids: 1, 2, 4, 8 or 16, or auto: as they need", CR_NAN,
                1, 16},
     .kind = CR_VALUE_INTEGER_OR_WORD,
     .words = automatic},
    {.number = {"precision", "",
                "of modes in contact, membranes and held plates; float is faster for many modes or points", 0,
                0, 1},
     .kind = CR_VALUE_WORD,
     .words = precisions},
    {.number = {"normalize", "", "peak: the loudest sample becomes full scale", 0, 0, 1},
     .kind = CR_VALUE_WORD,
     .words = normals},
    {.number = {"fade", "s", "at the end, or auto: the last 10 ms of what has not died away", CR_NAN, 0, 1e3},
     .kind = CR_VALUE_NUMBER_OR_WORD,
     .words = automatic},
    {.number = {"seed", "", "of the noise", 1, 0, 9007199254740991}, .kind = CR_VALUE_INTEGER},
};

const cr_scene_form cr_scene_form_output = CR_SCENE_FORM("the output", "what is written", output_keys);
const cr_scene_form cr_scene_form_material = CR_SCENE_FORM("a material", "a material", material_keys);
const cr_scene_form cr_scene_form_spring =
    CR_SCENE_FORM("a spring", "spring between two points", spring_keys);

// Its roughness has a table of its own.
cr_scene_form cr_scene_form_surface(void) {
    cr_scene_form form = CR_SCENE_FORM("a surface", "a surface to roll or slide over", surface_keys);
    form.params = cr_roughness_params(&form.param_count);
    return form;
}

// The numbers are those of its model.
cr_scene_form cr_scene_form_friction(void) {
    cr_scene_form form = CR_SCENE_FORM("friction", "friction between two points", friction_keys);
    const cr_friction_type *type = cr_scene_friction_type();
    form.params = type->params;
    form.param_count = type->param_count;
    return form;
}

cr_scene_form cr_scene_form_pickup(void) {
    cr_scene_form form = {.owner = "a pickup", .doc = "what is heard"};
    form.keys = cr_pickup_keys(&form.key_count);
    return form;
}

cr_scene_form cr_scene_form_excitation(const cr_excitation_type *type) {
    cr_scene_form form = {.doc = type->doc,
                          .keys = excitation_keys,
                          .key_count = COUNT(excitation_keys),
                          .row = type->keys,
                          .row_count = type->key_count};
    snprintf(form.owner, sizeof form.owner, "%s", type->name);
    return form;
}

const cr_scene_key *cr_scene_form_key(const cr_scene_form *form, int i) {
    if (i < form->key_count) return &form->keys[i];
    return i < form->key_count + form->row_count ? &form->row[i - form->key_count] : NULL;
}

bool cr_scene_form_has(const cr_scene_form *form, const char *param) {
    for (int i = 0; i < form->param_count; i++)
        if (strcmp(form->params[i].name, param) == 0) return true;
    return false;
}

bool cr_scene_type_has(const cr_element_type *type, const char *param) {
    for (int i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].name, param) == 0) return true;
    return false;
}

cr_scene_form cr_scene_form_element(const cr_element_type *type) {
    cr_scene_form form = {.doc = type->doc,
                          .keys = element_keys,
                          .key_count = 1,
                          .params = type->params,
                          .param_count = type->param_count};
    snprintf(form.owner, sizeof form.owner, "%s", type->name);
    if (cr_scene_type_has(type, "density")) form.key_count = 2;
    if (cr_element_is(type, CR_TRAIT_GIVEN)) { // its numbers come as lists
        form.keys = modal_keys;
        form.key_count = COUNT(modal_keys);
        form.param_count = 0;
    }
    if (cr_element_is(type, CR_TRAIT_PROFILE)) {
        form.keys = rail_keys;
        form.key_count = COUNT(rail_keys);
    }
    if (cr_element_is(type, CR_TRAIT_SOLID)) form.keys = cr_scene_solid_keys(&form.key_count);
    return form;
}

cr_scene_form cr_scene_form_contact(const cr_law_type *type) {
    cr_scene_form form = {.doc = type->doc,
                          .keys = contact_keys,
                          .key_count = COUNT(contact_keys),
                          .params = type->params,
                          .param_count = type->param_count};
    snprintf(form.owner, sizeof form.owner, "a contact with law %s", type->name);
    return form;
}

const char *const *cr_scene_param_words(const cr_param *param, int *count) {
    bool edge = strcmp(param->name, "edge") == 0, choice = edge || strcmp(param->unit, "0|1") == 0;
    *count = choice ? (int)param->max + 1 : 0;
    return edge ? edges : choice ? switches : NULL;
}
