// What may stand in the sections of bodies in space.
#include "io/scene/keys.h"
#include "io/scene/world/world.h"

#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const char *const switches[] = {"false", "true", NULL};
static const char *const origins[] = {"mass", "shape", NULL};
static const char *const joints[] = {"ball", "hinge", "weld", NULL};
static const char *const presets[] = {"carom", "s3", "s3-naive", NULL};
static const char *const compressions[] = {"stiff", "hertz", "hunt-crossley", "azad-featherstone", NULL};
static const char *const courses[] = {"hold", "pulse", "sine", "noise", NULL};

#define SWITCH(name, doc, usual)                                                                             \
    { .number = {name, "", doc, usual, 0, 1}, .kind = CR_VALUE_WORD, .words = switches }
#define VECTOR(name, unit, doc, most)                                                                        \
    { .number = {name, unit, doc, CR_NAN, -(most), most}, .kind = CR_VALUE_VECTOR }

static const cr_scene_key world_keys[] = {
    VECTOR("gravity", "m/s^2", "gravity; left out: [0, 0, -9.81]", 1e4),
    {.number = NAMED("friction", "of bodies that do not say it; left out: 0.4"), .kind = CR_VALUE_GRIP},
    {.number = {"seed", "", "of rough surfaces and noise; left out: that of the output", CR_NAN, 0,
                9007199254740991},
     .kind = CR_VALUE_INTEGER},
    {.number = NAMED("start",
                     "FILE.rec@SECONDS beside the scene: bodies of the same name begin as they were there"),
     .kind = CR_VALUE_TEXT},
    {.number = {"preset", "",
                "how it steps: as Carom does; s3: as Zheng & James 2011 print it, to compare; s3-naive: with "
                "contacts only where bodies approach",
                0, 0, 2},
     .kind = CR_VALUE_WORD,
     .words = presets},
    {.number = {"settle", "s", "runs silently before the beginning", 0, 0, 1e3}},
    {.number = {"step", "s", "the longest step", 1e-3, 1e-7, 0.1}},
    {.number = {"steps_per_period", "", "of the highest mode that is awake", 6.5, 2, 1e3}},
    {.number = {"margin", "m", "points nearer than this may touch within a step", 2e-5, 1e-9, 0.01}},
    {.number = {"flat", "m", "an edge whose distances differ by less lies flat", 1e-5, 1e-9, 0.01}},
    {.number = {"push", "m/s", "how fast an overlap is undone", 1e-3, 0, 10}},
    SWITCH("adaptive", "whether modes that rest let the steps grow", 1),
    SWITCH("sleeping", "whether bodies at rest are left alone; left out with the presets s3: false", 1),
    SWITCH("culling", "of the presets s3: whether friction is left out where nothing slips", 1),
    {.number = {"contact_fmax", "Hz", "modes up to here feel contact, of bodies that do not say it", 5000, 0,
                1e6}},
    {.number = {"fmax", "Hz", "modes up to here sound, of bodies that do not say it", 20000, 1, 1e6}},
    SWITCH("at_rest", "whether it ends when everything rests; left out: if no duration is given", CR_NAN),
    {.number = {"bounds", "m", "it ends when a body is farther from the origin", 1000, 1e-3, 1e6}},
};

