#include "prep/bem/source.h"

#include "prep/bem/vector.h"
#include "radiate/waves.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

void cr_bem_sources(const cr_bem_surface *surface, const float *g, const cr_complex *p, cr_bem_source *to) {
    for (int j = 0; j < surface->triangles; j++) {
        double weight = surface->area[j] / CR_BEM_POINTS;
        for (int q = 0; q < CR_BEM_POINTS; q++, to++) {
            cr_bem_surface_point(surface, j, q, to->at);
            memcpy(to->along, surface->normal[j], sizeof to->along);
            to->monopole = g ? -weight * (double)g[j] : 0.0;
            to->dipole = p ? weight * (cr_wide)p[j] : 0.0;
        }
    }
}

void cr_bem_project(const cr_bem_source *source, int count, double k, const double centre[3], int order,
                    double *c) {
    double value[CR_WAVES_TERMS], slope[CR_WAVES_TERMS], at[3];
    cr_wave_ladders ladders;
    int terms = (order + 1) * (order + 1);
    cr_wave_ladders_fill(order, &ladders);
    memset(c, 0, 2 * (size_t)terms * sizeof *c);
    for (int j = 0; j < count; j++) {
        cr_wide m = k * source[j].monopole, d = k * source[j].dipole;
        cr_sub3(source[j].at, centre, at);
        cr_regular_waves(&ladders, order, k, at, source[j].along, value, slope);
        for (int t = 0; t < terms; t++) { // times i
            c[2 * t] -= cimag(m) * value[t] + cimag(d) * slope[t];
            c[2 * t + 1] += creal(m) * value[t] + creal(d) * slope[t];
        }
    }
}

// --- patches ----------------------------------------------------------------------------------------------

typedef struct place {
    long long cube;
    int source;
} place;

static int compare(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->cube != y->cube) return x->cube < y->cube ? -1 : 1;
    return (x->source > y->source) - (x->source < y->source);
}

// The axis that a point looks along, and whether forwards.
static int way_of(const double along[3]) {
    int axis = 0;
    for (int d = 1; d < 3; d++)
        if (fabs(along[d]) > fabs(along[axis]) + 1e-6) axis = d;
    return 2 * axis + (along[axis] > 0.0);
}

static void find_cubes(const cr_bem_source *source, int count, double side, place *places) {
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < count; i++)
        for (int d = 0; d < 3; d++) low[d] = fmin(low[d], source[i].at[d]);
    for (int i = 0; i < count; i++) {
        long long cube = way_of(source[i].along);
        for (int d = 0; d < 3; d++) cube = cube << 16 | (long long)((source[i].at[d] - low[d]) / side);
        places[i] = (place){cube, i};
    }
    qsort(places, (size_t)count, sizeof *places, compare);
}

cr_status cr_bem_patches_make(const cr_bem_source *source, int count, double side, cr_arena *arena,
                              cr_bem_patches *patches, cr_error *error) {
    place *places = cr_arena_take(arena, (size_t)count, sizeof *places);
    int *of = cr_arena_take(arena, (size_t)count, sizeof *of), found = 0, members = 0;
    if (places && of) find_cubes(source, count, side, places);
    for (int i = 0; places && of && i < count; i++) {
        found += i == 0 || places[i].cube != places[i - 1].cube;
        of[places[i].source] = found - 1;
    }
    double(*at)[3] = cr_arena_take(arena, (size_t)found + 1, sizeof *at);
    if (!places || !of || !at)
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for patches of %d points", count);
    for (int i = 0; i < count; i += members) {
        double *middle = at[of[places[i].source]];
        for (members = 0; i + members < count && places[i + members].cube == places[i].cube; members++)
            for (int d = 0; d < 3; d++) middle[d] += source[places[i + members].source].at[d];
        for (int d = 0; d < 3; d++) middle[d] /= members;
    }
    *patches = (cr_bem_patches){.count = found, .side = side, .of = of, .at = at};
    return CR_OK;
}

void cr_bem_patches_fill(const cr_bem_patches *patches, const cr_bem_source *source, int count, float *to) {
    memset(to, 0, (size_t)patches->count * CR_RADIATION_PATCH * sizeof *to);
    for (int i = 0; i < count; i++) {
        float *moment = to + (size_t)patches->of[i] * CR_RADIATION_PATCH;
        const double *middle = patches->at[patches->of[i]];
        cr_wide m = source[i].monopole;
        moment[0] += (float)creal(m);
        moment[1] += (float)cimag(m);
        for (int d = 0; d < 3; d++) {
            cr_wide dipole = source[i].dipole * source[i].along[d] + m * (source[i].at[d] - middle[d]);
            moment[2 + 2 * d] += (float)creal(dipole);
            moment[3 + 2 * d] += (float)cimag(dipole);
        }
    }
}
