// The `.modes` file: what is written is read back, bit by bit; what was changed is refused.
#include "base/crc32.h"
#include "budget.h"
#include "carom/solid.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MODES = 3, VERTICES = 4, TRIANGLES = 4, SIZE_MOST = 1024 };

typedef struct sample {
    double frequency[MODES], sigma[MODES];
    float position[3 * VERTICES], shape[3 * VERTICES * MODES];
    int triangle[3 * TRIANGLES];
    cr_modes modes;
} sample;

// A tetrahedron with three modes, two of one frequency.
static void fill(sample *s) {
    static const int faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    *s = (sample){.frequency = {440, 1234.5, 1234.5},
                  .sigma = {0, 2.5, 1e-3},
                  .position = {0, 0, 0, 0.1f, 0, 0, 0, 0.1f, 0, 0, 0, 0.1f}};
    memcpy(s->triangle, faces, sizeof faces);
    for (int i = 0; i < 3 * VERTICES * MODES; i++) s->shape[i] = 1.0f / ((float)i - 7.5f);
    s->modes = (cr_modes){.name = "corner of a box",
                          .material = "steel",
                          .density = 7850,
                          .young = 2e11,
                          .poisson = 0.29,
                          .rayleigh_mass = 5,
                          .rayleigh_stiff = 3e-8,
                          .mass = 1.3,
                          .centre = {0.025, 0.025, 0.025},
                          .inertia = {1e-3, 1e-3, 1e-3, -1e-4, -1e-4, -1e-4},
                          .count = MODES,
                          .rigid = 6,
                          .limit = 2000,
                          .tets = 12,
                          .dof = 345,
                          .counted = 9,
                          .residual = 1e-9,
                          .frequency = s->frequency,
                          .sigma = s->sigma,
                          .vertices = VERTICES,
                          .triangles = TRIANGLES,
                          .position = s->position,
                          .triangle = s->triangle,
                          .shape = s->shape};
}

static size_t encode(const cr_modes *modes, unsigned char *bytes) {
    size_t size = cr_modes_size(modes);
    CHECK(size <= SIZE_MOST, "%zu bytes", size);
    cr_modes_encode(modes, bytes);
    return size;
}

static cr_status decode(const unsigned char *bytes, size_t size, cr_error *error) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = {.count = 0};
    cr_status status = cr_modes_decode(bytes, size, "x.modes", arena, &modes, error);
    cr_arena_free(arena);
    return status;
}

static void test_layout(void) {
    unsigned char bytes[SIZE_MOST];
    sample s;
    fill(&s);
    size_t size = encode(&s.modes, bytes);
    CHECK(size == 320 + 16 * MODES + 12 * VERTICES + 12 * TRIANGLES + 12 * MODES * VERTICES + 4, "%zu", size);
    CHECK(memcmp(bytes,
                 "\x89"
                 "CRMOD\r\n\1\0\0\0\3\0\0\0\6\0\0\0\4\0\0\0\4\0\0\0\0\0\0\0",
                 32) == 0,
          "head");
    CHECK(bytes[32] == size % 256 && bytes[33] == size / 256, "size");
    CHECK(memcmp(bytes + 40, "corner of a box\0", 16) == 0 && memcmp(bytes + 104, "steel\0", 6) == 0,
          "names");
    CHECK(memcmp(bytes + 168, "\0\0\0\0\0\xaa\xbe\x40", 8) == 0, "density 7850");  // 0x40BEAA0000000000
    CHECK(memcmp(bytes + 320, "\0\0\0\0\0\x80\x7b\x40", 8) == 0, "frequency 440"); // 0x407B800000000000
    CHECK(cr_crc32((const unsigned char *)"123456789", 9) == 0xCBF43926u, "check value of CRC-32");
}

// The file in tests/modes was written by the first version of this format: it must stay readable, and written
// alike.
static void test_first_version(void) {
    const char *source = getenv("CAROM_SOURCE");
    unsigned char bytes[SIZE_MOST], again[SIZE_MOST];
    char path[1100];
    sample s;
    fill(&s);
    size_t size = encode(&s.modes, bytes);
    snprintf(path, sizeof path, "%s/tests/modes/corner.modes", source ? source : ".");
    FILE *file = fopen(path, "rb");
    CHECK(file && fread(again, 1, SIZE_MOST, file) == size && memcmp(again, bytes, size) == 0, "%s", path);
    if (file) fclose(file);
}

