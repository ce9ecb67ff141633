// label: plain
// A table: the thin-sheet route of its board, with the legs face by face, against boundary elements of the
// whole, at frequencies where these can be had. What legs and board scatter of each other is not there: it is
// what remains.
#include "bem_errors.h"
#include "bem_rig.h"
#include "carom/solid.h"
#include "prep/bem/shape.h"
#include "prep/thin/board.h"
#include "test.h"

#include <stdlib.h>

enum { POINTS = 40 };
static const double density = 1.204, speed = 343.0;

// 0.36 by 0.24 m and 0.2 m high, with legs of 30 mm; frequencies do not matter, nor does the mesh for them.
static cr_modes table_modes(cr_arena *arena) {
    static const struct {
        const char *name;
        double value;
    } size[] = {{"x", 0.36}, {"y", 0.24}, {"height", 0.2}, {"thickness", 0.015}, {"leg", 0.03}};
    cr_solid_def solid = cr_solid_def_default();
    const cr_solid_watch watch = {.fresh = true};
    cr_modes modes = {0};
    cr_error error = {0};
    solid.shape = cr_shape_find("table", &error);
    cr_param_defaults(solid.shape->params, solid.shape->param_count, solid.value);
    for (int i = 0; i < 5; i++)
        cr_param_set(solid.shape->params, solid.shape->param_count, solid.value, "table", size[i].name,
                     size[i].value, &error);
    solid.detail.edge = 0.03;
    solid.count = 9;
    CHECK(cr_solid_modes(&solid, &watch, arena, &modes, NULL, &error) == CR_OK, "%s", error.reason);
    return modes;
}

static void listeners(const double centre[3], double (*at)[3]) {
    for (int i = 0; i < POINTS; i++) {
        double z = 1.0 - (2.0 * i + 1.0) / POINTS, r = sqrt(1.0 - z * z), angle = 2.399963 * i;
        at[i][0] = centre[0] + r * cos(angle);
        at[i][1] = centre[1] + r * sin(angle);
        at[i][2] = centre[2] + z;
    }
}

// One mode at the wave number k: the sheet against the whole, `faces` without the legs beside it.
static bem_errors test_mode(bem_rig *r, const cr_bem_skin *skin, const cr_board *board, const cr_modes *modes,
                            int mode, double k, double (*at)[3], double *faces) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_board_bend bend = cr_board_bend_of(board, modes, mode);
    double side = fmin(2.0 * cr_pi / k / 9.0, 2.0 * cr_pi * bend.length / 8.0), square; // as radiate.c has it
    cr_board_grid grid = cr_board_grid_of(board, side);
    cr_bem_source *source = cr_arena_take(arena, (size_t)grid.sources, sizeof *source);
    cr_wide right[POINTS], got[POINTS], bare[POINTS];
    cr_error error;
    cr_bem_skin_slope(skin, modes, mode, density, r->g[0]);
    bem_rig_solve(r, k, 1);
    cr_board_place(&grid, source);
    CHECK(cr_board_solve(&grid, modes, mode, k, density, false, arena, source, &square, &error) == CR_OK,
          "%s", error.reason);
    for (int i = 0; i < POINTS; i++) {
        right[i] = cr_bem_field(&r->bem, k, r->g[0], r->p[0], at[i], r->work);
        got[i] = bem_field_of(source, grid.sources, k, at[i]);
        bare[i] = bem_field_of(source, 2 * grid.cells[0] * grid.cells[1], k, at[i]);
    }
    *faces = bem_compare(bare, right, POINTS).decibel;
    bem_errors e = bem_compare(got, right, POINTS);
    cr_arena_free(arena);
    return e;
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_bem_skin skin;
    cr_board board;
    cr_error error;
    double at[POINTS][3], centre[3], radius, legs = 0.0;
    setenv("CAROM_CACHE", "", 1); // none
    cr_modes modes = table_modes(arena);
    CHECK(cr_bem_skin_make(&modes, 0.02, arena, &skin, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_board_find(&modes, arena, &board, &error) == CR_OK, "%s", error.reason);
    CHECK(board.thickness > 0.0 && !board.bare, "a board with legs");
    bem_rig r = bem_rig_make(arena, skin.surface);
    cr_bem_surface_ball(&skin.surface, centre, &radius);
    listeners(centre, at);
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < modes.count; j++) {
            double k = (pass ? 3.5 : 1.0) * 2.0 * cr_pi * modes.frequency[j] / speed, faces;
            bem_errors e = test_mode(&r, &skin, &board, &modes, j, k, at, &faces);
            printf("table, mode %d, k R = %.2f: %+.2f dB (%.2f), faces alone %+.2f dB\n", j + 1, k * radius,
                   e.decibel, e.part, faces);
            // What is scattered: up to 1.9 dB and 0.38 of the pressure. As walls, legs were up to 4.1 dB too
            // loud.
            CHECK(fabs(e.decibel) <= 2.0, "%g dB", e.decibel);
            CHECK(e.part <= 0.42, "%g", e.part);
            legs = fmax(legs, fabs(faces));
        }
    CHECK(legs > 10.0, "legs hardly matter: %g dB", legs);
    cr_arena_free(arena);
    return test_summary();
}
