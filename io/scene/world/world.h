// Bodies in space: the sections world, bodies, joints, pairs and loads.
#ifndef CAROM_IO_SCENE_WORLD_H
#define CAROM_IO_SCENE_WORLD_H

#include "carom/shape.h"
#include "carom/solid.h"
#include "carom/world.h"
#include "io/scene/internal.h"

enum { CR_SCENE_BODIES_MOST = 20000 }; // copies counted

// --- keys (world_keys.c)

extern const cr_scene_form cr_scene_form_world, cr_scene_form_joint, cr_scene_form_load;
extern const cr_scene_form cr_scene_form_listener, cr_scene_form_sound; // world_listen.c
extern const cr_scene_form cr_scene_form_camera;                        // world_film.c
cr_scene_form cr_scene_form_body(const cr_form_type *form, const cr_shape_type *shape);
cr_scene_form cr_scene_form_part(const cr_form_type *form);
cr_scene_form cr_scene_form_pair(const cr_law_type *law);
// The keys of a mapping that is a value: friction or a drive.
const cr_scene_form *cr_scene_form_inside(cr_scene_value kind);
cr_status cr_scene_choose_part(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                               cr_error *error);

// --- checks (world_check.c, world_value.c)

cr_status cr_scene_need_axis(const cr_scene *scene, const cr_scene_node *list, cr_error *error);
// Whether the body vibrates: its modes are computed or read.
bool cr_scene_body_vibrates(const cr_scene *scene, const cr_scene_node *item);
cr_status cr_scene_verify_camera(const cr_scene *scene, cr_error *error);
// A switch of a mapping.
bool cr_scene_is_on(const cr_scene_node *item, const char *key, bool otherwise);
cr_vec cr_scene_vector(const cr_scene_node *list);
// An axis and degrees.
cr_quat cr_scene_turn(const cr_scene_node *list);

// --- building (world_build.c, world_body.c, world_place.c, world_drive.c)

// One item of the section: several bodies of the model if it has copies.
typedef struct cr_scene_body {
    const cr_scene_node *item;
    cr_body_def def; // of the first copy; at, turn and drive aside
    cr_scene_matter matter;
    cr_part_def *parts;
    cr_vec centre;  // of mass, in the frame of the shape
    double mass;    // kg; 0: what only a fixed body may be
    double reach;   // m, of its parts about the origin of the shape
    cr_pose *frame; // of the shape of each copy
    int first, count;
    int placed; // copies whose frame is known
    bool being_placed;
} cr_scene_body;

typedef struct cr_scene_worlds {
    const cr_scene *scene;
    cr_arena *arena;
    cr_world_def world;
    cr_world_model *model;
    cr_scene_body *bodies;               // by item
    cr_body_def *defs;                   // by body of the model
    cr_scene_matter *matter;             // likewise
    const struct cr_record_start *start; // NULL: none
    int started;                         // bodies that begin as it says
    double settle;                       // s, from which the times of the scene count
    cr_error *error;
} cr_scene_worlds;

const cr_scene_node *cr_scene_world_section(const cr_scene *scene);
// What all copies of a body share.
cr_status cr_scene_describe_body(cr_scene_worlds *w, cr_scene_body *body);
// Where the copies stand; bodies they stand on come first.
cr_status cr_scene_place_body(cr_scene_worlds *w, cr_scene_body *body);
// A movement that a mapping tells, in times of the world; what it leaves out is that of `own`. Places are
// those of a point from which `centre`, in the frame that is moved, leads to its origin.
cr_status cr_scene_read_drive(cr_scene_worlds *w, const cr_scene_node *drive, const cr_pose *own,
                              cr_vec centre, cr_drive_def *def);
// How the first copy is moved, and another that stands elsewhere.
cr_status cr_scene_describe_drive(cr_scene_worlds *w, cr_scene_body *body);
cr_status cr_scene_shift_drive(cr_scene_worlds *w, const cr_drive_def *drive, cr_vec by,
                               cr_drive_def *shifted);
// Force, torque and course of a load.
cr_status cr_scene_describe_load(cr_scene_worlds *w, const cr_scene_node *item, cr_load_def *def);
// What was wrong with a table beside the scene: the position in the file is told, its name stands in the
// scene.
cr_status cr_scene_fail_table(const cr_scene *scene, const cr_scene_node *file, const char *path,
                              const cr_error *cause, cr_error *error);
// Where the recording that `start` names leaves bodies of the same name; their modes begin at rest.
cr_status cr_scene_read_start(cr_scene_worlds *w);
void cr_scene_take_start(cr_scene_worlds *w, int index, cr_body_def *def);
// CR_ERR_INPUT where it was for no body at all.
cr_status cr_scene_check_start(const cr_scene_worlds *w);
// The form of a body whose surface is made of triangles.
cr_status cr_scene_surface_form(cr_scene_worlds *w, const cr_scene_body *body, const cr_solid_def *solid,
                                const cr_form **form);
// What its modes are computed from.
cr_status cr_scene_describe_matter(const cr_scene *scene, const cr_scene_node *item, cr_arena *arena,
                                   cr_solid_def *solid, cr_error *error);
// The one body of the model that a name stands for; ground: -1.
cr_status cr_scene_refer_body(cr_scene_worlds *w, const cr_scene_node *node, int *body);
// Who listens, and what is to be heard.
cr_status cr_scene_describe_listeners(cr_scene_worlds *w, const cr_scene_listener **listeners,
                                      int *listener_count);
cr_scene_sound cr_scene_sound_of(const cr_scene *scene);
// How it is filmed.
cr_status cr_scene_describe_camera(cr_scene_worlds *w, cr_scene_camera *camera);
void cr_scene_take_grip(const cr_scene_node *node, cr_grip *grip);
int cr_scene_copies(const cr_scene_node *item);

#endif
