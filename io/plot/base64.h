// Bytes as the text of a data URI (RFC 4648).
#ifndef CAROM_IO_PLOT_BASE64_H
#define CAROM_IO_PLOT_BASE64_H

#include <stdio.h>

typedef struct cr_base64 {
    FILE *out;
    unsigned char group[3]; // bytes that wait to become four characters
    int waiting;
} cr_base64;

void cr_base64_put(cr_base64 *text, unsigned char byte);
// What still waits.
void cr_base64_end(cr_base64 *text);

#endif
