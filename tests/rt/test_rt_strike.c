// Strikes by events: the same as the hammer of a scene that arrives at that frame, the same bits for every
// block size, books of energy, hostile numbers; and meters, which show what there is to see.
#include "base/random.h"
#include "carom/scene.h"
#include "network/network_internal.h"
#include "rt_voices.h"
#include "seeds.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { SOME = 6000 };

typedef struct played {
    double out[2 * SOME];
    cr_rt_stats stats;
    cr_sim_summary summary;
} played;

static cr_status build_scene(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    (void)voice;
    return cr_scene_build(context, RT_RATE, arena, sim, NULL, error);
}

static cr_rt *make(cr_rt_def def) {
    cr_rt *engine;
    cr_error error = {.reason = ""};
    CHECK(cr_rt_new(&def, &engine, &error) == CR_OK, "%s: %s", error.place, error.reason);
    if (!engine) exit(1);
    return engine;
}

static cr_rt_event strike_at(long long frame, double speed, const double *at) {
    cr_rt_event event = {.time = frame, .kind = CR_RT_STRIKE, .value = speed, .mallet = cr_mallet_default()};
    memcpy(event.at, at, 2 * sizeof *at);
    return event;
}

// A scene, and a strike if there is a frame for it.
static void play_scene(const char *text, long long frame, double speed, const double *at, played *to) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_error error = {.reason = ""};
    cr_status status = cr_scene_parse("scene", text, strlen(text), NULL, 0, arena, &scene, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    if (status != CR_OK) exit(1);
    cr_rt_def def = cr_rt_def_default();
    def.build = build_scene;
    def.context = scene;
    def.booking = true;
    def.mallets = frame < 0 ? 0 : 2;
    cr_rt *e = make(def);
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    cr_rt_event event = strike_at(frame, speed, at);
    if (frame >= 0) CHECK(cr_rt_push(cr_rt_port_at(e, 0), &event), "push");
    cr_rt_process(e, SOME, to->out);
    to->stats = cr_rt_look(e);
    to->summary = cr_sim_summarise(cr_rt_voice_sim(e, 0));
    cr_rt_free(e);
    cr_arena_free(arena);
}

// The hammer of the scene arrives 1e-9 samples later: it is above the surface at the frame of the event,
// whatever v n h rounds to. Contacts again and again let such a difference grow, on these to less than 1e-6
// of the peak.
static void test_same_as_scene(void) {
    static const struct {
        const char *element, *places;
        double at[2];
    } cases[] = {{"type: glass", "0.3 0.2", {0.3, 0.2}},
                 {"type: modal-bar", "0.3", {0.3}},
                 {"type: string, f0: 220", "0.13", {0.13}},
                 {"type: plate", "0.3 0.2", {0.3, 0.2}},
                 {"type: mass, mass: 0.01, frequency: 200", "", {0}}};
    static played scene, event;
    const int frames[] = {777, 64, 2000};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int f = 0; f < 3; f++) {
            char text[600], place[40];
            snprintf(place, sizeof place, "it%s%s", *cases[c].places ? "@" : "", cases[c].places);
            const char *format =
                "carom: 1\nelements: {it: {%s}}\npickups: {left: {at: %s, quantity: velocity}}\n%s";
            char hit[200];
            snprintf(hit, sizeof hit,
                     "excitations: {tap: {type: strike, at: %s, velocity: 1.5, start: %.17g}}\n", place,
                     (frames[f] + 1e-9) / RT_RATE);
            snprintf(text, sizeof text, format, cases[c].element, place, hit);
            play_scene(text, -1, 0, cases[c].at, &scene);
            snprintf(text, sizeof text, format, cases[c].element, place, "");
            play_scene(text, frames[f], 1.5, cases[c].at, &event);
            double peak = 0, off = 0;
            for (int i = 0; i < 2 * SOME; i++) {
                peak = fmax(peak, fabs(scene.out[i]));
                off = fmax(off, fabs(scene.out[i] - event.out[i]));
            }
            CHECK(event.stats.applied == 2 && event.stats.contained == 0, "%s: %lld applied",
                  cases[c].element, event.stats.applied);
            CHECK(peak > 0 && off < 1e-6 * peak, "%s at %d: off by %g of %g", cases[c].element, frames[f],
                  off, peak);
            CHECK(event.summary.energy_residual < 5e-12, "%s: books %g", cases[c].element,
                  event.summary.energy_residual);
            CHECK(event.summary.warnings.unsettled == 0, "%ld unsettled", event.summary.warnings.unsettled);
        }
}

