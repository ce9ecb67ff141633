// The modes that share a surface, a grid on a board or pieces of wires.
#include "prep/bem/multipoles.h"
#include "prep/bem/still.h"
#include "prep/eigen/block.h"
#include "prep/radiation/job.h"

#include <complex.h>
#include <string.h>

enum { STILL_SIDES = 32 };

static const double memory_most = 1.6e9; // bytes of matrices, of all threads

typedef struct level {
    cr_bem_job *job;
    cr_bem_kind kind;
    int *mode, count, threads;
    cr_bem_skin skin; // surfaces and faces
    cr_bem bem;
    cr_board_grid grid;
    cr_wire_pieces pieces;
    int sources;          // points that sound
    cr_bem_source *place; // where they are
    cr_bem_patches patches[CR_BEM_SIDES];
    int set[CR_BEM_SIDES]; // of the results, from 1; 0: not yet
    cr_allocator allocator;
    cr_status status[CR_THREADS_MOST];
    cr_error error[CR_THREADS_MOST];
} level;

// What a thread works with.
typedef struct bench {
    int most; // modes at a time
    float *g[STILL_SIDES];
    cr_complex *p[STILL_SIDES];
    cr_bem_work *work;
    cr_bem_row row;
    cr_bem_source *source;
    cr_wire *wire;
    cr_arena *arena;
} bench;

static bool is_fast(const level *l) {
    return l->job->def->way == CR_RADIATE_FAST;
}

// Asked by one thread only.
static bool goes_on(cr_bem_job *j) {
    double share = (double)atomic_load(&j->done) / (j->wanted + 1);
    if (j->def->progress && !j->def->progress(j->def->context, "radiation", share)) atomic_store(&j->stop, 1);
    return !atomic_load(&j->stop);
}

static cr_status no_memory(cr_error *error, const level *l) {
    return cr_fail(error, CR_ERR_MEMORY, "radiation",
                   "no memory for boundary elements on %d triangles; --radiation fast needs less",
                   l->skin.surface.triangles);
}

static bool take_bench(bench *b, const level *l, int most) {
    size_t n = (size_t)l->skin.surface.triangles;
    bool whole = true;
    b->most = most;
    if (l->sources) b->source = cr_arena_take(b->arena, (size_t)l->sources, sizeof *b->source);
    if (l->sources) whole = b->source != NULL;
    if (whole && l->sources) memcpy(b->source, l->place, (size_t)l->sources * sizeof *b->source);
    if (l->kind == CR_BEM_ON_WIRES) return (b->wire = cr_wire_frame_copy(&l->job->frame, b->arena)) != NULL;
    if (l->kind == CR_BEM_ON_BOARD) return whole;
    if (l->kind == CR_BEM_ON_FACES) whole = whole && cr_bem_row_take(&b->row, (int)n, b->arena);
    else whole = whole && (b->work = cr_bem_work_new(&l->bem, b->arena)) != NULL;
    for (int i = 0; i < most && whole; i++) {
        b->g[i] = cr_arena_take(b->arena, n, sizeof *b->g[i]);
        b->p[i] = cr_arena_take(b->arena, n, sizeof *b->p[i]);
        whole = b->g[i] && b->p[i];
    }
    return whole;
}

// Where waves of the air are so much shorter than those of the board that its faces do not hear each other:
// what the equations would change is below 0.25 dB.
static bool is_wall(const level *l, int mode) {
    const double above = 2.7;
    return is_fast(l) ||
           cr_bem_wave_number(l->job, mode) * cr_board_bend_of(&l->job->board, l->job->modes, mode).length >
               above;
}

static cr_radiation_route route_of(const level *l, int mode) {
    if (l->kind == CR_BEM_ON_WIRES) return CR_RADIATION_WIRES;
    if (l->kind == CR_BEM_ON_FACES) return CR_RADIATION_KIRCHHOFF;
    if (l->kind == CR_BEM_ON_BOARD) return is_wall(l, mode) ? CR_RADIATION_KIRCHHOFF : CR_RADIATION_SHEET;
    if (is_fast(l)) return CR_RADIATION_STATIC;
    return l->skin.surface.sectors > 1 ? CR_RADIATION_REVOLVED : CR_RADIATION_EXACT;
}

