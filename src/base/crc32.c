#include "base/crc32.h"

enum { SLICES = 8 };

// after[k][b]: what byte b has become k more bytes on, so that eight bytes are taken at once.
static void fill_tables(uint32_t after[SLICES][256]) {
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t crc = b;
        for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        after[0][b] = crc;
    }
    for (int k = 1; k < SLICES; k++)
        for (int b = 0; b < 256; b++) after[k][b] = after[k - 1][b] >> 8 ^ after[0][after[k - 1][b] & 255];
}

uint32_t cr_crc32_after(uint32_t before, const unsigned char *bytes, size_t size) {
    uint32_t after[SLICES][256], crc = ~before;
    fill_tables(after);
    for (; size >= SLICES; bytes += SLICES, size -= SLICES) {
        uint32_t next = 0;
        for (int k = 0; k < SLICES; k++) {
            uint32_t carried = k < 4 ? crc >> 8 * k & 255 : 0;
            next ^= after[SLICES - 1 - k][bytes[k] ^ carried];
        }
        crc = next;
    }
    for (; size; bytes++, size--) crc = crc >> 8 ^ after[0][(crc ^ *bytes) & 255];
    return ~crc;
}

uint32_t cr_crc32(const unsigned char *bytes, size_t size) {
    return cr_crc32_after(0, bytes, size);
}
