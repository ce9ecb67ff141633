#include "prep/fem/frame.h"
#include "prep/fem/beam.h"

#include "base/numeric.h"

#include <stdlib.h>
#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the matrices of this frame");
}

static int by_number(const void *p, const void *q) {
    int a = *(const int *)p, b = *(const int *)q;
    return (a > b) - (a < b);
}

// The nodes beside each, and itself, rising: list[start[i]..start[i + 1]).
typedef struct beside {
    size_t *start;
    int *list;
} beside;

static bool find_beside(const cr_mesh *mesh, cr_arena *scratch, beside *b) {
    size_t nodes = (size_t)mesh->nodes;
    size_t *next = cr_arena_take(scratch, nodes, sizeof *next);
    b->start = cr_arena_take(scratch, nodes + 1, sizeof *b->start);
    b->list = cr_arena_take(scratch, nodes + 2 * (size_t)mesh->beams, sizeof *b->list);
    if (!next || !b->start || !b->list) return false;
    for (int i = 0; i < 2 * mesh->beams; i++) b->start[mesh->beam[i] + 1]++;
    for (size_t i = 0; i < nodes; i++) {
        b->start[i + 1] += b->start[i] + 1;
        next[i] = b->start[i];
        b->list[next[i]++] = (int)i;
    }
    for (int i = 0; i < mesh->beams; i++) {
        int p = mesh->beam[2 * i], q = mesh->beam[2 * i + 1];
        b->list[next[p]++] = q;
        b->list[next[q]++] = p;
    }
    for (size_t i = 0; i < nodes; i++)
        qsort(b->list + b->start[i], b->start[i + 1] - b->start[i], sizeof *b->list, by_number);
    return true;
}

static bool pattern(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch, cr_system *s) {
    beside b;
    if (!find_beside(mesh, scratch, &b)) return false;
    size_t rows = (size_t)s->nodes, all = b.start[mesh->nodes];
    s->start = cr_arena_take(arena, rows + 1, sizeof *s->start);
    s->stiff_start = cr_arena_take(arena, rows + 1, sizeof *s->stiff_start);
    s->column = cr_arena_take(arena, 4 * all, sizeof *s->column);
    s->held = cr_arena_take(arena, (size_t)s->size, 1);
    if (!s->start || !s->stiff_start || !s->column || !s->held) return false;
    for (int row = 0; row < s->nodes; row++) {
        size_t count = 0, lower = 0;
        for (size_t i = b.start[row / 2]; i < b.start[row / 2 + 1]; i++)
            for (int k = 0; k < 2; k++) {
                int column = 2 * b.list[i] + k;
                s->column[s->start[row] + count++] = column;
                lower += column <= row;
            }
        s->start[row + 1] = s->start[row] + count;
        s->stiff_start[row + 1] = s->stiff_start[row] + lower;
    }
    s->stiff = cr_arena_take(arena, 9 * s->stiff_start[rows], sizeof *s->stiff);
    s->inertia = cr_arena_take(arena, 9 * s->stiff_start[rows], sizeof *s->inertia);
    return s->stiff && s->inertia;
}

static void add_beam(const cr_system *s, const int *node, const cr_beam_matrices *m) {
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            int row = 2 * node[a / 2] + a % 2, column = 2 * node[b / 2] + b % 2;
            if (column > row) continue;
            double *stiff = cr_fem_block(s, row, column), *inertia = s->inertia + (stiff - s->stiff);
            for (int i = 0; i < 9; i++) {
                stiff[i] += m->stiff[3 * a + i / 3][3 * b + i % 3];
                inertia[i] += m->mass[3 * a + i / 3][3 * b + i % 3];
            }
        }
}

static cr_status add_support(const cr_modal_job *job, const cr_support *support, cr_arena *scratch,
                             const cr_system *s, cr_error *error) {
    cr_mesh_group group;
    cr_status status = cr_mesh_group_find(job->mesh, support->place, scratch, &group, error);
    if (status) return status;
    if (isnan(support->stiffness) || support->stiffness < 0.0)
        return cr_fail(error, CR_ERR_RANGE, support->place, "stiffness is %g N/m, must be 0 or above",
                       support->stiffness);
    bool clamped = support->axis[0] && support->axis[1] && support->axis[2];
    for (int n = 0; n < group.count; n++)
        for (int i = 0; i < 3; i++) {
            int row = 2 * group.node[n];
            if (isinf(support->stiffness)) {
                s->held[3 * row + i] |= support->axis[i];
                s->held[3 * row + 3 + i] |= clamped;
            } else if (support->axis[i]) {
                cr_fem_block(s, row, row)[4 * i] += support->stiffness / group.count;
            }
        }
    return CR_OK;
}

