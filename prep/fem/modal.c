#include "prep/eigen/clock.h"
#include "prep/eigen/eigen.h"
#include "prep/fem/body.h"
#include "prep/fem/error.h"
#include "prep/fem/frame.h"
#include "prep/fem/groups.h"

#include "base/numeric.h"

#include <string.h>
#include <sys/resource.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the modes");
}

// Narrower than this (relative) two eigenvalues are one, as far as rounding lets the factor tell.
static const double gap_least = 1e-6, gap_most = 0.02;

double cr_eigen_gap(double value, double next) {
    double step = gap_most * fabs(value);
    if (isinf(next)) return value + step;
    double gap = next - value;
    if (!(gap > gap_least * next)) return 0.0;
    return value + 0.5 * (value > 0.0 ? cr_min(gap, step) : gap);
}

static cr_status check_job(const cr_modal_job *job, cr_error *error) {
    cr_status status = cr_mesh_check(job->mesh, job->name ? job->name : "mesh", error);
    for (int i = 0; !status && i < job->mesh->regions; i++)
        status = cr_elastic_check(&job->elastic[i], "material", error);
    if (status) return status;
    if (isnan(job->fmax) ? job->count < 1 : !(job->fmax > 0.0) || isinf(job->fmax))
        return cr_fail(error, CR_ERR_RANGE, "modes", "ask for at least one mode or for a frequency above 0");
    return CR_OK;
}

// Far below the lowest elastic mode of all but the thinnest solids: (c/1000 L)^2 with the slowest bar wave
// c = sqrt(E/rho) and the diagonal L of the bounding box.
static double scale_of(const cr_modal_job *job) {
    double low[3], high[3], slowest = HUGE_VAL, diagonal = 0.0;
    cr_mesh_bounds(job->mesh, low, high);
    for (int i = 0; i < 3; i++) diagonal += cr_square(high[i] - low[i]);
    for (int region = 0; region < job->mesh->regions; region++)
        for (int i = 0; i < 3; i++)
            slowest = cr_min(slowest, job->elastic[region].young[i] / job->elastic[region].density);
    return 1e-6 * cr_square(cr_pi) * slowest / diagonal;
}

static bool has_springs(const cr_modal_job *job) {
    for (int i = 0; i < job->supports; i++)
        if (isfinite(job->support[i].stiffness) && job->support[i].stiffness > 0.0) return true;
    return false;
}

// Frequencies from u' K u (u' M u = 1), and what is left of K u - w^2 M u.
typedef struct check {
    const cr_system *system;
    int threads;
    double *diagonal;      // of M
    double *stiff, *inert; // K and M times a block of modes
    double **modes;        // all modes, by blocks
    double (*product)[CR_BLOCK_SQUARE];
} check;

static bool check_take(const cr_system *system, int blocks, cr_arena *scratch, check *c) {
    size_t room = (size_t)system->size * CR_BLOCK;
    c->system = system;
    c->diagonal = cr_arena_take(scratch, (size_t)system->size, sizeof(double));
    c->stiff = cr_arena_take(scratch, room, sizeof(double));
    c->inert = cr_arena_take(scratch, room, sizeof(double));
    c->modes = cr_arena_take(scratch, (size_t)blocks, sizeof *c->modes);
    c->product = cr_arena_take(scratch, (size_t)blocks, sizeof *c->product);
    if (!c->diagonal || !c->stiff || !c->inert || !c->modes || !c->product) return false;
    for (int i = 0; i < system->size; i++) {
        size_t own = cr_system_pair(system, i / 3, i / 3) - system->start[i / 3];
        c->diagonal[i] = cr_system_inertia(system, i / 3, own, i % 3, i % 3);
    }
    for (int j = 0; j < blocks; j++) {
        c->modes[j] = cr_arena_take(scratch, room, sizeof(double));
        if (!c->modes[j]) return false;
    }
    return true;
}

static void worst_product(const check *c, int block, cr_modal_result *result) {
    for (int j = 0; j <= block; j++)
        for (int i = 0; i < CR_BLOCK_SQUARE; i++) {
            int row = j * CR_BLOCK + i / CR_BLOCK, column = block * CR_BLOCK + i % CR_BLOCK;
            if (row >= result->elastic || column >= result->elastic) continue;
            double off = fabs(c->product[j][i] - (row == column ? 1.0 : 0.0));
            result->orthogonality = cr_max(result->orthogonality, off);
        }
}

