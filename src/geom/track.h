// Minima of a distance on the features of a form: what src/geom/pair.c is made of. All of it happens in the
// frame of the form whose distance is asked for.
#ifndef CAROM_GEOM_TRACK_H
#define CAROM_GEOM_TRACK_H

#include "base/numeric.h"
#include "geom/touch.h"

// Features of `own` against the distance of `other`.
typedef struct cr_view {
    const cr_form *own, *other;
    const cr_pose *pose_other;
    int owner;          // 0: own is form a
    cr_vec at, turn[3]; // a point p of own's frame is at `at` + p.x turn[0] + p.y turn[1] + p.z turn[2]
} cr_view;

// A ball of radius `round` at a place, and how far it is from `other`.
typedef struct cr_probe {
    cr_vec centre;
    cr_near near;
    double gap;
} cr_probe;

// A line (at + u first), a circle (at + cos u first + sin u second) in other's frame, or a bent line.
typedef struct cr_curve {
    const cr_view *view;
    int feature;
    cr_feature_kind kind;
    bool closed;
    cr_vec at, first, second;
    double round;
    double speed; // m, of the point for du = 1, at most
    int samples;
    double base, cosine, sine;     // of a circle: a place near which the next ones are
    double step_cosine, step_sine; // from a sample to the next
} cr_curve;

// The part of a curve about u in which the other surface does not turn.
typedef struct cr_flat_part {
    double border[2];  // u
    bool whole[2];     // up to the end of the line
    cr_probe probe[2]; // at the borders
} cr_flat_part;

// What a generation of points is made from and goes to.
typedef struct cr_generation {
    const cr_meeting *meeting;
    double reach;
    const cr_touch *old; // by rising key
    int olds;
    bool sided;              // one of them has a side
    double apart;            // m: points of a form that are nearer are one
    cr_touch_memory *memory; // the new points, by order of making
    int dropped;
    bool least;    // no points are kept: reach falls to the least gap
    double *bound; // of each feature of a, then of b: nothing of it is nearer, m; NULL: not known
} cr_generation;

// A key: owner, feature, what kind of point, and which one of them.
typedef enum cr_touch_kind {
    CR_TOUCH_FIXED,  // a corner, an end of a line, a sample
    CR_TOUCH_MOVING, // a minimum
    CR_TOUCH_BORDER, // an end of the part of an edge that lies flat
    CR_TOUCH_SEAT    // of a patch, staying on the other form
} cr_touch_kind;
enum { CR_TOUCH_NUMBER_BITS = 12, CR_TOUCH_KIND_BITS = 2, CR_TOUCH_FEATURE_BITS = 16 };

static inline unsigned cr_touch_key(int owner, int feature, cr_touch_kind kind, int number) {
    return (((unsigned)owner << CR_TOUCH_FEATURE_BITS | (unsigned)feature) << CR_TOUCH_KIND_BITS |
            (unsigned)kind)
               << CR_TOUCH_NUMBER_BITS |
           (unsigned)number;
}
static inline cr_touch_kind cr_touch_kind_of(const cr_touch *touch) {
    return (cr_touch_kind)(touch->key >> CR_TOUCH_NUMBER_BITS & ((1u << CR_TOUCH_KIND_BITS) - 1));
}
static inline int cr_touch_feature_of(const cr_touch *touch) {
    return (int)(touch->key >> (CR_TOUCH_NUMBER_BITS + CR_TOUCH_KIND_BITS) &
                 ((1u << CR_TOUCH_FEATURE_BITS) - 1));
}

// Whether a box about `centre`, of half sides `half`, is within reach of the bounds of other, in whose frame
// it is.
static inline bool cr_view_near(const cr_view *view, cr_vec centre, cr_vec half, double reach) {
    const cr_vec *low = &view->other->low, *high = &view->other->high;
    return centre.x - half.x - reach <= high->x && centre.x + half.x + reach >= low->x &&
           centre.y - half.y - reach <= high->y && centre.y + half.y + reach >= low->y &&
           centre.z - half.z - reach <= high->z && centre.z + half.z + reach >= low->z;
}

cr_view cr_view_make(const cr_meeting *meeting, int owner);
static inline cr_vec cr_view_turn(const cr_view *view, cr_vec p) {
    return (cr_vec){p.x * view->turn[0].x + p.y * view->turn[1].x + p.z * view->turn[2].x,
                    p.x * view->turn[0].y + p.y * view->turn[1].y + p.z * view->turn[2].y,
                    p.x * view->turn[0].z + p.y * view->turn[1].z + p.z * view->turn[2].z};
}
static inline cr_vec cr_view_in(const cr_view *view, cr_vec p) {
    return cr_vec_add(view->at, cr_view_turn(view, p));
}
// A direction of other's frame in own's.
static inline cr_vec cr_view_back(const cr_view *view, cr_vec n) {
    return (cr_vec){cr_vec_dot(view->turn[0], n), cr_vec_dot(view->turn[1], n), cr_vec_dot(view->turn[2], n)};
}

