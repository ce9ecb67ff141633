// Surfaces made coarser: closed as before, with edges as long as asked for, the same volume, sharp edges
// kept.
#include "bem_surfaces.h"
#include "carom/shape.h"
#include "prep/bem/coarsen.h"
#include "prep/bem/vector.h"
#include "test.h"

#include <string.h>

typedef struct skin {
    float *position;
    int *triangle, vertices, triangles;
} skin;

// The surface of a shape, its elements' faces in four triangles each, as modes have it.
static skin surface_of(const char *name, double edge, cr_arena *arena) {
    static const int part[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    double value[CR_SHAPE_PARAM_MAX];
    cr_error error;
    cr_mesh mesh;
    cr_mesh_surface faces;
    const cr_shape_type *type = cr_shape_find(name, &error);
    cr_param_defaults(type->params, type->param_count, value);
    const cr_shape_detail detail = {.order = 2, .edge = edge, .layers = 1};
    CHECK(cr_shape_mesh(type, value, &detail, arena, &mesh, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_mesh_surface_find(&mesh, arena, &faces, &error) == CR_OK, "%s", error.reason);
    skin s = {.vertices = mesh.nodes, .triangles = 4 * faces.faces};
    s.position = cr_arena_take(arena, 3 * (size_t)mesh.nodes, sizeof *s.position);
    s.triangle = cr_arena_take(arena, 3 * (size_t)s.triangles, sizeof *s.triangle);
    for (int i = 0; i < 3 * mesh.nodes; i++) s.position[i] = (float)mesh.node[i];
    for (int i = 0; i < 3 * s.triangles; i++)
        s.triangle[i] = faces.face[6 * (i / 12) + part[i / 3 % 4][i % 3]];
    return s;
}

static cr_bem_surface solid_of(const skin *s, const int *triangle, int triangles, cr_arena *arena) {
    cr_error error = {.reason = ""};
    cr_bem_surface made;
    double *position = cr_arena_take(arena, 3 * (size_t)s->vertices, sizeof *position);
    for (int i = 0; i < 3 * s->vertices; i++) position[i] = (double)s->position[i];
    CHECK(cr_bem_surface_make(position, triangle, s->vertices, triangles, 1, "test", arena, &made, &error) ==
              CR_OK,
          "%s", error.reason);
    return made;
}

static double area_of(const cr_bem_surface *s) {
    double sum = 0.0;
    for (int t = 0; t < s->triangles; t++) sum += s->area[t];
    return sum;
}

static void check_edges(const cr_bem_surface *s, double edge, const char *name) {
    double longest = 0.0, worst = 1.0;
    for (int t = 0; t < s->triangles; t++) {
        double sum = 0.0;
        for (int i = 0; i < 3; i++) {
            double d[3];
            cr_sub3(s->corner[t][i], s->corner[t][(i + 1) % 3], d);
            longest = fmax(longest, cr_length3(d));
            sum += cr_dot3(d, d);
        }
        worst = fmin(worst, 4.0 * sqrt(3.0) * s->area[t] / sum);
    }
    printf("%s: longest edge %.2f of what was asked for, poorest triangle %.2f\n", name, longest / edge,
           worst);
    CHECK(longest <= 1.5 * edge * (1.0 + 1e-6), "%s: %g", name, longest / edge);
    CHECK(worst > 0.1, "%s: %g", name, worst);
}

// Volume and area: chords of the edge asked for on the curvature of each shape.
static void test_shape(const char *name, double fine, double edge, double volume, double area) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    cr_coarse coarse;
    skin s = surface_of(name, fine, arena);
    CHECK(cr_coarsen(s.position, s.vertices, s.triangle, s.triangles, edge, arena, &coarse, &error) == CR_OK,
          "%s", error.reason);
    cr_bem_surface before = solid_of(&s, s.triangle, s.triangles, arena);
    cr_bem_surface after = solid_of(&s, coarse.triangle, coarse.triangles, arena);
    double ideal = area_of(&before) / (0.433 * edge * edge);
    printf("%s: %d to %d triangles (%.0f equilateral ones), volume %+.2f %%, area %+.2f %%\n", name,
           s.triangles, coarse.triangles, ideal, 100.0 * (after.volume / before.volume - 1.0),
           100.0 * (area_of(&after) / area_of(&before) - 1.0));
    CHECK_REL(after.volume, before.volume, volume);
    CHECK_REL(area_of(&after), area_of(&before), area);
    CHECK(coarse.triangles < 1.4 * ideal && coarse.triangles > 0.7 * ideal, "%s: %d", name, coarse.triangles);
    check_edges(&after, edge, name);
    cr_arena_free(arena);
}

int main(void) {
    test_shape("box", 0.006, 0.012, 1e-6, 1e-6); // flat: what floats of positions leave
    test_shape("mug", 0.005, 0.008, 0.01, 0.01);
    test_shape("bowl", 0.006, 0.010, 0.01, 0.01);
    test_shape("sphere", 0.003, 0.004, 0.03, 0.02);
    return test_summary();
}
