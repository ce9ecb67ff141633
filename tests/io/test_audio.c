// Sound files: what goes in comes out, nothing torn under the final name, notes kept, streams well formed.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "folder.h"
#include "io/audio/audio.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sndfile.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const double pi = 3.14159265358979323846;

enum { RATE = 48000, FRAMES = 5000, BLOCK = 1000 };

static double sample_of(int frame, int channel) {
    return (channel ? 0.25 : 0.5) * sin(2 * pi * (channel ? 300 : 1000) * frame / RATE);
}

static const cr_audio_notes notes = {"carom 9.9", "A title", "scene 0123456789abcdef, seed 7"};

static cr_status write_sound(const char *name, int channels, cr_error *error) {
    double block[2 * BLOCK];
    cr_audio_out *audio = cr_audio_create(name, channels, RATE, &notes, error);
    if (!audio) return error->status;
    for (int first = 0; first < FRAMES; first += BLOCK) {
        for (int i = 0; i < BLOCK * channels; i++) block[i] = sample_of(first + i / channels, i % channels);
        cr_status status = cr_audio_write(audio, block, BLOCK, error);
        if (status == CR_OK) continue;
        cr_audio_discard(audio);
        return status;
    }
    return cr_audio_commit(audio, error);
}

static void test_round_trip(const char *name, int channels, double tolerance, const char *format) {
    folder_path p = in_folder(name);
    cr_error error = {0};
    double *samples = calloc(FRAMES + 1, (size_t)channels * sizeof *samples), worst = 0;
    SF_INFO info = {0};
    CHECK(write_sound(p.text, channels, &error) == CR_OK, "%s: %s", name, error.reason);
    SNDFILE *sound = sf_open(p.text, SFM_READ, &info);
    CHECK(sound, "%s: %s", name, sf_strerror(NULL));
    if (!sound) return;
    CHECK(sf_readf_double(sound, samples, FRAMES + 1) == FRAMES, "%s: length", name);
    for (int i = 0; i < FRAMES * channels; i++)
        worst = fmax(worst, fabs(samples[i] - sample_of(i / channels, i % channels)));
    CHECK(worst <= tolerance, "%s: off by %g", name, worst);
    sf_close(sound);
    free(samples);

    cr_audio_info read;
    CHECK(cr_audio_read_info(p.text, &read, &error) == CR_OK, "%s: %s", name, error.reason);
    CHECK(read.channels == channels && read.rate == RATE && read.frames == FRAMES, "%s: %d %d %lld", name,
          read.channels, read.rate, read.frames);
    CHECK_NEAR(read.duration, (double)FRAMES / RATE, 1e-12);
    CHECK_NEAR(read.peak, 0.5, 1e-4);
    CHECK_NEAR(read.rms, channels == 2 ? sqrt((0.125 + 0.03125) / 2) : sqrt(0.125), 1e-3);
    CHECK(read.finite && read.offset < 2e-3, "%s: offset %g", name, read.offset);
    CHECK(strstr(read.format, format), "%s: %s", name, read.format);
    CHECK(strncmp(read.software, notes.software, 9) == 0, "%s: %s", name, read.software);
    CHECK(strcmp(read.title, notes.title) == 0, "%s: %s", name, read.title);
    CHECK(strcmp(read.comment, notes.comment) == 0, "%s: %s", name, read.comment);
}

static size_t read_bytes(const char *name, unsigned char *bytes, size_t room) {
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(bytes, 1, room, file) : 0;
    if (file) fclose(file);
    return length;
}

static void test_same_bytes(void) {
    static unsigned char a[65536], b[65536];
    cr_error error;
    folder_path one = in_folder("a.wav"), two = in_folder("b.wav");
    write_sound(one.text, 2, &error);
    sleep(1);
    write_sound(two.text, 2, &error);
    size_t length = read_bytes(one.text, a, sizeof a);
    CHECK(length > FRAMES * 8 && length == read_bytes(two.text, b, sizeof b) && memcmp(a, b, length) == 0,
          "the same sound at another time is the same file");
}

