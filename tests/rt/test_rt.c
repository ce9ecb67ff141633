// Real-time engine: the same bits for every block size, voices, smoothing, queues.
#include "budget.h"
#include "rt_voices.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static cr_rt *make(cr_rt_def def) {
    cr_rt *engine;
    cr_error error = {.reason = ""};
    CHECK(cr_rt_new(&def, &engine, &error) == CR_OK, "%s: %s", error.place, error.reason);
    if (!engine) exit(1);
    return engine;
}

static cr_rt_def strings(int voices, rt_string *want) {
    cr_rt_def def = cr_rt_def_default();
    def.voices = voices;
    def.build = rt_build_string;
    def.context = want;
    return def;
}

static cr_rt_def bells(int voices, rt_string *want) {
    cr_rt_def def = strings(voices, want);
    def.build = rt_build_standing_bell;
    return def;
}

static cr_rt_def swings(int voices) {
    cr_rt_def def = cr_rt_def_default();
    def.voices = voices;
    def.channels = 1;
    def.build = rt_build_swing;
    return def;
}

// --- block sizes
// --------------------------------------------------------------------------------------------

enum { FRAMES = 2 * RT_RATE };

// Every kind of event, more notes than voices, and times that fall on no chunk.
static void send_all_kinds(cr_rt *e) {
    for (int i = 0; i < 6; i++) {
        long long t = 1000 + 13007 * i;
        cr_rt_event start = {
            .time = t, .kind = CR_RT_TRIGGER, .voice = CR_RT_ANY, .note = i, .value = 0.5 + 0.1 * i};
        cr_rt_event strike = {.time = t + 4001,
                              .kind = CR_RT_THROW,
                              .voice = CR_RT_NOTE,
                              .note = i,
                              .target = HAMMER,
                              .value = 1.0 + 0.2 * i};
        cr_rt_event pitch = {.time = t + 5003,
                             .kind = CR_RT_PITCH,
                             .voice = CR_RT_NOTE,
                             .note = i,
                             .target = STRING,
                             .value = 260 + 20 * i};
        cr_rt_event press = {.time = t + 5003,
                             .kind = CR_RT_AMPLITUDE,
                             .voice = CR_RT_NOTE,
                             .note = i,
                             .target = BOW,
                             .value = 0.5};
        cr_rt_event end = {.time = t + 29989,
                           .kind = CR_RT_RELEASE,
                           .voice = CR_RT_NOTE,
                           .note = i,
                           .value = i % 2 ? 0.1 : 0};
        const cr_rt_event events[] = {start, strike, pitch, press};
        for (int k = 0; k < 4; k++) CHECK(cr_rt_push(cr_rt_port_at(e, 0), &events[k]), "push");
        CHECK(cr_rt_push(cr_rt_port_at(e, 1), &end), "push");
        rt_send(e, t + 5500, CR_RT_VELOCITY, CR_RT_ALL, BOW, 0.2 - 0.05 * i);
        rt_send(e, t + 6000, CR_RT_FREQUENCY, CR_RT_ALL, SINE, 200 + 50 * i);
        rt_send(e, t + 6500, CR_RT_POSITION, i % 3, WALL, 1e-3);
        rt_send(e, t + 7000, CR_RT_GAIN, CR_RT_ALL, HEAR_VELOCITY, 1.5);
        rt_send(e, t + 7500, CR_RT_LEVEL, CR_RT_ALL, 0, 0.7);
        rt_send(e, t + 8000, CR_RT_MASTER, CR_RT_ALL, 0, 0.5 + 0.05 * i);
    }
}

static cr_rt_stats play(double *out, int block) {
    rt_string want = {1.0, 1.0, 0.3};
    cr_rt_def def = strings(3, &want);
    def.ports = 2;
    cr_rt *e = make(def);
    send_all_kinds(e);
    for (int done = 0; done < FRAMES; done += block)
        cr_rt_process(e, done + block > FRAMES ? FRAMES - done : block, out + 2 * done);
    CHECK(cr_rt_time(e) == FRAMES, "time %lld", cr_rt_time(e));
    cr_rt_stats stats = cr_rt_look(e);
    cr_rt_free(e);
    return stats;
}

