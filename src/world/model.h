// What a sealed model holds.
#ifndef CAROM_WORLD_MODEL_H
#define CAROM_WORLD_MODEL_H

#include "base/array.h"
#include "geom/skin.h"
#include "world/flow.h"

typedef struct cr_body {
    char *name;
    cr_part_def *part; // poses in the frame of the body
    int parts;
    cr_rigid rigid;
    cr_vec centre;  // of mass, in the frame of the shape
    bool moves;     // has the six freedoms of a rigid body
    bool joins;     // is part of groups: moves or has modes
    bool unbounded; // a plane
    int modes;      // in contact
    int sounding;   // modes that sound
    int freedoms;   // 6 if it moves, and its modes
    double *w, *sigma;
    const double *participation; // [mode][6], NULL: none
    const cr_modes *from;
    const cr_skin *skin;
    float *shape; // [vertex][3][mode], in contact
    double *most; // of each mode: its greatest shape
    cr_drive_def drive;
    cr_rigid_state start;
    double begins; // s: it waits until then
    cr_grip grip;
    double restitution, normal_noise;
    double young, poisson;
    cr_compress compress;
    unsigned filter;
    cr_vec low, high; // bounds of all parts, in the frame of the body
    double reach, wall;
} cr_body;

typedef struct cr_joint {
    cr_joint_def def;
    cr_vec on_a, on_b;     // in the frames of the bodies (b = -1: in space)
    cr_vec axis_a, axis_b; // likewise
    cr_quat apart;         // of a weld: turn of b in the frame of a
    double compliance;     // m/N
    double bend;           // rad/(N m)
} cr_joint;

struct cr_world_model {
    cr_arena *arena;
    cr_world_def def;
    CR_ARRAY(cr_body) bodies;
    CR_ARRAY(cr_joint) joints;
    CR_ARRAY(cr_load_def) loads;
    CR_ARRAY(cr_pair_def) pairs;
    cr_law compress[CR_COMPRESS_BY_BODIES]; // of materials: with k = 1
    double drives_end;                      // s: the last key of any drive
    int balls;                              // that move
    bool sealed;
};

// How two bodies meet, by the rules of the bodies and what the pair says otherwise.
typedef struct cr_meeting_rule {
    bool apart;
    cr_grip grip;
    double restitution;
    const cr_law *law;       // NULL: stiff
    double modulus;          // Pa, E*: k is that of the materials at each point; 0: that of the law
    double loss;             // the number of the restitution, see cr_compress_loss
    double stiffness, shear; // N/m, of the springs at each point, along the normal and across
    double twist;            // N m, likewise against rolling and spinning
} cr_meeting_rule;

cr_meeting_rule cr_world_model_rule(const cr_world_model *model, int a, int b);
// m: two bodies that are deeper in each other overlap, whatever their springs bear.
double cr_overlap_allowed(const cr_body *a, const cr_body *b);

// Where the frame of a driven body is at a time, and how it moves.
void cr_drive_state(const cr_body *body, double time, cr_rigid_state *state);

#endif
