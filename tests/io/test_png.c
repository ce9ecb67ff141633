// Pictures as PNG: what is written is read back by an inflater that knows fixed codes, checksums included.
#include "io/plot/spectrum.h"
#include "seeds.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 700, KINDS = 9, HEIGHT = 10 * KINDS };

static size_t from_base64(const char *text, unsigned char *bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t count = 0;
    for (; text[0] && text[1] && text[2] && text[3]; text += 4) {
        uint32_t bits = 0;
        int pads = (text[2] == '=') + (text[3] == '=');
        for (int i = 0; i < 4; i++)
            bits = bits << 6 | (text[i] == '=' ? 0 : (uint32_t)(strchr(digits, text[i]) - digits));
        for (int i = 0; i < 3 - pads; i++) bytes[count++] = (unsigned char)(bits >> (16 - 8 * i));
    }
    return count;
}

static uint32_t word_at(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// CRC-32 of PNG, bit by bit.
static uint32_t crc_of(const unsigned char *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

typedef struct bits {
    const unsigned char *bytes;
    size_t at; // bit
} bits;

static unsigned take(bits *b, int count, bool highest_first) {
    unsigned value = 0;
    for (int i = 0; i < count; i++, b->at++) {
        unsigned bit = b->bytes[b->at / 8] >> b->at % 8 & 1;
        value = highest_first ? value << 1 | bit : value | bit << i;
    }
    return value;
}

// A symbol by the fixed codes of RFC 1951, 3.2.6.
static int symbol(bits *b) {
    unsigned code = take(b, 7, true);
    if (code <= 0x17) return (int)(256 + code);
    code = code << 1 | take(b, 1, true);
    if (code >= 0x30 && code <= 0xBF) return (int)(code - 0x30);
    if (code >= 0xC0 && code <= 0xC7) return (int)(280 + code - 0xC0);
    code = code << 1 | take(b, 1, true);
    return (int)(144 + code - 0x190);
}

static size_t inflate(const unsigned char *bytes, unsigned char *out, size_t room) {
    bits b = {bytes + 2, 0};
    size_t count = 0;
    CHECK((bytes[0] << 8 | bytes[1]) % 31 == 0 && bytes[0] == 0x78, "head of zlib");
    CHECK(take(&b, 1, false) == 1 && take(&b, 2, false) == 1, "one last block of fixed codes");
    for (int s; (s = symbol(&b)) != 256 && count < room;) {
        if (s < 256) {
            out[count++] = (unsigned char)s;
            continue;
        }
        CHECK((s <= 264 || s == 285) && take(&b, 5, true) == 0, "symbol %d", s);
        int length = s == 285 ? 258 : s - 254;
        for (; length && count < room; length--, count++) out[count] = out[count - 1];
    }
    uint32_t first = 1, second = 0;
    for (size_t i = 0; i < count; i++) {
        first = (first + out[i]) % 65521;
        second = (second + first) % 65521;
    }
    CHECK(word_at(bytes + 2 + (b.at + 7) / 8) == (second << 16 | first), "Adler's sum");
    return count;
}

// Noise, and runs of every length.
static void make_picture(unsigned char *pixels, uint32_t seed) {
    for (int y = 0; y < HEIGHT; y++) {
        int kind = y % KINDS;
        for (int x = 0, run = 0; x < WIDTH; x++) {
            seed = seed * 1664525u + 1013904223u;
            if (run-- <= 0) run = kind == 0 ? 0 : kind == 1 ? WIDTH : (int)(seed >> 8) % (1 << kind);
            pixels[y * WIDTH + x] =
                kind && run >= 0 && x ? pixels[y * WIDTH + x - 1] : (unsigned char)(seed >> 24);
            if (kind > 1 && run <= 0) pixels[y * WIDTH + x] = (unsigned char)(seed >> 24);
        }
    }
}

// The rows of the file, inflated, with their filters; how many bytes.
static size_t rows_of(const unsigned char *file, size_t size, unsigned width, unsigned height,
                      unsigned char *back, size_t room) {
    static unsigned char data[65536];
    size_t held = 0;
    CHECK(memcmp(file, "\x89PNG\r\n\x1a\n", 8) == 0, "signature");
    for (size_t at = 8; at < size; at += 12 + word_at(file + at)) {
        uint32_t chunk = word_at(file + at);
        CHECK(at + 12 + chunk <= size && word_at(file + at + 8 + chunk) == crc_of(file + at + 4, chunk + 4),
              "checksum of %.4s", (const char *)file + at + 4);
        if (memcmp(file + at + 4, "IHDR", 4) == 0)
            CHECK(word_at(file + at + 8) == width && word_at(file + at + 12) == height, "size");
        if (memcmp(file + at + 4, "IDAT", 4) != 0) continue;
        CHECK(held + chunk <= sizeof data, "%zu bytes", held + chunk);
        if (held + chunk > sizeof data) return 0;
        memcpy(data + held, file + at + 8, chunk);
        held += chunk;
    }
    return inflate(data, back, room);
}

static void test_picture(uint32_t seed) {
    static unsigned char pixels[WIDTH * HEIGHT], file[65536], back[2 * WIDTH * HEIGHT];
    cr_rgb palette[256] = {{1, 2, 3}};
    char *text;
    size_t length;
    make_picture(pixels, seed);
    FILE *out = open_memstream(&text, &length);
    cr_png_uri(out, WIDTH, HEIGHT, pixels, palette);
    fclose(out);
    CHECK(strncmp(text, "data:image/png;base64,", 22) == 0, "%.30s", text);
    size_t rows = rows_of(file, from_base64(text + 22, file), WIDTH, HEIGHT, back, sizeof back);
    CHECK(length > 3 * 8192, "%zu bytes are several chunks", length);
    free(text);
    CHECK(rows == HEIGHT * (WIDTH + 1), "%zu bytes", rows);
    for (int y = 0; y < HEIGHT; y++)
        CHECK(!back[y * (WIDTH + 1)] && !memcmp(back + y * (WIDTH + 1) + 1, pixels + y * WIDTH, WIDTH),
              "row %d", y);
}

// Rows that are like the one above, like the pixel before, or like nothing.
static void test_colors(uint32_t seed) {
    enum { ACROSS = 100, BYTES = 3 * ACROSS, DOWN = 21 };
    static unsigned char pixels[DOWN * BYTES], back[2 * DOWN * BYTES];
    char *file;
    size_t length;
    for (int i = 0; i < DOWN * BYTES; i++) {
        int y = i / BYTES, x = i % BYTES;
        seed = seed * 1664525u + 1013904223u;
        pixels[i] = (unsigned char)(y % 3 == 1             ? pixels[i - BYTES]
                                    : y % 3 == 2 && x >= 3 ? pixels[i - 3]
                                                           : seed >> 24);
    }
    FILE *out = open_memstream(&file, &length);
    cr_png_write(out, ACROSS, DOWN, pixels);
    fclose(out);
    size_t rows = rows_of((unsigned char *)file, length, ACROSS, DOWN, back, sizeof back);
    free(file);
    CHECK(rows == DOWN * (BYTES + 1), "%zu bytes", rows);
    for (int y = 0; y < DOWN; y++) {
        unsigned char *row = back + y * (BYTES + 1), filter = row[0];
        for (int x = 0; x < BYTES; x++) { // PNG, 9.2
            int before = filter == 1 && x >= 3 ? row[x - 2] : filter == 2 && y ? row[x - BYTES] : 0;
            row[x + 1] = (unsigned char)(row[x + 1] + before);
        }
        CHECK(filter <= 2 && !memcmp(row + 1, pixels + y * BYTES, BYTES), "row %d, filter %d", y, filter);
    }
    CHECK(length < (DOWN / 3 + 1) * (BYTES + BYTES / 8 + 40), "%zu bytes: rows that are alike cost nothing",
          length);
}

int main(void) {
    for (TEST_SEEDS(seed, 1, 2, 3)) test_picture((uint32_t)seed), test_colors((uint32_t)seed);
    return test_summary();
}
