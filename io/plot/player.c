#include "io/plot/player.h"

#include "base/numeric.h"
#include "io/plot/base64.h"
#include "io/plot/html.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 1024, EARS = 2 };

static void put_number(cr_base64 *text, unsigned long number, int bytes) {
    for (int i = 0; i < bytes; i++) cr_base64_put(text, (unsigned char)(number >> (8 * i) & 255));
}

static void put_word(cr_base64 *text, const char *word) {
    for (; *word; word++) cr_base64_put(text, (unsigned char)*word);
}

// The head of a WAV file of 16 bit.
static void put_head(cr_base64 *text, int rate, int channels, unsigned long bytes) {
    const unsigned long width = 2 * (unsigned long)channels;
    put_word(text, "RIFF");
    put_number(text, 36 + bytes, 4);
    put_word(text, "WAVEfmt ");
    put_number(text, 16, 4);
    put_number(text, 1, 2);
    put_number(text, (unsigned long)channels, 2);
    put_number(text, (unsigned long)rate, 4);
    put_number(text, (unsigned long)rate * width, 4);
    put_number(text, width, 2);
    put_number(text, 16, 2);
    put_word(text, "data");
    put_number(text, bytes, 4);
}

static cr_status put_samples(cr_base64 *text, const cr_player *p, long long frames, int ears, double *block,
                             cr_error *error) {
    unsigned char bytes[2 * BLOCK * EARS];
    cr_status status = CR_OK;
    for (long long first = 0; first < frames && status == CR_OK; first += BLOCK) {
        int count = frames - first < BLOCK ? (int)(frames - first) : BLOCK, at = 0;
        status = p->read(p->context, first, count, block, error);
        for (int i = 0; i < count && status == CR_OK; i++)
            for (int c = 0; c < ears; c++) {
                double cut = cr_clamp(p->gain * block[i * p->channels + c], -1.0, 1.0);
                unsigned whole = (unsigned)lrint(32767.0 * cut);
                bytes[at++] = (unsigned char)(whole & 255);
                bytes[at++] = (unsigned char)(whole >> 8 & 255);
            }
        cr_base64_put_bytes(text, bytes, at);
    }
    return status;
}

cr_status cr_player_write(FILE *out, const cr_player *p, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    long long most = (long long)(CR_PLAYER_LONGEST * p->rate), frames = p->frames < most ? p->frames : most;
    int ears = p->channels < EARS ? p->channels : EARS;
    double *block = cr_arena_take(arena, BLOCK * (size_t)p->channels, sizeof *block);
    char caption[320] = "";
    if (!block) return cr_fail(error, CR_ERR_MEMORY, "page", "no memory for its sound");
    if (p->caption) snprintf(caption, sizeof caption, "%.240s", p->caption);
    if (frames < p->frames)
        snprintf(caption + strlen(caption), sizeof caption - strlen(caption), "%sThe first %g s of it.",
                 *caption ? " " : "", CR_PLAYER_LONGEST);
    cr_base64 text = {.out = out};
    cr_html_figure_begin(out);
    fputs("<audio controls=\"\" preload=\"metadata\" src=\"data:audio/wav;base64,", out);
    put_head(&text, p->rate, ears, 2 * (unsigned long)ears * (unsigned long)frames);
    cr_status status = put_samples(&text, p, frames, ears, block, error);
    cr_base64_end(&text);
    fputs("\"></audio>\n", out);
    cr_html_figure_end(out, *caption ? caption : NULL);
    cr_arena_rewind(arena, mark);
    return status;
}

typedef struct array {
    const double *samples;
    int channels;
} array;

static cr_status read_array(void *context, long long first, int frames, double *samples, cr_error *error) {
    const array *a = context;
    (void)error;
    memcpy(samples, a->samples + first * a->channels, (size_t)frames * (size_t)a->channels * sizeof *samples);
    return CR_OK;
}

cr_status cr_player_write_samples(FILE *out, const double *samples, long long frames, int channels, int rate,
                                  double gain, const char *caption, cr_arena *arena, cr_error *error) {
    array a = {samples, channels};
    const cr_player player = {.read = read_array,
                              .context = &a,
                              .rate = rate,
                              .channels = channels,
                              .frames = frames,
                              .gain = gain,
                              .caption = caption};
    return cr_player_write(out, &player, arena, error);
}
