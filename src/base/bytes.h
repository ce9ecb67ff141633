// Numbers as bytes, little-endian. A cursor that runs out of bytes stays at its end and says so: what it gave
// then are zeros.
#ifndef CAROM_BASE_BYTES_H
#define CAROM_BASE_BYTES_H

#include "carom/space.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

_Static_assert(sizeof(float) == 4 && sizeof(double) == 8 && INT_MAX == INT32_MAX, "IEEE 754, 32-bit int");

static inline unsigned char *cr_put_u32(unsigned char *to, uint32_t x) {
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(x >> 8 * i & 255);
    return to + 4;
}

static inline unsigned char *cr_put_u64(unsigned char *to, uint64_t x) {
    return cr_put_u32(cr_put_u32(to, (uint32_t)(x & UINT32_MAX)), (uint32_t)(x >> 32));
}

static inline unsigned char *cr_put_f64s(unsigned char *to, const double *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        to = cr_put_u64(to, bits);
    }
    return to;
}

static inline unsigned char *cr_put_vec(unsigned char *to, cr_vec v) {
    return cr_put_f64s(to, (double[]){v.x, v.y, v.z}, 3);
}

static inline unsigned char *cr_put_f32s(unsigned char *to, const float *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        to = cr_put_u32(to, bits);
    }
    return to;
}

static inline unsigned char *cr_put_i32s(unsigned char *to, const int *x, size_t count) {
    for (size_t i = 0; i < count; i++) to = cr_put_u32(to, (uint32_t)x[i]);
    return to;
}

static inline uint32_t cr_get_u32(const unsigned char *from) {
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t cr_get_u64(const unsigned char *from) {
    return cr_get_u32(from) | (uint64_t)cr_get_u32(from + 4) << 32;
}

// What is above the largest int becomes -1, which no count is and no index.
static inline int cr_get_int(const unsigned char *from) {
    uint32_t x = cr_get_u32(from);
    return x <= INT_MAX ? (int)x : -1;
}

static inline const unsigned char *cr_get_f64s(const unsigned char *from, double *x, size_t count) {
    for (size_t i = 0; i < count; i++, from += 8) {
        uint64_t bits = cr_get_u64(from);
        memcpy(&x[i], &bits, sizeof bits);
    }
    return from;
}

static inline const unsigned char *cr_get_f32s(const unsigned char *from, float *x, size_t count) {
    for (size_t i = 0; i < count; i++, from += 4) {
        uint32_t bits = cr_get_u32(from);
        memcpy(&x[i], &bits, sizeof bits);
    }
    return from;
}

static inline const unsigned char *cr_get_ints(const unsigned char *from, int *x, size_t count) {
    for (size_t i = 0; i < count; i++, from += 4) x[i] = cr_get_int(from);
    return from;
}

typedef struct cr_cursor {
    const unsigned char *at, *end;
    bool short_of; // it ran out
} cr_cursor;

static inline bool cr_cursor_has(cr_cursor *c, size_t count) {
    if ((size_t)(c->end - c->at) >= count) return true;
    c->short_of = true;
    c->at = c->end;
    return false;
}

static inline uint32_t cr_take_u32(cr_cursor *c) {
    if (!cr_cursor_has(c, 4)) return 0;
    c->at += 4;
    return cr_get_u32(c->at - 4);
}

static inline int cr_take_int(cr_cursor *c) {
    if (!cr_cursor_has(c, 4)) return 0;
    c->at += 4;
    return cr_get_int(c->at - 4);
}

static inline void cr_take_f64s(cr_cursor *c, double *x, size_t count) {
    for (size_t i = 0; i < count; i++) x[i] = 0.0;
    if (cr_cursor_has(c, 8 * count)) c->at = cr_get_f64s(c->at, x, count);
}

static inline double cr_take_f64(cr_cursor *c) {
    double x;
    cr_take_f64s(c, &x, 1);
    return x;
}

static inline cr_vec cr_take_vec(cr_cursor *c) {
    double v[3];
    cr_take_f64s(c, v, 3);
    return cr_vec_make(v[0], v[1], v[2]);
}

#endif