// A hammer, a wall, a bow and mallets, on a string and on a bell.
static cr_status build_both(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    return voice % 2 ? rt_build_standing_bell(context, voice, arena, sim, error)
                     : rt_build_string(context, voice, arena, sim, error);
}

static cr_rt *make_both(rt_string *want, bool booking) {
    cr_rt_def def = cr_rt_def_default();
    def.voices = 2;
    def.build = build_both;
    def.context = want;
    def.mallets = 3;
    def.meters = true;
    def.meter_modes = 4;
    def.booking = booking;
    return make(def);
}

static void send_roll(cr_rt *e) {
    rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ALL, 0, 1);
    for (int i = 0; i < 20; i++) {
        const double at[2] = {0.1 + 0.04 * i};
        cr_rt_event event = strike_at(100 + 251 * i, 0.2 + 0.1 * i, at);
        event.voice = CR_RT_ALL;
        event.mallet.mass *= 1 + 0.1 * i;
        event.mallet.hardness *= i % 2 ? 0.01 : 1;
        CHECK(cr_rt_push(cr_rt_port_at(e, 0), &event), "push");
    }
}

static void test_block_sizes(void) {
    static double reference[2 * SOME], other[2 * SOME];
    const int blocks[] = {64, 1, 7, 100, 1000, 4096};
    rt_string want = {1, 1, 0.3};
    for (int k = 0; k < 6; k++) {
        double *out = k ? other : reference;
        cr_rt *e = make_both(&want, false);
        send_roll(e);
        for (int done = 0; done < SOME; done += blocks[k])
            cr_rt_process(e, done + blocks[k] > SOME ? SOME - done : blocks[k], out + 2 * done);
        cr_rt_stats s = cr_rt_look(e);
        CHECK(s.applied == 21 && s.contained == 0 && s.refused == 0, "%lld applied, %lld refused", s.applied,
              s.refused);
        if (k) CHECK(memcmp(reference, other, sizeof other) == 0, "blocks of %d", blocks[k]);
        cr_rt_free(e);
    }
}

static void test_books(void) {
    static double out[2 * SOME];
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make_both(&want, true);
    send_roll(e);
    cr_rt_process(e, SOME, out);
    for (int v = 0; v < 2; v++) {
        cr_sim_summary s = cr_sim_summarise(cr_rt_voice_sim(e, v));
        CHECK(s.energy_residual < 5e-12, "voice %d: books %g", v, s.energy_residual); // as in test_rt.c
        CHECK(s.contact_force_least >= 0, "voice %d pulls: %g", v, s.contact_force_least);
    }
    cr_rt_free(e);
}

static void test_refused(void) {
    static double out[2 * SOME];
    rt_string want = {1, 1, 0.3};
    cr_rt *e = make_both(&want, false);
    const double at[2] = {0.3}, outside[2] = {1.5};
    cr_rt_event good = strike_at(0, 1, at), off = strike_at(0, 1, outside), slow = strike_at(0, 0, at),
                light = good, odd = good, nowhere = good, any = good;
    light.mallet.mass = 0;
    odd.mallet.loss = CR_NAN;
    nowhere.target = 99;
    any.voice = CR_RT_ANY;
    cr_rt_port *port = cr_rt_port_at(e, 0);
    cr_rt_push(port, &good); // idle
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    CHECK(!cr_rt_push(port, &odd), "no number");
    const cr_rt_event bad[] = {off, slow, light, any, nowhere};
    for (int i = 0; i < 5; i++) CHECK(cr_rt_push(port, &bad[i]), "push");
    for (int i = 0; i < 5; i++) cr_rt_push(port, &good); // of three mallets
    cr_rt_process(e, CR_RT_CHUNK, out);
    cr_rt_stats s = cr_rt_look(e);
    CHECK(s.refused == 5 && s.missed == 1 + 1 + 2 && s.applied == 1 + 3,
          "%lld refused, %lld missed, %lld applied", s.refused, s.missed, s.applied);
    cr_rt_def def = cr_rt_def_default();
    def.build = rt_build_swing;
    cr_rt_free(e);
    e = make(def);
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    cr_rt_push(cr_rt_port_at(e, 0), &good);
    cr_rt_process(e, CR_RT_CHUNK, out);
    CHECK(cr_rt_look(e).missed == 1, "a voice without mallets");
    def.mallets = CR_MALLETS_MAX + 1;
    cr_rt *none;
    CHECK(cr_rt_new(&def, &none, NULL) == CR_ERR_RANGE, "too many");
    cr_rt_free(e);
}

