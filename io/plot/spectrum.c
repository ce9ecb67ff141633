#include "io/plot/spectrum.h"

#include "base/array.h"
#include "base/fourier.h"
#include "base/numeric.h"

#include <assert.h>

enum { WINDOW_LEAST = 1024, WINDOW_MOST = 4096, WIDTH = CR_SPECTRUM_WIDTH, HEIGHT = CR_SPECTRUM_HEIGHT };
enum { BATCH = 2 * CR_FOURIER_LANES }; // windows at once: two real ones are one complex one

static const double silence = -300.0; // dB

// The bins of a row, first to last, and the two around its middle with the share of the upper one.
typedef struct band {
    int first, last, below;
    float part;
} band;

// A window from `first` on, which belongs to a column; the last of it or not.
typedef struct excerpt {
    long long first;
    int column;
    bool last;
} excerpt;

typedef struct analysis {
    const cr_spectrum_source *source;
    cr_spectrum *spectrum;
    cr_fourier transform;
    excerpt batch[BATCH];
    int count;
    double *samples;     // of the whole batch
    cr_fourier_lanes *z; // windows, then their powers
    float *shape;
    band rows[HEIGHT];
    cr_fourier_lanes of_row[HEIGHT]; // powers in the windows
    float power[HEIGHT];             // in the column so far
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
        int last = (int)floor(high), below = (int)middle;
        a->rows[i] = (band){(int)ceil(low), last < most ? last : most, below, (float)(middle - below)};
    }
}

// Windows follow each other by half their length at most.
static size_t samples_most(int window) {
    return (size_t)window * (BATCH / 2 + 1);
}

static cr_status prepare(analysis *a, cr_arena *arena, cr_error *error) {
    size_t n = (size_t)a->spectrum->window;
    a->samples = cr_arena_take(arena, samples_most(a->spectrum->window), sizeof *a->samples);
    a->z = cr_lines_take(arena, n, sizeof *a->z);
    a->shape = cr_arena_take(arena, n, sizeof *a->shape);
    a->spectrum->level = cr_arena_take(arena, WIDTH * HEIGHT, sizeof *a->spectrum->level);
    if (!a->samples || !a->z || !a->shape || !a->spectrum->level)
        return cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    for (size_t i = 0; i < n; i++)
        a->shape[i] = 4.0f / (float)n * (float)(0.5 - 0.5 * cos(2.0 * cr_pi * ((double)i + 0.5) / (double)n));
    find_rows(a);
    return cr_fourier_plan(&a->transform, a->spectrum->window, arena, error);
}

// Windows stay inside the sound, so that its ends do not look like clicks.
static long long inside(const analysis *a, double centre) {
    long long half = a->spectrum->window / 2, last = a->source->frames - half;
    long long at = (long long)centre;
    if (last < half) return a->source->frames / 2;
    return at < half ? half : at > last ? last : at;
}

static cr_status read_batch(analysis *a, cr_error *error) {
    const int most = a->spectrum->window;
    long long first = a->batch[0].first, end = a->batch[a->count - 1].first + most;
    assert(end - first <= (long long)samples_most(most));
    cr_status status = CR_OK;
    for (long long at = first; at < end && status == CR_OK; at += most) {
        int frames = (int)(end - at < most ? end - at : most);
        status = a->source->read(a->source->context, at, frames, a->samples + (at - first), error);
    }
    return status;
}

// A pair of windows in each lane; lanes to spare get the first one.
CR_CLONES static void fill_lanes(analysis *a) {
    const double *from[BATCH];
    for (int i = 0; i < BATCH; i++)
        from[i] = a->samples + (i < a->count ? a->batch[i].first - a->batch[0].first : 0);
    for (int k = 0; k < a->spectrum->window; k++)
        for (int l = 0; l < CR_FOURIER_LANES; l++) {
            a->z[k].re[l] = a->shape[k] * (float)from[2 * l][k];
            a->z[k].im[l] = a->shape[k] * (float)from[2 * l + 1][k];
        }
}

