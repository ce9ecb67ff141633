// Bodies that roll on a round edge about a centre of mass that stands still, the coin's last dance: closed
// form.
#ifndef CAROM_TESTS_PRECESSION_H
#define CAROM_TESTS_PRECESSION_H

#include "worlds.h"

#include <math.h>

// A circle of radius R, distance `below` under the centre of mass, with a ball of radius `round` on it: an
// edge on which a body rolls.
typedef struct edge {
    double radius, below, round;
} edge;

// The body's frame at a tilt: the edge's lowest point from its axis, across, and the axis, in space.
typedef struct tilted {
    cr_vec out, across, axis;
    cr_vec contact; // from the centre of mass
} tilted;

static inline tilted tilt_of(cr_quat turn, const edge *e) {
    tilted t = {.axis = cr_quat_turn(turn, (cr_vec){0, 0, 1})};
    cr_vec down = {0, 0, -1};
    t.out = cr_vec_unit(cr_vec_along(down, t.axis.z, t.axis), (cr_vec){1, 0, 0});
    t.across = cr_vec_cross(t.axis, t.out);
    t.contact = cr_vec_along(cr_vec_scale(e->radius, t.out), -e->below, t.axis);
    t.contact.z -= e->round;
    return t;
}

// Steady precession at the tilt alpha about a centre of mass that stands still, rolling: with W about the
// vertical, spin w1 = -W sin alpha along the lowest radius and w3 along the axis, where w x r = 0, and
//   W^2 sin(a) (I1 cos(a) + I3 sin(a) r3/r1) = m g (R cos(a) - below sin(a)).
static inline cr_body_def precessing(const edge *e, double alpha, const double inertia[6], double volume) {
    const double g = 9.81;
    double s = sin(alpha), c = cos(alpha), r1 = e->radius + e->round * s, r3 = -e->below - e->round * c;
    double i1 = inertia[0] / volume, i3 = inertia[2] / volume;
    double rate = sqrt(g * (e->radius * c - e->below * s) / (s * (i1 * c + i3 * s * r3 / r1)));
    cr_body_def body = body_at(0, 0, e->radius * s + e->below * c + e->round);
    body.turn = turn_about((cr_vec){0, 1, 0}, alpha);
    tilted t = tilt_of(body.turn, e);
    body.spin = cr_vec_add(cr_vec_scale(-rate * s, t.out), cr_vec_scale(-rate * s * r3 / r1, t.axis));
    return body;
}

#endif
