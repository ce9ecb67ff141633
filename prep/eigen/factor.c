#include "prep/eigen/factor.h"
#include "prep/eigen/clock.h"

#include <dmumps_c.h>
#include <stdlib.h>
#include <string.h>

// MUMPS' documented numbers: what it is asked to do, and its arrays, which count from 1 there.
enum { START = -1, END = -2, ANALYSE = 1, FACTORISE = 2, SOLVE = 3, USE_COMM_WORLD = -987654 };
enum { ORDER_AMD = 0, ORDER_GIVEN = 1, ORDER_PORD = 4, BLOCKS_GIVEN = 1 };
// Nodes of the largest element: a body of one of them is one clique, at which PORD ends the process.
enum { ONE_ELEMENT = 27 };
enum { WORKSPACE_SMALL = -9, WORKSPACE_SMALL_TOO = -8, INTEGER_SMALL = -17, TRIES = 6 };
#define ICNTL(i) icntl[(i)-1]
#define CNTL(i) cntl[(i)-1]
#define INFOG(i) infog[(i)-1]
#define RINFOG(i) rinfog[(i)-1]

struct cr_factor {
    DMUMPS_STRUC_C mumps;
    bool started;
    const cr_system *system;
    cr_arena *arena;
    int *equation; // per component, from 1; 0: held
    int *block;    // first equation of each node that has some, from 1, and one after the last
    int blocks;
    bool in_files;
};

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory to factorise this mesh; use a coarser one");
}

static void call(cr_factor *f, int job) {
    f->mumps.job = job;
    dmumps_c(&f->mumps);
}

static cr_status failed(const cr_factor *f, const char *doing, cr_error *error) {
    int code = f->mumps.INFOG(1);
    switch (code) {
    case -5: // what MUMPS could not allocate in its steps
    case -7:
    case -8:
    case -9:
    case -11:
    case -13:
    case -19:
    case -22:
    case -51:   // the graph of the mesh is too large for the ordering,
    case -9999: // or there was no memory for it: it does not tell which
        return no_memory(error);
    case -90:
        return cr_fail(error, CR_ERR_IO, "modes", "%s: no room for the factor in %s", doing,
                       f->mumps.ooc_tmpdir);
    default:
        return cr_fail(error, CR_ERR_NUMERIC, "modes", "%s: MUMPS gave up with %d (%d)", doing, code,
                       f->mumps.INFOG(2));
    }
}

static size_t count_entries(const cr_system *s, const int *equation) {
    size_t entries = 0;
    for (int row = 0; row < s->nodes; row++) {
        size_t count = s->stiff_start[row + 1] - s->stiff_start[row];
        for (size_t k = 0; k < count; k++) {
            int column = s->column[s->start[row] + k];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < (column == row ? i + 1 : 3); j++)
                    entries += equation[3 * row + i] && equation[3 * column + j];
        }
    }
    return entries;
}

// The lower triangle of K - shift M without held components, as triples.
static void fill_entries(const cr_system *s, const int *equation, double shift, int *at_row, int *at_column,
                         double *value) {
    size_t n = 0;
    for (int row = 0; row < s->nodes; row++) {
        const double *block = s->stiff + 9 * s->stiff_start[row];
        size_t count = s->stiff_start[row + 1] - s->stiff_start[row];
        for (size_t k = 0; k < count; k++, block += 9) {
            int column = s->column[s->start[row] + k];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < (column == row ? i + 1 : 3); j++) {
                    if (!equation[3 * row + i] || !equation[3 * column + j]) continue;
                    at_row[n] = equation[3 * row + i];
                    at_column[n] = equation[3 * column + j];
                    value[n++] = block[3 * i + j] - shift * cr_system_inertia(s, row, k, i, j);
                }
        }
    }
}

