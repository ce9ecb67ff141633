// Patches of a large body, pieces of wire among them: one by one in double, by the radiator, and in parts
// with distances of their own; as bytes.
#include "carom/radiate.h"
#include "radiate/waves.h"
#include "test.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

enum { PATCHES = 200, MODES = 10 };

typedef double _Complex number;
static const number i1 = (number)I;

static number turned(double angle) {
    return cos(angle) + i1 * sin(angle);
}

// A long body; every other patch is a piece of wire along y.
static cr_radiation make_body(cr_arena *arena) {
    cr_radiation made = {.centre = {0.1, 0.0, 0.0}, .radius = 0.9, .speed = 343.0, .density = 1.204};
    unsigned random = 99;
    made.sets = 1;
    made.set = cr_arena_take(arena, 1, sizeof *made.set);
    *made.set = (cr_patches){.count = PATCHES, .side = 0.05};
    made.set->at = cr_arena_take(arena, PATCHES, sizeof *made.set->at);
    made.set->along = cr_arena_take(arena, PATCHES, sizeof *made.set->along);
    made.count = MODES;
    made.mode = cr_arena_take(arena, MODES, sizeof *made.mode);
    for (int i = 0; i < PATCHES; i++) {
        made.set->at[i][0] = 0.1f + 0.008f * (float)(i - PATCHES / 2);
        made.set->at[i][1] = 0.02f * (float)(i % 7 - 3);
        made.set->along[i][1] = 1.0f;
        made.set->along[i][3] = i % 2 ? 0.004f : 0.0f;
    }
    for (int j = 0; j < MODES; j++) {
        cr_multipoles *mode = &made.mode[j];
        *mode = (cr_multipoles){
            .route = CR_RADIATION_SHEET, .wave_number = 5.0 + 20.0 * j, .set = 1, .strength = 1.0};
        mode->patch = cr_arena_take(arena, PATCHES * CR_RADIATION_PATCH, sizeof *mode->patch);
        for (int t = 0; t < PATCHES * CR_RADIATION_PATCH; t++) {
            random = random * 1664525u + 1013904223u;
            mode->patch[t] = (float)random / 4294967296.0f - 0.5f;
        }
    }
    return made;
}

// The Wronskian J_1 Y_0 - J_0 Y_1 = 2/(pi x), where terms of e^x/x leave ten digits; at 2: Abramowitz,
// Stegun.
static void test_cylinder(void) {
    double h[2][2];
    cr_cylindrical_hankel(2.0, h);
    CHECK_NEAR(h[0][0], 0.22389077914123567, 1e-14);
    CHECK_NEAR(h[1][0], 0.57672480775687339, 1e-14);
    CHECK_NEAR(h[0][1], 0.51037567264974512, 1e-14);
    CHECK_NEAR(h[1][1], -0.10703243154093755, 1e-14);
    for (double x = 0.01; x < 10.0; x *= 1.7) {
        cr_cylindrical_hankel(x, h);
        CHECK_REL(h[1][0] * h[0][1] - h[0][0] * h[1][1], 2.0 / (cr_pi * x), 1e-9);
    }
}

// 2i/(pi s^2 H_1'(s)), 1 for thin wires.
static number wire_gain(double s) {
    double h[2][2];
    if (s < 1e-6) return 1.0;
    cr_cylindrical_hankel(s, h);
    return 2.0 * i1 / (cr_pi * s * s * (h[0][0] - h[1][0] / s + i1 * (h[0][1] - h[1][1] / s)));
}

static double distance(const double a[3], const double b[3]) {
    return sqrt(pow(a[0] - b[0], 2.0) + pow(a[1] - b[1], 2.0) + pow(a[2] - b[2], 2.0));
}

// One patch of a mode: (q + (ik - 1/R) gain d u) e^(ikR)/(4 pi R).
static number patch_at(const cr_radiation *r, int mode, int patch, const double at[3]) {
    const float *p = r->mode[mode].patch + CR_RADIATION_PATCH * patch, *place = r->set->at[patch];
    const double from[3] = {(double)place[0], (double)place[1], (double)place[2]};
    double k = r->mode[mode].wave_number, far = distance(from, at), cosine = (from[1] - at[1]) / far;
    number along = 0.0;
    for (int d = 0; d < 3; d++)
        along += ((double)p[2 + 2 * d] + i1 * (double)p[3 + 2 * d]) * (from[d] - at[d]) / far;
    along *= wire_gain(k * (double)r->set->along[patch][3] * sqrt(1.0 - cosine * cosine));
    return ((double)p[0] + i1 * (double)p[1] + (i1 * k - 1.0 / far) * along) * turned(k * far) /
           (4.0 * cr_pi * far);
}

// The sum over the parts, each with the distance from its own centre.
static void sum_parts(const cr_radiator *radiator, const cr_radiation *r, const double at[3], number *sum) {
    memset(sum, 0, MODES * sizeof *sum);
    for (int part = 0; part < cr_radiator_parts(radiator); part++) {
        double centre[3], re[MODES], im[MODES];
        cr_radiator_part_centre(radiator, part, centre);
        cr_radiator_part_transfer(radiator, part, at, re, im);
        for (int j = 0; j < MODES; j++)
            sum[j] += (re[j] + i1 * im[j]) * turned(r->mode[j].wave_number * distance(centre, at));
    }
}

