// cr_radiation_compute: what each mode is solved on.
#include "base/def.h"
#include "prep/bem/multipoles.h"
#include "prep/bem/vector.h"
#include "prep/eigen/blas.h"
#include "prep/radiation/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    TRIANGLES_MOST = 12000,
    TRIANGLES_MOST_REVOLVED = 80000,
    TRIANGLES_MOST_LARGE = 24000, // without a matrix: the square of it times 5 ns
};

static const double per_wave = 6.0;             // edges per wavelength in air: within 0.5 dB
static const double per_wave_least = 3.5;       // what will do where that is too fine
static const double per_radius = 6.0;           // edges over the radius of the body, at least
static const double per_wall = 3.0;             // edge over the wall, at most: else sound leaks through it
static const double per_wave_large = 2.5;       // edges of faces that are treated alone, and patches
static const double per_wave_board = 9.0;       // cells of a board: with 6 it is 0.3 dB more
static const double per_bend = 8.0;             // cells per bending wave of a board
static const double finer = 1.4142135623730951; // from one level to the next
static const double board_large = 20.0;         // wave number times radius: any board beyond is a sheet
static const double board_still = 1.5;          // beyond, air is not still around a board
static const double per_wall_board = 1.5;       // as per_wall: with 3, modes of a bare board lose up to 2 dB

double cr_bem_wave_number(const cr_bem_job *job, int mode) {
    return 2.0 * cr_pi * job->modes->frequency[mode] / job->def->speed;
}

__attribute__((format(printf, 2, 3))) static void warn(const cr_bem_job *j, const char *format, ...) {
    char text[300];
    va_list arguments;
    if (!j->def->warn) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    j->def->warn(j->def->context, text);
}

// --- levels -----------------------------------------------------------------------------------------------

static double longest_wire(const cr_bem_job *j) {
    double most = 0.0, along[3];
    for (int i = 0; i < j->frame.wires; i++) {
        cr_sub3(j->frame.wire[i].to, j->frame.wire[i].from, along);
        most = fmax(most, cr_length3(along));
    }
    return most;
}

static double first_edge(const cr_bem_job *j, cr_bem_kind kind) {
    if (kind == CR_BEM_ON_WIRES) return longest_wire(j) / 8.0;
    if (kind == CR_BEM_ON_BOARD) return fmax(j->board.length[0], j->board.length[1]) / 24.0;
    return j->coarsest;
}

double cr_bem_level_edge(const cr_bem_job *job, cr_bem_kind kind, int level) {
    if (kind == CR_BEM_ON_FACES) return job->large;
    double edge = first_edge(job, kind);
    for (int i = 0; i < level; i++) edge /= finer;
    return kind == CR_BEM_ON_SURFACE ? fmax(edge, job->finest) : edge;
}

// The first level with edges that are not longer.
static int level_for(const cr_bem_job *j, cr_bem_kind kind, double edge) {
    double first = first_edge(j, kind);
    int level = edge < first ? (int)ceil(log(first / edge) / log(finer) - 1e-9) : 0;
    return (int)kind * CR_BEM_LEVELS + (level < CR_BEM_LEVELS ? level : CR_BEM_LEVELS - 1);
}

// The edge a mode asks for; 0: there is no surface for it.
static double edge_for(const cr_bem_job *j, double wave) {
    if (j->def->way == CR_RADIATE_FAST) return fmax(j->coarsest, j->finest);
    double edge = fmin(j->coarsest, wave / per_wave);
    if (edge >= j->finest) return edge;
    return j->finest <= fmin(wave / per_wave_least, 1.2 * j->coarsest) ? j->finest : 0.0;
}

// What bends on a bare board is a sheet whatever its size; the rest where triangles would be too many.
static bool is_for_board(const cr_bem_job *j, double wave, double edge, const cr_board_bend *bend) {
    double size = 2.0 * cr_pi * j->out->radius / wave;
    if (!(j->board.thickness > 0.0)) return false;
    if (j->def->way == CR_RADIATE_FAST) return size > board_still;
    return size > board_large || !(edge > 0.0) || (j->board.bare && bend->share > 0.5);
}

