// Real-time engine: what is not a number stays inside, the voice recovers, and nothing ends up subnormal.
#include "network/network_internal.h"
#include "rt/rt_internal.h"
#include "rt_voices.h"
#include "test.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static cr_rt *make(cr_rt_build build, int voices, rt_string *want, double silence_time) {
    cr_rt_def def = cr_rt_def_default();
    def.voices = voices;
    def.build = build;
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

enum { STRING_U, STRING_D, HAMMER_U, HAMMER_D, PSI, STRING_PLACES };

static void poison_string(cr_network *n, int place, double value) {
    cr_element *string = cr_network_element(n, STRING), *hammer = cr_network_element(n, HAMMER);
    double *places[] = {&string->u[string->points / 2], &string->d[string->points / 3], &hammer->u[0],
                        &hammer->d[0], &cr_network_interaction(n, 0)->psi};
    *places[place] = value;
}

enum { MODE_P, MODE_R, RIGID_X, RIGID_V, TAP_Y, TOUCH_PSI, SPRING_PSI, BELL_PLACES };

static void poison_bell(cr_network *n, int place, double value) {
    cr_resonator *bell = n->movers[BELL], *hammer = n->movers[HAMMER];
    double *places[] = {&bell->p[1],
                        &bell->r[2],
                        &hammer->rigid_x,
                        &hammer->rigid_v,
                        &bell->taps[0].y,
                        &cr_network_touch(n, 0)->psi,
                        &cr_network_interaction(n, 0)->psi};
    *places[place] = value;
}

static void poison(cr_rt *e, cr_rt_build build, int place, double value) {
    cr_network *n = cr_sim_network(cr_rt_voice_sim(e, 0));
    if (build == rt_build_string) poison_string(n, place, value);
    else poison_bell(n, place, value);
}

// Two engines; in one, voice 0 is poisoned, the other never has that voice. Voice 1 must not notice, and when
// voice 0 starts again it must sound as if nothing had been.
static void test_poisoned(cr_rt_build build, int place, double value) {
    enum { SOME = 2048 };
    static double with[2 * SOME], without[2 * SOME];
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make(build, 2, &want, 0.5), *other = make(build, 2, &want, 0.5);
    rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ALL, 0, 1);
    rt_send(other, 0, CR_RT_TRIGGER, 1, 0, 1);
    play(e, SOME, NULL);
    play(other, SOME + CR_RT_CHUNK, NULL);
    poison(e, build, place, value);
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
    for (int v = 0; v < 6; v++) {
        bool mends = values[v] == 1e200; // a contact that is apart gives up a psi that it cannot hold
        for (int place = 0; place < STRING_PLACES; place++)
            if (!mends || place != PSI) test_poisoned(rt_build_string, place, values[v]);
        for (int place = 0; place < BELL_PLACES; place++)
            if (!mends || place != TOUCH_PSI) test_poisoned(rt_build_standing_bell, place, values[v]);
    }
}

// --- bad numbers from outside
// -------------------------------------------------------------------------------

static void test_bad_events(void) {
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make(rt_build_string, 1, &want, 0.5);
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
        for (int i = 0; i < 10; i += TEST_AMOUNT(1, 3))
            for (int target = 0; target < 3; target++) {
                cr_rt *e = make(rt_build_string, 1, &want, 0.5);
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

static long subnormals_of_bodies(const cr_network *n) {
    long found = 0;
    for (int i = 0; i < n->elements.count; i++) {
        const cr_resonator *body = n->movers[i];
        if (!body) continue;
        const double rigid[] = {body->rigid_x, body->rigid_v};
        found += count_subnormal(body->p, body->room) + count_subnormal(body->r, body->room);
        found += count_subnormal(rigid, 2);
        for (int k = 0; k < body->tap_count; k++) {
            const cr_tap *tap = &body->taps[k];
            const double values[] = {tap->travel, tap->moment, tap->y, tap->change, tap->way};
            found += count_subnormal(values, 5);
        }
    }
    for (int i = 0; i < n->touches.count; i++) {
        const cr_touch *t = cr_network_touch(n, i);
        const double values[] = {t->psi, t->depth, t->reach, t->moment, t->a, t->b, t->force};
        found += count_subnormal(values, 7);
    }
    return found;
}

static long subnormals(cr_sim *sim) {
    cr_network *n = cr_sim_network(sim);
    long found = subnormals_of_bodies(n);
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
        const cr_bow *bow = &n->bows.items[i];
        const double values[] = {bow->force, bow->bristle};
        found += count_subnormal(values, 2);
    }
    return found;
}

static double *some_number(cr_sim *sim) {
    cr_network *n = cr_sim_network(sim);
    return n->movers[0] ? &n->movers[0]->p[0] : &cr_network_element_at(n, 0)->u[3];
}

// exp(-72 t) is subnormal from t = 9.85 s on, and gone after 10.4 s. Three ways: by itself, with the flush
// after each chunk, and in the engine.
static void test_silence(cr_rt_build build) {
    enum { CHUNKS = 11 * RT_RATE / CR_RT_CHUNK };
    rt_string want = {72, 1, 0.3};
    static double out[2 * CR_RT_CHUNK];
    cr_arena *plain_arena = cr_arena_new(cr_allocator_default()),
             *flushed_arena = cr_arena_new(cr_allocator_default());
    cr_sim *plain, *flushed;
    build(&want, 0, plain_arena, &plain, NULL);
    build(&want, 0, flushed_arena, &flushed, NULL);
    long alone = 0, during = 0;
    for (int i = 0; i < CHUNKS; i++) {
        cr_sim_run(plain, CR_RT_CHUNK, out);
        cr_sim_run(flushed, CR_RT_CHUNK, out);
        CHECK(cr_network_flush(cr_sim_network(flushed), CR_RT_TINY), "finite");
        alone += subnormals(plain);
        during += subnormals(flushed);
    }
    CHECK(alone == 0, "%ld subnormal numbers in a simulation alone", alone);
    *some_number(plain) = DBL_MIN / 2;
    CHECK(subnormals(plain) == 1, "one is not seen");
    CHECK(during == 0, "%ld subnormal numbers after flushing", during);
    cr_arena_free(plain_arena);
    cr_arena_free(flushed_arena);
    cr_rt *e = make(build, 1, &want, 1e9); // never idle: the state itself has to be silent
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
    test_silence(rt_build_string);
    test_silence(rt_build_bell);
    return test_summary();
}
