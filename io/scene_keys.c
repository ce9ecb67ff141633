// What may stand in a scene. Loading, building and the schema all follow these tables.
#include "io/scene_internal.h"

#include <string.h>

#define FOR_EVER ((double)INFINITY)
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))
#define NAMED(name, doc)                                                                                     \
    { name, "", doc, CR_NAN, 0, 0 }

static const char *const modes[] = {"auto", "psi", "psi-plain", "psi-2021", "linear", NULL};
static const char *const models[] = {"smooth", "stick-slip", "elasto-plastic", NULL};
static const char *const shapes[] = {"triangle", "cosine", NULL};
static const char *const drives[] = {"hold", "pulse", "sine", "noise", NULL};
static const char *const quantities[] = {"displacement", "velocity", "force", NULL};
static const char *const normals[] = {"peak", "none", NULL};
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
    {{"along", "",
      "so many contacts evenly along both lines, or one per inner grid point of a; k is per metre", CR_NAN, 1,
      CR_SCENE_ALONG_MOST},
     CR_VALUE_INTEGER_OR_WORD,
     false,
     grid},
};

static const cr_scene_key spring_keys[] = {
    {NAMED("a", "one end"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {NAMED("b", "the other end"), CR_VALUE_PLACE_OR_GROUND, true, NULL},
    {{"k1", "N/m", "linear stiffness", 0, 0, 1e12}, CR_VALUE_NUMBER, false, NULL},
    {{"k3", "N/m^3", "cubic stiffness", 0, 0, 1e18}, CR_VALUE_NUMBER, false, NULL},
    {{"r", "kg/s", "damping", 0, 0, 1e6}, CR_VALUE_NUMBER, false, NULL},
    {{"rest", "m", "a above b by this much is without force", 0, -1, 1}, CR_VALUE_NUMBER, false, NULL},
};

#define TYPE                                                                                                 \
    { NAMED("type", "what is done"), CR_VALUE_TEXT, true, NULL }
#define AT                                                                                                   \
    { NAMED("at", "where"), CR_VALUE_PLACE, true, NULL }
#define ELEMENT                                                                                              \
    { NAMED("element", "which element"), CR_VALUE_ELEMENT, true, NULL }
#define START                                                                                                \
    { {"start", "s", "when it begins", 0, 0, 1e6}, CR_VALUE_NUMBER, false, NULL }
#define ENVELOPE                                                                                             \
    START, {{"attack", "s", "time to rise", 0, 0, 1e6}, CR_VALUE_NUMBER, false, NULL},                       \
        {{"duration", "s", "from start to the release; left out: for ever", FOR_EVER, 0, 1e6},               \
         CR_VALUE_NUMBER,                                                                                    \
         false,                                                                                              \
         NULL},                                                                                              \
    {                                                                                                        \
        {"release", "s", "time to fall", 0, 0, 1e6}, CR_VALUE_NUMBER, false, NULL                            \
    }
#define DRIVE(unit, most)                                                                                    \
    {NAMED("shape", "course over time; a pulse is one raised cosine of length duration"), CR_VALUE_WORD,     \
     true, drives},                                                                                          \
        {{"amplitude", unit, "the most that it reaches", CR_NAN, -(most), most},                             \
         CR_VALUE_NUMBER,                                                                                    \
         true,                                                                                               \
         NULL},                                                                                              \
        {{"frequency", "Hz", "of a sine", CR_NAN, 0, 1e5}, CR_VALUE_NUMBER, false, NULL}, ENVELOPE

static const cr_scene_key bow_keys[] = {
    TYPE,
    AT,
    {{"model", "", "friction", 1, 0, 2}, CR_VALUE_WORD, false, models},
    {{"force", "N", "normal force", 0.3, 0, 1e4}, CR_VALUE_NUMBER, false, NULL},
    {{"velocity", "m/s", "velocity of the bow", 0.2, -100, 100}, CR_VALUE_NUMBER, false, NULL},
    ENVELOPE,
};
static const cr_scene_key pluck_keys[] = {
    TYPE,
    AT,
    {{"height", "m", "displacement at that point before it is let go", CR_NAN, -1, 1},
     CR_VALUE_NUMBER,
     true,
     NULL},
    {{"shape", "", "initial shape", 0, 0, 1}, CR_VALUE_WORD, false, shapes},
    {{"width", "", "width of a cosine over the length", 0.2, 1e-3, 2}, CR_VALUE_NUMBER, false, NULL},
};
static const cr_scene_key throw_keys[] = {
    TYPE,
    ELEMENT,
    {{"velocity", "m/s", "initial velocity", 0, -1e3, 1e3}, CR_VALUE_NUMBER, false, NULL},
    {{"from", "m", "initial position of a mass", 0, -1e3, 1e3}, CR_VALUE_NUMBER, false, NULL},
};
static const cr_scene_key strike_keys[] = {
    TYPE,
    AT,
    {{"mass", "kg", "mass of the hammer", 0.005, 1e-9, 1e3}, CR_VALUE_NUMBER, false, NULL},
    {{"velocity", "m/s", "how fast it arrives", 1, 1e-6, 1e3}, CR_VALUE_NUMBER, false, NULL},
    {{"k", "N/m^alpha", "hardness: felt 1e5, rubber 1e6, wood 1e8, metal 1e10", 1e8, 1, 1e15},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"alpha", "", "exponent of the contact: ball 1.5, felt 2 to 3", 1.5, 1, 5},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"mu", "s/m", "loss in the contact", 0.2, 0, 100}, CR_VALUE_NUMBER, false, NULL},
    {{"start", "s", "when it arrives", 0, 0, 1e6}, CR_VALUE_NUMBER, false, NULL},
};
static const cr_scene_key force_keys[] = {TYPE, AT, DRIVE("N", 1e6)};
static const cr_scene_key move_keys[] = {TYPE, ELEMENT, DRIVE("m", 1.0)};
static const cr_scene_key tune_keys[] = {
    TYPE,
    ELEMENT,
    {{"to", "Hz", "pitch at the end", CR_NAN, 1, 1e5}, CR_VALUE_NUMBER, true, NULL},
    START,
    {{"duration", "s", "time that it takes", 0.1, 1e-3, 1e6}, CR_VALUE_NUMBER, false, NULL},
};