// What a mode is solved on: kind times CR_BEM_LEVELS and level; -1: it needs too much.
static int step_for(const cr_bem_job *j, int mode, cr_wire *wire) {
    double wave = 2.0 * cr_pi / cr_bem_wave_number(j, mode), edge;
    bool patched = wave >= per_wave_large * sqrt(j->area / CR_BEM_PATCHES);
    if (wire) {
        cr_wire_frame_move(&j->frame, j->modes, mode, wire);
        edge = fmin(wave / 8.0, cr_pi * cr_wire_bend(wire, j->frame.wires) / 6.0);
        return level_for(j, CR_BEM_ON_WIRES, edge);
    }
    edge = edge_for(j, wave);
    cr_board_bend bend = {.share = 0.0};
    if (j->board.thickness > 0.0) bend = cr_board_bend_of(&j->board, j->modes, mode);
    if (is_for_board(j, wave, edge, &bend)) {
        edge = fmin(wave / per_wave_board, 2.0 * cr_pi * bend.length / per_bend);
        return patched ? level_for(j, CR_BEM_ON_BOARD, edge) : -1;
    }
    if (edge > 0.0) {
        bool series = cr_multipoles_order(2.0 * cr_pi / wave, j->out->radius) >= 0;
        return series || patched ? level_for(j, CR_BEM_ON_SURFACE, edge) : -1;
    }
    return patched && wave >= per_wave_large * j->large ? (int)CR_BEM_ON_FACES * CR_BEM_LEVELS : -1;
}

// --- plan -------------------------------------------------------------------------------------------------

// Series are for what is solved on a surface: what is larger has patches.
static cr_status take_series(cr_bem_job *j, int mode, int step, cr_error *error) {
    cr_multipoles *m = &j->out->mode[mode];
    m->wave_number = cr_bem_wave_number(j, mode);
    int order = cr_multipoles_order(m->wave_number, j->out->radius);
    if (order < 0 || step >= CR_BEM_LEVELS) return CR_OK;
    m->c = cr_arena_take(j->arena, 2 * (size_t)((order + 1) * (order + 1)), sizeof *m->c);
    return m->c ? CR_OK : cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for multipoles");
}

static cr_status plan(cr_bem_job *j, int *step_of, cr_arena *scratch, cr_error *error) {
    int silent = 0, highest = 0;
    cr_wire *wire = j->modes->rods ? cr_wire_frame_copy(&j->frame, scratch) : NULL;
    cr_status status = CR_OK;
    if (j->modes->rods && !wire) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for rods");
    for (int i = 0; i < j->modes->count && status == CR_OK; i++) {
        step_of[i] = -1;
        if (i % j->def->parts != j->def->part || j->def->way == CR_RADIATE_NONE) continue;
        if (cr_bem_wave_number(j, i) * j->out->radius < 1e-3) continue; // no sound
        step_of[i] = step_for(j, i, wire);
        if (step_of[i] >= 0) {
            j->wanted++;
            status = take_series(j, i, step_of[i], error);
            continue;
        }
        silent++;
        highest = i;
    }
    if (silent)
        warn(j, "%d modes up to %.4g Hz are silent: the body is too large for their wavelengths", silent,
             j->modes->frequency[highest]);
    return status;
}

static cr_status solve(cr_bem_job *j, const int *step_of, int *mode, cr_arena *scratch, cr_error *error) {
    cr_status status = CR_OK;
    for (int step = 0; step < CR_BEM_STEPS && status == CR_OK; step++) {
        cr_arena_mark here = cr_arena_here(scratch);
        int count = 0;
        for (int i = 0; i < j->modes->count; i++)
            if (step_of[i] == step) mode[count++] = i;
        if (count)
            status = cr_bem_solve_level(j, (cr_bem_kind)(step / CR_BEM_LEVELS), step % CR_BEM_LEVELS, mode,
                                        count, scratch, error);
        cr_arena_rewind(scratch, here);
    }
    return status == CR_OK ? cr_bem_find_strengths(j, scratch, error) : status;
}

// A ball that holds the wires, about the middle of the box around them.
static cr_status measure_wires(cr_bem_job *j, cr_arena *scratch, cr_error *error) {
    cr_radiation *r = j->out;
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, off[3];
    cr_status status = cr_wire_frame_make(j->modes, scratch, &j->frame, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < 6 * j->frame.wires; i++) {
        const cr_wire *w = &j->frame.wire[i / 6];
        double x = (i % 6 < 3 ? w->from : w->to)[i % 3];
        low[i % 3] = fmin(low[i % 3], x);
        high[i % 3] = fmax(high[i % 3], x);
    }
    for (int d = 0; d < 3; d++) r->centre[d] = 0.5 * (low[d] + high[d]);
    for (int i = 0; i < 2 * j->frame.wires; i++) {
        const cr_wire *w = &j->frame.wire[i / 2];
        cr_sub3(i % 2 ? w->to : w->from, r->centre, off);
        r->radius = fmax(r->radius, 1.01 * (cr_length3(off) + w->radius));
    }
    return CR_OK;
}