// Whether air resonates in a cavity: the pressure is far above that of a plane wave with the velocity of the
// wall, g/k. Elsewhere it is at most some 3 times that, and less at low frequencies.
static bool is_resonant(const level *l, double k, const float *g, const cr_complex *p) {
    const double above = 6.0;
    double pressure = 0.0, slope = 0.0;
    for (int t = 0; t < l->skin.surface.triangles; t++) {
        double re = (double)crealf(p[t]), im = (double)cimagf(p[t]);
        pressure = fmax(pressure, re * re + im * im);
        slope = fmax(slope, fabs((double)g[t]));
    }
    return k * sqrt(pressure) > above * slope;
}

// --- patches ----------------------------------------------------------------------------------------------

// Half the distance at which a patch is still one, and a fifth of the wavelength: a sixth of the radius at
// most, less by steps of a factor 1.4.
static int size_for(const cr_bem_job *j, int mode) {
    double coarsest = j->out->radius / 6.0, wanted = 2.0 * cr_pi / (5.0 * cr_bem_wave_number(j, mode));
    int step = wanted < coarsest ? (int)ceil(2.0 * log2(coarsest / wanted) - 1e-9) : 0;
    return step < CR_BEM_SIDES ? step : CR_BEM_SIDES - 1;
}

static cr_patches *add_set(cr_bem_job *j, int count, double side, bool wires) {
    cr_patches *set = &j->out->set[j->out->sets];
    *set = (cr_patches){.count = count, .side = side};
    set->at = cr_arena_take(j->arena, (size_t)count, sizeof *set->at);
    if (wires) set->along = cr_arena_take(j->arena, (size_t)count, sizeof *set->along);
    if (!set->at || (wires && !set->along)) return NULL;
    j->out->sets++;
    return set;
}

// Wider than asked for where they would be too many.
static cr_status make_patches(level *l, int size, cr_arena *scratch, cr_error *error) {
    const double wider = 1.2;
    cr_bem_patches *p = &l->patches[size];
    double side = l->job->out->radius / 6.0 * exp2(-0.5 * size);
    for (p->count = CR_BEM_PATCHES + 1; p->count > CR_BEM_PATCHES; side *= wider) {
        cr_status status = cr_bem_patches_make(l->place, l->sources, side, scratch, p, error);
        if (status != CR_OK) return status;
    }
    cr_patches *set = add_set(l->job, p->count, p->side, false);
    if (!set) return no_memory(error, l);
    for (int i = 0; i < 3 * p->count; i++) set->at[i / 3][i % 3] = (float)p->at[i / 3][i % 3];
    l->set[size] = l->job->out->sets;
    return CR_OK;
}

// A piece of wire may be met as near as twice its radius.
static cr_status make_wire_set(level *l, cr_error *error) {
    double thick = 0.0;
    for (int i = 0; i < l->job->frame.wires; i++) thick = fmax(thick, l->job->frame.wire[i].radius);
    cr_patches *set = add_set(l->job, l->pieces.count, 4.0 * thick, true);
    if (!set) return no_memory(error, l);
    cr_wire_pieces_place(l->job->frame.wire, &l->pieces, set);
    l->set[0] = l->job->out->sets;
    return CR_OK;
}

// Room in the results for the patches of each mode.
static cr_status take_patches(level *l, cr_arena *scratch, cr_error *error) {
    cr_status status = l->kind == CR_BEM_ON_WIRES ? make_wire_set(l, error) : CR_OK;
    for (int i = 0; i < l->count && status == CR_OK; i++) {
        cr_multipoles *m = &l->job->out->mode[l->mode[i]];
        int size = l->kind == CR_BEM_ON_WIRES ? 0 : size_for(l->job, l->mode[i]);
        if (!l->set[size]) status = make_patches(l, size, scratch, error);
        if (status != CR_OK) break;
        m->set = l->set[size];
        size_t values = (size_t)CR_RADIATION_PATCH * (size_t)l->job->out->set[m->set - 1].count;
        m->patch = cr_arena_take(l->job->arena, values, sizeof *m->patch);
        if (!m->patch) status = no_memory(error, l);
    }
    return status;
}

