#include "prep/fem/body.h"
#include "prep/eigen/symmetric.h"

#include "base/numeric.h"

#include <float.h>
#include <string.h>

// Positions are in the space of the shape functions, so that x' M y is the integral of x y over the mesh.
cr_mass_props cr_mass_props_measure(const cr_mesh *mesh, const cr_system *system) {
    cr_mass_props body = {0};
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
static cr_status free_motions(const cr_mesh *mesh, const cr_mass_props *body, double *at, cr_error *error) {
    const double *j = body->inertia;
    double axis[9] = {j[0], j[5], j[4], j[5], j[1], j[3], j[4], j[3], j[2]}, moment[3];
    if (!cr_symmetric_small(3, axis, 3, moment) || !(moment[0] > 0.0))
        return cr_fail(error, CR_ERR_INPUT, "mesh", "has no moment of inertia about one of its axes");
    size_t rows = mesh->beams ? 6 : 3; // a frame has the turn of each node after its shift
    for (size_t node = 0; node < (size_t)mesh->nodes; node++, at += rows * CR_BLOCK) {
        double d[3];
        for (int i = 0; i < 3; i++) d[i] = mesh->node[3 * node + (size_t)i] - body->centre[i];
        for (size_t k = 0; k < 3; k++) {
            at[k * CR_BLOCK + k] = 1.0 / sqrt(body->mass);
            const double *a = axis + 3 * k;
            double *turn = at + 3 + k, scale = 1.0 / sqrt(moment[k]);
            for (size_t i = 3; i < rows; i++) turn[i * CR_BLOCK] = scale * a[i - 3];
            turn[0] = scale * (a[1] * d[2] - a[2] * d[1]);
            turn[CR_BLOCK] = scale * (a[2] * d[0] - a[0] * d[2]);
            turn[2 * CR_BLOCK] = scale * (a[0] * d[1] - a[1] * d[0]);
        }
    }
    return CR_OK;
}

// Keeps of the first `count` vectors of a block the combinations in which the quadratic form `form` vanishes
// (below `zero`). The others become 0.
static int keep_null(double *block, int count, int size, double form[CR_BLOCK_SQUARE], double zero) {
    double value[CR_BLOCK], turn[CR_BLOCK_SQUARE] = {0};
    if (count == 0 || !cr_symmetric_small(count, form, CR_BLOCK, value)) return 0;
    int kept = 0;
    for (; kept < count && value[kept] <= zero; kept++)
        for (int k = 0; k < count; k++) turn[k * CR_BLOCK + kept] = form[kept * CR_BLOCK + k];
    cr_block_turn(size, turn, block);
    return kept;
}

// Held components: sum over them of what the motions do there, 1 kg in each. The sum of n squares and the
// eigenvalues of the form, none above its trace, are right within (n + 6) epsilon of that; the eigenvalue of
// a free motion is no more than rounding.
static int free_of_held(const cr_system *system, const cr_mass_props *body, double *block) {
    double form[CR_BLOCK_SQUARE] = {0};
    if (system->free == system->size) return 6;
    for (int i = 0; i < system->size; i++) {
        const double *row = block + (size_t)i * CR_BLOCK;
        for (int a = 0; system->held[i] && a < 6; a++)
            for (int b = 0; b < 6; b++) form[a * CR_BLOCK + b] += body->mass * row[a] * row[b];
    }
    double trace = 0.0, count = system->size - system->free;
    for (int a = 0; a < 6; a++) trace += form[a * CR_BLOCK + a];
    int kept = keep_null(block, 6, system->size, form, (count + 6.0) * DBL_EPSILON * trace);
    for (int i = 0; i < system->size; i++)
        if (system->held[i]) memset(block + (size_t)i * CR_BLOCK, 0, CR_BLOCK * sizeof *block);
    return kept;
}

// A motion that springs hinder by less than this is called rigid, as for the frequencies of free bodies.
static const double rigid_hz = 0.1;

static cr_status free_of_springs(const cr_system *system, cr_arena *arena, cr_known *rigid, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    double *force = cr_arena_take(arena, (size_t)system->size * CR_BLOCK, sizeof *force);
    double form[1][CR_BLOCK_SQUARE];
    if (!force) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the rigid motions");
    cr_system_stiff_multiply(system, rigid->block, force);
    cr_block_products(system->size, 1, &rigid->block, force, 1, form);
    cr_arena_rewind(arena, mark);
    rigid->count =
        keep_null(rigid->block, rigid->count, system->size, form[0], cr_square(2.0 * cr_pi * rigid_hz));
    return CR_OK;
}

cr_status cr_rigid_motions(const cr_mesh *mesh, const cr_system *system, const cr_mass_props *body,
                           bool springs, cr_arena *arena, cr_known *rigid, cr_error *error) {
    rigid->block = cr_arena_take(arena, (size_t)system->size * CR_BLOCK, sizeof *rigid->block);
    if (!rigid->block) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the rigid motions");
    cr_status status = free_motions(mesh, body, rigid->block, error);
    if (status) return status;
    rigid->count = free_of_held(system, body, rigid->block);
    return springs ? free_of_springs(system, arena, rigid, error) : CR_OK;
}
