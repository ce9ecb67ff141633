// Scenes: a YAML (or JSON) file that says which elements there are, how they touch, what excites them and
// what is heard. Loading checks everything a table or a name can be wrong about; building makes the network
// and the simulation. docs/scenes.md describes the format.
#ifndef CAROM_SCENE_H
#define CAROM_SCENE_H

#include "carom/listen.h"
#include "carom/prep.h"
#include "carom/radiate.h"
#include "carom/sim.h"
#include "carom/sound.h"
#include "carom/world.h"

#include <stdio.h>

CR_DECLARATIONS_BEGIN

enum { CR_SCENE_VERSION = 1, CR_SCENE_BYTES_MOST = 16 << 20 }; // of the format; of a file

typedef struct cr_scene cr_scene;

// A change of a scene: "path=value", as in "elements.string.f0=40". The value is YAML as it would stand in
// the file. `origin` names in errors where the change came from ("--set"); NULL: nowhere in particular. Of a
// value of several lines it is the file that they are.
typedef struct cr_scene_override {
    const char *assignment, *origin;
} cr_scene_override;

typedef enum cr_scene_normalize { CR_NORMALIZE_PEAK, CR_NORMALIZE_NONE } cr_scene_normalize;

typedef struct cr_scene_output {
    const char *title;       // "" when there is none
    double rate;             // Hz, of the output: 44100
    double duration;         // s; not used when automatic
    bool automatic_duration; // until it has died away
    int oversample;          // simulation rate over output rate, at least: 1
    int divide;              // steps per sample of contacts off the grids: 1, 2, 4, 8 or 16; 0: as they need
    cr_precision precision;  // of modes that are in contact
    cr_scene_normalize normalize;
    double fade; // s, at the end; CR_NAN: 10 ms where the sound has not died away
    unsigned long long seed;
} cr_scene_output;

// What a contact or friction joins, as written in the scene; NULL: none.
typedef struct cr_scene_joint {
    const char *a, *b, *law, *surface;
    const char *pressed_by; // of friction: a contact
} cr_scene_joint;

// Names by index in the network. The contacts of a row are called NAME[i]; the pickups are those that listen
// to a point. A list without entries may be NULL.
typedef struct cr_scene_names {
    const char **elements, **contacts, **frictions, **springs, **bows, **pickups, **surfaces;
    int element_count, contact_count, friction_count, spring_count, bow_count, pickup_count, surface_count;
    const cr_scene_joint *contact_joints, *friction_joints;
    const cr_rough **surface_profiles; // without what rolls over them
} cr_scene_names;

// Reads a file ("-" is the standard input), applies the overrides in order and checks the result. The scene
// lives in the arena. On failure the arena is as it was and the error has place "file:line:column" and
// reason "path: what is wrong and what would be right". CR_ERR_IO, CR_ERR_MEMORY, CR_ERR_INPUT,
// CR_ERR_UNKNOWN, CR_ERR_RANGE or CR_ERR_UNSUPPORTED.
cr_status cr_scene_load(const char *path, const cr_scene_override *overrides, int override_count,
                        cr_arena *arena, cr_scene **scene, cr_error *error);
// The same from memory; `name` stands for the file in errors. Text and name are copied.
cr_status cr_scene_parse(const char *name, const char *text, size_t length,
                         const cr_scene_override *overrides, int override_count, cr_arena *arena,
                         cr_scene **scene, cr_error *error);
// For a value that the caller cannot use, "output.rate": an error with the place where it was written, in the
// file or as an override, and the reason that is given. Returns `status`.
cr_status cr_scene_refuse(const cr_scene *scene, const char *path, cr_status status, const char *reason,
                          cr_error *error);
// Reads a sound file, the mean of its channels, into the arena.
typedef cr_status (*cr_scene_reader)(const char *path, cr_arena *arena, const double **samples, int *count,
                                     cr_error *error);
