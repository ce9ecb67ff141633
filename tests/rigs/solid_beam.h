// Modes by hand: a free steel beam 300 x 30 x 10 mm along x that bends along z, by Euler's closed forms, on
// the surface of its box. Held in static arrays: valid while the test runs.
#ifndef CAROM_TEST_SOLID_BEAM_H
#define CAROM_TEST_SOLID_BEAM_H

#include "base/numeric.h"
#include "carom/modes.h"
#include "element/beam.h"

#include <string.h>

enum { BEAM_STATIONS = 61, BEAM_MODES = 5, BEAM_VERTICES = 4 * BEAM_STATIONS };

static const double beam_size[3] = {0.3, 0.03, 0.01};

static inline int beam_vertex(int station, int corner) {
    return 4 * station + corner;
}

static inline void beam_quad(int *triangle, int *count, int a, int b, int c, int d) {
    const int corners[6] = {a, b, c, a, c, d};
    memcpy(triangle + 3 * *count, corners, sizeof corners);
    *count += 2;
}

// Corners of a section: 0 (-y -z), 1 (+y -z), 2 (+y +z), 3 (-y +z); the middle of the box is the origin.
static inline int beam_triangles(int *triangle) {
    int count = 0, last = BEAM_STATIONS - 1;
    for (int i = 0; i < last; i++)
        for (int k = 0; k < 4; k++) {
            int next = (k + 1) % 4;
            beam_quad(triangle, &count, beam_vertex(i, k), beam_vertex(i + 1, k), beam_vertex(i + 1, next),
                      beam_vertex(i, next));
        }
    beam_quad(triangle, &count, beam_vertex(0, 0), beam_vertex(0, 3), beam_vertex(0, 2), beam_vertex(0, 1));
    beam_quad(triangle, &count, beam_vertex(last, 0), beam_vertex(last, 1), beam_vertex(last, 2),
              beam_vertex(last, 3));
    // seen from outside the sides run the other way
    for (int t = 0; t < 8 * last; t++) {
        int swap = triangle[3 * t + 1];
        triangle[3 * t + 1] = triangle[3 * t + 2];
        triangle[3 * t + 2] = swap;
    }
    return count;
}

// f = (b^2/(2 pi L^2)) sqrt(E I/(rho A)) with cos b cosh b = 1
static inline double beam_frequency(int n, double young, double density) {
    double gyration = beam_size[2] / sqrt(12.0), k = cr_beam_root(n) / beam_size[0];
    return k * k * gyration * sqrt(young / density) / (2 * cr_pi);
}

static inline cr_modes beam_modes(void) {
    static double frequency[BEAM_MODES], sigma[BEAM_MODES];
    static float position[3 * BEAM_VERTICES], shape[BEAM_MODES * 3 * BEAM_VERTICES];
    static int triangle[3 * 8 * BEAM_STATIONS + 12];
    static const double sides[4][2] = {{-.5, -.5}, {.5, -.5}, {.5, .5}, {-.5, .5}};
    const double l = beam_size[0], b = beam_size[1], h = beam_size[2];
    cr_modes m = {.name = "beam", .density = 7850, .young = 2e11, .poisson = .29};
    m.rayleigh_mass = 6, m.rayleigh_stiff = 1e-7;
    m.mass = m.density * l * b * h;
    m.inertia[0] = m.mass * (b * b + h * h) / 12;
    m.inertia[1] = m.mass * (l * l + h * h) / 12;
    m.inertia[2] = m.mass * (l * l + b * b) / 12;
    m.count = BEAM_MODES, m.rigid = 6, m.vertices = BEAM_VERTICES;
    m.triangles = beam_triangles(triangle);
    m.frequency = frequency, m.sigma = sigma, m.position = position, m.triangle = triangle, m.shape = shape;
    for (int i = 0; i < BEAM_STATIONS; i++)
        for (int k = 0; k < 4; k++) {
            float *p = position + 3 * beam_vertex(i, k);
            p[0] = (float)(l * ((double)i / (BEAM_STATIONS - 1) - .5));
            p[1] = (float)(b * sides[k][0]);
            p[2] = (float)(h * sides[k][1]);
        }
    for (int n = 0; n < BEAM_MODES; n++) {
        frequency[n] = beam_frequency(n + 1, m.young, m.density);
        sigma[n] = .5 * (m.rayleigh_mass + m.rayleigh_stiff * cr_square(2 * cr_pi * frequency[n]));
        for (int v = 0; v < BEAM_VERTICES; v++)
            shape[3 * (n * BEAM_VERTICES + v) + 2] =
                (float)(cr_beam_shape(CR_EDGE_FREE, n + 1, (double)(v / 4) / (BEAM_STATIONS - 1)) /
                        sqrt(m.mass));
    }
    m.limit = frequency[BEAM_MODES - 1];
    return m;
}

#endif
