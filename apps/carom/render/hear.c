#include "render/hear.h"

#include "io/plot/html.h"
#include "io/plot/player.h"
#include "io/plot/spectrum.h"

static cr_status read_all(void *context, long long first, int frames, double *samples, cr_error *error) {
    return cr_render_store_read(context, first, frames, samples, error);
}

cr_status cr_render_put_player(const cr_render_hearing *h, const char *caption, FILE *out, cr_error *error) {
    cr_player player = {.read = read_all,
                        .context = (void *)h->store,
                        .rate = h->rate,
                        .channels = h->store->channels,
                        .frames = h->store->frames,
                        .gain = h->gain,
                        .caption = caption};
    return cr_player_write(out, &player, h->command->arena, error);
}

typedef struct channel_reader {
    const cr_render_hearing *hearing;
    double *frames; // room for one window of all channels
    int channel;
} channel_reader;

static cr_status read_channel(void *context, long long first, int frames, double *samples, cr_error *error) {
    const channel_reader *r = context;
    const cr_render_store *store = r->hearing->store;
    cr_status status = cr_render_store_read(store, first, frames, r->frames, error);
    for (int i = 0; i < frames && status == CR_OK; i++)
        samples[i] = r->hearing->gain * r->frames[i * store->channels + r->channel];
    return status;
}

cr_status cr_render_put_spectrogram(const cr_render_hearing *h, int channel, const char *title, FILE *out,
                                    cr_error *error) {
    enum { WINDOW_MOST = 1 << 14 };
    cr_arena *arena = h->command->arena;
    cr_arena_mark mark = cr_arena_here(arena);
    size_t room = WINDOW_MOST * (size_t)h->store->channels;
    channel_reader reader = {h, cr_command_take(h->command, room, sizeof(double), error), channel};
    if (!reader.frames) return error->status;
    cr_spectrum_source source = {read_channel, &reader, h->rate, h->store->frames};
    cr_spectrum spectrum;
    char usual[64], caption[160];
    cr_status status = cr_spectrum_analyse(&source, arena, &spectrum, error);
    if (status == CR_OK) {
        snprintf(usual, sizeof usual, "Spectrogram, channel %d", channel + 1);
        snprintf(caption, sizeof caption, "Windows of %d samples (%.3g ms); a sine at full scale has 0 dB.",
                 spectrum.window, 1e3 * spectrum.window / h->rate);
        cr_html_figure_begin(out);
        cr_spectrum_write(out, &spectrum, title ? title : usual);
        cr_html_figure_end(out, caption);
    }
    cr_arena_rewind(arena, mark);
    return status;
}