static void test_block_sizes(void) {
    static double reference[2 * FRAMES], other[2 * FRAMES];
    const int blocks[] = {1, 2, 3, 7, 16, 63, 65, 100, 128, 441, 512, 1000, 1024, 4096};
    cr_rt_stats stats = play(reference, 64);
    double peak = 0;
    for (int i = 0; i < 2 * FRAMES; i++) peak = fmax(peak, fabs(reference[i]));
    CHECK(peak > 0.1 && stats.stolen > 0 && stats.contained == 0, "peak %g, %lld stolen, %lld contained",
          peak, stats.stolen, stats.contained);
    CHECK(stats.applied > 50 && stats.refused == 0 && stats.jumped == 0, "%lld applied, %lld refused",
          stats.applied, stats.refused);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i += TEST_AMOUNT(1, 3)) {
        play(other, blocks[i]);
        CHECK(memcmp(reference, other, sizeof reference) == 0, "blocks of %d give other samples", blocks[i]);
    }
}

// Every size from 1 to 4096, with a voice that costs little; with the sanitizers those to 64, and some.
static void test_every_block_size(void) {
    enum { SOME = 8192 };
    static double reference[SOME], other[SOME];
    for (int block = 4096; block >= 1; block -= TEST_AMOUNT(1, block > 64 ? 32 : 1)) {
        cr_rt *e = make(swings(1));
        double *out = block == 4096 ? reference : other;
        rt_send(e, 100, CR_RT_TRIGGER, 0, 0, 1);
        rt_send(e, 2345, CR_RT_GAIN, 0, 0, 0.3);
        rt_send(e, 3456, CR_RT_THROW, 0, 0, 100);
        rt_send(e, 5678, CR_RT_MASTER, 0, 0, 2);
        for (int done = 0; done < SOME; done += block)
            cr_rt_process(e, done + block > SOME ? SOME - done : block, out + done);
        cr_rt_free(e);
        if (out == other && memcmp(reference, other, sizeof other) != 0) CHECK(false, "blocks of %d", block);
    }
    CHECK(reference[99] == 0 && reference[100] != 0, "an event acts at its frame");
}

static void test_float(void) {
    enum { SOME = 500 };
    double a[SOME];
    float b[SOME];
    cr_rt *one = make(swings(1)), *two = make(swings(1));
    rt_send(one, 0, CR_RT_TRIGGER, 0, 0, 0.3);
    rt_send(two, 0, CR_RT_TRIGGER, 0, 0, 0.3);
    cr_rt_process(one, SOME, a);
    for (int i = 0; i < SOME; i += 50) cr_rt_process_float(two, 50, b + i);
    for (int i = 0; i < SOME; i++) CHECK(b[i] == (float)a[i], "sample %d", i);
    cr_rt_free(one);
    cr_rt_free(two);
}

// --- voices
// -------------------------------------------------------------------------------------------------

static double peak_of(cr_rt *e, int frames) {
    static double out[2 * RT_RATE];
    double peak = 0;
    cr_rt_process(e, frames, out);
    for (int i = 0; i < frames; i++) peak = fmax(peak, fabs(out[i]));
    return peak;
}

