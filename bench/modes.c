// Speed of modal analysis, one core, CPU time. First a mug of about 70 000 unknowns with all modes below 20
// kHz, which one factorisation counts and finds, and with 60 modes, rigid ones included (fewer unknowns where
// fewer are the most), from the mesh to the count, its factorisation against the multiply-adds of the core,
// and the search alone against ARPACK on the same factor and factor and search against SLEPc, where they are
// installed. Then time and memory against unknowns, with the exponent.
//   bench_modes [most unknowns, in thousands: 100; 1000 is the most]
#include "carom/prep.h"
#include "carom/shape.h"
#include "limit.h"

#include "io/solid/load.h"
#include "prep/eigen/factor.h"
#include "prep/eigen/heap.h"
#include "prep/eigen/lanczos.h"
#include "prep/fem/body.h"

#ifdef HAVE_ARPACK
#include <arpack.h>
#endif
#include <cblas.h>
#include <string.h>
#include <unistd.h>

enum { ELASTIC = 54 };

typedef struct fineness {
    double edge; // m
    int layers;
} fineness;

static void need(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "bench_modes: %s failed\n", what);
    exit(1);
}

static const cr_elastic ceramic = {
    .density = 2300,
    .young = {6.2e10, 6.2e10, 6.2e10},
    .shear = {6.2e10 / 2.5, 6.2e10 / 2.5, 6.2e10 / 2.5},
    .poisson = {0.25, 0.25, 0.25},
};

static void make_mug(fineness here, cr_arena *arena, cr_mesh *mesh) {
    double value[CR_SHAPE_PARAM_MAX];
    const cr_shape_type *mug = cr_shape_find("mug", NULL);
    cr_shape_detail detail = {.order = 2, .edge = here.edge, .layers = here.layers};
    cr_param_defaults(mug->params, mug->param_count, value);
    need(cr_shape_mesh(mug, value, &detail, arena, mesh, NULL) == CR_OK, "mesh");
}

static cr_modal_seconds tell_parts(const char *name, const cr_modal_result *r) {
    bench_figure(name, "assembly", "s", r->seconds.assemble);
    bench_figure(name, "ordering", "s", r->seconds.analyse);
    bench_figure(name, "factor", "s", r->seconds.factor);
    bench_figure(name, "modes", "s", r->seconds.eigen);
    bench_figure(name, "count", "s", r->seconds.count);
    bench_figure(name, "errors", "s", r->seconds.estimate);
    return r->seconds;
}

// CPU seconds of the whole, for all modes below a limit [Hz] or ELASTIC of them (CR_NAN); `parts` (may be
// NULL) gets the seconds of its parts by the clock.
static double time_mug(fineness here, double limit, cr_modal_seconds *parts, int *dof) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh;
    make_mug(here, arena, &mesh);
    cr_modal_job job = {
        .name = "mug", .mesh = &mesh, .elastic = &ceramic, .fmax = limit, .count = ELASTIC, .threads = 1};
    cr_modal_result r;
    char name[80];
    double start = bench_process_now();
    need(cr_modal_compute(&job, arena, &r, NULL) == CR_OK, "modes");
    double taken = bench_process_now() - start;
    *dof = r.dof;
    char below[32] = "";
    if (!isnan(limit)) snprintf(below, sizeof below, "; all below %g Hz", limit);
    snprintf(name, sizeof name, "mug of %d unknowns and %d modes%s", r.dof, r.rigid + r.elastic, below);
    if (parts) *parts = tell_parts(name, &r);
    bench_figure(name, "all", "s", taken);
    bench_figure(name, "memory", "MB", r.memory_mb); // the most so far
    cr_arena_free(arena);
    return taken;
}

