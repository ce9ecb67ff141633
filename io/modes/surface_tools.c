#include "io/modes/surface_tools.h"

#include <string.h>

static void add_triangle(const float *position, const int *corner, float *normal) {
    double a[3], b[3], cross[3];
    for (int k = 0; k < 3; k++) {
        double origin = (double)position[3 * (size_t)corner[0] + (size_t)k];
        a[k] = (double)position[3 * (size_t)corner[1] + (size_t)k] - origin;
        b[k] = (double)position[3 * (size_t)corner[2] + (size_t)k] - origin;
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        cross[k] = a[i] * b[j] - a[j] * b[i];
    }
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 3; k++) normal[3 * (size_t)corner[c] + (size_t)k] += (float)cross[k];
}

void cr_modes_normals(const cr_modes *modes, float *normal) {
    memset(normal, 0, 3 * (size_t)modes->vertices * sizeof *normal);
    for (int t = 0; t < modes->triangles; t++)
        add_triangle(modes->position, modes->triangle + 3 * (size_t)t, normal);
    for (int v = 0; v < modes->vertices; v++) {
        float *n = normal + 3 * (size_t)v;
        float length = hypotf(hypotf(n[0], n[1]), n[2]);
        for (int k = 0; k < 3 && length > 0.0f; k++) n[k] /= length;
    }
}

double cr_modes_extent(const cr_modes *modes, double middle[3]) {
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int v = 0; v < modes->vertices; v++) {
            double x = (double)modes->position[3 * (size_t)v + (size_t)k];
            low = fmin(low, x);
            high = fmax(high, x);
        }
        middle[k] = 0.5 * (low + high);
        square += (high - low) * (high - low);
    }
    return sqrt(square);
}

double cr_modes_largest(const cr_modes *modes, int mode) {
    const float *shape = modes->shape + (size_t)mode * 3 * (size_t)modes->vertices;
    double largest = 0.0;
    for (int v = 0; v < modes->vertices; v++) {
        const float *u = shape + 3 * (size_t)v;
        largest = fmax(largest, (double)hypotf(hypotf(u[0], u[1]), u[2]));
    }
    return largest;
}
