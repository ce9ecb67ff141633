// Broken .modes files whose checksum fits: each value that no solid has is found and named.
#include "base/crc32.h"
#include "carom/modes.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 612, AT_SIZE = 32, AT_ARRAYS = 320, MODES = 3, VERTICES = 4 };
enum { AT_SIGMA = AT_ARRAYS + 8 * MODES, AT_POSITION = AT_SIGMA + 8 * MODES };
enum { AT_TRIANGLE = AT_POSITION + 12 * VERTICES, AT_SHAPE = AT_TRIANGLE + 12 * 4 };

typedef enum kind { U32, U64, F32, F64, TEXT } kind;

typedef struct mutation {
    int at;
    kind kind;
    double value;
    const char *error;
} mutation;

#define COUNTS(modes, vertices, triangles)                                                                   \
    modes " modes, " vertices " vertices and " triangles " triangles do not make 612 bytes"

static const mutation mutations[] = {
    {0, U32, 0x4D524388, "not a .modes file; `carom modal ... -o FILE.modes` writes one"},
    {8, U32, 0, "version 0 of the format, this program reads versions 1 to 4"},
    {8, U32, 4, COUNTS("3", "4", "4")},
    {8, U32, 5, "version 5 of the format, this program reads versions 1 to 4"},
    {8, U32, 3, COUNTS("3", "4", "4")},
    {8, U32, 2, COUNTS("3", "4", "4")},
    {12, U32, 4, COUNTS("4", "4", "4")},
    {12, U32, 0, COUNTS("0", "4", "4")},
    {12, U32, 4294967295.0, COUNTS("4294967295", "4", "4")},
    {12, U32, 2147483647.0, COUNTS("2147483647", "4", "4")},
    {20, U32, 2147483647.0, COUNTS("3", "2147483647", "4")},
    {20, U32, 3, COUNTS("3", "3", "4")},
    {24, U32, 357913941.0, COUNTS("3", "4", "357913941")},
    {16, U32, 7, "number of rigid modes is 7, should be 0 to 6"},
    {16, U32, 4294967295.0, "number of rigid modes is -1, should be 0 to 6"},
    {28, U32, 1, "reserved bytes from 28 or 316 on are not 0"},
    {AT_SIZE, U64, 613, "cut off after 612 of 613 bytes"},
    {AT_SIZE, U64, 611, "612 bytes, but it says it has 611"},
    {AT_SIZE, U64, 1e18, "cut off after 612 of 1000000000000000000 bytes"},
    {103, TEXT, 'x', "the name or the material does not end with zeros"},
    {70, TEXT, 'x', "the name or the material does not end with zeros"},
    {167, TEXT, 'x', "the name or the material does not end with zeros"},
    {168, F64, 0, "density is 0, should be positive"},
    {168, F64, CR_NAN, "density is nan, should be positive"},
    {176, F64, -1, "Young's modulus is -1, should be 0 or more"},
    {184, F64, HUGE_VAL, "Poisson's ratio is inf, should be a number"},
    {192, F64, -1, "damping by mass is -1, should be 0 or more"},
    {200, F64, CR_NAN, "damping by stiffness is nan, should be 0 or more"},
    {208, F64, 0, "mass is 0, should be positive"},
    {224, F64, CR_NAN, "centre of mass is nan, should be a number"},
    {240, F64, 0, "moment of inertia xx is 0, should be positive"},
    {248, F64, -2, "moment of inertia yy is -2, should be positive"},
    {256, F64, HUGE_VAL, "moment of inertia zz is inf, should be positive"},
    {264, F64, CR_NAN, "product of inertia is nan, should be a number"},
    {288, F64, -1, "limit in frequency is -1, should be 0 or more"},
    {296, F64, CR_NAN, "residual is nan, should be 0 or more"},
    {304, U32, 4294967295.0, "number of tetrahedra is -1, should be 0 or more"},
    {308, U32, 2147483648.0, "number of unknowns is -1, should be 0 or more"},
    {312, U32, 4294967295.0, "count below the limit is -1, should be 0 or more"},
    {316, U32, 1, "reserved bytes from 28 or 316 on are not 0"},
    {AT_ARRAYS, F64, 0, "frequency of mode 1 is 0, should be positive"},
    {AT_ARRAYS + 8, F64, CR_NAN, "frequency of mode 2 is nan, should be positive"},
    {AT_ARRAYS + 16, F64, 1000, "frequency of mode 3 is 1000, below mode 2 with 1234.5"},
    {AT_SIGMA + 16, F64, -3, "decay of mode 3 is -3, should be 0 or more"},
    {AT_POSITION + 40, F32, CR_NAN, "position of vertex 3 is no number"},
    {AT_TRIANGLE + 12, U32, 4, "triangle 1 has a corner that is not among the 4 vertices"},
    {AT_TRIANGLE, U32, 4294967295.0, "triangle 0 has a corner that is not among the 4 vertices"},
    {AT_TRIANGLE + 4, U32, 0, "triangle 0 has vertex 0 twice"},
    {AT_SHAPE + 12 * VERTICES, F32, HUGE_VAL, "shape of mode 2 is no number at vertex 0"},
};

static void put(unsigned char *at, uint64_t bits, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(bits >> 8 * i & 255);
}

static void mutate(unsigned char *bytes, const mutation *m) {
    uint64_t bits = 0;
    uint32_t short_bits;
    float single = (float)m->value;
    memcpy(&bits, &m->value, 8);
    memcpy(&short_bits, &single, 4);
    unsigned char *at = bytes + m->at;
    if (m->kind == U32) put(at, (uint64_t)m->value, 4);
    if (m->kind == U64) put(at, (uint64_t)m->value, 8);
    if (m->kind == F32) put(at, short_bits, 4);
    if (m->kind == F64) put(at, bits, 8);
    if (m->kind == TEXT) *at = (unsigned char)m->value;
    put(bytes + SIZE - 4, cr_crc32(bytes, SIZE - 4), 4);
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    char path[1100];
    unsigned char good[SIZE], bytes[SIZE];
    snprintf(path, sizeof path, "%s/tests/modes/corner.modes", source ? source : ".");
    FILE *file = fopen(path, "rb");
    bool read = file && fread(good, 1, SIZE, file) == SIZE;
    if (file) fclose(file);
    CHECK(read, "cannot read %s", path);
    for (size_t i = 0; read && i < sizeof mutations / sizeof *mutations; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_arena_mark mark = cr_arena_here(arena);
        cr_modes modes = {.count = -5};
        cr_error error = {.reason = ""};
        memcpy(bytes, good, SIZE);
        mutate(bytes, &mutations[i]);
        CHECK(cr_modes_decode(bytes, SIZE, "x.modes", arena, &modes, &error) == CR_ERR_INPUT, "%s: accepted",
              mutations[i].error);
        CHECK(strcmp(error.reason, mutations[i].error) == 0 && strcmp(error.place, "x.modes") == 0,
              "\n  expected %s\n  found    %s", mutations[i].error, error.reason);
        CHECK(modes.count == -5 && cr_arena_here(arena).used == mark.used, "something was changed");
        cr_arena_free(arena);
    }
    return test_summary();
}
