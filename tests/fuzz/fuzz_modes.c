// libFuzzer entry: any bytes as a .modes file. What is read is written again. ./check --all builds and runs
// it.
#include "carom/modes.h"
#include "fuzz_budget.h"
#include "fuzz_sealed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { AT_SIZE = 32 };

static void encode(const void *modes, unsigned char *bytes) {
    cr_modes_encode(modes, bytes);
}

static void decode(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_modes modes;
    cr_error error = {.reason = ""};
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return;
    cr_status status = cr_modes_decode(data, size, "fuzz.modes", arena, &modes, &error);
    if (status != CR_OK && !*error.reason) abort();
    if (status == CR_OK) fuzz_same(data, size, cr_modes_size(&modes), encode, &modes);
    cr_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_sealed(data, size, AT_SIZE, decode);
    return 0;
}