static cr_status start(cr_factor *f, cr_factor_kind kind, cr_error *error) {
    DMUMPS_STRUC_C *m = &f->mumps;
    m->comm_fortran = USE_COMM_WORLD;
    m->par = 1;
    m->sym = kind == CR_FACTOR_POSITIVE ? 1 : 2;
    call(f, START);
    if (m->INFOG(1) < 0) return failed(f, "start", error);
    f->started = true;
    for (int i = 1; i <= 4; i++) m->ICNTL(i) = i == 4 ? 0 : -1; // silent
    m->ICNTL(6) = 0;                                            // no permutation for the diagonal
    m->ICNTL(8) = 0;                                            // no scaling: the entries are alike
    m->ICNTL(12) = 1;                                           // the ordering sees the graph as it is
    m->ICNTL(14) = 10;                                          // per cent of room for delayed pivots
    m->ICNTL(31) = kind == CR_FACTOR_COUNT;                     // what was eliminated is let go
    return CR_OK;
}

// Nested dissection of the graph of nodes by PORD, which comes with MUMPS: a third of the time of SCOTCH, for
// a factor of the same size; AMD would double the operations.
static cr_status analyse(cr_factor *f, cr_factor_order *order, cr_error *error) {
    DMUMPS_STRUC_C *m = &f->mumps;
    if (order->position) {
        m->ICNTL(7) = ORDER_GIVEN;
        m->perm_in = order->position;
    } else {
        m->ICNTL(7) = f->blocks > ONE_ELEMENT ? ORDER_PORD : ORDER_AMD;
        m->ICNTL(15) = BLOCKS_GIVEN;
        m->nblk = f->blocks;
        m->blkptr = f->block;
    }
    call(f, ANALYSE);
    m->perm_in = m->blkptr = NULL;
    if (m->INFOG(1) < 0) return failed(f, "analysis", error);
    if (order->position) return CR_OK;
    order->position = cr_arena_take(order->arena, (size_t)m->n, sizeof *order->position);
    if (!order->position) return no_memory(error);
    memcpy(order->position, m->sym_perm, (size_t)m->n * sizeof *order->position);
    return CR_OK;
}

// A factor that has no room goes to files while it is made; solving reads them.
static void use_files(cr_factor *f, double room) {
    DMUMPS_STRUC_C *m = &f->mumps;
    if (m->ICNTL(31) || (double)m->INFOG(17) <= room) return;
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder || strlen(folder) >= sizeof m->ooc_tmpdir) folder = "/var/tmp";
    strcpy(m->ooc_tmpdir, folder);
    strcpy(m->ooc_prefix, "carom");
    m->ICNTL(22) = 1;
    f->in_files = true;
}

// Delayed pivots may need more room than the analysis foresaw: more of it until it is enough.
static cr_status factorise(cr_factor *f, cr_error *error) {
    DMUMPS_STRUC_C *m = &f->mumps;
    for (int i = 0; i < TRIES; i++) {
        call(f, FACTORISE);
        int code = m->INFOG(1);
        if (code >= 0) return CR_OK;
        if (code != WORKSPACE_SMALL && code != WORKSPACE_SMALL_TOO && code != INTEGER_SMALL) break;
        m->ICNTL(14) = 2 * m->ICNTL(14) + 20;
    }
    return failed(f, "factorisation", error);
}

static cr_status build(cr_factor *f, double shift, cr_factor_order *order, cr_arena *scratch,
                       cr_factor_seconds *seconds, cr_error *error) {
    DMUMPS_STRUC_C *m = &f->mumps;
    size_t entries = count_entries(f->system, f->equation);
    m->n = f->system->free;
    m->nnz = (MUMPS_INT8)entries;
    m->irn = cr_arena_take(scratch, entries, sizeof *m->irn);
    m->jcn = cr_arena_take(scratch, entries, sizeof *m->jcn);
    m->a = cr_arena_take(scratch, entries, sizeof *m->a);
    if (!m->irn || !m->jcn || !m->a) return no_memory(error);
    fill_entries(f->system, f->equation, shift, m->irn, m->jcn, m->a);
    double before = cr_clock();
    cr_status status = analyse(f, order, error);
    double between = cr_clock();
    if (!status) use_files(f, order->room);
    if (!status) status = factorise(f, error);
    seconds->analyse += between - before;
    seconds->factor += cr_clock() - between;
    m->irn = m->jcn = NULL;
    m->a = NULL;
    return status;
}

