// cr_radiation_compute: surfaces of rising density, each for the modes whose wavelength asks for it.
#include "base/def.h"
#include "carom/prep.h"
#include "prep/bem/multipoles.h"
#include "prep/bem/profile.h"
#include "prep/eigen/blas.h"
#include "prep/eigen/block.h"

#include <complex.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum {
    TRIANGLES_MOST = 12000,
    TRIANGLES_MOST_REVOLVED = 80000,
    TRIANGLES_MOST_LARGE = 24000, // without a matrix: the square of it times 5 ns
    LEVELS = 24,                  // of density
    LARGE = LEVELS,               // what goes beyond
    STILL_SIDES = 32
};

static const double per_wave = 6.0;             // edges per wavelength in air: within 0.5 dB
static const double per_wave_least = 3.5;       // what will do where that is too fine
static const double per_radius = 6.0;           // edges over the radius of the body, at least
static const double per_wall = 3.0;             // edge over the wall, at most: else sound leaks through it
static const double per_wave_large = 2.5;       // edges of faces that are treated alone
static const double finer = 1.4142135623730951; // from one surface to the next
static const double memory_most = 1.6e9;        // bytes of matrices, of all threads

typedef struct job {
    const cr_modes *modes;
    const cr_radiation_def *def;
    cr_radiation *out;
    bool revolved;
    cr_profile profile;
    double coarsest, finest; // edges that the body and the limit of triangles allow, m
    atomic_int done, stop, resonant;
    double large; // the edge for modes beyond, m
    int wanted;   // modes
} job;

// One surface and its modes.
typedef struct level {
    job *job;
    const cr_bem_skin *skin;
    cr_bem bem;
    int *mode, count, threads;
    bool large;
    cr_allocator allocator;
    cr_status status[CR_THREADS_MOST];
    cr_error error[CR_THREADS_MOST];
} level;

static double wave_number(const job *j, int mode) {
    return 2.0 * cr_pi * j->modes->frequency[mode] / j->def->speed;
}

// Asked by one thread only.
static bool goes_on(job *j) {
    double share = (double)atomic_load(&j->done) / (j->wanted + 1);
    if (j->def->progress && !j->def->progress(j->def->context, "radiation", share)) atomic_store(&j->stop, 1);
    return !atomic_load(&j->stop);
}

static cr_status no_memory(cr_error *error, int triangles) {
    return cr_fail(error, CR_ERR_MEMORY, "radiation",
                   "no memory for boundary elements on %d triangles; --radiation fast needs less", triangles);
}

__attribute__((format(printf, 2, 3))) static void warn(const job *j, const char *format, ...) {
    char text[300];
    va_list arguments;
    if (!j->def->warn) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    j->def->warn(j->def->context, text);
}

typedef struct sides {
    int most;
    float *g[STILL_SIDES];
    cr_complex *p[STILL_SIDES];
    cr_bem_work *work;
    cr_bem_row row;
} sides;

static bool take_sides(sides *s, const level *l, int most, cr_arena *arena) {
    size_t n = (size_t)l->skin->surface.triangles;
    s->most = most;
    s->work = l->large ? NULL : cr_bem_work_new(&l->bem, arena);
    bool whole = l->large ? cr_bem_row_take(&s->row, (int)n, arena) : s->work != NULL;
    for (int i = 0; i < most && whole; i++) {
        s->g[i] = cr_arena_take(arena, n, sizeof *s->g[i]);
        s->p[i] = cr_arena_take(arena, n, sizeof *s->p[i]);
        whole = s->g[i] && s->p[i];
    }
    return whole;
}

static cr_radiation_route route_of(const level *l) {
    if (l->large) return CR_RADIATION_KIRCHHOFF;
    if (l->job->def->way == CR_RADIATE_FAST) return CR_RADIATION_STATIC;
    return l->skin->surface.sectors > 1 ? CR_RADIATION_REVOLVED : CR_RADIATION_EXACT;
}

// Whether air resonates in a cavity: the pressure is far above that of a plane wave with the velocity of the
// wall, g/k. Elsewhere it is at most some 3 times that, and less at low frequencies.
static bool is_resonant(const level *l, double k, const float *g, const cr_complex *p) {
    const double above = 6.0;
    double pressure = 0.0, slope = 0.0;
    for (int t = 0; t < l->skin->surface.triangles; t++) {
        double re = (double)crealf(p[t]), im = (double)cimagf(p[t]);
        pressure = fmax(pressure, re * re + im * im);
        slope = fmax(slope, fabs((double)g[t]));
    }
    return k * sqrt(pressure) > above * slope;
}

