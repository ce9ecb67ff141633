// A cursor over the bytes of a file: words and numbers of text, numbers of binary parts, and the first
// failure with its line or byte.
#ifndef CAROM_IO_SCAN_H
#define CAROM_IO_SCAN_H

#include "carom/base.h"

#include <stdint.h>

typedef struct scan {
    const char *path, *bytes;
    size_t size, at;
    bool binary, swapped; // byte order other than this machine's
    cr_arena *arena;      // for what stays
    cr_arena *work;       // for what is needed while reading
    cr_error *error;
    cr_status status; // of the first failure
} scan;

// Begins at the first byte with a work arena beside `arena`; false when there is no memory.
bool scan_begin(scan *s, const char *path, const char *bytes, size_t size, cr_arena *arena, cr_error *error);
// Frees the work arena, takes `arena` back to the mark when something failed, and returns the status.
cr_status scan_end(scan *s, cr_arena_mark mark);

// Fails at the cursor unless something failed before; always false.
bool scan_fail(scan *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool scan_no_memory(scan *s, size_t count, const char *of);

// The next word of text into `word`, cut where it has no room; false at the end of the bytes.
bool scan_word(scan *s, char *word, size_t room);
bool scan_expect(scan *s, const char *word);
void scan_skip_line(scan *s);
// `size` bytes as they are in a number of this machine.
bool scan_take(scan *s, const char *what, void *to, size_t size);
// Numbers: words in text, fixed sizes in binary. `what` names it in errors.
bool scan_text_integer(scan *s, const char *what, long long *value);
bool scan_integer(scan *s, const char *what, int *value);
bool scan_long(scan *s, const char *what, long long *value); // of 8 bytes
bool scan_double(scan *s, const char *what, double *value);
// Whether so many things can be there: each has at least `binary` or `text` bytes.
bool scan_fits(scan *s, const char *what, long long count, size_t binary, size_t text);

#endif
