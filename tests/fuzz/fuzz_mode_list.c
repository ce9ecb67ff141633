// libFuzzer entry: any bytes as a list of modes, JSON when they begin like it, are modes within their ranges,
// or an error.
#include "fuzz_budget.h"
#include "io/modes/list.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_modes_list list;
    cr_error error = {.reason = ""};
    bool json = size && (*data == '[' || *data == '{');
    cr_arena *arena = fuzz_arena(&b);
    char *text = arena ? cr_arena_take(arena, size + 1, 1) : NULL;
    if (!text) {
        cr_arena_free(arena);
        return 0;
    }
    memcpy(text, data, size);
    cr_status status = cr_modes_list_parse(json ? "fuzz.json" : "fuzz.csv", text, size, arena, &list, &error);
    if (status != CR_OK && !*error.reason) abort();
    for (int i = 0; status == CR_OK && i < list.modes; i++)
        if (!(list.frequency[i] > 0.0 && list.sigma[i] >= 0.0)) abort();
    cr_arena_free(arena);
    return 0;
}
