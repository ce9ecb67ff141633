#include "random_body.h"
#include "carom/solid.h"
#include "ritz.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MODES_MOST = 40 };

static double uniform(unsigned *state, double low, double high) {
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*state >> 8) / 16777216.0;
}

static cr_elastic isotropic(unsigned *state) {
    return cr_elastic_isotropic(2700, 7e10, uniform(state, 0.05, 0.45), 0, 0);
}

// Like a wood, its stiff way along any axis.
static cr_elastic orthotropic(unsigned *state) {
    cr_elastic e = {.density = 500};
    do {
        for (int i = 0; i < 3; i++) e.young[i] = 1e10 * pow(10.0, uniform(state, -1.2, 0));
        for (int i = 0; i < 3; i++) e.shear[i] = 1e9 * pow(10.0, uniform(state, -1, 0));
        for (int i = 0; i < 3; i++) e.poisson[i] = uniform(state, 0.0, 0.45);
    } while (cr_elastic_check(&e, "random", NULL) != CR_OK);
    return e;
}

static ritz_body body_of(unsigned *state, cr_solid_def *solid) {
    for (int i = 0; i < 16; i++)
        *state = (*state ^ *state >> 15) * 2654435761u + 1u; // neighbours are strangers
    bool round = uniform(state, 0, 3) < 1;
    ritz_body body = {.round = round};
    for (int i = 0; i < 3; i++) body.size[i] = uniform(state, 0.02, 0.1);
    if (round) body.size[1] = body.size[0];
    body.elastic = round || uniform(state, 0, 2) < 1 ? isotropic(state) : orthotropic(state);
    solid->shape = cr_shape_find(round ? "cylinder" : "box", NULL);
    solid->value[0] = round ? 0.5 * body.size[0] : body.size[0];
    solid->value[1] = round ? body.size[2] : body.size[1];
    solid->value[2] = body.size[2];
    solid->elastic = body.elastic;
    return body;
}

static int compare(const void *a, const void *b) {
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

// Modes in the order in which they would come without their errors: close ones change places on a mesh.
static void sort_modes(const cr_modes *modes, int count, double (*mode)[3]) {
    for (int i = 0; i < count; i++) {
        mode[i][0] = modes->frequency[i] - modes->error[i] / 1.7;
        mode[i][1] = modes->frequency[i];
        mode[i][2] = modes->error[i];
    }
    qsort(mode, (size_t)count, sizeof *mode, compare);
}

static void count_mode(const double mode[3], double exact, double unsure, double accuracy, random_bodies *c) {
    double error = mode[1] - exact, ratio = mode[2] / fmax(error, 1e-9 * exact);
    c->modes++;
    c->unbound += error > mode[2] + unsure;
    c->loose += mode[2] > 5.0 * (error + unsure);
    c->inaccurate += error > accuracy * exact + unsure;
    if (unsure > 0.1 * error) return; // the ratio would be that of Ritz's error
    c->low = c->low > 0.0 ? fmin(c->low, ratio) : ratio;
    c->high = fmax(c->high, ratio);
}

void random_body_run(unsigned seed, int count, double accuracy, random_bodies *counts) {
    unsigned state = seed;
    cr_solid_def solid = cr_solid_def_default();
    const cr_solid_watch watch = {.fresh = true};
    ritz_body body = body_of(&state, &solid);
    double exact[MODES_MOST], coarser[MODES_MOST], mode[MODES_MOST][3];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes;
    cr_modal_result result;
    cr_error error = {0};
    solid.count = count;
    solid.accuracy = accuracy;
    cr_status status = cr_solid_modes(&solid, &watch, arena, &modes, &result, &error);
    CHECK(status == CR_OK, "seed %u: %s: %s", seed, error.place, error.reason);
    for (int i = 0; i < 3; i++) body.degree[i] = 8;
    bool good = ritz_frequencies(&body, count, coarser);
    for (int i = 0; i < 3; i++) body.degree[i] = 11;
    good = good && ritz_frequencies(&body, count, exact);
    CHECK(good, "seed %u: Ritz", seed);
    random_bodies before = *counts, here = {0};
    if (status == CR_OK && good) {
        sort_modes(&modes, count, mode);
        for (int i = 0; i < count; i++)
            count_mode(mode[i], exact[i], 0.2 * (coarser[i] - exact[i]), accuracy, &here);
        bool same = body.elastic.young[0] == body.elastic.young[1];
        printf("seed %u, %s%s %.3g x %.3g x %.3g, %d unknowns: estimate %.2f to %.2f of the error\n", seed,
               same ? "" : "orthotropic ", solid.shape->name, body.size[0], body.size[1], body.size[2],
               modes.dof, here.low, here.high);
    }
    *counts = (random_bodies){before.modes + here.modes,
                              before.unbound + here.unbound,
                              before.loose + here.loose,
                              before.inaccurate + here.inaccurate,
                              before.low > 0.0 ? fmin(before.low, here.low) : here.low,
                              fmax(before.high, here.high)};
    cr_arena_free(arena);
}
