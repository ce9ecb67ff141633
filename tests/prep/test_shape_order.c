// label: plain
// The geometry of curved shapes converges with order 4 (quadratic sides: at least 3.5 is asked for), in
// volume, area and second moments.
#include "mesh_tools.h"
#include "test.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct curved {
    const char *name;
    double value[5];
    double edge;                 // of the coarse mesh; chosen so that half of it doubles the cells
    double volume, area, moment; // moment: the integral of z^2
} curved;

typedef struct figures {
    double volume, area, moment;
} figures;

static figures measure(const curved *c, double edge) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {0};
    cr_mesh mesh;
    cr_mesh_surface surface;
    cr_shape_detail detail = {.order = 2, .edge = edge};
    const cr_shape_type *type = cr_shape_find(c->name, &error);
    CHECK(cr_shape_mesh(type, c->value, &detail, arena, &mesh, &error) == CR_OK, "%s: %s", c->name,
          error.reason);
    CHECK(cr_mesh_surface_find(&mesh, arena, &surface, &error) == CR_OK, "%s", error.reason);
    double moment[6];
    mesh_moments(&mesh, moment);
    figures f = {mesh_volume(&mesh) / c->volume - 1.0, mesh_area(&mesh, &surface) / c->area - 1.0,
                 moment[2] / c->moment - 1.0};
    cr_arena_free(arena);
    return f;
}

static void check_order(const char *name, const char *what, double coarse, double fine) {
    double order = log2(fabs(coarse / fine));
    printf("%-9s %-7s %10.2e %10.2e  order %.2f\n", name, what, coarse, fine, order);
    CHECK(order > 3.5 || fabs(fine) < 1e-12, "%s, %s: order %g", name, what, order);
}

static void check_shape(const curved *c) {
    figures coarse = measure(c, c->edge), fine = measure(c, 0.5 * c->edge);
    check_order(c->name, "volume", coarse.volume, fine.volume);
    check_order(c->name, "area", coarse.area, fine.area);
    check_order(c->name, "moment", coarse.moment, fine.moment);
}

int main(void) {
    double r = 0.02, a = 0.1, d = 0.02, in = 0.09, out = 0.11;
    curved shapes[] = {
        {"sphere", {r}, pi * r / 8, 4.0 / 3 * pi * r * r * r, 4 * pi * r * r, 4.0 / 15 * pi * pow(r, 5)},
        {"cylinder",
         {r, 0.05},
         pi * r / 8,
         pi * r * r * 0.05,
         2 * pi * r * (r + 0.05),
         pi * r * r * pow(0.05, 3) / 12},
        {"tube",
         {r, 0.006, 0.05},
         2 * pi * 0.017 / 16,
         pi * (r * r - 0.014 * 0.014) * 0.05,
         2 * pi * (r * r - 0.014 * 0.014) + 2 * pi * 0.034 * 0.05,
         pi * (r * r - 0.014 * 0.014) * pow(0.05, 3) / 12},
        {"disc", {a, 0.01}, a / 5, pi * a * a * 0.01, 2 * pi * a * (a + 0.01), pi * a * a * 1e-6 / 12},
        {"ring",
         {a, d},
         pi * d / 8,
         2 * pi * pi * a * d * d / 4,
         4 * pi * pi * a * d / 2,
         2 * pi * a * pi * pow(d / 2, 4) / 4},
        {"shell",
         {a, 0.02},
         pi * a / 8,
         4.0 / 3 * pi * (pow(out, 3) - pow(in, 3)),
         4 * pi * (out * out + in * in),
         4.0 / 15 * pi * (pow(out, 5) - pow(in, 5))},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) check_shape(&shapes[i]);
    return test_summary();
}
