#include "io/plot/spectrum.h"

#include <kissfft/kiss_fftr.h>

enum { WINDOW_LEAST = 1024, WINDOW_MOST = 4096, WIDTH = CR_SPECTRUM_WIDTH, HEIGHT = CR_SPECTRUM_HEIGHT };

static const double silence = -300.0; // dB

typedef struct analysis {
    const cr_spectrum_source *source;
    cr_spectrum *spectrum;
    kiss_fftr_cfg transform;
    double *samples;
    float *shape, *windowed, *power;
    kiss_fft_cpx *bins;
} analysis;

// Long sounds have room for fine frequencies, short ones need fine times.
static int choose_window(long long frames) {
    const long long windows = 40;
    int window = WINDOW_LEAST;
    while (window < WINDOW_MOST && window * windows < frames) window *= 2;
    return window;
}

static cr_status prepare(analysis *a, cr_arena *arena, cr_error *error) {
    size_t n = (size_t)a->spectrum->window, size = 0;
    kiss_fftr_alloc((int)n, 0, NULL, &size);
    void *memory = cr_arena_take(arena, 1, size);
    a->samples = cr_arena_take(arena, n, sizeof *a->samples);
    a->shape = cr_arena_take(arena, 3 * n, sizeof *a->shape);
    a->bins = cr_arena_take(arena, n / 2 + 1, sizeof *a->bins);
    a->spectrum->level = cr_arena_take(arena, WIDTH * HEIGHT, sizeof *a->spectrum->level);
    if (!memory || !a->samples || !a->shape || !a->bins || !a->spectrum->level)
        return cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    a->transform = kiss_fftr_alloc((int)n, 0, memory, &size);
    a->windowed = a->shape + n;
    a->power = a->shape + 2 * n;
    for (size_t i = 0; i < n; i++)
        a->shape[i] = (float)(0.5 - 0.5 * cos(2.0 * cr_pi * ((double)i + 0.5) / (double)n));
    return CR_OK;
}

// Windows stay inside the sound, so that its ends do not look like clicks.
static long long inside(const analysis *a, double centre) {
    long long half = a->spectrum->window / 2, last = a->source->frames - half;
    long long at = (long long)centre;
    if (last < half) return a->source->frames / 2;
    return at < half ? half : at > last ? last : at;
}

// The greater of the power so far and of a window around `centre`; a sine of amplitude 1 has power 1.
static cr_status add_window(analysis *a, long long centre, cr_error *error) {
    int n = a->spectrum->window;
    cr_status status = a->source->read(a->source->context, centre - n / 2, n, a->samples, error);
    if (status != CR_OK) return status;
    const float scale = 4.0f / (float)n;
    for (int i = 0; i < n; i++) a->windowed[i] = scale * a->shape[i] * (float)a->samples[i];
    kiss_fftr(a->transform, a->windowed, a->bins);
    for (int i = 0; i <= n / 2; i++) {
        float p = a->bins[i].r * a->bins[i].r + a->bins[i].i * a->bins[i].i;
        if (p > a->power[i]) a->power[i] = p;
    }
    return CR_OK;
}

static double frequency_at(const cr_spectrum *s, double row) {
    return s->high * pow(s->low / s->high, row / HEIGHT);
}

// The loudest bin of a row, or between two bins where rows are closer than bins.
static double row_power(const analysis *a, int row) {
    const cr_spectrum *s = a->spectrum;
    double per_bin = a->source->rate / s->window;
    double low = frequency_at(s, row + 1) / per_bin, high = frequency_at(s, row) / per_bin;
    int first = (int)ceil(low), last = (int)floor(high), most = s->window / 2;
    double power = 0.0;
    for (int i = first; i <= last && i <= most; i++) power = fmax(power, (double)a->power[i]);
    double middle = fmin(0.5 * (low + high), most - 1e-9), part = middle - floor(middle);
    int below = (int)middle;
    return fmax(power, (1.0 - part) * (double)a->power[below] + part * (double)a->power[below + 1]);
}

static cr_status analyse_column(analysis *a, int column, cr_error *error) {
    cr_spectrum *s = a->spectrum;
    double hop = (double)a->source->frames / WIDTH, half = 0.5 * s->window;
    int windows = hop > half ? (int)ceil(hop / half) : 1;
    for (int i = 0; i <= s->window / 2; i++) a->power[i] = 0.0f;
    for (int w = 0; w < windows; w++) {
        cr_status status = add_window(a, inside(a, hop * (column + (w + 0.5) / windows)), error);
        if (status != CR_OK) return status;
    }
    for (int row = 0; row < HEIGHT; row++) {
        double level = fmax(10.0 * log10(row_power(a, row) + 1e-30), silence);
        s->level[row * WIDTH + column] = (float)level;
        s->loudest = fmax(s->loudest, level);
    }
    return CR_OK;
}

cr_status cr_spectrum_analyse(const cr_spectrum_source *source, cr_arena *arena, cr_spectrum *spectrum,
                              cr_error *error) {
    const double low = 30.0;
    *spectrum = (cr_spectrum){.duration = (double)source->frames / source->rate,
                              .low = fmin(low, source->rate / 20.0),
                              .high = 0.5 * source->rate,
                              .window = choose_window(source->frames),
                              .loudest = silence};
    analysis a = {.source = source, .spectrum = spectrum};
    cr_status status = prepare(&a, arena, error);
    for (int column = 0; column < WIDTH && status == CR_OK; column++)
        status = analyse_column(&a, column, error);
    return status;
}

double cr_spectrum_level(const cr_spectrum *s, double time, double frequency) {
    int column = (int)(WIDTH * time / s->duration);
    int row = (int)(HEIGHT * log(frequency / s->high) / log(s->low / s->high));
    column = column < 0 ? 0 : column >= WIDTH ? WIDTH - 1 : column;
    row = row < 0 ? 0 : row >= HEIGHT ? HEIGHT - 1 : row;
    return (double)s->level[row * WIDTH + column];
}