// --- modes ------------------------------------------------------------------------------------------------

static void keep(const level *l, const bench *b, int mode, double square) {
    cr_multipoles *out = &l->job->out->mode[mode];
    const cr_radiation *r = l->job->out;
    l->job->square[mode] = square;
    out->route = route_of(l, mode);
    if (out->c) cr_multipoles_fill(b->source, l->sources, square, r->centre, r->radius, out);
    if (l->kind != CR_BEM_ON_WIRES)
        cr_bem_patches_fill(&l->patches[size_for(l->job, mode)], b->source, l->sources, out->patch);
    atomic_fetch_add(&l->job->done, 1);
}

// Modes that share a matrix; exact ones come alone.
static cr_status solve_surface(const level *l, const bench *b, const int *mode, int count, cr_error *error) {
    cr_bem_job *j = l->job;
    const cr_bem_surface *s = &l->skin.surface;
    cr_bem_report report = {.residual = CR_NAN};
    cr_status status = CR_OK;
    double k = is_fast(l) ? 0.0 : cr_bem_wave_number(j, mode[0]);
    for (int i = 0; i < count; i++) cr_bem_skin_slope(&l->skin, j->modes, mode[i], j->def->density, b->g[i]);
    if (l->kind == CR_BEM_ON_FACES) cr_bem_kirchhoff(&l->bem, k, b->g[0], &b->row, b->p[0]);
    else status = cr_bem_solve(&l->bem, b->work, k, count, (const float *const *)b->g, b->p, &report, error);
    for (int i = 0; i < count && status == CR_OK; i++) {
        cr_multipoles *out = &j->out->mode[mode[i]];
        double square = 0.0;
        out->error = report.residual / 3.0;
        out->triangles = s->triangles;
        if (is_fast(l) && l->kind == CR_BEM_ON_SURFACE)
            cr_bem_still_wave(s, cr_bem_wave_number(j, mode[i]), b->g[i], b->p[i]);
        if (k > 0.0 && is_resonant(l, k, b->g[i], b->p[i])) atomic_fetch_add(&j->resonant, 1);
        for (int t = 0; t < s->triangles; t++) square += (double)(b->g[i][t] * b->g[i][t]) * s->area[t];
        cr_bem_sources(s, b->g[i], b->p[i], b->source);
        keep(l, b, mode[i], square);
    }
    return status;
}

static cr_status solve_together(const level *l, const bench *b, const int *mode, int count, cr_error *error) {
    cr_bem_job *j = l->job;
    cr_multipoles *out = &j->out->mode[mode[0]];
    double square = 0.0;
    if (l->kind != CR_BEM_ON_BOARD && l->kind != CR_BEM_ON_WIRES)
        return solve_surface(l, b, mode, count, error);
    cr_arena_mark mark = cr_arena_here(b->arena);
    cr_status status = CR_OK;
    out->error = CR_NAN;
    if (l->kind == CR_BEM_ON_BOARD) {
        out->triangles = 2 * l->grid.cells[0] * l->grid.cells[1];
        status = cr_board_solve(&l->grid, j->modes, mode[0], out->wave_number, j->def->density,
                                is_wall(l, mode[0]), b->arena, b->source, &square, error);
    } else {
        out->triangles = l->pieces.count;
        cr_wire_frame_move(&j->frame, j->modes, mode[0], b->wire);
        cr_wire_pieces_fill(b->wire, &l->pieces, j->def->density, out->patch, &square);
    }
    if (status == CR_OK) keep(l, b, mode[0], square);
    cr_arena_rewind(b->arena, mark);
    return status;
}

