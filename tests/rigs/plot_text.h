// A plot as the text of its SVG.
#ifndef CAROM_TEST_PLOT_TEXT_H
#define CAROM_TEST_PLOT_TEXT_H

#include "io/plot/svg.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// The caller frees it.
static inline char *draw(const cr_plot *plots, int count, int columns) {
    FILE *out = tmpfile();
    cr_plot_write_panels(out, plots, count, columns);
    size_t length = (size_t)ftell(out);
    char *text = calloc(length + 1, 1);
    rewind(out);
    CHECK(fread(text, 1, length, out) == length, "the plot reads back");
    fclose(out);
    return text;
}

static inline int occurrences(const char *text, const char *wanted) {
    int count = 0;
    while ((text = strstr(text, wanted))) count++, text += strlen(wanted);
    return count;
}

#endif