static inline cr_probe cr_probe_at(const cr_form *other, cr_vec centre, double round, int side) {
    cr_near near = cr_form_near(other, centre, side);
    return (cr_probe){centre, near, near.distance - round};
}

// Slopes below these shares of the speed are zero: the rounding of a unit normal; and what counts as found.
#define CR_SLOPE_ZERO 1e-15
#define CR_SLOPE_SMALL 1e-9
// What moves by more in one generation, in radians or shares of a half length, is not the same point.
#define CR_MOVE_MOST 0.3

cr_curve cr_curve_make(const cr_view *view, int feature);
// Says that the next places asked for are near u.
void cr_curve_base(cr_curve *curve, double u);
// The same for sample 0, 1, ... one after the other: u.
double cr_curve_base_sample(cr_curve *curve, int sample);
cr_vec cr_curve_place(const cr_curve *curve, double u, cr_vec *tangent);
// The probe at u; *slope: the derivative of its gap by u, m.
cr_probe cr_curve_probe(const cr_curve *curve, double u, int side, double *slope);
double cr_curve_sample(const cr_curve *curve, int sample);
// The minimum near *u, by Newton's method with differences; false where there is none nearby. *probe: there.
bool cr_curve_follow(cr_curve *curve, double *u, int side, cr_probe *probe);
// The minimum between two places, the slope at the first falling, at the second rising.
cr_probe cr_curve_bracket(cr_curve *curve, double low, double high, double slope_low, double slope_high,
                          int side, double *u);

// The flat part about a minimum; false where it is shorter than `least` [m]. flat: as in cr_meeting.
bool cr_curve_flat_part(cr_curve *curve, double u, const cr_probe *at, int side, double least, double flat,
                        cr_flat_part *part);

// Points of one feature, into the generation.
void cr_track_point(cr_generation *g, const cr_view *view, int feature);
void cr_track_curve(cr_generation *g, const cr_view *view, int feature);
void cr_track_curve_on_plane(cr_generation *g, const cr_view *view, int feature, double height,
                             cr_vec normal);
void cr_track_surface(cr_generation *g, const cr_view *view, int feature);
// A ball that is larger than the narrowest hollow of the other form.
bool cr_ball_is_larger(const cr_view *view);
void cr_track_ball(cr_generation *g, const cr_view *view, int feature);
// The least distance on it near a direction (the other's normal there); false where there is none nearby.
bool cr_ball_follow(const cr_view *view, int feature, int side, cr_vec *direction, cr_probe *probe);
cr_vec cr_ball_direction(const cr_view *view, const cr_touch *touch);
// The probe of a point, and of a place on a surface.
cr_probe cr_point_probe(const cr_view *view, int feature, int side);
cr_probe cr_surface_probe(const cr_view *view, int feature, double u, double v, int side);
// Of a place that stays on the other form, in its frame: what own's distance says of it.
cr_probe cr_seat_probe(const cr_view *view, cr_vec seat);
bool cr_surface_follow(const cr_view *view, int feature, double *u, double *v, int side, cr_probe *probe);

// Whether feature lay flat in the last generation; and the note that it does now.
bool cr_generation_flat(const cr_generation *g, const cr_view *view, int feature);
void cr_generation_set_flat(cr_generation *g, const cr_view *view, int feature, bool flat);
// The first old point with at least this key; NULL if there is none of this very key.
const cr_touch *cr_generation_from(const cr_generation *g, unsigned key);
const cr_touch *cr_generation_old(const cr_generation *g, unsigned key);
// Whether an edge whose gaps have this spread lies flat: below `flat`, until it passes three times that.
bool cr_generation_is_flat(const cr_generation *g, const cr_view *view, int feature, double spread);
// Notes that nothing of a feature is nearer than that.
void cr_generation_bound(const cr_generation *g, const cr_view *view, int feature, double gap);
// Adds a point, where its gap is within reach: key, sample, u, v, side; see touch_side.c for the side.
void cr_generation_add(cr_generation *g, const cr_view *view, const cr_touch *touch, const cr_probe *probe);

// Above this gap a point is free and its side of a wall is that where it is; below, it stays.
#define CR_SIDE_MARGIN 2e-5
// The side of a point that was probed from `side`; where it is another one, the probe is made anew. old: the
// same point in the last generation, or NULL.
int cr_side_settle(const cr_generation *g, const cr_view *view, const cr_touch *old, int side,
                   cr_probe *probe);
// The side of the nearest old point of this owner: what a new point inside a wall goes by.
int cr_side_beside(const cr_generation *g, const cr_view *view, cr_vec centre);

// How near two points of a meeting may be before they are one, m.
double cr_touch_apart(const cr_meeting *meeting);
// Leaves one of points that are the same.
void cr_generation_merge(cr_generation *g);

// The sum of the mean curvatures of both surfaces, 1/m; not below 0.
double cr_touch_curvature(const cr_generation *g, const cr_view *view, const cr_touch *touch,
                          const cr_probe *probe);
// Fills in gap, points and normal of a touch.
void cr_touch_fill(const cr_view *view, const cr_probe *probe, cr_touch *touch);

#endif