static void worst_force(const check *c, int k, double value, cr_modal_result *result) {
    double left = 0.0, force = 0.0;
    for (int i = 0; i < c->system->size; i++) {
        size_t at = (size_t)i * CR_BLOCK + (size_t)k;
        left += cr_square(c->stiff[at] - value * c->inert[at]) / c->diagonal[i];
        force += cr_square(c->stiff[at]) / c->diagonal[i];
    }
    result->force_residual = cr_max(result->force_residual, sqrt(left / force));
}

static void check_block(const check *c, int block, cr_modal_result *result) {
    int n = c->system->size;
    double energy[1][CR_BLOCK_SQUARE];
    cr_system_mass_multiply(c->system, c->threads, c->modes[block], c->inert);
    cr_block_products(n, block + 1, c->modes, c->inert, c->threads, c->product);
    worst_product(c, block, result);
    cr_system_stiff_multiply(c->system, c->modes[block], c->stiff);
    cr_block_products(n, 1, &c->modes[block], c->stiff, 1, energy);
    for (int k = 0; k < CR_BLOCK && block * CR_BLOCK + k < result->elastic; k++) {
        double value = cr_max(energy[0][k * CR_BLOCK + k], 0.0);
        result->frequency[block * CR_BLOCK + k] = sqrt(value) / (2.0 * cr_pi);
        worst_force(c, k, value, result);
    }
}

static cr_status check_pairs(const cr_system *system, int threads, const cr_eigen_pairs *pairs,
                             const cr_known *rigid, cr_arena *scratch, cr_modal_result *result,
                             cr_error *error) {
    int blocks = (pairs->count + CR_BLOCK - 1) / CR_BLOCK, n = system->size;
    check c = {.threads = threads};
    if (!check_take(system, blocks, scratch, &c)) return no_memory(error);
    for (int j = 0; j < blocks; j++) {
        int first = j * CR_BLOCK, count = pairs->count - first < CR_BLOCK ? pairs->count - first : CR_BLOCK;
        cr_block_weave(n, count, pairs->vector + (size_t)first * (size_t)n, c.modes[j]);
        check_block(&c, j, result);
    }
    double energy[1][CR_BLOCK_SQUARE];
    cr_system_stiff_multiply(system, rigid->block, c.stiff);
    cr_block_products(n, 1, &rigid->block, c.stiff, 1, energy);
    for (int k = 0; k < rigid->count; k++)
        result->rigid_frequency[k] = sqrt(fabs(energy[0][k * CR_BLOCK + k])) / (2.0 * cr_pi);
    return CR_OK;
}

// `size` numbers and as many after them.
static void swap(double *x, size_t size) {
    for (size_t i = 0; i < size; i++) {
        double kept = x[i];
        x[i] = x[size + i];
        x[size + i] = kept;
    }
}

// Energies of a multiple mode differ by rounding, in any order: the frequencies rise when each pair is put in
// its place.
static void sort_pairs(cr_modal_result *r, size_t size) {
    for (int i = 1; i < r->elastic; i++)
        for (int k = i; k > 0 && r->frequency[k] < r->frequency[k - 1]; k--) {
            swap(r->frequency + k - 1, 1);
            swap(r->vector + (size_t)(k - 1) * size, size);
            if (r->frequency_error) swap(r->frequency_error + k - 1, 1);
            if (r->coarse) swap(r->coarse + 3 * (k - 1), 3);
        }
}

static cr_status estimate(const cr_modal_job *job, size_t size, cr_arena *arena, cr_modal_result *r,
                          cr_error *error) {
    double before = cr_clock();
    cr_status status = cr_error_estimate(job, arena, r, error);
    if (!status) cr_groups_merge(job, r);
    sort_pairs(r, size);
    r->seconds.estimate = cr_clock() - before;
    return status;
}

