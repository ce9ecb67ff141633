// How much finer a mesh has to be, from the errors of the modes on it.
#include "io/solid/internal.h"

#include <string.h>

// The most unknowns of a mesh that is made finer; how many times as many are worth another computation that
// does not reach what is asked for: fewer would not take off a quarter of the error.
static const double unknowns_most = 200000.0, unknowns_more = 1.25;

// Errors fall with the fourth power of the edge, but for those of stress at edges and corners, which are left
// after the first finer mesh. A little less than what is asked for is aimed at, so that one is enough.
static const double order_first = 4.0, order_then = 2.5, aim = 0.85;

static double order_of(const cr_solid_def *solid) {
    const double *finer = solid->detail.finer;
    return fmax(finer[0], fmax(finer[1], finer[2])) > 1.0 ? order_then : order_first;
}

bool cr_solid_may_refine(const cr_solid_def *solid) {
    const cr_shape_detail *d = &solid->detail;
    return solid->shape && d->order == 2 && d->edge == 0 && d->layers == 0 && solid->accuracy > 0;
}

// The errors e_i of the three axes become e_i/r_i^order. What remains is `target` with the fewest cells, r_1
// r_2 r_3, when it is the same for all axes whose cells are made finer: it is found by halving.
static void share_out(const double error[3], double target, double order, double finer[3]) {
    double low = 0.0, high = target;
    for (int step = 0; step < 60; step++) {
        double most = 0.5 * (low + high), left = 0.0;
        for (int i = 0; i < 3; i++) left += fmin(error[i], most);
        if (left > target) high = most;
        else low = most;
    }
    for (int i = 0; i < 3; i++) finer[i] = fmax(1.0, pow(error[i] / high, 1.0 / order));
}

static void needs_of_mode(const cr_solid_def *solid, double error, const double coarse[3], double finer[3]) {
    double target = aim * solid->accuracy, sum = coarse[0] + coarse[1] + coarse[2], part[3];
    double order = order_of(solid);
    for (int i = 0; i < 3; i++) finer[i] = pow(error / target, 1.0 / order);
    if (!solid->shape->aligned || !(sum > 0.0)) return;
    for (int i = 0; i < 3; i++) part[i] = error * coarse[i] / sum;
    share_out(part, target, order, finer);
}

bool cr_solid_refine(cr_solid_def *solid, const cr_modal_result *last) {
    double finer[3] = {1.0, 1.0, 1.0};
    bool needed = false;
    if (!cr_solid_may_refine(solid)) return false;
    for (int m = 0; m < last->elastic; m++) {
        double error = last->frequency_error[m] / last->frequency[m], mode[3];
        if (error <= solid->accuracy) continue;
        needed = true;
        needs_of_mode(solid, error, last->coarse + 3 * m, mode);
        for (int i = 0; i < 3; i++) finer[i] = fmax(finer[i], mode[i]);
    }
    for (int i = 0; i < 3; i++) solid->detail.finer[i] = fmax(solid->detail.finer[i], 1.0) * finer[i];
    return needed;
}

// Cells and layers are whole numbers, and a layer more may be twice as many unknowns: what fits below the
// bound is found by halving between the last mesh and the one that is wanted.
cr_status cr_solid_finer_mesh(cr_solid_def *solid, const cr_modal_result *last, cr_arena *arena,
                              cr_mesh *mesh, bool *worth, cr_error *error) {
    enum { TRIES = 6 };
    cr_arena_mark mark = cr_arena_here(arena);
    const cr_shape_detail wanted = solid->detail;
    double low = 0.0, high = 1.0, scale = 1.0;
    for (int i = 0; i < TRIES; i++) {
        cr_arena_rewind(arena, mark);
        for (int axis = 0; axis < 3; axis++)
            solid->detail.finer[axis] = fmax(1.0, scale * wanted.finer[axis]);
        cr_status status = cr_solid_mesh(solid, NULL, arena, mesh, error);
        if (status != CR_OK) return status;
        double unknowns = 3.0 * mesh->nodes;
        bool fits = unknowns <= unknowns_most;
        *worth = fits && (i == 0 || unknowns >= unknowns_more * last->dof);
        if (fits && (i == 0 || i == TRIES - 1)) return CR_OK;
        if (i == 0) low = fmin(1.0, cbrt(last->dof / unknowns));
        else if (fits) low = scale;
        else high = scale;
        scale = i == TRIES - 2 ? low : 0.5 * (low + high);
    }
    return CR_OK;
}

void cr_solid_warn_accuracy(const cr_solid_def *solid, const cr_solid_watch *watch, const cr_modes *modes) {
    const cr_mesh_listener listener = cr_solid_listener(watch);
    double worst = 0.0;
    int many = 0;
    for (int m = 0; m < modes->count; m++) {
        worst = fmax(worst, modes->error[m] / modes->frequency[m]);
        many += modes->error[m] > solid->accuracy * modes->frequency[m];
    }
    if (!cr_solid_may_refine(solid) || !many) return;
    cr_mesh_warn(
        &listener,
        "%s: %d of %d frequencies may be more than %.3g %% too high, the worst by %.2g %%: it would take "
        "more than %.0f unknowns; a shorter edge takes them",
        solid->shape->name, many, modes->count, 100.0 * solid->accuracy, 100.0 * worst, unknowns_most);
}

static bool is_isotropic(const cr_elastic *e) {
    return e->young[0] == e->young[1] && e->young[0] == e->young[2] && e->shear[0] == e->shear[1] &&
           e->shear[0] == e->shear[2] && e->poisson[0] == e->poisson[1] && e->poisson[0] == e->poisson[2];
}

static bool is_cube(const cr_solid_def *solid) {
    const double *v = solid->value;
    return solid->shape->aligned && solid->shape->param_count == 3 && v[0] == v[1] && v[0] == v[2];
}

// Places of round shapes are round but for the sides of the bounding box across x and y.
cr_round cr_solid_round(const cr_solid_def *solid) {
    if (!solid->shape || !is_isotropic(&solid->elastic)) return CR_ROUND_NOT;
    for (int i = 0; i < solid->supports; i++) {
        const cr_support *s = &solid->support[i];
        bool across = strchr("xy", s->place[0]) && (s->place[1] == '-' || s->place[1] == '+');
        if (across || s->axis[0] != s->axis[1]) return CR_ROUND_NOT;
    }
    if (!solid->supports && is_cube(solid)) return CR_ROUND_BALL;
    return solid->supports && solid->shape->round == CR_ROUND_BALL ? CR_ROUND_AXIS : solid->shape->round;
}
