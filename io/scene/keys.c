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
    {NAMED("type", "what it is"), CR_VALUE_TEXT, true, NULL},
    {NAMED("material", "gives density, young, poisson and loss where they are not given"), CR_VALUE_MATERIAL,
     false, NULL},
};

static const cr_scene_key modal_keys[] = {
    {NAMED("type", "what it is"), CR_VALUE_TEXT, true, NULL},
    {{"frequencies", "Hz", "frequency of each mode", CR_NAN, 0, 1e6}, CR_VALUE_NUMBERS, true, NULL},
    {{"decays", "1/s", "decay of each mode: the amplitude falls as exp(-decay t)", CR_NAN, 0, 1e6},
     CR_VALUE_NUMBERS,
     true,
     NULL},
    {{"shapes", "kg^-1/2", "for each point, the mass-normalised shape of each mode there", CR_NAN, -1e6, 1e6},
     CR_VALUE_TABLE,
     true,
     NULL},
};

static const cr_scene_key material_keys[] = {
    {{"density", "kg/m^3", "density", CR_NAN, 1, 3e4}, CR_VALUE_NUMBER, true, NULL},
    {{"young", "Pa", "Young's modulus", CR_NAN, 0, 1e13}, CR_VALUE_NUMBER, true, NULL},
    {{"poisson", "", "Poisson's ratio", CR_NAN, 0, 0.49}, CR_VALUE_NUMBER, false, NULL},
    {{"loss", "", "loss factor, for ready-made objects", CR_NAN, 0, 1}, CR_VALUE_NUMBER, false, NULL},
};

static const cr_scene_key contact_keys[] = {
    {NAMED("a", "the point that reaches b from below"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {NAMED("b", "the point that is reached"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {{"gap", "m", "they touch when a is this much above b", 0, -1, 1}, CR_VALUE_NUMBER, false, NULL},
    {NAMED("law", "contact law"), CR_VALUE_TEXT, true, NULL},
    {{"mode", "", "how the force is stepped; auto: linear off the grids, psi on them", 0, 0, 4},
     CR_VALUE_WORD,
     false,
     modes},
    {NAMED("surface", "what passes under it: a surface of the scene or a preset"), CR_VALUE_SURFACE, false,
     NULL},
    {{"speed", "m/s", "along the surface, at the start", 0, -100, 100}, CR_VALUE_NUMBER, false, NULL},
    {{"rolls", "m", "radius of the ball that rolls over it", CR_NAN, 1e-6, 100},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"tip", "m", "radius of the tip that slides over it, 0: a point", 0, 0, 100},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"inertia", "kg", "mass that moves along; left out: that of the mass, 7/5 of it if it rolls", CR_NAN,
      1e-9, 1e6},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"out_of_round", "m", "by how much what rolls is not round, once per turn", 0, -1, 1},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"off_centre", "m", "how far the mass of what rolls, then a, is off its centre", 0, -1, 1},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"hand", "", "whether a hand keeps the speed; left out: of what slides, not of what rolls", CR_NAN, 0,
      1},
     CR_VALUE_WORD,
     false,
     switches},
    {{"along", "",
      "so many contacts evenly along both lines, or one per inner grid point of a; k is per metre", CR_NAN, 1,
      CR_SCENE_ALONG_MOST},
     CR_VALUE_INTEGER_OR_WORD,
     false,
     grid},
};

