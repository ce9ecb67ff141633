#include "io/plot/base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_all(cr_base64 *text) {
    char four[sizeof text->waiting / 3 * 4], *to = four;
    for (int i = 0; i < text->count; i += 3, to += 4) {
        const unsigned char *from = text->waiting + i;
        unsigned bits = (unsigned)from[0] << 16 | (unsigned)from[1] << 8 | from[2];
        for (int k = 0; k < 4; k++) to[k] = digits[bits >> (18 - 6 * k) & 63];
    }
    for (int missing = (3 - text->count % 3) % 3; missing > 0; missing--) to[-missing] = '=';
    fwrite(four, 1, (size_t)(to - four), text->out);
    text->count = 0;
}

void cr_base64_put(cr_base64 *text, unsigned char byte) {
    text->waiting[text->count++] = byte;
    if (text->count == sizeof text->waiting) put_all(text);
}

void cr_base64_put_bytes(cr_base64 *text, const unsigned char *bytes, int count) {
    const int most = sizeof text->waiting;
    while (count > 0) {
        int fits = count < most - text->count ? count : most - text->count;
        memcpy(text->waiting + text->count, bytes, (size_t)fits);
        text->count += fits;
        bytes += fits;
        count -= fits;
        if (text->count == most) put_all(text);
    }
}

void cr_base64_end(cr_base64 *text) {
    for (int i = text->count; i % 3; i++) text->waiting[i] = 0;
    put_all(text);
}
