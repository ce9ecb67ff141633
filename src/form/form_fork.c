// A tuning fork: a rectangular section swept along a U, a square stem below its bend.
#include "form/form_internal.h"
#include "form/sizes.h"

const cr_param cr_tuning_fork_params[] = {
    {"length", "m", "of the tines, above the bend", 0.0815, 1e-3, 5},
    {"thickness", "m", "of the tines, in the plane of the fork", 0.0045, 1e-4, 1},
    {"width", "m", "of the tines, across the plane", 0.009, 1e-4, 1},
    {"gap", "m", "between the tines", 0.009, 1e-4, 1},
    {"stem", "m", "length of the stem", 0.05, 1e-3, 5},
    {"stem-side", "m", "side of the square section of the stem", 0.006, 1e-4, 1},
    CR_ROUND_PARAM,
};

enum { LENGTH, THICKNESS, WIDTH, GAP, STEM, SIDE, ROUND };

typedef struct fork {
    double middle;        // radius of the middle of the bend
    double outer;         // and of its outside
    cr_vec stem, stem_in; // centre, half sides without the rounding
    double fillet;
} fork;

// In the coordinates across the U, across its plane and beyond the tips, each a distance, a tine is a box.
static cr_near near_u(const fork *f, const cr_form *form, cr_vec p) {
    const double *v = form->value;
    double r = form->round, far = p.z > 0.0 ? fabs(p.x) : sqrt(p.x * p.x + p.z * p.z);
    cr_vec q = {far - f->middle, p.y, cr_max(p.z, 0.0)};
    cr_near near = cr_near_box(q, (cr_vec){0.5 * v[THICKNESS] - r, 0.5 * v[WIDTH] - r, v[LENGTH] - r}, r);
    cr_vec n = near.normal;
    if (p.z > 0.0) near.normal.x = copysign(1.0, p.x) * n.x;
    else near.normal = far > 0.0 ? (cr_vec){n.x * p.x / far, n.y, n.x * p.z / far} : (cr_vec){n.x, n.y, 0.0};
    return near;
}

static cr_near near_fork(const cr_form *form, cr_vec p, int side) {
    (void)side;
    const fork *f = form->data;
    cr_near part[2] = {near_u(f, form, p), cr_near_box(cr_vec_sub(p, f->stem), f->stem_in, form->round)};
    return cr_near_union(part, 2, f->fillet);
}

cr_status cr_tuning_fork_fits(const double *v, cr_error *error) {
    double most = cr_min(v[WIDTH], 1.6 * (0.5 * v[GAP] + v[THICKNESS]));
    if (v[SIDE] > most)
        return cr_fail(error, CR_ERR_RANGE, "stem-side", "needs at most %g m under this bend, got %g", most,
                       v[SIDE]);
    if (v[SIDE] < v[WIDTH] && v[SIDE] > 0.98 * v[WIDTH])
        return cr_fail(error, CR_ERR_RANGE, "stem-side", "needs the width of %g m or at most %g m, got %g",
                       v[WIDTH], 0.98 * v[WIDTH], v[SIDE]);
    if (v[LENGTH] < v[THICKNESS])
        return cr_fail(error, CR_ERR_RANGE, "length", "needs at least the thickness of %g m, got %g",
                       v[THICKNESS], v[LENGTH]);
    return CR_OK;
}

// Edges of the bend: two outside, two inside.
enum {
    BENDS = 4,
    EDGES_OF_TINE = 4,
    FEATURES = BENDS + 2 * (EDGES_OF_TINE + 8) + CR_LEG_FEATURES,
    BEND_SAMPLES = 9
};

// The middle of the rounding of an edge: its distance from the middle of the fork, and across.
static void edge_at(const cr_form *form, int edge, double *far, double *y) {
    const fork *f = form->data;
    *far = f->middle + (edge / 2 ? 1.0 : -1.0) * (0.5 * form->value[THICKNESS] - form->round);
    *y = (edge % 2 ? 1.0 : -1.0) * (0.5 * form->value[WIDTH] - form->round);
}

static cr_vec place(const cr_form *form, int feature, double u, double v) {
    (void)v;
    double far, y, angle = 0.5 * cr_pi * u;
    edge_at(form, feature, &far, &y);
    return (cr_vec){far * cr_sin(angle), y, -far * cr_cos(angle)};
}

// The tip of a tine: four corners and the edges between them.
static void add_tip(cr_form *form, double sign) {
    static const int ring[4] = {0, 1, 3, 2};
    double top = form->value[LENGTH] - form->round, far, y;
    cr_vec corner[4];
    for (int i = 0; i < 4; i++) {
        edge_at(form, ring[i], &far, &y);
        corner[i] = (cr_vec){sign * far, y, top};
        cr_form_add_point(form, corner[i], form->round);
        cr_vec low = {sign * far, y, 0.0};
        cr_form_add_line(form, low, corner[i], form->round)->ends = CR_END_FIRST | CR_END_LAST;
    }
    for (int i = 0; i < 4; i++)
        cr_form_add_line(form, corner[i], corner[(i + 1) % 4], form->round)->ends =
            CR_END_FIRST | CR_END_LAST;
}

