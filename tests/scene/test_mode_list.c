// Lists of modes in files: a modal object by its list sounds bit by bit as by its numbers in the scene, and
// what is wrong with a list is told with its line.
#include "carom/scene.h"
#include "io/modes/list.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { RATE = 44100, SAMPLES = 2000 };

static void write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    if (!out || fputs(text, out) < 0 || fclose(out)) abort();
}

static void render(const char *element, const char *excitation, double *samples) {
    char text[1024];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    snprintf(text, sizeof text,
             "carom: 1\nelements: {bell: {type: modal, %s}}\n"
             "excitations: {tap: {%s, at: bell@0}}\npickups: {out: {at: bell@1}}\n",
             element, excitation);
    cr_status status = cr_scene_parse("scene", text, strlen(text), NULL, 0, arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_build(scene, RATE, arena, &sim, NULL, &error);
    CHECK(status == CR_OK, "%s: %s: %s", element, error.place, error.reason);
    if (status == CR_OK) cr_sim_run(sim, SAMPLES, samples);
    cr_arena_free(arena);
}

static void expect_same(const char *file, const char *numbers) {
    static double a[SAMPLES], b[SAMPLES];
    const char *const tap = "type: strike, mass: 0.02, velocity: 1, k: 1e7";
    render(file, tap, a);
    render(numbers, tap, b);
    double sum = 0.0;
    for (int i = 0; i < SAMPLES; i++) sum += fabs(b[i]);
    CHECK(sum > 0.1 && memcmp(a, b, sizeof a) == 0, "%s is not %s", file, numbers);
}

// A blow of J leaves the velocity J gain e^(-sigma t)(cos wt - sigma/w sin wt): the amplitude, fitted to the
// second half, over that of a raised cosine of length D, whose spectrum is J sinc(f D)/(1 - (f D)^2). When
// the blow comes is known to a sample, in which the mode falls by sigma/RATE.
static void test_gain(void) {
    const double pi = 3.14159265358979323846, f = 100.0, sigma = 6.907755278982137 / 0.8, gain = -0.3,
                 length = 40.0 / RATE, amplitude = 100.0;
    static double samples[SAMPLES];
    char tap[100];
    write_file("gain.csv", "frequency,t60,gain\n100,0.8,-0.3\n");
    snprintf(tap, sizeof tap, "type: force, shape: pulse, amplitude: %g, duration: %.17g", amplitude, length);
    render("file: gain.csv", tap, samples);
    double w = sqrt(4.0 * pi * pi * f * f - sigma * sigma), cc = 0.0, ss = 0.0, cs = 0.0, c = 0.0, s = 0.0;
    for (int i = SAMPLES / 2; i < SAMPLES; i++) {
        double t = (double)i / RATE, x = samples[i] * exp(sigma * (t - 0.5 * length)), p = cos(w * t),
               q = sin(w * t);
        cc += p * p, ss += q * q, cs += p * q, c += p * x, s += q * x;
    }
    double a = (c * ss - s * cs) / (cc * ss - cs * cs), b = (s * cc - c * cs) / (cc * ss - cs * cs);
    double fd = f * length, spectrum = sin(pi * fd) / (pi * fd) / (1.0 - fd * fd),
           impulse = 0.5 * amplitude * length;
    CHECK_REL(hypot(a, b), fabs(gain) * impulse * spectrum * 2.0 * pi * f / w, sigma / RATE);
    CHECK(a < 0.0, "its sign");
}

static void test_sound(void) {
    // ln(1000)/T60 for 2 s and 0.5 s; one gain is that of the way from the first point to the second
    write_file("bell.csv", "# measured\nfrequency,t60,gain,remark\n523,2,1,hum\n1046,0.5,-0.25,\"a, b\"\n");
    expect_same("file: bell.csv",
                "frequencies: [523, 1046], decays: [3.4538776394910684, 13.815510557964274], "
                "shapes: [[1, 1], [1, -0.25]]");
    write_file("points.csv", "gain2;gain1;sigma;f\r\n0.5;2;3;440\r\n4;1;0;660\r\n");
    expect_same("file: points.csv", "frequencies: [440, 660], decays: [3, 0], shapes: [[2, 1], [0.5, 4]]");
    write_file("list.json",
               "{\"modes\": [{\"f\": 440, \"decay\": 3, \"gains\": [2, 1, 0.5], \"note\": \"A4\"},"
               "{\"frequency\": 660, \"sigma\": 1, \"t60\": null, \"gains\": [1, 3, 4]}]}");
    expect_same("file: list.json",
                "frequencies: [440, 660], decays: [3, 1], shapes: [[2, 1], [1, 3], [0.5, 4]]");
    // no gains: one point; both decays: sigma; above 0.45 of the rate: left out
    write_file("plain.csv",
               "mode,frequency,damped,sigma,t60\n1,440,440,3,99\n2,19900,19900,4,99\n3,550,550,0,inf\n");
    expect_same("file: plain.csv", "frequencies: [440, 550], decays: [3, 0], shapes: [[1, 1]]");
}

static void expect_refused(const char *path, const char *text, const char *place, const char *sentence) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes_list list;
    cr_error error = {.reason = ""};
    write_file(path, text);
    size_t before = cr_arena_size(arena);
    CHECK(cr_modes_list_read(path, arena, &list, &error) == CR_ERR_INPUT, "%s is read", text);
    CHECK(strcmp(error.place, place) == 0 && strstr(error.reason, sentence), "%s: %s: %s", text, error.place,
          error.reason);
    CHECK(cr_arena_size(arena) == before, "the arena is as it was");
    cr_arena_free(arena);
}

