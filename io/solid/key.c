#include "io/file/file.h"
#include "io/solid/cache.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

cr_modes_key cr_modes_key_begin(void) {
    return (cr_modes_key){{0x243F6A8885A308D3u, 0x13198A2E03707344u}}; // digits of pi
}

// Two chains that lose nothing of a word: xor or add, an odd factor, and the upper half back into the lower.
static void mix(cr_modes_key *key, uint64_t word) {
    uint64_t a = (key->part[0] ^ word) * 0x9E3779B97F4A7C15u;
    uint64_t b = ((key->part[1] << 29 | key->part[1] >> 35) + word) * 0xC2B2AE3D27D4EB4Fu;
    key->part[0] = a ^ a >> 32;
    key->part[1] = b ^ b >> 29;
}

void cr_modes_key_add(cr_modes_key *key, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    mix(key, size);
    for (uint64_t word; size >= sizeof word; from += sizeof word, size -= sizeof word) {
        memcpy(&word, from, sizeof word);
        mix(key, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, from, size);
    mix(key, rest);
}

void cr_modes_key_add_text(cr_modes_key *key, const char *text) {
    cr_modes_key_add(key, text, strlen(text));
}

void cr_modes_key_add_number(cr_modes_key *key, double value) {
    if (isnan(value)) value = CR_NAN;
    if (value == 0) value = 0; // no -0
    cr_modes_key_add(key, &value, sizeof value);
}

cr_status cr_modes_key_add_file(cr_modes_key *key, const char *path, cr_error *error) {
    char bytes[16384];
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    FILE *file;
    cr_status status = cr_file_open(path, &file, error);
    if (status != CR_OK) return status;
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, file)) > 0;) cr_modes_key_add(key, bytes, size);
    bool failed = ferror(file) != 0;
    int reason = errno;
    fclose(file);
    return failed ? cr_fail(error, CR_ERR_IO, place.text, "cannot read: %s", strerror(reason)) : CR_OK;
}