static void test_idle(void) {
    rt_string want = {60, 1, 0};
    cr_rt_def def = strings(2, &want);
    cr_rt *e = make(def);
    CHECK(peak_of(e, 1000) == 0 && cr_rt_look(e).playing == 0, "silent until something is triggered");
    CHECK(cr_sim_time(cr_rt_voice_sim(e, 0)) == 0, "an idle voice is not run");
    rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ANY, 0, 1);
    CHECK(peak_of(e, 1000) > 0 && cr_rt_look(e).playing == 1, "one plays");
    // excited for 0.4 s, then 120 dB at 60/s are 0.23 s, and half a second of silence
    for (int i = 0; i < 5; i++) peak_of(e, RT_RATE / 4);
    CHECK(cr_rt_look(e).playing == 0, "idle when it has died away");
    CHECK(cr_sim_time(cr_rt_voice_sim(e, 0)) == 0, "and as it was built");
    rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ANY, 0, 1);
    CHECK(peak_of(e, 1000) > 0, "sounds again");
    rt_send(e, 0, CR_RT_RELEASE, 0, 0, 0.01);
    peak_of(e, 1000);
    CHECK(cr_rt_look(e).playing == 0 && peak_of(e, 100) == 0, "faded out in 10 ms");
    cr_rt_free(e);
}

// Released, a bow that would play for ever lets go and the voice ends by itself.
static void test_release(void) {
    cr_rt *e = make(swings(1));
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    for (int i = 0; i < 20; i++) peak_of(e, RT_RATE / 10);
    CHECK(cr_rt_look(e).playing == 1, "a sound that does not die away plays on");
    rt_send(e, 0, CR_RT_RELEASE, 0, 0, 0);
    CHECK(peak_of(e, 1000) > 0.99, "rings on after release");
    cr_rt_free(e);
    rt_string want = {60, 0, 0.3};
    e = make(strings(1, &want));
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    peak_of(e, 4096);
    rt_send(e, 0, CR_RT_RELEASE, 0, 0, 0);
    peak_of(e, 64);
    double until = cr_sim_excited_until(cr_rt_voice_sim(e, 0));
    CHECK_NEAR(until, 4096.0 / RT_RATE + 0.1, 1e-3); // the longest release of the voice is 0.1 s
    cr_rt_free(e);
}

// Note numbers tell who was taken.
static void test_stealing(void) {
    cr_rt *e = make(swings(3));
    double level[] = {0.5, 0.1, 0.8}, out[2048];
    for (int i = 0; i < 3; i++) {
        cr_rt_event start = {.kind = CR_RT_TRIGGER, .voice = CR_RT_ANY, .note = 10 + i, .value = level[i]};
        cr_rt_push(cr_rt_port_at(e, 0), &start);
    }
    for (int i = 0; i < 10; i++) peak_of(e, 2048);
    CHECK(cr_rt_look(e).playing == 3 && cr_rt_look(e).stolen == 0, "three voices");
    cr_rt_event more = {.kind = CR_RT_TRIGGER, .voice = CR_RT_ANY, .note = 20, .value = 0.4},
                quiet = {.kind = CR_RT_LEVEL, .voice = CR_RT_NOTE, .note = 11};
    cr_rt_event kept = {.kind = CR_RT_LEVEL, .voice = CR_RT_NOTE, .note = 20, .value = 0.2};
    cr_rt_push(cr_rt_port_at(e, 0), &more);
    cr_rt_push(cr_rt_port_at(e, 0), &kept); // for the note that has not begun yet
    cr_rt_process(e, 64, out);
    CHECK(cr_rt_look(e).stolen == 1, "one was taken");
    CHECK(cr_sim_time(cr_rt_voice_sim(e, 1)) == 0, "the quietest, and it starts again");
    long long missed = cr_rt_look(e).missed;
    cr_rt_push(cr_rt_port_at(e, 0), &quiet);
    cr_rt_process(e, 2048, out);
    CHECK(cr_rt_look(e).missed == missed + 1, "its note is gone");
    rt_send(e, 0, CR_RT_RELEASE, 0, 0, 1e-3);
    rt_send(e, 0, CR_RT_RELEASE, 2, 0, 1e-3);
    peak_of(e, 1000);
    CHECK_NEAR(peak_of(e, 2048), 0.2, 1e-9); // the level that was kept for it
    for (int i = 0; i < 5; i++) {            // more triggers than voices within one chunk
        cr_rt_event start = {.kind = CR_RT_TRIGGER, .voice = CR_RT_ANY, .note = 30 + i, .value = 1};
        cr_rt_push(cr_rt_port_at(e, 0), &start);
    }
    missed = cr_rt_look(e).missed;
    peak_of(e, 640);
    CHECK(cr_rt_look(e).missed == missed + 2 && cr_rt_look(e).playing == 3, "two find no voice");
    cr_rt_free(e);
}