static const cr_scene_key body_keys[] = {
    {.number = NAMED("shape", "one of `carom list forms` or `carom list shapes`; its sizes stand beside it"),
     .kind = CR_VALUE_TEXT},
    {.number = NAMED("parts", "instead: a list of shapes, each with its sizes, at and turn"),
     .kind = CR_VALUE_PARTS},
    {.number = {"modes", "",
                "so many modes, 0: rigid; left out: those below fmax, of what is fixed and not "
                "held or moved none",
                CR_NAN, 0, 4096},
     .kind = CR_VALUE_INTEGER},
    {.number = {"fmax", "Hz", "modes up to here sound; left out: that of the world", CR_NAN, 1, 1e6}},
    {.number = {"contact_fmax", "Hz", "modes up to here feel contact; left out: that of the world", CR_NAN, 0,
                1e6}},
    {.number = {"loss", "", "loss factor of its modes; left out: the damping of the material", CR_NAN, 0, 1}},
    {.number = {"rayleigh", "", "damping instead: mass [1/s] and stiffness [s]", CR_NAN, 0, 1e6},
     .kind = CR_VALUE_NUMBERS},
    SWITCH("fixed", "whether it stays where it is; its modes do not", 0),
    VECTOR("at", "m", "where its centre of mass is; left out: [0, 0, 0]", 1e4),
    {.number = {"origin", "", "what `at` is: the centre of mass, or the origin of the shape", 0, 0, 1},
     .kind = CR_VALUE_WORD,
     .words = origins},
    {.number = NAMED("on", "the body on top of which it is put, along gravity"), .kind = CR_VALUE_BODY},
    {.number = {"turn", "", "how it is turned: an axis x, y, z and degrees", CR_NAN, -1e6, 1e6},
     .kind = CR_VALUE_TURN},
    VECTOR("velocity", "m/s", "of its centre of mass at the start", 1e4),
    VECTOR("spin", "rad/s", "how it turns at the start, axis in space", 1e5),
    {.number = NAMED("friction", "a number, or rest, dynamic, stribeck, rolling, spinning"),
     .kind = CR_VALUE_GRIP},
    {.number = {"restitution", "", "of impacts of rigid bodies; of a pair: the product", 0, 0, 1}},
    {.number =
         {"law", "",
          "how it gives at a contact point, by materials, curvature and restitution; of a pair: the later "
          "of both",
          0, 0, 3},
     .kind = CR_VALUE_WORD,
     .words = compressions},
    {.number = {"normal_noise", "rad", "how far its normals stray, a rough surface", 0, 0, 0.5}},
    {.number =
         NAMED("surface", "its finish, one of `carom list surfaces`, heard where it slides or rolls; left "
                          "out: as usual for its material"),
     .kind = CR_VALUE_PRESET},
    {.number = {"filter", "", "bodies whose filters share a binary digit do not touch", 0, 0, 2147483647},
     .kind = CR_VALUE_INTEGER},
    {.number = NAMED("drive", "how it is moved: times, at, turn, or file; smooth"), .kind = CR_VALUE_DRIVE},
    {.number = {"copies", "", "so many of it, NAME.1, NAME.2 ..., `step` apart", CR_NAN, 1, 10000},
     .kind = CR_VALUE_INTEGER},
    VECTOR("step", "m", "from one copy to the next", 1e3),
    {.number = {"grid", "", "or so many along x, y and z, `spacing` apart", CR_NAN, 1, 1000},
     .kind = CR_VALUE_VECTOR},
    VECTOR("spacing", "m", "of the grid along x, y and z", 1e3),
};

static const cr_scene_key part_keys[] = {
    {.number = NAMED("shape", "one of `carom list forms`; its sizes stand beside it"),
     .kind = CR_VALUE_TEXT,
     .required = true},
    VECTOR("at", "m", "where its origin is in the body; left out: [0, 0, 0]", 1e4),
    {.number = {"turn", "", "how it is turned in the body: an axis x, y, z and degrees", CR_NAN, -1e6, 1e6},
     .kind = CR_VALUE_TURN},
};

static const cr_scene_key grip_keys[] = {
    {.number = {"rest", "", "coefficient of friction at rest; left out: dynamic", CR_NAN, 0, 100}},
    {.number = {"dynamic", "", "coefficient when it slides fast; left out: rest", CR_NAN, 0, 100}},
    {.number = {"stribeck", "m/s", "speed over which it falls from rest to dynamic", 0.01, 1e-6, 100}},
    {.number = {"rolling", "", "resistance to rolling: torque over force and radius", 0, 0, 1}},
    {.number = {"spinning", "m", "resistance to spinning: torque over force", 0, 0, 1}},
};

static const cr_scene_key drive_keys[] = {
    {.number = {"times", "s", "rising", CR_NAN, -1e3, 1e5}, .kind = CR_VALUE_NUMBERS},
    {.number = {"at", "m", "a place [x, y, z] for each time; left out: it stays", CR_NAN, -1e4, 1e4},
     .kind = CR_VALUE_TABLE},
    {.number = {"turn", "", "an axis and degrees for each time; left out: it does not turn", CR_NAN, -1e6,
                1e6},
     .kind = CR_VALUE_TABLE},
    {.number = NAMED("file", "instead: a table beside the scene, time,x,y,z or time,x,y,z,qw,qx,qy,qz"),
     .kind = CR_VALUE_TEXT},
    SWITCH("smooth", "whether its speed is without jumps (cubic), not straight from place to place", 1),
};

static const cr_scene_key joint_keys[] = {
    {.number = {"type", "", "ball: a point is shared; hinge: and an axis; weld: all", CR_NAN, 0, 2},
     .kind = CR_VALUE_WORD,
     .words = joints,
     .required = true},
    {.number = NAMED("a", "a body"), .kind = CR_VALUE_BODY, .required = true},
    {.number = NAMED("b", "another, or ground"), .kind = CR_VALUE_BODY_OR_GROUND, .required = true},
    {.number = {"at", "m", "where, at the start", CR_NAN, -1e4, 1e4},
     .kind = CR_VALUE_VECTOR,
     .required = true},
    VECTOR("axis", "", "of a hinge, at the start", 1e6),
    {.number = {"damping", "N m s", "of a hinge", 0, 0, 1e6}},
};