// Solves modes that share a matrix; exact ones come alone.
static cr_status solve_together(const level *l, const sides *s, const int *mode, int count, cr_error *error) {
    job *j = l->job;
    cr_bem_report report = {.residual = CR_NAN};
    cr_status status = CR_OK;
    double k = j->def->way == CR_RADIATE_FAST ? 0.0 : wave_number(j, mode[0]);
    for (int i = 0; i < count; i++) cr_bem_skin_slope(l->skin, j->modes, mode[i], j->def->density, s->g[i]);
    if (l->large) cr_bem_kirchhoff(&l->bem, k, s->g[0], &s->row, s->p[0]);
    else status = cr_bem_solve(&l->bem, s->work, k, count, (const float *const *)s->g, s->p, &report, error);
    for (int i = 0; i < count && status == CR_OK; i++) {
        cr_multipoles *out = &j->out->mode[mode[i]];
        out->route = route_of(l);
        out->error = report.residual / 3.0;
        if (k > 0.0 && is_resonant(l, k, s->g[i], s->p[i])) atomic_fetch_add(&j->resonant, 1);
        out->triangles = l->skin->surface.triangles;
        cr_multipoles_fill(&l->skin->surface, s->g[i], s->p[i], j->out->centre, j->out->radius, out);
        atomic_fetch_add(&j->done, 1);
    }
    return status;
}

// A thread takes every so manieth mode, or so many together.
static void solve_part(const void *context, int first, int last) {
    level *l = *(level *const *)context;
    for (int thread = first; thread < last; thread++) {
        int together = l->job->def->way == CR_RADIATE_FAST ? STILL_SIDES : 1;
        sides s;
        cr_arena *arena = cr_arena_new(l->allocator);
        cr_status status = CR_OK;
        if (!arena || !take_sides(&s, l, together, arena))
            status = no_memory(&l->error[thread], l->skin->surface.triangles);
        for (int i = thread * together; i < l->count && status == CR_OK; i += l->threads * together) {
            int count = l->count - i < together ? l->count - i : together;
            status = solve_together(l, &s, l->mode + i, count, &l->error[thread]);
            bool on = thread == 0 ? goes_on(l->job) : !atomic_load(&l->job->stop);
            if (status == CR_OK && !on)
                status = cr_fail(&l->error[thread], CR_STOPPED, "radiation", "stopped");
        }
        if (status != CR_OK) atomic_store(&l->job->stop, 1);
        l->status[thread] = status;
        if (arena) cr_arena_free(arena);
    }
}

// All modes of a level. With two threads that fail, the one that did not merely stop tells.
static cr_status solve_level(level *l, cr_arena *arena, cr_error *error) {
    const cr_bem_surface *s = &l->skin->surface;
    double rows = (double)s->triangles / s->sectors, bytes = l->large ? 1.0 : 8.0 * rows * rows;
    cr_status status = cr_bem_make(s, arena, &l->bem, error);
    if (status != CR_OK) return status;
    int most = (int)fmin(CR_THREADS_MOST, fmax(1.0, memory_most / bytes));
    l->threads = l->job->def->threads < most ? l->job->def->threads : most;
    if (l->threads > l->count) l->threads = l->count;
    l->allocator = cr_arena_allocator(arena);
    cr_spread(l->threads, l->threads, solve_part, &l);
    for (int i = 0; i < l->threads; i++) {
        if (l->status[i] == CR_OK || (status != CR_OK && l->status[i] == CR_STOPPED)) continue;
        status = l->status[i];
        if (error) *error = l->error[i];
    }
    return status;
}

// The edge a mode asks for; 0: there is no surface for it.
static double edge_for(const job *j, int mode) {
    double wave = 2.0 * cr_pi / wave_number(j, mode);
    if (j->def->way == CR_RADIATE_FAST) return fmax(j->coarsest, j->finest);
    double edge = fmin(j->coarsest, wave / per_wave);
    if (edge >= j->finest) return edge;
    return j->finest <= fmin(wave / per_wave_least, 1.2 * j->coarsest) ? j->finest : 0.0;
}

// The step of density: surfaces are finer than asked for by at most one step. LARGE: beyond, -1: beyond that.
static int step_for(const job *j, int mode) {
    double edge = edge_for(j, mode), wave = 2.0 * cr_pi / wave_number(j, mode);
    if (!(edge > 0.0)) return wave >= per_wave_large * j->large ? LARGE : -1;
    int step = edge < j->coarsest ? (int)ceil(log(j->coarsest / edge) / log(finer) - 1e-9) : 0;
    return step < LEVELS ? step : LEVELS - 1;
}

