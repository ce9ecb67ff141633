// The backend of carom-slepc: matrices and factors are spread over MPI processes by PETSc, eigenpairs are
// found by SLEPc's Krylov-Schur method with shift and invert, MUMPS (parallel) factorises and counts. Every
// process has the mesh and gets all pairs: whether a finer mesh is needed, each finds by itself.
#include "prep/eigen/eigen.h"

#include "prep/eigen/clock.h"

#include <slepceps.h>

enum { ATTEMPTS = 4, MORE = 4 };

typedef struct spread {
    const cr_eigen_job *job;
    PetscInt first, last; // rows of this process
    PetscInt *equation;   // per component, -1: held
    Mat stiff, mass;
    Vec known[6];
} spread;

typedef void (*take_entry)(void *context, PetscInt row, PetscInt column, double stiff, double mass);

// All entries in the rows of this process, both triangles.
static void each_entry(const spread *s, take_entry take, void *context) {
    const cr_system *system = s->job->system;
    for (int row = 0; row < system->nodes; row++) {
        const double *block = system->stiff + 9 * system->stiff_start[row];
        size_t count = system->stiff_start[row + 1] - system->stiff_start[row];
        for (size_t k = 0; k < count; k++, block += 9) {
            int column = system->column[system->start[row] + k];
            for (int i = 0; i < 9; i++) {
                PetscInt p = s->equation[3 * row + i / 3], q = s->equation[3 * column + i % 3];
                double inert = cr_system_inertia(system, row, k, i / 3, i % 3);
                if (p < 0 || q < 0) continue;
                if (p >= s->first && p < s->last) take(context, p, q, block[i], inert);
                if (row != column && q >= s->first && q < s->last) take(context, q, p, block[i], inert);
            }
        }
    }
}

typedef struct counts {
    const spread *s;
    PetscInt *near, *far; // entries within the columns of this process and beyond
} counts;

static void count_entry(void *context, PetscInt row, PetscInt column, double stiff, double mass) {
    counts *c = context;
    (void)stiff, (void)mass;
    bool near = column >= c->s->first && column < c->s->last;
    (near ? c->near : c->far)[row - c->s->first]++;
}

static void set_entry(void *context, PetscInt row, PetscInt column, double stiff, double mass) {
    spread *s = context;
    MatSetValue(s->stiff, row, column, stiff, INSERT_VALUES);
    MatSetValue(s->mass, row, column, mass, INSERT_VALUES);
}

static PetscErrorCode make_matrices(spread *s, cr_arena *scratch) {
    PetscInt size = s->job->system->free, rows = PETSC_DECIDE;
    PetscCall(PetscSplitOwnership(PETSC_COMM_WORLD, &rows, &size));
    PetscCallMPI(MPI_Scan(&rows, &s->last, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD));
    s->first = s->last - rows;
    s->equation = cr_arena_take(scratch, (size_t)s->job->system->size, sizeof *s->equation);
    counts c = {s, cr_arena_take(scratch, (size_t)rows + 1, sizeof *c.near),
                cr_arena_take(scratch, (size_t)rows + 1, sizeof *c.far)};
    if (!s->equation || !c.near || !c.far) return PETSC_ERR_MEM;
    PetscInt free = 0;
    for (int i = 0; i < s->job->system->size; i++) s->equation[i] = s->job->system->held[i] ? -1 : free++;
    each_entry(s, count_entry, &c);
    Mat *both[2] = {&s->stiff, &s->mass};
    for (int i = 0; i < 2; i++) {
        PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, rows, rows, size, size, 0, c.near, 0, c.far, both[i]));
        PetscCall(MatSetOption(*both[i], MAT_SYMMETRIC, PETSC_TRUE));
    }
    each_entry(s, set_entry, s);
    for (int i = 0; i < 2; i++) {
        PetscCall(MatAssemblyBegin(*both[i], MAT_FINAL_ASSEMBLY));
        PetscCall(MatAssemblyEnd(*both[i], MAT_FINAL_ASSEMBLY));
    }
    return 0;
}

static PetscErrorCode make_known(spread *s) {
    for (int k = 0; k < s->job->known.count; k++) {
        PetscCall(MatCreateVecs(s->stiff, &s->known[k], NULL));
        for (int i = 0; i < s->job->system->size; i++)
            if (s->equation[i] >= s->first && s->equation[i] < s->last)
                PetscCall(VecSetValue(s->known[k], s->equation[i],
                                      s->job->known.block[(size_t)i * CR_BLOCK + (size_t)k], INSERT_VALUES));
        PetscCall(VecAssemblyBegin(s->known[k]));
        PetscCall(VecAssemblyEnd(s->known[k]));
    }
    return 0;
}

