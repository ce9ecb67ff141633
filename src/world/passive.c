// A kick that would bring energy is replaced by one that cannot.
#include "base/numeric.h"
#include "world/world_internal.h"

#include <string.h>

// Of the impulses found, with the velocities u of rows before them: r.u and |y|^2 = r.W r.
typedef struct effect {
    double work, square;
    double rounding; // of the work
} effect;

static effect effect_of(const cr_system *s, const double *before) {
    effect e = {0};
    size_t freedoms = 0;
    for (int i = 0; i < s->members; i++) freedoms += (size_t)s->freedoms[i];
    for (int i = 0; i < 3 * s->blocks; i++) {
        e.work += s->r[i] * before[i];
        e.rounding += 1e-12 * fabs(s->r[i] * before[i]);
    }
    for (size_t i = 0; i < freedoms; i++) e.square += s->y[i] * s->y[i];
    return e;
}

static void enlarge(cr_system *s, double factor) {
    size_t freedoms = 0;
    for (int i = 0; i < s->members; i++) freedoms += (size_t)s->freedoms[i];
    for (int i = 0; i < 3 * s->blocks; i++) s->r[i] *= factor;
    for (size_t i = 0; i < freedoms; i++) s->y[i] *= factor;
}

bool cr_system_brings_energy(const cr_system *s, const double *before) {
    effect found = effect_of(s, before);
    return found.work + 0.5 * found.square > found.rounding;
}

// Derivation W2: E = r.u + r.W r/2. Impulses p that only stop have p.(u + W p) <= 0, and (1 + e) p brings at
// most -(1 - e^2) p.W p/2. Unsolved p takes energy all the same: then (1 + e) may be too much.
cr_status cr_system_throw_back(cr_system *s, const double *before, const double *stop, double restitution,
                               double scale, cr_rows_result *result, cr_error *error) {
    size_t bytes = 3 * (size_t)s->blocks * sizeof *s->r;
    memcpy(s->q, stop, bytes);
    memset(s->r, 0, bytes);
    cr_status status = cr_system_solve(s, CR_SOLVED, scale, false, result, error);
    if (status != CR_OK) return status;
    effect stopped = effect_of(s, before);
    double factor = 1.0 + restitution;
    if (factor * stopped.square > -2.0 * stopped.work) factor = -2.0 * stopped.work / stopped.square;
    enlarge(s, cr_max(factor, 1.0));
    return CR_OK;
}