// Of Z[k] = a + ib and Z[n-k] = c + id the first window has ((a + c) + i (b - d))/2, the second ((b + d) + i
// (c - a))/2. A sine of amplitude 1 has power 1.
CR_CLONES static void find_powers(analysis *a) {
    const int n = a->spectrum->window;
    for (int k = 0; k <= n / 2; k++) {
        cr_fourier_lanes u = a->z[k], v = a->z[(n - k) & (n - 1)], *power = &a->z[k];
        for (int l = 0; l < CR_FOURIER_LANES; l++) {
            float ac = u.re[l] + v.re[l], ca = v.re[l] - u.re[l];
            float bd = u.im[l] + v.im[l], db = u.im[l] - v.im[l];
            power->re[l] = 0.25f * (ac * ac + db * db);
            power->im[l] = 0.25f * (bd * bd + ca * ca);
        }
    }
}

// The loudest bin of each row, or between two bins where rows are closer than bins: powers of the windows.
CR_CLONES static void find_row_powers(analysis *a) {
    for (int row = 0; row < HEIGHT; row++) {
        const band *r = &a->rows[row];
        const cr_fourier_lanes *below = &a->z[r->below], *above = below + 1;
        cr_fourier_lanes most;
        for (int l = 0; l < CR_FOURIER_LANES; l++) {
            most.re[l] = (1.0f - r->part) * below->re[l] + r->part * above->re[l];
            most.im[l] = (1.0f - r->part) * below->im[l] + r->part * above->im[l];
        }
        for (const cr_fourier_lanes *bin = a->z + r->first; bin <= a->z + r->last; bin++)
            for (int l = 0; l < CR_FOURIER_LANES; l++) {
                most.re[l] = bin->re[l] > most.re[l] ? bin->re[l] : most.re[l];
                most.im[l] = bin->im[l] > most.im[l] ? bin->im[l] : most.im[l];
            }
        a->of_row[row] = most;
    }
}

static void finish_column(analysis *a, int column) {
    cr_spectrum *s = a->spectrum;
    for (int row = 0; row < HEIGHT; row++) {
        float level = 10.0f * log10f(a->power[row] + 1e-30f);
        s->level[row * WIDTH + column] = level;
        s->loudest = cr_max(s->loudest, (double)level);
        a->power[row] = 0.0f;
    }
}

// The greater of the power of the column so far and of each of its windows.
static cr_status finish_batch(analysis *a, cr_error *error) {
    cr_status status = read_batch(a, error);
    if (status != CR_OK) return status;
    fill_lanes(a);
    cr_fourier_forward_lanes(&a->transform, a->z);
    find_powers(a);
    find_row_powers(a);
    for (int i = 0; i < a->count; i++) {
        for (int row = 0; row < HEIGHT; row++) {
            const cr_fourier_lanes *of = &a->of_row[row];
            float p = i % 2 ? of->im[i / 2] : of->re[i / 2];
            a->power[row] = p > a->power[row] ? p : a->power[row];
        }
        if (a->batch[i].last) finish_column(a, a->batch[i].column);
    }
    a->count = 0;
    return CR_OK;
}

static cr_status analyse_column(analysis *a, int column, cr_error *error) {
    cr_spectrum *s = a->spectrum;
    double hop = (double)a->source->frames / WIDTH, half = 0.5 * s->window;
    int windows = hop > half ? (int)ceil(hop / half) : 1;
    cr_status status = CR_OK;
    for (int w = 0; w < windows && status == CR_OK; w++) {
        long long centre = inside(a, hop * (column + (w + 0.5) / windows));
        a->batch[a->count++] = (excerpt){centre - s->window / 2, column, w == windows - 1};
        if (a->count == BATCH) status = finish_batch(a, error);
    }
    return status;
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

static int next_column(int column, int stride) {
    return column + 2 * stride < WIDTH || column == WIDTH - 1 ? column + stride : WIDTH - 1;
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
    const int stride = choose_stride(&a);
    for (int column = 0; column < WIDTH && status == CR_OK; column = next_column(column, stride))
        status = analyse_column(&a, column, error);
    if (status == CR_OK && a.count) status = finish_batch(&a, error);
    for (int column = 0; column < WIDTH - 1 && status == CR_OK; column = next_column(column, stride))
        fill_between(spectrum, column, next_column(column, stride));
    return status;
}

double cr_spectrum_level(const cr_spectrum *s, double time, double frequency) {
    int column = (int)(WIDTH * time / s->duration);
    int row = (int)(HEIGHT * log(frequency / s->high) / log(s->low / s->high));
    column = column < 0 ? 0 : column >= WIDTH ? WIDTH - 1 : column;
    row = row < 0 ? 0 : row >= HEIGHT ? HEIGHT - 1 : row;
    return (double)s->level[row * WIDTH + column];
}
