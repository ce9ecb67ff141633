// The line from a place on a body to one point of the air: what is sent there is filtered by the head, if
// there is one, and arrives later.
#ifndef CAROM_IO_SOUND_LINE_H
#define CAROM_IO_SOUND_LINE_H

#include "io/sound/point.h"

#define CR_SOUND_SPEED 343.2   // m/s
#define CR_SOUND_DENSITY 1.204 // kg/m^3, of the air

// Where a listener is, seen from a place on a body.
typedef struct cr_sound_sight {
    double distance; // m, to where the listener is when the sound arrives
    cr_vec local;    // m: the listener from the centre of mass, in the frame of the body
    cr_vec from;     // where the sound comes from, in the listener's frame
} cr_sound_sight;

// From a place in the frame of the body, at a time of the recording.
cr_sound_sight cr_sound_look(const cr_sound_pass_def *def, const cr_sound_point *point, int body,
                             cr_vec place, double time, const cr_body_state *bodies);

// How much later than in the recording contacts act, while their forces go over into those of the next step
// [s]: half the longest step, as far as it is not noticed.
double cr_sound_blend(const cr_sound_pass_def *def);

typedef struct cr_sound_line {
    double distance, gain; // at the end of the last block
    cr_travel *travel[2];
    cr_fade_filter *fade[2]; // of a head
} cr_sound_line;

// CR_ERR_MEMORY.
cr_status cr_sound_line_make(cr_sound_line *line, const cr_sound_point *point, cr_arena *arena,
                             cr_error *error);
// Before the first block; lead: what arrives so much earlier [s].
void cr_sound_line_begin(cr_sound_line *line, const cr_sound_pass_def *def, const cr_sound_point *point,
                         const cr_sound_sight *sight, double lead);
// A block, which is changed; given: samples that have been sent, this block included; sight: at its end.
void cr_sound_line_send(cr_sound_line *line, const cr_sound_pass_def *def, const cr_sound_point *point,
                        double *signal, long long given, const cr_sound_sight *sight, double lead,
                        cr_heard *const *heard);

#endif