// Errors of the frequencies make it the second version; they come back, and are checked.
static void test_second_version(void) {
    unsigned char bytes[SIZE_MOST], again[SIZE_MOST];
    double frequency_error[MODES] = {0, 0.5, 1e-3};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = {.count = 0};
    cr_error error = {0};
    sample s;
    fill(&s);
    size_t plain = encode(&s.modes, bytes);
    s.modes.error = frequency_error;
    size_t size = encode(&s.modes, bytes);
    CHECK(size == plain + 8 * MODES && bytes[8] == 2, "%zu bytes of version %d", size, bytes[8]);
    CHECK(cr_modes_decode(bytes, size, "x", arena, &modes, &error) == CR_OK, "%s", error.reason);
    CHECK(modes.error && memcmp(modes.error, frequency_error, sizeof frequency_error) == 0, "errors");
    CHECK(encode(&modes, again) == size && memcmp(again, bytes, size) == 0, "written alike");
    frequency_error[1] = -1;
    CHECK(cr_modes_check(&s.modes, "x", &error) == CR_ERR_INPUT &&
              strstr(error.reason, "error of the frequency"),
          "%s", error.reason);
    cr_arena_free(arena);
}

// And the participation in rigid motions makes it the third. The file in tests/modes is one.
static void test_third_version(void) {
    const char *source = getenv("CAROM_SOURCE");
    unsigned char bytes[SIZE_MOST], again[SIZE_MOST];
    double frequency_error[MODES] = {0, 0.5, 1e-3}, part[MODES * CR_PARTICIPATION];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = {.count = 0};
    cr_error error = {0};
    char path[1100];
    sample s;
    fill(&s);
    size_t plain = encode(&s.modes, bytes);
    for (int i = 0; i < MODES * CR_PARTICIPATION; i++) part[i] = i / 1e3 * (i % 2 ? 1 : -1);
    s.modes.error = frequency_error;
    s.modes.participation = part;
    size_t size = encode(&s.modes, bytes);
    CHECK(size == plain + (size_t)8 * (1 + CR_PARTICIPATION) * MODES && bytes[8] == 3,
          "%zu bytes of version %d", size, bytes[8]);
    CHECK(cr_modes_decode(bytes, size, "x", arena, &modes, &error) == CR_OK, "%s", error.reason);
    CHECK(modes.participation && memcmp(modes.participation, part, sizeof part) == 0, "participation");
    CHECK(encode(&modes, again) == size && memcmp(again, bytes, size) == 0, "written alike");
    snprintf(path, sizeof path, "%s/tests/modes/corner-3.modes", source ? source : ".");
    FILE *file = fopen(path, "rb");
    CHECK(file && fread(again, 1, SIZE_MOST, file) == size && memcmp(again, bytes, size) == 0, "%s", path);
    if (file) fclose(file);
    // no component may have more than the body: 1.3 kg, 1e-3 kg m^2
    part[CR_PARTICIPATION + 1] = 1.15;
    CHECK(cr_modes_check(&s.modes, "x", &error) == CR_ERR_INPUT &&
              strstr(error.reason, "participation of mode 2 in a shift along y is 1.15, too much for 1.3 kg"),
          "%s", error.reason);
    part[CR_PARTICIPATION + 1] = 1.0;
    CHECK(cr_modes_check(&s.modes, "x", &error) == CR_OK, "%s", error.reason);
    part[2 * CR_PARTICIPATION + 5] = CR_NAN;
    CHECK(cr_modes_check(&s.modes, "x", &error) == CR_ERR_INPUT &&
              strstr(error.reason, "participation of mode 3 in a turn about z is nan"),
          "%s", error.reason);
    cr_arena_free(arena);
}

