// Shared by the files that read and write sound.
#ifndef CAROM_IO_AUDIO_INTERNAL_H
#define CAROM_IO_AUDIO_INTERNAL_H

#include "io/audio/audio.h"
#include "io/file/file.h"

typedef struct cr_audio_kind cr_audio_kind;

struct cr_audio_out {
    const cr_audio_kind *kind;
    cr_file_out *file;
    FILE *stream; // of the file
    cr_file_place place;
    int channels, rate, bits;
    long long frames, clipped;
    unsigned long long dither; // state of its noise
    bool finished;
    int reason;  // errno of what failed first; ENOMEM: memory
    void *coder; // of the kind
};

// A way to write sound. After a failure, `reason` tells why.
struct cr_audio_kind {
    const char *ending;   // of the file's name
    const char *limits;   // rates that it takes, where these are few; NULL: any
    bool clips;           // what is beyond full scale is lost, with any number of bits
    long long bytes_most; // of samples
    int bits[4];          // of a sample, the usual first; 0: there are no more, or it has no such thing
    bool (*holds)(int channels, int rate);
    bool (*begin)(cr_audio_out *audio, const cr_audio_notes *notes);
    bool (*write)(cr_audio_out *audio, const double *samples, int frames);
    bool (*end)(cr_audio_out *audio);
    void (*drop)(cr_audio_out *audio); // frees what `begin` took, also before `end` and after a failure
};

extern const cr_audio_kind cr_audio_kind_wav, cr_audio_kind_stream, cr_audio_kind_flac, cr_audio_kind_vorbis,
    cr_audio_kind_opus;

// A sample as a whole number of 16 or 24 bits, within what they hold. 16 bits get noise of one step to both
// sides, more near 0 (triangular dither): what is lost by rounding then does not follow the sound. With 24
// bits it is 144 dB below full scale and is left alone.
int cr_audio_quantised(cr_audio_out *audio, double sample);

// What a sound file says of itself.
typedef struct cr_audio_head {
    int channels, rate;
    long long frames; // by its header
    char format[CR_AUDIO_TEXT], software[CR_AUDIO_TEXT], title[CR_AUDIO_TEXT], comment[CR_AUDIO_TEXT];
} cr_audio_head;

// Of a file whose header says how long it is, WAV or AIFF; of others nothing is missing.
typedef struct cr_audio_bytes {
    long long there, missing;
} cr_audio_bytes;
// CR_ERR_IO.
cr_status cr_audio_count_bytes(const char *path, cr_audio_bytes *bytes, cr_error *error);

typedef struct cr_audio_in cr_audio_in;
struct cr_audio_in {
    cr_audio_head head;
    cr_file_place place;
    int news;  // from the process that reads
    int child; // its id
};

// Opens a sound file of any kind that libsndfile knows. It is read by a process of its own: where memory ends
// or a file is broken, libsndfile may end the process. CR_ERR_IO when it cannot be read, CR_ERR_INPUT when it
// is no sound file, CR_ERR_MEMORY. On success the caller closes.
cr_status cr_audio_in_open(cr_audio_in *in, const char *path, cr_error *error);
enum { CR_AUDIO_IN_BLOCK = 4096 }; // samples
// The next samples, interleaved, at most CR_AUDIO_IN_BLOCK; the count of frames is 0 at the end.
// CR_ERR_MEMORY.
cr_status cr_audio_in_read(cr_audio_in *in, double *samples, int *frames, cr_error *error);
void cr_audio_in_close(cr_audio_in *in);

#endif
