#include "prep/eigen/system.h"
#include "prep/fem/element.h"

#include <stdlib.h>
#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the matrices of this mesh");
}

static int by_number(const void *p, const void *q) {
    int a = *(const int *)p, b = *(const int *)q;
    return (a > b) - (a < b);
}

// Distinct nodes of the elements around `node`, at most once each: `seen` holds the last node that saw it.
static size_t neighbours(const cr_mesh *mesh, const cr_around *a, int node, int *seen, int *list) {
    size_t count = 0;
    for (size_t i = a->start[node]; i < a->start[node + 1]; i++) {
        cr_element e = cr_element_at(mesh, a->element[i]);
        for (int k = 0; k < e.nodes; k++) {
            if (seen[e.node[k]] == node + 1) continue;
            seen[e.node[k]] = node + 1;
            if (list) list[count] = e.node[k];
            count++;
        }
    }
    if (list) qsort(list, count, sizeof *list, by_number);
    return count;
}

static bool pattern(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch, cr_system *s) {
    cr_around a;
    if (!cr_elements_around(mesh, false, scratch, &a)) return false;
    size_t nodes = (size_t)mesh->nodes;
    int *seen = cr_arena_take(scratch, nodes, sizeof *seen);
    s->start = cr_arena_take(arena, nodes + 1, sizeof *s->start);
    s->stiff_start = cr_arena_take(arena, nodes + 1, sizeof *s->stiff_start);
    s->held = cr_arena_take(arena, 3 * nodes, 1);
    if (!seen || !s->start || !s->stiff_start || !s->held) return false;
    for (int node = 0; node < mesh->nodes; node++)
        s->start[node + 1] = s->start[node] + neighbours(mesh, &a, node, seen, NULL);
    s->column = cr_arena_take(arena, s->start[nodes], sizeof *s->column);
    s->mass = cr_arena_take(arena, s->start[nodes], sizeof *s->mass);
    if (!s->column || !s->mass) return false;
    memset(seen, 0, nodes * sizeof *seen);
    for (int node = 0; node < mesh->nodes; node++) {
        int *row = s->column + s->start[node];
        neighbours(mesh, &a, node, seen, row);
        size_t lower = 0;
        while (row[lower] != node) lower++;
        s->stiff_start[node + 1] = s->stiff_start[node] + lower + 1;
    }
    s->stiff = cr_arena_take(arena, 9 * s->stiff_start[nodes], sizeof *s->stiff);
    return s->stiff != NULL;
}

size_t cr_system_pair(const cr_system *system, int row, int column) {
    size_t low = system->start[row], high = system->start[row + 1] - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (system->column[middle] < column) low = middle + 1;
        else high = middle;
    }
    return low;
}

double *cr_fem_block(const cr_system *system, int row, int column) {
    size_t within = cr_system_pair(system, row, column) - system->start[row];
    return system->stiff + 9 * (system->stiff_start[row] + within);
}

static void add_element(cr_system *s, const int *node, const cr_element_matrices *m) {
    for (int a = 0; a < m->nodes; a++)
        for (int b = 0; b <= a; b++) {
            int row = node[a] > node[b] ? node[a] : node[b], column = node[a] > node[b] ? node[b] : node[a];
            bool turned = row != node[a];
            size_t pair = cr_system_pair(s, row, column);
            double *block = s->stiff + 9 * (s->stiff_start[row] + pair - s->start[row]);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    block[3 * i + j] += m->stiff[a][b][turned ? j : i][turned ? i : j];
            s->mass[pair] += m->mass[a][b];
            if (row != column) s->mass[cr_system_pair(s, column, row)] += m->mass[a][b];
        }
}

static bool told(const cr_modal_job *job, double share) {
    return !job->progress || job->progress(job->context, "assemble", share);
}

static cr_status fill(const cr_modal_job *job, cr_arena *scratch, cr_system *s, cr_error *error) {
    const cr_mesh *mesh = job->mesh;
    int elements = cr_mesh_elements(mesh);
    cr_hooke *hooke = cr_arena_take(scratch, (size_t)mesh->regions, sizeof *hooke);
    if (!hooke) return no_memory(error);
    for (int region = 0; region < mesh->regions; region++) hooke[region] = cr_hooke_of(&job->elastic[region]);
    for (int index = 0; index < elements; index++) {
        if (index % 4096 == 0 && !told(job, (double)index / elements))
            return cr_fail(error, CR_STOPPED, "modes", "stopped");
        cr_element e = cr_element_at(mesh, index);
        cr_element_matrices m;
        cr_status status =
            cr_element_compute(mesh, index, &hooke[e.region], job->elastic[e.region].density, &m, error);
        if (status) return status;
        add_element(s, e.node, &m);
    }
    return CR_OK;
}

cr_status cr_system_assemble(const cr_modal_job *job, cr_arena *arena, cr_system *system, cr_error *error) {
    *system = (cr_system){.nodes = job->mesh->nodes, .size = 3 * job->mesh->nodes};
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    cr_status status = pattern(job->mesh, arena, scratch, system) ? CR_OK : no_memory(error);
    if (!status) status = fill(job, scratch, system, error);
    if (!status) status = cr_system_support(job, scratch, system, error);
    cr_arena_free(scratch);
    return status;
}
