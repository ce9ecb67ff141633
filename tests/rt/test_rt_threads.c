// Two threads hammer parameters and a third reads counts and meters while the engine plays: every event that
// was accepted arrives, once and in order, and what is read of the meters is of one chunk.
// scripts/rt-threads.sh runs the same under the thread sanitizer; with -DRACE it is broken on purpose, so
// that the script can tell that the sanitizer looks.
#include "rt/rt_internal.h"
#include "rt_voices.h"
#include "test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BLOCKS = 3000, BLOCKS_MOST = 1000000, EVENTS = 20000, PRODUCERS = 2 };

static atomic_bool stop;
static atomic_long readings; // of the meters
#ifdef RACE
static int unguarded;
#endif

typedef struct producer {
    cr_rt *engine;
    int port;
    long long accepted;
    double last; // value accepted last
} producer;

// Port 0 sends rising levels of everything, port 1 one knob after the other.
static void *hammer(void *argument) {
    producer *p = argument;
    const cr_rt_event knobs[] = {
        {.kind = CR_RT_GAIN, .target = HEAR_VELOCITY},     {.kind = CR_RT_AMPLITUDE, .target = BOW},
        {.kind = CR_RT_VELOCITY, .target = BOW},           {.kind = CR_RT_LEVEL},
        {.kind = CR_RT_GAIN, .target = HEAR_DISPLACEMENT}, {.kind = CR_RT_AMPLITUDE, .target = SINE},
    };
    for (long long i = 1; !atomic_load(&stop); i++) {
        cr_rt_event event = knobs[i % 6];
        if (p->port == 0) event.kind = CR_RT_MASTER;
        event.value = p->port == 0 ? 1e-9 * (double)i : 0.1 + 1e-3 * (double)(i % 100);
        if (!cr_rt_push(cr_rt_port_at(p->engine, p->port), &event)) {
            sched_yield();
            continue;
        }
        p->accepted++;
        p->last = event.value;
#ifdef RACE
        unguarded++;
#endif
    }
    return NULL;
}

// Voice 1: two masses that swing alike and die away, so that their meters are equal and never the same twice.
enum { MODE_A = 1, MODE_B };
static cr_status build(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    if (voice == 0) return rt_build_string(context, voice, arena, sim, error);
    cr_network *n = cr_network_new(arena, RT_RATE);
    *sim = n ? cr_sim_new(n, 1) : NULL;
    if (!*sim) return cr_fail(error, CR_ERR_MEMORY, "voice", "no memory");
    int pickup = 0;
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < 2; i++) {
        int mass = cr_network_add(n, "mass", (cr_setting[]){{"frequency", 100}, {"sigma0", 0.1}, {0}}, error);
        if (mass != i) return CR_ERR_MEMORY;
        status = cr_sim_displace(*sim, (cr_place){mass, {0}}, CR_PLUCK_TRIANGLE, 1, 1, error);
    }
    if (status == CR_OK) status = cr_network_add_pickup(n, (cr_place){0, {0}}, &pickup, error);
    if (status == CR_OK)
        status =
            cr_sim_add_listen(*sim, &(cr_listen){cr_pickup_find("displacement", NULL), pickup, 0, 1}, error);
    return status == CR_OK ? cr_sim_prepare(*sim, error) : status;
}

static void *watch(void *argument) {
    const cr_rt *e = argument;
    long long before = 0, shown = 0;
    bool rises = true;
    double values[3] = {0};
    while (!atomic_load(&stop)) {
        long long now = cr_rt_look(e).applied + cr_rt_time(e);
        rises = rises && now >= before;
        before = now;
        long long frame = shown;
        if (cr_rt_read_meters(e, 1, values, &frame)) {
            atomic_fetch_add(&readings, 1);
            rises = rises && values[MODE_A] == values[MODE_B];
        }
        rises = rises && frame >= shown && frame % CR_RT_CHUNK == 0;
        shown = frame;
    }
    return rises ? NULL : argument;
}

int main(void) {
    rt_string want = {1, 1, 0.3};
    cr_rt_def def = cr_rt_def_default();
    def.build = build;
    def.voices = 2;
    def.meter_modes = 1;
    def.context = &want;
    def.ports = PRODUCERS;
    def.queue = 256;
    def.silence_time = 1e9;
    def.meters = true;
    cr_rt *e;
    if (cr_rt_new(&def, &e, NULL) != CR_OK) return 1;
    CHECK(cr_rt_meter_count(e, 1) == 3, "%d meters", cr_rt_meter_count(e, 1));
    rt_send(e, 0, CR_RT_TRIGGER, CR_RT_ALL, 0, 1);
    static float out[2 * 100];
    cr_rt_process_float(e, 100, out);
    long long before = cr_rt_look(e).applied;
    pthread_t threads[PRODUCERS], watcher;
    producer producers[PRODUCERS];
    for (int i = 0; i < PRODUCERS; i++) {
        producers[i] = (producer){.engine = e, .port = i};
        CHECK(pthread_create(&threads[i], NULL, hammer, &producers[i]) == 0, "thread %d", i);
    }
    CHECK(pthread_create(&watcher, NULL, watch, e) == 0, "watcher");
    for (int i = 0; i < BLOCKS || (cr_rt_look(e).applied < EVENTS && i < BLOCKS_MOST); i++) {
        cr_rt_process_float(e, 1 + i % 100, out);
        for (int k = 0; k < 2 * (1 + i % 100); k++)
            if (!isfinite(out[k])) CHECK(false, "sample %d of block %d", k, i);
#ifdef RACE
        unguarded--;
#endif
    }
    atomic_store(&stop, true);
    void *wrong = NULL;
    for (int i = 0; i < PRODUCERS; i++) pthread_join(threads[i], NULL);
    pthread_join(watcher, &wrong);
    CHECK(!wrong, "counts never fall, meters are whole");
    CHECK(atomic_load(&readings) > 100, "%ld readings", atomic_load(&readings));
    for (int i = 0; i < 10; i++) cr_rt_process_float(e, 100, out); // what is left in the queues
    long long accepted = producers[0].accepted + producers[1].accepted;
    CHECK(cr_rt_look(e).applied - before == accepted, "%lld accepted, %lld applied", accepted,
          cr_rt_look(e).applied - before);
    CHECK(accepted >= EVENTS / 2, "%lld accepted", accepted);
    cr_rt_stats s = cr_rt_look(e);
    CHECK(s.missed == 0 && s.refused == 0 && s.contained == 0, "%lld missed, %lld refused", s.missed,
          s.refused);
    CHECK(e->master.goal == producers[0].last, "the last one decides: %g, sent %g", e->master.goal,
          producers[0].last);
    printf("%lld events accepted, %lld found a full queue\n", accepted, s.full);
    cr_rt_free(e);
    return test_summary();
}
