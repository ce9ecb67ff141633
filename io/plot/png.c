// Runs of equal bytes are compressed (RFC 1951, fixed codes); rows of colours are told by how they differ
// from the row above or the pixel before, so that even parts become runs.
#include "io/plot/png.h"

#include "io/plot/base64.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct picture {
    int width, height;
    const unsigned char *pixels;
    const cr_rgb *palette; // NULL: 3 bytes per pixel
} picture;

enum { DATA = 1 << 13 };

typedef struct writer {
    FILE *file; // for bytes as they are; NULL: they become text
    cr_base64 text;
    uint32_t crc;              // of the chunk so far
    uint32_t crc_of[256];      // what a byte does to it
    uint32_t adler_a, adler_b; // of the picture's data so far
    uint16_t literal[256];     // codes of bytes
    uint32_t bits;             // that wait to become a byte, the first one lowest
    int bit_count;
    unsigned char data[DATA + sizeof(uint64_t)]; // compressed, of the next chunk
    uint32_t held;
} writer;

static void put_byte(writer *w, unsigned char byte) {
    w->crc = w->crc >> 8 ^ w->crc_of[(w->crc ^ byte) & 255];
    if (w->file) putc(byte, w->file);
    else cr_base64_put(&w->text, byte);
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

static uint32_t crc_of(uint32_t byte) {
    for (int i = 0; i < 8; i++) byte = byte >> 1 ^ (byte & 1 ? 0xEDB88320u : 0);
    return byte;
}

// The compressed data that wait, as a chunk.
static void put_data(writer *w) {
    begin_chunk(w, "IDAT", w->held);
    for (uint32_t i = 0; i < w->held; i++) put_byte(w, w->data[i]);
    end_chunk(w);
    w->held = 0;
}

// Bits of compressed data, the lowest first.
static void put_bits(writer *w, uint32_t bits, int count) {
    uint64_t waiting = w->bits | (uint64_t)bits << w->bit_count;
    uint32_t held = w->held;
    int left = w->bit_count + count;
    for (; left >= 8; left -= 8, waiting >>= 8) w->data[held++] = (unsigned char)waiting;
    w->bits = (uint32_t)waiting;
    w->bit_count = left;
    w->held = held;
    if (held >= DATA) put_data(w);
}

static uint32_t turned(uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; i++) turned |= (code >> i & 1) << (count - 1 - i);
    return turned;
}

// A Huffman code, its highest bit first.
static void put_code(writer *w, uint32_t code, int count) {
    put_bits(w, turned(code, count), count);
}

// The code of a byte in the order in which its bits are written: 0x30 + byte of 8 bits, from 144 on 0x100 +
// byte of 9.
static uint32_t literal_of(uint32_t byte) {
    int count = byte < 144 ? 8 : 9;
    return turned(byte < 144 ? 0x30 + byte : 0x100 + byte, count);
}

static void put_literal(writer *w, unsigned char byte) {
    put_bits(w, w->literal[byte], byte < 144 ? 8 : 9);
}

// `run` more of the byte before: copies at distance 1, of the lengths that need no extra bits.
static void put_run(writer *w, unsigned char byte, int run) {
    enum { LONGEST = 258, LONG = 10, SHORTEST = 3 };
    while (run >= SHORTEST) {
        int length = run >= LONGEST ? LONGEST : run < LONG ? run : LONG;
        if (length == LONGEST) put_code(w, 0xC5, 8);
        else put_code(w, (uint32_t)(1 + length - SHORTEST), 7);
        put_code(w, 0, 5);
        run -= length;
    }
    for (; run > 0; run--) put_literal(w, byte);
}

static void put_row(writer *w, int count, const unsigned char *bytes) {
    for (int x = 0, run; x < count; x += run) {
        for (run = 1; x + run < count && bytes[x + run] == bytes[x];) run++;
        put_literal(w, bytes[x]);
        put_run(w, bytes[x], run - 1);
    }
}

