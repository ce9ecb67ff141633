// A PNG of palette indices, its data stored without compression, written as base64.
#include "io/spectrum.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef struct writer {
    FILE *out;
    unsigned char group[3]; // bytes that wait to become four characters
    int waiting;
    uint32_t crc;              // of the chunk so far
    uint32_t adler_a, adler_b; // of the picture's data so far
} writer;

static void put_group(writer *w) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = (unsigned)w->group[0] << 16 | (unsigned)w->group[1] << 8 | w->group[2];
    char text[4];
    for (int i = 0; i < 4; i++) text[i] = i <= w->waiting ? digits[bits >> (18 - 6 * i) & 63] : '=';
    fwrite(text, 1, 4, w->out);
    memset(w->group, 0, sizeof w->group);
    w->waiting = 0;
}

static void put_byte(writer *w, unsigned char byte) {
    w->crc ^= byte;
    for (int i = 0; i < 8; i++) w->crc = w->crc >> 1 ^ (w->crc & 1 ? 0xEDB88320u : 0);
    w->group[w->waiting++] = byte;
    if (w->waiting == 3) put_group(w);
}

static void put_data(writer *w, unsigned char byte) {
    w->adler_a = (w->adler_a + byte) % 65521;
    w->adler_b = (w->adler_b + w->adler_a) % 65521;
    put_byte(w, byte);
}

static void put_word(writer *w, uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8) put_byte(w, (unsigned char)(word >> shift));
}

static void begin_chunk(writer *w, const char *type, uint32_t length) {
    put_word(w, length);
    w->crc = 0xFFFFFFFFu;
    for (int i = 0; i < 4; i++) put_byte(w, (unsigned char)type[i]);
}

static void end_chunk(writer *w) {
    put_word(w, ~w->crc);
}

// One stored block per row, each row with its filter byte 0.
static void put_rows(writer *w, int width, int height, const unsigned char *pixels) {
    uint32_t length = (uint32_t)width + 1;
    put_byte(w, 0x78);
    put_byte(w, 0x01);
    for (int y = 0; y < height; y++) {
        put_byte(w, y == height - 1);
        put_byte(w, (unsigned char)length);
        put_byte(w, (unsigned char)(length >> 8));
        put_byte(w, (unsigned char)~length);
        put_byte(w, (unsigned char)(~length >> 8));
        put_data(w, 0);
        for (int x = 0; x < width; x++) put_data(w, pixels[(size_t)y * (size_t)width + (size_t)x]);
    }
    put_word(w, w->adler_b << 16 | w->adler_a);
}

static void put_header(writer *w, int width, int height) {
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const unsigned char indexed[] = {8, 3, 0, 0, 0}; // bits, colour type, methods
    for (size_t i = 0; i < sizeof signature; i++) put_byte(w, signature[i]);
    begin_chunk(w, "IHDR", 13);
    put_word(w, (uint32_t)width);
    put_word(w, (uint32_t)height);
    for (size_t i = 0; i < sizeof indexed; i++) put_byte(w, indexed[i]);
    end_chunk(w);
}

void cr_spectrum_png_uri(FILE *out, int width, int height, const unsigned char *pixels,
                         const cr_rgb palette[256]) {
    assert(width > 0 && width < 65535 && height > 0);
    writer w = {.out = out, .adler_a = 1};
    fputs("data:image/png;base64,", out);
    put_header(&w, width, height);
    begin_chunk(&w, "PLTE", 3 * 256);
    for (int i = 0; i < 256; i++) {
        put_byte(&w, palette[i].r);
        put_byte(&w, palette[i].g);
        put_byte(&w, palette[i].b);
    }
    end_chunk(&w);
    begin_chunk(&w, "IDAT", (uint32_t)(2 + height * (5 + 1 + width) + 4));
    put_rows(&w, width, height, pixels);
    end_chunk(&w);
    begin_chunk(&w, "IEND", 0);
    end_chunk(&w);
    if (w.waiting) put_group(&w);
}
