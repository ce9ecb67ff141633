// Contacts between masses, walls and modal objects: the force is linear in time inside the step (psi-FOH),
// and the step is divided while a contact is short. Bodies that touch move as resonators; contacts and
// friction that share a body form a group, which is solved together.
#ifndef CAROM_NETWORK_TOUCH_H
#define CAROM_NETWORK_TOUCH_H

#include "carom/network.h"
#include "modal/resonator.h"
#include "network/bristle.h"
#include "network/track.h"
#include "scheme/foh_contact.h"

// One end of a contact or of friction: a tap of a body, or a wall.
typedef struct cr_grip {
    cr_resonator *body; // NULL: a wall
    int tap;
    cr_element *wall; // NULL: the ground
    double sign;      // +1: depth grows with the displacement of this end
    int element;
    cr_port port;
} cr_grip;

typedef struct cr_touch {
    cr_grip end[2];
    int end_count;
    double gap;
    cr_law law;
    cr_track track; // what the surface brings in, if it is rough
    cr_foh_response response[CR_LEVELS];
    double agility; // 1/(mass that a short blow feels)
    double tau;     // contact time at 1 m/s [s]
    bool can_blow;  // the law has a closed rebound
    int level;      // length of step that it asks for
    int hold;       // samples for which it still asks

    double psi, depth;
    double reach, moment;           // of the coming step without the forces of the group
    double wall;                    // part of `reach` that walls bring
    double brought, brought_moment; // and that the surface brings
    double a, b;                    // force of the step
    double pull, pulled_from;       // of a mass off its centre [N], and the way it began from [m]
    double force;                   // mean over the last sample [N]
    double lost;                    // since the start [J]
} cr_touch;

// Friction between two ends that are pressed together by a touch or by a given force.
typedef struct cr_rub {
    cr_grip end[2];
    int end_count;
    int touch;       // that presses; -1: `normal` does
    double normal;   // N
    double velocity; // m/s, of end a against end b, brought in from outside
    cr_bristle_law law;
    double bristle, stiffness, damping;
    double reach, compliance;
    double brought; // part of `reach` that comes from outside
    double force;   // of the step; opposes the motion of a against b [N]
    double bend;    // change of `bristle` in the step
    double lost;
} cr_rub;

// Coupling of two members of a group, by level.
typedef struct cr_touch_pair {
    double c, e, m;
} cr_touch_pair;

// Work space of the frictions of a group.
typedef struct cr_rub_space {
    double *compliance, *matrix; // rub_count^2
    double *reach, *way, *rest;
    int *order;
    cr_bristle_curve *curve;
} cr_rub_space;

typedef struct cr_touch_group {
    int touch_count, rub_count, body_count;
    int *touches, *rubs;
    cr_resonator **bodies;
    int level;
    double done;                     // share of the sample
    cr_touch_pair *pairs[CR_LEVELS]; // of touches, then rubs: (touch_count + rub_count)^2
    // work space of the common solve, 2 numbers per touch
    double *matrix, *free, *way, *response;
    int *order;
    bool *dropped; // contacts that would pull
    cr_foh_shape *shape;
    cr_rub_space friction;
} cr_touch_group;

// Makes the bodies of elements that touch or rub, and the groups. Needs all taps; called by prepare.
cr_status cr_network_make_groups(cr_network *network, cr_error *error);
// One sample of a group.
void cr_touch_group_step(cr_network *network, cr_touch_group *group);
// Forces of one step of a group with several members, into touches and rubs.
void cr_touch_group_solve(cr_network *network, cr_touch_group *group);
// Its work space for frictions; false when there is no memory.
bool cr_touch_friction_take(cr_touch_group *group, cr_arena *arena);
// Forces and bends of its frictions from their compliance and reach.
void cr_touch_friction_solve(cr_network *network, cr_touch_group *group);

#endif
