// libFuzzer entry: any bytes as a .modes file, once as they are and once with a size and a checksum that fit,
// so that what lies behind them is reached. What is read is written again, to the same bytes. ./check --all
// builds and runs it.
#include "base/crc32.h"
#include "carom/modes.h"
#include "fuzz_budget.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { AT_SIZE = 32 };

static void decode(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_modes modes;
    cr_error error = {.reason = ""};
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return;
    cr_status status = cr_modes_decode(data, size, "fuzz.modes", arena, &modes, &error);
    if (status != CR_OK && !*error.reason) abort();
    if (status == CR_OK) {
        if (cr_modes_size(&modes) != size) abort();
        unsigned char *again = malloc(size);
        if (again) {
            cr_modes_encode(&modes, again);
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