// --- smoothing
// ----------------------------------------------------------------------------------------------

static double roughest(double smoothing, cr_rt_kind kind) {
    enum { SOME = 8192 };
    static double out[SOME];
    cr_rt_def def = swings(1);
    def.smoothing = smoothing;
    cr_rt *e = make(def);
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(e, 3000, kind, 0, 0, 2);
    cr_rt_process(e, SOME, out);
    double rough = 0;
    for (int i = 2; i < SOME; i++) rough = fmax(rough, fabs(out[i] - 2 * out[i - 1] + out[i - 2]));
    cr_rt_free(e);
    return rough;
}

// Of a cosine of amplitude 2 the second difference is at most 2 (w h)^2. Where a linear change of 1 over N
// frames begins and ends it grows by at most 1/N, and within it by 2 w h/N.
static void test_no_click(void) {
    const double wh = 2 * 3.14159265358979 * 100 / RT_RATE, n = 0.01 * RT_RATE;
    const double bound = 2 * wh * wh + (1 + 2 * wh) / n;
    const cr_rt_kind kinds[] = {CR_RT_GAIN, CR_RT_LEVEL, CR_RT_MASTER};
    for (int i = 0; i < 3; i++) {
        double smooth = roughest(0.01, kinds[i]), sudden = roughest(0, kinds[i]);
        CHECK(smooth <= bound, "kind %d: %g, at most %g", kinds[i], smooth, bound);
        CHECK(sudden > 20 * bound, "without smoothing there is a click of %g", sudden);
    }
}

// A sine force whose frequency changes goes on from its phase: on a free mass the force is u'' m.
static void test_frequency(void) {
    rt_string want = {1, 0, 0};
    double rough[2];
    for (int k = 0; k < 2; k++) {
        static double out[2 * 8192];
        cr_rt *e = make(strings(1, &want));
        rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
        if (k) rt_send(e, 4000, CR_RT_FREQUENCY, 0, SINE, 340);
        cr_rt_process(e, 8192, out);
        rough[k] = 0;
        for (int i = 3000; i < 8192; i++)
            rough[k] = fmax(rough[k], fabs(out[2 * i] - 2 * out[2 * i - 2] + out[2 * i - 4]));
        double now = 0;
        CHECK(cr_sim_knob(cr_rt_voice_sim(e, 0), CR_KNOB_FREQUENCY, SINE, &now), "has the knob");
        CHECK(now == (k ? 340 : 330), "frequency %g", now);
        cr_rt_free(e);
    }
    CHECK(rough[1] < 1.5 * rough[0], "second difference %g with, %g without a change", rough[1], rough[0]);
}

// A smoothed pitch and position arrive where they were sent.
static void test_arrival(void) {
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make(strings(1, &want));
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    peak_of(e, 1000);
    rt_send(e, 0, CR_RT_PITCH, 0, STRING, 300);
    rt_send(e, 0, CR_RT_POSITION, 0, WALL, 3e-3);
    rt_send(e, 0, CR_RT_AMPLITUDE, 0, BOW, 0.1);
    peak_of(e, 128);
    double value = 0;
    cr_sim *sim = cr_rt_voice_sim(e, 0);
    CHECK(cr_sim_knob(sim, CR_KNOB_PITCH, STRING, &value) && value > 220 && value < 300, "on its way: %g",
          value);
    peak_of(e, 1000);
    CHECK(cr_sim_knob(sim, CR_KNOB_PITCH, STRING, &value), "pitch");
    CHECK_REL(value, 300, 1e-9); // the tension is found from the pitch and the pitch again from the tension
    CHECK(cr_sim_knob(sim, CR_KNOB_POSITION, WALL, &value), "position");
    CHECK_NEAR(value, 3e-3, 1e-15);
    CHECK(cr_sim_knob(sim, CR_KNOB_AMPLITUDE, BOW, &value) && value == 0.1, "force %g", value);
    cr_rt_free(e);
}