// The body on a coarse surface: centre and radius, and which edges it allows.
static cr_status measure(cr_bem_job *j, cr_arena *scratch, cr_error *error) {
    cr_bem_skin skin;
    double low[3], high[3], square = 0.0;
    const float *x = j->modes->position;
    for (int d = 0; d < 3; d++) low[d] = high[d] = (double)x[d];
    for (int i = 0; i < 3 * j->modes->vertices; i++) {
        low[i % 3] = fmin(low[i % 3], (double)x[i]);
        high[i % 3] = fmax(high[i % 3], (double)x[i]);
    }
    for (int d = 0; d < 3; d++) square += 0.25 * (high[d] - low[d]) * (high[d] - low[d]);
    cr_status status = cr_bem_surface_closed(j->modes->triangle, j->modes->triangles, j->modes->vertices,
                                             "radiation", scratch, error);
    if (status == CR_OK)
        status =
            cr_bem_surface_simple(x, j->modes->triangle, j->modes->triangles, "radiation", scratch, error);
    if (status == CR_OK)
        status = cr_bem_skin_make(j->modes, sqrt(square) / (1.5 * per_radius), scratch, &skin, error);
    if (status != CR_OK) return status;
    cr_bem_surface_ball(&skin.surface, j->out->centre, &j->out->radius);
    j->out->radius *= 1.01; // finer surfaces may bulge
    for (int t = 0; t < skin.surface.triangles; t++) j->area += skin.surface.area[t];
    status = cr_board_find(j->modes, scratch, &j->board, error);
    j->coarsest = fmin(j->out->radius / per_radius,
                       (j->board.thickness > 0.0 ? per_wall_board : per_wall) * cr_bem_wall(&skin.surface));
    j->revolved = cr_profile_find(j->modes, j->out->radius, scratch, &j->profile);
    int most = j->revolved ? TRIANGLES_MOST_REVOLVED : TRIANGLES_MOST;
    j->finest = sqrt(j->area / (0.433 * most)); // equilateral: sqrt(3)/4 of the squared edge
    j->large = sqrt(j->area / (0.433 * TRIANGLES_MOST_LARGE));
    return status;
}

static cr_status check(const cr_modes *modes, const cr_radiation_def *def, cr_error *error) {
    cr_status status = cr_def_check(def->made, "radiation", error);
    if (status != CR_OK) return status;
    if (modes->triangles < 4 || modes->vertices < 4)
        return cr_fail(error, CR_ERR_INPUT, "radiation", "the modes have no surface");
    if (!(def->speed > 0.0) || !(def->density > 0.0) || isinf(def->speed) || isinf(def->density))
        return cr_fail(error, CR_ERR_RANGE, "radiation", "speed and density of the air are above 0");
    if (def->parts < 1 || def->part < 0 || def->part >= def->parts)
        return cr_fail(error, CR_ERR_RANGE, "radiation", "part %d of %d", def->part + 1, def->parts);
    return CR_OK;
}

static bool take_results(cr_bem_job *j, cr_arena *scratch) {
    size_t count = j->modes->count > 0 ? (size_t)j->modes->count : 1, sets = CR_BEM_STEPS * CR_BEM_SIDES;
    j->out->mode = cr_arena_take(j->arena, count, sizeof *j->out->mode);
    j->out->set = cr_arena_take(j->arena, sets, sizeof *j->out->set);
    j->square = cr_arena_take(scratch, count, sizeof *j->square);
    return j->out->mode && j->out->set && j->square;
}

cr_status cr_radiation_compute(const cr_modes *modes, const cr_radiation_def *def, cr_arena *arena,
                               cr_radiation *radiation, cr_error *error) {
    cr_status status = check(modes, def, error);
    if (status != CR_OK) return status;
    cr_arena_mark mark = cr_arena_here(arena);
    size_t count = modes->count > 0 ? (size_t)modes->count : 1;
    cr_bem_job j = {.modes = modes, .def = def, .out = radiation, .arena = arena};
    *radiation = (cr_radiation){.speed = def->speed, .density = def->density, .count = modes->count};
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    int *step_of = scratch ? cr_arena_take(scratch, 2 * count, sizeof *step_of) : NULL;
    if (!step_of || !take_results(&j, scratch))
        status = cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory");
    if (status == CR_OK)
        status = modes->rods ? measure_wires(&j, scratch, error) : measure(&j, scratch, error);
    if (status == CR_OK) status = plan(&j, step_of, scratch, error);
    cr_blas_set_threads(1);
    if (status == CR_OK) status = solve(&j, step_of, step_of + count, scratch, error);
    if (scratch) cr_arena_free(scratch);
    if (atomic_load(&j.resonant))
        warn(&j, "air in a cavity resonates with %d of the modes: their level is known to 3 dB only",
             atomic_load(&j.resonant));
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
