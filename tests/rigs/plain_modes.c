#include "plain_modes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take(cr_arena *arena, size_t count, size_t size) {
    void *memory = cr_arena_take(arena, count, size);
    if (memory) return memory;
    printf("no memory for modes\n");
    exit(1);
}

static void take_modes(cr_modes *m, int count, int vertices, int triangles, cr_arena *arena) {
    m->count = count;
    m->vertices = vertices;
    m->triangles = triangles;
    m->frequency = take(arena, (size_t)count, sizeof *m->frequency);
    m->sigma = take(arena, (size_t)count, sizeof *m->sigma);
    m->position = take(arena, 3 * (size_t)vertices, sizeof *m->position);
    m->triangle = take(arena, 3 * (size_t)triangles, sizeof *m->triangle);
    m->shape = take(arena, 3 * (size_t)vertices * (size_t)count, sizeof *m->shape);
}

// The eight corners of a box.
static void take_box(cr_modes *m, int count, double x, double y, double z, cr_arena *arena) {
    static const int box[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    take_modes(m, count, 8, 12, arena);
    memcpy(m->triangle, box, sizeof box);
    for (int i = 0; i < 8; i++) {
        m->position[3 * i] = (float)(i & 1 ? 0.5 * x : -0.5 * x);
        m->position[3 * i + 1] = (float)(i & 2 ? 0.5 * y : -0.5 * y);
        m->position[3 * i + 2] = (float)(i & 4 ? 0.5 * z : -0.5 * z);
    }
}

cr_modes rod_modes(int count, cr_arena *arena) {
    cr_modes m = {.mass = 1.0, .inertia = {1e-4, 1.0 / 12.0, 1.0 / 12.0, 0.0, 0.0, 0.0}, .rigid = 6};
    take_box(&m, count, 1.0, 0.02, 0.02, arena);
    for (int j = 0; j < count; j++) {
        m.frequency[j] = 0.5 * (j + 1);
        for (int i = 0; i < 8; i++) {
            double end = i & 1 && j % 2 == 0 ? -1.0 : 1.0; // cos(n pi x/L), n = j + 1
            m.shape[3 * (8 * j + i)] = (float)(sqrt(2.0) * end);
        }
    }
    return m;
}

// Both faces of the plate as grids, joined along the sides.
static void plate_surface(cr_modes *m, double x, double y, double z, const int cells[2]) {
    int nx = cells[0] + 1, ny = cells[1] + 1, face = nx * ny, t = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < nx; i++)
            for (int k = 0; k < ny; k++) {
                float *p = m->position + 3 * (side * face + i * ny + k);
                p[0] = (float)(x * ((double)i / cells[0] - 0.5));
                p[1] = (float)(y * ((double)k / cells[1] - 0.5));
                p[2] = (float)(side ? 0.5 * z : -0.5 * z);
            }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < cells[0]; i++)
            for (int k = 0; k < cells[1]; k++) {
                int a = side * face + i * ny + k, b = a + ny, c = b + 1, d = a + 1;
                int up[6] = {a, b, c, a, c, d}, down[6] = {a, c, b, a, d, c};
                memcpy(m->triangle + 3 * t, side ? up : down, sizeof up);
                t += 2;
            }
    m->triangles = t;
}

typedef struct plate_mode {
    int nx, ny;
    double f;
} plate_mode;

static int by_frequency(const void *a, const void *b) {
    double x = ((const plate_mode *)a)->f, y = ((const plate_mode *)b)->f;
    return (x > y) - (x < y);
}