static cr_status solve_step(job *j, int step, const int *step_of, int *mode, cr_arena *arena,
                            cr_error *error) {
    level l = {.job = j, .mode = mode, .large = step == LARGE};
    cr_bem_skin skin;
    double edge = j->coarsest;
    for (int i = 0; i < step; i++) edge /= finer;
    for (int i = 0; i < j->modes->count; i++)
        if (step_of[i] == step) l.mode[l.count++] = i;
    if (l.count == 0) return CR_OK;
    edge = l.large ? j->large : fmax(edge, j->finest);
    cr_status status = j->revolved && !l.large
                           ? cr_bem_skin_revolve(j->modes, &j->profile, edge, arena, &skin, error)
                           : cr_bem_skin_make(j->modes, edge, arena, &skin, error);
    l.skin = &skin;
    return status == CR_OK ? solve_level(&l, arena, error) : status;
}

// Which modes go on which surface, and room for what comes out.
static cr_status plan(job *j, int *step_of, cr_arena *arena, cr_error *error) {
    int silent = 0, highest = 0;
    for (int i = 0; i < j->modes->count; i++) {
        double k = wave_number(j, i);
        int order = cr_multipoles_order(k, j->out->radius);
        step_of[i] = -1;
        if (i % j->def->parts != j->def->part || j->def->way == CR_RADIATE_NONE) continue;
        if (k * j->out->radius < 1e-3) continue; // no sound
        step_of[i] = order >= 0 ? step_for(j, i) : -1;
        if (step_of[i] < 0) {
            silent++;
            highest = i;
            continue;
        }
        j->wanted++;
        cr_multipoles *m = &j->out->mode[i];
        m->wave_number = k;
        m->c = cr_arena_take(arena, 2 * (size_t)((order + 1) * (order + 1)), sizeof *m->c);
        if (!m->c) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for multipoles");
    }
    if (silent)
        warn(j, "%d modes up to %.4g Hz are silent: the body is too large for their wavelengths", silent,
             j->modes->frequency[highest]);
    return CR_OK;
}

// The body on a coarse surface: centre and radius, and which edges it allows.
static cr_status measure(job *j, cr_arena *scratch, cr_error *error) {
    cr_bem_skin skin;
    double low[3], high[3], area = 0.0, square = 0.0;
    const float *x = j->modes->position;
    for (int d = 0; d < 3; d++) low[d] = high[d] = (double)x[d];
    for (int i = 0; i < 3 * j->modes->vertices; i++) {
        low[i % 3] = fmin(low[i % 3], (double)x[i]);
        high[i % 3] = fmax(high[i % 3], (double)x[i]);
    }
    for (int d = 0; d < 3; d++) square += 0.25 * (high[d] - low[d]) * (high[d] - low[d]);
    cr_status status = cr_bem_skin_make(j->modes, sqrt(square) / (1.5 * per_radius), scratch, &skin, error);
    if (status != CR_OK) return status;
    cr_bem_surface_ball(&skin.surface, j->out->centre, &j->out->radius);
    j->out->radius *= 1.01; // finer surfaces may bulge
    for (int t = 0; t < skin.surface.triangles; t++) area += skin.surface.area[t];
    j->coarsest = fmin(j->out->radius / per_radius, per_wall * cr_bem_wall(&skin.surface));
    j->revolved = cr_profile_find(j->modes, j->out->radius, scratch, &j->profile);
    int most = j->revolved ? TRIANGLES_MOST_REVOLVED : TRIANGLES_MOST;
    j->finest = sqrt(area / (0.433 * most)); // equilateral: sqrt(3)/4 of the squared edge
    j->large = sqrt(area / (0.433 * TRIANGLES_MOST_LARGE));
    return CR_OK;
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

cr_status cr_radiation_compute(const cr_modes *modes, const cr_radiation_def *def, cr_arena *arena,
                               cr_radiation *radiation, cr_error *error) {
    cr_status status = check(modes, def, error);
    if (status != CR_OK) return status;
    cr_arena_mark mark = cr_arena_here(arena);
    size_t count = modes->count > 0 ? (size_t)modes->count : 1;
    job j = {.modes = modes, .def = def, .out = radiation};
    *radiation = (cr_radiation){.speed = def->speed, .density = def->density, .count = modes->count};
    radiation->mode = cr_arena_take(arena, count, sizeof *radiation->mode);
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    int *step_of = scratch ? cr_arena_take(scratch, 2 * count, sizeof *step_of) : NULL;
    if (!radiation->mode || !step_of) status = cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory");
    if (status == CR_OK) status = measure(&j, scratch, error);
    if (status == CR_OK) status = plan(&j, step_of, arena, error);
    cr_blas_set_threads(1);
    for (int step = 0; step <= LARGE && status == CR_OK; step++) {
        cr_arena_mark here = cr_arena_here(scratch);
        status = solve_step(&j, step, step_of, step_of + count, scratch, error);
        cr_arena_rewind(scratch, here);
    }
    if (scratch) cr_arena_free(scratch);
    if (atomic_load(&j.resonant))
        warn(&j, "air in a cavity resonates with %d of the modes: their level is known to 3 dB only",
             atomic_load(&j.resonant));
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
