// libFuzzer entry: any bytes as a .radiation file. What is read is heard at some places and written again.
// ./check --all builds and runs it.
#include "carom/radiate.h"
#include "fuzz_budget.h"
#include "fuzz_sealed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { AT_KEY_END = 64, HEARD = 4096 }; // a file has no size in it: the end of its key is as good

static void hear(const cr_radiation *radiation, cr_arena *arena) {
    static double re[HEARD], im[HEARD];
    cr_radiator *radiator = cr_radiator_new_divided(radiation, 8, arena, NULL);
    if (!radiator || radiation->count > HEARD) return;
    cr_radiator_transfer(radiator, radiation->centre, re, im);
    cr_radiator_transfer(radiator, (const double[]){1.0, -2.0, 0.5}, re, im);
    cr_radiator_part_transfer(radiator, cr_radiator_parts(radiator) - 1, radiation->centre, re, im);
    for (int i = 0; i < radiation->count; i++) (void)cr_radiation_power(radiation, i, 1.0);
}

static void decode(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_radiation radiation;
    cr_error error = {.reason = ""};
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return;
    cr_status status = cr_radiation_decode(data, size, NULL, "fuzz.radiation", arena, &radiation, &error);
    if (status != CR_OK && !*error.reason) abort();
    unsigned char *bytes = status == CR_OK ? malloc(size) : NULL;
    if (status == CR_OK) {
        hear(&radiation, arena);
        if (cr_radiation_size(&radiation) != size) abort();
        if (bytes) cr_radiation_encode(&radiation, "fuzz", bytes);
    }
    free(bytes);
    cr_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_sealed(data, size, AT_KEY_END, decode);
    return 0;
}
