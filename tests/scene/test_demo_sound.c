// The scene of the demo keeps what it promises: the body of the bowed tromba marina sings with the rattle on,
// and is brighter than without.
#include "base/numeric.h"
#include "carom/scene.h"
#include "test.h"

#include <stdlib.h>

enum { RATE = 44100, SKIPPED = RATE, HEARD = 1 << 15 };

typedef struct sound {
    double periodicity; // greatest autocorrelation near the period of the string
    double bright;      // share of the power above 2 kHz
    double steady;      // rms of the last eighth over that of the first
} sound;

// The mean of the channels from second 1 on.
static void render(const char *change, double *mono) {
    static double out[2 * RATE];
    const char *source = getenv("CAROM_SOURCE");
    char path[2048];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene_override override = {change, NULL};
    cr_scene *scene;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    snprintf(path, sizeof path, "%s/scenes/tromba-bowed.yaml", source ? source : ".");
    cr_status status = cr_scene_load(path, &override, change ? 1 : 0, arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_build(scene, RATE, arena, &sim, NULL, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    if (status != CR_OK) exit(test_summary());
    CHECK(cr_sim_channels(sim) == 2, "%d channels", cr_sim_channels(sim));
    cr_sim_run(sim, SKIPPED, out);
    cr_sim_run(sim, HEARD, out);
    for (int i = 0; i < HEARD; i++) mono[i] = 0.5 * (out[2 * i] + out[2 * i + 1]);
    cr_arena_free(arena);
}

static double alike(const double *x, int lag) {
    double product = 0.0, first = 0.0, second = 0.0;
    for (int i = 0; i + lag < HEARD; i++) {
        product += x[i] * x[i + lag];
        first += cr_square(x[i]);
        second += cr_square(x[i + lag]);
    }
    return product / sqrt(first * second);
}

static double power(const double *x, int from, int to) {
    double sum = 0.0;
    for (int i = from; i < to; i++) sum += cr_square(x[i]);
    return sum;
}

// Two poles of Butterworth's high pass, in place.
static void keep_above(double *x, double frequency) {
    double t = tan(cr_pi * frequency / RATE), root = sqrt(2.0) * t, d = 1.0 / (1.0 + root + t * t);
    double x1 = x[1], x2 = x[0], y1 = 0.0, y2 = 0.0;
    x[0] = x[1] = 0.0;
    for (int i = 2; i < HEARD; i++) {
        double now = x[i];
        x[i] = d * (now - 2.0 * x1 + x2 - 2.0 * (t * t - 1.0) * y1 - (1.0 - root + t * t) * y2);
        x2 = x1;
        x1 = now;
        y2 = y1;
        y1 = x[i];
    }
}

static sound listen(const char *change) {
    static double mono[HEARD];
    sound s = {-1.0, 0.0, 0.0};
    render(change, mono);
    for (int lag = RATE / 67; lag <= RATE / 63; lag++)
        s.periodicity = cr_max(s.periodicity, alike(mono, lag));
    s.steady = sqrt(power(mono, HEARD - HEARD / 8, HEARD) / power(mono, 0, HEARD / 8));
    double all = power(mono, 0, HEARD);
    keep_above(mono, 2000.0);
    keep_above(mono, 2000.0);
    s.bright = power(mono, 0, HEARD) / all;
    return s;
}

int main(void) {
    sound with = listen(NULL), without = listen("contacts.rattle.gap=1e-3");
    printf("with rattle: periodicity %.3f, %.3f of the power above 2 kHz; without %.3f, %.3f\n",
           with.periodicity, with.bright, without.periodicity, without.bright);
    CHECK(with.periodicity >= 0.9 && without.periodicity >= 0.9, "%g, %g", with.periodicity,
          without.periodicity);
    CHECK(with.bright >= 5.0 * without.bright, "%g against %g above 2 kHz", with.bright, without.bright);
    CHECK(with.bright >= 0.1, "%g above 2 kHz", with.bright);
    CHECK_NEAR(with.steady, 1.0, 0.3);
    return test_summary();
}
