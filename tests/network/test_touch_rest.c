// Contacts at rest, derivation T11: how long half a period is, how many steps a sample takes, and how close
// the modes come to those of sixteen steps.
#include "carom/network.h"
#include "test.h"

#include <stdlib.h>

enum { MOST_MODES = 512, SAMPLES = 1000 };
static const double rate = 44100, pi = 3.14159265358979323846;

// --- a mass on the ground

// Phase of x against cos(w t), windowed, of the samples from `from` on.
static double phase_of(const double *x, double w, int from, int count) {
    double in = 0, out = 0;
    for (int i = 0; i < count; i++) {
        double window = 0.5 - 0.5 * cos(2 * pi * (i + 0.5) / count), t = (from + i) / rate;
        in += window * x[from + i] * cos(w * t);
        out += window * x[from + i] * sin(w * t);
    }
    return atan2(out, in);
}

// Relative error of the frequency at which a mass swings by 1e-4 of its depth, half a period being `half`
// samples.
static double frequency_error(double half, double alpha) {
    enum { PERIODS = 60 };
    double m = 0.01, g = 100, w = pi * rate / half, depth = alpha * g / (w * w); // alpha g/depth = w^2
    int count = (int)(PERIODS * half), index;                                    // half of them
    double *x = malloc(2 * (size_t)count * sizeof *x);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, rate);
    cr_law law;
    int mass = cr_network_add(n, "mass", (cr_setting[]){{"mass", m}, {"gravity", g}, {0}}, NULL);
    cr_setting settings[] = {{"k", m * g / pow(depth, alpha)}, {"alpha", alpha}, {"mu", 0}, {0}};
    cr_law_make("hunt-crossley", settings, &law, NULL);
    cr_contact_def def = cr_contact_def_between((cr_place){mass, {0}}, (cr_place){CR_GROUND, {0}}, law);
    cr_network_add_contact(n, &def, &index, NULL);
    cr_network_element(n, mass)->u[0] = 1.0001 * depth;
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "not prepared");
    for (int i = 0; i < 2 * count; i++) {
        cr_network_step(n);
        x[i] = cr_network_contact_depth(n, index) - depth;
    }
    double drift = phase_of(x, w, count, count) - phase_of(x, w, 0, count);
    drift -= 2 * pi * floor(drift / (2 * pi) + 0.5);
    cr_arena_free(arena);
    free(x);
    return fabs(drift) / (w * count / rate);
}

// 0.04 %, as T11 says, whatever the law; at 8 steps it is half of it.
static void on_the_ground(void) {
    double worst = 0;
    for (double half = 2.1; half < 24; half *= 1.09)
        for (int law = 0; law < 2; law++) worst = fmax(worst, frequency_error(half, law ? 2.3 : 1.5));
    printf("a mass on the ground: frequency off by up to %.2e\n", worst);
    CHECK(worst <= 4e-4, "%g", worst);
}

// --- a hammer that presses on modes

typedef struct press {
    double motion[2 * MOST_MODES]; // w q, v of the modes at the end
    cr_contact_effort effort;
} press;

static void run_press(int modes, double k, double alpha, int least, int most, press *p) {
    static double given[3 * MOST_MODES];
    double force = 5, q[MOST_MODES], v[MOST_MODES];
    int index;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, rate);
    cr_law law;
    for (int i = 0; i < modes; i++) {
        given[2 * i] = 60.0 + 18900.0 * (i + 1) / modes;
        given[2 * i + 1] = 2.0 + 1e-3 * given[2 * i];
        given[2 * modes + i] = 2.0 * cos(0.7 * i + 0.3);
    }
    int hammer = cr_network_add(n, "mass", (cr_setting[]){{"mass", 0.01}, {"gravity", 500}, {0}}, NULL);
    int object = cr_network_add_modal(n, modes, given, 3 * modes, NULL);
    cr_law_make("hunt-crossley", (cr_setting[]){{"k", k}, {"alpha", alpha}, {0}}, &law, NULL);
    cr_contact_def def = cr_contact_def_between((cr_place){hammer, {0}}, (cr_place){object, {0}}, law);
    cr_network_add_contact(n, &def, &index, NULL);
    cr_network_element(n, hammer)->u[0] = pow(force / k, 1 / alpha); // the object gives way, and all swings
    cr_network_divide(n, least, most);
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "not prepared");
    for (int i = 0; i < SAMPLES; i++) cr_network_step(n);
    cr_network_mode_motion(n, object, q, v);
    for (int i = 0; i < modes; i++) {
        p->motion[2 * i] = 2 * pi * given[2 * i] * q[i];
        p->motion[2 * i + 1] = v[i];
    }
    p->effort = cr_network_effort(n);
    cr_arena_free(arena);
}

static double rule_error(int modes, double k, double alpha, press *rule) {
    static press exact;
    double off = 0, all = 0;
    run_press(modes, k, alpha, 4, 4, &exact);
    run_press(modes, k, alpha, 0, 4, rule);
    for (int i = 0; i < 2 * modes; i++) {
        off += pow(rule->motion[i] - exact.motion[i], 2);
        all += pow(exact.motion[i], 2);
    }
    return sqrt(off / all);
}

// From 1e7 to 1e11 N/m^1.5: measured 1.3e-3, 9.4e-4, 3.4e-4.
static void on_modes(void) {
    static press rule;
    const int modes[] = {32, 128, 512};
    for (int m = 0; m < 3; m++) {
        double worst = 0;
        for (double k = 1e7; k < 1e11; k *= 1.58) worst = fmax(worst, rule_error(modes[m], k, 1.5, &rule));
        printf("%d modes: off by up to %.1e\n", modes[m], worst);
        CHECK(worst <= 1.5e-3, "%d modes: %g", modes[m], worst);
    }
}

// Half a period of all modes together would be 6 samples, of those that are slower than the contact 13.
static void one_step_where_one_suffices(void) {
    static press rule;
    double error = rule_error(512, 1e7, 1.3, &rule);
    printf("512 modes: %ld samples of one step, %ld of two, off by %.1e\n", rule.effort.samples[0],
           rule.effort.samples[1], error);
    CHECK(rule.effort.samples[0] == SAMPLES, "one step in %ld of %d samples", rule.effort.samples[0],
          SAMPLES);
    CHECK(error <= 5e-4, "%g", error);
}

int main(void) {
    on_the_ground();
    on_modes();
    one_step_where_one_suffices();
    return test_summary();
}
