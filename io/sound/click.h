// The clicks of a body that is thrown about as a whole, towards every point.
#ifndef CAROM_IO_SOUND_CLICK_H
#define CAROM_IO_SOUND_CLICK_H

#include "io/sound/line.h"

typedef struct cr_sound_click cr_sound_click;

// Of a body with a mass, by the recording or, without one, by its modes; all of it is the arena's. NULL:
// CR_ERR_RANGE, CR_ERR_MEMORY.
cr_sound_click *cr_sound_click_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                   int point_count, cr_arena *arena, cr_error *error);
cr_clicker *cr_sound_click_clicker(cr_sound_click *click);
void cr_sound_click_begin(cr_sound_click *click, double time, const cr_body_state *bodies);
// A block, at whose end [s] the bodies are as given; then what it gave off goes on its way to the points
// whose first channel is the given one.
void cr_sound_click_run(cr_sound_click *click, double end, const cr_body_state *bodies);
void cr_sound_click_send(cr_sound_click *click, int channel, cr_heard *const *heard);

#endif