static cr_status run(const cr_eigen_backend *backend, const cr_modal_job *job, cr_arena *arena,
                     cr_arena *scratch, cr_modal_result *r, cr_error *error) {
    double before = cr_clock();
    bool frame = job->mesh->beams > 0;
    cr_system system;
    cr_status status = frame ? cr_frame_assemble(job, scratch, &system, error)
                             : cr_system_assemble(job, scratch, &system, error);
    if (status) return status;
    cr_mass_props body = frame ? cr_frame_measure(job) : cr_mass_props_measure(job->mesh, &system);
    cr_known rigid;
    status = cr_rigid_motions(job->mesh, &system, &body, has_springs(job), scratch, &rigid, error);
    if (status) return status;
    r->seconds.assemble = cr_clock() - before;
    cr_eigen_job eigen = {&system, rigid, scale_of(job), 0, 0.0, job->threads, job->progress, job->context};
    if (isnan(job->fmax)) eigen.count = job->count;
    else eigen.limit = cr_square(2.0 * cr_pi * job->fmax);
    if (eigen.count > system.free - rigid.count)
        return cr_fail(error, CR_ERR_RANGE, "modes", "%d modes are wanted, but the mesh has only %d",
                       eigen.count, system.free - rigid.count);
    cr_eigen_pairs pairs = {0};
    status = backend->solve(&eigen, arena, &pairs, &r->seconds, error);
    if (status) return status;
    r->frequency = cr_arena_take(arena, (size_t)pairs.count + 1, sizeof(double));
    r->rigid_frequency = cr_arena_take(arena, 6, sizeof(double));
    if (!r->frequency || !r->rigid_frequency) return no_memory(error);
    r->dof = system.free;
    r->tets = job->mesh->tets;
    r->elastic = pairs.count;
    r->rigid = rigid.count;
    r->inertia_count = pairs.below;
    r->limit = sqrt(pairs.limit) / (2.0 * cr_pi);
    r->vector = pairs.vector;
    r->residual_max = pairs.residual;
    r->mass = body.mass;
    memcpy(r->centre, body.centre, sizeof r->centre);
    memcpy(r->inertia, body.inertia, sizeof r->inertia);
    status = check_pairs(&system, job->threads, &pairs, &rigid, scratch, r, error);
    if (status) return status;
    sort_pairs(r, (size_t)system.size);
    status = frame ? CR_OK : estimate(job, (size_t)system.size, arena, r, error);
    if (status) return status;
    r->participation = cr_participation_of(job->mesh, &system, &body, r->vector, r->elastic, scratch, arena);
    return r->participation ? CR_OK : no_memory(error);
}

// Errors of a frame from its frequencies with beams twice as long, which are at least four times as far off:
// those of stretch and twist fall with the square of the length, those of bending with its fourth power. What
// is not found up to `farthest` times the highest is as good as unknown.
static cr_status compare(const cr_eigen_backend *backend, const cr_modal_job *job, cr_arena *arena,
                         cr_arena *scratch, cr_modal_result *r, cr_error *error) {
    const double farthest = 1.25;
    cr_modal_result coarse = {0};
    cr_modal_job longer = *job;
    size_t count = (size_t)r->elastic + 1;
    r->frequency_error = cr_arena_take(arena, count, sizeof(double));
    r->coarse = cr_arena_take(arena, 3 * count, sizeof(double));
    if (!r->frequency_error || !r->coarse) return no_memory(error);
    longer.fmax = r->elastic ? farthest * r->frequency[r->elastic - 1] : 0.0;
    cr_status status = r->elastic ? run(backend, &longer, scratch, scratch, &coarse, error) : CR_OK;
    for (int i = 0; status == CR_OK && i < r->elastic; i++) {
        double other = i < coarse.elastic ? coarse.frequency[i] : 2.0 * r->frequency[i];
        r->frequency_error[i] = fabs(other - r->frequency[i]) / 3.0;
    }
    return status;
}

// A frame is computed with two beams for each of its mesh; the nodes of the mesh are kept.
static cr_status run_frame(const cr_eigen_backend *backend, const cr_modal_job *job, cr_arena *arena,
                           cr_arena *scratch, cr_modal_result *r, cr_error *error) {
    cr_mesh halved;
    cr_modal_job finer = *job;
    finer.mesh = &halved;
    cr_status status = cr_frame_halve(job->mesh, scratch, &halved, error);
    if (!status) status = run(backend, &finer, arena, scratch, r, error);
    size_t kept = 6 * (size_t)job->mesh->nodes, all = 6 * (size_t)halved.nodes;
    for (size_t k = 1; !status && k < (size_t)r->elastic; k++)
        memmove(r->vector + k * kept, r->vector + k * all, kept * sizeof *r->vector);
    double before = cr_clock();
    if (!status) status = compare(backend, job, arena, scratch, r, error);
    r->seconds.estimate = cr_clock() - before;
    return status;
}

cr_status cr_modal_compute_by(const cr_eigen_backend *backend, const cr_modal_job *job, cr_arena *arena,
                              cr_modal_result *result, cr_error *error) {
    *result = (cr_modal_result){0};
    double before = cr_clock();
    cr_status status = check_job(job, error);
    if (status) return status;
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    status = job->mesh->beams ? run_frame(backend, job, arena, scratch, result, error)
                              : run(backend, job, arena, scratch, result, error);
    cr_arena_free(scratch);
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0) result->memory_mb = (double)usage.ru_maxrss / 1024.0;
    result->seconds.total = cr_clock() - before;
    return status;
}
