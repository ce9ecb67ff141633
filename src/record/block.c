#include "record/block.h"

#include "base/crc32.h"
#include "record/bytes.h"

// 0x89 and the line ends show whether a transfer took the file for text.
static const unsigned char magic[8] = {0x89, 'C', 'R', 'R', 'E', 'C', '\r', '\n'};

void cr_block_put_magic(unsigned char bytes[CR_BLOCK_MAGIC]) {
    memcpy(bytes, magic, sizeof magic);
    cr_put_u64(bytes + sizeof magic, CR_BLOCK_VERSION);
}

cr_status cr_block_check_magic(const unsigned char *bytes, size_t size, const char *place, cr_error *error) {
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return cr_fail(error, CR_ERR_INPUT, place,
                       "not a recording; `carom simulate ... -o FILE.rec` writes one");
    if (size < CR_BLOCK_MAGIC)
        return cr_fail(error, CR_ERR_INPUT, place, "cut off after %zu bytes, within its first %d", size,
                       CR_BLOCK_MAGIC);
    uint32_t version = cr_get_u32(bytes + sizeof magic);
    if (version != CR_BLOCK_VERSION)
        return cr_fail(error, CR_ERR_INPUT, place, "version %u of the format, this program reads version %d",
                       version, CR_BLOCK_VERSION);
    if (cr_get_u32(bytes + 12) != 0)
        return cr_fail(error, CR_ERR_INPUT, place, "reserved bytes from 12 on are not 0");
    return CR_OK;
}

void cr_block_put_head(unsigned char *block, cr_block_type type, size_t length, uint32_t number) {
    unsigned char *to = cr_put_u32(block, (uint32_t)type);
    to = cr_put_u32(to, (uint32_t)length);
    to = cr_put_u32(to, number);
    cr_put_u32(to, cr_crc32(block, 12));
}

void cr_block_seal(unsigned char *block, cr_block_type type, size_t length, uint32_t number) {
    unsigned char *bytes = block + CR_BLOCK_HEAD;
    cr_block_put_head(block, type, length, number);
    cr_put_u32(bytes + length, cr_crc32(bytes, length));
}

cr_status cr_block_changed(unsigned long long at, uint32_t number, const char *place, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, place,
                   "block %u, at byte %llu, was changed since it was written (checksum); what stands before "
                   "it is good",
                   number, at);
}

cr_status cr_block_open(const unsigned char *bytes, uint32_t number, unsigned long long at, const char *place,
                        cr_block *block, cr_error *error) {
    if (cr_crc32(bytes, 12) != cr_get_u32(bytes + 12)) return cr_block_changed(at, number, place, error);
    uint32_t told = cr_get_u32(bytes + 8);
    if (told != number)
        return cr_fail(error, CR_ERR_INPUT, place, "block %u stands at byte %llu, where block %u should",
                       told, at, number);
    *block = (cr_block){cr_get_u32(bytes), cr_get_u32(bytes + 4)};
    return CR_OK;
}
