// Friction by bristles that bend, yield and slide: elasto-plastic, with sticking, creep before sliding and a
// force that falls with speed. One step has a constant force, and z' = v (1 - alpha z/z_ss) becomes, with the
// way d of the step and the mean bend, a curve force(d) that rises or settles, one branch to each side.
#ifndef CAROM_NETWORK_BRISTLE_H
#define CAROM_NETWORK_BRISTLE_H

#include "carom/network.h"

typedef struct cr_bristle {
    const cr_bristle_law *law;
    double stiffness, damping; // N/m, kg/s of the bristles
    double normal;             // N
    double h;
} cr_bristle;

// Force over way of one step, with alpha and z_ss at one state.
typedef struct cr_bristle_curve {
    double held;            // bend at the start of the step [m]
    double side;            // +1 or -1: the direction in which they yield
    double u, beta;         // alpha held/z_ss towards that side, alpha/(2 z_ss)
    double spring;          // N/m
    double damper, viscous; // N/m: kg/s over the step
    double bends;           // 1; 0: nothing presses
} cr_bristle_curve;

typedef struct cr_bristle_outcome {
    double force; // opposes the way [N]
    double way;   // [m]
    double bend;  // change of it, with what the bristles let go first [m]
} cr_bristle_outcome;

// What is left of a bend: the normal force holds rest N/stiffness, and what is beyond springs back.
double cr_bristle_held(const cr_bristle *b, double bend);
// The curve with the yielding of this mean bend and speed.
cr_bristle_curve cr_bristle_yield(const cr_bristle *b, double held, double mean, double speed);
double cr_bristle_force(const cr_bristle_curve *c, double way);
double cr_bristle_slope(const cr_bristle_curve *c, double way); // of the force
double cr_bristle_bend(const cr_bristle_curve *c, double way);
// The way that obeys way = reach - compliance force.
double cr_bristle_way(const cr_bristle_curve *c, double reach, double compliance);

// How often alpha and z_ss are taken, each time at the outcome before: second order with 2, and more is no
// better near the threshold of stick-slip.
enum { CR_BRISTLE_PASSES = 2 };
// One step: `reach` is the way without friction, `compliance` what a unit of force takes off it.
cr_bristle_outcome cr_bristle_step(const cr_bristle *b, double bend, double reach, double compliance);

#endif