static void test_refused(void) {
    const char *const heads = "needs the names of the columns in the first line: frequency, one of sigma";
    expect_refused("a.csv", "440,2,1\n", "a.csv:1", heads);
    expect_refused("a.csv", "frequency,gain\n440,1\n", "a.csv:1", heads);
    expect_refused("a.csv", "", "a.csv", "holds no table");
    expect_refused("a.csv", "frequency,t60\n", "a.csv:1", "no mode below the names");
    expect_refused("a.csv", "frequency,t60\n440,2\n\n-1,2\n", "a.csv:4",
                   "a frequency of -1 Hz; needs more than 0");
    expect_refused("a.csv", "frequency,t60\n440,0\n", "a.csv:2", "a t60 of 0 s; needs more than 0");
    expect_refused("a.csv", "frequency,decay\n440,-1\n", "a.csv:2", "a decay of -1/s; needs 0 to 1e6");
    expect_refused("a.csv", "frequency,t60\n440\n", "a.csv:2", "has 1 cells, the first line 2");
    expect_refused("a.csv", "frequency,t60\n440,long\n", "a.csv:2", "t60: needs a number, got \"long\"");
    expect_refused("a.csv", "frequency,t60,gain\n440,1,nan\n", "a.csv:2", "gain: needs a finite number");
    expect_refused("a.json", "{\"modes\": 3}", "a.json", "needs a list of modes, [{");
    expect_refused("a.json", "[]", "a.json", "no mode in it");
    expect_refused("a.json", "[440]", "a.json", "mode 1: needs an object with frequency");
    expect_refused("a.json", "[{\"frequency\": 440}]", "a.json", "mode 1: needs sigma [1/s] or t60 [s]");
    expect_refused("a.json", "[{\"t60\": 1}]", "a.json", "mode 1: needs a frequency [Hz]");
    expect_refused("a.json", "[{\"f\": \"A4\", \"t60\": 1}]", "a.json", "mode 1: f needs a number");
    expect_refused("a.json", "[{\"f\":1,\"t60\":1,\"gains\":[1,2]},{\"f\":1,\"t60\":1,\"gains\":[1]}]",
                   "a.json", "mode 2: 1 gains, the first mode has 2");
    expect_refused("a.json", "[{\"f\":1,\"t60\":1,\"gains\":[1,\"x\"]}]", "a.json", "mode 1: a gain of nan");
    expect_refused("a.json", "[{\"f\":1,\"t60\":1,\"gains\":3}]", "a.json",
                   "mode 1: gains needs 1 to 64 numbers");
    expect_refused("a.json", "[{\"f\":1,\"t60\":1}", "a.json", "needs a comma or the end");
}

// Every prefix of a list is refused or read, never worse.
static void test_cut(void) {
    static const char *const texts[][2] = {
        {"cut.csv", "frequency,t60,gain1,gain2\n440,2,1,\"2\"\n550,1,3,4\n"},
        {"cut.json", "[{\"f\":440,\"t60\":1,\"gains\":[1,2]},{\"f\":441,\"sigma\":1,\"gains\":[3,4]}]"}};
    for (int i = 0; i < 2; i++)
        for (size_t length = 0; length <= strlen(texts[i][1]); length++) {
            cr_arena *arena = cr_arena_new(cr_allocator_default());
            char text[256];
            cr_modes_list list;
            cr_error error = {.reason = ""};
            snprintf(text, sizeof text, "%.*s", (int)length, texts[i][1]);
            cr_status status = cr_modes_list_parse(texts[i][0], text, length, arena, &list, &error);
            CHECK(status == CR_OK ? list.modes > 0 : status == CR_ERR_INPUT && *error.reason, "%s", text);
            cr_arena_free(arena);
        }
}

int main(void) {
    test_gain();
    test_sound();
    test_refused();
    test_cut();
    return test_summary();
}
