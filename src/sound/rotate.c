// Near-equal modes rotated among themselves (U4): the state of the lanes, and what comes to it, in the basis
// that the contacts have chosen. Rotations change from block to block; the sound does not notice.
#include "sound/sounder.h"

#include <string.h>

// out = V^T in, or V in, cluster by cluster. They may be the same.
static void turn(const cr_sounder *s, const cr_basis_row *basis, bool back, const double *in, double *out) {
    const int modes = s->lanes.modes;
    for (int first = 0, n; first < modes; first += n) {
        n = cr_cluster_size(s->natural, modes, first);
        if (n == 1) { // stays
            out[first] = in[first];
            continue;
        }
        double kept[CR_CLUSTER];
        memcpy(kept, in + first, (size_t)n * sizeof *kept);
        for (int r = 0; r < n; r++) {
            double sum = 0.0;
            for (int i = 0; i < n; i++) sum += (back ? basis[first + r][i] : basis[first + i][r]) * kept[i];
            out[first + r] = sum;
        }
    }
}

const double *cr_sounder_turned(cr_sounder *s, const double *values, double *scratch) {
    if (!s->turned) return values;
    turn(s, (const cr_basis_row *)s->basis, false, values, scratch);
    return scratch;
}

void cr_sounder_turn_in_place(const cr_sounder *s, const cr_basis_row *basis, double *values) {
    turn(s, basis, false, values, values);
}

// r' = V'^T V r
void cr_sounder_rotate(cr_sounder *s, const cr_basis_row *wanted) {
    double *const state[] = {s->lanes.x, s->lanes.y};
    if (!wanted && !s->turned) return;
    for (int k = 0; k < 2; k++) {
        if (s->turned) turn(s, (const cr_basis_row *)s->basis, true, state[k], state[k]);
        if (wanted) turn(s, wanted, false, state[k], state[k]);
    }
    s->turned = wanted != NULL;
    if (wanted) memcpy(s->basis, wanted, (size_t)s->lanes.count * sizeof *s->basis);
}
