// A change of pitch while the string sounds makes no click: looked for in the fourth difference of the
// velocity that a pickup hears, in which a jump stands out and the partials of the string do not.
#include "base/numeric.h"
#include "carom/sim.h"
#include "test.h"

enum { RATE = 44100, FRAMES = RATE / 2, CHANGE = RATE / 5, PARTIALS = 8 };
static const double pitch = 110, semitone = 1.0594630943592953;

typedef enum change { NONE, GLIDE, SUDDEN, RESCALED } change;

typedef struct rig {
    cr_arena *arena;
    cr_sim *sim;
    cr_network *network;
    cr_element *string;
} rig;

// A string that sounds in its first partials only, like a plucked one: amplitudes 1/n^2.
static rig open_rig(change kind) {
    rig r = {.arena = cr_arena_new(cr_allocator_default())};
    const cr_setting settings[] = {{"f0", pitch}, {"f0_max", 220}, {"length", 0.65}, {"radius", 3e-4}, {0}};
    r.network = cr_network_new(r.arena, RATE);
    int index = cr_network_add(r.network, "string", settings, NULL), pickup;
    CHECK(index == 0, "string");
    r.string = cr_network_element(r.network, index);
    int n = r.string->grid.n[0];
    for (int i = 1; i < n; i++)
        for (int p = 1; p <= PARTIALS; p++)
            r.string->u[i + 2] += 1e-3 / (p * p) * sin(0.2 * cr_pi * p) * sin(cr_pi * p * i / n);
    r.sim = cr_sim_new(r.network, 1);
    CHECK(cr_network_add_pickup(r.network, (cr_place){index, {0.13}}, &pickup, NULL) == CR_OK, "pickup");
    for (int channel = 0; channel < 2; channel++) {
        cr_listen listen = {cr_pickup_find(channel ? "displacement" : "velocity", NULL), pickup, channel, 1};
        CHECK(cr_sim_add_listen(r.sim, &listen, NULL) == CR_OK, "listen");
    }
    cr_excitation glide = cr_excitation_default(cr_excitation_find("tune", NULL));
    glide.at.element = index;
    cr_excitation_set(&glide, "to", pitch * semitone, NULL);
    cr_excitation_set(&glide, "start", (double)CHANGE / RATE, NULL);
    if (kind == GLIDE) CHECK(cr_sim_add_excitation(r.sim, &glide, NULL) == CR_OK, "glide");
    CHECK(cr_sim_prepare(r.sim, NULL) == CR_OK, "prepare");
    return r;
}

// The whole sound, velocity and displacement interleaved.
static void play(change kind, double *out) {
    rig r = open_rig(kind);
    cr_sim_run(r.sim, CHANGE, out);
    if (kind == SUDDEN || kind == RESCALED)
        CHECK(cr_network_tune(r.network, 0, pitch * semitone, NULL) == CR_OK, "tune");
    // what must be heard: motion and shape are shrunk, as if the tighter string were another one
    for (int i = 0; i < r.string->points && kind == RESCALED; i++)
        r.string->u[i] /= semitone, r.string->d[i] /= semitone;
    cr_sim_run(r.sim, FRAMES - CHANGE, out + 2 * CHANGE);
    if (kind != NONE) CHECK_REL(r.string->type->mode(r.string, 1, false), pitch * semitone, 1e-9);
    cr_ledger ledger = cr_network_ledger(r.network);
    if (kind != RESCALED)
        CHECK(fabs(cr_ledger_error(&ledger)) < 5e-12 * ledger.start, "books off by %g",
              cr_ledger_error(&ledger) / ledger.start);
    cr_arena_free(r.arena);
}

// Greatest fourth difference from `from` on.
static double roughness(const double *out, int from, int channel) {
    double most = 0;
    for (int n = from; n + 2 < FRAMES; n++) {
        const double *x = out + 2 * n + channel;
        most = fmax(most, fabs(x[-4] - 4 * x[-2] + 6 * x[0] - 4 * x[2] + x[4]));
    }
    return most;
}

static double greatest(const double *out, int from, int to, int channel, int difference) {
    double most = 0;
    for (int n = from; n < to; n++) {
        const double *x = out + 2 * n + channel;
        most = fmax(most, fabs(difference ? x[0] - x[-2] : x[0]));
    }
    return most;
}

static double still[2 * FRAMES], tuned[2 * FRAMES];

// Partials rise by a semitone, r; their fourth difference of velocity by r^5 = 1.335 at most. A click of 1e-4
// of the sound, -80 dB, would show as more than that.
static void test_glide(void) {
    play(NONE, still);
    play(GLIDE, tuned);
    double before = roughness(still, CHANGE, 0), after = roughness(tuned, CHANGE, 0);
    printf("glide: roughness %.4f times that of the untuned string\n", after / before);
    CHECK(after <= pow(semitone, 5) * before, "a glide clicks: %g", after / before);
    // the same with a click put in by hand
    tuned[2 * (CHANGE + 2205)] += 1e-4 * greatest(still, 1, FRAMES, 0, 0);
    CHECK(roughness(tuned, CHANGE, 0) > pow(semitone, 5) * before, "a click of -80 dB is not found: %g",
          roughness(tuned, CHANGE, 0) / before);
}

// A semitone in one step: the force changes by r^2 - 1 = 12 %, displacement and velocity do not.
static void test_sudden(void) {
    play(NONE, still);
    play(SUDDEN, tuned);
    for (int channel = 0; channel < 2; channel++) {
        double normal = greatest(still, 1, FRAMES, channel, 1);
        double here = greatest(tuned, CHANGE, CHANGE + 3, channel, 1);
        CHECK(here <= normal, "channel %d: a step of %g, normally at most %g", channel, here, normal);
        double off = fabs(tuned[2 * CHANGE + channel] - still[2 * CHANGE + channel]);
        printf("sudden semitone: channel %d off by %.3f of a normal step\n", channel, off / normal);
        CHECK(off <= (semitone * semitone - 1) * normal, "channel %d: jumps by %g of a step", channel,
              off / normal);
        CHECK(tuned[2 * CHANGE - 2 + channel] == still[2 * CHANGE - 2 + channel], "differs too early");
    }
    // the kink of the velocity is far from the jump of a string that is exchanged for a tighter one
    double kink[2];
    for (int channel = 0; channel < 2; channel++) kink[channel] = roughness(tuned, CHANGE, channel);
    play(RESCALED, tuned);
    for (int channel = 0; channel < 2; channel++) {
        double click = roughness(tuned, CHANGE, channel) / kink[channel];
        printf("channel %d: a jump is %.3g times as rough as a sudden semitone\n", channel, click);
        CHECK(click > (channel ? 1e4 : 20), "channel %d: a jump is not found, %g", channel, click);
    }
    CHECK(greatest(tuned, CHANGE, CHANGE + 3, 1, 1) > greatest(still, 1, FRAMES, 1, 1),
          "a jump passes as motion");
    // of the displacement, a sudden semitone leaves no trace beyond the higher pitch, r^4 = 1.26
    CHECK(kink[1] <= pow(semitone, 4) * roughness(still, CHANGE, 1), "displacement: %g",
          kink[1] / roughness(still, CHANGE, 1));
}

int main(void) {
    test_glide();
    test_sudden();
    return test_summary();
}
