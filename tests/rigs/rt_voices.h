// Voices for the tests of the real-time engine.
#ifndef CAROM_TEST_RT_VOICES_H
#define CAROM_TEST_RT_VOICES_H

#include "carom/rt.h"

enum { RT_RATE = 44100 };
// Elements, excitations and listens of the string voice.
enum { STRING, HAMMER, WALL };
enum { SINE, BOW };
enum { HEAR_VELOCITY, HEAR_DISPLACEMENT };

static inline cr_status rt_excite(cr_sim *sim, const char *type, cr_place at, const cr_setting *settings,
                                  cr_error *error) {
    cr_excitation x = cr_excitation_default(cr_excitation_find(type, NULL));
    cr_status status = CR_OK;
    x.at = at;
    for (; settings->name && status == CR_OK; settings++)
        status = cr_excitation_set(&x, settings->name, settings->value, error);
    return status == CR_OK ? cr_sim_add_excitation(sim, &x, error) : status;
}

static inline cr_status rt_hear(cr_sim *sim, const char *type, int source, int channel, double gain,
                                cr_error *error) {
    return cr_sim_add_listen(sim, &(cr_listen){cr_pickup_find(type, NULL), source, channel, gain}, error);
}

// What differs between tests.
typedef struct rt_string {
    double sigma0; // 1/s, damping of the string
    double throw_speed;
    double bow_force;
} rt_string;

// A string struck by a hammer, bowed, driven by a sine and buzzing against a wall; two channels. Each voice
// has its own pitch. The context is an rt_string.
static inline cr_status rt_build_string(void *context, int voice, cr_arena *arena, cr_sim **sim,
                                        cr_error *error) {
    const rt_string *want = context;
    cr_network *n = cr_network_new(arena, RT_RATE);
    *sim = n ? cr_sim_new(n, 1) : NULL;
    if (!*sim) return cr_fail(error, CR_ERR_MEMORY, "voice", "no memory");
    const double pitch = 220 + 30 * voice;
    int string = cr_network_add(n, "string",
                                (cr_setting[]){{"length", 0.6},
                                               {"radius", 3e-4},
                                               {"f0", pitch},
                                               {"f0_max", 2 * pitch},
                                               {"sigma0", want->sigma0},
                                               {0}},
                                error);
    int hammer = cr_network_add(n, "mass", (cr_setting[]){{"mass", 5e-3}, {0}}, error);
    int wall = cr_network_add(n, "barrier", (cr_setting[]){{"position", 2e-3}, {0}}, error);
    if (string != STRING || hammer != HAMMER || wall != WALL) return CR_ERR_MEMORY;
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_prepare(&law, NULL);
    cr_contact_def hit = cr_contact_def_between((cr_place){HAMMER, {0}}, (cr_place){STRING, {0.12}}, law);
    hit.mode = CR_CONTACT_PREDICTED;
    cr_contact_def buzz = cr_contact_def_between((cr_place){STRING, {0.6}}, (cr_place){WALL, {0}}, law);
    buzz.mode = CR_CONTACT_PREDICTED;
    int contact, left = 0, right = 0;
    cr_status status = cr_network_add_contact(n, &hit, &contact, error);
    if (status == CR_OK) status = cr_network_add_contact(n, &buzz, &contact, error);
    if (status == CR_OK) status = cr_network_add_pickup(n, (cr_place){STRING, {0.77}}, &left, error);
    if (status == CR_OK) status = cr_network_add_pickup(n, (cr_place){STRING, {0.23}}, &right, error);
    const cr_setting sine[] = {{"shape", 2},
                               {"amplitude", 0.02},
                               {"frequency", 330},
                               {"attack", 0.01},
                               {"duration", 0.3},
                               {"release", 0.1},
                               {0}};
    const cr_setting bowing[] = {{"force", want->bow_force},
                                 {"velocity", 0.1},
                                 {"start", 0.02},
                                 {"attack", 0.02},
                                 {"duration", 0.3},
                                 {"release", 0.05},
                                 {0}};
    if (status == CR_OK) status = rt_excite(*sim, "force", (cr_place){STRING, {0.3}}, sine, error);
    if (status == CR_OK) status = rt_excite(*sim, "bow", (cr_place){STRING, {0.15}}, bowing, error);
    if (status == CR_OK) status = rt_hear(*sim, "velocity", left, 0, 1, error);
    if (status == CR_OK) status = rt_hear(*sim, "displacement", right, 1, 1000, error);
    if (status == CR_OK) status = cr_sim_throw(*sim, HAMMER, want->throw_speed, error);
    return status == CR_OK ? cr_sim_prepare(*sim, error) : status;
}