static const cr_scene_key friction_keys[] = {
    {NAMED("a", "the point that is rubbed"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {NAMED("b", "the point against which it moves"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {NAMED("contact", "the contact that presses them together"), CR_VALUE_CONTACT, false, NULL},
    {{"force", "N", "or the force that does", CR_NAN, 0, 1e6}, CR_VALUE_NUMBER, false, NULL},
    {{"velocity", "m/s", "of a against b, besides their own", 0, -100, 100}, CR_VALUE_NUMBER, false, NULL},
    {{"rest", "", "coefficient of friction at rest", 0.5, 1e-6, 100}, CR_VALUE_NUMBER, false, NULL},
    {{"dynamic", "", "coefficient when it slides fast", 0.3, 1e-6, 100}, CR_VALUE_NUMBER, false, NULL},
    {{"stribeck", "m/s", "speed over which it falls from rest to dynamic", 0.05, 1e-6, 100},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"breakaway", "", "share of the sliding bend at which bristles begin to yield", 0.7, 0.01, 0.99},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"viscous", "kg/s", "force per speed besides", 0, 0, 1e6}, CR_VALUE_NUMBER, false, NULL},
    {{"stiffness", "N/m", "of the bristles, 0: the force over 5 um", 0, 0, 1e12},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"damping", "kg/s", "of the bristles, 0: by their stiffness and the mass they feel", 0, 0, 1e9},
     CR_VALUE_NUMBER,
     false,
     NULL},
};

static const cr_scene_key surface_keys[] = {
    {NAMED("preset", "named surface from which it starts"), CR_VALUE_PRESET, false, NULL},
    {NAMED("file", "sound file with its heights, beside the scene"), CR_VALUE_TEXT, false, NULL},
    {{"length", "m", "of the stretch in the file", CR_NAN, 1e-6, 1e3}, CR_VALUE_NUMBER, false, NULL},
    {{"fade", "m", "over which the end of the file passes into its beginning", 0, 0, 1e3},
     CR_VALUE_NUMBER,
     false,
     NULL},
};

static const cr_scene_key spring_keys[] = {
    {NAMED("a", "one end"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {NAMED("b", "the other end"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {{"k1", "N/m", "linear stiffness", 0, 0, 1e12}, CR_VALUE_NUMBER, false, NULL},
    {{"k3", "N/m^3", "cubic stiffness", 0, 0, 1e18}, CR_VALUE_NUMBER, false, NULL},
    {{"r", "kg/s", "damping", 0, 0, 1e6}, CR_VALUE_NUMBER, false, NULL},
    {{"rest", "m", "a above b by this much is without force", 0, -1, 1}, CR_VALUE_NUMBER, false, NULL},
};

static const cr_scene_key output_keys[] = {
    {{"rate", "Hz", "samples per second", 44100, 1000, 1e6}, CR_VALUE_NUMBER, false, NULL},
    {{"duration", "s", "length, or auto: until it has died away", CR_NAN, 1e-3, 1e5},
     CR_VALUE_NUMBER_OR_WORD,
     false,
     automatic},
    {{"oversample", "", "steps per sample", 1, 1, 64}, CR_VALUE_INTEGER, false, NULL},
    {{"divide", "", "steps per sample of contacts off the grids: 1, 2, 4, 8 or 16, or auto: as they need",
      CR_NAN, 1, 16},
     CR_VALUE_INTEGER_OR_WORD,
     false,
     automatic},
    {{"precision", "", "of modes in contact; float is faster for many modes", 0, 0, 1},
     CR_VALUE_WORD,
     false,
     precisions},
    {{"normalize", "", "peak: the loudest sample becomes full scale", 0, 0, 1},
     CR_VALUE_WORD,
     false,
     normals},
    {{"fade", "s", "at the end, or auto: the last 10 ms of what has not died away", CR_NAN, 0, 1e3},
     CR_VALUE_NUMBER_OR_WORD,
     false,
     automatic},
    {{"seed", "", "of the noise", 1, 0, 9007199254740991}, CR_VALUE_INTEGER, false, NULL},
};

const cr_scene_form cr_scene_form_output = CR_SCENE_FORM("the output", "what is written", output_keys);
const cr_scene_form cr_scene_form_material = CR_SCENE_FORM("a material", "a material", material_keys);
const cr_scene_form cr_scene_form_spring =
    CR_SCENE_FORM("a spring", "spring between two points", spring_keys);
const cr_scene_form cr_scene_form_friction =
    CR_SCENE_FORM("friction", "friction between two points", friction_keys);

// Its roughness has a table of its own.
cr_scene_form cr_scene_form_surface(void) {
    cr_scene_form form = CR_SCENE_FORM("a surface", "a surface to roll or slide over", surface_keys);
    form.params = cr_roughness_params(&form.param_count);
    return form;
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