// Everything that is done from outside is booked as work: stored + lost - work stays what it was.
static void test_books(void) {
    rt_string want = {1, 1, 0.3};
    cr_rt_def def = strings(1, &want);
    def.booking = true;
    cr_rt *e = make(def);
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(e, 0, CR_RT_PITCH, 0, STRING, 250);
    rt_send(e, 0, CR_RT_POSITION, 0, WALL, 1e-3);
    for (int i = 1; i < 12; i++) {
        rt_send(e, 1000 * i, CR_RT_THROW, 0, HAMMER, 0.5 * i);
        rt_send(e, 1000 * i + 100, CR_RT_PITCH, 0, STRING, 230 + 15 * i);
        rt_send(e, 1000 * i + 200, CR_RT_POSITION, 0, WALL, 1e-4 * i);
        rt_send(e, 1000 * i + 300, CR_RT_AMPLITUDE, 0, BOW, 0.1 * i);
        rt_send(e, 1000 * i + 300, CR_RT_FREQUENCY, 0, SINE, 100 * i);
    }
    peak_of(e, 13000);
    cr_sim_summary summary = cr_sim_summarise(cr_rt_voice_sim(e, 0));
    CHECK(cr_rt_look(e).applied == 58 && summary.energy_greatest > 0, "%lld applied", cr_rt_look(e).applied);
    CHECK(summary.energy_residual < 5e-12, "books %g", summary.energy_residual); // as in test_sim.c
    cr_rt_free(e);
}

// A hammer on a bell, thrown again and again, also while it still touches.
static void test_books_of_bodies(void) {
    rt_string want = {3, 1, 0};
    cr_rt_def def = bells(1, &want);
    def.booking = true;
    cr_rt *e = make(def);
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    for (int i = 1; i < 40; i++) rt_send(e, 300 * i, CR_RT_THROW, 0, HAMMER, 0.1 * i);
    double peak = peak_of(e, 13000);
    cr_sim_summary summary = cr_sim_summarise(cr_rt_voice_sim(e, 0));
    CHECK(cr_rt_look(e).applied == 40 && peak > 0.01, "%lld applied, peak %g", cr_rt_look(e).applied, peak);
    CHECK(summary.energy_residual < 5e-12, "books %g", summary.energy_residual);
    cr_rt_free(e);
}

// --- queues and refusals
// ------------------------------------------------------------------------------------

static void test_queue(void) {
    cr_rt_def def = swings(1);
    def.queue = 100; // rounded up to 128
    cr_rt *e = make(def);
    for (int i = 0; i < 200; i++) {
        bool there_is_room = i < 128;
        CHECK(rt_send(e, 0, CR_RT_MASTER, 0, 0, 1) == there_is_room, "push %d", i);
    }
    CHECK(cr_rt_look(e).full == 72, "%lld found it full", cr_rt_look(e).full);
    peak_of(e, CR_RT_CHUNK);
    CHECK(cr_rt_look(e).applied == CR_RT_EVENTS_MAX, "%lld in the first chunk", cr_rt_look(e).applied);
    peak_of(e, CR_RT_CHUNK);
    CHECK(cr_rt_look(e).applied == 128, "%lld in two", cr_rt_look(e).applied);
    CHECK(cr_rt_port_at(e, 1) == NULL && cr_rt_port_at(e, -1) == NULL, "one port only");
    cr_rt_free(e);
}

