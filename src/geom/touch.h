// Where two forms touch, or nearly do: the pairs' matrix of functions, points that move with the contact and
// keep their names, and how far a fast body gets before it touches.
#ifndef CAROM_GEOM_TOUCH_H
#define CAROM_GEOM_TOUCH_H

#include "carom/form.h"

enum { CR_TOUCH_MAX = 256 }; // touch points of one pair of forms

// One point of contact. The feature belongs to form a (owner 0) or b (owner 1); the distance is that of the
// other. `key` names the point within its pair as long as it lasts: feature, slot or sample, owner.
typedef struct cr_touch {
    unsigned key;
    int owner, feature;
    int sample;    // of a fixed point; -1: a point that moves
    int side;      // of a thin wall, see cr_form_ops; 0: none
    double u, v;   // where on the feature
    double gap;    // m, negative: overlap; includes `offset`
    double offset; // m, added to the distance: gaps erased where a fitting surface took over the load
    cr_vec seat;   // of a point of a patch that stays on the other form: there, in its frame, m
    cr_vec point_a, point_b; // on the two surfaces, in space, m
    cr_vec normal;           // unit, in space, from b to a
    double curvature; // relative, of the two surfaces at the point, mean of the two directions, 1/m; 0: flat
} cr_touch;

// What a pair remembers from one generation of points to the next. Plain: copied and compared as bytes.
typedef struct cr_touch_memory {
    int count;
    cr_touch touch[CR_TOUCH_MAX]; // those of the last generation, by rising key
    unsigned char flat[64];       // by feature of a, then of b: lies flat, fixed points serve
} cr_touch_memory;

// The two forms of a pair and where they stand.
typedef struct cr_meeting {
    const cr_form *a, *b;
    cr_pose pose_a, pose_b;
    cr_vec centre_a, centre_b; // m, in space, from their origins: what they turn about; default none
    double flat;               // m: an edge whose distances differ by less lies flat; default 1e-5
    double way; // m: as far as points may move until they are looked at again: an edge whose distances differ
                // by less may come down anywhere; default 0
    bool turns; // one turns in the other without going anywhere: the points of a patch stay on the other
} cr_meeting;

// Finds all touch points with gap <= reach [m] and leaves them in memory, by rising key; points of the last
// generation keep their keys. Returns their number; more than CR_TOUCH_MAX: the nearest are kept and
// *dropped tells how many were not.
int cr_touch_find(const cr_meeting *meeting, double reach, cr_touch_memory *memory, int *dropped);

// The same point after the forms have moved a little (to the middle of a step): u, v, gap, points and normal
// follow; key and side stay. A fixed point stays where it is on its form.
void cr_touch_follow(const cr_meeting *meeting, cr_touch *touch);

// How much the curvature of a touch point differs between directions: the two principal relative curvatures
// are touch.curvature (1 + d) and (1 - d), d from 0 (alike) to 1 (a line).
double cr_touch_ellipse(const cr_meeting *meeting, const cr_touch *touch);

// The time in [0, h] at which the forms first come within `near` [m] of each other, their centres in straight
// uniform motion and turning uniformly about them (spin in space, rad/s); h if they do not. Conservative
// advancement: at that time their gap is between near/2 and near (0 at once if it is less at the start), and
// it was not less before.
double cr_touch_advance(const cr_meeting *meeting, cr_vec velocity_a, cr_vec spin_a, cr_vec velocity_b,
                        cr_vec spin_b, double h, double near);

// A lower bound of the distance between two forms, from their bounds and fields; for the scene's checks the
// depth of an overlap (negative).
double cr_touch_distance(const cr_meeting *meeting);

// The depth of an overlap by points of the inside, 0 where there is none: they have to go that far at least
// to be apart.
double cr_touch_depth(const cr_meeting *meeting);

#endif
