// Files that end with a checksum of all before and have their size within: an input once as it is and once
// with both mended, so that what lies behind them is reached.
#ifndef CAROM_FUZZ_SEALED_H
#define CAROM_FUZZ_SEALED_H

#include "base/crc32.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*fuzz_decode)(const uint8_t *data, size_t size);

static inline void fuzz_sealed(const uint8_t *data, size_t size, size_t at_size, fuzz_decode decode) {
    decode(data, size);
    if (size < at_size + 8 + 4) return;
    uint8_t *mended = malloc(size);
    if (!mended) return;
    memcpy(mended, data, size);
    for (size_t i = 0; i < 8; i++) mended[at_size + i] = (uint8_t)((uint64_t)size >> 8 * i & 255);
    uint32_t crc = cr_crc32(mended, size - 4);
    for (size_t i = 0; i < 4; i++) mended[size - 4 + i] = (uint8_t)(crc >> 8 * i & 255);
    decode(mended, size);
    free(mended);
}

// What was read is written again, to the same bytes.
static inline void fuzz_same(const uint8_t *data, size_t size, size_t again,
                             void (*encode)(const void *thing, unsigned char *bytes), const void *thing) {
    if (again != size) abort();
    unsigned char *bytes = malloc(size);
    if (!bytes) return;
    encode(thing, bytes);
    if (memcmp(bytes, data, size) != 0) abort();
    free(bytes);
}

#endif
