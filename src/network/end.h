// One end of what acts on an element or reads it: contacts, frictions, springs, bows, inputs, pickups.
#ifndef CAROM_NETWORK_END_H
#define CAROM_NETWORK_END_H

#include "carom/network.h"
#include "modal/resonator.h"

typedef struct cr_end {
    cr_resonator *body; // that the element moves as, if it touches something. NULL at the end of a contact
                        // with a linear force or of a friction: a wall
    double sign;        // +1: depth grows with the displacement of this end, which the force pushes back
    int tap;
    double at; // displacement before the step, where the element updates it in place
    int index; // of the element in the network; mallets have none
    cr_element *element;
    cr_port port;
} cr_end;

// Whether the displacements of an element are no longer there once it has predicted.
static inline bool cr_end_in_place(const cr_end *end) {
    return !end->body && end->element->u == end->element->u_next;
}

// The end at a place, with its port.
cr_status cr_network_make_end(cr_network *network, const cr_place *place, double sign, cr_end *end,
                              cr_error *error);
// The ends at a and b without the ground: at least one of them can be moved, and two points of one element do
// not move as one. CR_ERR_INPUT if not.
cr_status cr_network_make_ends(cr_network *network, const cr_place *a, const cr_place *b, cr_end *ends,
                               int *count, cr_error *error);
// Whether they are the same points of one element, and so move as one.
bool cr_ends_same_place(const cr_end *a, const cr_end *b);

// Displacement per unit force between two ends of the network [m/N]; 0 if they are on different elements.
double cr_end_mobility(const cr_end *a, const cr_end *b);
void cr_end_push(const cr_network *network, const cr_end *end, double force);
// Displacement at the last sample, change over the last step and over the coming one so far.
typedef struct cr_end_motion {
    double at, change, next;
} cr_end_motion;
cr_end_motion cr_end_read(const cr_end *end);
// Way over the last and the coming step, in the direction of the end.
double cr_end_way(const cr_end *end);

#endif
