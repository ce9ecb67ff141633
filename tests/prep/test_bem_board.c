// label: plain
// Boards by the thin-sheet equation: its products against sums, and a board of 0.6 by 0.4 m, 20 mm thick,
// against boundary elements, with the quick way and the static one beside it; patches; a torsion on a coarse
// mesh.
#include "bem_errors.h"
#include "bem_modes.h"
#include "bem_rig.h"
#include "prep/bem/shape.h"
#include "prep/thin/board.h"
#include "test.h"

#include <complex.h>
#include <string.h>

static const double density = 1.204, speed = 343.0;

// Fourier transforms and plain sums over cells are the same to rounding.
static void test_product(void) {
    enum { X = 12, Y = 7 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sheet sheet;
    cr_error error;
    cr_wide f[X * Y], fast[2][X * Y];
    double worst = 0.0, most = 0.0;
    CHECK(cr_sheet_make((const int[]){X, Y}, (const double[]){0.011, 0.017}, 37.0, arena, &sheet, &error) ==
              CR_OK,
          "%s", error.reason);
    for (int i = 0; i < X * Y; i++) f[i] = cr_wide_of(sin(1.7 * i), cos(0.3 * i * i));
    cr_sheet_single(&sheet, f, fast[0]);
    cr_sheet_twofold(&sheet, f, fast[1]);
    for (int i = 0; i < X * Y; i++) {
        cr_wide slow[2] = {0.0, 0.0};
        for (int j = 0; j < X * Y; j++) {
            slow[0] += f[j] * cr_sheet_single_at(&sheet, abs(i % X - j % X), abs(i / X - j / X));
            slow[1] += f[j] * cr_sheet_twofold_at(&sheet, abs(i % X - j % X), abs(i / X - j / X));
        }
        for (int kind = 0; kind < 2; kind++) {
            worst = fmax(worst, cabs(slow[kind] - fast[kind][i]) / (kind ? 100.0 : 0.01));
            most = fmax(most, cabs(slow[kind]) / (kind ? 100.0 : 0.01));
        }
    }
    printf("product: %.2e of %.2g\n", worst, most);
    CHECK(worst <= 1e-12 * most, "%g", worst / most);
    cr_arena_free(arena);
}

static const double size[3] = {0.6, 0.4, 0.02};

// Bending of a board: the torsion x y, the first free bending along x, and waves of 4 by 3 half lengths.
static double deflection(int shape, double x, double y) {
    const double u = x / size[0] + 0.5, v = y / size[1] + 0.5, b = 4.730040744862704;
    if (shape == 0) return x * y / (size[0] * size[1]);
    if (shape == 1) // cosh and cos about the middle, free ends
        return cos(b * (u - 0.5)) / cos(0.5 * b) + cosh(b * (u - 0.5)) / cosh(0.5 * b);
    return cos(4.0 * cr_pi * u) * cos(3.0 * cr_pi * v);
}

static void bend(int shape, const double at[3], float u[3]) {
    const double h = 1e-6;
    u[0] = (float)(-at[2] * (deflection(shape, at[0] + h, at[1]) - deflection(shape, at[0] - h, at[1])) /
                   (2.0 * h));
    u[1] = (float)(-at[2] * (deflection(shape, at[0], at[1] + h) - deflection(shape, at[0], at[1] - h)) /
                   (2.0 * h));
    u[2] = (float)deflection(shape, at[0], at[1]);
}

enum { SHAPES = 3, POINTS = 40 };

static cr_modes board_modes(cr_arena *arena, const cr_bem_surface *s) {
    static const double frequency[SHAPES] = {206.0, 219.0, 3030.0};
    double(*at)[3];
    cr_modes m = bem_modes(SHAPES, s, 1.0, 0.0, 1, arena, &at);
    for (int j = 0; j < SHAPES; j++) {
        m.frequency[j] = frequency[j];
        for (int v = 0; v < m.vertices; v++) bend(j, at[v], m.shape + 3 * (j * m.vertices + v));
    }
    return m;
}

// On a spiral 1 m away, the plane of the board left out.
static int listeners(double at[POINTS][3]) {
    int count = 0;
    for (int i = 0; i < POINTS; i++) {
        double z = 1.0 - (2.0 * i + 1.0) / POINTS, r = sqrt(1.0 - z * z), angle = 2.399963 * i;
        if (fabs(z) < 0.15) continue;
        at[count][0] = r * cos(angle);
        at[count][1] = r * sin(angle);
        at[count++][2] = z;
    }
    return count;
}

// At kR 1.4 still air gives nearly the same.
static void test_still(bem_rig *r, double k, double (*at)[3], const cr_wide *right, int count) {
    cr_wide still[POINTS];
    bem_rig_solve(r, 0.0, 1);
    for (int i = 0; i < count; i++) still[i] = cr_bem_field(&r->bem, k, r->g[0], r->p[0], at[i], r->work);
    bem_errors e = bem_compare(still, right, count);
    printf("still air: %+.2f dB\n", e.decibel);
    CHECK(fabs(e.decibel) <= 0.3, "%g dB", e.decibel);
}

// Patches of 0.4 wavelengths are 1.5 dB too low at most, those of 0.2 0.3 dB; near by, they must not be wider
// than the listener is away.
static void test_patches(const cr_bem_source *source, int count, double k, double (*at)[3], int heard) {
    static const double side[2] = {0.4, 0.2}, most[2] = {1.5, 0.3};
    const double near[3] = {0.13, 0.08, 0.04};
    double wave = 2.0 * cr_pi / k;
    cr_wide right[POINTS], got[POINTS];
    for (int i = 0; i < heard; i++) right[i] = bem_field_of(source, count, k, at[i]);
    for (int s = 0; s < 2; s++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_bem_patches patches;
        cr_error error;
        double re, im;
        CHECK(cr_bem_patches_make(source, count, side[s] * wave, arena, &patches, &error) == CR_OK, "%s",
              error.reason);
        cr_patches set = {.count = patches.count, .side = patches.side};
        cr_multipoles mode = {.route = CR_RADIATION_SHEET, .wave_number = k, .set = 1};
        set.at = cr_arena_take(arena, (size_t)set.count, sizeof *set.at);
        mode.patch = cr_arena_take(arena, (size_t)(CR_RADIATION_PATCH * set.count), sizeof *mode.patch);
        for (int i = 0; i < 3 * set.count; i++) set.at[i / 3][i % 3] = (float)patches.at[i / 3][i % 3];
        cr_bem_patches_fill(&patches, source, count, mode.patch);
        const cr_radiation all = {.radius = 0.37,
                                  .speed = speed,
                                  .density = density,
                                  .sets = 1,
                                  .set = &set,
                                  .count = 1,
                                  .mode = &mode};
        cr_radiator *radiator = cr_radiator_new(&all, arena, &error);
        CHECK(radiator, "%s", error.reason);
        for (int i = 0; radiator && i < heard; i++) {
            cr_radiator_transfer(radiator, at[i], &re, &im);
            got[i] = cr_wide_of(re, im) * cr_wide_of(cos(k), sin(k));
        }
        bem_errors e = bem_compare(got, right, heard);
        if (radiator) cr_radiator_transfer(radiator, near, &re, &im);
        double beside = 20.0 * log10(hypot(re, im) / cabs(bem_field_of(source, count, k, near)));
        printf("%d patches of %.0f mm: %+.2f dB (%.3f), 3 cm above %+.2f dB\n", set.count, 1e3 * patches.side,
               e.decibel, e.part, beside);
        CHECK(fabs(e.decibel) <= most[s], "%g dB", e.decibel);
        if (s) CHECK(fabs(beside) <= 0.5, "%g dB", beside);
        cr_arena_free(arena);
    }
}

// Boundary elements of 20 mm are within 0.16 dB up to 2.8 kHz.
static void test_board(void) {
    const int cells[3] = {30, 20, 1};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    bem_rig r = bem_rig_make(arena, bem_box(arena, size, cells));
    cr_modes modes = board_modes(arena, &r.surface);
    cr_bem_skin skin;
    cr_board board;
    cr_error error;
    double at[POINTS][3], square;
    int count = listeners(at);
    CHECK(cr_board_find(&modes, arena, &board, &error) == CR_OK, "%s", error.reason);
    CHECK_REL(board.thickness, size[2], 1e-6);
    CHECK(fmax(board.length[0], board.length[1]) > 0.5999 && fmin(board.length[0], board.length[1]) < 0.4001,
          "sides");
    CHECK(cr_bem_skin_make(&modes, 0.02, arena, &skin, &error) == CR_OK, "%s", error.reason);
    for (int shape = 0; shape < SHAPES; shape++) {
        double k = 2.0 * cr_pi * modes.frequency[shape] / speed;
        cr_board_grid grid = cr_board_grid_of(&board, 0.01);
        cr_bem_source *source = cr_arena_take(arena, (size_t)grid.sources, sizeof *source);
        cr_wide right[POINTS], sheet[POINTS], wall[POINTS];
        for (int t = 0; t < r.surface.triangles; t++) { // as the skin would have it
            double u = 0.0;
            for (int c = 0; c < 3; c++) {
                float moved[3];
                bend(shape, r.surface.corner[t][c], moved);
                for (int d = 0; d < 3; d++) u += (double)moved[d] * r.surface.normal[t][d] / 3.0;
            }
            r.g[0][t] = (float)(-density * u);
        }
        bem_rig_solve(&r, k, 1);
        for (int i = 0; i < count; i++) right[i] = cr_bem_field(&r.bem, k, r.g[0], r.p[0], at[i], r.work);
        cr_board_place(&grid, source);
        CHECK(cr_board_solve(&grid, &modes, shape, k, density, false, arena, source, &square, &error) ==
                  CR_OK,
              "%s", error.reason);
        for (int i = 0; i < count; i++) sheet[i] = bem_field_of(source, grid.sources, k, at[i]);
        CHECK(cr_board_solve(&grid, &modes, shape, k, density, true, arena, source, &square, &error) == CR_OK,
              "%s", error.reason);
        for (int i = 0; i < count; i++) wall[i] = bem_field_of(source, grid.sources, k, at[i]);
        bem_errors of_sheet = bem_compare(sheet, right, count), of_wall = bem_compare(wall, right, count);
        printf("board %.0f Hz: sheet %+.2f dB (%.3f), wall %+.2f dB (%.3f)\n", modes.frequency[shape],
               of_sheet.decibel, of_sheet.part, of_wall.decibel, of_wall.part);
        // 0.3 dB was found against triangles of 10 mm, 0.5 dB at 3 kHz.
        CHECK(fabs(of_sheet.decibel) <= (shape < 2 ? 0.3 : 0.6), "%g dB", of_sheet.decibel);
        CHECK(of_sheet.part <= 0.12, "%g", of_sheet.part);
        CHECK(fabs(of_wall.decibel) <= (shape < 2 ? 2.8 : 0.8), "%g dB", of_wall.decibel);
        if (shape == 0) test_still(&r, k, at, right, count);
        if (shape == 2) test_patches(source, grid.sources, k, at, count);
    }
    cr_arena_free(arena);
}

// Power of the torsion at kR 0.36 on a mesh of so many cells, whose diagonals all go one way.
static double twist_power(int along, int across, int rigid) {
    enum { ORDER = 6, TERMS = (ORDER + 1) * (ORDER + 1) };
    const double k = 1.0;
    const int cells[3] = {along, across, 1};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_bem_surface s = bem_box(arena, size, cells);
    cr_modes modes = board_modes(arena, &s);
    cr_board board;
    cr_error error;
    double c[2 * TERMS], square, sum = 0.0;
    modes.rigid = rigid;
    CHECK(cr_board_find(&modes, arena, &board, &error) == CR_OK, "%s", error.reason);
    cr_board_grid grid = cr_board_grid_of(&board, 0.02);
    cr_bem_source *source = cr_arena_take(arena, (size_t)grid.sources, sizeof *source);
    cr_board_place(&grid, source);
    CHECK(cr_board_solve(&grid, &modes, 0, k, density, false, arena, source, &square, &error) == CR_OK, "%s",
          error.reason);
    cr_bem_project(source, grid.sources, k, board.middle, ORDER, c);
    for (int t = 0; t < 2 * TERMS; t++) sum += c[t] * c[t];
    cr_arena_free(arena);
    return sum;
}

// On wide triangles x y is too high everywhere, or too low: a dipole, which a free body cannot have.
static void test_twist(void) {
    double fine = twist_power(60, 40, 6), coarse = 10.0 * log10(twist_power(20, 14, 6) / fine),
           blind = 10.0 * log10(twist_power(20, 14, 0) / fine);
    printf("torsion on wide triangles: %+.2f dB, %+.2f dB without its momentum\n", coarse, blind);
    CHECK(fabs(coarse) <= 0.3, "%g dB", coarse); // with half as wide a mesh a quarter: 1.0 dB on 10 by 7
    CHECK(blind > 3.0, "%g dB", blind);
}

int main(void) {
    test_product();
    test_twist();
    test_board();
    return test_summary();
}
