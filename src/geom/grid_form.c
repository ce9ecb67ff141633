// Any surface of triangles as a form.
#include "base/maths.h"
#include "base/numeric.h"
#include "geom/grid.h"

cr_grid_def cr_grid_def_default(void) {
    return (cr_grid_def){.most = 64e6};
}

static const cr_grid *grid_of(const cr_form *form) {
    return form->data;
}

static cr_near near_grid(const cr_form *form, cr_vec p, int side) {
    return cr_grid_near(grid_of(form), p, side);
}

// Catmull and Rom's cubic through the points, the slope at each half the way between its neighbours.
static cr_vec on_curve(const cr_vec *point, int count, double u) {
    double s = cr_clamp(0.5 * (u + 1.0), 0.0, 1.0) * (count - 1);
    int k = (int)cr_min(floor(s), count - 2.0);
    double t = s - k, w = 1.0 - t;
    cr_vec a = point[k], b = point[k + 1], chord = cr_vec_sub(b, a);
    cr_vec from = k > 0 ? cr_vec_scale(0.5, cr_vec_sub(b, point[k - 1])) : chord;
    cr_vec to = k + 2 < count ? cr_vec_scale(0.5, cr_vec_sub(point[k + 2], a)) : chord;
    cr_vec p = cr_vec_along(a, t * t * (3.0 - 2.0 * t), chord);
    return cr_vec_along(cr_vec_along(p, t * w * w, from), -t * t * w, to);
}

static cr_vec place_grid(const cr_form *form, int feature, double u, double v) {
    const cr_grid *g = grid_of(form);
    const cr_grid_curve *curve = &g->curve[feature];
    if (form->feature[feature].kind == CR_FEATURE_CURVE)
        return on_curve(g->point + curve->first, curve->count, u);
    return cr_grid_place(g, u, v);
}

static void sample_grid(const cr_form *form, int feature, int sample, double *u, double *v) {
    (void)feature;
    cr_grid_sample(grid_of(form), sample, u, v);
}

static void keep_grid(const cr_form *form, int feature, double *u, double *v) {
    (void)feature;
    cr_grid_keep(grid_of(form), u, v);
}

static const cr_form_ops operations = {near_grid, place_grid, sample_grid, keep_grid};
const cr_form_type cr_form_grid = {
    .name = "grid", .doc = "any surface, as a grid of its distance", .ops = &operations};

static void set_form(cr_form *form, const cr_grid *g, const cr_faces *f, const cr_bulk *bulk, double wall) {
    form->type = &cr_form_grid;
    form->data = g;
    form->low = g->inner_low;
    form->high = g->inner_high;
    form->wall = wall;
    form->band = CR_GRID_BAND * g->cell;
    form->volume = bulk->volume;
    form->centre = bulk->centre;
    for (int i = 0; i < 6; i++) form->inertia[i] = bulk->inertia[i];
    for (int i = 0; i < 3 * f->triangles; i++)
        form->reach = cr_max(form->reach, cr_vec_length(cr_faces_vertex(f, f->triangle[i])) + g->half);
}

// The radius of its sharpest edge.
static double round_of(const cr_form *form, const cr_grid *grid, double wall) {
    if (grid->half > 0.0) return grid->half;
    if (grid->sharp) return grid->sharp->round;
    return form->features > (grid->seeds > 0) ? cr_min(0.5 * grid->cell, 0.5 * wall) : 0.5 * wall;
}

// A circle or a bent line passes through its vertices, the distance is that of the chords between them.
static double off_distance(const cr_form *form) {
    enum { PLACES = 1024 };
    double off = 0.0;
    for (int i = 0; i < form->features; i++) {
        const cr_feature *f = &form->feature[i];
        cr_vec second = cr_vec_cross(f->along, f->first);
        for (int k = 0; k < PLACES && (f->kind == CR_FEATURE_CIRCLE || f->kind == CR_FEATURE_CURVE); k++) {
            double a = 2.0 * cr_pi * k / PLACES, u = -1.0 + 2.0 * (k + 0.5) / PLACES;
            cr_vec on = cr_vec_along(cr_vec_scale(cr_cos(a), f->first), cr_sin(a), second);
            cr_vec p = f->kind == CR_FEATURE_CIRCLE ? cr_vec_along(f->at, f->radius, on)
                                                    : place_grid(form, i, u, 0.0);
            off = cr_max(off, fabs(cr_form_near(form, p, 0).distance + f->round));
        }
    }
    return off;
}