// What reads the sound files of surfaces, whose formats the library does not know: a scene that names one
// cannot be built before, CR_ERR_UNSUPPORTED.
void cr_scene_set_reader(cr_scene *scene, cr_scene_reader read);
// Computes or reads the modes of a solid that the scene names; as a rule by cr_solid_modes (carom/solid.h).
// `name` is that of the element; what is made lives in the arena.
struct cr_solid_def;
struct cr_modes;
typedef cr_status (*cr_scene_solver)(void *context, const char *name, const struct cr_solid_def *solid,
                                     cr_arena *arena, struct cr_modes *modes, cr_error *error);
// Elements of type solid. A scene that has some is resolved before it is built.
int cr_scene_solids(const cr_scene *scene);
// Whether there are some whose modes have not been found yet.
bool cr_scene_unsolved(const cr_scene *scene);
// Finds the modes of all solids, and with them the points that were left out. The modes live in the arena,
// which must live as long as what is built; it is as it was on failure, and so is the scene. CR_STOPPED of
// the solver does not keep it from asking for the other solids; it is what is returned if nothing worse
// comes. With `solve` NULL it is cr_solid_modes without a watch.
cr_status cr_scene_resolve(cr_scene *scene, cr_scene_solver solve, void *context, cr_arena *arena,
                           cr_error *error);
// Whether the files of all surfaces can be read, as building does. The arena is as it was.
cr_status cr_scene_read_surfaces(const cr_scene *scene, cr_arena *arena, cr_error *error);
// Makes the simulation at `rate` [Hz], usually rate x oversample of the output, ready to run; `names` may be
// NULL. Everything lives in the arena, which is as it was on failure. Names point into the scene
// or the arena.
cr_status cr_scene_build(const cr_scene *scene, double rate, cr_arena *arena, cr_sim **sim,
                         cr_scene_names *names, cr_error *error);
// The same for a sound of `rate` [Hz] and *steps per sample, or a multiple that its bows on strings need
// (cr_network_bow_steps); *steps then says how many.
cr_status cr_scene_build_steps(const cr_scene *scene, double rate, int *steps, cr_arena *arena, cr_sim **sim,
                               cr_scene_names *names, cr_error *error);
// The same scene once more as parts that nothing joins (cr_sim_split), at the rate of the simulation. Errors
// as cr_scene_build.
cr_status cr_scene_build_parts(const cr_scene *scene, double rate, cr_arena *arena, cr_sim_parts *parts,
                               cr_error *error);

// --- bodies in space: a scene has `bodies` instead of `elements` (docs/worlds.md)

bool cr_scene_has_bodies(const cr_scene *scene);

// What a body is made of.
typedef struct cr_scene_matter {
    const struct cr_material *material;    // NULL: given by figures
    bool damped;                           // the scene says how its modes decay
    const struct cr_rough_preset *surface; // its finish; NULL: as usual for its material
} cr_scene_matter;

// Who hears the bodies.
typedef struct cr_scene_listener {
    const char *name;
    cr_listener_kind kind;
    cr_ear *ears;
    int ear_count;
    int body;          // of the model, that carries it; -1: none
    cr_pose pose;      // in space, or in the frame of that body
    cr_drive_def path; // how it is moved, in times of the world; keys 0: it stays
} cr_scene_listener;

// What is made heard of them.
typedef struct cr_scene_sound {
    cr_radiation_way radiation;
    cr_contact_damping damping;
    bool contact_time;       // blows take the time that their law gives; held forces go over, step to step
    bool clicks;             // bodies sound by being stopped and thrown as a whole
    bool texture;            // what slides or rolls is shaken by the roughness of surfaces
    unsigned long long seed; // of their roughness
    bool redistribute;       // forces go over between the points of a body, S3 (13)-(14)
    bool rayleigh;           // modes decay as S3 (19): by Rayleigh's numbers of materials, not by the air
    double ground;           // m, height of a floor that reflects; CR_NAN: none
    double full_scale;       // Pa
} cr_scene_sound;

// How it is filmed.
typedef struct cr_scene_camera {
    cr_vec at, look;   // where it stands, and what it looks at, m; a coordinate CR_NAN: to be chosen
    int follow;        // the body of the model that it looks at instead; -1: none
    cr_drive_def path; // how it is moved, in times of the world; keys 0: it stays
    double angle;      // degrees, from the lower to the upper edge
    int width, height; // of a picture, pixels
    double rate;       // pictures a second
    double still;      // s, when a single picture is taken; CR_NAN: to be chosen
} cr_scene_camera;

