#include "carom/listen.h"

#include "base/def.h"
#include "base/maths.h"
#include "base/numeric.h"

#include <string.h>

// A sample between samples is the sum of 32 neighbours, weighed by a sinc under Kaiser's window. Weights for
// 512 places between two samples are kept; between those they are linear.
enum { TAPS = 2 * CR_TRAVEL_LAG, PHASES = 512, ROOM = TAPS + CR_TRAVEL_BLOCK };

struct cr_heard {
    double *weight; // [PHASES + 1][TAPS]
    double *ring;
    long long taken; // the number of the sample that is taken next
    int size;        // a power of two
};

struct cr_travel {
    double past[ROOM + 1]; // the last samples given off, the newest last but one; then 0
    long long given;       // how many
    long long quiet;       // how many of the last ones are 0
    double from, arrival;  // a sample's number, and when it is heard
};

// Bessel's function I0.
static double bessel(double x) {
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 60 && term > 1e-17 * sum; k++) {
        term *= 0.25 * x * x / ((double)k * k);
        sum += term;
    }
    return sum;
}

static void fill_weights(double *weight) {
    const double beta = 11.5;
    for (int phase = 0; phase <= PHASES; phase++) {
        double *row = weight + (ptrdiff_t)phase * TAPS, sum = 0.0;
        for (int i = 0; i < TAPS; i++) {
            double x = (double)(i - (CR_TRAVEL_LAG - 1)) - (double)phase / PHASES, u = x / CR_TRAVEL_LAG,
                   sinc = x == 0.0 ? 1.0 : cr_sin(cr_pi * x) / (cr_pi * x);
            row[i] = sinc * bessel(beta * sqrt(fmax(0.0, 1.0 - u * u)));
            sum += row[i];
        }
        for (int i = 0; i < TAPS; i++) row[i] /= sum;
    }
}

cr_heard_def cr_heard_def_default(void) {
    return (cr_heard_def){.delay = 1e5, .made = CR_DEF_MADE};
}

cr_heard *cr_heard_new(cr_arena *arena, const cr_heard_def *def, cr_error *error) {
    const double most = 1e8;
    if (cr_def_check(def->made, "heard", error) != CR_OK) return NULL;
    if (!(def->delay >= 0.0 && def->delay <= most)) {
        cr_fail(error, CR_ERR_RANGE, "delay", "needs 0 to %g samples, got %g", most, def->delay);
        return NULL;
    }
    int size = 2 * ROOM;
    while (size < (int)def->delay + 2 * ROOM) size *= 2;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_heard *heard = cr_arena_take(arena, 1, sizeof *heard);
    double *weight = cr_arena_take(arena, (PHASES + 1) * TAPS, sizeof *weight),
           *ring = cr_arena_take(arena, (size_t)size, sizeof *ring);
    if (!heard || !weight || !ring) {
        cr_arena_rewind(arena, mark);
        cr_fail(error, CR_ERR_MEMORY, "listen", "no memory for a delay of %d samples", size);
        return NULL;
    }
    *heard = (cr_heard){.weight = weight, .ring = ring, .size = size};
    fill_weights(weight);
    memset(ring, 0, (size_t)size * sizeof *ring);
    return heard;
}

void cr_heard_take(cr_heard *heard, double *out, int frames) {
    for (int i = 0; i < frames; i++, heard->taken++) {
        double *slot = &heard->ring[heard->taken & (heard->size - 1)];
        out[i] = *slot;
        *slot = 0.0;
    }
}

cr_travel *cr_travel_new(cr_arena *arena, cr_error *error) {
    cr_travel *travel = cr_arena_take(arena, 1, sizeof *travel);
    if (!travel) cr_fail(error, CR_ERR_MEMORY, "listen", "no memory for a way from body to ear");
    else *travel = (cr_travel){.quiet = ROOM};
    return travel;
}

void cr_travel_begin(cr_travel *travel, double arrival) {
    travel->from = -CR_TRAVEL_LAG;
    travel->arrival = arrival;
}

// The sound at a place between samples: `place` counts from the beginning. In eight partial sums, side by
// side.
CR_CLONES static double between(const cr_travel *travel, const double *weight, double place) {
    enum { LANES = 8 };
    double whole = floor(place), phase = (place - whole) * PHASES;
    int row = (int)phase;
    double part = phase - row;
    const double *a = weight + (ptrdiff_t)row * TAPS, *b = a + TAPS,
                 *x = travel->past + (ROOM - travel->given + (long long)whole - (CR_TRAVEL_LAG - 1));
    double sum[LANES] = {0};
    for (int i = 0; i < TAPS; i += LANES)
        for (int k = 0; k < LANES; k++) sum[k] += (a[i + k] + part * (b[i + k] - a[i + k])) * x[i + k];
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

// The same at places one sample apart: the weights are those of the first.
CR_CLONES static void between_evenly(const cr_travel *travel, const double *weight, double place, int count,
                                     double *restrict out) {
    double whole = floor(place), phase = (place - whole) * PHASES;
    int row = (int)phase;
    double part = phase - row;
    const double *a = weight + (ptrdiff_t)row * TAPS, *b = a + TAPS,
                 *x = travel->past + (ROOM - travel->given + (long long)whole - (CR_TRAVEL_LAG - 1));
    for (int n = 0; n < count; n++) out[n] = 0.0;
    for (int i = 0; i < TAPS; i++) {
        const double w = a[i] + part * (b[i] - a[i]);
        for (int n = 0; n < count; n++) out[n] += w * x[i + n];
    }
}

static bool silent(const double *x, int count) {
    int i = 0;
    while (i < count && x[i] == 0.0) i++;
    return i == count;
}

void cr_travel_push(cr_travel *travel, const double *emitted, int frames, double arrival, cr_heard *heard) {
    travel->quiet = silent(emitted, frames) ? travel->quiet + frames : 0;
    bool nothing = travel->quiet >= ROOM + frames; // and all that is kept is 0
    if (!nothing) {
        memmove(travel->past, travel->past + frames, (size_t)(ROOM - frames) * sizeof *travel->past);
        memcpy(travel->past + ROOM - frames, emitted, (size_t)frames * sizeof *emitted);
    }
    travel->given += frames;
    double from = travel->from, start = travel->arrival, to = (double)travel->given - CR_TRAVEL_LAG;
    travel->from = to;
    travel->arrival = arrival;
    if (!(arrival > start) || !(arrival < 1e15) || nothing) return;
    const double still = 1e-8; // samples
    double slope = (to - from) / (arrival - start);
    long long first = (long long)ceil(start), end = (long long)ceil(arrival),
              last = heard->taken + heard->size;
    if (first < heard->taken) first = heard->taken;
    if (end > last) end = last;
    if (fabs(arrival - start - (to - from)) <= still && first < end && end - first <= CR_TRAVEL_BLOCK) {
        double out[CR_TRAVEL_BLOCK],
            place = fmin(to - (double)(end - 1 - first), from + ((double)first - start));
        between_evenly(travel, heard->weight, place, (int)(end - first), out);
        for (long long n = first; n < end; n++) heard->ring[n & (heard->size - 1)] += out[n - first];
        return;
    }
    for (long long n = first; n < end; n++) {
        double place = fmin(to, from + ((double)n - start) * slope);
        heard->ring[n & (heard->size - 1)] += between(travel, heard->weight, place);
    }
}