// Streams of every kind of event, half of the numbers wild: what comes out is finite, and everything sounds
// again afterwards.
static int pick(uint64_t *random, int count) {
    return (int)(0.5 * (1.0 + cr_random_uniform(random)) * count) % count;
}

static double wild(uint64_t *random) {
    const double values[] = {0, -1, 1e-300, 1e300, -1e300, 1e9, 1e-9, 0.5, 1, 2, 100, 1e3};
    if (pick(random, 2)) return 0.01 + fabs(cr_random_uniform(random));
    return values[pick(random, sizeof values / sizeof *values)];
}

static void test_hostile(void) {
    static double out[2 * SOME];
    rt_string want = {5, 1, 0.3};
    for (TEST_SEEDS(seed, 1, 2, 3, 4, 5, 6, 7, 8)) {
        uint64_t random = cr_random_seed(seed);
        cr_rt *e = make_both(&want, false);
        for (int i = 0; i < 300; i++) {
            cr_rt_event event = {.time = 20 * i,
                                 .kind = (cr_rt_kind)pick(&random, CR_RT_KIND_COUNT),
                                 .voice = pick(&random, 6) - 3,
                                 .target = pick(&random, 4),
                                 .value = wild(&random)};
            if (pick(&random, 2)) event.kind = CR_RT_STRIKE;
            for (int k = 0; k < CR_WHERE; k++) event.at[k] = fabs(cr_random_uniform(&random));
            event.mallet = (cr_mallet){wild(&random), 1e6 * wild(&random), 1 + wild(&random), wild(&random)};
            cr_rt_push(cr_rt_port_at(e, 0), &event);
        }
        cr_rt_process(e, SOME, out);
        for (int i = 0; i < 2 * SOME; i++)
            if (!isfinite(out[i])) CHECK(false, "seed %llu: sample %d", (unsigned long long)seed, i);
        cr_rt_stats s = cr_rt_look(e);
        CHECK(s.applied > 20 && s.refused > 20, "%lld applied, %lld refused", s.applied, s.refused);
        rt_send(e, 0, CR_RT_MASTER, 0, 0, 1);
        rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ALL, 0, 1);
        cr_rt_process(e, SOME, out);
        double peak = 0;
        for (int i = SOME; i < 2 * SOME; i++) peak = fmax(peak, fabs(out[i]));
        CHECK(peak > 1e-3 && peak < 1e3, "seed %llu: peak %g afterwards", (unsigned long long)seed, peak);
        cr_rt_free(e);
    }
}

// A mallet whose numbers are none stays inside its voice, which sounds again.
static void test_poisoned(void) {
    static double out[2 * SOME];
    rt_string want = {1, 1, 0.3};
    for (int voice = 0; voice < 2; voice++) {
        cr_rt *e = make_both(&want, false);
        const double at[2] = {0};
        const double middle[2] = {0.4};
        cr_rt_event blow = strike_at(10, 1, voice ? at : middle);
        blow.voice = voice;
        rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ALL, 0, 1);
        cr_rt_push(cr_rt_port_at(e, 0), &blow);
        cr_rt_process(e, CR_RT_CHUNK, out);
        cr_mallet_slot *m = &cr_sim_network(cr_rt_voice_sim(e, voice))->mallets[0];
        CHECK(m->active && m->on_grid == (voice == 0), "a mallet is there");
        *(voice ? &m->body.rigid_v : &m->mass.d[0]) = CR_NAN;
        cr_rt_process(e, CR_RT_CHUNK, out);
        CHECK(cr_rt_look(e).contained == 1 && cr_rt_look(e).playing == 1, "contained");
        for (int i = 0; i < 2 * CR_RT_CHUNK; i++) CHECK(isfinite(out[i]), "sample %d", i);
        rt_send(e, 0, CR_RT_TRIGGER, voice, 0, 1);
        cr_rt_process(e, SOME, out);
        CHECK(cr_rt_look(e).contained == 1 && cr_rt_look(e).playing == 2, "it plays again");
        cr_rt_free(e);
    }
}

// --- meters

