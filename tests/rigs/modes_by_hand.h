// Modes of a box made by hand: no mesh, no solver; shapes are cosines.
#ifndef CAROM_TEST_MODES_BY_HAND_H
#define CAROM_TEST_MODES_BY_HAND_H

#include "carom/modes.h"

#include <stdio.h>

static const double hand_side[3] = {0.3, 0.2, 0.1}; // m
static const double hand_density = 2000.0;          // kg/m^3

// Two triangles per cell of n x n cells on the side of the box across `axis`, at its far end or not.
static inline void hand_add_side(cr_modes *modes, int axis, int far, int n) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3, first = modes->vertices;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++, modes->vertices++) {
            float *p = modes->position + 3 * modes->vertices;
            p[axis] = (float)(far * hand_side[axis]);
            p[u] = (float)(hand_side[u] * i / n);
            p[v] = (float)(hand_side[v] * j / n);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++, modes->triangles += 2) {
            int a = first + i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;
            const int outward[] = {a, b, c, a, c, d}, inward[] = {a, c, b, a, d, c};
            for (int k = 0; k < 6; k++)
                modes->triangle[3 * modes->triangles + k] = far ? outward[k] : inward[k];
        }
}

// Mode m moves along z like cos(pi (m + 1) x/a), all with the amplitude of a bar: sqrt(2/mass).
static inline cr_modes hand_modes(cr_arena *arena, int count, int n) {
    const double pi = 3.14159265358979323846, *s = hand_side;
    cr_modes modes = {.name = "box",
                      .material = "clay",
                      .density = hand_density,
                      .young = 5e9,
                      .poisson = 0.2,
                      .rayleigh_mass = 5.0,
                      .rayleigh_stiff = 1e-7,
                      .count = count,
                      .rigid = 6,
                      .limit = 9e3};
    int sides = 6 * (n + 1) * (n + 1);
    modes.mass = hand_density * s[0] * s[1] * s[2];
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        modes.centre[k] = 0.5 * s[k];
        modes.inertia[k] = modes.mass * (s[i] * s[i] + s[j] * s[j]) / 12.0;
    }
    modes.position = cr_arena_take(arena, 3 * (size_t)sides, sizeof(float));
    modes.triangle = cr_arena_take(arena, 6 * 6 * (size_t)(n * n), sizeof(int));
    modes.frequency = cr_arena_take(arena, (size_t)count, sizeof(double));
    modes.sigma = cr_arena_take(arena, (size_t)count, sizeof(double));
    modes.shape = cr_arena_take(arena, (size_t)count * 3 * (size_t)sides, sizeof(float));
    for (int axis = 0; axis < 3; axis++)
        for (int far = 0; far < 2; far++) hand_add_side(&modes, axis, far, n);
    for (int m = 0; m < count; m++) {
        double f = 400.0 * (m + 1), w = 2.0 * pi * f;
        modes.frequency[m] = f;
        modes.sigma[m] = 0.5 * (modes.rayleigh_mass + modes.rayleigh_stiff * w * w);
        for (int v = 0; v < modes.vertices; v++) {
            double x = (double)modes.position[3 * v] / s[0];
            modes.shape[3 * (m * modes.vertices + v) + 2] =
                (float)(sqrt(2.0 / modes.mass) * cos(pi * (m + 1) * x));
        }
    }
    return modes;
}

#endif
