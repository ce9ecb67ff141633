// The CRC-32 of zlib, PNG and gzip: polynomial 0x04C11DB7 reflected, begun and ended inverted.
#ifndef CAROM_BASE_CRC32_H
#define CAROM_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

uint32_t cr_crc32(const unsigned char *bytes, size_t size);
// Of bytes that follow others, whose checksum is `before`; 0: none.
uint32_t cr_crc32_after(uint32_t before, const unsigned char *bytes, size_t size);

#endif
