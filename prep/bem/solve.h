// Inside cr_bem_solve.
#ifndef CAROM_PREP_BEM_SOLVE_H
#define CAROM_PREP_BEM_SOLVE_H

#include "prep/bem/gmres.h"
#include "prep/bem/packed.h"

enum { CR_BEM_ORDERS = 8 }; // of a body of revolution, at a time

// Slack of the equations inside, over the squared length of their rows.
static const double cr_bem_slack = 0.003;

struct cr_bem_work {
    int side; // of a matrix, with the points inside
    cr_bem_row row;
    cr_complex *matrix; // [side][side] by rows, for LU, or the parts of `packed`; any body
    cr_complex *right;  // [side]
    cr_packed packed;   // for GMRES
    cr_complex *smooth; // [side]
    cr_coarse_work coarse;
    cr_gmres gmres;
    int *pivot;
    cr_wide *block[CR_BEM_ORDERS];  // [side][side] by columns; bodies of revolution
    cr_wide *single[CR_BEM_ORDERS]; // [side][rows] by rows: int G
    cr_wide *share;                 // [rows] of an order in g, then the unknowns of it: [side]
};

typedef struct cr_bem_problem {
    const cr_bem *bem;
    cr_bem_work *work;
    double k;
    int count;
    const float *const *g;
    cr_complex *const *p;
    bool augmented; // with the points inside
    int iterations; // most of all right sides
} cr_bem_problem;

// Each fills p; CR_ERR_NUMERIC.
cr_status cr_bem_solve_any(cr_bem_problem *problem, cr_error *error);
cr_status cr_bem_solve_revolved(cr_bem_problem *problem, cr_error *error);

cr_status cr_bem_singular(double k, cr_error *error);

#endif
