// How long collisions take and how bright they are: Hertz's powers of mass, stiffness and speed, in the times
// that are computed and in the sound that a body makes.
#include "carom/exact.h"
#include "carom/sound.h"

#include "base/numeric.h"
#include "sounding.h"
#include "test.h"

#include <string.h>

// A ball of mass m comes with speed v on the spring k x^(3/2).
static double duration(double m, double k, double v) {
    return cr_sound_duration(k, 1.5, m, 1.0, 2.0 * m * v);
}

// 2.86827 (m^2/(E*^2 R v))^(1/5): two steel balls of 15 mm at 1 m/s, 46.13 us.
static void known_times(void) {
    const cr_material *steel = cr_material_find("steel", NULL);
    double radius = 0.0075, mass = 4.0 / 3 * cr_pi * pow(radius, 3) * steel->density;
    double k = cr_hertz_stiffness(steel, steel, cr_hertz_radius(radius, radius));
    CHECK_REL(duration(0.5 * mass, k, 1.0), 46.13e-6, 1e-3);
    CHECK_REL(duration(0.5 * mass, k, 0.1), 73.11e-6, 1e-3);
    CHECK(cr_sound_duration(k, 1.5, mass, 1, 0) == 0 && cr_sound_duration(k, 1.5, HUGE_VAL, 1, 1) == 0,
          "no impulse, no end of the mass");
}

// A rod of mass 12 and length 1 along x, inertia 1 about y and z, struck at its end: a quarter of its mass.
// At its middle: all of it.
static void effective_masses(void) {
    const double inertia[6] = {0.01, 1, 1, 0, 0, 0};
    CHECK_REL(cr_sound_effective_mass(12, inertia, cr_vec_make(0.5, 0, 0), cr_vec_make(0, 0, 1)), 3.0, 1e-14);
    CHECK_REL(cr_sound_effective_mass(12, inertia, cr_vec_make(0, 0, 0), cr_vec_make(0, 1, 0)), 12.0, 1e-14);
    CHECK(isinf(cr_sound_effective_mass(HUGE_VAL, inertia, cr_vec_make(0, 0, 0), cr_vec_make(0, 1, 0))),
          "held");
}

// Centroid of the energy over modes that are spread evenly and all struck alike: sum f E_f/sum E_f.
static double centroid(double tau) {
    enum { MODES = 2000 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = sounding_modes(MODES, 20, 90000, 0, 1, arena);
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = &modes;
    def.rate = 192000;
    def.fmax = 90000;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    static sounding_ear ear;
    sounding_weigh(&ear, 1, 0, 1, 0);
    cr_sound_contact c = sounding_contact(1e-5, 1e-5, 1, 0);
    c.duration = tau;
    cr_sounder_contact(sounder, &c, NULL);
    double out[CR_SOUND_BLOCK], *outs[] = {out}, sum = 0, all = 0;
    for (int b = 0; b < 8; b++) cr_sounder_run(sounder, &ear.weights, outs);
    for (int j = 0; j < MODES; j++) {
        all += cr_sounder_energy(sounder, j);
        sum += modes.frequency[j] * cr_sounder_energy(sounder, j);
    }
    cr_arena_free(arena);
    return sum / all;
}

// The slope of a logarithm against another's: powers within 1 %, of the times and of the centroid, from blow
// to blow. What limits the centroid are the modes' range and number.
static void powers(void) {
    static const struct {
        const char *what;
        double m, k, v, power;
    } change[] = {{"mass", 4, 1, 1, 2.0 / 5}, {"stiffness", 1, 4, 1, -2.0 / 5}, {"speed", 1, 1, 4, -1.0 / 5}};
    double m = 0.01, k = 1e9, v = 1, tau = duration(m, k, v), bright = centroid(tau);
    for (int i = 0; i < 3; i++) {
        double longer = duration(m * change[i].m, k * change[i].k, v * change[i].v);
        double change_of = log(4.0), power = log(longer / tau) / change_of;
        double of_sound = -log(centroid(longer) / bright) / change_of;
        printf("%s: time ^%.4f, centroid ^%.4f\n", change[i].what, power, -of_sound);
        CHECK_REL(power, change[i].power, 1e-12);
        CHECK_REL(of_sound, change[i].power, 0.01);
    }
}

// A mode that is slow against the blow, 50 Hz and 0.3 ms, heard by an imaginary weight: that of w q', which
// rises from 0 to w J with the impulse that has passed, to (w tau)^2/2 = 5e-3 and the share of a sample. What
// v holds of the force would be 1/(w tau)^2 = 110 times that.
static void slow_modes(void) {
    const double w = 2 * cr_pi * 50, tau = 3e-4, t0 = 1e-4;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = sounding_modes(1, 50, 50, 0, 1, arena);
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = &modes;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    static sounding_ear ear;
    sounding_weigh(&ear, 0, 1, 0, 1);
    cr_sound_contact c = sounding_contact(t0, t0, 1, 0);
    c.duration = tau;
    cr_sounder_contact(sounder, &c, NULL);
    double out[CR_SOUND_BLOCK] = {0}, *outs[] = {out}, before = 0;
    cr_sounder_run(sounder, &ear.weights, outs);
    for (int i = 0; i < CR_SOUND_BLOCK; i++) {
        double t = i / def.rate, heard = fabs(out[i]) / w;
        CHECK(heard > before - 5e-3 && heard < 1.005, "%g ms: %g of w J", 1e3 * t, heard);
        CHECK(t > t0 || heard < 1e-12, "before the blow: %g", heard);
        if (fabs(t - t0 - tau / 2) < 0.5 / def.rate)
            CHECK_NEAR(heard, 0.5, 0.05 + 5e-3); // 1.7 J/tau, half a sample
        before = heard;
    }
    CHECK_NEAR(before, 1.0, 1e-1); // cos w t after 1.4 ms
    // less by (w tau)^2 times the variance of the pulse over tau^2, which is less than that of a block, 1/12
    CHECK_REL(cr_sounder_energy(sounder, 0), 0.5, w * w * tau * tau / 12);
    cr_arena_free(arena);
}

// While it is under way, the energy of a mode is that of its motion.
static void energy_meanwhile(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = sounding_modes(1, 50, 50, 0, 1, arena);
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = &modes;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    static sounding_ear ear;
    sounding_weigh(&ear, 0, 1, 0, 1);
    cr_sound_contact c = sounding_contact(0, 0, 1, 0);
    c.duration = 2.0 * CR_SOUND_BLOCK / def.rate; // half of it at the end of the block
    cr_sounder_contact(sounder, &c, NULL);
    double out[CR_SOUND_BLOCK] = {0}, *outs[] = {out};
    cr_sounder_run(sounder, &ear.weights, outs);
    CHECK_REL(cr_sounder_energy_sum(sounder), 0.125, 0.03); // (J/2)^2/2, and (w tau/2)^2/8 of it
    cr_arena_free(arena);
}

int main(void) {
    slow_modes();
    energy_meanwhile();
    known_times();
    effective_masses();
    powers();
    return test_summary();
}
