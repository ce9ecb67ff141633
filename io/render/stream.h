// A simulation run to the end of its sound: decimated, mixed, faded, and handed on block by block.
#ifndef CAROM_IO_RENDER_STREAM_H
#define CAROM_IO_RENDER_STREAM_H

#include "carom/audio.h"
#include "io/render/parts.h"

enum { CR_STREAM_BLOCK = 1024, CR_STREAM_PATIENCE = 256 }; // frames handed on; steps between looks

#define CR_STREAM_FULL 0.89125093813374556 // -1 dB, the peak of a sound that was brought to full scale

// Who hears the simulation instead of its pickups.
typedef struct cr_stream_ears {
    void *context;
    int channels, lag; // frames come so many steps late
    // Runs the simulation for so many steps and writes the frames that are known, at most steps + lag.
    int (*run)(void *context, int steps, double *frames);
} cr_stream_ears;

// Whoever waits for the sound. All but `take` may be NULL.
typedef struct cr_stream_watch {
    const cr_stream_ears *ears;
    cr_render_parts *parts; // that run instead of the simulation; nothing is noted of them
    int interval;           // steps between notes, at most CR_STREAM_PATIENCE
    void (*note)(void *context, long long step); // once before the first step, then after every interval
    bool (*stopped)(void *context);              // asked every CR_STREAM_PATIENCE steps
    void (*progress)(void *context);             // after every block
    // The samples, before any gain; none come once they are not finite.
    cr_status (*take)(void *context, const double *frames, int count, cr_error *error);
    void *context;
} cr_stream_watch;

typedef struct cr_stream_outcome {
    cr_sim_summary summary;
    cr_contact_effort effort;
    cr_audio_end end;
    long long frames;
    double peak;
    double mono_loss; // dB, of the mean of the channels against them
    double faded;     // s, at the end
    bool finite;
} cr_stream_outcome;

// The simulation is prepared, and was built at rate x oversample. Work space comes from the arena.
// CR_ERR_MEMORY, and what `take` fails with.
cr_status cr_stream_run(cr_sim *sim, const cr_audio_def *def, const cr_stream_watch *watch, cr_arena *arena,
                        cr_stream_outcome *outcome, cr_error *error);

#endif
