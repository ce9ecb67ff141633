// What modes have of rigid motions: nothing for a free body, the closed form of a thin beam for a held one.
#include "modal_tools.h"

#include "base/numeric.h"

#include <string.h>

static const cr_support clamp = {"x-", {true, true, true}, HUGE_VAL};

// Root n = 1, 2, ... of cos b cosh b = -1: each lies within 0.31 of (n - 1/2) pi.
static double cantilever_root(int n) {
    double low = (n - 0.5) * cr_pi - 0.32, high = (n - 0.5) * cr_pi + 0.32;
    bool rises = cos(high) * cosh(high) > -1.0;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if ((cos(middle) * cosh(middle) > -1.0) == rises) high = middle;
        else low = middle;
    }
    return low;
}

// Of the clamped-free beam of mass m and length l (Euler), where it bends along z: with w'''' = (b/l)^4 w,
// int w dx = -(l/b)^4 w'''(0) and int x w dx = (l/b)^4 w''(0). A shape with mean square 1 has w''(0) =
// 2 (b/l)^2 and -w'''(0) = 2 s (b/l)^3 with s = (sinh b - sin b)/(cosh b + cos b).
static void cantilever(int n, double mass, double length, double *shift, double *turn_at_clamp) {
    double b = cantilever_root(n), s = (sinh(b) - sin(b)) / (cosh(b) + cos(b));
    *shift = 2.0 * s / b * sqrt(mass);
    *turn_at_clamp = 2.0 / (b * b) * sqrt(mass) * length;
}

static double sum_of(const cr_modal_result *r, int motion) {
    double sum = 0.0;
    for (int m = 0; m < r->elastic; m++) sum += cr_square(r->participation[CR_PARTICIPATION * m + motion]);
    return sum;
}

static double whole_of(const cr_modal_result *r, int motion) {
    return motion < 3 ? r->mass : r->inertia[motion - 3];
}

static bool clamped_modes(const cuboid *c, int modes, cr_arena *arena, cr_modal_result *r) {
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_mesh mesh;
    if (!mesh_cuboid(c, 2, arena, &mesh)) return false;
    int held = 0;
    for (int node = 0; node < mesh.nodes; node++) held += mesh.node[3 * node] == 0.0;
    cr_modal_job job = {.name = "cantilever",
                        .mesh = &mesh,
                        .elastic = &steel,
                        .support = &clamp,
                        .supports = 1,
                        .fmax = CR_NAN,
                        .count = modes ? modes : 3 * (mesh.nodes - held),
                        .threads = 1};
    if (!modes_of(&job, arena, r)) return false;
    // Bessel: no more than the whole in any direction
    for (int i = 0; i < CR_PARTICIPATION; i++)
        CHECK(sum_of(r, i) <= whole_of(r, i) * (1.0 + 1e-9), "%g of %g in motion %d", sum_of(r, i),
              whole_of(r, i), i);
    return true;
}

// A steel strip 240 x 6 x 3 mm. Shear and the turning of its sections change the shapes by (b h/l)^2/12, 0.16
// % in the fourth mode; the clamp hinders the strip from growing wider, as far as it is wide: 0.3 % of its
// length.
static void test_clamped(cr_arena *arena) {
    enum { BENDS = 4, MODES = 12 };
    static const double known[3] = {0.613, 0.188, 0.0647}; // shares of the mass, as handbooks have them
    const cuboid c = {{0.24, 0.006, 0.003}, {24, 1, 1}};
    cr_modal_result r;
    if (!clamped_modes(&c, MODES, arena, &r)) return;
    int bend = 0;
    double sum = 0.0;
    for (int m = 0; m < MODES && bend < BENDS; m++) {
        const double *part = r.participation + CR_PARTICIPATION * m;
        double shift, turn, sign = part[2] > 0.0 ? 1.0 : -1.0;
        if (fabs(part[2]) < 0.05 * sqrt(r.mass)) continue; // along y, or twist
        cantilever(++bend, r.mass, c.size[0], &shift, &turn);
        if (bend <= 3) CHECK_REL(cr_square(shift) / r.mass, known[bend - 1], 2e-3);
        CHECK_REL(cr_square(part[2]), cr_square(shift), 0.01);
        // about y through the middle of the strip: -int (x - l/2) w
        CHECK_NEAR(sign * part[4], 0.5 * c.size[0] * shift - turn, 0.005 * c.size[0] * shift);
        CHECK(fabs(part[0]) < 1e-3 * fabs(part[2]) && fabs(part[3]) < 1e-3 * fabs(part[4]), "mode %d", m + 1);
        sum += cr_square(part[2]);
    }
    CHECK(bend == BENDS, "%d modes bend", bend);
    CHECK_REL(sum / r.mass, 0.8992, 0.005);
}

// All modes of a mesh have all of the mass but what moves with the held nodes, a part of the first cell: half
// as much where it is half as long.
static void test_whole(cr_arena *arena) {
    double missing[2][CR_PARTICIPATION];
    for (int finer = 0; finer < 2; finer++) {
        const cuboid c = {{0.04, 0.02, 0.01}, {2 << finer, 1, 1}};
        cr_modal_result r;
        if (!clamped_modes(&c, 0, arena, &r)) return;
        for (int i = 0; i < CR_PARTICIPATION; i++) missing[finer][i] = 1.0 - sum_of(&r, i) / whole_of(&r, i);
    }
    for (int i = 0; i < CR_PARTICIPATION; i++)
        CHECK(missing[1][i] < 0.55 * missing[0][i] && missing[1][i] < 0.1, "motion %d: %g, then %g missing",
              i, missing[0][i], missing[1][i]);
}

// A box whose sections grow and turn: no symmetry makes anything 0.
static void twisted(const void *context, const double u[3], double x[3]) {
    const cuboid *c = context;
    double angle = 0.8 * u[0], scale = 1.0 + 0.5 * u[0];
    double y = scale * c->size[1] * (u[1] - 0.3), z = scale * c->size[2] * (u[2] + 0.2 * u[1]);
    x[0] = c->size[0] * u[0] + 1.0;
    x[1] = y * cos(angle) - z * sin(angle) - 2.0;
    x[2] = y * sin(angle) + z * cos(angle);
}

static void test_free(cr_arena *arena) {
    const cuboid c = {{0.12, 0.03, 0.01}, {8, 2, 1}};
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_mesh mesh;
    cr_modal_result r;
    cr_modes modes;
    cr_error error = {0};
    if (!mesh_mapped(c.cells, twisted, &c, 0.01, 2, arena, &mesh)) return;
    cr_modal_job job = {
        .name = "twisted", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = 12, .threads = 1};
    if (!modes_of(&job, arena, &r)) return;
    for (int m = 0; m < r.elastic; m++)
        for (int i = 0; i < CR_PARTICIPATION; i++) {
            double part = r.participation[CR_PARTICIPATION * m + i] / sqrt(whole_of(&r, i));
            CHECK(fabs(part) <= 1e-8, "mode %d has %g of motion %d", m + 1, part, i);
        }
    cr_status status = cr_modal_pack(&job, &r, "steel", arena, &modes, &error);
    size_t size = CR_PARTICIPATION * (size_t)r.elastic * sizeof(double);
    CHECK(status == CR_OK && modes.participation && !memcmp(modes.participation, r.participation, size),
          "not packed: %s", error.reason);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_clamped(arena);
    test_whole(arena);
    test_free(arena);
    cr_arena_free(arena);
    return test_summary();
}
