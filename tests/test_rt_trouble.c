// Real-time engine: what is not a number stays inside, the voice recovers, and nothing ends up subnormal.
#include "network/network_internal.h"
#include "rt/rt_internal.h"
#include "rt_voices.h"
#include "test.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static cr_rt *make(int voices, rt_string *want, double silence_time) {
    cr_rt_def def = cr_rt_def_default();
    def.voices = voices;
    def.build = rt_build_string;
    def.context = want;
    def.silence_time = silence_time;
    cr_rt *engine;
    cr_error error = {.reason = ""};
    CHECK(cr_rt_new(&def, &engine, &error) == CR_OK, "%s: %s", error.place, error.reason);
    if (!engine) exit(1);
    return engine;
}

// Peak of `frames` frames; every sample must be finite.
static double play(cr_rt *e, int frames, double *out) {
    static double own[2 * RT_RATE];
    double *to = out ? out : own, peak = 0;
    cr_rt_process(e, frames, to);
    for (int i = 0; i < 2 * frames; i++) {
        if (!isfinite(to[i])) CHECK(false, "sample %d is %g", i, to[i]);
        peak = fmax(peak, fabs(to[i]));
    }
    return peak;
}

// --- bad numbers in the state
// -------------------------------------------------------------------------------

enum { STRING_U, STRING_D, HAMMER_U, HAMMER_D, PSI, PLACES };

static void poison(cr_rt *e, int place, double value) {
    cr_network *n = cr_sim_network(cr_rt_voice_sim(e, 0));
    cr_element *string = cr_network_element(n, STRING);
    double *places[] = {&string->u[string->points / 2], &string->d[string->points / 3],
                        &cr_network_element(n, HAMMER)->u[0], &cr_network_element(n, HAMMER)->d[0],
                        &cr_network_interaction(n, 0)->psi};
    *places[place] = value;
}

// Two engines; in one, voice 0 is poisoned, the other never has that voice. Voice 1 must not notice, and when
// voice 0 starts again it must sound as if nothing had been.
static void test_poisoned(int place, double value) {
    enum { SOME = 2048 };
    static double with[2 * SOME], without[2 * SOME];
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make(2, &want, 0.5), *other = make(2, &want, 0.5);
    rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ALL, 0, 1);
    rt_send(other, 0, CR_RT_TRIGGER, 1, 0, 1);
    play(e, SOME, NULL);
    play(other, SOME + CR_RT_CHUNK, NULL);
    poison(e, place, value);
    play(e, CR_RT_CHUNK, NULL);
    CHECK(cr_rt_look(e).contained == 1, "%g at %d: counted %lld times after one chunk", value, place,
          cr_rt_look(e).contained);
    play(e, SOME, with);
    play(other, SOME, without);
    CHECK(cr_rt_look(e).contained == 1 && cr_rt_look(e).playing == 1, "%g at %d: gone", value, place);
    CHECK(memcmp(with, without, sizeof with) == 0, "%g at %d: the other voice", value, place);
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(other, 0, CR_RT_TRIGGER, 0, 0, 1);
    CHECK(play(e, SOME, with) > 0, "%g at %d: it sounds again", value, place);
    play(other, SOME, without);
    CHECK(memcmp(with, without, sizeof with) == 0, "%g at %d: as if nothing had been", value, place);
    cr_rt_free(e);
    cr_rt_free(other);
}

static void test_poisoned_state(void) {
    const double values[] = {CR_NAN, HUGE_VAL, -HUGE_VAL, 1e308, -1e308, 1e200};
    for (int place = 0; place < PLACES; place++)
        for (int v = 0; v < 6; v++) {
            // a contact that is apart gives up a psi that it cannot hold, which mends it
            if (place == PSI && values[v] == 1e200) continue;
            test_poisoned(place, values[v]);
        }
}

// --- bad numbers from outside
// -------------------------------------------------------------------------------

static void test_bad_events(void) {
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make(1, &want, 0.5);
    const double bad[] = {CR_NAN, HUGE_VAL, -HUGE_VAL};
    int refused = 0;
    for (int kind = 0; kind < CR_RT_KIND_COUNT; kind++)
        for (int i = 0; i < 3; i++) {
            CHECK(!rt_send(e, 0, (cr_rt_kind)kind, 0, 0, bad[i]), "kind %d takes %g", kind, bad[i]);
            CHECK(cr_rt_look(e).refused == ++refused, "%lld refused", cr_rt_look(e).refused);
        }
    // behind the back of cr_rt_push: the reader looks again
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    rt_send(e, 0, CR_RT_GAIN, 0, 0, 1);
    e->ports[0].events[1].value = CR_NAN;
    CHECK(play(e, 64, NULL) > 0 && cr_rt_look(e).refused == refused + 1, "%lld refused",
          cr_rt_look(e).refused);
    CHECK(cr_rt_look(e).contained == 0, "and nothing happened");
    cr_rt_free(e);
}