static void add_to_sum(writer *w, const unsigned char *bytes, int count) {
    uint32_t a = w->adler_a;
    uint64_t b = w->adler_b;
    for (int i = 0; i < count; i++) {
        a += bytes[i];
        b += a;
    }
    w->adler_a = a % 65521;
    w->adler_b = (uint32_t)(b % 65521);
}

enum { PLAIN, SUB, UP, ROW = 1 + 3 * CR_PNG_SIDE }; // filters of PNG

// Fills the filter and the bytes of a row of colours by it; how large the differences are.
static long filter_row(const picture *p, int y, unsigned char filter, unsigned char row[ROW]) {
    int count = 3 * p->width;
    const unsigned char *from = p->pixels + (size_t)y * (size_t)count;
    long size = 0;
    row[0] = filter;
    for (int x = 0; x < count; x++) {
        unsigned char before = filter == SUB && x >= 3 ? from[x - 3]
                               : filter == UP && y > 0 ? from[x - count]
                                                       : 0;
        row[x + 1] = (unsigned char)(from[x] - before);
        size += row[x + 1] < 128 ? row[x + 1] : 256 - row[x + 1];
    }
    return size;
}

static void put_filtered(writer *w, unsigned char filter, int count, const unsigned char *bytes) {
    put_literal(w, filter);
    put_row(w, count, bytes);
    add_to_sum(w, &filter, 1);
    add_to_sum(w, bytes, count);
}

// One block with fixed codes.
static void put_rows(writer *w, const picture *p) {
    unsigned char row[ROW];
    put_bits(w, 0x0178, 16); // zlib, no dictionary
    put_bits(w, 3, 3);
    for (int y = 0; y < p->height; y++) {
        if (p->palette) {
            put_filtered(w, PLAIN, p->width, p->pixels + (size_t)y * (size_t)p->width);
            continue;
        }
        if (filter_row(p, y, SUB, row) < filter_row(p, y, UP, row)) filter_row(p, y, SUB, row);
        put_filtered(w, row[0], 3 * p->width, row + 1);
    }
    put_code(w, 0, 7); // the end
    if (w->bit_count) put_bits(w, 0, 8 - w->bit_count);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_bits(w, (w->adler_b << 16 | w->adler_a) >> shift & 255, 8);
    if (w->held) put_data(w);
}

static void put_header(writer *w, const picture *p) {
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    const unsigned char kind[] = {8, p->palette ? 3 : 2, 0, 0, 0}; // bits, colour type, methods
    for (size_t i = 0; i < sizeof signature; i++) put_byte(w, signature[i]);
    begin_chunk(w, "IHDR", 13);
    put_word(w, (uint32_t)p->width);
    put_word(w, (uint32_t)p->height);
    for (size_t i = 0; i < sizeof kind; i++) put_byte(w, kind[i]);
    end_chunk(w);
}

static void put_palette(writer *w, const cr_rgb palette[256]) {
    begin_chunk(w, "PLTE", 3 * 256);
    for (int i = 0; i < 256; i++) {
        put_byte(w, palette[i].r);
        put_byte(w, palette[i].g);
        put_byte(w, palette[i].b);
    }
    end_chunk(w);
}

static void put_picture(FILE *out, bool text, const picture *p) {
    assert(p->width > 0 && p->width <= CR_PNG_SIDE && p->height > 0);
    writer w = {.file = text ? NULL : out, .text = {.out = out}, .adler_a = 1};
    for (uint32_t i = 0; i < 256; i++) {
        w.crc_of[i] = crc_of(i);
        w.literal[i] = (uint16_t)literal_of(i);
    }
    put_header(&w, p);
    if (p->palette) put_palette(&w, p->palette);
    put_rows(&w, p);
    begin_chunk(&w, "IEND", 0);
    end_chunk(&w);
    cr_base64_end(&w.text);
}

void cr_png_uri(FILE *out, int width, int height, const unsigned char *pixels, const cr_rgb palette[256]) {
    fputs("data:image/png;base64,", out);
    put_picture(out, true, &(picture){width, height, pixels, palette});
}

void cr_png_write(FILE *out, int width, int height, const unsigned char *pixels) {
    put_picture(out, false, &(picture){width, height, pixels, NULL});
}
