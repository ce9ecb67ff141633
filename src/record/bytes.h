// Numbers as bytes, little-endian, and texts. A cursor that runs out of bytes stays at its end and says so:
// what it gave then are zeros.
#ifndef CAROM_RECORD_BYTES_H
#define CAROM_RECORD_BYTES_H

#include "carom/space.h"

#include <stdint.h>
#include <string.h>

_Static_assert(sizeof(double) == 8, "IEEE 754");

enum { CR_VARINT_MOST = 5 }; // bytes of a u32 in groups of 7 bits, the lowest first

static inline unsigned char *cr_put_u32(unsigned char *to, uint32_t x) {
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(x >> 8 * i & 255);
    return to + 4;
}

static inline unsigned char *cr_put_u64(unsigned char *to, uint64_t x) {
    return cr_put_u32(cr_put_u32(to, (uint32_t)(x & UINT32_MAX)), (uint32_t)(x >> 32));
}

static inline unsigned char *cr_put_f64(unsigned char *to, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return cr_put_u64(to, bits);
}

static inline unsigned char *cr_put_f64s(unsigned char *to, const double *x, int count) {
    for (int i = 0; i < count; i++) to = cr_put_f64(to, x[i]);
    return to;
}

static inline unsigned char *cr_put_vec(unsigned char *to, cr_vec v) {
    return cr_put_f64s(to, (double[]){v.x, v.y, v.z}, 3);
}

static inline unsigned char *cr_put_varint(unsigned char *to, uint32_t x) {
    for (; x > 127; x >>= 7) *to++ = (unsigned char)((x & 127) | 128);
    *to++ = (unsigned char)x;
    return to;
}

static inline uint32_t cr_get_u32(const unsigned char *from) {
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t cr_get_u64(const unsigned char *from) {
    return cr_get_u32(from) | (uint64_t)cr_get_u32(from + 4) << 32;
}

static inline double cr_get_f64(const unsigned char *from) {
    uint64_t bits = cr_get_u64(from);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

typedef struct cr_cursor {
    const unsigned char *at, *end;
    bool short_of; // it ran out, or a number did not fit
} cr_cursor;

static inline bool cr_cursor_has(cr_cursor *c, size_t count) {
    if ((size_t)(c->end - c->at) >= count) return true;
    c->short_of = true;
    c->at = c->end;
    return false;
}

static inline unsigned cr_take_byte(cr_cursor *c) {
    return cr_cursor_has(c, 1) ? *c->at++ : 0;
}

static inline uint32_t cr_take_u32(cr_cursor *c) {
    if (!cr_cursor_has(c, 4)) return 0;
    c->at += 4;
    return cr_get_u32(c->at - 4);
}

static inline uint64_t cr_take_u64(cr_cursor *c) {
    if (!cr_cursor_has(c, 8)) return 0;
    c->at += 8;
    return cr_get_u64(c->at - 8);
}

static inline double cr_take_f64(cr_cursor *c) {
    if (!cr_cursor_has(c, 8)) return 0.0;
    c->at += 8;
    return cr_get_f64(c->at - 8);
}

static inline void cr_take_f64s(cr_cursor *c, double *x, int count) {
    for (int i = 0; i < count; i++) x[i] = cr_take_f64(c);
}

static inline cr_vec cr_take_vec(cr_cursor *c) {
    double v[3];
    cr_take_f64s(c, v, 3);
    return cr_vec_make(v[0], v[1], v[2]);
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
