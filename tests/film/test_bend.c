// label: twice
// A body that bends is drawn by its modes: vertices where amplitudes take them, normals that follow; one
// whose modes take no part in contact stays as it is.
#include "io/film/bend.h"
#include "test.h"

int main(void) {
    // A square of two triangles in the plane z = 0; one mode lifts the side x = 1, the other moves all along
    // y.
    float position[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    int triangle[] = {0, 1, 2, 0, 2, 3};
    float shape[] = {0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0};
    const cr_modes modes = {.count = 2,
                            .vertices = 4,
                            .triangles = 2,
                            .position = position,
                            .triangle = triangle,
                            .shape = shape};
    cr_record_body body = {.modes = 2};
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_bend bend;
    CHECK(cr_bend_make(&modes, &body, arena, &bend, &error) == CR_OK, "%s", error.reason);
    CHECK_NEAR((double)bend.skin.normal[2], 1.0, 1e-6); // flat until it is told
    for (int turn = 0; turn < 3; turn++) {              // each from its rest
        bend.shape[0] = 0.5, bend.shape[1] = 0.25;
        CHECK(cr_bend_follow(&bend, arena, &error) == CR_OK, "%s", error.reason);
    }
    const float lifted[] = {0, 0.25f, 0, 1, 0.25f, 1, 1, 1.25f, 1, 0, 1.25f, 0};
    for (int i = 0; i < 12; i++) CHECK_NEAR((double)bend.position[i], (double)lifted[i], 1e-6);
    // by 45 degrees about y
    for (int c = 0; c < 6; c++) {
        CHECK_NEAR((double)bend.skin.normal[3 * c], -0.70710678, 1e-6);
        CHECK_NEAR((double)bend.skin.normal[3 * c + 2], 0.70710678, 1e-6);
    }
    body.modes = 0;
    CHECK(cr_bend_make(&modes, &body, arena, &bend, &error) == CR_OK && !bend.shape, "no modes in contact");
    body.modes = 1;
    CHECK(cr_bend_make(NULL, &body, arena, &bend, &error) == CR_OK && !bend.shape, "no surface of modes");
    cr_arena_free(arena);
    return test_summary();
}
