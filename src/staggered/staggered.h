// Staggered projections (Kaufman et al. 2008, as S3 section 3 has them): two quadratic programs in turn,
//   (5a)  r_n >= 0 ⟂ u_n >= 0                          with the friction of the last turn
//   (5b)  min |A_t^T r_t + v|^2/2, r_t in the octagon    with the normal impulses of this one
// until friction no longer changes what bodies do. The octagon is the convex hull of eight directions of the
// length mu r_n. (5a) is solved by an active set that begins with that of the last step: of the many points
// of a flat contact no more bear load than there are freedoms (contact reduction), and the same ones from
// step to step. For comparison with the solver of contact/rows.h, which knows the round cone; slow at high
// mu.
#ifndef CAROM_STAGGERED_STAGGERED_H
#define CAROM_STAGGERED_STAGGERED_H

#include "contact/rows.h"

typedef enum cr_staggered_kind {
    CR_STAGGERED_NORMALS,      // (5a) alone, with the friction that r holds
    CR_STAGGERED_FRICTIONLESS, // (5a) alone, without friction
    CR_STAGGERED_BOTH
} cr_staggered_kind;

typedef struct cr_staggered_result {
    int turns;       // of (5a) and (5b)
    int active;      // contacts that bear load
    double normal;   // greatest violation of (5a), relative to the greatest velocity that a reaction makes
    double friction; // likewise of (5b)
    double change;   // of what bodies do by friction, from turn to turn, relative to what contacts do
    bool solved;     // change below 1e-9
} cr_staggered_result;

// Solves for r (3 numbers for each block: impulses, in: those of the last step or zeros) and y = A^T r (by
// bodies). All blocks are contacts; compliance, radius and hold of the rows are not looked at. CR_ERR_MEMORY,
// CR_ERR_NUMERIC for numbers that are not finite. The scratch arena is as it was afterwards.
cr_status cr_staggered_solve(const cr_rows *rows, cr_staggered_kind kind, cr_arena *scratch, double *r,
                             double *y, cr_staggered_result *result, cr_error *error);

#endif
