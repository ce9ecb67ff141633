// The solid struck once, to be played in its page.
#include "io/plot/player.h"
#include "modal/job.h"

enum { RATE = 44100 };

static const double blow = 3e-4;                   // s: the pulse of the blow, a raised cosine
static const double away = 0.5;                    // m, of the ear from the surface where it is struck
static const double shortest = 0.3, longest = 5.0; // s

// Spectrum of the pulse over that at 0.
static double pulse(double frequency) {
    double x = frequency * blow;
    if (fabs(x - 1.0) < 1e-6) return 0.5;
    return x > 0.0 ? sin(cr_pi * x) / (cr_pi * x) / (1.0 - x * x) : 1.0;
}

// A mode that a blow of 1 N s starts with the velocity u: amplitudes of cosine and sine of what is heard.
typedef struct partial {
    double frequency, sigma, cosine, sine;
} partial;

// Pressure in the direction of the blow; without a solution for the air, velocity of the point that is
// struck.
static cr_status fill(const cr_modal_outcome *o, int tap, const float *normal, const double *outward,
                      partial *all, cr_arena *arena, cr_error *error) {
    const cr_modes *modes = &o->modes;
    const cr_radiation *r = &o->radiation;
    double *re = NULL, *im = NULL, at[3];
    for (int i = 0; i < 3; i++)
        at[i] = (double)modes->position[3 * tap + i] + away * (double)normal[3 * tap + i];
    if (r->count) {
        cr_radiator *radiator = cr_radiator_new(r, arena, error);
        re = cr_arena_take(arena, 2 * (size_t)r->count, sizeof *re);
        im = re + r->count;
        if (!radiator) return error->status;
        if (!re) return cr_fail(error, CR_ERR_MEMORY, "--report", "out of memory");
        cr_radiator_transfer(radiator, at, re, im);
    }
    for (int m = 0; m < modes->count; m++) {
        double f = modes->frequency[m], u = f < 0.45 * RATE ? outward[m] * pulse(f) : 0.0,
               w = 2.0 * cr_pi * f;
        bool known = re && m < r->count;
        all[m] =
            (partial){f, modes->sigma[m] + (known ? cr_radiation_damping(r, m) : 0.0), u * outward[m], 0.0};
        if (known) all[m].cosine = u * w * im[m], all[m].sine = -u * w * re[m];
        else if (re) all[m].cosine = 0.0;
    }
    return CR_OK;
}

// By turning a pair of numbers from sample to sample.
static void add(const partial *p, long long frames, double *samples) {
    double fall = exp(-p->sigma / RATE), c = fall * cos(2.0 * cr_pi * p->frequency / RATE),
           s = fall * sin(2.0 * cr_pi * p->frequency / RATE), x = p->cosine, y = p->sine;
    for (long long i = 0; i < frames; i++) {
        samples[i] += x;
        double turned = c * x + s * y;
        y = c * y - s * x;
        x = turned;
    }
}

// Until the slowest mode that is heard has fallen by 60 dB.
static long long length_of(const partial *all, int count) {
    double most = 0.0, slowest = HUGE_VAL;
    for (int m = 0; m < count; m++) most = fmax(most, hypot(all[m].cosine, all[m].sine));
    for (int m = 0; m < count; m++)
        if (hypot(all[m].cosine, all[m].sine) > 1e-2 * most) slowest = fmin(slowest, all[m].sigma);
    return (long long)(RATE * fmin(longest, fmax(shortest, 3.0 * log(10.0) / slowest)));
}

cr_status cr_modal_strike_report(const cr_modal_outcome *outcome, int tap, const float *normal,
                                 const double *outward, cr_arena *arena, FILE *out, cr_error *error) {
    const cr_modes *modes = &outcome->modes;
    partial *all = cr_arena_take(arena, (size_t)modes->count + 1, sizeof *all);
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "--report", "out of memory");
    cr_status status = fill(outcome, tap, normal, outward, all, arena, error);
    if (status != CR_OK) return status;
    long long frames = length_of(all, modes->count), rise = (long long)(blow * RATE), fade = RATE / 20;
    double *samples = cr_arena_take(arena, (size_t)frames, sizeof *samples), peak = 1e-300;
    if (!samples) return cr_fail(error, CR_ERR_MEMORY, "--report", "out of memory");
    for (long long i = 0; i < frames; i++) samples[i] = 0.0;
    for (int m = 0; m < modes->count; m++) add(&all[m], frames, samples);
    for (long long i = 0; i < frames; i++) {
        if (i < rise) samples[i] *= 0.5 - 0.5 * cos(cr_pi * (double)i / (double)rise);
        if (i >= frames - fade) samples[i] *= (double)(frames - i) / (double)fade;
        peak = fmax(peak, fabs(samples[i]));
    }
    return cr_player_write_samples(
        out, samples, frames, 1, RATE, 0.9 / peak,
        outcome->radiation.count ? "Struck once there, heard half a metre before it."
                                 : "Struck once there: the motion of the point. With --radiation the page "
                                   "has what is heard in the air.",
        arena, error);
}