// Each knob, and the greatest numbers there are: the output stays finite, and the voice sounds again.
static void test_extreme_events(void) {
    const double values[] = {DBL_MAX, -DBL_MAX, 1e300, -1e300, 1e100, 1e20, -1e20, 1e10, DBL_TRUE_MIN, 0};
    rt_string want = {1, 1, 0.3};
    long long contained = 0;
    for (int kind = CR_RT_LEVEL; kind < CR_RT_KIND_COUNT; kind++)
        for (int i = 0; i < 10; i++)
            for (int target = 0; target < 3; target++) {
                cr_rt *e = make(1, &want, 0.5);
                rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
                play(e, 1000, NULL);
                rt_send(e, 0, (cr_rt_kind)kind, 0, target, values[i]);
                rt_send(e, 200, (cr_rt_kind)kind, 0, target, -values[i]);
                play(e, 4000, NULL);
                contained += cr_rt_look(e).contained;
                rt_send(e, 0, CR_RT_MASTER, 0, 0, 1);
                rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
                play(e, 2000, NULL);
                double peak = play(e, 2000, NULL);
                CHECK(peak > 1e-3 && peak < 1e3, "kind %d, target %d, %g: peak %g afterwards", kind, target,
                      values[i], peak);
                cr_rt_free(e);
            }
    CHECK(contained > 0, "some of them were too much");
}

// --- subnormal numbers
// --------------------------------------------------------------------------------------

static long count_subnormal(const double *values, int count) {
    long found = 0;
    for (int i = 0; i < count; i++) found += fpclassify(values[i]) == FP_SUBNORMAL;
    return found;
}

static long subnormals(cr_sim *sim) {
    cr_network *n = cr_sim_network(sim);
    long found = 0;
    for (int i = 0; i < n->elements.count; i++) {
        const cr_element *e = cr_network_element_at(n, i);
        const double *arrays[] = {e->u, e->d, e->u_next, e->d_next};
        for (int k = 0; k < 4; k++) found += count_subnormal(arrays[k], e->points);
    }
    for (int i = 0; i < n->interactions.count; i++) {
        const cr_interaction *c = cr_network_interaction(n, i);
        const double values[] = {c->psi, c->x, c->before, c->reach, c->force, c->loss};
        found += count_subnormal(values, 6);
    }
    for (int i = 0; i < n->bows.count; i++) {
        const cr_bow *bow = (const cr_bow *)n->bows.items + i;
        const double values[] = {bow->force, bow->bristle};
        found += count_subnormal(values, 2);
    }
    return found;
}

// exp(-72 t) is subnormal from t = 9.85 s on: 10.5 s after the end of what excites, the string is in the
// middle of it. Three ways: by itself (the check can fail), with the flush alone, and in the engine.
static void test_silence(void) {
    enum { CHUNKS = 11 * RT_RATE / CR_RT_CHUNK };
    rt_string want = {72, 1, 0.3};
    static double out[2 * CR_RT_CHUNK];
    cr_arena *plain_arena = cr_arena_new(cr_allocator_default()),
             *flushed_arena = cr_arena_new(cr_allocator_default());
    cr_sim *plain, *flushed;
    rt_build_string(&want, 0, plain_arena, &plain, NULL);
    rt_build_string(&want, 0, flushed_arena, &flushed, NULL);
    long during = 0;
    for (int i = 0; i < CHUNKS; i++) {
        cr_sim_run(plain, CR_RT_CHUNK, out);
        cr_sim_run(flushed, CR_RT_CHUNK, out);
        CHECK(cr_network_flush(cr_sim_network(flushed), CR_RT_TINY), "finite");
        during += subnormals(flushed);
    }
    CHECK(subnormals(plain) > 0, "without care there are subnormal numbers");
    CHECK(during == 0, "%ld subnormal numbers after flushing", during);
    cr_arena_free(plain_arena);
    cr_arena_free(flushed_arena);
    cr_rt *e = make(1, &want, 1e9); // never idle: the state itself has to be silent
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    for (int i = 0; i < CHUNKS; i++) play(e, CR_RT_CHUNK, out);
    CHECK(cr_rt_look(e).playing == 1, "plays");
    CHECK(subnormals(cr_rt_voice_sim(e, 0)) == 0, "%ld subnormal numbers", subnormals(cr_rt_voice_sim(e, 0)));
    volatile double least = DBL_MIN;
    CHECK(least / 2 > 0, "and the processor treats them as ever outside of the engine");
    cr_rt_free(e);
}

int main(void) {
    test_poisoned_state();
    test_bad_events();
    test_extreme_events();
    test_silence();
    return test_summary();
}