// From every alignment, equal to the last bit.
static void test_round_trip(void) {
    unsigned char bytes[SIZE_MOST], again[SIZE_MOST], shifted[SIZE_MOST + 8];
    sample s;
    fill(&s);
    size_t size = encode(&s.modes, bytes);
    for (int shift = 0; shift < 8; shift++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_modes modes = {.count = 0};
        cr_error error;
        memcpy(shifted + shift, bytes, size);
        CHECK(cr_modes_decode(shifted + shift, size, "x", arena, &modes, &error) == CR_OK, "%s",
              error.reason);
        CHECK(encode(&modes, again) == size && memcmp(again, bytes, size) == 0, "shifted by %d", shift);
        CHECK(memcmp(modes.shape, s.shape, sizeof s.shape) == 0 && modes.limit == 2000, "values");
        CHECK(modes.tets == 12 && modes.dof == 345 && modes.counted == 9 && modes.residual == 1e-9, "origin");
        CHECK(memcmp(modes.triangle, s.triangle, sizeof s.triangle) == 0, "triangles");
        cr_arena_free(arena);
    }
}

static void test_file(void) {
    static const char path[] = "round-trip.modes";
    unsigned char bytes[SIZE_MOST], again[SIZE_MOST];
    sample s;
    cr_modes modes = {.count = 0};
    cr_error error;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    fill(&s);
    size_t size = encode(&s.modes, bytes);
    CHECK(cr_modes_write(path, &s.modes, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_modes_read(path, arena, &modes, &error) == CR_OK, "%s", error.reason);
    CHECK(encode(&modes, again) == size && memcmp(again, bytes, size) == 0, "other bytes");
    s.shape[5] = NAN;
    CHECK(cr_modes_write(path, &s.modes, &error) == CR_ERR_INPUT, "wrote NaN");
    CHECK(cr_modes_read(path, arena, &modes, &error) == CR_OK, "the file from before is gone: %s",
          error.reason);
    CHECK(cr_modes_write("nowhere/x.modes", &modes, NULL) == CR_ERR_IO, "wrote nowhere");
    CHECK(cr_modes_read("nowhere/x.modes", arena, &modes, &error) == CR_ERR_IO, "read from nowhere");
    remove(path);
    cr_arena_free(arena);
}

// CRC-32 finds every change of up to 32 bits in a row, and the size is in the file.
static void test_damage(void) {
    unsigned char bytes[SIZE_MOST];
    sample s;
    cr_error error;
    fill(&s);
    size_t size = encode(&s.modes, bytes);
    for (size_t at = 0; at < size; at++)
        for (int flip = 1; flip < 256; flip++) {
            bytes[at] ^= (unsigned char)flip;
            if (decode(bytes, size, &error) != CR_ERR_INPUT) CHECK(false, "byte %zu changed by %d", at, flip);
            bytes[at] ^= (unsigned char)flip;
        }
    for (size_t cut = 0; cut < size; cut++) {
        unsigned char *exact = malloc(cut ? cut : 1); // so that a sanitizer sees one byte too many
        memcpy(exact, bytes, cut);
        CHECK(decode(exact, cut, &error) == CR_ERR_INPUT, "cut to %zu of %zu bytes", cut, size);
        free(exact);
    }
    CHECK(decode(bytes, size + 1, &error) == CR_ERR_INPUT, "one byte more");
    CHECK(decode(bytes, size, &error) == CR_OK, "%s", error.reason);
}

static void test_memory(void) {
    unsigned char bytes[SIZE_MOST];
    sample s;
    fill(&s);
    size_t size = encode(&s.modes, bytes);
    int n = 0;
    for (bool done = false; !done && n < 20; n++) {
        budget b = {n, 0};
        cr_modes modes = {.count = 0};
        cr_error error = {.reason = ""};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        cr_status status = arena ? cr_modes_decode(bytes, size, "x", arena, &modes, &error) : CR_ERR_MEMORY;
        CHECK(status == CR_OK || status == CR_ERR_MEMORY, "%d allocations: %s", n, error.reason);
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d blocks left", b.live);
        done = status == CR_OK;
    }
    CHECK(n > 1 && n < 20, "%d allocations", n);
}

int main(void) {
    test_layout();
    test_first_version();
    test_second_version();
    test_third_version();
    test_round_trip();
    test_file();
    test_damage();
    test_memory();
    return test_summary();
}
