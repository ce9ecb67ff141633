#include "io/file/contact_problem.h"

#include "io/file/file.h"
#include "io/file/scan.h"

#include <limits.h>

typedef struct reading {
    scan in;
    int dimension, contacts, blocks;
    int *row, *column;
    double *block, *q, *mu;
} reading;

enum { CONTACTS_MOST = 1 << 20 };

static void *take(reading *f, size_t count, size_t size) {
    void *memory = cr_arena_take(f->in.arena, count + 1, size);
    if (!memory) scan_no_memory(&f->in, count, "numbers of a contact problem");
    return memory;
}

static bool take_blocks(reading *f, size_t blocks) {
    f->row = take(f, (size_t)f->contacts + 1, sizeof *f->row);
    f->column = f->row ? take(f, blocks, sizeof *f->column) : NULL;
    f->block = f->column ? take(f, 9 * blocks, sizeof *f->block) : NULL;
    return f->block != NULL;
}

static bool skip_integers(reading *f, const char *what, int count) {
    int ignored;
    for (int i = 0; i < count; i++)
        if (!scan_integer(&f->in, what, &ignored)) return false;
    return true;
}

// Numbers of the dense matrix that are not all 0, and the diagonal.
static bool keep_dense(reading *f, const double *w) {
    int d = f->dimension, n = f->contacts;
    size_t rows = (size_t)d * (size_t)n;
    for (int i = 0; i < n; i++) {
        f->row[i] = f->blocks;
        for (int j = 0; j < n; j++) {
            double *block = f->block + 9 * (size_t)f->blocks;
            bool any = i == j;
            for (int a = 0; a < d; a++)
                for (int b = 0; b < d; b++) {
                    block[3 * a + b] = w[(size_t)(d * j + b) * rows + (size_t)(d * i + a)];
                    any = any || block[3 * a + b] != 0.0;
                }
            if (any) f->column[f->blocks++] = j;
        }
    }
    f->row[n] = f->blocks;
    return true;
}

static bool read_dense(reading *f) {
    long long side = (long long)f->dimension * f->contacts;
    int rows, columns;
    if (!scan_integer(&f->in, "rows", &rows) || !scan_integer(&f->in, "columns", &columns)) return false;
    if (rows != side || columns != side)
        return scan_fail(&f->in, "W is %d x %d, should be %lld x %lld", rows, columns, side, side);
    if (!skip_integers(f, "size of W", 2)) return false;
    if (f->contacts > 10000 || !scan_fits(&f->in, "numbers of W", side * side, 8, 2))
        return scan_fail(&f->in, "W is too large");
    double *w = cr_arena_take(f->in.work, (size_t)(side * side) + 1, sizeof *w);
    if (!w) return scan_no_memory(&f->in, (size_t)(side * side), "numbers of W");
    for (long long k = 0; k < side * side; k++)
        if (!scan_double(&f->in, "a number of W", &w[k])) return false;
    return take_blocks(f, (size_t)f->contacts * (size_t)f->contacts) && keep_dense(f, w);
}

static bool read_pattern(reading *f, int rows, int columns) {
    if (rows != f->contacts + 1 || columns != f->blocks)
        return scan_fail(&f->in, "%d row pointers and %d columns for %d contacts and %d blocks", rows,
                         columns, f->contacts, f->blocks);
    for (int i = 0; i <= f->contacts; i++) {
        if (!scan_integer(&f->in, "a row pointer", &f->row[i])) return false;
        if (f->row[i] < (i ? f->row[i - 1] : 0) || f->row[i] > f->blocks)
            return scan_fail(&f->in, "row pointer %d is out of order", f->row[i]);
    }
    for (int k = 0; k < f->blocks; k++) {
        if (!scan_integer(&f->in, "a column", &f->column[k])) return false;
        if (f->column[k] < 0 || f->column[k] >= f->contacts)
            return scan_fail(&f->in, "column %d, there are %d", f->column[k], f->contacts);
    }
    return true;
}

