// label: long
// The free beam of test_modal_beam.c with 90 x 9 x 3 cells: the values it is compared with.
#include "modal_tools.h"

int main(void) {
    static const double expected[10] = {574.41,  1573.24, 1671.48, 2950.69, 3055.71,
                                        4354.59, 4990.23, 5923.77, 7344.90, 7958.09};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cuboid c = {{0.3, 0.03, 0.01}, {90, 9, 3}};
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_mesh mesh;
    cr_modal_result r;
    if (mesh_cuboid(&c, 2, arena, &mesh)) {
        cr_modal_job job = {
            .name = "beam", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = 10, .threads = 1};
        if (modes_of(&job, arena, &r))
            for (int k = 0; k < 10; k++) CHECK_REL(r.frequency[k], expected[k], 1e-5); // the digits given
    }
    cr_arena_free(arena);
    return test_summary();
}
