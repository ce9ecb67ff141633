// A form of triangles as bytes: read back it is the same form, bit by bit; whatever is changed, cut off or
// added is noticed.
#include "base/crc32.h"
#include "base/random.h"
#include "budget.h"
#include "geom/grid.h"
#include "seeds.h"
#include "surfaces.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static cr_form *box_form(double wall, cr_arena *arena) {
    const cr_vec half = {0.03, 0.02, 0.01};
    surface s = surface_cube(2, false, surface_box, &half);
    cr_grid_def def = cr_grid_def_default();
    if (wall > 0.0) s.triangles -= 2; // an opening with a rim
    def.wall = wall;
    def.cell = 0.01;
    cr_form *form = surface_form(&s, def, arena, NULL);
    surface_free(&s);
    return form;
}

static cr_form *decode(const unsigned char *bytes, size_t size, cr_arena *arena, cr_error *error) {
    unsigned char *copy = malloc(size ? size : 1); // its end is watched by the sanitizers
    if (!copy) return NULL;
    memcpy(copy, bytes, size);
    cr_form *form = cr_form_grid_decode(copy, size, "a.grid", arena, error);
    free(copy);
    return form;
}

static void check_same(const cr_form *a, const cr_form *b) {
    uint64_t state = cr_random_seed(1);
    int differ = 0;
    for (int i = 0; i < 2000; i++) {
        cr_vec p = {0.05 * cr_random_uniform(&state), 0.05 * cr_random_uniform(&state),
                    0.05 * cr_random_uniform(&state)};
        cr_near x = cr_form_near(a, p, i % 3 - 1), y = cr_form_near(b, p, i % 3 - 1);
        differ += memcmp(&x, &y, sizeof x) != 0;
    }
    CHECK(differ == 0, "%d of 2000 distances differ", differ);
    CHECK(a->features == b->features && a->volume == b->volume && a->reach == b->reach && a->band == b->band,
          "another form");
    for (int i = 0; i < a->features; i++)
        for (int k = 0; k < 5 && a->feature[i].kind >= CR_FEATURE_SURFACE; k++) {
            double u = 0.3 * k - 0.6;
            cr_vec x = a->type->ops->place(a, i, u, 0.001), y = b->type->ops->place(b, i, u, 0.001);
            CHECK(cr_vec_length(cr_vec_sub(x, y)) == 0.0, "feature %d lies elsewhere", i);
        }
}

static void put_checksum(unsigned char *bytes, size_t size) {
    uint32_t crc = cr_crc32(bytes, size - 4);
    for (int i = 0; i < 4; i++) bytes[size - 4 + (size_t)i] = (unsigned char)(crc >> 8 * i & 255);
}

static void check_refused(const unsigned char *bytes, size_t size, const char *part) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_form *form = decode(bytes, size, arena, &error);
    CHECK(!form && strstr(error.reason, part) && strcmp(error.place, "a.grid") == 0, "%s: %s", error.place,
          form ? "accepted" : error.reason);
    CHECK(cr_arena_size(arena) == 0, "%zu bytes left", cr_arena_size(arena));
    cr_arena_free(arena);
}

// Changed bytes behind a checksum that fits: refused, or a form whose answers are finite numbers.
static void check_changed(unsigned char *bytes, size_t size, uint64_t seed) {
    uint64_t state = cr_random_seed(seed);
    for (int i = 0; i < TEST_AMOUNT(300, 60); i++) {
        size_t at = (size_t)((cr_random_uniform(&state) + 1.0) * (i % 2 ? 200.0 : 0.4999 * (double)size));
        unsigned char kept = bytes[at];
        bytes[at] = (unsigned char)(kept + 1 + (int)(100.0 * (cr_random_uniform(&state) + 1.0)));
        put_checksum(bytes, size);
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_error error = {.reason = ""};
        cr_form *form = decode(bytes, size, arena, &error);
        CHECK(form || *error.reason, "refused without a reason");
        for (int k = 0; form && k < 10; k++) {
            cr_vec p = {0.04 * cr_random_uniform(&state), 0.04 * cr_random_uniform(&state), 0.001 * k};
            cr_near near = cr_form_near(form, p, 0);
            CHECK(!isnan(near.distance) && !isnan(near.normal.x), "byte %zu: not a number", at);
        }
        cr_arena_free(arena);
        bytes[at] = kept;
    }
    put_checksum(bytes, size);
}

static void check_no_memory(const unsigned char *bytes, size_t size) {
    bool made = false;
    for (int most = 0; most < 20 && !made; most++) {
        budget b = {.left = most};
        cr_error error = {.reason = ""};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        if (arena) made = decode(bytes, size, arena, &error) != NULL;
        CHECK(!arena || made || error.status == CR_ERR_MEMORY, "%s", error.reason);
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d live", b.live);
    }
    CHECK(made, "never read");
}

static void test_form(double wall) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_form *form = box_form(wall, arena);
    size_t size = form ? cr_form_grid_size(form) : 0;
    unsigned char *bytes = malloc(size + 1), *again = malloc(size + 1);
    CHECK(form && bytes && again, "no form");
    if (form && bytes && again) {
        cr_form_grid_encode(form, bytes);
        cr_form *read = decode(bytes, size, arena, &error);
        CHECK(read != NULL, "%s: %s", error.place, error.reason);
        if (read) {
            check_same(form, read);
            CHECK(cr_form_grid_size(read) == size, "another size");
            cr_form_grid_encode(read, again);
            CHECK(memcmp(bytes, again, size) == 0, "other bytes");
        }
        memcpy(again, bytes, size);
        for (size_t at = 24; at < size; at += 1 + size / 40) {
            again[at] ^= 16;
            check_refused(again, size, "checksum");
            again[at] ^= 16;
        }
        check_refused(bytes, size - 1, "cut off");
        check_refused(bytes, 100, "not a grid");
        check_refused(bytes, 0, "not a grid");
        again[8] = 77;
        check_refused(again, size, "version 77");
        again[8] = bytes[8], again[0] = 'x';
        check_refused(again, size, "not a grid");
        for (TEST_SEEDS(seed, 1, 2, 3)) check_changed(bytes, size, seed);
        check_no_memory(bytes, size);
    }
    free(bytes);
    free(again);
    cr_arena_free(arena);
}

int main(void) {
    test_form(0.0);
    test_form(0.004);
    return test_summary();
}