static const cr_scene_key pickup_keys[] = {
    {NAMED("at", "a point to listen to"), CR_VALUE_PLACE, false, NULL},
    {NAMED("contact", "or a contact"), CR_VALUE_CONTACT, false, NULL},
    {NAMED("bow", "or a bow"), CR_VALUE_BOW, false, NULL},
    {{"quantity", "", "displacement or velocity of a point, force of a contact or bow", CR_NAN, 0, 2},
     CR_VALUE_WORD,
     false,
     quantities},
    {{"channel", "", "of the output, from 1", 1, 1, 64}, CR_VALUE_INTEGER, false, NULL},
    {{"gain", "", "factor", 1, -1e12, 1e12}, CR_VALUE_NUMBER, false, NULL},
};

static const cr_scene_key output_keys[] = {
    {{"rate", "Hz", "samples per second", 44100, 1000, 1e6}, CR_VALUE_NUMBER, false, NULL},
    {{"duration", "s", "length, or auto: until it has died away", CR_NAN, 1e-3, 1e5},
     CR_VALUE_NUMBER_OR_WORD,
     false,
     automatic},
    {{"oversample", "", "steps per sample", 1, 1, 64}, CR_VALUE_INTEGER, false, NULL},
    {{"normalize", "", "peak: the loudest sample becomes full scale", 0, 0, 1},
     CR_VALUE_WORD,
     false,
     normals},
    {{"seed", "", "of the noise", 1, 0, 9007199254740991}, CR_VALUE_INTEGER, false, NULL},
};

const cr_scene_form cr_scene_form_output = {
    "the output", "what is written", output_keys, COUNT(output_keys), NULL, 0};
const cr_scene_form cr_scene_form_material = {"a material",         "a material", material_keys,
                                              COUNT(material_keys), NULL,         0};
const cr_scene_form cr_scene_form_spring = {
    "a spring", "spring between two points", spring_keys, COUNT(spring_keys), NULL, 0};
const cr_scene_form cr_scene_form_pickup = {
    "a pickup", "what is heard", pickup_keys, COUNT(pickup_keys), NULL, 0};

#define FORM(name, doc, keys)                                                                                \
    { name, doc, keys, COUNT(keys), NULL, 0 }
const cr_scene_form cr_scene_form_excitations[CR_TYPE_COUNT] = {
    [CR_TYPE_BOW] = FORM("bow", "a bow", bow_keys),
    [CR_TYPE_PLUCK] = FORM("pluck", "initial shape", pluck_keys),
    [CR_TYPE_THROW] = FORM("throw", "initial motion of an element", throw_keys),
    [CR_TYPE_STRIKE] = FORM("strike", "a hammer that hits a point", strike_keys),
    [CR_TYPE_FORCE] = FORM("force", "a force at a point", force_keys),
    [CR_TYPE_MOVE] = FORM("move", "motion of a barrier", move_keys),
    [CR_TYPE_TUNE] = FORM("tune", "glide of a string to another pitch", tune_keys),
};

bool cr_scene_type_has(const cr_element_type *type, const char *param) {
    for (int i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].name, param) == 0) return true;
    return false;
}

cr_scene_form cr_scene_form_element(const cr_element_type *type) {
    cr_scene_form form = {"", type->doc, element_keys, 1, type->params, type->param_count};
    snprintf(form.owner, sizeof form.owner, "%s", type->name);
    if (cr_scene_type_has(type, "density")) form.key_count = 2;
    if (strcmp(type->name, "modal") == 0) { // its numbers come as lists
        form.keys = modal_keys;
        form.key_count = COUNT(modal_keys);
        form.param_count = 0;
    }
    return form;
}

cr_scene_form cr_scene_form_contact(const cr_law_type *type) {
    cr_scene_form form = {"", type->doc, contact_keys, COUNT(contact_keys), type->params, type->param_count};
    snprintf(form.owner, sizeof form.owner, "a contact with law %s", type->name);
    return form;
}

const char *const *cr_scene_param_words(const cr_param *param, int *count) {
    bool edge = strcmp(param->name, "edge") == 0, choice = edge || strcmp(param->unit, "0|1") == 0;
    *count = choice ? (int)param->max + 1 : 0;
    return edge ? edges : choice ? switches : NULL;
}
