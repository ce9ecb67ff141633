// Sound files out, as they are made, and what a sound file holds. The ending decides the format: .wav is
// 32-bit float, or 16 or 24 bit; .flac is 24 bit, or 16; .ogg is Vorbis, .opus is Opus. A file appears under
// its name complete or not at all (io/file/file.h).
#ifndef CAROM_IO_AUDIO_H
#define CAROM_IO_AUDIO_H

#include "io/audio/loudness.h"

typedef struct cr_audio_out cr_audio_out;

// Written into the file; NULL = none. A stream has no place for them.
typedef struct cr_audio_notes {
    const char *software; // "carom 0.1.0"
    const char *title;
    const char *comment; // "scene 1f2e..., seed 1"
} cr_audio_notes;

// Opens a sound file of `channels` interleaved channels; NULL when that fails: CR_ERR_UNSUPPORTED (ending,
// rate, channels), CR_ERR_IO, CR_ERR_MEMORY. "-", a device and a FIFO get a WAV stream whose header leaves
// the length open. The caller ends it with one of the last two functions.
cr_audio_out *cr_audio_create(const char *path, int channels, int rate, const cr_audio_notes *notes,
                              cr_error *error);
// The same with so many bits in a sample, 16, 24 or 32; 0: as many as are usual in the format.
cr_audio_out *cr_audio_create_bits(const char *path, int channels, int rate, int bits,
                                   const cr_audio_notes *notes, cr_error *error);
// CR_OK when cr_audio_create would take this path, by its ending alone; and when its format has so many bits.
cr_status cr_audio_check_path(const char *path, cr_error *error);
cr_status cr_audio_check_bits(const char *path, int bits, cr_error *error);
// Adds frames x channels samples; full scale is 1. CR_ERR_IO when the disk is full, CR_ERR_UNSUPPORTED
// beyond the 4 GiB that a WAV file can hold.
cr_status cr_audio_write(cr_audio_out *audio, const double *samples, int frames, cr_error *error);
// Samples so far that were beyond full scale and cut off: a FLAC file cannot hold them, a float file can.
long long cr_audio_clipped(const cr_audio_out *audio);
// Encodes what is left: nothing can be added afterwards, and only the disk can keep the commit from working.
// CR_ERR_IO, CR_ERR_MEMORY. The commit does it too.
cr_status cr_audio_finish(cr_audio_out *audio, cr_error *error);
// Makes the file appear under its name and frees the handle; after an error nothing appears.
cr_status cr_audio_commit(cr_audio_out *audio, cr_error *error);
// Drops what was written and frees the handle; NULL is fine.
void cr_audio_discard(cr_audio_out *audio);

enum { CR_AUDIO_TEXT = 1024 };

typedef struct cr_audio_info {
    char format[CR_AUDIO_TEXT]; // "WAV (Microsoft), 32 bit float"
    int channels, rate;
    long long frames;
    double duration;            // s
    double peak, rms;           // full scale is 1
    double offset;              // greatest |mean| of a channel
    bool finite;                // every sample is a number
    bool cut_off;               // shorter than its header says
    cr_loudness_level loudness; // lufs CR_NAN: not measured, by the rate or the number of channels
    char software[CR_AUDIO_TEXT], title[CR_AUDIO_TEXT], comment[CR_AUDIO_TEXT];
} cr_audio_info;

// Reads the whole file. CR_ERR_IO when it cannot be opened, CR_ERR_INPUT when it is no sound file.
cr_status cr_audio_read_info(const char *path, cr_audio_info *info, cr_error *error);

// Reads a whole file, the mean of its channels, into the arena; at most 2^22 samples. CR_ERR_IO; CR_ERR_INPUT
// also when it is cut off, when a sample is no number, or when the channels cancel each other; CR_ERR_MEMORY.
// The arena is then as it was.
cr_status cr_audio_read(const char *path, cr_arena *arena, const double **samples, int *count,
                        cr_error *error);

#endif
