// label: once
// Forms and the shapes of the same name: the same parameters with the same ranges, the vertices of the mesh
// on the surface of the form but for what rounding takes, the same mass.
#include "carom/shape.h"
#include "form_tools.h"
#include "mesh_tools.h"
#include "seeds.h"
#include "test.h"

#include <string.h>

typedef struct job {
    const cr_shape_type *shape;
    cr_form *form;
    cr_mesh mesh;
    cr_mesh_surface surface;
} job;

static void check_params(const cr_shape_type *shape, const cr_form_type *form) {
    CHECK(form->param_count >= shape->param_count, "%s: %d parameters", shape->name, form->param_count);
    CHECK(strcmp(form->doc, shape->doc) == 0, "%s: \"%s\"", shape->name, form->doc);
    CHECK(form->params == shape->params, "%s: two tables of parameters", shape->name);
}

// How far a vertex may be out of the form: rounding of a corner of three faces takes (sqrt(3) - 1) of its
// radius. In: hollow roundings, and what is said of each form.
typedef struct slack {
    const char *name;
    double out, in; // m, for the default sizes
} slack;

// clang-format off
static const slack slacks[] = {
    {"cup", 0.0011, 0.00012},       // round rim of half the wall; 6 % of the difference of thicknesses
    {"mug", 0.0012, 0.0014},        // hollow roundings at the handle and inside
    {"bowl", 0.0011, 1e-8},         // round rim
    {"bell", 0.0015, 1e-8},         // the same
    {"wine-glass", 0.001, 0.0012},  // and hollow roundings at the stem
    {"half-pipe", 0.0012, 0.0002},  // round lips; ends are off by their rounding over the radius of the helix
    {"tuning-fork", 0.0012, 0.0006},
    {"table", 0.0, 0.0007},
};
// clang-format on

// The least and the largest distance of a vertex from the surface of the form, and the mean without sign.
static void vertices(const job *j, double *least, double *most, double *mean) {
    int per = 6 * j->surface.faces;
    *least = 1.0, *most = -1.0, *mean = 0.0;
    for (int i = 0; i < per; i++) {
        const double *x = &j->mesh.node[3 * j->surface.face[i]];
        double d = cr_form_near(j->form, (cr_vec){x[0], x[1], x[2]}, 0).distance;
        *most = fmax(*most, d);
        *least = fmin(*least, d);
        *mean += fabs(d) / per;
    }
}

static void check_vertices(const job *j) {
    double corner = 0.7321 * (j->form->round < j->form->wall ? j->form->round : 0.0) + 1e-9, out = corner,
           in = 1e-9;
    if (!(j->form->type->param_count > j->shape->param_count)) out = 1e-9;
    for (size_t i = 0; i < sizeof slacks / sizeof *slacks; i++)
        if (strcmp(slacks[i].name, j->shape->name) == 0) {
            out = fmax(out, slacks[i].out);
            in = slacks[i].in;
        }
    double most, least, mean;
    vertices(j, &least, &most, &mean);
    printf("%-12s vertices from %+.2e to %+.2e m, mean %.2e\n", j->shape->name, least, most, mean);
    CHECK(most <= out, "%s: a vertex %g m out of the form, at most %g", j->shape->name, most, out);
    CHECK(least >= -in, "%s: a vertex %g m in the form, at most %g", j->shape->name, -least, in);
}

static cr_vec node(const job *j, int face, int k) {
    const double *x = &j->mesh.node[3 * j->surface.face[6 * face + k]];
    return (cr_vec){x[0], x[1], x[2]};
}

// The distance of a point from a triangle: its plane where the foot is inside, else the nearest side.
static double to_triangle(cr_vec p, cr_vec a, cr_vec b, cr_vec c) {
    cr_vec at[3] = {a, b, c}, n = cr_vec_cross(cr_vec_sub(b, a), cr_vec_sub(c, a));
    double area = cr_vec_length(n), least = (double)INFINITY;
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        cr_vec e = cr_vec_sub(at[(i + 1) % 3], at[i]), off = cr_vec_sub(p, at[i]);
        if (cr_vec_dot(cr_vec_cross(e, off), n) < 0.0) inside = false;
        double u = fmin(fmax(cr_vec_dot(off, e) / cr_vec_dot(e, e), 0.0), 1.0);
        least = fmin(least, cr_vec_length(cr_vec_along(off, -u, e)));
    }
    return inside ? fabs(cr_vec_dot(cr_vec_sub(p, a), n)) / area : least;
}

