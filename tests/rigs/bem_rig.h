// A surface with everything to solve on it.
#ifndef CAROM_RIGS_BEM_RIG_H
#define CAROM_RIGS_BEM_RIG_H

#include "bem_surfaces.h"
#include "prep/bem/source.h"

#include <stdio.h>
#include <stdlib.h>

enum { BEM_SIDES = 3 };

typedef struct bem_rig {
    cr_arena *arena;
    cr_bem_surface surface;
    cr_bem bem;
    cr_bem_work *work;
    float *g[BEM_SIDES];
    cr_complex *p[BEM_SIDES];
    cr_bem_report report;
} bem_rig;

// The surface must be the arena's.
static inline bem_rig bem_rig_make(cr_arena *arena, cr_bem_surface surface) {
    bem_rig r = {.arena = arena, .surface = surface};
    for (int i = 0; i < BEM_SIDES; i++) {
        r.g[i] = cr_arena_take(arena, (size_t)surface.triangles, sizeof *r.g[i]);
        r.p[i] = cr_arena_take(arena, (size_t)surface.triangles, sizeof *r.p[i]);
    }
    return r;
}

// Solves for the first `count` of g.
static inline void bem_rig_solve(bem_rig *r, double k, int count) {
    cr_error error;
    cr_status status = CR_OK;
    if (!r->work) {
        status = cr_bem_make(&r->surface, r->arena, &r->bem, &error);
        if (status == CR_OK) r->work = cr_bem_work_new(&r->bem, r->arena);
    }
    if (status == CR_OK && r->work)
        status =
            cr_bem_solve(&r->bem, r->work, k, count, (const float *const *)r->g, r->p, &r->report, &error);
    if (status == CR_OK && r->work) return;
    printf("%s: %s\n", error.place, error.reason);
    abort();
}

// The multipoles of a solution.
static inline void bem_rig_project(const bem_rig *r, double k, int side, const double centre[3], int order,
                                   double *c) {
    int count = CR_BEM_POINTS * r->surface.triangles;
    cr_bem_source *source = cr_arena_take(r->arena, (size_t)count, sizeof *source);
    if (!source) abort();
    cr_bem_sources(&r->surface, r->g[side], r->p[side], source);
    cr_bem_project(source, count, k, centre, order, c);
}

#endif
