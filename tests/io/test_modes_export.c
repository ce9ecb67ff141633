// Modes for other programs and for people: tables, Faust, words, pictures.
#include "io/file/csv.h"
#include "io/file/json_read.h"
#include "io/modes/export.h"
#include "io/modes/nature.h"
#include "io/modes/picture.h"
#include "io/modes/surface_tools.h"
#include "modes_by_hand.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static cr_arena *arena;

static void test_csv(void) {
    cr_modes modes = hand_modes(arena, 4, 3);
    double *value;
    int rows;
    FILE *out = fopen("modes.csv", "w");
    cr_modes_csv(out, &modes);
    fclose(out);
    CHECK(cr_csv_read("modes.csv", 5, arena, &value, &rows, NULL) == CR_OK && rows == 4, "rows");
    for (int m = 0; m < rows; m++) {
        CHECK(value[5 * m] == m + 1 && value[5 * m + 1] == modes.frequency[m], "mode %d", m);
        CHECK(value[5 * m + 3] == modes.sigma[m], "sigma");
        // After t60 the amplitude is 10^-3.
        CHECK_REL(exp(-modes.sigma[m] * value[5 * m + 4]), 1e-3, 1e-12);
    }
    out = fopen("shapes.csv", "w");
    cr_modes_csv_shapes(out, &modes);
    fclose(out);
    CHECK(cr_csv_read("shapes.csv", 3 + 4 * 3, arena, &value, &rows, NULL) == CR_OK, "shapes");
    CHECK(rows == modes.vertices, "%d vertices", rows);
    for (int v = 0; v < rows; v++) {
        CHECK((float)value[15 * v + 1] == modes.position[3 * v + 1],
              "positions read back as the same floats");
        CHECK((float)value[15 * v + 3 + 3 * 2 + 2] == modes.shape[3 * (2 * rows + v) + 2], "shapes too");
    }
}

static void test_json(void) {
    cr_modes modes = hand_modes(arena, 3, 2);
    const cr_json_value *root;
    cr_error error = {0};
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    cr_modes_json_shapes(out, &modes);
    fclose(out);
    CHECK(cr_json_read(text, length, "json", arena, &root, &error) == CR_OK, "%s", error.reason);
    const cr_json_value *shape = cr_json_element(cr_json_member(root, "shapes"), 2);
    CHECK(shape && shape->count == modes.vertices, "shapes");
    double z = cr_json_as_number(cr_json_element(cr_json_element(shape, 5), 2), 0.0);
    CHECK((float)z == modes.shape[3 * (2 * modes.vertices + 5) + 2], "%g", z);
    CHECK(cr_json_member(root, "triangles")->count == modes.triangles, "triangles");
    CHECK(cr_json_as_number(cr_json_element(cr_json_member(root, "sigmas"), 1), 0.0) == modes.sigma[1],
          "sigmas");
    free(text);
}

// cos(pi m x/a) along z has m nodal lines. The sides of this box share no vertices: m + 1 areas on each of
// the four long ones, one on each of the two ends.
static void test_nature(void) {
    cr_modes modes = hand_modes(arena, 4, 24);
    cr_mode_nature nature;
    modes.frequency[3] = 1.0005 * modes.frequency[2];
    for (int m = 1; m <= 4; m++) {
        char text[48];
        CHECK(cr_mode_nature_find(&modes, m - 1, arena, &nature, NULL) == CR_OK, "memory");
        CHECK_NEAR(nature.share[2], 1.0, 1e-12);
        // cos^2 has the mean 1/2 on the long sides and is 1 on the ends, of which those across z count; the
        // middle of a triangle stands for the whole: 1 % at 24 cells
        double ends = hand_side[1] * hand_side[2], flat = hand_side[0] * hand_side[1];
        double across = hand_side[0] * hand_side[2];
        CHECK_NEAR(nature.outward, flat / (flat + across + 2.0 * ends), 0.01);
        snprintf(text, sizeof text, "along z, %d areas%s", 4 * (m + 1) + 2, m >= 3 ? ", pair" : "");
        CHECK(strcmp(nature.text, text) == 0, "\"%s\", expected \"%s\"", nature.text, text);
    }
}