// SLEPc's factor and search, by the clock, in a program of its own.
static void compare_slepc(const char *name, fineness mesh, double ours) {
#ifdef SLEPC_PROGRAM
    char command[600], text[1 << 16];
    snprintf(command, sizeof command,
             "CAROM_CACHE= OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 '%s' mug --material ceramic --edge %g "
             "--layers "
             "%d -n %d --json 2>/dev/null",
             SLEPC_PROGRAM, mesh.edge, mesh.layers, ELASTIC);
    FILE *out = popen(command, "r");
    need(out != NULL, "carom-slepc");
    text[fread(text, 1, sizeof text - 1, out)] = 0;
    const char *found = strstr(text, "\"eigen\"");
    double seconds;
    need(pclose(out) == 0 && found && sscanf(found, "\"eigen\" : %lf", &seconds) == 1, "carom-slepc");
    bench_figure(name, "ours", "s", ours);
    bench_figure(name, "SLEPc", "s", seconds);
    bench_figure(name, "SLEPc", "of ours", seconds / ours);
#else
    (void)name, (void)mesh, (void)ours;
    fprintf(stderr,
            "SLEPc not compared: configure with CAROM_SLEPC=ON where it is installed (Debian: slepc-dev)\n");
#endif
}

typedef struct problem {
    cr_system system;
    cr_known rigid;
    cr_factor *factor;
    double shift;
} problem;

static double time_own(const problem *p, double *last) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_lanczos_job job = {.system = &p->system,
                          .factor = p->factor,
                          .shift = p->shift,
                          .tolerance = 5e-9,
                          .known = p->rigid,
                          .threads = 1};
    cr_lanczos_found found;
    double start = bench_process_now();
    cr_lanczos *l = cr_lanczos_new(&job, arena);
    need(l && cr_lanczos_run(l, ELASTIC, 0.0, &found, NULL) == CR_OK, "own search");
    double *vector = cr_arena_take(arena, (size_t)ELASTIC * (size_t)p->system.size, sizeof *vector);
    cr_lanczos_vectors(l, ELASTIC, vector);
    double taken = bench_process_now() - start;
    *last = found.value[ELASTIC - 1];
    cr_arena_free(arena);
    return taken;
}

#ifdef HAVE_ARPACK
// y = M x for one vector.
static void multiply_one(const cr_system *s, const double *x, double *y) {
    for (int row = 0; row < s->nodes; row++) {
        double sum[3] = {0};
        for (size_t pair = s->start[row]; pair < s->start[row + 1]; pair++)
            for (int i = 0; i < 3; i++) sum[i] += s->mass[pair] * x[3 * s->column[pair] + i];
        memcpy(y + 3 * row, sum, sizeof sum);
    }
}

// Shift and invert, mode 3, with a basis of twice the modes and some more, as its manual recommends; the same
// tolerance as our own. Restarts are ARPACK's business.
static double time_arpack(const problem *p, double *last) {
    int n = p->system.size, nev = ELASTIC + p->rigid.count, ncv = 2 * nev + 10, ido = 0, info = 0;
    int iparam[11] = {1, 0, 300, 1, 0, 0, 3}, ipntr[14], lworkl = ncv * (ncv + 8);
    double *resid = malloc((size_t)n * sizeof *resid), *v = malloc((size_t)n * (size_t)ncv * sizeof *v);
    double *workd = calloc(3 * (size_t)n, sizeof *workd), *workl = malloc((size_t)lworkl * sizeof *workl);
    double *value = malloc((size_t)nev * sizeof *value);
    int *select = calloc((size_t)ncv, sizeof *select);
    need(resid && v && workd && workl && value && select, "memory");
    double start = bench_process_now();
    while (ido != 99) {
        dsaupd_c(&ido, "G", n, "LM", nev, 5e-9, resid, ncv, v, n, iparam, ipntr, workd, workl, lworkl, &info);
        double *x = workd + ipntr[0] - 1, *y = workd + ipntr[1] - 1;
        if (ido == 2) multiply_one(&p->system, x, y);
        if (ido != 1 && ido != -1) continue;
        if (ido == -1) multiply_one(&p->system, x, y);
        else memcpy(y, workd + ipntr[2] - 1, (size_t)n * sizeof *y);
        need(cr_factor_solve(p->factor, 1, y, NULL) == CR_OK, "solution");
    }
    need(info == 0, "dsaupd");
    dseupd_c(1, "A", select, value, v, n, p->shift, "G", n, "LM", nev, 5e-9, resid, ncv, v, n, iparam, ipntr,
             workd, workl, lworkl, &info);
    double taken = bench_process_now() - start;
    need(info == 0, "dseupd");
    *last = 0.0;
    for (int i = 0; i < nev; i++)
        if (value[i] > *last) *last = value[i];
    free(resid), free(v), free(workd), free(workl), free(value), free(select);
    return taken;
}
#endif

