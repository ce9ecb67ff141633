// The rows of joints, for kick and hold.
#ifndef CAROM_WORLD_JOINT_H
#define CAROM_WORLD_JOINT_H

#include "world/world_internal.h"

// Blocks of a joint: points, then turns (not of a ball).
int cr_joint_blocks(const cr_world *w, int index);
// Adds its blocks with their columns by the metrics of the members; the first of them. direction: 3 for each
// block, in space.
int cr_joint_rows(const cr_world *w, cr_system *s, int index, const int member[2], double time,
                  cr_vec direction[6]);
// The same columns anew, after the metrics have changed.
void cr_joint_columns(const cr_world *w, cr_system *s, int index, int block, const cr_vec direction[6]);
void cr_joint_gap(const cr_world *w, int index, const cr_rigid_state *a, const cr_rigid_state *b,
                  cr_vec *apart, cr_vec *turned);
// How fast driven ends move and turn against each other at a time, in space.
void cr_joint_driven(const cr_world *w, int index, double time, cr_vec *velocity, cr_vec *spin);
// CR_ERR_INPUT where a joint of a step is torn.
cr_status cr_joints_intact(const cr_world *w, const cr_group *g, cr_error *error);
double cr_joint_stored(const cr_world *w, int index);

#endif