// The surface of the mesh, each face of six nodes as four triangles: how far their middles are off a curve
// through three nodes is (a - 2 m + b)/8.
static double to_mesh(const job *j, cr_vec p, double *sag) {
    static const int part[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    double least = (double)INFINITY;
    for (int f = 0; f < j->surface.faces; f++) {
        cr_vec x[6];
        for (int k = 0; k < 6; k++) x[k] = node(j, f, k);
        cr_vec bend = cr_vec_sub(cr_vec_add(x[0], x[1]), cr_vec_scale(2.0, x[3]));
        *sag = fmax(*sag, 0.125 * cr_vec_length(bend));
        double far = cr_vec_length(cr_vec_sub(p, x[0])),
               size = cr_vec_length(cr_vec_sub(x[1], x[0])) + cr_vec_length(cr_vec_sub(x[2], x[0]));
        if (far - size > least) continue;
        for (int k = 0; k < 4; k++)
            least = fmin(least, to_triangle(p, x[part[k][0]], x[part[k][1]], x[part[k][2]]));
    }
    return least;
}

// Brute force over the triangles of the mesh: within how far the vertices are off and how far the triangles
// cut corners, twice that of an edge in the middle of a triangle. The form has sharp edges where it can.
static void check_brute(const job *j, uint64_t *random) {
    double worst = 0.0, sag = 0.0, least, most, mean;
    vertices(j, &least, &most, &mean);
    double rounding = fmax(most, -least);
    for (int i = 0; i < TEST_AMOUNT(8, 2); i++) {
        cr_vec p = form_random_point(j->form, 0.15, random);
        worst = fmax(worst, fabs(fabs(cr_form_near(j->form, p, 0).distance) - to_mesh(j, p, &sag)));
    }
    printf("%-12s brute force %.2e m, vertices %.2e, triangles %.2e\n", j->shape->name, worst, rounding,
           2.0 * sag);
    CHECK(worst <= rounding + 2.0 * sag + 1e-9, "%s: distance off by %g", j->shape->name, worst);
}

// The mesh has curved faces of order 2: what it has of a round body is exact to about the fourth power of the
// cell over the radius.
static void check_mass(const job *j) {
    const cr_form *form = j->form;
    double volume = mesh_volume(&j->mesh), moment[6], about[6], scale = 0.0;
    mesh_moments(&j->mesh, moment); // xx yy zz xy xz yz about the origin
    const double *I = form->inertia;
    double c[3] = {form->centre.x, form->centre.y, form->centre.z}, trace = 0.5 * (I[0] + I[1] + I[2]);
    static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}}, product[3] = {5, 4, 3};
    for (int i = 0; i < 3; i++) {
        about[i] = trace - I[i] + form->volume * c[i] * c[i];
        about[3 + i] = -I[product[i]] + form->volume * c[pair[i][0]] * c[pair[i][1]];
        scale = fmax(scale, fabs(about[i]));
    }
    double worst = 0.0;
    for (int i = 0; i < 6; i++) worst = fmax(worst, fabs(moment[i] - about[i]) / scale);
    printf("%-12s volume off by %.1e, second moments by %.1e\n", j->shape->name, volume / form->volume - 1.0,
           worst);
    CHECK(fabs(volume / form->volume - 1.0) < 5e-4, "%s: volume %g, of the mesh %g", j->shape->name,
          form->volume, volume);
    CHECK(worst < 5e-4, "%s: second moments off by %g", j->shape->name, worst);
}

int main(void) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; i < count; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_error error;
        job j = {.shape = shapes[i], .form = cr_form_new(shapes[i]->name, NULL, arena, &error)};
        CHECK(j.form != NULL, "%s: %s", shapes[i]->name, error.reason);
        double value[CR_SHAPE_PARAM_MAX];
        cr_param_defaults(shapes[i]->params, shapes[i]->param_count, value);
        cr_shape_detail detail = {.order = 2};
        cr_status status = cr_shape_mesh(shapes[i], value, &detail, arena, &j.mesh, &error);
        if (status == CR_OK) status = cr_mesh_surface_find(&j.mesh, arena, &j.surface, &error);
        CHECK(status == CR_OK, "%s: %s", shapes[i]->name, error.reason);
        if (j.form && status == CR_OK) {
            check_params(shapes[i], j.form->type);
            if (j.mesh.beams) { // tests/prep/test_frame.c compares both
                cr_arena_free(arena);
                continue;
            }
            check_vertices(&j);
            check_mass(&j);
            bool edges = j.form->type->param_count > shapes[i]->param_count;
            if (edges)
                j.form = cr_form_new(shapes[i]->name, (const cr_setting[]){{"round", 0.0}, {0}}, arena, NULL);
            for (TEST_SEEDS(seed, 1, 2, 3)) {
                uint64_t random = cr_random_seed(seed);
                check_brute(&j, &random);
            }
        }
        cr_arena_free(arena);
    }
    return test_summary();
}
