// Middle lines of walls of revolution as cubic splines, with the lines of bell and wine glass: meshes and
// forms are made from the same.
#ifndef CAROM_GEOM_WALL_CURVE_H
#define CAROM_GEOM_WALL_CURVE_H

#include "carom/base.h"

// A middle line with a thickness: knots joined by cubic splines. At the axis the line is level and the
// thickness has no slope.
enum { CR_CURVE_MAX = 24 };
typedef struct cr_wall_curve {
    int count;
    double s[CR_CURVE_MAX];    // along the chords
    double y[3][CR_CURVE_MAX]; // radius, height, thickness
    double m[3][CR_CURVE_MAX]; // second derivatives
} cr_wall_curve;

// From count knots (radius, height, thickness), and s, which the caller has set.
void cr_wall_curve_solve(cr_wall_curve *curve, int count, double knot[][3]);
// Value and first two derivatives of a spline; the third is constant between knots, out[3].
void cr_wall_curve_at(const cr_wall_curve *curve, int axis, double s, double out[4]);

// Whether the wall is thinner than it is bent: no offset folds over. CR_ERR_RANGE with the place; name: of
// what it is the wall.
cr_status cr_wall_curve_fits(const cr_wall_curve *curve, const char *name, cr_error *error);
// The same, and what else must fit.
cr_status cr_bell_fits(const double *value, const cr_wall_curve *curve, cr_error *error);
cr_status cr_wine_glass_fits(const double *value, const cr_wall_curve *curve, cr_error *error);
// The stem of a wine glass grows towards its ends by this factor.
#define CR_GLASS_FLARE 2.0

// The sizes of a bell and of a wine glass, in the order of their parameters.
enum { CR_BELL_RADIUS, CR_BELL_HEIGHT, CR_BELL_BOW, CR_BELL_WAIST, CR_BELL_CROWN };
enum {
    CR_GLASS_RADIUS,
    CR_GLASS_RIM,
    CR_GLASS_BOWL,
    CR_GLASS_WALL,
    CR_GLASS_BOTTOM,
    CR_GLASS_STEM,
    CR_GLASS_NECK,
    CR_GLASS_FOOT,
    CR_GLASS_EDGE
};

// The knots of a bell, from the crown down to the lip, and of the bowl of a wine glass from its bottom to the
// rim; return how many.
int cr_bell_knots(const double *value, double knot[][3]);
int cr_glass_knots(const double *value, double knot[][3]);

#endif