static bool read_blocks(reading *f) {
    int rows, columns, d = f->dimension, number;
    if (!skip_integers(f, "size of W", 2) || !scan_integer(&f->in, "number of blocks", &f->blocks))
        return false;
    if (f->blocks < f->contacts || !scan_fits(&f->in, "blocks", f->blocks, 8, 2))
        return scan_fail(&f->in, "%d blocks for %d contacts", f->blocks, f->contacts);
    if (!skip_integers(f, "size in blocks", 2) || !skip_integers(f, "size of a block", 2 * f->contacts))
        return false;
    if (!scan_integer(&f->in, "number of row pointers", &rows) ||
        !scan_integer(&f->in, "number of columns", &columns))
        return false;
    if (!take_blocks(f, (size_t)f->blocks) || !read_pattern(f, rows, columns)) return false;
    for (int k = 0; k < f->blocks; k++) {
        if (!scan_integer(&f->in, "number of a block", &number)) return false;
        for (int b = 0; b < d; b++)
            for (int a = 0; a < d; a++)
                if (!scan_double(&f->in, "a number of W", f->block + 9 * (size_t)k + 3 * a + b)) return false;
    }
    return true;
}

// In the plane: a second tangent with a mobility like the others', which nothing pushes.
static void add_tangent(reading *f) {
    for (int i = 0; i < f->contacts; i++)
        for (int k = f->row[i]; k < f->row[i + 1]; k++) {
            double *block = f->block + 9 * (size_t)k;
            if (f->column[k] == i) block[8] = 0.5 * (block[0] + block[4]);
        }
}

static bool read_vectors(reading *f) {
    f->q = take(f, 3 * (size_t)f->contacts, sizeof *f->q);
    f->mu = f->q ? take(f, (size_t)f->contacts, sizeof *f->mu) : NULL;
    if (!f->mu) return false;
    for (int i = 0; i < f->contacts; i++)
        for (int a = 0; a < f->dimension; a++)
            if (!scan_double(&f->in, "a number of q", &f->q[3 * i + a])) return false;
    for (int i = 0; i < f->contacts; i++) {
        if (!scan_double(&f->in, "a friction coefficient", &f->mu[i])) return false;
        if (f->mu[i] < 0.0) return scan_fail(&f->in, "friction coefficient %g, must be 0 or more", f->mu[i]);
    }
    return true;
}

static bool read_all(reading *f) {
    int storage;
    if (!scan_integer(&f->in, "dimension", &f->dimension) ||
        !scan_integer(&f->in, "number of contacts", &f->contacts))
        return false;
    if (f->dimension != 2 && f->dimension != 3)
        return scan_fail(&f->in, "dimension %d, should be 3 or 2: no contact problem?", f->dimension);
    if (f->contacts < 1 || f->contacts > CONTACTS_MOST)
        return scan_fail(&f->in, "%d contacts, should be 1 to %d", f->contacts, CONTACTS_MOST);
    if (!scan_integer(&f->in, "kind of W", &storage)) return false;
    if (storage != 0 && storage != 1)
        return scan_fail(&f->in, "W is stored as kind %d, known are 0 (dense) and 1 (blocks)", storage);
    if (!(storage ? read_blocks : read_dense)(f)) return false;
    if (f->dimension == 2) add_tangent(f);
    return read_vectors(f);
}

cr_status cr_contact_problem_parse(const char *path, const char *bytes, size_t size, cr_arena *arena,
                                   cr_coulomb_problem *problem, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    reading f = {.dimension = 0};
    if (scan_begin(&f.in, path, bytes, size, arena, error) && read_all(&f))
        *problem = (cr_coulomb_problem){
            .contacts = f.contacts, .q = f.q, .mu = f.mu, .row = f.row, .column = f.column, .block = f.block};
    return scan_end(&f.in, mark);
}

cr_status cr_contact_problem_read(const char *path, cr_arena *arena, cr_coulomb_problem *problem,
                                  cr_error *error) {
    char *text;
    size_t size;
    cr_status status = cr_file_read_all(path, CR_CONTACT_PROBLEM_LIMIT, arena, &text, &size, error);
    return status ? status : cr_contact_problem_parse(path, text, size, arena, problem, error);
}
