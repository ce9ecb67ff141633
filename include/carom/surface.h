// Rough surfaces for rolling and scraping: a height profile along the path, periodic, with a smooth curve
// through its points. A profile comes from a spectrum (cr_rough_make, with named presets), or from heights
// that the caller has (cr_rough_measured); cr_rough_ball turns it into the path of a ball that rolls over
// it. Heights are positive out of the surface [m]; a position is the way along it [m], any real number.
#ifndef CAROM_SURFACE_H
#define CAROM_SURFACE_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

// A finished surface: for reading only. Its arrays lie in the arena that it was made in.
typedef struct cr_rough {
    int count;                // points in one period
    double dx, length;        // from point to point, of one period [m]
    double average;           // of the curve over one period [m]
    double highest, lowest;   // the curve stays between them (bounds, not its extremes) [m]
    double per_dx, per_count; // 1/dx, 1/count
    double *height;           // at the points i dx, i < count [m]
    double *spline;           // coefficients of the curve for the points -1..count+1 [m]
    double *integral;         // of the curve less its average, from 0 to i dx, i <= count [m dx]
} cr_rough;

// A rough surface by its spectrum: heights are Gaussian, the power of their spectrum is flat below the
// wavenumber 1/correlation and falls with its power -(1 + 2 hurst) above, up to 1/(2 dx).
typedef struct cr_roughness {
    double rms;         // root mean square height [m], 1e-8 (glass) to 1e-4 (stone)
    double hurst;       // 0 (jagged) to 1 (smooth), typically 0.8
    double correlation; // the longest wave of the rough part [m], typically 1e-3
    double dx;          // from point to point [m], typically 5e-6
    double count;       // points, a power of two; the surface repeats after count dx
    double seed;        // a whole number: which one of all surfaces with this spectrum
} cr_roughness;

// A named surface. The figures are estimates, not measurements.
typedef struct cr_rough_preset {
    const char *name, *doc;
    double rms, hurst, correlation; // as in cr_roughness
} cr_rough_preset;

// Heights that the caller has, such as the samples of a sound file. They are copied.
typedef struct cr_measured {
    const double *height;
    int count;
    double length; // of the stretch that they cover, count dx [m]
    double fade; // over this length the end passes into the beginning, and the surface is shorter by it; 0 if
                 // the heights are periodic already [m]
    double rms;  // the heights are scaled to this root mean square [m]; CR_NAN: they are in metres
} cr_measured;

const cr_rough_preset *cr_rough_presets(int *count);
// NULL and a reason with the nearest name when there is no such surface.
const cr_rough_preset *cr_rough_preset_find(const char *name, cr_error *error);

// Ranges and defaults of cr_roughness, in the order of its fields.
const cr_param *cr_roughness_params(int *count);
// The defaults, with the figures of a preset unless it is NULL.
cr_roughness cr_roughness_default(const cr_rough_preset *preset);
// Sets the field called `name`; CR_ERR_UNKNOWN or CR_ERR_RANGE as in cr_param_set.
cr_status cr_roughness_set(cr_roughness *roughness, const char *name, double value, cr_error *error);

// The functions below make a surface in the arena, not on the audio thread. When they fail, nothing is taken
// from the arena: CR_ERR_RANGE with the field and its range, CR_ERR_MEMORY.

// A surface of mean 0 and exactly the rms that is asked for. The same seed gives the same surface on every
// machine, but for the rounding of the C library's pow, sin and cos. With the same count dx and another dx it
// gives the same waves, finer or coarser.
cr_status cr_rough_make(const cr_roughness *roughness, cr_arena *arena, cr_rough *surface, cr_error *error);
// A surface of mean 0 from given heights, at least 4 after the fade.
cr_status cr_rough_measured(const cr_measured *measured, cr_arena *arena, cr_rough *surface, cr_error *error);
// How the lowest point of a ball of this radius [m] moves over a profile, at rest on its highest points, and
// then averaged over a contact patch of half-width `patch` [m]; 0 leaves either out. A slider's tip is a
// ball. The ball is a parabola: right while the profile is flat compared to it. `surface` may be `profile`
// itself.
cr_status cr_rough_ball(const cr_rough *profile, double radius, double patch, cr_arena *arena,
                        cr_rough *surface, cr_error *error);

// Both may be called on the audio thread: no allocation, a bounded number of operations. The curve is the
// cubic spline through the points: continuous with its slope and curvature. NaN for a position that is not
// finite.

// Height of the curve at x [m].
double cr_rough_height(const cr_rough *surface, double x);
// Mean height of the curve between x0 and x1, in either order [m]; the height when they are the same.
double cr_rough_mean(const cr_rough *surface, double x0, double x1);

CR_DECLARATIONS_END

#endif