// Eigenvalues below the limit by the inertia of K - limit M.
static PetscErrorCode count_below(const spread *s, double limit, int *below) {
    Mat shifted, factor;
    MatFactorInfo info;
    IS row, column;
    PetscInt negative, zero, positive;
    PetscCall(MatDuplicate(s->stiff, MAT_COPY_VALUES, &shifted));
    PetscCall(MatAXPY(shifted, -limit, s->mass, SAME_NONZERO_PATTERN));
    PetscCall(MatGetOrdering(shifted, MATORDERINGEXTERNAL, &row, &column));
    PetscCall(MatGetFactor(shifted, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, &factor));
    PetscCall(MatMumpsSetIcntl(factor, 13, 1)); // the last front on one process, as the count needs it
    PetscCall(MatMumpsSetIcntl(factor, 24, 1)); // pivots of 0 are told
    PetscCall(MatFactorInfoInitialize(&info));
    PetscCall(MatCholeskyFactorSymbolic(factor, shifted, row, &info));
    PetscCall(MatCholeskyFactorNumeric(factor, shifted, &info));
    PetscCall(MatGetInertia(factor, &negative, &zero, &positive));
    *below = (int)negative;
    PetscCall(ISDestroy(&row));
    PetscCall(ISDestroy(&column));
    PetscCall(MatDestroy(&factor));
    return MatDestroy(&shifted);
}

static PetscErrorCode search(const spread *s, int wanted, EPS *eps) {
    ST st;
    KSP ksp;
    PC pc;
    double shift = -s->job->scale;
    PetscCall(EPSCreate(PETSC_COMM_WORLD, eps));
    PetscCall(EPSSetOperators(*eps, s->stiff, s->mass));
    PetscCall(EPSSetProblemType(*eps, EPS_GHEP));
    PetscCall(EPSSetTarget(*eps, shift));
    PetscCall(EPSSetWhichEigenpairs(*eps, EPS_TARGET_MAGNITUDE));
    PetscCall(EPSSetDimensions(*eps, wanted, 2 * wanted + 20, PETSC_DEFAULT));
    PetscCall(EPSSetTolerances(*eps, 1e-10, 1000));
    if (s->job->known.count) PetscCall(EPSSetDeflationSpace(*eps, s->job->known.count, (Vec *)s->known));
    PetscCall(EPSGetST(*eps, &st));
    PetscCall(STSetType(st, STSINVERT));
    PetscCall(STGetKSP(st, &ksp));
    PetscCall(KSPSetType(ksp, KSPPREONLY));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCCHOLESKY));
    PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    PetscCall(EPSSetFromOptions(*eps));
    return EPSSolve(*eps);
}

// u - (w^2 - s)(K - s M)^-1 M u in the norm of M, without what it has of the known modes.
static PetscErrorCode residual(const spread *s, EPS eps, Vec u, double value, Vec inert, Vec x,
                               double *norm) {
    ST st;
    KSP ksp;
    PetscScalar product;
    PetscCall(EPSGetST(eps, &st));
    PetscCall(STGetKSP(st, &ksp));
    PetscCall(MatMult(s->mass, u, inert));
    PetscCall(KSPSolve(ksp, inert, x));
    PetscCall(VecAYPX(x, -(value + s->job->scale), u));
    for (int k = 0; k < s->job->known.count; k++) {
        PetscCall(MatMult(s->mass, x, inert));
        PetscCall(VecDot(s->known[k], inert, &product));
        PetscCall(VecAXPY(x, -product, s->known[k]));
    }
    PetscCall(MatMult(s->mass, x, inert));
    PetscCall(VecDot(x, inert, &product));
    *norm = sqrt(fabs(product));
    return 0;
}

