// Pictures as PNG. Write errors stay in the stream.
#ifndef CAROM_IO_PNG_H
#define CAROM_IO_PNG_H

#include <stdio.h>

enum { CR_PNG_SIDE = 7680 }; // pixels, at most

typedef struct cr_rgb {
    unsigned char r, g, b;
} cr_rgb;

// A picture of palette indices as the text of a data URI.
void cr_png_uri(FILE *out, int width, int height, const unsigned char *pixels, const cr_rgb palette[256]);
// A file: 3 bytes per pixel.
void cr_png_write(FILE *out, int width, int height, const unsigned char *pixels);

#endif