cr_status cr_frame_assemble(const cr_modal_job *job, cr_arena *arena, cr_system *system, cr_error *error) {
    const cr_mesh *mesh = job->mesh;
    *system = (cr_system){.nodes = 2 * mesh->nodes, .size = 6 * mesh->nodes};
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    cr_status status = pattern(mesh, arena, scratch, system) ? CR_OK : no_memory(error);
    for (int i = 0; status == CR_OK && i < mesh->beams; i++) {
        const int *node = mesh->beam + 2 * (size_t)i;
        cr_beam_matrices m;
        cr_beam_compute(mesh->node + 3 * (size_t)node[0], mesh->node + 3 * (size_t)node[1], mesh->radius[i],
                        job->elastic, &m);
        add_beam(system, node, &m);
    }
    for (int i = 0; status == CR_OK && i < job->supports; i++)
        status = add_support(job, &job->support[i], scratch, system, error);
    for (int i = 0; status == CR_OK && i < system->size; i++) system->free += !system->held[i];
    cr_arena_free(scratch);
    return status;
}

// A cylinder as long as the beam: m L^2/12 along its axis and m r^2/4 across it about its middle.
static void add_mass(const double *p, const double *q, double density, double radius, cr_mass_props *body,
                     double second[3][3]) {
    double along[3], middle[3], square = 0.0;
    for (int i = 0; i < 3; i++) {
        along[i] = q[i] - p[i];
        middle[i] = 0.5 * (p[i] + q[i]);
        square += along[i] * along[i];
    }
    double mass = density * cr_pi * radius * radius * sqrt(square), across = 0.25 * radius * radius;
    body->mass += mass;
    for (int i = 0; i < 3; i++) {
        body->centre[i] += mass * middle[i];
        second[i][i] += mass * across;
        for (int j = 0; j < 3; j++)
            second[i][j] +=
                mass * (middle[i] * middle[j] + along[i] * along[j] * (1.0 / 12.0 - across / square));
    }
}

cr_mass_props cr_frame_measure(const cr_modal_job *job) {
    const cr_mesh *mesh = job->mesh;
    cr_mass_props body = {0};
    double second[3][3] = {{0}};
    for (int b = 0; b < mesh->beams; b++)
        add_mass(mesh->node + 3 * (size_t)mesh->beam[2 * b], mesh->node + 3 * (size_t)mesh->beam[2 * b + 1],
                 job->elastic->density, mesh->radius[b], &body, second);
    for (int i = 0; i < 3; i++) body.centre[i] /= body.mass;
    for (int i = 0; i < 9; i++) second[i / 3][i % 3] -= body.mass * body.centre[i / 3] * body.centre[i % 3];
    double trace = second[0][0] + second[1][1] + second[2][2];
    for (int i = 0; i < 3; i++) body.inertia[i] = trace - second[i][i];
    body.inertia[3] = -second[1][2];
    body.inertia[4] = -second[0][2];
    body.inertia[5] = -second[0][1];
    return body;
}

cr_status cr_frame_halve(const cr_mesh *mesh, cr_arena *arena, cr_mesh *halved, cr_error *error) {
    size_t nodes = (size_t)mesh->nodes, beams = (size_t)mesh->beams;
    *halved = *mesh;
    halved->node = cr_arena_take(arena, 3 * (nodes + beams), sizeof *halved->node);
    halved->beam = cr_arena_take(arena, 4 * beams, sizeof *halved->beam);
    halved->radius = cr_arena_take(arena, 2 * beams, sizeof *halved->radius);
    if (!halved->node || !halved->beam || !halved->radius) return no_memory(error);
    halved->nodes += mesh->beams;
    halved->beams *= 2;
    memcpy(halved->node, mesh->node, 3 * nodes * sizeof *mesh->node);
    for (size_t b = 0; b < beams; b++) {
        int ends[2] = {mesh->beam[2 * b], mesh->beam[2 * b + 1]}, middle = mesh->nodes + (int)b;
        for (size_t i = 0; i < 3; i++)
            halved->node[3 * (nodes + b) + i] =
                0.5 * (mesh->node[3 * (size_t)ends[0] + i] + mesh->node[3 * (size_t)ends[1] + i]);
        const int both[4] = {ends[0], middle, middle, ends[1]};
        memcpy(halved->beam + 4 * b, both, sizeof both);
        halved->radius[2 * b] = halved->radius[2 * b + 1] = mesh->radius[b];
    }
    return CR_OK;
}
