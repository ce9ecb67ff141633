// Bodies of revolution by their outline: lines, arcs and polynomial curves in the half-plane of the distance
// from z (x of a vector here) and z, counter-clockwise from the axis to the axis, without corners.
#ifndef CAROM_GEOM_OUTLINE_H
#define CAROM_GEOM_OUTLINE_H

#include "form/form_internal.h"
#include "form/wall_curve.h"

typedef struct cr_flat {
    double x, z;
} cr_flat;

static inline cr_flat cr_flat_along(cr_flat a, double s, cr_flat b) {
    return (cr_flat){a.x + s * b.x, a.z + s * b.z};
}
static inline cr_flat cr_flat_sub(cr_flat a, cr_flat b) {
    return (cr_flat){a.x - b.x, a.z - b.z};
}
static inline double cr_flat_dot(cr_flat a, cr_flat b) {
    return a.x * b.x + a.z * b.z;
}
// To the right of a direction: outwards from the outline.
static inline cr_flat cr_flat_right(cr_flat a) {
    return (cr_flat){a.z, -a.x};
}

typedef enum cr_piece_kind { CR_PIECE_LINE, CR_PIECE_ARC, CR_PIECE_CURVE } cr_piece_kind;

enum { CR_CURVE_TERMS = 6 };

typedef struct cr_piece {
    cr_piece_kind kind;
    int side;          // of the wall: 1 outside, -1 inside, 0 the rim
    cr_flat mid;       // the circle that holds it
    double hold;       // m
    cr_flat at, along; // line: start and unit direction; arc: centre and the direction of its middle
    double size;       // line: length; arc: radius, below 0 where it is hollow (its normal points inwards)
    double half;       // arc: cosine of half its angle
    cr_flat ends[2];   // arc: directions of its ends
    cr_flat term[CR_CURVE_TERMS]; // curve: polynomial in 0..1
    double begin, span;           // m: where it begins in a band, and how much of it it is
} cr_piece;

enum { CR_OUTLINE_MAX = 96 };

typedef struct cr_outline {
    int count;
    cr_piece piece[CR_OUTLINE_MAX];
} cr_outline;

void cr_outline_line(cr_outline *outline, cr_flat from, cr_flat to, int side);
// From the unit direction `from` of its centre to `to`, at most half a circle; hollow: clockwise.
void cr_outline_arc(cr_outline *outline, cr_flat centre, double radius, cr_flat from, cr_flat to, bool hollow,
                    int side);
// Values and two derivatives by a parameter that grows by `step` from one end to the other.
void cr_outline_curve(cr_outline *outline, const cr_flat from[3], const cr_flat to[3], double step, int side);

// A place of a piece at t = 0..1.
cr_flat cr_piece_place(const cr_piece *piece, double t);
// Distance and normal in the half-plane (in x and z), turned into space.
cr_near cr_outline_near(const cr_outline *outline, cr_vec p, int side);

// Pieces first..first + count - 1 as a surface to touch with: v runs along them and u around; or, where it
// begins at the pole, both straight from it.
typedef struct cr_band {
    int first, count;
    bool back;     // v runs against the outline
    double radius; // that u is measured at; 0: from the pole
} cr_band;

cr_vec cr_band_place(const cr_outline *outline, const cr_band *band, double u, double v);
int cr_band_samples(const cr_band *band);
void cr_band_sample(const cr_outline *outline, const cr_band *band, int sample, double *u, double *v);
void cr_band_keep(const cr_outline *outline, const cr_band *band, double *u, double *v);

// The data of a form that is no more than an outline turned about z; its bands are its last features.
enum { CR_BAND_MAX = 4 };
typedef struct cr_turned {
    cr_outline outline;
    int feature, bands; // the first that is a band; how many
    cr_band band[CR_BAND_MAX];
} cr_turned;

extern const cr_form_ops cr_turned_ops;
// NULL: no memory (the error says so).
cr_turned *cr_turned_new(cr_form *form, int features, cr_arena *arena, cr_error *error);
void cr_turned_add_band(cr_form *form, cr_turned *turned, cr_band band);

// Bounds and reach of the form.
void cr_outline_bounds(const cr_outline *outline, cr_form *form);

// A wall: the middle line and its first three derivatives by s, thickness and its first two.
typedef struct cr_wall {
    cr_flat line[4];
    double thickness[3];
} cr_wall;

typedef void (*cr_wall_at)(const void *context, double s, cr_wall *wall);

// Of a spline (cr_wall_curve): made from its knots, s along their chords; and as a wall.
void cr_wall_of_knots(cr_wall_curve *curve, int count, double knot[][3]);
void cr_wall_of_curve(const void *curve, double s, cr_wall *wall);

// Adds the mass of a wall from s = first to last; smooth in between.
void cr_moments_add_wall(cr_moments *moments, cr_wall_at at, const void *context, double first, double last);
// Draws both surfaces of a wall from the axis, the right one first, and the round rim at s = last between
// them, a circle that touches both and ends where the middle line does. `knot`: rising s, the first 0,
// between which the wall is smooth; each part is `cut` pieces. `right`: which side that is. Returns the
// middle and radius of the rim.
typedef struct cr_wall_job {
    cr_wall_at at;
    const void *context;
    const double *knot;
    int knots, cut;
    double per_s; // m of a band for one of s
    int right;
} cr_wall_job;
typedef struct cr_rim {
    cr_flat at;
    double radius;
} cr_rim;
cr_rim cr_outline_wall(cr_outline *outline, const cr_wall_job *job, double begin);
// The points of its two surfaces at s with two derivatives: half a thickness to the right (1) or left (-1).
void cr_wall_surface(const cr_wall *wall, double side, cr_flat out[3]);

#endif