static int meter_of(const cr_rt *e, int voice, cr_rt_meter_kind kind, int target, int mode) {
    cr_rt_meter m;
    for (int i = 0; cr_rt_meter_at(e, voice, i, &m); i++)
        if (m.kind == kind && m.target == target && m.mode == mode) return i;
    CHECK(false, "no meter of kind %d", kind);
    return 0;
}

// A mass that swings with amplitude 1, and nothing else.
static void test_meters_of_swing(void) {
    double out[4 * CR_RT_CHUNK], values[8];
    cr_rt_def def = cr_rt_def_default();
    def.build = rt_build_swing;
    def.channels = 1;
    cr_rt *e = make(def);
    CHECK(cr_rt_meter_count(e, 0) == 0 && !cr_rt_read_meters(e, 0, values, NULL), "none unless asked for");
    cr_rt_free(e);
    def.meters = true;
    def.meter_fall = 0;
    def.meter_modes = 3;
    e = make(def);
    CHECK(cr_rt_meter_count(e, 0) == 2 && cr_rt_meter_count(e, 1) == 0, "peak and one mode");
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 0.25);
    long long frame;
    cr_rt_process(e, 4 * CR_RT_CHUNK, out);
    CHECK(cr_rt_read_meters(e, 0, values, &frame) && frame == 4 * CR_RT_CHUNK, "frame %lld", frame);
    CHECK_NEAR(values[meter_of(e, 0, CR_RT_METER_MODE, 0, 0)], 1, 1e-9);
    double peak = 0;
    for (int i = 3 * CR_RT_CHUNK; i < 4 * CR_RT_CHUNK; i++) peak = fmax(peak, fabs(out[i]) / 0.25);
    CHECK(values[meter_of(e, 0, CR_RT_METER_PEAK, 0, 0)] == peak, "peak %g", values[0]);
    rt_send(e, 0, CR_RT_RELEASE, 0, 0, 1e-3);
    cr_rt_process(e, 4 * CR_RT_CHUNK, out);
    CHECK(cr_rt_read_meters(e, 0, values, NULL) && values[0] == 0 && values[1] == 0, "idle");
    cr_rt_free(e);
}

// The force is there while they touch; the modes swing afterwards and fall as they decay.
static void test_meters_of_bell(double fall) {
    static double out[2 * SOME], before[32], after[32];
    rt_string want = {20, 0, 0};
    cr_rt_def def = cr_rt_def_default();
    def.build = rt_build_bell;
    def.context = &want;
    def.mallets = 2;
    def.meters = true;
    def.meter_modes = 8;
    def.meter_fall = fall;
    cr_rt *e = make(def);
    const double at[2] = {0};
    CHECK(cr_rt_meter_count(e, 0) == 1 + 1 + 2 + 8 + 1, "%d meters", cr_rt_meter_count(e, 0));
    int mallet = meter_of(e, 0, CR_RT_METER_MALLET, 0, 0), mode = meter_of(e, 0, CR_RT_METER_MODE, BELL, 0);
    rt_send(e, 0, CR_RT_TRIGGER, 0, 0, 1);
    cr_rt_event event = strike_at(10, 1, at);
    cr_rt_push(cr_rt_port_at(e, 0), &event);
    cr_rt_process(e, CR_RT_CHUNK, out);
    CHECK(cr_rt_read_meters(e, 0, before, NULL) && before[mallet] > 1 && before[mallet + 1] == 0,
          "force of the blow %g N", before[mallet]);
    for (int i = 0; i < 8; i++) CHECK(before[mode + i] > 0, "mode %d swings", i);
    cr_rt_process(e, SOME, out);
    cr_rt_read_meters(e, 0, before, NULL);
    cr_rt_process(e, 10 * CR_RT_CHUNK, out);
    cr_rt_read_meters(e, 0, after, NULL);
    double left = fall > 0 ? exp(-10.0 * CR_RT_CHUNK / (fall * RT_RATE)) : 0;
    CHECK_NEAR(after[mallet], left * before[mallet], 1e-12 * before[mallet]); // it has left
    for (int i = 0; i < 8; i++) // mid-step amplitudes of a damped mode beat by sigma/w
        CHECK_REL(after[mode + i] / before[mode + i], exp(-20.0 * 10 * CR_RT_CHUNK / RT_RATE), 0.02);
    cr_rt_free(e);
}

int main(void) {
    test_same_as_scene();
    test_block_sizes();
    test_books();
    test_refused();
    test_hostile();
    test_poisoned();
    test_meters_of_swing();
    test_meters_of_bell(0);
    test_meters_of_bell(0.1);
    return test_summary();
}
