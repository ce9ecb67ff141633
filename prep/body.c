#include "prep/body.h"

#include "base/numeric.h"

#include <lapacke.h>
#include <string.h>

// Positions are in the space of the shape functions, so that x' M y is the integral of x y over the mesh.
cr_body cr_body_measure(const cr_mesh *mesh, const cr_system *system) {
    cr_body body = {0};
    double second[3][3] = {{0}};
    for (int row = 0; row < system->nodes; row++)
        for (size_t pair = system->start[row]; pair < system->start[row + 1]; pair++) {
            body.mass += system->mass[pair];
            for (int i = 0; i < 3; i++) body.centre[i] += system->mass[pair] * mesh->node[3 * row + i];
        }
    for (int i = 0; i < 3; i++) body.centre[i] /= body.mass;
    for (int row = 0; row < system->nodes; row++)
        for (size_t pair = system->start[row]; pair < system->start[row + 1]; pair++) {
            const double *p = mesh->node + 3 * row, *q = mesh->node + 3 * system->column[pair];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    second[i][j] += system->mass[pair] * (p[i] - body.centre[i]) * (q[j] - body.centre[j]);
        }
    double trace = second[0][0] + second[1][1] + second[2][2];
    for (int i = 0; i < 3; i++) body.inertia[i] = trace - second[i][i];
    body.inertia[3] = -second[1][2];
    body.inertia[4] = -second[0][2];
    body.inertia[5] = -second[0][1];
    return body;
}

// Three shifts and three turns about the principal axes through the centre, each with unit modal mass.
static cr_status free_motions(const cr_mesh *mesh, const cr_body *body, double *vector, cr_error *error) {
    const double *j = body->inertia;
    double axis[9] = {j[0], j[5], j[4], j[5], j[1], j[3], j[4], j[3], j[2]}, moment[3];
    if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', 3, axis, 3, moment) || !(moment[0] > 0.0))
        return cr_fail(error, CR_ERR_INPUT, "mesh", "has no moment of inertia about one of its axes");
    size_t size = 3 * (size_t)mesh->nodes;
    for (size_t node = 0; node < (size_t)mesh->nodes; node++) {
        double d[3];
        for (int i = 0; i < 3; i++) d[i] = mesh->node[3 * node + (size_t)i] - body->centre[i];
        for (size_t k = 0; k < 3; k++) {
            vector[k * size + 3 * node + k] = 1.0 / sqrt(body->mass);
            const double *a = axis + 3 * k;
            double *turn = vector + (3 + k) * size + 3 * node, scale = 1.0 / sqrt(moment[k]);
            turn[0] = scale * (a[1] * d[2] - a[2] * d[1]);
            turn[1] = scale * (a[2] * d[0] - a[0] * d[2]);
            turn[2] = scale * (a[0] * d[1] - a[1] * d[0]);
        }
    }
    return CR_OK;
}

// Keeps of `count` vectors the combinations in which the quadratic form `form` vanishes (below `zero`).
static int keep_null(double *vector, int count, size_t size, double *form, double zero) {
    double value[6];
    if (count == 0 || LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', count, form, count, value)) return 0;
    int kept = 0;
    while (kept < count && value[kept] <= zero) kept++;
    for (size_t i = 0; i < size; i++) {
        double old[6], sum;
        for (int k = 0; k < count; k++) old[k] = vector[(size_t)k * size + i];
        for (int k = 0; k < kept; k++) {
            sum = 0.0;
            for (int m = 0; m < count; m++) sum += form[k * count + m] * old[m];
            vector[(size_t)k * size + i] = sum;
        }
    }
    return kept;
}

// Held components: sum over them of what the motions do there, 1 kg in each; what is left is rounding of the
// positions.
static int free_of_held(const cr_system *system, const cr_body *body, double *vector) {
    size_t size = (size_t)system->size;
    double form[36] = {0};
    if (system->free == system->size) return 6;
    for (size_t i = 0; i < size; i++)
        for (size_t a = 0; system->held[i] && a < 6; a++)
            for (size_t b = 0; b < 6; b++)
                form[6 * a + b] += body->mass * vector[a * size + i] * vector[b * size + i];
    int kept = keep_null(vector, 6, size, form, 1e-16 * (double)(system->size - system->free));
    for (size_t k = 0; k < (size_t)kept; k++)
        for (size_t i = 0; i < size; i++)
            if (system->held[i]) vector[k * size + i] = 0.0;
    return kept;
}

// A motion that springs hinder by less than this is called rigid, as for the frequencies of free bodies.
static const double rigid_hz = 0.1;

static cr_status free_of_springs(const cr_system *system, cr_arena *arena, cr_known *rigid, cr_error *error) {
    size_t size = (size_t)system->size, count = (size_t)rigid->count;
    cr_arena_mark mark = cr_arena_here(arena);
    double *force = cr_arena_take(arena, size, sizeof *force), form[36] = {0};
    if (!force) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the rigid motions");
    for (size_t a = 0; a < count; a++) {
        cr_system_stiff_multiply(system, rigid->vector + a * size, force);
        for (size_t b = 0; b < count; b++)
            for (size_t i = 0; i < size; i++) form[a * count + b] += rigid->vector[b * size + i] * force[i];
    }
    cr_arena_rewind(arena, mark);
    rigid->count = keep_null(rigid->vector, rigid->count, size, form, cr_square(2.0 * cr_pi * rigid_hz));
    return CR_OK;
}

cr_status cr_body_rigid(const cr_mesh *mesh, const cr_system *system, const cr_body *body, bool springs,
                        cr_arena *arena, cr_known *rigid, cr_error *error) {
    rigid->vector = cr_arena_take(arena, 6 * (size_t)system->size, sizeof *rigid->vector);
    if (!rigid->vector) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the rigid motions");
    cr_status status = free_motions(mesh, body, rigid->vector, error);
    if (status) return status;
    rigid->count = free_of_held(system, body, rigid->vector);
    return springs ? free_of_springs(system, arena, rigid, error) : CR_OK;
}
