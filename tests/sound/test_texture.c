// Rough contact: energy balances, the mean force is the load, a contact at rest is silent, and what a sounder
// makes of a force given by samples.
#include "carom/sound.h"

#include "base/numeric.h"
#include "sounding.h"
#include "test.h"

#include <string.h>

static cr_law hertz(double modulus, double radius) {
    cr_law law;
    const cr_setting settings[] = {
        {"k", 4.0 / 3 * modulus * sqrt(radius)}, {"alpha", 1.5}, {"mu", 0.15}, {0}};
    CHECK(cr_law_make("hunt-crossley", settings, &law, NULL) == CR_OK, "law");
    return law;
}

typedef struct figures {
    double mean, rms, airborne, balance; // of the load; share of samples; of all energy that was moved
} figures;

// A ball of steel of 15 mm under its weight on steel of this roughness, half a second.
static figures roll(double rms, double correlation, double speed, cr_arena *arena) {
    cr_arena_mark mark = cr_arena_here(arena);
    const double mass = 0.01387, load = 0.13606, modulus = 2e11 / (2 * (1 - 0.29 * 0.29));
    cr_roughness roughness = cr_roughness_default(NULL);
    roughness.rms = rms;
    roughness.correlation = correlation;
    roughness.hurst = 0.7;
    cr_rough surface, patch;
    CHECK(cr_rough_make(&roughness, arena, &surface, NULL) == CR_OK, "surface");
    CHECK(cr_rough_ball(&surface, 0.0, 19.1e-6, arena, &patch, NULL) == CR_OK, "patch");
    cr_texture_def def = cr_texture_def_default();
    def.law = hertz(modulus, 0.0075);
    def.mass = mass;
    def.surface[0] = &patch;
    cr_texture *texture = cr_texture_new(&def, arena, NULL);
    figures f = {0};
    double moved = 0, first = 0, force[CR_SOUND_BLOCK], speeds[2] = {speed, 0};
    const int blocks = TEST_AMOUNT(344, 60);
    for (int b = 0; b < blocks; b++) {
        cr_texture_run(texture, load, speeds, force);
        if (b == 0)
            first = cr_texture_ledger(texture).stored - cr_texture_ledger(texture).swept +
                    cr_texture_ledger(texture).lost;
        for (int i = 0; i < CR_SOUND_BLOCK; i++) {
            force[i] += load;
            f.mean += force[i] / load;
            f.rms += cr_square(force[i] / load - 1);
            f.airborne += force[i] <= 1e-12 * load; // what is left of taking the load off and on
            CHECK(force[i] >= -1e-12 * load, "pulls");
        }
    }
    cr_texture_energy e = cr_texture_ledger(texture);
    moved = fabs(e.swept) + e.lost + fabs(e.stored) + 1e-30;
    f.balance = fabs(e.stored - e.swept + e.lost - first) / moved;
    double n = blocks * CR_SOUND_BLOCK;
    f.mean /= n;
    f.rms = sqrt(f.rms / n);
    f.airborne /= n;
    cr_arena_rewind(arena, mark);
    return f;
}

// Energy to 1e-11; the mean force to 2 %, for contacts that stay (10 nm) and ones that chatter (2 um). The
// sweep moves on, so that the mean of a quarter of the time is that of the whole.
static void rolls(cr_arena *arena) {
    static const double rms[] = {1e-8, 1e-7, 2e-6};
    for (int i = 0; i < 3; i++) {
        figures f = roll(rms[i], 1e-3, 0.2, arena);
        printf("rms %g: mean %.4f, rms %.2f of the load, airborne %.0f %%, balance %.1e\n", rms[i], f.mean,
               f.rms, 100 * f.airborne, f.balance);
        CHECK(f.balance <= 1e-11, "%g", f.balance);
        CHECK_NEAR(f.mean, 1, TEST_AMOUNT(0.02, 0.1));
    }
    figures still = roll(2e-6, 1e-3, 0, arena);
    CHECK(still.rms <= 1e-9, "at rest: %g", still.rms);
}

// The finishes of the glTF draft: rms, correlation length and slope p = -(1 + 2 hurst).
static void finishes(void) {
    static const struct {
        const char *name;
        double rms, correlation, slope;
    } row[] = {{"polished", 1e-7, 1e-5, -2.8},
               {"machined", 2e-6, 5e-5, -2.4},
               {"sandblasted", 1e-5, 1e-4, -2.2},
               {"cast", 1e-4, 1e-3, -2.0}};
    for (int i = 0; i < 4; i++) {
        const cr_rough_preset *p = cr_rough_preset_find(row[i].name, NULL);
        CHECK(p && p->rms == row[i].rms && p->correlation == row[i].correlation, "%s", row[i].name);
        if (p) CHECK_NEAR(-(1 + 2 * p->hurst), row[i].slope, 1e-12);
    }
}

// A force by samples is held over each: the same as contacts of a sample's length, and it ends when it is not
// told again.
static void pushes(cr_arena *arena) {
    cr_modes modes = sounding_modes(5, 200, 9000, 10, 1, arena);
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = &modes;
    def.precision = CR_BANK_DOUBLE;
    cr_sounder *a = cr_sounder_new(&def, arena, NULL), *b = cr_sounder_new(&def, arena, NULL);
    static sounding_ear ear;
    sounding_weigh(&ear, 1, 0.3, 1, 0.3);
    double x[CR_SOUND_BLOCK], y[CR_SOUND_BLOCK], *xs[] = {x}, *ys[] = {y}, force[CR_SOUND_BLOCK], worst = 0;
    cr_vec up = {0, 0, 1};
    for (int block = 0; block < 6; block++) {
        memset(x, 0, sizeof x);
        memset(y, 0, sizeof y);
        for (int n = 0; block < 4 && n < CR_SOUND_BLOCK; n++) {
            double t = cr_sounder_time(b) + n / 44100.0;
            force[n] = sin(0.3 * n) + block;
            cr_sound_contact c = sounding_contact(t, t + 1 / 44100.0, 0, force[n]);
            CHECK(cr_sounder_contact(b, &c, NULL) == CR_OK, "contact");
        }
        if (block < 4) CHECK(cr_sounder_push(a, 7, (cr_vec){0}, up, force, NULL) == CR_OK, "push");
        cr_sounder_run(a, &ear.weights, xs);
        cr_sounder_run(b, &ear.weights, ys);
        for (int n = 0; n < CR_SOUND_BLOCK; n++) worst = cr_max(worst, fabs(x[n] - y[n]));
    }
    CHECK(worst <= 1e-9, "%g", worst);
    for (unsigned key = 0; key < CR_SOUND_PUSHES; key++)
        CHECK(cr_sounder_push(a, key, (cr_vec){0}, up, force, NULL) == CR_OK, "key %u", key);
    CHECK(cr_sounder_push(a, 99, (cr_vec){0}, up, force, NULL) == CR_ERR_UNSUPPORTED, "too many");
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    rolls(arena);
    finishes();
    pushes(arena);
    cr_arena_free(arena);
    return test_summary();
}
