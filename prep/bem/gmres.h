// GMRES (Saad, Schultz 1986) in complex floats, without restart.
#ifndef CAROM_PREP_BEM_GMRES_H
#define CAROM_PREP_BEM_GMRES_H

#include "prep/bem/bem.h"

enum { CR_GMRES_MOST = 160 }; // iterations: with more, the system is close to singular

typedef struct cr_gmres_problem cr_gmres_problem;

typedef struct cr_gmres {
    int n;
    cr_complex *basis; // [CR_GMRES_MOST + 1][n]
    cr_gmres_problem *problem;
} cr_gmres;

bool cr_gmres_take(cr_gmres *gmres, int n, cr_arena *arena);

// What is to be solved: out = A in.
typedef struct cr_gmres_operator {
    const void *context;
    void (*apply)(const void *context, const cr_complex *in, cr_complex *out);
} cr_gmres_operator;

// Solves A x = b; the iterations, or -1 when CR_GMRES_MOST were too few for |b - A x| <= tolerance |b|. b
// may be x.
int cr_gmres_run(const cr_gmres *gmres, const cr_gmres_operator *a, const cr_complex *b, double tolerance,
                 cr_complex *x);

#endif
