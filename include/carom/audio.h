// From a simulation to sound in memory: the samples that `carom render` writes to a file, with the same
// decimation, fade and gain. The real-time engine (rt.h) plays without an end; this is for sounds that have
// one.
#ifndef CAROM_AUDIO_H
#define CAROM_AUDIO_H

#include "carom/scene.h"

CR_DECLARATIONS_BEGIN

#define CR_AUDIO_AUTOMATIC_MOST 60.0 // s, of a sound that does not die away

typedef struct cr_audio_def {
    double rate;             // Hz, of the sound: 44100
    int oversample;          // rate of the simulation over that of the sound: 1
    double duration;         // s: 1; not used when automatic
    bool automatic_duration; // until it has died away, 80 dB below its peak for half a second: false
    double fade;             // s, at the end; CR_NAN: 10 ms where the sound has not died away
    bool mono;               // the mean of all channels in one: false
    cr_scene_normalize
        normalize; // the peak comes to -1 dB, or the samples stay as they are: CR_NORMALIZE_PEAK
    unsigned made; // by cr_audio_def_default or cr_audio_def_of; not to be set
} cr_audio_def;

cr_audio_def cr_audio_def_default(void);
// What the section `output` of a scene says.
cr_audio_def cr_audio_def_of(const cr_scene *scene);

typedef enum cr_audio_end {
    CR_AUDIO_FULL,    // after the duration
    CR_AUDIO_SILENT,  // when it had died away
    CR_AUDIO_LIMIT,   // CR_AUDIO_AUTOMATIC_MOST
    CR_AUDIO_STOPPED, // by the caller
} cr_audio_end;

typedef struct cr_audio {
    double rate; // Hz
    int channels;
    long long frames;
    double *samples; // frames x channels, interleaved; full scale is 1
    double peak;     // of the samples before the gain
    double gain;     // by which they were multiplied
    cr_audio_end end;
} cr_audio;

// Runs a simulation to the end of its sound. It was built at rate x oversample, is prepared, and has a
// channel at least: else CR_ERR_INPUT, CR_ERR_RANGE. The samples are the caller's, who gives them to
// cr_audio_free. CR_ERR_MEMORY; CR_ERR_NUMERIC when the simulation became NaN or infinite. Not for the audio
// thread.
cr_status cr_audio_render(cr_sim *sim, const cr_audio_def *def, cr_audio *audio, cr_error *error);
// Builds a scene and renders it as its `output` says. Solids without modes are resolved as by
// cr_scene_resolve with a NULL solver; their modes stay in the arena, nothing else does. Fails as these and
// cr_audio_render do; CR_ERR_UNSUPPORTED for a scene with listeners, whom the program alone serves.
cr_status cr_scene_render(cr_scene *scene, cr_arena *arena, cr_audio *audio, cr_error *error);
// Gives the samples back; they become NULL. Those of an audio that is all zero are none.
void cr_audio_free(cr_audio *audio);
// The samples as a WAV file has them: frames x channels of float.
void cr_audio_to_float(const cr_audio *audio, float *out);

CR_DECLARATIONS_END

#endif
