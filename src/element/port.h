// What a port reads of a grid: sum read[k] a[at[k]].
#ifndef CAROM_ELEMENT_PORT_H
#define CAROM_ELEMENT_PORT_H

#include "element/vector.h"

// Ports in rows: of one array; of two, which is less work than one after the other; and what a force there
// adds to both.
double cr_port_rows_sum(const cr_port *port, const double *a);
typedef struct cr_port_pair {
    double a, b;
} cr_port_pair;
cr_port_pair cr_port_rows_sums(const cr_port *port, const double *a, const double *b);
void cr_port_rows_push(const cr_port *port, double force, double *a, double *b);

// Of points in floats, in double.
double cr_port_floats_sum(const cr_port *port, const float *a);
cr_port_pair cr_port_floats_sums(const cr_port *port, const float *a, const float *b);
void cr_port_floats_push(const cr_port *port, double force, float *a, float *b);

static inline void cr_port_line_push(const cr_port *port, double force, double *a, double *b) {
    cr_vector change = *cr_vector_at(port->push) * force;
    *cr_vector_to(a + port->at[0]) += change;
    *cr_vector_to(b + port->at[0]) += change;
}

// Everything else one by one.
static inline double cr_port_sum(const cr_port *port, const double *a) {
    if (port->in_rows) return cr_port_rows_sum(port, a);
    double sum = 0.0;
    for (int k = 0; k < port->count; k++) sum += port->read[k] * a[port->at[k]];
    return sum;
}

// Changes of an element at a port: over the last step, over the coming one so far.
static inline cr_port_pair cr_port_changes(const cr_element *e, const cr_port *port) {
    if (e->single) return cr_port_floats_sums(port, e->single->d, e->single->d_next);
    if (port->in_rows) return cr_port_rows_sums(port, e->d, e->d_next);
    return (cr_port_pair){cr_port_sum(port, e->d), cr_port_sum(port, e->d_next)};
}

// Of three arrays in one pass over points that are not in rows.
typedef struct cr_port_three {
    double a, b, c;
} cr_port_three;

static inline cr_port_three cr_port_points_sum(const cr_port *port, const double *a, const double *b,
                                               const double *c) {
    cr_port_three sum = {0.0, 0.0, 0.0};
    for (int k = 0; k < port->count; k++) {
        double read = port->read[k];
        int at = port->at[k];
        sum.a += read * a[at];
        sum.b += read * b[at];
        sum.c += read * c[at];
    }
    return sum;
}

#endif