// A tube whose wall moves like cos(3 angle) outwards, and one that turns.
static void test_waves(void) {
    enum { AROUND = 48, UP = 8, VERTICES = AROUND * (UP + 1), TRIANGLES = 2 * AROUND * UP };
    static float position[3 * VERTICES], shape[2][3 * VERTICES];
    static int triangle[3 * TRIANGLES];
    double frequency[2] = {100.0, 200.0}, sigma[2] = {1.0, 1.0};
    cr_modes modes = {.mass = 1.0,
                      .inertia = {2.0, 2.0, 1.0},
                      .count = 2,
                      .frequency = frequency,
                      .sigma = sigma,
                      .vertices = VERTICES,
                      .triangles = TRIANGLES,
                      .position = position,
                      .triangle = triangle,
                      .shape = shape[0]};
    for (int v = 0; v < VERTICES; v++) {
        double angle = 6.28318530717958648 * (v % AROUND) / AROUND, x = cos(angle), y = sin(angle);
        float *p = position + 3 * v, *u = shape[0] + 3 * v, *turn = shape[1] + 3 * v;
        p[0] = (float)x, p[1] = (float)y, p[2] = (float)(v / AROUND) / UP;
        u[0] = (float)(x * cos(3.0 * angle)), u[1] = (float)(y * cos(3.0 * angle));
        turn[0] = (float)-y, turn[1] = (float)x;
    }
    for (int i = 0; i < AROUND * UP; i++) {
        int next = i % AROUND == AROUND - 1 ? i + 1 - AROUND : i + 1;
        const int cell[6] = {i, next, next + AROUND, i, next + AROUND, i + AROUND};
        memcpy(triangle + 6 * i, cell, sizeof cell);
    }
    cr_mode_nature nature;
    cr_mode_nature_find(&modes, 0, arena, &nature, NULL);
    CHECK(strcmp(nature.text, "in the xy plane, 3 waves around") == 0, "%s", nature.text);
    CHECK_NEAR(nature.outward, 1.0, 0.02); // flat cells, 48 around
    cr_mode_nature_find(&modes, 1, arena, &nature, NULL);
    CHECK(strcmp(nature.text, "turning about z") == 0, "%s", nature.text);
}

// The first tap is on no nodal line: |cos(pi m x/a)| is far from 0 for every mode, and on a side that looks
// along z; the others are apart.
static void test_taps(void) {
    cr_modes modes = hand_modes(arena, 3, 12);
    float *normal = cr_arena_take(arena, 3 * (size_t)modes.vertices, sizeof *normal);
    int tap[8];
    cr_modes_normals(&modes, normal);
    CHECK(cr_modes_taps(&modes, normal, 8, tap) == 8, "taps");
    for (int m = 0; m < 3; m++)
        CHECK(fabs(cr_mode_outward(&modes, normal, m, tap[0])) > 0.9 * sqrt(2.0 / modes.mass), "mode %d", m);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < i; j++) CHECK(tap[i] != tap[j], "taps %d and %d", i, j);
}

static void test_picture(void) {
    cr_modes modes = hand_modes(arena, 2, 12);
    static unsigned char pixels[CR_PICTURE_WIDTH * CR_PICTURE_HEIGHT];
    int ground = 0, edge = 0;
    CHECK(cr_modes_picture(&modes, 1, arena, pixels, NULL) == CR_OK, "memory");
    for (int i = 0; i < CR_PICTURE_WIDTH * CR_PICTURE_HEIGHT; i++) ground += pixels[i] == 0;
    for (int x = 0; x < CR_PICTURE_WIDTH; x++) edge += pixels[x] != 0;
    CHECK(ground > 0.2 * CR_PICTURE_WIDTH * CR_PICTURE_HEIGHT &&
              ground < 0.8 * CR_PICTURE_WIDTH * CR_PICTURE_HEIGHT,
          "%d pixels of ground", ground);
    CHECK(edge == 0, "a margin is left");
}

static void test_faust(void) {
    cr_modes modes = hand_modes(arena, 5, 4);
    FILE *out = fopen("box.dsp", "w");
    CHECK(cr_modes_faust(out, &modes, arena, NULL) == CR_OK, "memory");
    fclose(out);
    out = fopen("sheet.svg", "w");
    CHECK(cr_modes_sheet(out, &modes, 5, arena, NULL) == CR_OK, "memory");
    fclose(out);
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    test_csv();
    test_json();
    test_nature();
    test_waves();
    test_taps();
    test_picture();
    test_faust();
    cr_arena_free(arena);
    return test_summary();
}