static void test_places(const cr_radiation *r, cr_arena *arena) {
    static const double at[][3] = {{0.5, 1.0, 0.3}, {-0.3, 0.1, 0.2}, {20.0, -7.0, 3.0}};
    const double slack = 4e-5; // floats of phases of 100 rad, and the table of the wire
    cr_error error;
    cr_radiator *radiator = cr_radiator_new_divided(r, 12, arena, &error);
    CHECK(radiator, "%s", error.reason);
    if (!radiator) return;
    int parts = cr_radiator_parts(radiator);
    CHECK(parts > 4 && parts <= 12, "%d parts", parts);
    for (size_t place = 0; place < sizeof at / sizeof *at; place++) {
        double re[MODES], im[MODES], far = distance(at[place], r->centre);
        number sum[MODES];
        cr_radiator_transfer(radiator, at[place], re, im);
        sum_parts(radiator, r, at[place], sum);
        for (int j = 0; j < MODES; j++) {
            number right = 0.0, whole = (re[j] + i1 * im[j]) * turned(r->mode[j].wave_number * far);
            double scale = 0.0;
            for (int i = 0; i < PATCHES; i++) {
                number one = patch_at(r, j, i, at[place]);
                right += one;
                scale += cabs(one);
            }
            CHECK(cabs(whole - right) <= slack * scale, "place %zu mode %d: %g", place, j,
                  cabs(whole - right) / scale);
            CHECK(cabs(sum[j] - right) <= slack * scale, "parts, place %zu mode %d: %g", place, j,
                  cabs(sum[j] - right) / scale);
        }
    }
}

// Nearer than half a side a patch is heard as from there; a body that is small, or whose modes have a series
// alone, is one part.
static void test_ends(cr_radiation r, cr_arena *arena) {
    cr_error error;
    double re[MODES], im[MODES], c[2] = {1.0, 0.0};
    const double on[3] = {(double)r.set->at[0][0], (double)r.set->at[0][1], (double)r.set->at[0][2]};
    cr_multipoles mode[MODES];
    cr_radiator *radiator = cr_radiator_new(&r, arena, &error);
    CHECK(radiator && cr_radiator_parts(radiator) == 1, "one part");
    if (radiator) cr_radiator_transfer(radiator, on, re, im);
    for (int j = 0; radiator && j < MODES; j++) CHECK(isfinite(re[j]) && isfinite(im[j]), "mode %d", j);
    memcpy(mode, r.mode, sizeof mode);
    mode[3] = (cr_multipoles){.route = CR_RADIATION_EXACT, .wave_number = 1.0, .c = c};
    r.mode = mode;
    radiator = cr_radiator_new_divided(&r, 12, arena, &error);
    CHECK(radiator && cr_radiator_parts(radiator) == 1, "one with a series");
}

// A mode with a series and patches: the first beyond 1.6 radii, the second within 1.4, both in proportion
// between.
static void test_both(cr_radiation r, cr_arena *arena) {
    cr_error error;
    double c[2] = {1.0, 0.0}, re, im;
    cr_multipoles both = r.mode[0], series = {.route = CR_RADIATION_EXACT, .wave_number = 5.0, .c = c};
    both.c = c;
    for (int i = 0; i < 3; i++) {
        const double at[3] = {r.centre[0], r.centre[1] + (1.3 + 0.2 * i) * r.radius, r.centre[2]};
        number value[3];
        const cr_multipoles *mode[3] = {&r.mode[0], &series, &both};
        for (int m = 0; m < 3; m++) {
            cr_multipoles own = *mode[m];
            cr_radiation one = r;
            one.mode = &own;
            one.count = 1;
            cr_radiator *radiator = cr_radiator_new(&one, arena, &error);
            CHECK(radiator, "%s", error.reason);
            if (radiator) cr_radiator_transfer(radiator, at, &re, &im);
            value[m] = re + i1 * im;
        }
        CHECK(cabs(value[2] - (0.5 * i * value[1] + (1.0 - 0.5 * i) * value[0])) <= 1e-9 * cabs(value[2]),
              "at %d", i);
    }
}

static void test_file(const cr_radiation *radiation, cr_arena *arena) {
    const size_t stride = 97;
    cr_error error;
    cr_radiation back;
    size_t size = cr_radiation_size(radiation);
    unsigned char *bytes = malloc(size), *again = malloc(size);
    cr_radiation_encode(radiation, "abc", bytes);
    CHECK(cr_radiation_decode(bytes, size, "abc", "test", arena, &back, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_radiation_size(&back) == size, "size");
    cr_radiation_encode(&back, "abc", again);
    CHECK(memcmp(bytes, again, size) == 0, "bytes differ");
    for (size_t i = 0; i < size; i += stride) {
        CHECK(cr_radiation_decode(bytes, i, "abc", "test", arena, &back, &error) == CR_ERR_INPUT, "cut %zu",
              i);
        bytes[i] ^= 0x10;
        CHECK(cr_radiation_decode(bytes, size, "abc", "test", arena, &back, &error) == CR_ERR_INPUT,
              "changed %zu", i);
        bytes[i] ^= 0x10;
    }
    free(bytes);
    free(again);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_radiation body = make_body(arena);
    test_cylinder();
    test_places(&body, arena);
    test_ends(body, arena);
    test_both(body, arena);
    test_file(&body, arena);
    cr_arena_free(arena);
    return test_summary();
}
