// libFuzzer entry: any bytes as a grid of distances, once as they are and once with a size and a checksum
// that fit, so that what lies behind them is reached. What is read is asked for distances and written again,
// to the same bytes.
// ./check --all builds and runs it.
#include "base/crc32.h"
#include "carom/form.h"
#include "fuzz_budget.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { AT_SIZE = 16 };

static void ask(const cr_form *form) {
    for (int i = 0; i < 27; i++) {
        cr_vec p = {form->low.x + (form->high.x - form->low.x) * (i / 9) / 2.0,
                    form->low.y + (form->high.y - form->low.y) * (i / 3 % 3) / 2.0,
                    form->low.z + (form->high.z - form->low.z) * (i % 3) / 2.0};
        for (int side = -1; side <= 1; side++) (void)cr_form_near(form, p, side);
    }
    for (int i = 0; i < form->features; i++) {
        double u = 0.5, v = 0.5;
        if (form->feature[i].kind < CR_FEATURE_SURFACE) continue;
        if (form->feature[i].kind == CR_FEATURE_SURFACE) form->type->ops->keep(form, i, &u, &v);
        (void)form->type->ops->place(form, i, u, v);
    }
}

static void decode(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_error error = {.reason = ""};
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return;
    cr_form *form = cr_form_grid_decode(data, size, "fuzz.grid", arena, &error);
    if (!form && !*error.reason) abort();
    if (form) {
        ask(form);
        if (cr_form_grid_size(form) != size) abort();
        unsigned char *again = malloc(size);
        if (again) {
            cr_form_grid_encode(form, again);
            if (memcmp(again, data, size) != 0) abort();
        }
        free(again);
    }
    cr_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    decode(data, size);
    if (size < AT_SIZE + 8 + 4) return 0;
    uint8_t *mended = malloc(size);
    if (!mended) return 0;
    memcpy(mended, data, size);
    for (int i = 0; i < 8; i++) mended[AT_SIZE + i] = (uint8_t)((uint64_t)size >> 8 * i & 255);
    uint32_t crc = cr_crc32(mended, size - 4);
    for (int i = 0; i < 4; i++) mended[size - 4 + (size_t)i] = (uint8_t)(crc >> 8 * i & 255);
    decode(mended, size);
    free(mended);
    return 0;
}
