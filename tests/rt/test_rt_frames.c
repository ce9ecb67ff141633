// Events act at their very frame, whatever the chunks and blocks are, as far as a chunk may be divided; what
// comes too thick waits for the next chunk, is counted, and none is lost.
#include "rt_voices.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { SOME = 2048 };

static cr_rt *make(cr_rt_build build, void *want, int channels, double smoothing) {
    cr_rt_def def = cr_rt_def_default();
    def.build = build;
    def.context = want;
    def.channels = channels;
    def.smoothing = smoothing;
    cr_rt *engine;
    cr_error error = {.reason = ""};
    CHECK(cr_rt_new(&def, &engine, &error) == CR_OK, "%s: %s", error.place, error.reason);
    if (!engine) exit(1);
    return engine;
}

// The first frame at which two sounds differ.
static int first_difference(const double *a, const double *b, int frames) {
    for (int i = 0; i < frames; i++)
        if (a[i] != b[i]) return i;
    return frames;
}

// The swing is a cosine, so that a change that jumps is heard in the sample of its frame.
static void test_jumps(void) {
    const cr_rt_kind kinds[] = {CR_RT_GAIN, CR_RT_LEVEL, CR_RT_MASTER, CR_RT_THROW};
    static double plain[SOME], changed[SOME];
    for (int k = 0; k < 4; k++)
        for (int frame = 1000; frame < 1000 + 2 * CR_RT_CHUNK; frame += 13) {
            cr_rt *a = make(rt_build_swing, NULL, 1, 0), *b = make(rt_build_swing, NULL, 1, 0);
            rt_send(a, 0, CR_RT_TRIGGER, 0, 0, 1);
            rt_send(b, 0, CR_RT_TRIGGER, 0, 0, 1);
            rt_send(b, frame, kinds[k], 0, 0, 2);
            cr_rt_process(a, SOME, plain);
            cr_rt_process(b, SOME, changed);
            CHECK(first_difference(plain, changed, SOME) == frame, "kind %d at %d acts at %d", kinds[k],
                  frame, first_difference(plain, changed, SOME));
            cr_rt_free(a);
            cr_rt_free(b);
        }
}

// A voice that starts inside a chunk sounds as the simulation alone, later; with a hammer on a bell that
// flies free most of the time (sim.h) and one that is bowed. The flights lie elsewhere, which rounds
// otherwise.
static void test_start(cr_rt_build build) {
    static double reference[2 * SOME], late[2 * SOME];
    rt_string want = {1, 1, 0.3};
    for (int frame = 0; frame < 3 * CR_RT_CHUNK; frame += 31) {
        cr_rt *a = make(build, &want, 2, 0.01), *b = make(build, &want, 2, 0.01);
        rt_send(a, 0, CR_RT_TRIGGER, 0, 0, 1);
        rt_send(b, frame, CR_RT_TRIGGER, 0, 0, 1);
        cr_rt_process(a, SOME, reference);
        cr_rt_process(b, SOME, late);
        double peak = 0, off = 0, early = 0;
        for (int i = 0; i < 2 * frame; i++) early = fmax(early, fabs(late[i]));
        for (int i = 2 * frame; i < 2 * SOME; i++) {
            peak = fmax(peak, fabs(late[i]));
            off = fmax(off, fabs(late[i] - reference[i - 2 * frame]));
        }
        CHECK(early == 0 && peak > 0, "frame %d: %g before it, %g after", frame, early, peak);
        CHECK(off <= 1e-12 * peak, "frame %d: off by %g of %g", frame, off, peak);
        cr_rt_free(a);
        cr_rt_free(b);
    }
}