static void test_refusals(void) {
    cr_error error = {0};
    folder_path old = in_folder("name.mp3"), bad_rate = in_folder("rate.flac");
    CHECK(!cr_audio_create(old.text, 1, RATE, NULL, &error) && error.status == CR_ERR_UNSUPPORTED, "%s",
          error.reason);
    CHECK(!cr_audio_create(bad_rate.text, 9, RATE, NULL, &error) && error.status == CR_ERR_UNSUPPORTED, "%s",
          error.reason);
    CHECK(!cr_audio_create("/nowhere/at/all.wav", 1, RATE, NULL, &error) && error.status == CR_ERR_IO, "%s",
          error.reason);
    CHECK(!folder_has("name.mp3") && !folder_has("rate.flac"), "nothing is left");
    cr_audio_info info;
    folder_path text = in_folder("text.wav");
    FILE *file = fopen(text.text, "w");
    fputs("this is no sound", file);
    fclose(file);
    CHECK(cr_audio_read_info(text.text, &info, &error) == CR_ERR_INPUT, "%s", error.reason);
    CHECK(cr_audio_read_info("/nowhere.wav", &info, &error) == CR_ERR_IO, "%s", error.reason);
    CHECK(cr_audio_read_info(folder_name(), &info, &error) == CR_ERR_IO, "%s", error.reason);
    CHECK(cr_audio_check_path("x.WAV", NULL) == CR_OK && cr_audio_check_path("-", NULL) == CR_OK, "endings");
    CHECK(cr_audio_check_path(".wav", NULL) != CR_OK && cr_audio_check_path("wav", NULL) != CR_OK,
          "no names");
}

static void test_clipping(void) {
    const double loud[] = {1.5, -2.0, 0.5, 1.0};
    cr_error error;
    const char *const names[] = {"loud.flac", "loud.wav"};
    for (int i = 0; i < 2; i++) {
        folder_path p = in_folder(names[i]);
        cr_audio_info info;
        cr_audio_out *audio = cr_audio_create(p.text, 1, RATE, NULL, &error);
        CHECK(cr_audio_write(audio, loud, 4, &error) == CR_OK, "%s", error.reason);
        CHECK(cr_audio_clipped(audio) == (i ? 0 : 2), "%s: %lld", names[i], cr_audio_clipped(audio));
        CHECK(cr_audio_commit(audio, &error) == CR_OK, "%s", error.reason);
        cr_audio_read_info(p.text, &info, &error);
        CHECK_NEAR(info.peak, i ? 2.0 : 1.0, 1e-6);
    }
}

static void write_forever(const char *name, int ready) {
    double block[BLOCK] = {0};
    cr_error error;
    cr_audio_out *audio = cr_audio_create(name, 1, RATE, &notes, &error);
    for (int i = 0; audio && i < 100; i++)
        if (cr_audio_write(audio, block, BLOCK, &error) != CR_OK) _exit(1);
    if (write(ready, "x", 1) != 1) _exit(1);
    for (;;) pause();
}

static void test_killed(const char *name) {
    static unsigned char before[1 << 17], after[1 << 17];
    folder_path p = in_folder(name);
    cr_error error;
    write_sound(p.text, 1, &error);
    size_t length = read_bytes(p.text, before, sizeof before);
    int ready[2];
    char byte;
    CHECK(pipe(ready) == 0, "pipe");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) write_forever(p.text, ready[1]);
    CHECK(read(ready[0], &byte, 1) == 1, "the child writes");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ready[0]);
    close(ready[1]);
    CHECK(length > 100 && read_bytes(p.text, after, sizeof after) == length &&
              memcmp(before, after, length) == 0,
          "%s is as it was", name);
    folder_empty();
}

