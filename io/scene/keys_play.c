// What may be done in a scene, and what may be heard.
#include "io/scene/keys.h"

#define FOR_EVER ((double)INFINITY)

static const char *const models[] = {"smooth", "stick-slip", "elasto-plastic", NULL};
static const char *const shapes[] = {"triangle", "cosine", NULL};
static const char *const drives[] = {"hold", "pulse", "sine", "noise", NULL};
static const char *const quantities[] = {"displacement", "velocity", "force", NULL};

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
    {{"angle", "degrees", "off the normal: the object feels velocity x cos(angle)", 0, -85, 85},
     CR_VALUE_NUMBER,
     false,
     NULL},
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

static const cr_scene_key rub_keys[] = {
    TYPE,
    {NAMED("friction", "which friction"), CR_VALUE_FRICTION, true, NULL},
    {{"force", "N", "normal force; left out: that of the friction", CR_NAN, 0, 1e6},
     CR_VALUE_NUMBER,
     false,
     NULL},
    {{"velocity", "m/s", "velocity; left out: that of the friction", CR_NAN, -100, 100},
     CR_VALUE_NUMBER,
     false,
     NULL},
    ENVELOPE,
};
static const cr_scene_key travel_keys[] = {
    TYPE,
    {NAMED("contact", "which contact"), CR_VALUE_CONTACT, true, NULL},
    {{"speed", "m/s", "speed along its surface", CR_NAN, -100, 100}, CR_VALUE_NUMBER, true, NULL},
    ENVELOPE,
};

static const cr_scene_key pickup_keys[] = {
    {NAMED("at", "a point to listen to"), CR_VALUE_PLACE, false, NULL},
    {NAMED("contact", "or a contact"), CR_VALUE_CONTACT, false, NULL},
    {NAMED("bow", "or a bow"), CR_VALUE_BOW, false, NULL},
    {NAMED("friction", "or friction"), CR_VALUE_FRICTION, false, NULL},
    {{"quantity", "", "displacement or velocity of a point, force of a contact, bow or friction", CR_NAN, 0,
      2},
     CR_VALUE_WORD,
     false,
     quantities},
    {{"channel", "", "of the output, from 1", 1, 1, 64}, CR_VALUE_INTEGER, false, NULL},
    {{"gain", "", "factor", 1, -1e12, 1e12}, CR_VALUE_NUMBER, false, NULL},
};

const cr_scene_form cr_scene_form_pickup = CR_SCENE_FORM("a pickup", "what is heard", pickup_keys);

const cr_scene_form cr_scene_form_excitations[CR_TYPE_COUNT] = {
    [CR_TYPE_BOW] = CR_SCENE_FORM("bow", "a bow", bow_keys),
    [CR_TYPE_PLUCK] = CR_SCENE_FORM("pluck", "initial shape", pluck_keys),
    [CR_TYPE_THROW] = CR_SCENE_FORM("throw", "initial motion of an element", throw_keys),
    [CR_TYPE_STRIKE] = CR_SCENE_FORM("strike", "a hammer that hits a point", strike_keys),
    [CR_TYPE_FORCE] = CR_SCENE_FORM("force", "a force at a point", force_keys),
    [CR_TYPE_MOVE] = CR_SCENE_FORM("move", "motion of a barrier", move_keys),
    [CR_TYPE_TUNE] = CR_SCENE_FORM("tune", "glide of a string to another pitch", tune_keys),
    [CR_TYPE_RUB] = CR_SCENE_FORM("rub", "friction for a time", rub_keys),
    [CR_TYPE_TRAVEL] = CR_SCENE_FORM("travel", "motion along a surface", travel_keys),
};
