// Sound files of 16 and 24 bits and of Ogg: what rounding and dither add, lengths that are odd, the same
// bytes every time, and what the formats do not take.
#include "folder.h"
#include "io/audio/audio.h"
#include "test.h"

#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 24001 }; // odd: a chunk of 24 bits then ends with one byte more
static const double pi = 3.14159265358979323846;

static double sample_of(int frame) {
    return 0.5 * sin(2 * pi * 997 * frame / RATE);
}

static cr_status write_sound(const char *path, int bits, int rate, cr_error *error) {
    static double samples[FRAMES];
    const cr_audio_notes notes = {"carom 9.9", "A title", "seed 7"};
    for (int i = 0; i < FRAMES; i++) samples[i] = sample_of(i);
    cr_audio_out *audio = cr_audio_create_bits(path, 1, rate, bits, &notes, error);
    if (!audio) return error->status;
    cr_status status = cr_audio_write(audio, samples, FRAMES, error);
    if (status == CR_OK) return cr_audio_commit(audio, error);
    cr_audio_discard(audio);
    return status;
}

typedef struct differences {
    double mean, square, most, follows; // of file less sound; its mean product with the sound over 1/8
} differences;

static differences compare(const char *path) {
    static double read[FRAMES + 1];
    differences d = {0};
    SF_INFO info = {0};
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    CHECK(sound && sf_readf_double(sound, read, FRAMES + 1) == FRAMES, "%s: length", path);
    for (int i = 0; i < FRAMES; i++) {
        double off = read[i] - sample_of(i);
        d.mean += off / FRAMES;
        d.square += off * off / FRAMES;
        d.follows += off * sample_of(i) / FRAMES / 0.125;
        d.most = fmax(d.most, fabs(off));
    }
    if (sound) sf_close(sound);
    return d;
}

static void test_bits(const char *name, int bits, const char *format) {
    folder_path p = in_folder(name);
    cr_error error = {0};
    cr_audio_info info;
    const double step = bits == 16 ? 1.0 / 32768 : 1.0 / 8388608;
    CHECK(write_sound(p.text, bits, RATE, &error) == CR_OK, "%s: %s", name, error.reason);
    CHECK(cr_audio_read_info(p.text, &info, &error) == CR_OK, "%s: %s", name, error.reason);
    CHECK(strstr(info.format, format) && info.frames == FRAMES, "%s: %s, %lld", name, info.format,
          info.frames);
    CHECK(strcmp(info.comment, "seed 7") == 0, "%s: %s", name, info.comment);
    differences d = compare(p.text);
    // Rounding: half a step at most and 1/12 of its square in the mean; triangular dither, one step at most
    // and 1/6. Means of 24001 numbers of that spread lie within 4 standard errors.
    double most = bits == 16 ? 1.5 : 0.5, square = bits == 16 ? 0.25 : 1.0 / 12.0;
    CHECK(d.most <= most * step * 1.000001, "%s: off by %g steps", name, d.most / step);
    CHECK_REL(d.square / (step * step), square, 0.03);
    CHECK(fabs(d.mean) < 4.0 * step * sqrt(square / FRAMES), "%s: mean %g steps", name, d.mean / step);
    CHECK(fabs(d.follows) < 4.0 * step * sqrt(square / FRAMES / 0.125), "%s: follows the sound", name);
}

static size_t read_bytes(const char *path, unsigned char *bytes, size_t room) {
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(bytes, 1, room, file) : 0;
    if (file) fclose(file);
    return length;
}

// Lossy: the sound is there, 20 dB above what is not, and no sample more or less.
static void test_ogg(const char *name, const char *format) {
    static unsigned char first[1 << 17], again[1 << 17];
    folder_path p = in_folder(name);
    cr_error error = {0};
    cr_audio_info info;
    CHECK(write_sound(p.text, 0, RATE, &error) == CR_OK, "%s: %s", name, error.reason);
    size_t length = read_bytes(p.text, first, sizeof first);
    CHECK(cr_audio_read_info(p.text, &info, &error) == CR_OK, "%s: %s", name, error.reason);
    CHECK(strstr(info.format, format) && info.frames == FRAMES, "%s: %s, %lld", name, info.format,
          info.frames);
    CHECK(strcmp(info.title, "A title") == 0, "%s: %s", name, info.title);
    differences d = compare(p.text);
    CHECK(d.square < 0.01 * 0.125, "%s: off by %g of the power", name, d.square / 0.125);
    write_sound(p.text, 0, RATE, &error);
    CHECK(length > 1000 && read_bytes(p.text, again, sizeof again) == length &&
              memcmp(first, again, length) == 0,
          "%s: other bytes", name);
}

static void refuses(const char *name, int bits, int rate, const char *reason) {
    folder_path p = in_folder(name);
    cr_error error = {.reason = ""};
    CHECK(write_sound(p.text, bits, rate, &error) == CR_ERR_UNSUPPORTED && strcmp(error.reason, reason) == 0,
          "%s: %s", name, error.reason);
}

int main(void) {
    if (!folder_make()) return 1;
    test_bits("a.wav", 16, "16 bit");
    test_bits("b.wav", 24, "24 bit");
    test_bits("a.flac", 16, "16 bit");
    test_bits("b.flac", 24, "24 bit");
    test_ogg("a.ogg", "Vorbis");
    test_ogg("a.opus", "Opus");
    folder_empty();
    refuses("x.flac", 32, RATE, ".flac holds samples of 16 or 24 bits, not 32");
    refuses("x.wav", 8, RATE, ".wav holds samples of 16 or 24 bits, or floats of 32, not 8");
    refuses("x.ogg", 16, RATE, ".ogg has no number of bits; .wav and .flac have");
    refuses("x.opus", 0, 44100,
            "the format cannot hold 1 channels at 44100 Hz; it takes 8, 12, 16, 24 or 48 kHz (-r 48000)");
    CHECK(folder_entries() == 0, "%d files left", folder_entries());
    folder_remove();
    return test_summary();
}
