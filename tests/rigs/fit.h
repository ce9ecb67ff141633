// Bodies whose distances are plain to see in hollows that they nearly fit.
#ifndef CAROM_TESTS_FIT_H
#define CAROM_TESTS_FIT_H

#include "touch_forms.h"
#include "worlds.h"

// A solid ellipsoid of half axes; it lives in the field.
const cr_form *fit_ellipsoid(test_field *field, double a, double b, double c);
// Adds a body of one form that the rig does not own; its number.
int fit_add(world_rig *rig, const char *name, const cr_form *form, cr_body_def def);
// Runs: by how much the sum of all forces of any step differs from the weight, of it; points: of the last.
double fit_noise_until(world_rig *rig, double until, double weight, int *points);

// An ellipsoid (a, c, c) in a hollow of 60 mm has one lowest point up to a^2/c = 60 mm, and two beyond. Put
// down askew it clatters from one end to the other; both must be found in time, and then it lies still but
// for rocking sideways. ratio: a^2/c in mm.
typedef struct fit_ends {
    int points;      // at the end
    double noise;    // of the weight, over the last 20 ms
    double deep;     // m
    double gained;   // J
    double residual; // J, of the ledger
} fit_ends;
fit_ends fit_two_ends(double ratio, double step, double duration);

// For tests: that it did.
#define FIT_CHECK_ENDS(ratio, step, duration)                                                                \
    do {                                                                                                     \
        fit_ends e = fit_two_ends(ratio, step, duration);                                                    \
        printf("ellipsoid, a^2/c %g mm: %d points, forces off by %.1e W, %.1e m deep, %.1e J lost\n",        \
               (double)(ratio), e.points, e.noise, e.deep, -e.gained);                                       \
        CHECK(e.points == 2, "%d points", e.points);                                                         \
        CHECK(e.noise < 1e-6, "forces vary by %g W", e.noise);                                               \
        CHECK(e.deep <= 1e-8, "%g m deep", e.deep);                                                          \
        CHECK(e.gained <= 0.0, "energy rose by %g J", e.gained);                                             \
        CHECK(fabs(e.residual) <= 1e-13, "ledger open by %g J", e.residual);                                 \
    } while (0)
// That it has one and the same below the border, on which it rocks and clatters.
#define FIT_CHECK_END(ratio, step, duration)                                                                 \
    do {                                                                                                     \
        fit_ends e = fit_two_ends(ratio, step, duration);                                                    \
        printf("ellipsoid, a^2/c %g mm: %d point, forces off by %.2g W, %.1e m deep, %.1e J lost\n",         \
               (double)(ratio), e.points, e.noise, e.deep, -e.gained);                                       \
        CHECK(e.points == 1, "%d points", e.points);                                                         \
        CHECK(e.deep <= 1e-8, "%g m deep", e.deep);                                                          \
        CHECK(e.gained <= 0.0, "energy rose by %g J", e.gained);                                             \
        CHECK(fabs(e.residual) <= 1e-13, "ledger open by %g J", e.residual);                                 \
    } while (0)

#endif
