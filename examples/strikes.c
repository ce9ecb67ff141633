// A wine glass struck in real time, again and again at other places, and its meters as a display would read
// them: the force of each blow and how strongly the lowest modes swing after it.
#include "carom/rt.h"

#include <stdio.h>

enum { RATE = 48000, BLOWS = 4, GLASS = 0 };

// Builds the voice: a glass, heard at a point of its rim. Everything lives in the arena.
static cr_status build(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    (void)context, (void)voice;
    cr_network *network = cr_network_new(arena, RATE);
    *sim = network ? cr_sim_new(network, 0) : NULL;
    if (!*sim) return cr_fail(error, CR_ERR_MEMORY, "glass", "no memory");
    cr_listen ear = {.type = cr_pickup_find("velocity", NULL), .gain = 1};
    int glass = cr_network_add(network, "glass", NULL, error);
    if (glass < 0) return error->status;
    cr_status status = cr_network_add_pickup(network, (cr_place){glass, {0.1, 0}}, &ear.source, error);
    if (status == CR_OK) status = cr_sim_add_listen(*sim, &ear, error);
    return status == CR_OK ? cr_sim_prepare(*sim, error) : status;
}

int main(void) {
    cr_rt_def def = cr_rt_def_default();
    def.rate = RATE;
    def.channels = 1;
    def.build = build;
    def.mallets = 2;     // blows at the same time
    def.meters = true;   // contact forces and peaks
    def.meter_modes = 3; // and the three lowest modes
    cr_rt *engine;
    cr_error error;
    if (cr_rt_new(&def, &engine, &error) != CR_OK) return fprintf(stderr, "%s\n", error.reason), 1;

    cr_rt_port *port = cr_rt_port_at(engine, 0);
    cr_rt_push(port, &(cr_rt_event){.kind = CR_RT_TRIGGER, .value = 1});
    for (int i = 0; i < BLOWS; i++) { // from soft and slow to hard and fast, at frames that lie on no block
        cr_rt_event blow = {
            .time = 1000 + 12345 * i, .kind = CR_RT_STRIKE, .target = GLASS, .value = 0.5 + 0.5 * i};
        blow.at[0] = 0.05 * i;
        blow.mallet = cr_mallet_default();
        blow.mallet.hardness = i < 2 ? 1e6 : 1e8;
        cr_rt_push(port, &blow);
    }
    float out[256];
    double meters[16], force = 0;
    for (long long frame = 0; frame < 50000; frame += 256) {
        cr_rt_process_float(engine, 256, out);                     // the audio thread
        if (!cr_rt_read_meters(engine, 0, meters, NULL)) continue; // any other
        force = meters[1] > force ? meters[1] : force;             // peak, two mallets, three modes
        if (frame / 12288 == (frame + 256) / 12288) continue;
        printf("%5.2f s  force %6.1f N  modes %8.2g %8.2g %8.2g\n", (double)frame / RATE, force, meters[3],
               meters[4], meters[5]);
        force = 0;
    }
    cr_rt_free(engine);
    return 0;
}