static const cr_scene_key pair_keys[] = {
    {.number = NAMED("a", "a body; all copies, or one as NAME.2"), .kind = CR_VALUE_BODY, .required = true},
    {.number = NAMED("b", "another, or the same: its copies among each other"),
     .kind = CR_VALUE_BODY,
     .required = true},
    SWITCH("apart", "whether they never touch", 0),
    {.number = NAMED("friction", "a number, or rest, dynamic, stribeck, rolling, spinning; left out: by the "
                                 "bodies"),
     .kind = CR_VALUE_GRIP},
    {.number = {"restitution", "", "of impacts; left out: by the bodies", CR_NAN, 0, 1}},
    {.number = {"stiffness", "N/m", "of the spring at each point; left out: by a rule", CR_NAN, 1, 1e15}},
    {.number =
         NAMED("law", "contact law, its parameters beside it or by the materials; left out: by the bodies"),
     .kind = CR_VALUE_TEXT},
};

static const cr_scene_key load_keys[] = {
    {.number = NAMED("body", "what is pushed"), .kind = CR_VALUE_BODY, .required = true},
    VECTOR("at", "m", "where, in the frame of the body; left out: its centre of mass", 1e4),
    VECTOR("force", "N", "how hard, in space", 1e9),
    VECTOR("torque", "N m", "and how it is turned, in space", 1e9),
    VECTOR("impulse", "N s", "or a blow", 1e9),
    SWITCH("turns", "whether force and torque, or the blow, are in the frame of the body", 0),
    {.number = {"start", "s", "when", 0, 0, 1e5}},
    {.number = {"end", "s", "until when a force acts; left out: for ever", CR_NAN, 0, 1e5}},
    {.number = {"duration", "s", "instead of end: how long it acts", CR_NAN, 1e-9, 1e5}},
    {.number = {"shape", "", "course over time; a pulse is one raised cosine from start to end", 0, 0, 3},
     .kind = CR_VALUE_WORD,
     .words = courses},
    {.number = {"frequency", "Hz", "of a sine; where noise is 3 dB down", CR_NAN, 1e-3, 1e6}},
    {.number = {"seed", "", "of noise; left out: by that of the world and the place of the load", CR_NAN, 0,
                9007199254740991},
     .kind = CR_VALUE_INTEGER},
    {.number = {"attack", "s", "over which it rises", 0, 0, 1e5}},
    {.number = {"release", "s", "over which it falls after its end", 0, 0, 1e5}},
    {.number = {"times", "s", "instead: keys, rising; straight from one to the next", CR_NAN, 0, 1e5},
     .kind = CR_VALUE_NUMBERS},
    {.number = {"levels", "", "for each of the times: what force and torque are multiplied by", CR_NAN, -1e9,
                1e9},
     .kind = CR_VALUE_NUMBERS},
    {.number =
         NAMED("file", "instead: a table beside the scene, time,level or time,x,y,z of forces, or these and "
                       "x,y,z of torques"),
     .kind = CR_VALUE_TEXT},
};

const cr_scene_form cr_scene_form_world = CR_SCENE_FORM("the world", "what holds for all bodies", world_keys);
const cr_scene_form cr_scene_form_joint = CR_SCENE_FORM("a joint", "what keeps bodies together", joint_keys);
const cr_scene_form cr_scene_form_load = CR_SCENE_FORM("a load", "a force or a blow", load_keys);
static const cr_scene_form form_grip = CR_SCENE_FORM("friction", "friction of a body or pair", grip_keys),
                           form_drive = CR_SCENE_FORM("a drive", "how a body is moved", drive_keys);

const cr_scene_form *cr_scene_form_inside(cr_scene_value kind) {
    return kind == CR_VALUE_GRIP ? &form_grip : &form_drive;
}

cr_scene_form cr_scene_form_body(const cr_form_type *form, const cr_shape_type *shape) {
    cr_scene_form made = CR_SCENE_FORM("a body", "a body in space", body_keys);
    made.row = cr_scene_solid_matter_keys(&made.row_count);
    if (form) {
        made.params = form->params;
        made.param_count = form->param_count;
    }
    if (shape) {
        made.more = shape->params;
        made.more_count = shape->param_count;
    }
    const char *name = form ? form->name : shape ? shape->name : NULL;
    if (name) snprintf(made.owner, sizeof made.owner, "a body of shape %.30s", name);
    return made;
}

cr_scene_form cr_scene_form_part(const cr_form_type *form) {
    cr_scene_form made = CR_SCENE_FORM("a part", "a shape of a body", part_keys);
    if (!form) return made;
    made.params = form->params;
    made.param_count = form->param_count;
    snprintf(made.owner, sizeof made.owner, "a part of shape %.30s", form->name);
    return made;
}

cr_scene_form cr_scene_form_pair(const cr_law_type *law) {
    cr_scene_form made = CR_SCENE_FORM("a pair", "how two bodies meet", pair_keys);
    if (!law) return made;
    made.params = law->params;
    made.param_count = law->param_count;
    snprintf(made.owner, sizeof made.owner, "a pair with law %.30s", law->name);
    return made;
}
