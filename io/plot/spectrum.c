#include "io/plot/spectrum.h"

#include "base/numeric.h"

#include <kissfft/kiss_fftr.h>
#include <string.h>

enum { WINDOW_LEAST = 1024, WINDOW_MOST = 4096, WIDTH = CR_SPECTRUM_WIDTH, HEIGHT = CR_SPECTRUM_HEIGHT };

static const double silence = -300.0; // dB

// The bins of a row, first to last, and the two around its middle with the share of the upper one.
typedef struct band {
    int first, last, below;
    double part;
} band;

typedef struct analysis {
    const cr_spectrum_source *source;
    cr_spectrum *spectrum;
    kiss_fftr_cfg transform;
    double *samples; // of the last window, which began at `first`; -1 of none
    long long first;
    float *shape, *windowed, *power;
    kiss_fft_cpx *bins;
    band rows[HEIGHT];
} analysis;

// Long sounds have room for fine frequencies, short ones need fine times.
static int choose_window(long long frames) {
    const long long windows = 40;
    int window = WINDOW_LEAST;
    while (window < WINDOW_MOST && window * windows < frames) window *= 2;
    return window;
}

static double frequency_at(const cr_spectrum *s, double at) {
    return s->high * pow(s->low / s->high, at / HEIGHT);
}

static void find_rows(analysis *a) {
    const cr_spectrum *s = a->spectrum;
    const double per_bin = a->source->rate / s->window;
    const int most = s->window / 2;
    for (int i = 0; i < HEIGHT; i++) {
        double low = frequency_at(s, i + 1) / per_bin, high = frequency_at(s, i) / per_bin;
        double middle = cr_min(0.5 * (low + high), most - 1e-9);
        int last = (int)floor(high);
        a->rows[i] = (band){(int)ceil(low), last < most ? last : most, (int)middle, middle - floor(middle)};
    }
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
        a->shape[i] = 4.0f / (float)n * (float)(0.5 - 0.5 * cos(2.0 * cr_pi * ((double)i + 0.5) / (double)n));
    find_rows(a);
    return CR_OK;
}

// Windows stay inside the sound, so that its ends do not look like clicks.
static long long inside(const analysis *a, double centre) {
    long long half = a->spectrum->window / 2, last = a->source->frames - half;
    long long at = (long long)centre;
    if (last < half) return a->source->frames / 2;
    return at < half ? half : at > last ? last : at;
}

// The window from `first` on; what the last one has of it is not read again.
static cr_status read_window(analysis *a, long long first, cr_error *error) {
    const int n = a->spectrum->window;
    long long way = first - a->first;
    int kept = a->first >= 0 && way >= 0 && way < n ? (int)(n - way) : 0;
    memmove(a->samples, a->samples + (n - kept), (size_t)kept * sizeof *a->samples);
    a->first = first;
    return a->source->read(a->source->context, first + kept, n - kept, a->samples + kept, error);
}

// The greater of the power so far and of a window around `centre`; a sine of amplitude 1 has power 1.
static cr_status add_window(analysis *a, long long centre, cr_error *error) {
    const int n = a->spectrum->window;
    cr_status status = read_window(a, centre - n / 2, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < n; i++) a->windowed[i] = a->shape[i] * (float)a->samples[i];
    kiss_fftr(a->transform, a->windowed, a->bins);
    for (int i = 0; i <= n / 2; i++) {
        float p = a->bins[i].r * a->bins[i].r + a->bins[i].i * a->bins[i].i;
        a->power[i] = p > a->power[i] ? p : a->power[i];
    }
    return CR_OK;
}

// The loudest bin of a row, or between two bins where rows are closer than bins.
static double row_power(const analysis *a, const band *r) {
    float power = 0.0f;
    for (int i = r->first; i <= r->last; i++) power = a->power[i] > power ? a->power[i] : power;
    double between = (1.0 - r->part) * (double)a->power[r->below] + r->part * (double)a->power[r->below + 1];
    return cr_max((double)power, between);
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
        double level = cr_max(10.0 * log10(row_power(a, &a->rows[row]) + 1e-30), silence);
        s->level[row * WIDTH + column] = (float)level;
        s->loudest = cr_max(s->loudest, level);
    }
    return CR_OK;
}

// Levels between two columns that were analysed, in proportion.
static void fill_between(cr_spectrum *s, int left, int right) {
    for (int row = 0; row < HEIGHT; row++) {
        float *level = s->level + row * WIDTH, rise = level[right] - level[left];
        for (int i = left + 1; i < right; i++)
            level[i] = level[left] + rise * (float)(i - left) / (float)(right - left);
    }
}

// Windows an eighth of their length apart show all that there is: columns between them are not analysed.
static int choose_stride(const analysis *a) {
    const double hop = cr_max((double)a->source->frames / WIDTH, 1.0);
    return (int)cr_max(0.125 * a->spectrum->window / hop, 1.0);
}

cr_status cr_spectrum_analyse(const cr_spectrum_source *source, cr_arena *arena, cr_spectrum *spectrum,
                              cr_error *error) {
    const double low = 30.0;
    *spectrum = (cr_spectrum){.duration = (double)source->frames / source->rate,
                              .low = fmin(low, source->rate / 20.0),
                              .high = 0.5 * source->rate,
                              .window = choose_window(source->frames),
                              .loudest = silence};
    analysis a = {.source = source, .spectrum = spectrum, .first = -1};
    cr_status status = prepare(&a, arena, error);
    const int stride = choose_stride(&a);
    for (int column = 0, left = 0; column < WIDTH && status == CR_OK; left = column, column += stride) {
        if (column > 0 && column + stride >= WIDTH) column = WIDTH - 1;
        status = analyse_column(&a, column, error);
        if (status == CR_OK) fill_between(a.spectrum, left, column);
    }
    return status;
}

double cr_spectrum_level(const cr_spectrum *s, double time, double frequency) {
    int column = (int)(WIDTH * time / s->duration);
    int row = (int)(HEIGHT * log(frequency / s->high) / log(s->low / s->high));
    column = column < 0 ? 0 : column >= WIDTH ? WIDTH - 1 : column;
    row = row < 0 ? 0 : row >= HEIGHT ? HEIGHT - 1 : row;
    return (double)s->level[row * WIDTH + column];
}
