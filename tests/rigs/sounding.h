// Bodies to be sounded: a tetrahedron whose surface moves as one in every mode.
#ifndef CAROM_TEST_SOUNDING_H
#define CAROM_TEST_SOUNDING_H

#include "carom/sound.h"

#include <stdlib.h>

// All modes move along z by `size` [kg^-1/2], the frequencies rise evenly between two [Hz].
static inline cr_modes sounding_modes(int count, double low, double high, double sigma, double size,
                                      cr_arena *arena) {
    static const float corner[12] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
    static const int triangle[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    cr_modes m = {
        .name = "tetrahedron", .mass = 1.0, .count = count, .rigid = 6, .vertices = 4, .triangles = 4};
    for (int k = 0; k < 3; k++) m.inertia[k] = 1.0;
    m.frequency = cr_arena_take(arena, (size_t)count, sizeof(double));
    m.sigma = cr_arena_take(arena, (size_t)count, sizeof(double));
    m.shape = cr_arena_take(arena, 12 * (size_t)count, sizeof(float));
    m.position = cr_arena_take(arena, 12, sizeof(float));
    m.triangle = cr_arena_take(arena, 12, sizeof(int));
    for (int i = 0; i < 12; i++) {
        m.position[i] = 0.01f * corner[i];
        m.triangle[i] = triangle[i];
    }
    for (int j = 0; j < count; j++) {
        m.frequency[j] = count > 1 ? low + (high - low) * j / (count - 1) : low;
        m.sigma[j] = sigma;
        for (int v = 0; v < 4; v++) m.shape[12 * j + 3 * v + 2] = (float)size;
    }
    return m;
}

// A contact along z that pushes with an impulse at t0 and a force until t1.
static inline cr_sound_contact sounding_contact(double t0, double t1, double impulse, double force) {
    return (cr_sound_contact){.t0 = t0,
                              .t1 = t1,
                              .normal = {0, 0, 1},
                              .impulse = {0, 0, impulse},
                              .force = {0, 0, force},
                              .stiffness = HUGE_VAL};
}

// Weights that are the same for all modes, at both ends of a block or from one to the other.
typedef struct sounding_ear {
    double re[2][4096], im[2][4096];
    cr_sound_weights weights;
} sounding_ear;

static inline void sounding_weigh(sounding_ear *ear, double re0, double im0, double re1, double im1) {
    bool still = re0 == re1 && im0 == im1;
    for (int j = 0; j < 4096; j++) {
        ear->re[0][j] = re0;
        ear->im[0][j] = im0;
        ear->re[1][j] = re1;
        ear->im[1][j] = im1;
    }
    ear->weights =
        (cr_sound_weights){{ear->re[0], ear->re[still ? 0 : 1]}, {ear->im[0], ear->im[still ? 0 : 1]}};
}

#endif