// A voice that sounds fades out over CR_RT_CHUNK frames from the event on, and then starts.
static void test_again(void) {
    static double first[SOME], both[SOME];
    cr_rt *a = make(rt_build_swing, NULL, 1, 0), *b = make(rt_build_swing, NULL, 1, 0);
    rt_send(a, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(b, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(b, 777, CR_RT_TRIGGER, 0, 0, 1);
    cr_rt_process(a, SOME, first);
    cr_rt_process(b, SOME, both);
    for (int i = 0; i < CR_RT_CHUNK; i++) {
        double faded = first[777 + i] * (CR_RT_CHUNK - 1.0 - i) / CR_RT_CHUNK;
        CHECK(both[777 + i] == faded, "frame %d of the fade: %g, expected %g", i, both[777 + i], faded);
    }
    for (int i = 777 + CR_RT_CHUNK; i < SOME; i++)
        CHECK_NEAR(both[i], first[i - 777 - CR_RT_CHUNK], 1e-12); // flights lie elsewhere
    cr_rt_free(a);
    cr_rt_free(b);
}

// A level at every frame of a chunk: the first 16 pieces have theirs, the rest comes at the next chunk.
static void test_too_thick(void) {
    static double plain[SOME], changed[SOME], other[SOME];
    cr_rt *a = make(rt_build_swing, NULL, 1, 0), *b = make(rt_build_swing, NULL, 1, 0);
    rt_send(a, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(b, 0, CR_RT_TRIGGER, 0, 0, 1);
    for (int i = 0; i < CR_RT_CHUNK; i++) rt_send(b, CR_RT_CHUNK + i, CR_RT_LEVEL, 0, 0, 2 + i);
    cr_rt_process(a, SOME, plain);
    cr_rt_process(b, SOME, changed);
    for (int i = 0; i < SOME; i++) {
        int frame = i - CR_RT_CHUNK, exact = frame < CR_RT_PIECES_MAX ? frame : CR_RT_PIECES_MAX - 1;
        double level = i < CR_RT_CHUNK ? 1 : frame >= CR_RT_CHUNK ? 1 + CR_RT_CHUNK : 2 + exact;
        CHECK(changed[i] == level * plain[i], "frame %d: level %g, not %g", i, changed[i] / plain[i], level);
    }
    cr_rt_stats s = cr_rt_look(b);
    CHECK(s.slipped == CR_RT_CHUNK - CR_RT_PIECES_MAX && s.applied == 1 + CR_RT_CHUNK,
          "%lld slipped, %lld applied", s.slipped, s.applied);
    cr_rt_free(a);
    cr_rt_free(b);
    for (int block = 1; block <= 100; block += 33) { // and that does not depend on the blocks
        b = make(rt_build_swing, NULL, 1, 0);
        rt_send(b, 0, CR_RT_TRIGGER, 0, 0, 1);
        for (int i = 0; i < CR_RT_CHUNK; i++) rt_send(b, CR_RT_CHUNK + i, CR_RT_LEVEL, 0, 0, 2 + i);
        for (int done = 0; done < SOME; done += block)
            cr_rt_process(b, done + block > SOME ? SOME - done : block, other + done);
        CHECK(memcmp(changed, other, sizeof other) == 0, "blocks of %d", block);
        cr_rt_free(b);
    }
}

// More at one frame than a chunk takes from a port: the rest slips, too.
static void test_too_many(void) {
    static double out[SOME];
    cr_rt *e = make(rt_build_swing, NULL, 1, 0);
    for (int i = 0; i < 100; i++) rt_send(e, 10, CR_RT_MASTER, 0, 0, i);
    rt_send(e, 70, CR_RT_MASTER, 0, 0, 1);
    cr_rt_process(e, SOME, out);
    cr_rt_stats s = cr_rt_look(e);
    CHECK(s.applied == 101 && s.slipped == 100 - CR_RT_EVENTS_MAX, "%lld applied, %lld slipped", s.applied,
          s.slipped);
    rt_send(e, 3, CR_RT_MASTER, 0, 0, 1); // its time has passed: that is no slip
    cr_rt_process(e, SOME, out);
    CHECK(cr_rt_look(e).slipped == s.slipped && cr_rt_look(e).applied == 102, "late by itself");
    cr_rt_free(e);
}

int main(void) {
    test_jumps();
    test_start(rt_build_bell);
    test_start(rt_build_string);
    test_again();
    test_too_thick();
    test_too_many();
    return test_summary();
}
