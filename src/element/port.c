// Ports of sheets, four rows of four points side by side: row by row into four sums.
#include "element/port.h"

#include "base/numeric.h"

CR_INTO_CLONES cr_vector sum_rows(const cr_port *port, const double *a) {
    cr_vector sum = *cr_vector_at(port->read) * *cr_vector_at(a + port->at[0]);
    for (int k = CR_GRID_VECTOR; k < CR_PORT_ROWS; k += CR_GRID_VECTOR)
        sum += *cr_vector_at(port->read + k) * *cr_vector_at(a + port->at[k]);
    return sum;
}

CR_INTO_CLONES double total(const cr_vector *v) {
    return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]);
}

CR_CLONES double cr_port_rows_sum(const cr_port *port, const double *a) {
    cr_vector sum = sum_rows(port, a);
    return total(&sum);
}

CR_CLONES cr_port_pair cr_port_rows_sums(const cr_port *port, const double *a, const double *b) {
    cr_vector of_a = sum_rows(port, a), of_b = sum_rows(port, b);
    return (cr_port_pair){total(&of_a), total(&of_b)};
}

CR_CLONES void cr_port_rows_push(const cr_port *port, double force, double *a, double *b) {
    for (int k = 0; k < CR_PORT_ROWS; k += CR_GRID_VECTOR) {
        cr_vector change = *cr_vector_at(port->push + k) * force;
        *cr_vector_to(a + port->at[k]) += change;
        *cr_vector_to(b + port->at[k]) += change;
    }
}
