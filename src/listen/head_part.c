// A measured response is a delay and a filter: the delay moves smoothly with the direction, and filters of
// least phase with the same magnitude can be mixed without dips. The filter comes from the real cepstrum
// (Oppenheim and Schafer, Discrete-Time Signal Processing, chapter 13): with c the cepstrum of log|H|, the
// response of least phase has the cepstrum c[0], 2 c[n], 0 for negative n. The delay is where raw response
// and filter agree best.
#include "base/fourier.h"
#include "base/maths.h"
#include "listen/head.h"

#include <string.h>

typedef struct parting {
    cr_fourier fourier;
    int size, taps;
    double rate;
    double *raw, *least; // spectra, complex
} parting;

static void log_magnitude(const parting *p) {
    const double floor_part = 1e-10; // of the greatest |H|^2
    double greatest = 0.0;
    for (int k = 0; k < p->size; k++)
        greatest = fmax(greatest, p->raw[2 * k] * p->raw[2 * k] + p->raw[2 * k + 1] * p->raw[2 * k + 1]);
    for (int k = 0; k < p->size; k++) {
        double power = p->raw[2 * k] * p->raw[2 * k] + p->raw[2 * k + 1] * p->raw[2 * k + 1];
        p->least[2 * k] = 0.5 * cr_log(fmax(power, floor_part * greatest));
        p->least[2 * k + 1] = 0.0;
    }
}

static void least_phase(const parting *p) {
    double *z = p->least;
    log_magnitude(p);
    cr_fourier_backward(&p->fourier, z);
    for (int n = 0; n < p->size; n++) {
        double fold = n == 0 || n == p->size / 2 ? 1.0 : n < p->size / 2 ? 2.0 : 0.0;
        z[2 * n] *= fold / p->size;
        z[2 * n + 1] = 0.0;
    }
    cr_fourier_forward(&p->fourier, z);
    for (int k = 0; k < p->size; k++) {
        double magnitude = cr_exp(z[2 * k]), angle = z[2 * k + 1];
        z[2 * k] = magnitude * cr_cos(angle);
        z[2 * k + 1] = magnitude * cr_sin(angle);
    }
}

// Where the correlation of raw response and filter is greatest, between samples by a parabola. Above some
// kilohertz the phase is that of the pinna: there it has little weight.
static double best_delay(const parting *p) {
    const double corner = 7000.0; // Hz
    double *z = p->raw;
    for (int k = 0; k < p->size; k++) {
        double f = (k <= p->size / 2 ? k : p->size - k) * p->rate / (p->size * corner), low = cr_exp(-f * f);
        double re = z[2 * k], im = z[2 * k + 1], a = p->least[2 * k], b = p->least[2 * k + 1];
        z[2 * k] = low * (re * a + im * b);
        z[2 * k + 1] = low * (im * a - re * b);
    }
    cr_fourier_backward(&p->fourier, z);
    int best = 0;
    for (int n = 1; n < p->taps; n++)
        if (z[2 * n] > z[2 * best]) best = n;
    double before = z[2 * ((best + p->size - 1) % p->size)], at = z[2 * best], after = z[2 * (best + 1)],
           bend = before - 2.0 * at + after;
    return bend < 0.0 ? best + 0.5 * (before - after) / bend : best;
}

static void part(const parting *p, const double *response, double tap[CR_HEAD_TAPS], double *delay) {
    const int fade = 16;
    memset(p->raw, 0, 2 * (size_t)p->size * sizeof *p->raw);
    for (int n = 0; n < p->taps; n++) p->raw[2 * n] = response[n];
    cr_fourier_forward(&p->fourier, p->raw);
    least_phase(p);
    *delay += best_delay(p);
    cr_fourier_backward(&p->fourier, p->least);
    for (int n = 0; n < CR_HEAD_TAPS; n++) {
        double rest = fmin(1.0, (double)(CR_HEAD_TAPS - n) / fade);
        tap[n] = p->least[2 * n] / p->size * rest * rest * (3.0 - 2.0 * rest);
    }
}

cr_status cr_head_part(const cr_head_def *def, cr_head_filter *measured, cr_arena *arena, cr_error *error) {
    parting p = {.size = 4096, .taps = def->taps, .rate = def->rate};
    while (p.size < 8 * def->taps && p.size < CR_HEAD_SPAN) p.size *= 2;
    cr_status status = cr_fourier_plan(&p.fourier, p.size, arena, error);
    if (status != CR_OK) return status;
    p.raw = cr_arena_take(arena, 2 * (size_t)p.size, sizeof *p.raw);
    p.least = cr_arena_take(arena, 2 * (size_t)p.size, sizeof *p.least);
    if (!p.raw || !p.least)
        return cr_fail(error, CR_ERR_MEMORY, "head", "no memory for a response of %d samples", p.size);
    for (int i = 0; i < def->count; i++)
        for (int side = 0; side < 2; side++) {
            measured[i].delay[side] = def->measure[i].delay[side];
            part(&p, def->measure[i].ear[side], measured[i].tap[side], &measured[i].delay[side]);
        }
    return CR_OK;
}

// f(a) -> c0 + sum_{m <= 8} (c_m cos m a + s_m sin m a), for one ear and ring.
static void smooth_ring(cr_head_filter *ring, int side) {
    enum { ORDER = 8 };
    double smooth[CR_HEAD_AZIMUTHS] = {0.0};
    for (int m = 0; m <= ORDER; m++) {
        double c = 0.0, s = 0.0, share = (m == 0 ? 1.0 : 2.0) / CR_HEAD_AZIMUTHS;
        for (int a = 0; a < CR_HEAD_AZIMUTHS; a++) {
            double angle = 2.0 * cr_pi * m * a / CR_HEAD_AZIMUTHS;
            c += share * ring[a].delay[side] * cr_cos(angle);
            s += share * ring[a].delay[side] * cr_sin(angle);
        }
        for (int a = 0; a < CR_HEAD_AZIMUTHS; a++) {
            double angle = 2.0 * cr_pi * m * a / CR_HEAD_AZIMUTHS;
            smooth[a] += c * cr_cos(angle) + s * cr_sin(angle);
        }
    }
    for (int a = 0; a < CR_HEAD_AZIMUTHS; a++) ring[a].delay[side] = smooth[a];
}

void cr_head_smooth_delays(cr_head *head) {
    double mean = 0.0;
    for (int e = 0; e < CR_HEAD_ELEVATIONS; e++)
        for (int side = 0; side < 2; side++) smooth_ring(head->grid[e], side);
    for (int side = 0; side < 2; side++) mean += 0.5 * head->grid[CR_HEAD_ELEVATIONS / 2][0].delay[side];
    for (int e = 0; e < CR_HEAD_ELEVATIONS; e++)
        for (int a = 0; a < CR_HEAD_AZIMUTHS; a++)
            for (int side = 0; side < 2; side++) head->grid[e][a].delay[side] -= mean;
}