// A thread takes every so manieth mode, or so many together.
static void solve_part(const void *context, int first, int last) {
    level *l = *(level *const *)context;
    for (int thread = first; thread < last; thread++) {
        int together = is_fast(l) && l->kind == CR_BEM_ON_SURFACE ? STILL_SIDES : 1;
        bench b = {.arena = cr_arena_new(l->allocator)};
        cr_status status = CR_OK;
        if (!b.arena || !take_bench(&b, l, together)) status = no_memory(&l->error[thread], l);
        for (int i = thread * together; i < l->count && status == CR_OK; i += l->threads * together) {
            int count = l->count - i < together ? l->count - i : together;
            status = solve_together(l, &b, l->mode + i, count, &l->error[thread]);
            bool on = thread == 0 ? goes_on(l->job) : !atomic_load(&l->job->stop);
            if (status == CR_OK && !on)
                status = cr_fail(&l->error[thread], CR_STOPPED, "radiation", "stopped");
        }
        if (status != CR_OK) atomic_store(&l->job->stop, 1);
        l->status[thread] = status;
        if (b.arena) cr_arena_free(b.arena);
    }
}

// With two threads that fail, the one that did not merely stop tells.
static cr_status run_threads(level *l, cr_arena *scratch, cr_error *error) {
    const cr_bem_surface *s = &l->skin.surface;
    double rows = s->sectors ? (double)s->triangles / s->sectors : 0.0;
    double bytes = l->kind == CR_BEM_ON_SURFACE ? 8.0 * rows * rows : 1.0;
    int most = (int)fmin(CR_THREADS_MOST, fmax(1.0, memory_most / bytes));
    cr_status status = CR_OK;
    l->threads = l->job->def->threads < most ? l->job->def->threads : most;
    if (l->threads > l->count) l->threads = l->count;
    l->allocator = cr_arena_allocator(scratch);
    cr_spread(l->threads, l->threads, solve_part, &l);
    for (int i = 0; i < l->threads; i++) {
        if (l->status[i] == CR_OK || (status != CR_OK && l->status[i] == CR_STOPPED)) continue;
        status = l->status[i];
        if (error) *error = l->error[i];
    }
    return status;
}

// Surface, grid or pieces, and where their points are.
static cr_status place_points(level *l, double edge, cr_arena *scratch, cr_error *error) {
    cr_bem_job *j = l->job;
    cr_status status = CR_OK;
    if (l->kind == CR_BEM_ON_WIRES)
        return cr_wire_pieces_make(j->frame.wire, j->frame.wires, edge, scratch, &l->pieces, error);
    if (l->kind == CR_BEM_ON_BOARD) {
        l->grid = cr_board_grid_of(&j->board, edge);
        l->sources = l->grid.sources;
    } else {
        status = j->revolved && l->kind == CR_BEM_ON_SURFACE
                     ? cr_bem_skin_revolve(j->modes, &j->profile, edge, scratch, &l->skin, error)
                     : cr_bem_skin_make(j->modes, edge, scratch, &l->skin, error);
        if (status == CR_OK) status = cr_bem_make(&l->skin.surface, scratch, &l->bem, error);
        l->sources = CR_BEM_POINTS * l->skin.surface.triangles;
    }
    if (status != CR_OK) return status;
    l->place = cr_arena_take(scratch, (size_t)l->sources, sizeof *l->place);
    if (!l->place) return no_memory(error, l);
    if (l->kind == CR_BEM_ON_BOARD) cr_board_place(&l->grid, l->place);
    else cr_bem_sources(&l->skin.surface, NULL, NULL, l->place);
    return CR_OK;
}

cr_status cr_bem_solve_level(cr_bem_job *job, cr_bem_kind kind, int index, int *mode, int count,
                             cr_arena *scratch, cr_error *error) {
    level *l = cr_arena_take(scratch, 1, sizeof *l);
    if (!l) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory");
    *l = (level){.job = job, .kind = kind, .mode = mode, .count = count};
    cr_status status = place_points(l, cr_bem_level_edge(job, kind, index), scratch, error);
    if (status == CR_OK) status = take_patches(l, scratch, error);
    return status == CR_OK ? run_threads(l, scratch, error) : status;
}
