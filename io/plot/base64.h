// Bytes as the text of a data URI (RFC 4648).
#ifndef CAROM_IO_PLOT_BASE64_H
#define CAROM_IO_PLOT_BASE64_H

#include <stdio.h>

typedef struct cr_base64 {
    FILE *out;
    unsigned char waiting[3 * 1024]; // bytes that wait to become four characters for three
    int count;
} cr_base64;

void cr_base64_put(cr_base64 *text, unsigned char byte);
void cr_base64_put_bytes(cr_base64 *text, const unsigned char *bytes, int count);
// What still waits.
void cr_base64_end(cr_base64 *text);

#endif
