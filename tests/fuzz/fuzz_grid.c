// libFuzzer entry: any bytes as a grid of distances. What is read is asked for distances and written again.
// ./check --all builds and runs it.
#include "carom/form.h"
#include "fuzz_budget.h"
#include "fuzz_sealed.h"

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

static void encode(const void *form, unsigned char *bytes) {
    cr_form_grid_encode(form, bytes);
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
        fuzz_same(data, size, cr_form_grid_size(form), encode, form);
    }
    cr_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_sealed(data, size, AT_SIZE, decode);
    return 0;
}
