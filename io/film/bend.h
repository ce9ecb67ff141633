// Bodies that bend: their surface as its modes have it at a time.
#ifndef CAROM_IO_FILM_BEND_H
#define CAROM_IO_FILM_BEND_H

#include "carom/modes.h"
#include "carom/record.h"
#include "io/film/picture.h"

typedef struct cr_bend {
    const cr_modes *modes; // whose first `count` are in contact; NULL: the body does not bend
    int count;
    double *shape; // amplitudes of them, kg^1/2 m
    float *position;
    cr_form_mesh mesh;
    cr_skin skin;
} cr_bend;

// All of it is the arena's; modes NULL or a body without modes in contact: it does not bend. CR_ERR_MEMORY.
cr_status cr_bend_make(const cr_modes *modes, const cr_record_body *body, cr_arena *arena, cr_bend *bend,
                       cr_error *error);
// Its skin as the amplitudes are. Scratch memory is taken from the arena and given back.
cr_status cr_bend_follow(cr_bend *bend, cr_arena *arena, cr_error *error);

#endif
