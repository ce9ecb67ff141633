// WAV with 32-bit floats or whole numbers of 16 or 24 bits, as a file and as a stream whose length is not
// known when it begins.
#include "io/audio/internal.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

enum { HEADER = 50, RIFF_LENGTH = 4, FACT_FRAMES = 46, WHOLE_FORMAT = 1, FLOAT_FORMAT = 3, SAMPLE_MOST = 4 };

static const uint32_t unknown = 0xFFFFFFFFu;

static void put_little_endian(unsigned char *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> (8 * i));
}

static void write_word(FILE *out, uint32_t value) {
    unsigned char bytes[4];
    put_little_endian(bytes, value, 4);
    fwrite(bytes, 1, 4, out);
}

static bool holds(int channels, int rate) {
    return channels > 0 && channels <= UINT16_MAX / SAMPLE_MOST && rate > 0 &&
           (uint64_t)rate * SAMPLE_MOST * (uint64_t)channels <= UINT32_MAX;
}

// The chunks "fmt " and "fact".
static void write_header(const cr_audio_out *audio) {
    const uint32_t frame = (uint32_t)(audio->bits / 8 * audio->channels);
    unsigned char h[HEADER] = {0};
    memcpy(h, "RIFF", 4);
    memcpy(h + 8, "WAVEfmt ", 8);
    memcpy(h + 38, "fact", 4);
    put_little_endian(h + RIFF_LENGTH, unknown, 4);
    put_little_endian(h + 16, 18, 4);
    put_little_endian(h + 20, audio->bits == 32 ? FLOAT_FORMAT : WHOLE_FORMAT, 2);
    put_little_endian(h + 22, (uint32_t)audio->channels, 2);
    put_little_endian(h + 24, (uint32_t)audio->rate, 4);
    put_little_endian(h + 28, (uint32_t)audio->rate * frame, 4);
    put_little_endian(h + 32, frame, 2);
    put_little_endian(h + 34, (uint32_t)audio->bits, 2);
    put_little_endian(h + 42, 4, 4);
    put_little_endian(h + FACT_FRAMES, unknown, 4);
    fwrite(h, 1, HEADER, audio->stream);
}

// With the NUL at its end, and one more where the length would be odd.
static uint32_t length_of(const char *text) {
    return text && *text ? (uint32_t)(strlen(text) + 2) / 2 * 2 : 0;
}

static void write_note(FILE *out, const char *name, const char *text) {
    uint32_t length = length_of(text);
    if (!length) return;
    fputs(name, out);
    write_word(out, (uint32_t)strlen(text) + 1);
    fwrite(text, 1, strlen(text), out);
    for (uint32_t i = (uint32_t)strlen(text); i < length; i++) fputc(0, out);
}

static void write_notes(FILE *out, const cr_audio_notes *notes) {
    const char *texts[] = {notes->software, notes->title, notes->comment};
    static const char *const names[] = {"ISFT", "INAM", "ICMT"};
    uint32_t length = 4;
    for (int i = 0; i < 3; i++) length += length_of(texts[i]) ? 8 + length_of(texts[i]) : 0;
    if (length == 4) return;
    fputs("LIST", out);
    write_word(out, length);
    fputs("INFO", out);
    for (int i = 0; i < 3; i++) write_note(out, names[i], texts[i]);
}

static bool begin_stream(cr_audio_out *audio, const cr_audio_notes *notes) {
    (void)notes;
    write_header(audio);
    fputs("data", audio->stream);
    write_word(audio->stream, unknown);
    return true;
}

static bool begin_file(cr_audio_out *audio, const cr_audio_notes *notes) {
    write_header(audio);
    if (notes) write_notes(audio->stream, notes);
    fputs("data", audio->stream);
    write_word(audio->stream, unknown);
    return true;
}

static uint32_t bits_of(cr_audio_out *audio, double sample) {
    float number = (float)sample;
    uint32_t bits;
    if (audio->bits != 32) return (uint32_t)cr_audio_quantised(audio, sample);
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool write_samples(cr_audio_out *audio, const double *samples, int frames) {
    enum { BLOCK = 1024 };
    const int width = audio->bits / 8;
    unsigned char bytes[BLOCK * SAMPLE_MOST];
    for (long long left = (long long)frames * audio->channels; left > 0; left -= BLOCK) {
        size_t count = left < BLOCK ? (size_t)left : BLOCK;
        for (size_t i = 0; i < count; i++)
            put_little_endian(bytes + (size_t)width * i, bits_of(audio, *samples++), width);
        if (fwrite(bytes, (size_t)width, count, audio->stream) == count) continue;
        audio->reason = errno ? errno : EIO;
        return false;
    }
    return true;
}

static bool write_at(cr_audio_out *audio, long long place, long long value) {
    if (fseeko(audio->stream, (off_t)place, SEEK_SET) == 0) {
        write_word(audio->stream, (uint32_t)value);
        return true;
    }
    audio->reason = errno;
    return false;
}

static bool end_stream(cr_audio_out *audio) {
    (void)audio;
    return true;
}

// Now the lengths are known. A chunk of odd length gets one byte more, which is not counted.
static bool end_file(cr_audio_out *audio) {
    long long data = audio->frames * audio->channels * audio->bits / 8;
    if (data % 2) fputc(0, audio->stream);
    long long whole = ftello(audio->stream);
    return write_at(audio, RIFF_LENGTH, whole - 8) && write_at(audio, FACT_FRAMES, audio->frames) &&
           write_at(audio, whole - data - data % 2 - 4, data);
}

static void drop(cr_audio_out *audio) {
    (void)audio;
}

const cr_audio_kind cr_audio_kind_wav = {.ending = ".wav",
                                         .bits = {32, 24, 16},
                                         .bytes_most = 0xFFFFFFFFll - 65536,
                                         .holds = holds,
                                         .begin = begin_file,
                                         .write = write_samples,
                                         .end = end_file,
                                         .drop = drop};
const cr_audio_kind cr_audio_kind_stream = {.ending = "",
                                            .bits = {32, 24, 16},
                                            .bytes_most = INT64_MAX,
                                            .holds = holds,
                                            .begin = begin_stream,
                                            .write = write_samples,
                                            .end = end_stream,
                                            .drop = drop};
