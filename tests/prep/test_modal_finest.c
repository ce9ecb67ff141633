// label: long
// The free beam of test_modal_beam.c with 60, 90 and 120 cells along it. Tetrahedra are stiffer than what
// they stand for: each frequency falls towards its limit, with the third power of the cells or more, and so
// by (1 - 8/27)/(8/27 - 1/8) = 4.1 times as much at first. With 90 they are what that test compares with.
#include "modal_tools.h"

enum { MODES = 10 };

static bool find_modes(int along, cr_arena *arena, double *frequency) {
    cuboid c = {{0.3, 0.03, 0.01}, {along, along / 10, along / 30}};
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_mesh mesh;
    cr_modal_result r;
    if (!mesh_cuboid(&c, 2, arena, &mesh)) return false;
    cr_modal_job job = {
        .name = "beam", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = MODES, .threads = 1};
    if (!modes_of(&job, arena, &r)) return false;
    for (int k = 0; k < MODES; k++) frequency[k] = r.frequency[k];
    return true;
}

int main(void) {
    static const double expected[MODES] = {574.401,  1573.197, 1671.474, 2948.756, 3055.530,
                                           4354.581, 4989.739, 5919.779, 7343.799, 7958.035};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double f[3][MODES];
    bool found = true;
    for (int i = 0; i < 3 && found; i++) found = find_modes(60 + 30 * i, arena, f[i]);
    CHECK(found, "no modes");
    for (int k = 0; k < MODES && found; k++) {
        double first = f[0][k] - f[1][k], second = f[1][k] - f[2][k];
        CHECK_REL(f[1][k], expected[k], 1e-6); // the digits given
        CHECK(second > 0.0 && first > 4.1 * second, "mode %d falls by %g and %g Hz", k + 1, first, second);
    }
    cr_arena_free(arena);
    return test_summary();
}
