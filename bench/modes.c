// Speed of modal analysis, one core, CPU time. First the mug of about 70 000 unknowns with 60 modes, rigid
// ones included, from the mesh to the count. Then the search alone, against ARPACK on the same factor where
// it is installed. Then time against unknowns, with the exponent.
//   bench_modes [most unknowns, in thousands: 400]
#include "bench.h"
#include "carom/prep.h"
#include "carom/shape.h"

#include "prep/eigen/factor.h"
#include "prep/eigen/heap.h"
#include "prep/eigen/lanczos.h"
#include "prep/fem/body.h"

#ifdef HAVE_ARPACK
#include <arpack.h>
#endif
#include <cblas.h>
#include <string.h>

enum { ELASTIC = 54, ROUNDS = 3 };

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

// Edges as given, 0: by the rule.
static void make_mug(double edge, int layers, cr_arena *arena, cr_mesh *mesh) {
    double value[CR_SHAPE_PARAM_MAX];
    const cr_shape_type *mug = cr_shape_find("mug", NULL);
    cr_shape_detail detail = {.order = 2, .edge = edge, .layers = layers};
    cr_param_defaults(mug->params, mug->param_count, value);
    need(cr_shape_mesh(mug, value, &detail, arena, mesh, NULL) == CR_OK, "mesh");
}

static double time_mug(double edge, int layers, bool tell, int *dof) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh;
    make_mug(edge, layers, arena, &mesh);
    cr_modal_job job = {
        .name = "mug", .mesh = &mesh, .elastic = &ceramic, .fmax = CR_NAN, .count = ELASTIC, .threads = 1};
    cr_modal_result r;
    double start = bench_process_now();
    need(cr_modal_compute(&job, arena, &r, NULL) == CR_OK, "modes");
    double taken = bench_process_now() - start;
    *dof = r.dof;
    if (tell) {
        char name[80];
        snprintf(name, sizeof name, "mug of %d unknowns and %d modes", r.dof, r.rigid + r.elastic);
        bench_figure(name, "memory", "MB", r.memory_mb);
        bench_figure(name, "assembly", "s", r.seconds.assemble);
        bench_figure(name, "ordering", "s", r.seconds.analyse);
        bench_figure(name, "factor", "s", r.seconds.factor);
        bench_figure(name, "modes", "s", r.seconds.eigen);
        bench_figure(name, "count", "s", r.seconds.count);
    }
    cr_arena_free(arena);
    return taken;
}

typedef struct problem {
    cr_system system;
    cr_known rigid;
    cr_factor *factor;
    double shift;
} problem;

static double time_own(const problem *p, double *last) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_lanczos_job job = {&p->system, p->factor, p->shift, 5e-9, p->rigid, 1, 0, NULL, NULL};
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
static double time_arpack(const problem *p, double *last, int *solutions) {
    int n = p->system.size, nev = ELASTIC + p->rigid.count, ncv = 2 * nev + 10, ido = 0, info = 0;
    int iparam[11] = {1, 0, 300, 1, 0, 0, 3}, ipntr[14], lworkl = ncv * (ncv + 8);
    double *resid = malloc((size_t)n * sizeof *resid), *v = malloc((size_t)n * (size_t)ncv * sizeof *v);
    double *workd = calloc(3 * (size_t)n, sizeof *workd), *workl = malloc((size_t)lworkl * sizeof *workl);
    double *value = malloc((size_t)nev * sizeof *value);
    int *select = calloc((size_t)ncv, sizeof *select);
    need(resid && v && workd && workl && value && select, "memory");
    *solutions = 0;
    double start = bench_process_now();
    while (ido != 99) {
        dsaupd_c(&ido, "G", n, "LM", nev, 5e-9, resid, ncv, v, n, iparam, ipntr, workd, workl, lworkl, &info);
        double *x = workd + ipntr[0] - 1, *y = workd + ipntr[1] - 1;
        if (ido == 2) multiply_one(&p->system, x, y);
        if (ido != 1 && ido != -1) continue;
        if (ido == -1) multiply_one(&p->system, x, y);
        else memcpy(y, workd + ipntr[2] - 1, (size_t)n * sizeof *y);
        need(cr_factor_solve(p->factor, 1, y, NULL) == CR_OK, "solution");
        ++*solutions;
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
static void compare_searches(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh;
    make_mug(0.0, 0, arena, &mesh);
    cr_modal_job job = {.name = "mug", .mesh = &mesh, .elastic = &ceramic};
    problem p = {.shift = -4e4};
    need(cr_system_assemble(&job, arena, &p.system, NULL) == CR_OK, "assembly");
    cr_mass_props body = cr_mass_props_measure(&mesh, &p.system);
    need(cr_rigid_motions(&mesh, &p.system, &body, false, arena, &p.rigid, NULL) == CR_OK, "rigid motions");
    cr_factor_order order = {NULL, arena};
    cr_factor_seconds seconds = {0};
    cr_error error;
    p.factor = cr_factor_new(&p.system, p.shift, CR_FACTOR_POSITIVE, &order, cr_allocator_default(), &seconds,
                             &error);
    need(p.factor != NULL, "factor");
    double own = HUGE_VAL, own_last;
    for (int i = 0; i < ROUNDS; i++) own = fmin(own, time_own(&p, &own_last));
    bench_figure("search of 54 modes on a given factor", "ours", "s", own);
#ifdef HAVE_ARPACK
    double peer = HUGE_VAL, peer_last;
    int solutions;
    for (int i = 0; i < ROUNDS; i++) peer = fmin(peer, time_arpack(&p, &peer_last, &solutions));
    bench_figure("search of 54 modes on a given factor", "ARPACK", "s", peer);
    bench_figure("search of 54 modes on a given factor", "ARPACK", "of ours", peer / own);
    need(fabs(own_last / peer_last - 1.0) < 1e-6, "agreement with ARPACK");
#endif
    cr_factor_free(p.factor);
    cr_arena_free(arena);
}

int main(int count, char **words) {
    double most = 1e3 * (count > 1 ? atof(words[1]) : 400.0);
    cr_heap_keep(); // as in the program
    static const struct {
        double edge;
        int layers;
    } meshes[] = {{0.01, 1}, {0.008, 2}, {0.005, 1}, {0.004, 1}, {0.0035, 2}, {0.003, 1}, {0.0025, 2}};
    int dof, points = 0;
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    openblas_set_num_threads(1);
    double best = time_mug(0.0, 0, true, &dof);
    for (int i = 1; i < ROUNDS; i++) best = fmin(best, time_mug(0.0, 0, false, &dof));
    bench_figure("mug by the rule", "all", "s", best);
    compare_searches();
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        double taken = time_mug(meshes[i].edge, meshes[i].layers, false, &dof), x = log(dof), y = log(taken);
        char name[40];
        snprintf(name, sizeof name, "mug of %d unknowns", dof);
        bench_figure(name, "all", "s", taken);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
        points++;
        if (dof > most) break;
    }
    bench_figure("growth with the unknowns", "all", "power",
                 (points * sxy - sx * sy) / (points * sxx - sx * sx));
    return 0;
}