// The pairs, on every process.
static PetscErrorCode take_pairs(const spread *s, EPS eps, cr_arena *arena, cr_eigen_pairs *pairs) {
    Vec u, inert, x, whole;
    VecScatter gather;
    size_t size = (size_t)s->job->system->size, n = (size_t)pairs->count;
    pairs->value = cr_arena_take(arena, n + 1, sizeof *pairs->value);
    pairs->vector = cr_arena_take(arena, n * size + 1, sizeof *pairs->vector);
    if (!pairs->value || !pairs->vector) return PETSC_ERR_MEM;
    PetscCall(MatCreateVecs(s->stiff, &u, &inert));
    PetscCall(VecDuplicate(u, &x));
    PetscCall(VecScatterCreateToAll(u, &gather, &whole));
    for (int k = 0; k < pairs->count; k++) {
        double norm;
        const PetscScalar *from;
        PetscCall(EPSGetEigenpair(eps, k, &pairs->value[k], NULL, u, NULL));
        PetscCall(residual(s, eps, u, pairs->value[k], inert, x, &norm));
        if (!(norm <= pairs->residual)) pairs->residual = norm;
        PetscCall(VecScatterBegin(gather, u, whole, INSERT_VALUES, SCATTER_FORWARD));
        PetscCall(VecScatterEnd(gather, u, whole, INSERT_VALUES, SCATTER_FORWARD));
        PetscCall(VecGetArrayRead(whole, &from));
        for (size_t i = 0; i < size; i++)
            if (s->equation[i] >= 0) pairs->vector[(size_t)k * size + i] = from[s->equation[i]];
        PetscCall(VecRestoreArrayRead(whole, &from));
    }
    PetscCall(VecScatterDestroy(&gather));
    PetscCall(VecDestroy(&whole));
    PetscCall(VecDestroy(&u));
    PetscCall(VecDestroy(&x));
    return VecDestroy(&inert);
}

// How many of the found are wanted, and where to count; -1: the end of a multiple one is not in sight.
static PetscErrorCode place_limit(const spread *s, EPS eps, cr_eigen_pairs *pairs) {
    PetscInt found;
    PetscScalar value, next;
    PetscCall(EPSGetConverged(eps, &found));
    pairs->count = -1;
    for (int n = s->job->count; n < found && pairs->count < 0; n++) {
        PetscCall(EPSGetEigenvalue(eps, n - 1, &value, NULL));
        PetscCall(EPSGetEigenvalue(eps, n, &next, NULL));
        pairs->limit = cr_eigen_gap(value, next);
        if (pairs->limit != 0.0) pairs->count = n;
    }
    return 0;
}

static PetscErrorCode solve_spread(spread *s, cr_arena *arena, cr_arena *scratch, cr_eigen_pairs *pairs,
                                   cr_modal_seconds *seconds) {
    PetscCall(make_matrices(s, scratch));
    PetscCall(make_known(s));
    double before = cr_clock();
    int below = 0;
    if (!s->job->count) PetscCall(count_below(s, s->job->limit, &below));
    seconds->count += cr_clock() - before;
    for (int i = 0; i < ATTEMPTS; i++) {
        EPS eps;
        int wanted = s->job->count ? s->job->count + MORE * (i + 1) : below - s->job->known.count + MORE * i;
        *pairs = (cr_eigen_pairs){.count = wanted, .limit = s->job->limit, .below = below};
        before = cr_clock();
        PetscCall(search(s, wanted > 0 ? wanted : 1, &eps));
        if (s->job->count) PetscCall(place_limit(s, eps, pairs));
        else pairs->count = below - s->job->known.count;
        if (pairs->count >= 0) PetscCall(take_pairs(s, eps, arena, pairs));
        PetscCall(EPSDestroy(&eps));
        seconds->eigen += cr_clock() - before;
        before = cr_clock();
        if (s->job->count && pairs->count >= 0) PetscCall(count_below(s, pairs->limit, &pairs->below));
        seconds->count += cr_clock() - before;
        bool within = pairs->count <= 0 || pairs->value[pairs->count - 1] < pairs->limit;
        if (pairs->count >= 0 && within && pairs->below == s->job->known.count + pairs->count) return 0;
    }
    pairs->count = -1;
    return 0;
}

static cr_status solve(const cr_eigen_job *job, cr_arena *arena, cr_eigen_pairs *pairs,
                       cr_modal_seconds *seconds, cr_error *error) {
    spread s = {.job = job};
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory");
    PetscErrorCode code = solve_spread(&s, arena, scratch, pairs, seconds);
    cr_arena_free(scratch);
    if (code == PETSC_ERR_MEM) return cr_fail(error, CR_ERR_MEMORY, "slepc", "no memory for this mesh");
    if (code) return cr_fail(error, CR_ERR_NUMERIC, "slepc", "PETSc gave up with error %d", (int)code);
    if (pairs->count < 0)
        return cr_fail(error, CR_ERR_NUMERIC, "slepc", "the count of modes by inertia was not reached");
    return CR_OK;
}

static const cr_eigen_backend backend = {"slepc", solve};

cr_status cr_modal_compute(const cr_modal_job *job, cr_arena *arena, cr_modal_result *result,
                           cr_error *error) {
    return cr_modal_compute_by(&backend, job, arena, result, error);
}
