// Besides base/bytes.h: single numbers, and integers in as few bytes as they need.
#ifndef CAROM_RECORD_BYTES_H
#define CAROM_RECORD_BYTES_H

#include "base/bytes.h"

enum { CR_VARINT_MOST = 5 }; // bytes of a u32 in groups of 7 bits, the lowest first

static inline unsigned char *cr_put_f64(unsigned char *to, double x) {
    return cr_put_f64s(to, &x, 1);
}

static inline unsigned char *cr_put_varint(unsigned char *to, uint32_t x) {
    for (; x > 127; x >>= 7) *to++ = (unsigned char)((x & 127) | 128);
    *to++ = (unsigned char)x;
    return to;
}

static inline double cr_get_f64(const unsigned char *from) {
    double x;
    cr_get_f64s(from, &x, 1);
    return x;
}

static inline unsigned cr_take_byte(cr_cursor *c) {
    return cr_cursor_has(c, 1) ? *c->at++ : 0;
}

static inline uint64_t cr_take_u64(cr_cursor *c) {
    if (!cr_cursor_has(c, 8)) return 0;
    c->at += 8;
    return cr_get_u64(c->at - 8);
}

static inline uint32_t cr_take_varint(cr_cursor *c) {
    uint32_t x = 0;
    for (int i = 0; i < CR_VARINT_MOST; i++) {
        unsigned byte = cr_take_byte(c);
        if (i == CR_VARINT_MOST - 1 && byte > 15) break;
        x |= (uint32_t)(byte & 127) << 7 * i;
        if (byte < 128) return x;
    }
    c->short_of = true;
    return 0;
}

#endif
