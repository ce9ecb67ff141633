// What the bodies of a recording look like: their surfaces, each once, and where they are in space.
#ifndef CAROM_IO_RECORD_LOOK_H
#define CAROM_IO_RECORD_LOOK_H

#include "io/record/export.h"
#include "io/record/mesh_form.h"

typedef struct cr_look_part {
    int surface;
    cr_pose pose; // in the frame of the body
} cr_look_part;

typedef struct cr_looks {
    cr_form_mesh *surface;
    int surfaces;
    cr_look_part *part; // of body i: part[first[i]] to part[first[i + 1] - 1]
    int *first;
    cr_vec low, high; // what bodies with bounds fill while they move, m
} cr_looks;

// All of it is the arena's but the surfaces of modes. CR_ERR_MEMORY, and as cr_record_reader_next.
cr_status cr_looks_make(cr_record_reader *reader, const cr_body_look *looks, cr_arena *arena, cr_looks *made,
                        cr_error *error);

// Colours of surfaces; the first is that of squares: grounds and walls.
enum { CR_LOOK_COLORS = 8 };
extern const double cr_look_colors[CR_LOOK_COLORS][3];
bool cr_look_is_square(const cr_looks *looks, int surface);
int cr_look_color(const cr_looks *looks, int surface);

// The latest time of which all bodies are known; looks at the heads of blocks only.
cr_status cr_record_last_time(cr_record_reader *reader, double *time, cr_error *error);

#endif