// A hammer on a bell of eight modes: bodies with a linear contact force. Elements BELL and HAMMER; the
// context is an rt_string, whose damping is that of the modes. `stands`: on a spring.
enum { BELL };
static inline cr_status rt_make_bell(void *context, int voice, bool stands, cr_arena *arena, cr_sim **sim,
                                     cr_error *error) {
    enum { MODES = 8 };
    const rt_string *want = context;
    cr_network *n = cr_network_new(arena, RT_RATE);
    *sim = n ? cr_sim_new(n, 1) : NULL;
    double *numbers = cr_arena_take(arena, 3 * MODES, sizeof *numbers);
    if (!*sim || !numbers) return cr_fail(error, CR_ERR_MEMORY, "voice", "no memory");
    for (int i = 0; i < MODES; i++) {
        numbers[2 * i] = 400 * (1 + 0.1 * voice) * (1 + i * (1 + 0.1 * i));
        numbers[2 * i + 1] = want->sigma0;
        numbers[2 * MODES + i] = i % 2 ? -2 : 2;
    }
    int contact, spring, pickup = 0;
    int bell = cr_network_add_modal(n, MODES, numbers, 3 * MODES, error),
        hammer = cr_network_add(n, "mass", (cr_setting[]){{"mass", 5e-3}, {0}}, error);
    cr_status status = bell == BELL && hammer == HAMMER ? CR_OK : CR_ERR_MEMORY;
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_prepare(&law, NULL);
    cr_contact_def hit = cr_contact_def_between((cr_place){HAMMER, {0}}, (cr_place){BELL, {0}}, law);
    hit.mode = CR_CONTACT_LINEAR;
    cr_spring_def stand = cr_spring_def_default();
    stand.a = (cr_place){BELL, {0}};
    stand.b = (cr_place){-1, {0}};
    stand.k1 = 1e3;
    stand.r = 0.1;
    if (status == CR_OK) status = cr_network_add_contact(n, &hit, &contact, error);
    if (status == CR_OK && stands) status = cr_network_add_spring(n, &stand, &spring, error);
    if (status == CR_OK) status = cr_network_add_pickup(n, (cr_place){BELL, {0}}, &pickup, error);
    for (int c = 0; c < 2 && status == CR_OK; c++) status = rt_hear(*sim, "velocity", pickup, c, 1, error);
    if (status == CR_OK) status = cr_sim_throw(*sim, HAMMER, want->throw_speed, error);
    return status == CR_OK ? cr_sim_prepare(*sim, error) : status;
}

static inline cr_status rt_build_bell(void *context, int voice, cr_arena *arena, cr_sim **sim,
                                      cr_error *error) {
    return rt_make_bell(context, voice, false, arena, sim, error);
}

static inline cr_status rt_build_standing_bell(void *context, int voice, cr_arena *arena, cr_sim **sim,
                                               cr_error *error) {
    return rt_make_bell(context, voice, true, arena, sim, error);
}

// A lone mass that swings at 100 Hz with amplitude 1 and never stops; its displacement is heard.
static inline cr_status rt_build_swing(void *context, int voice, cr_arena *arena, cr_sim **sim,
                                       cr_error *error) {
    (void)context;
    (void)voice;
    cr_network *n = cr_network_new(arena, RT_RATE);
    *sim = n ? cr_sim_new(n, 1) : NULL;
    if (!*sim) return cr_fail(error, CR_ERR_MEMORY, "voice", "no memory");
    int mass = cr_network_add(n, "mass", (cr_setting[]){{"frequency", 100}, {0}}, error), pickup = 0;
    cr_status status = mass < 0 ? CR_ERR_MEMORY : CR_OK;
    if (status == CR_OK) status = cr_network_add_pickup(n, (cr_place){mass, {0}}, &pickup, error);
    if (status == CR_OK) status = rt_hear(*sim, "displacement", pickup, 0, 1, error);
    if (status == CR_OK)
        status = cr_sim_displace(*sim, (cr_place){mass, {0}}, CR_PLUCK_TRIANGLE, 1, 1, error);
    return status == CR_OK ? cr_sim_prepare(*sim, error) : status;
}

static inline bool rt_send(cr_rt *engine, long long time, cr_rt_kind kind, int voice, int target,
                           double value) {
    cr_rt_event event = {.time = time, .kind = kind, .voice = voice, .target = target, .value = value};
    return cr_rt_push(cr_rt_port_at(engine, 0), &event);
}

#endif
