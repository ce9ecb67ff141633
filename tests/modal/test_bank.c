// label: plain
// The one-way bank against the closed form: impulse response and convolution.
#include "bank_variants.h"
#include "seeds.h"

#include <string.h>

enum { TEN_SECONDS = 441000 };

// An impulse of 1 Ns on a mode with gain_in = omega gives e^(-sigma t) sin(omega t).
static double impulse_error(const variant *v, double frequency, double sigma, const long double *exact) {
    static double force[TEN_SECONDS], out[TEN_SECONDS];
    double *const channels[] = {out};
    long double worst = 0;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_bank *bank = make(v, 1, 1);
    cr_bank_mode m = {frequency, sigma, 2 * pi * frequency, {1}};
    CHECK(cr_bank_set(bank, 0, &m, NULL) == CR_OK, "%g Hz", frequency);
    memset(out, 0, sizeof out);
    force[0] = rate;
    cr_bank_run(bank, force, channels, TEN_SECONDS);
    for (int n = 0; n < TEN_SECONDS; n++) worst = fmaxl(worst, fabsl((long double)out[n] - exact[n]));
    cr_arena_rewind(arena, mark);
    return (double)worst;
}

static void test_impulse_response(void) {
    static long double exact[TEN_SECONDS];
    const double frequencies[] = {20, 100, 1000, 10000, 20000}, sigmas[] = {0, 1, 10};
    const double stated[2][5] = {{1e-11, 1e-12, 5e-12, 1e-10, 5e-10},
                                 {2e-4, 1e-4, 5e-5, 5e-5, 3e-4}}; // in bank.h
    double worst[4][5] = {{0}};
    for (int f = 0; f < 5; f++)
        for (int s = 0; s < 3; s++) {
            long double omega = 2 * 3.14159265358979323846264338327950288L * (long double)frequencies[f];
            for (int n = 0; n < TEN_SECONDS; n++) {
                long double t = (long double)n / (long double)rate;
                exact[n] = expl(-(long double)sigmas[s] * t) * sinl(omega * t);
            }
            for (int i = 0; i < variant_count; i++) {
                const variant *v = &variants[i];
                double error = impulse_error(v, frequencies[f], sigmas[s], exact);
                // Errors of early samples decay too: n e^(-sigma n h) is at most 1/(e sigma h).
                double n = sigmas[s] > 0 ? fmin(TEN_SECONDS, rate / sigmas[s]) : TEN_SECONDS;
                double bound =
                    fmin(rounding_bound(v, frequencies[f], n), stated[v->precision == CR_BANK_FLOAT][f]);
                CHECK(error <= bound, "%s, %g Hz, sigma %g: %g, bound %g", v->name, frequencies[f], sigmas[s],
                      error, bound);
                worst[i][f] = fmax(worst[i][f], error);
            }
        }
    for (int i = 0; i < variant_count; i++) {
        printf("%-12s", variants[i].name);
        for (int f = 0; f < 5; f++) printf("  %g Hz %.1e", frequencies[f], worst[i][f]);
        printf("\n");
    }
}

// Against the convolution with the sum of the modes' impulse responses.
static void test_convolution(const variant *v, uint64_t seed) {
    enum { N = 2000 };
    static double force[N], out[2][N], response[2][N];
    double *const channels[] = {out[0], out[1]};
    cr_bank *bank = make_some(v);
    memset(out, 0, sizeof out);
    memset(response, 0, sizeof response);
    for (int n = 0; n < N; n++) force[n] = noise(&seed);
    for (int i = 0; i < odd_count(v); i++) {
        cr_bank_mode m = some_mode(i);
        double omega = 2 * pi * m.frequency, h = 1 / rate;
        for (int n = 0; n < N; n++)
            for (int c = 0; c < 2; c++)
                response[c][n] +=
                    m.gain_in * m.gain_out[c] * h / omega * exp(-m.sigma * n * h) * sin(omega * n * h);
    }
    cr_bank_run(bank, force, channels, N);
    double worst = 0, peak = 0;
    for (int n = 0; n < N; n++)
        for (int c = 0; c < 2; c++) {
            double expected = 0;
            for (int k = 0; k <= n; k++) expected += force[k] * response[c][n - k];
            worst = fmax(worst, fabs(out[c][n] - expected));
            peak = fmax(peak, fabs(expected));
        }
    CHECK(worst <= rounding_bound(v, some_mode(odd_count(v) - 1).frequency, N) * peak, "%s: %g of %g",
          v->name, worst, peak);
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    find_variants();
    test_impulse_response();
    for (TEST_SEEDS(seed, 1, 2, 3))
        for (int i = 0; i < variant_count; i++) test_convolution(&variants[i], seed);
    cr_arena_free(arena);
    return test_summary();
}
