// A bank of modes driven by a force that is known ahead: the one-way path from contact to sound. Each mode is
// q'' + 2 sigma q' + (omega^2 + sigma^2) q = gain_in f, and a channel hears the sum of gain_out q over the
// modes. The response to a sample of force is the exact one, h f gain_in e^(-sigma t) sin(omega t)/omega:
// pitch and decay do not depend on the sampling rate, but between samples the force is a train of impulses
// and no energy is booked (contact with feedback is the business of networks).
//
// The same samples come out, bit by bit, however a run is cut into calls, and whether silence is passed as
// zeros or as NULL. This and what sounders hear (carom/sound.h) are the only code that may fuse
// multiplication and addition: processors that can (AVX2 with FMA) round differently from those that cannot,
// and an unoptimised build does not fuse.
//
// Largest error of the impulse response within 10 s at 44.1 kHz for sigma 0, 1 and 10, relative to its peak
// (tests/modal/test_bank.c):
//            20 Hz   100 Hz  1 kHz   10 kHz  20 kHz
//   double   1e-11   1e-12   5e-12   1e-10   5e-10
//   float    2e-4    1e-4    5e-5    5e-5    3e-4
#ifndef CAROM_BANK_H
#define CAROM_BANK_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_bank cr_bank;

enum { CR_BANK_MODES = 1 << 24, CR_BANK_CHANNELS = 2 }; // at most

// What state and arithmetic are made of; float is twice as fast.
typedef enum cr_bank_precision { CR_BANK_DOUBLE, CR_BANK_FLOAT } cr_bank_precision;

typedef struct cr_bank_def {
    int modes;    // 1..CR_BANK_MODES
    int channels; // 1..CR_BANK_CHANNELS
    double rate;  // Hz, samples per second
    cr_bank_precision precision;
    unsigned made; // by cr_bank_def_default; not to be set
} cr_bank_def;

typedef struct cr_bank_mode {
    double frequency;                  // Hz, of the damped oscillation; above 0, below half the rate
    double sigma;                      // 1/s, amplitude e^(-sigma t); 0 up to the rate
    double gain_in;                    // acceleration per unit of force, kg^-1/2 for a mass-normalised shape
    double gain_out[CR_BANK_CHANNELS]; // output per unit of displacement
} cr_bank_mode;

// One mode, one channel, 44100 Hz, in double.
cr_bank_def cr_bank_def_default(void);
// A bank at rest, every mode mute until it is set. Owned by the arena. NULL with a reason when there is no
// memory or the definition is out of range. Not for the audio thread: allocates.
cr_bank *cr_bank_new(cr_arena *arena, const cr_bank_def *def, cr_error *error);

// Sets a mode, also while it sounds: its displacement goes on from its last two samples. CR_ERR_RANGE for a
// frequency at or above half the rate or a value that is not finite; the mode is then what it was. The audio
// thread may call it between runs; it costs an exponential and two sines.
cr_status cr_bank_set(cr_bank *bank, int mode, const cr_bank_mode *values, cr_error *error);

// Adds a displacement and a velocity to a mode at the instant of the next sample. The mode must have been
// set. A blow of impulse J adds the velocity gain_in J. The audio thread may call it between runs.
void cr_bank_excite(cr_bank *bank, int mode, double displacement, double velocity);

// All modes at rest. The audio thread may call it between runs.
void cr_bank_silence(cr_bank *bank);

// Advances by `frames` samples and adds each channel to out[channel][0..frames). force[0..frames), or NULL
// for free decay, which is faster. Output n is the displacement at sample n; force n moves it from sample n +
// 1 on. A mode below 1e-30, or made not-a-number by its force, is put to rest within 256 samples. Cannot
// fail; made for the audio thread. Force and output may be the same array.
void cr_bank_run(cr_bank *bank, const double *force, double *const *out, size_t frames);
// The same for buffers of float, in either precision.
void cr_bank_run_float(cr_bank *bank, const float *force, float *const *out, size_t frames);

CR_DECLARATIONS_END

#endif
