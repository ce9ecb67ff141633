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

// A row of four floats as doubles, and back.
typedef float four
    __attribute__((vector_size(CR_GRID_VECTOR * sizeof(float)), aligned(sizeof(float)), may_alias));

CR_INTO_CLONES cr_vector widened(const float *a) {
    return __builtin_convertvector(*(const four *)(const void *)a, cr_vector);
}

CR_INTO_CLONES void add_narrowed(float *a, cr_vector change) {
    *(four *)(void *)a = __builtin_convertvector(widened(a) + change, four);
}

CR_INTO_CLONES cr_vector sum_float_rows(const cr_port *port, const float *a) {
    cr_vector sum = *cr_vector_at(port->read) * widened(a + port->at[0]);
    for (int k = CR_GRID_VECTOR; k < CR_PORT_ROWS; k += CR_GRID_VECTOR)
        sum += *cr_vector_at(port->read + k) * widened(a + port->at[k]);
    return sum;
}

static double sum_floats(const cr_port *port, const float *a) {
    double sum = 0.0;
    for (int k = 0; k < port->count; k++) sum += port->read[k] * (double)a[port->at[k]];
    return sum;
}

CR_CLONES double cr_port_floats_sum(const cr_port *port, const float *a) {
    if (!port->in_rows) return sum_floats(port, a);
    cr_vector sum = sum_float_rows(port, a);
    return total(&sum);
}

CR_CLONES cr_port_pair cr_port_floats_sums(const cr_port *port, const float *a, const float *b) {
    if (!port->in_rows) return (cr_port_pair){sum_floats(port, a), sum_floats(port, b)};
    cr_vector of_a = sum_float_rows(port, a), of_b = sum_float_rows(port, b);
    return (cr_port_pair){total(&of_a), total(&of_b)};
}

CR_CLONES void cr_port_floats_push(const cr_port *port, double force, float *a, float *b) {
    for (int k = 0; port->in_rows && k < CR_PORT_ROWS; k += CR_GRID_VECTOR) {
        cr_vector change = *cr_vector_at(port->push + k) * force;
        add_narrowed(a + port->at[k], change);
        add_narrowed(b + port->at[k], change);
    }
    for (int k = 0; !port->in_rows && k < port->count; k++) {
        float *at[2] = {a + port->at[k], b + port->at[k]};
        for (int i = 0; i < 2; i++) *at[i] = (float)((double)*at[i] + port->push[k] * force);
    }
}
