// What a port reads of a grid: sum read[k] a[at[k]].
#ifndef CAROM_ELEMENT_PORT_H
#define CAROM_ELEMENT_PORT_H

#include "element/vector.h"

// Four rows of four points side by side, row by row into four sums; everything else one by one.
static inline double cr_port_sum(const cr_port *port, const double *a) {
    if (!port->in_rows) {
        double sum = 0.0;
        for (int k = 0; k < port->count; k++) sum += port->read[k] * a[port->at[k]];
        return sum;
    }
    cr_vector sum = *cr_vector_at(port->read) * *cr_vector_at(a + port->at[0]);
    for (int k = CR_GRID_VECTOR; k < CR_PORT_ROWS; k += CR_GRID_VECTOR)
        sum += *cr_vector_at(port->read + k) * *cr_vector_at(a + port->at[k]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// The same of three arrays in one pass over the points.
typedef struct cr_port_sums {
    double a, b, c;
} cr_port_sums;

static inline cr_port_sums cr_port_sum_three(const cr_port *port, const double *a, const double *b,
                                             const double *c) {
    cr_port_sums sum = {0.0, 0.0, 0.0};
    if (port->in_rows)
        return (cr_port_sums){cr_port_sum(port, a), cr_port_sum(port, b), cr_port_sum(port, c)};
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
