#include "io/plot/base64.h"

#include <string.h>

static void put_group(cr_base64 *text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = (unsigned)text->group[0] << 16 | (unsigned)text->group[1] << 8 | text->group[2];
    char four[4];
    for (int i = 0; i < 4; i++) four[i] = i <= text->waiting ? digits[bits >> (18 - 6 * i) & 63] : '=';
    fwrite(four, 1, 4, text->out);
    memset(text->group, 0, sizeof text->group);
    text->waiting = 0;
}

void cr_base64_put(cr_base64 *text, unsigned char byte) {
    text->group[text->waiting++] = byte;
    if (text->waiting == 3) put_group(text);
}

void cr_base64_end(cr_base64 *text) {
    if (text->waiting) put_group(text);
}
