// Modes for other programs: tables and text. Write errors stay in the stream.
#ifndef CAROM_IO_MODES_EXPORT_H
#define CAROM_IO_MODES_EXPORT_H

#include "carom/modes.h"

#include <stdio.h>

// Time in which a mode loses 60 dB, s; INFINITY without damping.
double cr_modes_t60(double sigma);
// Frequency at which a mode swings with its damping, Hz; 0 when it only creeps.
double cr_modes_damped(double frequency, double sigma);

// One line per mode: mode, frequency (undamped), damped frequency, sigma, t60.
void cr_modes_csv(FILE *out, const cr_modes *modes);
// One line per vertex: x, y, z, then the displacement of every mode along x, y, z.
void cr_modes_csv_shapes(FILE *out, const cr_modes *modes);
// One object: name, material, mass, frequencies, decay rates, positions, triangles and shapes[mode][vertex].
void cr_modes_json_shapes(FILE *out, const cr_modes *modes);

// A Faust program: a function of the solid's name, from force to sound, whose argument is one of eight places
// to tap, and a process that taps it. Scratch memory is taken from the arena and given back. CR_ERR_MEMORY.
cr_status cr_modes_faust(FILE *out, const cr_modes *modes, cr_arena *arena, cr_error *error);

#endif