// Sharp edges count as such where all of them can be features; what has more is as round as its grid.
static cr_status find_features(cr_form *form, cr_grid *grid, const cr_faces *faces, double most, double wall,
                               cr_arena *arena, cr_error *error) {
    const double bytes = 500.0; // per triangle
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = CR_OK;
    bool left_out = false;
    if (grid->half == 0.0 && bytes * faces->triangles <= most)
        status = cr_grid_sharp_new(faces, grid->cell, wall, -1.0, arena, &grid->sharp, error);
    if (status == CR_OK) status = cr_grid_features(form, grid, faces, arena, &left_out, error);
    if (status == CR_OK && grid->sharp && left_out) {
        cr_arena_rewind(arena, mark);
        grid->sharp = NULL;
        status = cr_grid_features(form, grid, faces, arena, &left_out, error);
    }
    if (status != CR_OK) return status;
    form->round = round_of(form, grid, wall);
    if (grid->sharp) form->off = off_distance(form);
    return CR_OK;
}

static cr_status make_form(cr_form *form, cr_faces *faces, const cr_grid_def *def, cr_arena *work,
                           cr_arena *arena, cr_error *error) {
    cr_grid *grid = cr_arena_take(arena, 1, sizeof *grid);
    cr_skin *skin = cr_skin_new(faces->position, faces->vertices, faces->triangle, faces->triangles, work);
    if (!grid || !skin) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    if (!(cr_faces_area(faces) > 0.0)) return cr_fail(error, CR_ERR_INPUT, "surface", "has no area");
    double wall = def->wall > 0.0 ? def->wall : cr_grid_thinnest(faces, skin);
    grid->cell = cr_grid_cell(faces, def, wall);
    grid->half = 0.5 * def->wall;
    cr_status status = CR_OK;
    if (def->middle) {
        cr_faces flat = *faces;
        status = cr_faces_cut(&flat, def->middle, cr_grid_pieces(&flat, grid->cell), work, faces, error);
    }
    if (status != CR_OK) return status;
    cr_bulk bulk = cr_faces_bulk(faces, def->wall);
    if (!(bulk.volume > 0.0))
        return cr_fail(error, CR_ERR_INPUT, "surface",
                       "encloses %.3g m^3: its triangles must be seen "
                       "counter-clockwise from outside",
                       bulk.volume);
    status = cr_grid_build(grid, faces, def->most, arena, error);
    set_form(form, grid, faces, &bulk, wall);
    if (status == CR_OK) status = find_features(form, grid, faces, def->most, wall, arena, error);
    return status;
}

static cr_status check_def(const cr_grid_def *def, int triangles, int vertices, cr_error *error) {
    if (!(def->wall >= 0.0 && def->wall < HUGE_VAL && def->cell >= 0.0 && def->cell < HUGE_VAL))
        return cr_fail(error, CR_ERR_RANGE, "surface", "wall %g m and cell %g m must not be negative",
                       def->wall, def->cell);
    if (!(def->most > 0.0)) return cr_fail(error, CR_ERR_RANGE, "surface", "most %g bytes", def->most);
    for (int i = 0; def->middle && i < 3 * triangles; i++)
        if (def->middle[i] < 0 || def->middle[i] >= vertices)
            return cr_fail(error, CR_ERR_INPUT, "surface",
                           "triangle %d has no vertex %d in the middle of a side", i / 3, def->middle[i]);
    return CR_OK;
}

cr_form *cr_form_triangles(const float *position, int vertices, const int *triangle, int triangles,
                           const cr_grid_def *def, cr_arena *arena, cr_error *error) {
    cr_faces faces;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_arena *work = cr_arena_new(cr_arena_allocator(arena));
    cr_form *form = cr_arena_take(arena, 1, sizeof *form);
    cr_status status = !work || !form ? cr_fail(error, CR_ERR_MEMORY, "surface", "no memory")
                                      : check_def(def, triangles, vertices, error);
    if (status == CR_OK)
        status = cr_faces_link(position, vertices, triangle, triangles, def->wall > 0.0, work, &faces, error);
    if (status == CR_OK) status = make_form(form, &faces, def, work, arena, error);
    cr_arena_free(work);
    if (status == CR_OK) return form;
    cr_arena_rewind(arena, mark);
    return NULL;
}