// A mistake in the library must not replace a device.
static void as_nobody(void) {
    if (getuid() == 0) CHECK(seteuid(65534) == 0, "privileges dropped");
}

static void as_before(void) {
    if (getuid() == 0) CHECK(seteuid(0) == 0, "privileges restored");
}

static void test_full_disk(void) {
    cr_error error = {0};
    as_nobody();
    CHECK(write_sound("/dev/full", 2, &error) == CR_ERR_IO, "a full device");
    as_before();
    CHECK(strstr(error.reason, "space"), "%s", error.reason);
}

// A limit on the length of files stands for a full disk: the write fails in the middle.
static void test_full_file(const char *name) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {100000, 100000};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        cr_error error = {0};
        double noise[BLOCK];
        cr_audio_out *audio = cr_audio_create(name, 1, RATE, &notes, &error);
        cr_status status = audio ? CR_OK : error.status;
        srand(1);
        for (int i = 0; i < 200 && status == CR_OK; i++) {
            for (int k = 0; k < BLOCK; k++) noise[k] = rand() / (double)RAND_MAX - 0.5;
            status = cr_audio_write(audio, noise, BLOCK, &error);
        }
        if (status == CR_OK) status = cr_audio_commit(audio, &error);
        else cr_audio_discard(audio);
        _exit(status == CR_ERR_IO ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: the failed write is reported", name);
}

static void test_limits(void) {
    static const char *const names[] = {"limit.wav", "limit.flac"};
    for (int i = 0; i < 2; i++) {
        folder_path p = in_folder(names[i]);
        test_full_file(p.text);
        CHECK(folder_entries() == 0, "%s: %d files left", names[i], folder_entries());
    }
}

static uint32_t word_at(const unsigned char *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void test_stream(void) {
    static unsigned char bytes[100 + FRAMES * 8];
    folder_path p = in_folder("pipe"), saved = in_folder("saved.wav");
    cr_error error = {0};
    CHECK(mkfifo(p.text, 0600) == 0, "fifo");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(write_sound(p.text, 2, &error) == CR_OK ? 0 : 1);
    FILE *in = fopen(p.text, "rb"), *out = fopen(saved.text, "wb");
    size_t length = fread(bytes, 1, sizeof bytes, in);
    fwrite(bytes, 1, length, out);
    fclose(in);
    fclose(out);
    int status;
    waitpid(child, &status, 0);
    CHECK(status == 0, "the stream is written");
    CHECK(length == 58 + FRAMES * 8, "%zu bytes", length);
    CHECK(memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WAVEfmt ", 8) == 0, "header");
    CHECK(memcmp(bytes + 38, "fact", 4) == 0 && memcmp(bytes + 50, "data", 4) == 0, "chunks");
    CHECK(word_at(bytes + 4) == 0xFFFFFFFFu && word_at(bytes + 54) == 0xFFFFFFFFu, "open length");
    CHECK(word_at(bytes + 24) == RATE && word_at(bytes + 28) == RATE * 8 && bytes[20] == 3, "format");
    cr_audio_info info;
    CHECK(cr_audio_read_info(saved.text, &info, &error) == CR_OK, "%s", error.reason);
    CHECK(info.frames == FRAMES && info.channels == 2, "%lld frames", info.frames);
    CHECK_NEAR(info.peak, 0.5, 1e-4);
    folder_empty();
}

int main(void) {
    if (!folder_make()) return 1;
    test_round_trip("one.wav", 1, 1e-7, "32 bit float");
    test_round_trip("two.wav", 2, 1e-7, "WAV");
    test_round_trip("one.flac", 1, 2e-7, "FLAC");
    test_round_trip("two.flac", 2, 2e-7, "24 bit");
    test_same_bytes();
    test_refusals();
    test_clipping();
    folder_empty();
    test_killed("killed.wav");
    test_killed("killed.flac");
    test_full_disk();
    test_stream();
    test_limits();
    folder_empty();
    folder_remove();
    return test_summary();
}
