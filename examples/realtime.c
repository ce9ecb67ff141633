// A small harp in real time: four strings, each with a hammer of its own, played by events. `callback` is
// what an audio library would call on its own thread; here it is called in turn, so that the output is always
// the same. The events are stamped with the frame at which they are due.
#include "carom/rt.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 48000, BLOCK = 256, STRINGS = 4 };

// Builds one voice: a hammer on its way to a string. Everything lives in the arena of the voice.
static cr_status build(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    const double *pitch = context;
    cr_network *network = cr_network_new(arena, RATE);
    *sim = network ? cr_sim_new(network, 0) : NULL;
    if (!*sim) return cr_fail(error, CR_ERR_MEMORY, "harp", "no memory");

    int string =
        cr_network_add(network, "string", (cr_setting[]){{"f0", pitch[voice]}, {"sigma0", 4}, {0}}, error);
    int hammer =
        string < 0 ? CR_NOWHERE : cr_network_add(network, "mass", (cr_setting[]){{"mass", 0.01}, {0}}, error);
    if (hammer < 0) return error->status;

    cr_contact_def hit = cr_contact_def_default();
    hit.a = (cr_place){hammer, {0}};
    hit.b = (cr_place){string, {0.13}};
    cr_listen ear = {.type = cr_pickup_find("velocity", NULL), .gain = 0.1};
    int contact;
    cr_status status = cr_network_add_contact(network, &hit, &contact, error);
    cr_place bridge = {string, {0.92}};
    if (status == CR_OK) status = cr_network_add_pickup(network, bridge, &ear.source, error);
    if (status == CR_OK) status = cr_sim_add_listen(*sim, &ear, error);
    if (status == CR_OK) status = cr_sim_throw(*sim, hammer, 1.5, error);
    return status == CR_OK ? cr_sim_prepare(*sim, error) : status;
}

// The audio thread: no more than this.
static void callback(void *user, float *out, int frames) {
    cr_rt_process_float(user, frames, out);
}

static double seconds(double t) {
    return t * RATE;
}

int main(void) {
    double pitch[STRINGS] = {220, 277.18, 329.63, 440};
    cr_rt_def def = cr_rt_def_default();
    def.rate = RATE;
    def.channels = 1;
    def.voices = STRINGS;
    def.build = build;
    def.context = pitch;

    cr_rt *engine;
    cr_error error;
    if (cr_rt_new(&def, &engine, &error) != CR_OK) {
        fprintf(stderr, "%s: %s\n", error.place, error.reason);
        return 1;
    }

    // The thread that plays: an arpeggio, then everything fades out.
    cr_rt_port *port = cr_rt_port_at(engine, 0);
    for (int i = 0; i < STRINGS; i++) {
        cr_rt_event strike = {
            .time = (long long)seconds(0.2 * i), .kind = CR_RT_TRIGGER, .voice = i, .value = 1.0};
        cr_rt_push(port, &strike);
    }
    cr_rt_event end = {
        .time = (long long)seconds(1.5), .kind = CR_RT_RELEASE, .voice = CR_RT_ALL, .value = 0.3};
    cr_rt_push(port, &end);

    for (int tenth = 0; tenth < 20; tenth++) {
        float out[BLOCK];
        double sum = 0.0;
        int count = 0;
        for (; count < RATE / 10; count += BLOCK) {
            callback(engine, out, BLOCK);
            for (int i = 0; i < BLOCK; i++) sum += (double)out[i] * (double)out[i];
        }
        double level = 10 * log10(sum / count + 1e-30);
        printf("%4.1f s  %d playing  %6.0f dB\n", (double)cr_rt_time(engine) / RATE,
               cr_rt_look(engine).playing, level);
    }
    cr_rt_free(engine);
    return 0;
}