static cr_factor *make(const cr_system *system, cr_arena *arena) {
    cr_factor *f = cr_arena_take(arena, 1, sizeof *f);
    if (!f) return NULL;
    f->system = system;
    f->arena = arena;
    f->equation = cr_arena_take(arena, (size_t)system->size, sizeof *f->equation);
    f->block = cr_arena_take(arena, (size_t)system->nodes + 1, sizeof *f->block);
    if (!f->equation || !f->block) return NULL;
    int free = 0;
    for (int node = 0; node < system->nodes; node++) {
        f->block[f->blocks] = free + 1;
        for (int i = 3 * node; i < 3 * node + 3; i++) f->equation[i] = system->held[i] ? 0 : ++free;
        f->blocks += free >= f->block[f->blocks];
    }
    f->block[f->blocks] = free + 1;
    return f;
}

cr_factor *cr_factor_new(const cr_system *system, double shift, cr_factor_kind kind, cr_factor_order *order,
                         cr_allocator allocator, cr_factor_seconds *seconds, cr_error *error) {
    cr_arena *arena = cr_arena_new(allocator), *scratch = cr_arena_new(allocator);
    cr_factor *f = arena ? make(system, arena) : NULL;
    cr_status status = f && scratch ? start(f, kind, error) : no_memory(error);
    if (!status) status = build(f, shift, order, scratch, seconds, error);
    cr_arena_free(scratch);
    if (!status) return f;
    if (f) cr_factor_free(f);
    else cr_arena_free(arena);
    return NULL;
}

void cr_factor_free(cr_factor *factor) {
    if (!factor) return;
    if (factor->started) call(factor, END);
    cr_arena_free(factor->arena);
}

// Held components are squeezed out of each column and put back, in place.
static void squeeze(const cr_system *s, double *x) {
    double *to = x;
    for (int i = 0; i < s->size; i++)
        if (!s->held[i]) *to++ = x[i];
}

static void widen(const cr_system *s, double *x) {
    const double *from = x + s->free;
    for (int i = s->size - 1; i >= 0; i--) x[i] = s->held[i] ? 0.0 : *--from;
}

cr_status cr_factor_solve(cr_factor *factor, int count, double *x, cr_error *error) {
    DMUMPS_STRUC_C *m = &factor->mumps;
    const cr_system *s = factor->system;
    bool whole = s->free == s->size;
    for (int k = 0; k < count && !whole; k++) squeeze(s, x + (size_t)k * (size_t)s->size);
    m->rhs = x;
    m->nrhs = count;
    m->lrhs = s->size;
    m->ICNTL(27) = count;
    call(factor, SOLVE);
    m->rhs = NULL;
    if (m->INFOG(1) < 0) return failed(factor, "solution", error);
    for (int k = 0; k < count && !whole; k++) widen(s, x + (size_t)k * (size_t)s->size);
    return CR_OK;
}

bool cr_factor_in_files(const cr_factor *factor) {
    return factor->in_files;
}

double cr_factor_operations(const cr_factor *factor) {
    return factor->mumps.RINFOG(3);
}

// Above 2^31 MUMPS tells them in millions, with a minus.
double cr_factor_entries(const cr_factor *factor) {
    double entries = factor->mumps.INFOG(9);
    return entries < 0.0 ? -1e6 * entries : entries;
}

int cr_factor_below(const cr_factor *factor) {
    return factor->mumps.INFOG(12);
}
