// Lists of modes as synthesis programs and measurements give them, in tables (.csv) or JSON (.json), for
// modal objects: docs/mode-lists.md.
#ifndef CAROM_IO_MODES_LIST_H
#define CAROM_IO_MODES_LIST_H

#include "carom/base.h"

enum { CR_MODES_LIST_MOST = 4096 };

typedef struct cr_modes_list {
    int modes, points;
    double *frequency, *sigma; // per mode, Hz and 1/s
    double *shape;             // [mode][point], kg^-1/2
} cr_modes_list;

// Whether a path is that of a list, by its ending.
bool cr_modes_list_is_path(const char *path);
// CR_ERR_INPUT with the line of a table or the number of the mode, CR_ERR_IO, CR_ERR_MEMORY. The arrays are
// the arena's.
cr_status cr_modes_list_read(const char *path, cr_arena *arena, cr_modes_list *list, cr_error *error);
// The same of a text, which is changed; a NUL follows its `length` bytes.
cr_status cr_modes_list_parse(const char *path, char *text, size_t length, cr_arena *arena,
                              cr_modes_list *list, cr_error *error);

#endif
