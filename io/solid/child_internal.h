// What the process that computes modes tells the one that waits for them.
#ifndef CAROM_IO_MODES_CHILD_INTERNAL_H
#define CAROM_IO_MODES_CHILD_INTERNAL_H

#include "carom/prep.h"

typedef enum cr_modes_news { CR_NEWS_PROGRESS, CR_NEWS_ERROR, CR_NEWS_MODES } cr_modes_news;

// Always of this size; after CR_NEWS_MODES come the arrays of cr_modes_arrays. Both ends are the same
// program.
typedef struct cr_modes_message {
    cr_modes_news news;
    double share;
    char stage[48];
    cr_error error;
    cr_modes modes;
    cr_modal_result result;
} cr_modes_message;

typedef struct cr_modes_array {
    void *at; // a pointer to the array
    size_t count, size;
} cr_modes_array;

enum { CR_MODES_ARRAYS = 13 };
// The arrays of a message in the order in which they follow it.
void cr_modes_arrays(cr_modes_message *message, cr_modes_array arrays[CR_MODES_ARRAYS]);

// The child: computes, tells through the descriptor, ends.
_Noreturn void cr_modes_child_run(const cr_modal_job *job, const char *material, cr_allocator allocator,
                                  int tell);

#endif
