// The sound in a page: a WAV file of 16 bit, its samples to half a step, cut where it is too long.
#include "io/plot/player.h"
#include "test.h"

#include <string.h>

enum { RATE = 8000, FRAMES = 1234 };

static int value_of(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(digits, c);
    return at && c ? (int)(at - digits) : -1;
}

// The bytes behind a data URI; their number.
static int decode(const char *text, unsigned char *bytes) {
    int count = 0, bits = 0, held = 0;
    for (; value_of(*text) >= 0; text++) {
        held = (held << 6 | value_of(*text)) & 0xFFFF;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[count++] = (unsigned char)(held >> bits & 255);
    }
    return count;
}

static unsigned number(const unsigned char *at, int bytes) {
    unsigned value = 0;
    for (int i = 0; i < bytes; i++) value |= (unsigned)at[i] << (8 * i);
    return value;
}

static char *page_of(const double *samples, long long frames, int channels, double gain, cr_arena *arena) {
    FILE *file = tmpfile();
    cr_error error = {0};
    CHECK(cr_player_write_samples(file, samples, frames, channels, RATE, gain, "once", arena, &error) ==
              CR_OK,
          "%s", error.reason);
    long size = ftell(file);
    char *text = cr_arena_take(arena, (size_t)size + 1, 1);
    rewind(file);
    CHECK(fread(text, 1, (size_t)size, file) == (size_t)size, "read");
    fclose(file);
    return text;
}

int main(void) {
    static double samples[3 * FRAMES];
    static unsigned char bytes[100000];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (int i = 0; i < 3 * FRAMES; i++) samples[i] = 2.5 * sin(0.01 * i);
    const char *text = page_of(samples, FRAMES, 3, 0.5, arena), *uri = "data:audio/wav;base64,";
    CHECK(strstr(text, uri) && strstr(text, "once</figcaption>"), "page");
    int size = decode(strstr(text, uri) + strlen(uri), bytes);
    CHECK(size == 44 + 4 * FRAMES, "%d bytes", size);
    CHECK(memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WAVEfmt ", 8) == 0, "head");
    CHECK(number(bytes + 4, 4) == (unsigned)size - 8 && number(bytes + 40, 4) == 4 * FRAMES, "lengths");
    CHECK(number(bytes + 22, 2) == 2 && number(bytes + 24, 4) == RATE && number(bytes + 34, 2) == 16,
          "format");
    for (int i = 0; i < 2 * FRAMES; i++) { // the first two of three channels, at half the size, cut at 1
        double given = fmin(fmax(0.5 * samples[i / 2 * 3 + i % 2], -1), 1);
        double played = (double)(short)number(bytes + 44 + 2 * i, 2) / 32767;
        CHECK(fabs(played - given) <= 0.5001 / 32767, "sample %d: %g, not %g", i, played, given);
    }
    long long longer = (long long)(1.5 * CR_PLAYER_LONGEST * RATE);
    double *silence = cr_arena_take(arena, (size_t)longer, sizeof *silence);
    memset(silence, 0, (size_t)longer * sizeof *silence);
    text = page_of(silence, longer, 1, 1, arena);
    CHECK(strstr(text, "once The first 30 s of it.</figcaption>"), "does not say that it is cut");
    CHECK((double)strlen(text) < 1.4 * 2 * CR_PLAYER_LONGEST * RATE + 1000, "%zu bytes", strlen(text));
    cr_arena_free(arena);
    return test_summary();
}