// The search alone, on one factor, in turns.
static void compare_searches(fineness here) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh;
    make_mug(here, arena, &mesh);
    cr_modal_job job = {.name = "mug", .mesh = &mesh, .elastic = &ceramic};
    problem p = {.shift = -4e4};
    need(cr_system_assemble(&job, arena, &p.system, NULL) == CR_OK, "assembly");
    cr_mass_props body = cr_mass_props_measure(&mesh, &p.system);
    need(cr_rigid_motions(&mesh, &p.system, &body, false, arena, &p.rigid, NULL) == CR_OK, "rigid motions");
    cr_factor_order order = {NULL, arena, HUGE_VAL};
    cr_factor_seconds seconds = {0};
    cr_error error;
    p.factor = cr_factor_new(&p.system, p.shift, CR_FACTOR_POSITIVE, &order, cr_allocator_default(), &seconds,
                             &error);
    need(p.factor != NULL, "factor");
    double most = fmax(bench_multiply_adds(4), bench_multiply_adds(8)), own_last;
    bench_figure("factor", "ours", "1e9 operations per second",
                 1e-9 * cr_factor_operations(p.factor) / seconds.factor);
    bench_figure("factor", "ours", "% of the limit",
                 100.0 * cr_factor_operations(p.factor) / seconds.factor / (2.0 * most));
    double own = time_own(&p, &own_last);
    bench_figure("search of 54 modes on a given factor", "ours", "s", own);
#ifdef HAVE_ARPACK
    double peer_last, peer = time_arpack(&p, &peer_last);
    bench_figure("search of 54 modes on a given factor", "ARPACK", "s", peer);
    bench_figure("search of 54 modes on a given factor", "ARPACK", "of ours", peer / own);
    need(fabs(own_last / peer_last - 1.0) < 1e-6, "agreement with ARPACK");
#else
    fprintf(stderr, "ARPACK not compared: it is not installed (Debian: libarpack2-dev)\n");
#endif
    cr_factor_free(p.factor);
    cr_arena_free(arena);
}

int main(int count, char **words) {
    double most = 1e3 * (count > 1 ? atof(words[1]) : 100.0);
    if (!getenv("OPENBLAS_CORETYPE")) { // as in the program, which loads OpenBLAS after that
        cr_prep_name_processor();
        if (getenv("OPENBLAS_CORETYPE")) execv("/proc/self/exe", words);
    }
    cr_heap_keep(); // this too
    static const fineness meshes[] = {{0.01, 1}, {0.007, 2}, {0.003, 1}, {0.0016, 1}, {0.00128, 1}};
    int dof, points = 0;
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    cr_modal_seconds parts;
    const fineness here = most < 70e3 ? meshes[0] : (fineness){0.005, 2};
    openblas_set_num_threads(1);
    time_mug(here, 20e3, &parts, &dof);
    time_mug(here, CR_NAN, &parts, &dof);
    compare_slepc("factor and search of 54 modes", here, parts.analyse + parts.factor + parts.eigen);
    compare_searches(here);
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        double y = log(time_mug(meshes[i], CR_NAN, NULL, &dof)), x = log(dof);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
        points++;
        if (dof > most) break;
    }
    if (points > 1)
        bench_figure("growth with the unknowns", "all", "power",
                     (points * sxy - sx * sy) / (points * sxx - sx * sx));
    return 0;
}
