// What the files of one form share.
#ifndef CAROM_GEOM_FORM_INTERNAL_H
#define CAROM_GEOM_FORM_INTERNAL_H

#include "base/numeric.h"
#include "carom/form.h"
#include "form/form_list.h"

#define X(name) extern const cr_form_type cr_form_##name;
CR_FORM_LIST(X)
#undef X

// Points on a circle, and on an edge.
enum { CR_CIRCLE_SAMPLES = 16, CR_EDGE_SAMPLES = 5 };

// The parameter of forms with edges, the last of each.
#define CR_ROUND_PARAM                                                                                       \
    {                                                                                                        \
        "round", "m", "radius of the edges; a quarter of the thinnest part, 1 mm at most, when not given",   \
            CR_NAN, 0, 10                                                                                    \
    }

// Sets form->round from the value at `index`, by the rule where it is not given. CR_ERR_RANGE where it is
// more than half of the thinnest part.
cr_status cr_form_set_round(cr_form *form, int index, double thinnest, cr_error *error);
// Room for features. false: no memory (the error says so).
bool cr_form_room(cr_form *form, int most, cr_arena *arena, cr_error *error);

void cr_form_add_point(cr_form *form, cr_vec at, double round);
cr_feature *cr_form_add_line(cr_form *form, cr_vec from, cr_vec to, double round);
// About z.
cr_feature *cr_form_add_circle(cr_form *form, double z, double radius, double round);
cr_feature *cr_form_add_patch(cr_form *form, cr_feature_kind kind, int samples, double round);

// Corners and edges of a box with rounded edges: `inner` are half its sides without the rounding. A leg ends
// in another body above: it has no corners nor edges at its top.
enum { CR_BOX_FEATURES = 8 + 12, CR_LEG_FEATURES = 4 + 8 };
void cr_form_add_box(cr_form *form, cr_vec centre, cr_vec inner, double round, bool leg);

// Bounds, and the reach that follows from them where it is not set.
void cr_form_set_bounds(cr_form *form, cr_vec low, cr_vec high);

// Integrals over a body of density 1 about the origin: volume, x y z, xx yy zz yz xz xy.
typedef struct cr_moments {
    double volume, first[3], second[6];
} cr_moments;

void cr_moments_add_box(cr_moments *moments, cr_vec centre, cr_vec half);
// A body of revolution about z: the integrals of 2 pi times rho, rho z, rho z^2 and rho^3/2 over its section.
void cr_moments_add_round(cr_moments *moments, const double section[4]);
// Centre and inertia about it.
void cr_form_set_mass(cr_form *form, const cr_moments *moments);

// A cylinder about z: radius, half length; sign -1 takes it out.
void cr_moments_add_cylinder(cr_moments *moments, double radius, double half, double sign);

// Point i = 0..15 of the rule of Gauss and Legendre on from..to; returns its weight.
enum { CR_GAUSS16 = 16 };
double cr_gauss16(int i, double from, double to, double *at);

// The union of bodies whose distances and normals are given, with hollow roundings of the radius `fillet`
// where they meet. Exact outside of these.
cr_near cr_near_union(const cr_near *near, int count, double fillet);

// What a form of rods is made of; the ops of its type are cr_form_rods_ops.
extern const cr_form_ops cr_form_rods_ops;
cr_status cr_form_set_rods(cr_form *form, const cr_rod *rods, int count, double fillet, cr_arena *arena,
                           cr_error *error);

// A box in the middle of the coordinates, grown by round: `inner` are half its sides without that.
static inline cr_near cr_near_box(cr_vec p, cr_vec inner, double round) {
    double x = fabs(p.x) - inner.x, y = fabs(p.y) - inner.y, z = fabs(p.z) - inner.z;
    double dx = cr_max(x, 0.0), dy = cr_max(y, 0.0), dz = cr_max(z, 0.0);
    double out = sqrt(dx * dx + dy * dy + dz * dz);
    if (out > 0.0) {
        double s = 1.0 / out;
        return (cr_near){out - round, {copysign(s * dx, p.x), copysign(s * dy, p.y), copysign(s * dz, p.z)}};
    }
    if (x >= y && x >= z) return (cr_near){x - round, {copysign(1.0, p.x), 0.0, 0.0}};
    if (y >= z) return (cr_near){y - round, {0.0, copysign(1.0, p.y), 0.0}};
    return (cr_near){z - round, {0.0, 0.0, copysign(1.0, p.z)}};
}

// The same in two dimensions; the normal has x and z.
static inline cr_near cr_near_rectangle(double u, double v, double inner_u, double inner_v, double round) {
    double x = fabs(u) - inner_u, z = fabs(v) - inner_v, dx = cr_max(x, 0.0), dz = cr_max(z, 0.0);
    double out = sqrt(dx * dx + dz * dz);
    if (out > 0.0) {
        double s = 1.0 / out;
        return (cr_near){out - round, {copysign(s * dx, u), 0.0, copysign(s * dz, v)}};
    }
    if (x >= z) return (cr_near){x - round, {copysign(1.0, u), 0.0, 0.0}};
    return (cr_near){z - round, {0.0, 0.0, copysign(1.0, v)}};
}

// Turns the normal in the half-plane through p (x outwards, z up) into space; rho is the distance of p from
// z.
static inline cr_vec cr_turned_out(cr_vec normal, cr_vec p, double rho) {
    if (!(rho > 0.0)) return (cr_vec){normal.x, 0.0, normal.z};
    double s = normal.x / rho;
    return (cr_vec){s * p.x, s * p.y, normal.z};
}

static inline double cr_rho(cr_vec p) {
    return sqrt(p.x * p.x + p.y * p.y);
}

#endif
