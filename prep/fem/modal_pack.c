#include "carom/prep.h"
#include "prep/fem/element.h"
#include "prep/fem/frame.h"

#include "base/numeric.h"

#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the shapes on the surface");
}

static void copy_name(char *to, size_t room, const char *from) {
    size_t length = from ? strlen(from) : 0;
    if (length > room - 1) length = room - 1;
    if (length) memcpy(to, from, length);
    to[length] = '\0';
}

// Numbers the nodes of the surface in rising order; -1 inside.
static int number_vertices(const cr_mesh *mesh, const cr_mesh_surface *surface, int *vertex) {
    size_t entries = (size_t)surface->faces * (mesh->order == 2 ? 6 : 3);
    int count = 0;
    for (int node = 0; node < mesh->nodes; node++) vertex[node] = -1;
    for (size_t i = 0; i < entries; i++) vertex[surface->face[i]] = 0;
    for (int node = 0; node < mesh->nodes; node++)
        if (vertex[node] == 0) vertex[node] = count++;
    return count;
}

// A face with middles becomes four triangles.
static void split_faces(const cr_mesh *mesh, const cr_mesh_surface *surface, const int *vertex,
                        int *triangle) {
    static const int part[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    int corners = mesh->order == 2 ? 6 : 3, parts = mesh->order == 2 ? 4 : 1;
    for (int f = 0; f < surface->faces; f++) {
        const int *face = surface->face + (size_t)corners * (size_t)f;
        for (int p = 0; p < parts; p++)
            for (int i = 0; i < 3; i++) *triangle++ = vertex[face[parts == 4 ? part[p][i] : i]];
    }
}

static cr_status pack_surface(const cr_modal_job *job, const cr_modal_result *result, cr_arena *scratch,
                              cr_arena *arena, cr_modes *modes, cr_error *error) {
    const cr_mesh *mesh = job->mesh;
    cr_mesh_surface surface;
    cr_status status = cr_mesh_surface_find(mesh, scratch, &surface, error);
    if (status) return status;
    int *vertex = cr_arena_take(scratch, (size_t)mesh->nodes, sizeof *vertex);
    if (!vertex) return no_memory(error);
    modes->vertices = number_vertices(mesh, &surface, vertex);
    modes->triangles = surface.faces * (mesh->order == 2 ? 4 : 1);
    size_t values = 3 * (size_t)modes->vertices, all = (size_t)result->elastic * values;
    modes->position = cr_arena_take(arena, values, sizeof *modes->position);
    modes->triangle = cr_arena_take(arena, 3 * (size_t)modes->triangles, sizeof *modes->triangle);
    modes->shape = cr_arena_take(arena, all ? all : 1, sizeof *modes->shape);
    if (!modes->position || !modes->triangle || !modes->shape) return no_memory(error);
    split_faces(mesh, &surface, vertex, modes->triangle);
    for (int node = 0; node < mesh->nodes; node++) {
        if (vertex[node] < 0) continue;
        size_t from = 3 * (size_t)node, to = 3 * (size_t)vertex[node];
        for (size_t i = 0; i < 3; i++) {
            modes->position[to + i] = (float)mesh->node[from + i];
            for (size_t k = 0; k < (size_t)result->elastic; k++)
                modes->shape[k * values + to + i] =
                    (float)result->vector[k * 3 * (size_t)mesh->nodes + from + i];
        }
    }
    return CR_OK;
}

// Twice the decay that one element gives to one mode: u' (mass M_e + stiff K_e) u.
static double element_loss(const cr_mesh *mesh, int index, const cr_element_matrices *m,
                           const double rayleigh[2], const double *u) {
    cr_element e = cr_element_at(mesh, index);
    double kinetic = 0.0, elastic = 0.0;
    for (int a = 0; a < m->nodes; a++)
        for (int b = 0; b <= a; b++) {
            const double *p = u + 3 * (size_t)e.node[a], *q = u + 3 * (size_t)e.node[b];
            double twice = a == b ? 1.0 : 2.0;
            for (int i = 0; i < 3; i++) {
                kinetic += twice * m->mass[a][b] * p[i] * q[i];
                for (int j = 0; j < 3; j++) elastic += twice * p[i] * m->stiff[a][b][i][j] * q[j];
            }
        }
    return rayleigh[0] * kinetic + rayleigh[1] * elastic;
}

// sigma = (mass + stiff w^2)/2 for one material; for several, what each element adds.
static cr_status pack_damping(const cr_modal_job *job, const cr_modal_result *result, cr_modes *modes,
                              cr_error *error) {
    const cr_mesh *mesh = job->mesh;
    for (int k = 0; mesh->regions == 1 && k < result->elastic; k++) {
        double w = 2.0 * cr_pi * result->frequency[k];
        modes->sigma[k] = 0.5 * (job->elastic->rayleigh[0] + job->elastic->rayleigh[1] * w * w);
    }
    for (int index = 0; mesh->regions > 1 && index < cr_mesh_elements(mesh); index++) {
        const cr_elastic *e = &job->elastic[cr_element_at(mesh, index).region];
        cr_hooke hooke = cr_hooke_of(e);
        cr_element_matrices m;
        cr_status status = cr_element_compute(mesh, index, &hooke, e->density, &m, error);
        if (status) return status;
        for (size_t k = 0; k < (size_t)result->elastic; k++)
            modes->sigma[k] += 0.5 * element_loss(mesh, index, &m, e->rayleigh,
                                                  result->vector + k * 3 * (size_t)mesh->nodes);
    }
    return CR_OK;
}

cr_status cr_modal_pack(const cr_modal_job *job, const cr_modal_result *result, const char *material,
                        cr_arena *arena, cr_modes *modes, cr_error *error) {
    const cr_elastic *first = job->elastic;
    *modes = (cr_modes){
        .density = first->density,
        .young = first->young[0],
        .poisson = first->poisson[0],
        .rayleigh_mass = first->rayleigh[0],
        .rayleigh_stiff = first->rayleigh[1],
        .mass = result->mass,
        .count = result->elastic,
        .rigid = result->rigid,
        .limit = result->limit,
        .tets = result->tets,
        .dof = result->dof,
        .counted = result->inertia_count,
        .residual = result->residual_max,
    };
    copy_name(modes->name, sizeof modes->name, job->name);
    copy_name(modes->material, sizeof modes->material, material);
    memcpy(modes->centre, result->centre, sizeof modes->centre);
    memcpy(modes->inertia, result->inertia, sizeof modes->inertia);
    size_t count = result->elastic > 0 ? (size_t)result->elastic : 1;
    modes->frequency = cr_arena_take(arena, count, sizeof *modes->frequency);
    modes->error = cr_arena_take(arena, count, sizeof *modes->error);
    modes->sigma = cr_arena_take(arena, count, sizeof *modes->sigma);
    modes->participation = cr_arena_take(arena, CR_PARTICIPATION * count, sizeof *modes->participation);
    if (!modes->frequency || !modes->error || !modes->sigma || !modes->participation) return no_memory(error);
    memcpy(modes->participation, result->participation,
           CR_PARTICIPATION * (size_t)result->elastic * sizeof *modes->participation);
    memcpy(modes->error, result->frequency_error, (size_t)result->elastic * sizeof *modes->error);
    memcpy(modes->frequency, result->frequency, (size_t)result->elastic * sizeof *modes->frequency);
    cr_status status = pack_damping(job, result, modes, error);
    if (status) return status;
    if (job->mesh->beams) return cr_frame_pack(job->mesh, result, arena, modes, error);
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    status = pack_surface(job, result, scratch, arena, modes, error);
    cr_arena_free(scratch);
    return status;
}