static cr_modes make_plate(double x, double y, double z, double fmax, double zeta, const int cells[2],
                           bool guided, cr_arena *arena) {
    const double shift = guided ? 0.5 * cr_pi : 0.0; // cosines instead of sines
    enum { MOST = 4096 };
    const double density = 700.0, young = 1e10, poisson = 0.3;
    plate_mode *list = take(arena, MOST, sizeof *list);
    double mass = density * x * y * z, stiff = young * z * z / (12.0 * density * (1.0 - poisson * poisson));
    int count = 0;
    for (int nx = 1; nx < 64; nx++)
        for (int ny = 1; ny < 64 && count < MOST; ny++) {
            double k2 = pow(nx * cr_pi / x, 2.0) + pow(ny * cr_pi / y, 2.0),
                   f = k2 * sqrt(stiff) / (2.0 * cr_pi);
            if (f <= fmax) list[count++] = (plate_mode){nx, ny, f};
        }
    qsort(list, (size_t)count, sizeof *list, by_frequency);
    cr_modes m = {.mass = mass, .inertia = {mass, mass, mass, 0, 0, 0}};
    int vertices = 2 * (cells[0] + 1) * (cells[1] + 1);
    take_modes(&m, count, vertices, 4 * cells[0] * cells[1], arena);
    plate_surface(&m, x, y, z, cells);
    for (int j = 0; j < count; j++) {
        double kx = list[j].nx * cr_pi / x, ky = list[j].ny * cr_pi / y, size = 2.0 / sqrt(mass);
        m.frequency[j] = list[j].f;
        m.sigma[j] = zeta * 2.0 * cr_pi * list[j].f;
        for (int i = 0; i < vertices; i++) {
            const float *p = m.position + 3 * i;
            double a = kx * ((double)p[0] + 0.5 * x) + shift, b = ky * ((double)p[1] + 0.5 * y) + shift;
            float *u = m.shape + 3 * ((size_t)j * (size_t)vertices + (size_t)i);
            u[0] = (float)(-(double)p[2] * size * kx * cos(a) * sin(b));
            u[1] = (float)(-(double)p[2] * size * ky * sin(a) * cos(b));
            u[2] = (float)(size * sin(a) * sin(b));
        }
    }
    return m;
}

cr_modes plate_modes(double x, double y, double z, double fmax, double zeta, const int cells[2],
                     cr_arena *arena) {
    return make_plate(x, y, z, fmax, zeta, cells, false, arena);
}

cr_modes guided_modes(double x, double y, double z, double fmax, double zeta, const int cells[2],
                      cr_arena *arena) {
    return make_plate(x, y, z, fmax, zeta, cells, true, arena);
}

cr_modes sway_modes(double x, double y, double z, double mass, int axis, double modal_mass, double f,
                    double zeta, cr_arena *arena) {
    double third = mass / 12.0;
    cr_modes m = {.mass = mass, .rigid = 6};
    m.inertia[0] = third * (y * y + z * z);
    m.inertia[1] = third * (x * x + z * z);
    m.inertia[2] = third * (x * x + y * y);
    take_box(&m, 1, x, y, z, arena);
    m.frequency[0] = f;
    m.sigma[0] = zeta * 2.0 * cr_pi * f;
    for (int i = 0; i < 8; i++) m.shape[3 * i + axis] = (float)(1.0 / sqrt(modal_mass));
    return m;
}

// Roots of cos b cosh b = -1, by Newton from (n + 1/2) pi on cos b + 1/cosh b.
static double clamped_root(int n) {
    double b = (n + 0.5) * cr_pi;
    for (int i = 0; i < 40; i++) b += (cos(b) + 1.0 / cosh(b)) / (sin(b) + tanh(b) / cosh(b));
    return b;
}

// w = cosh bx - cos bx - s (sinh bx - sin bx), mean square 1, and its slope; without the difference of large
// numbers.
static double clamped_shape(double root, double length, double x, double *slope) {
    double b = root / length, d = sinh(root) + sin(root);
    double rest = (sin(root) - cos(root) - exp(-root)) / d, s = 1.0 - rest;
    double up = 0.5 * rest * exp(b * x), down = 0.5 * (1.0 + s) * exp(-b * x);
    *slope = b * (up - down + sin(b * x) + s * cos(b * x));
    return up + down - cos(b * x) + s * sin(b * x);
}

cr_modes clamped_modes(double x, double y, double z, double mass, double f, const double damping[2],
                       int count, int cells, cr_arena *arena) {
    const int grid[2] = {cells, 1};
    int vertices = 4 * (cells + 1);
    double first = clamped_root(0);
    cr_modes m = {.mass = mass, .inertia = {mass, mass, mass, 0, 0, 0}};
    take_modes(&m, count, vertices, 4 * cells, arena);
    plate_surface(&m, x, y, z, grid);
    for (int j = 0; j < count; j++) {
        double root = clamped_root(j);
        m.frequency[j] = f * root * root / (first * first);
        double omega = 2.0 * cr_pi * m.frequency[j];
        m.sigma[j] = damping[0] * omega + 0.5 * damping[1] * omega * omega;
        for (int i = 0; i < vertices; i++) {
            const float *p = m.position + 3 * i;
            double slope, w = clamped_shape(root, x, (double)p[0] + 0.5 * x, &slope);
            float *u = m.shape + 3 * ((size_t)j * (size_t)vertices + (size_t)i);
            u[0] = (float)(-(double)p[2] * slope / sqrt(mass));
            u[2] = (float)(w / sqrt(mass));
        }
    }
    return m;
}
