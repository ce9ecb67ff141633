// A hold as it is gathered, solved and ended.
#ifndef CAROM_WORLD_HOLD_H
#define CAROM_WORLD_HOLD_H

#include "world/world_internal.h"

typedef struct cr_hold_member {
    cr_rigid_state mid;
    cr_vec force, torque;     // from outside: gravity and loads
    double *push;             // modal forces from outside: gravity, loads, acceleration of the frame
    double *loaded, *carried; // of these, loads, and the acceleration of the frame
    double *root;             // of the response to modal forces
    double *moved;            // modes, without contact
    double *middle;           // mean of the modes at start and end, as far as it is known
    double *feed;             // 1/s: by which friction that falls with speed feeds each mode
    cr_vec mean;              // spin, without contact
    cr_vec exact;             // spin, with contact
    cr_vec contact_torque;
    cr_vec turn_rest; // the turn beyond what the rows know
} cr_hold_member;

// Where a body whose motion is imposed is during the step.
typedef struct cr_hold_course {
    int body; // -1: of none yet
    cr_rigid_state from, mid, to;
} cr_hold_course;

typedef struct cr_hold {
    cr_world *w;
    cr_group *g;
    double h;
    cr_system s;
    cr_hold_member *member;
    int *point;               // of each block; -1 - slot: a joint's
    double *base;             // 3 for each block: gap and bristle
    double *driven;           // 3 for each block: way of driven bodies
    double *free;             // 3 for each block: way without contact, where it is steady
    bool *steady;             // of each block: that stays the same in all passes
    cr_vec *direction;        // 3 for each block, of its rows in space
    bool *torque;             // of each block: its rows are turns
    double *give;             // of each block of a law: what a newton moves its normal row by, m
    int *contact;             // of each point: its block
    cr_law *law;              // of each point that has one
    bool *idle;               // of each point: no row
    cr_hold_course course[2]; // of the last bodies at the first and the second end of a point
    double swing; // by which the last pass moved the rows of joints: rad, or a part of a body's size
} cr_hold;

// Loads: an impulse, not a force; mean force and torque over a step, in the load's frame; the next time after
// one at which a step must end.
double cr_load_next(const cr_load_def *load, double time);
// How many of rising times are not after t.
int cr_keys_until(const double *time, int keys, double t);
// Forces that are given by the model at this time: gravity, loads, and what acceleration of a driven frame
// does to modes.
void cr_hold_outside(cr_hold *hold, int member);
// What the rows of a block move without contact.
void cr_hold_free(const cr_hold *hold, int block, double free[3]);
// The force of a block on its first body, in space; none where its rows are turns.
cr_vec cr_hold_force(const cr_hold *hold, int block);
void cr_hold_joint(cr_hold *hold, int slot);
void cr_joint_book(cr_hold *hold, int block, const double moved[3]);
// Forces, ends of the members' motion, what points remember, and the books.
void cr_hold_end(cr_hold *hold);
// Which modes friction feeds: once the hold has ended.
void cr_hold_squeak(cr_hold *hold);

#endif