static void test_misses(void) {
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make(strings(1, &want));
    rt_send(e, 0, CR_RT_GAIN, 0, 0, 1); // idle
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(e, 0, CR_RT_TRIGGER, 7, 0, 1);
    rt_send(e, 0, CR_RT_GAIN, 0, 2, 1);
    rt_send(e, 0, CR_RT_THROW, 0, STRING, 1);
    rt_send(e, 0, CR_RT_THROW, 0, 9, 1);
    rt_send(e, 0, CR_RT_PITCH, 0, HAMMER, 100);
    rt_send(e, 0, CR_RT_POSITION, 0, STRING, 1);
    rt_send(e, 0, CR_RT_FREQUENCY, 0, BOW, 1);
    rt_send(e, 0, CR_RT_VELOCITY, 0, SINE, 1);
    rt_send(e, 0, CR_RT_AMPLITUDE, 0, -1, 1);
    peak_of(e, 64);
    CHECK(cr_rt_look(e).missed == 10 && cr_rt_look(e).applied == 1, "%lld missed", cr_rt_look(e).missed);
    rt_send(e, 0, CR_RT_PITCH, 0, STRING, 5000);
    rt_send(e, 0, CR_RT_PITCH, 0, STRING, RT_RATE + 220);
    rt_send(e, 0, CR_RT_GAIN, CR_RT_ANY, 0, 1);
    rt_send(e, 0, (cr_rt_kind)99, 0, 0, 1);
    peak_of(e, 64);
    CHECK(cr_rt_look(e).refused == 4, "%lld refused", cr_rt_look(e).refused);
    cr_rt_free(e);
}

static cr_status fail_second(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    if (voice == 1) return cr_fail(error, CR_ERR_INPUT, "scene", "no");
    return rt_build_swing(context, voice, arena, sim, error);
}

static void test_bad_definitions(void) {
    cr_rt *e;
    cr_error error;
    cr_rt_def def = swings(1);
    def.voices = 0;
    CHECK(cr_rt_new(&def, &e, &error) == CR_ERR_RANGE && !e, "no voices");
    def = swings(1);
    def.build = NULL;
    CHECK(cr_rt_new(&def, &e, &error) == CR_ERR_INPUT, "no builder");
    def = swings(2);
    def.build = fail_second;
    CHECK(cr_rt_new(&def, &e, &error) == CR_ERR_INPUT && !strcmp(error.place, "scene"), "%s", error.place);
    def = swings(1);
    def.rate = 48000;
    CHECK(cr_rt_new(&def, &e, &error) == CR_ERR_INPUT, "built for another rate");
    rt_string want = {1, 1, 0.3};
    def = strings(1, &want);
    def.channels = 1;
    CHECK(cr_rt_new(&def, &e, &error) == CR_ERR_INPUT, "more channels than the engine");
    def = swings(1);
    def.ceiling = 1e300;
    CHECK(cr_rt_new(&def, &e, &error) == CR_ERR_RANGE, "ceiling");
    cr_rt_free(NULL);
}

static void test_no_memory(void) {
    rt_string want = {1, 1, 0.3};
    int n = 0;
    bool made = false;
    for (; !made && n < 1000; n++) {
        budget memory = {.left = n};
        cr_rt_def def = strings(2, &want);
        def.mallets = 2;
        def.meters = true;
        def.allocator = budget_allocator(&memory);
        cr_error error;
        cr_rt *e;
        cr_status status = cr_rt_new(&def, &e, &error);
        made = e != NULL;
        CHECK(status == (made ? CR_OK : CR_ERR_MEMORY), "%d: status %d", n, status);
        cr_rt_free(e);
        CHECK(memory.live == 0, "%d: %d pieces were not given back", n, memory.live);
    }
    CHECK(n > 5 && n < 1000, "it works with %d", n);
}

int main(void) {
    test_block_sizes();
    test_every_block_size();
    test_float();
    test_idle();
    test_release();
    test_stealing();
    test_no_click();
    test_frequency();
    test_arrival();
    test_books();
    test_books_of_bodies();
    test_no_memory();
    test_queue();
    test_misses();
    test_bad_definitions();
    return test_summary();
}
