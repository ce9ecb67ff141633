// What the tests of bowing share: strings of bowed instruments, Schelleng's laws for them, and a bowed string
// with what is heard of it once the tone stands.
#ifndef CAROM_TEST_BOWING_H
#define CAROM_TEST_BOWING_H

#include "carom/network.h"

#include <stdint.h>

typedef struct bowed_string {
    double f0, length, radius, young; // Hz, m, m, Pa; of steel
    double sigma0, sigma1;            // loss [1/s], [m^2/s]
    bool by_modes;                    // a modal-string
} bowed_string;

double bowed_string_impedance(const bowed_string *string); // of its waves [kg/s]

// Cello C, cello A an octave down, violin g, a', e'' with the tension and the bending stiffness of wound
// strings (inharmonicity B = pi^2 E I/(T L^2) up to 1.5e-5: a stiff wire sounds sharp by its nature).
enum { BOWED_STRINGS = 5 };
extern const bowed_string bowed_strings[BOWED_STRINGS];

typedef struct bowing {
    double position, force, velocity, attack; // share of the length, N, m/s, s
    cr_bow_model model;
    int oversample;
    bool as_given; // no more steps than that, as in real time
} bowing;

// Samples per second of what is heard, and how many of them are measured.
enum { BOWED_RATE = 44100, BOWED_HEARD = BOWED_RATE * 4 / 10 };

typedef struct bowed_tone {
    double periodicity; // autocorrelation of the velocity at the bow at the period, 1: a perfect repetition
    double cents;       // pitch against f0
    double slip_share;  // of the time, over the bow position: 1 is Helmholtz's motion
    double ringing;     // power of the half rate over that of the motion, while sticking
    double books;       // greatest error of the energy over what was stored and passed through
} bowed_tone;

// Between which forces the string has one slip per period   Schelleng 1973:
//     F_max = 2 Z v/(beta dmu), F_min = sigma M v/(2 beta^2 dmu), dmu = mu_s - mu(v/beta)
// with the friction of this bow at the speed at which it slips. M is the mass of the string. F_min is
// Schelleng's Z^2 v/(2 R beta^2 dmu): a string that loses its energy at an end of resistance R decays by
// sigma = Z^2/(R M). Here sigma is that of the harmonics up to 1/beta, each by its share 1/n^2 of the
// friction that it takes.
typedef struct schelleng {
    double least, most, narrow; // N
} schelleng;
schelleng schelleng_forces(const bowed_string *string, double position, double velocity);

// The part of the triangle in which the default bow sings (docs/bowing.md):
//     1.5 F_min <= F <= 0.5 F_max, 8 narrow
// F_min times (0.1/beta)^2 where beta < 0.1. Chosen by the exact string (bowed_waves.h), which of 600 draws
// sang all from 1.0 of the first to 0.55 and 8 of the others.
typedef struct singing_part {
    double least, most; // N; most < least: none
} singing_part;
singing_part singing_forces(const bowed_string *string, const bowing *how);
// A string, a bow and a force anywhere in that part, from a seed.
void random_bowing(uint64_t seed, int oversample, bowed_string *string, bowing *how);
// The same in the whole triangle, at `share` of the way from its least to its greatest force, on a scale of
// ratios.
void random_in_triangle(uint64_t seed, double share, bowed_string *string, bowing *how);

// One string, a bow at rest and a pickup under it, ready to step as often per sample as a scene would.
cr_network *string_under_bow(cr_arena *arena, const bowed_string *string, const bowing *how, int *steps);
// All but the books, from the velocity at the bow, whose mean it takes away.
void bowed_tone_measure(double velocity[BOWED_HEARD], const bowed_string *string, const bowing *how,
                        bowed_tone *tone);
// Bows for 1.6 s and measures the last 0.4 s.
bowed_tone bow_string(const bowed_string *string, const bowing *how);
// Within 10 cents below and 3 above the pitch, a periodicity of at least 0.97, and one slip of 1 +- 0.15
// times the bow position.
bool bowed_tone_sings(const bowed_tone *tone);
// Bows and checks that it sings and that the books close to 5e-12 of what passed through.
#define CHECK_SINGS(string, how)                                                                             \
    do {                                                                                                     \
        bowed_tone tone = bow_string(string, how);                                                           \
        CHECK(bowed_tone_sings(&tone),                                                                       \
              "%g Hz at %g by %.3g N, %g m/s, %d x: periodicity %.3f, %+.1f cents, slip %.2f", (string)->f0, \
              (how)->position, (how)->force, (how)->velocity, (how)->oversample, tone.periodicity,           \
              tone.cents, tone.slip_share);                                                                  \
        CHECK(tone.books <= 5e-12, "books: %g", tone.books);                                                 \
    } while (0)
// With the force at `share` of the way from Schelleng's least to his most, on a scale of ratios.
bowing bowing_between(const bowed_string *string, double position, double share, double velocity,
                      int oversample);

#endif