// How long a world runs. The world's own time begins with the time in which it settles; drives and loads of
// the model know of that.
typedef struct cr_scene_plan {
    double settle;   // s, before t = 0
    double duration; // s, after it; CR_NAN: until everything rests
    bool at_rest;    // it ends when everything rests
    double bounds;   // m: it ends when a body is farther from the origin
    // Of each body of the model: parts and modes, to draw it with. The arena's.
    const cr_body_def *bodies;
    const cr_scene_matter *matter;      // likewise
    const cr_scene_listener *listeners; // at least one; the arena's
    int listener_count;
    cr_scene_sound sound;
    cr_scene_camera camera;
} cr_scene_plan;

// Makes the sealed model of a scene of bodies whose modes are found (cr_scene_resolve). Everything lives in
// the arena, which is as it was on failure; the scene and its modes must live as long. `plan` may be NULL.
// Errors as cr_scene_load; CR_ERR_UNSUPPORTED for a scene of elements.
cr_status cr_scene_world(const cr_scene *scene, cr_arena *arena, cr_world_model **model, cr_scene_plan *plan,
                         cr_error *error);

// --- solids of a network in the air: a scene of elements may have `listeners` (docs/listening.md)

bool cr_scene_has_listeners(const cr_scene *scene);

// A solid that is heard: what vibrates of it, as large as it is in the scene.
typedef struct cr_scene_heard {
    const char *name;
    int element;                   // of the network
    const struct cr_modes *modes;  // scaled
    bool moves;                    // as a whole too: six modes behind the elastic ones
    cr_pose pose;                  // of its centre of mass
    const cr_radiation *radiation; // the caller's; NULL: as if its surface moved all in phase
} cr_scene_heard;

typedef struct cr_scene_air {
    cr_scene_heard *solids;
    int solid_count;
    const cr_scene_listener *listeners;
    int listener_count;
    cr_scene_sound sound;
} cr_scene_air;

// Who hears what of a scene of elements whose solids are resolved. Everything lives in the arena, which is as
// it was on failure. CR_ERR_MEMORY, or as cr_scene_load.
cr_status cr_scene_air_of(const cr_scene *scene, cr_arena *arena, cr_scene_air *air, cr_error *error);
// Tells what the modes of a solid lose to the air [1/s]: it is built with that. The decays live as long.
void cr_scene_set_radiated(cr_scene *scene, const cr_scene_heard *solid, const double *decay);

// The changes that make variation `number`, from 1: what the scene names under `vary`, else strength,
// hardness and place of every excitation, as far as docs/sweeps.md tells. They depend on the seed of the
// scene, the number and the path alone. CR_ERR_MEMORY, or CR_ERR_INPUT when there is nothing to vary. They
// live in the arena.
cr_status cr_scene_variation(const cr_scene *scene, long number, cr_arena *arena,
                             const cr_scene_override **changes, int *count, cr_error *error);

// Reasons in words, in the arena.
typedef struct cr_scene_remarks {
    const char **text;
    int count;
} cr_scene_remarks;
// What keeps the scene silent until `end` [s], as far as can be told without running it: that nothing is done
// and nothing moves of itself, that no pickup is open, and what would begin only afterwards. CR_ERR_MEMORY.
cr_status cr_scene_find_idle(const cr_scene *scene, double end, cr_arena *arena, cr_scene_remarks *remarks,
                             cr_error *error);
int cr_scene_elements(const cr_scene *scene);
// Whether a pickup listens to a point of this element, counted as in the scene.
bool cr_scene_hears(const cr_scene *scene, int element);

const cr_scene_output *cr_scene_output_of(const cr_scene *scene);
// FNV-1a of the source text and the overrides.
unsigned long long cr_scene_hash(const cr_scene *scene);

// The JSON Schema (draft 2020-12) of scene files, from the tables that loading uses.
void cr_scene_write_schema(FILE *out);

CR_DECLARATIONS_END

#endif
