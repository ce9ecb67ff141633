// Modes that are kept beside the tests.
#ifndef CAROM_TESTS_MODES_KEPT_H
#define CAROM_TESTS_MODES_KEPT_H

#include "carom/modes.h"
#include "test.h"

#include <stdlib.h>

// tests/modes/NAME; all of it is the arena's.
static inline cr_modes modes_kept(const char *name, cr_arena *arena) {
    static unsigned char bytes[1 << 16];
    char path[500];
    snprintf(path, sizeof path, "%s/tests/modes/%s", getenv("CAROM_SOURCE"), name);
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    cr_modes modes = {0};
    CHECK(cr_modes_decode(bytes, size, name, arena, &modes, NULL) == CR_OK, "%s", path);
    if (file) fclose(file);
    return modes;
}

#endif