static void add_features(cr_form *form, const fork *f, double low) {
    for (int i = 0; i < BENDS; i++) cr_form_add_patch(form, CR_FEATURE_CURVE, BEND_SAMPLES, form->round);
    add_tip(form, -1.0);
    add_tip(form, 1.0);
    double half = 0.5 * form->value[SIDE], top = -f->outer;
    cr_vec in = {half - form->round, half - form->round, 0.5 * (top - low) - form->round};
    cr_form_add_box(form, (cr_vec){0.0, 0.0, 0.5 * (low + top)}, in, form->round, true);
}

// Half a ring about y, of rectangular section: y across, z below 0.
static void add_bend(cr_moments *m, double inner, double outer, double half) {
    for (int i = 0; i < CR_GAUSS16; i++) {
        double r, weight = 2.0 * half * cr_gauss16(i, inner, outer, &r) * r;
        m->volume += weight * cr_pi;
        m->first[2] -= weight * 2.0 * r;
        m->second[0] += weight * 0.5 * cr_pi * r * r;
        m->second[1] += weight * cr_pi * half * half / 3.0;
        m->second[2] += weight * 0.5 * cr_pi * r * r;
    }
}

// From `low` up to the outside of the bend.
static void add_stem(cr_moments *m, double half, double low, double outer) {
    for (int i = 0; i < CR_GAUSS16; i++) {
        double x, weight = cr_gauss16(i, -half, half, &x), top = -sqrt(outer * outer - x * x);
        cr_moments_add_box(m, (cr_vec){x, 0.0, 0.5 * (low + top)},
                           (cr_vec){0.5 * weight, half, 0.5 * (top - low)});
        double slice = 2.0 * half * weight * (top - low); // a slice has no breadth
        m->second[0] -= slice * weight * weight / 12.0;
    }
}

static void set_mass(cr_form *form, const fork *f, double low) {
    const double *v = form->value;
    cr_moments m = {0};
    cr_vec tine = {0.5 * v[THICKNESS], 0.5 * v[WIDTH], 0.5 * v[LENGTH]};
    cr_moments_add_box(&m, (cr_vec){-f->middle, 0.0, tine.z}, tine);
    cr_moments_add_box(&m, (cr_vec){f->middle, 0.0, tine.z}, tine);
    add_bend(&m, 0.5 * v[GAP], f->outer, tine.y);
    add_stem(&m, 0.5 * v[SIDE], low, f->outer);
    cr_form_set_mass(form, &m);
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    const double *v = form->value;
    cr_status status = cr_tuning_fork_fits(v, error);
    if (status != CR_OK) return status;
    form->wall = cr_min(cr_min(v[THICKNESS], v[WIDTH]), v[SIDE]);
    status = cr_form_set_round(form, ROUND, form->wall, error);
    if (status != CR_OK) return status;
    fork *f = cr_arena_take(arena, 1, sizeof *f);
    if (!f) return cr_fail(error, CR_ERR_MEMORY, "tuning-fork", "no memory for a form");
    if (!cr_form_room(form, FEATURES, arena, error)) return CR_ERR_MEMORY;
    form->data = f;
    f->outer = 0.5 * v[GAP] + v[THICKNESS];
    f->middle = f->outer - 0.5 * v[THICKNESS];
    double r = form->round, half = 0.5 * v[SIDE], low = -f->outer - v[STEM];
    // The stem goes up into the bend, not through it.
    double inside = sqrt(cr_max(cr_square(f->middle) - half * half, 0.0)),
           top = -cr_max(inside, 0.5 * v[GAP] + r);
    f->stem = (cr_vec){0.0, 0.0, 0.5 * (low + top)};
    f->stem_in = (cr_vec){half - r, half - r, 0.5 * (top - low) - r};
    // No rounding where sides are flush: it would stand out of them.
    f->fillet = cr_min(r, 0.5 * (v[WIDTH] - v[SIDE]));
    add_features(form, f, low);
    cr_form_set_bounds(form, (cr_vec){-f->outer, -0.5 * v[WIDTH], low},
                       (cr_vec){f->outer, 0.5 * v[WIDTH], v[LENGTH]});
    set_mass(form, f, low);
    return CR_OK;
}

static const cr_form_ops ops = {.near = near_fork, .place = place};

const cr_form_type cr_form_tuning_fork = {
    .name = "tuning-fork",
    .doc = "tuning fork: a bar bent to a U, with a square stem",
    .params = cr_tuning_fork_params,
    .param_count = CR_TUNING_FORK_PARAMS + 1,
    .make = make,
    .ops = &ops,
};
