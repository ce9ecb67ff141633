#include "prep/eigen/system.h"

#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "support", "no memory");
}

// Integrals over the six-node triangle of area 1 of products of its shape functions, times 180.
static const double face_mass_6[6][6] = {
    {6, -1, -1, 0, -4, 0},  {-1, 6, -1, 0, 0, -4},  {-1, -1, 6, -4, 0, 0},
    {0, 0, -4, 32, 16, 16}, {-4, 0, 0, 16, 32, 16}, {0, -4, 0, 16, 16, 32},
};

static double face_mass(int corners, int a, int b) {
    if (corners == 3) return a == b ? 1.0 / 6.0 : 1.0 / 12.0;
    return face_mass_6[a][b] / 180.0;
}

static double face_area(const cr_mesh *mesh, const int *face) {
    double u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = mesh->node[3 * (size_t)face[1] + (size_t)i] - mesh->node[3 * (size_t)face[0] + (size_t)i];
        v[i] = mesh->node[3 * (size_t)face[2] + (size_t)i] - mesh->node[3 * (size_t)face[0] + (size_t)i];
    }
    double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2], z = u[0] * v[1] - u[1] * v[0];
    return 0.5 * sqrt(x * x + y * y + z * z);
}

static bool face_inside(const int *face, int corners, const unsigned char *inside) {
    for (int a = 0; a < corners; a++)
        if (!inside[face[a]]) return false;
    return true;
}

// A bed of springs of stiffness k/A per area on the faces of the place.
static cr_status add_springs(const cr_modal_job *job, const cr_support *support,
                             const cr_mesh_surface *surface, const unsigned char *inside, cr_system *s,
                             cr_error *error) {
    int corners = job->mesh->order == 2 ? 6 : 3;
    double area = 0.0;
    for (int f = 0; f < surface->faces; f++) {
        const int *face = surface->face + (size_t)corners * (size_t)f;
        if (face_inside(face, corners, inside)) area += face_area(job->mesh, face);
    }
    if (!(area > 0.0))
        return cr_fail(error, CR_ERR_INPUT, support->place, "has no face of the surface to put springs on");
    for (int f = 0; f < surface->faces; f++) {
        const int *face = surface->face + (size_t)corners * (size_t)f;
        if (!face_inside(face, corners, inside)) continue;
        double stiffness = support->stiffness * face_area(job->mesh, face) / area;
        for (int a = 0; a < corners; a++)
            for (int b = 0; b < corners; b++) {
                if (face[b] > face[a]) continue;
                double *block = cr_fem_block(s, face[a], face[b]);
                for (int i = 0; i < 3; i++)
                    if (support->axis[i]) block[4 * i] += stiffness * face_mass(corners, a, b);
            }
    }
    return CR_OK;
}

static cr_status add_support(const cr_modal_job *job, const cr_support *support, cr_mesh_surface *surface,
                             cr_arena *scratch, cr_system *s, cr_error *error) {
    cr_mesh_group group;
    cr_status status = cr_mesh_group_find(job->mesh, support->place, scratch, &group, error);
    if (status) return status;
    if (isnan(support->stiffness) || support->stiffness < 0.0)
        return cr_fail(error, CR_ERR_RANGE, support->place, "stiffness is %g N/m, must be 0 or above",
                       support->stiffness);
    if (isinf(support->stiffness)) {
        for (int n = 0; n < group.count; n++)
            for (int i = 0; i < 3; i++)
                if (support->axis[i]) s->held[3 * (size_t)group.node[n] + (size_t)i] = 1;
        return CR_OK;
    }
    unsigned char *inside = cr_arena_take(scratch, (size_t)job->mesh->nodes, 1);
    if (!inside) return no_memory(error);
    for (int n = 0; n < group.count; n++) inside[group.node[n]] = 1;
    if (!surface->face) status = cr_mesh_surface_find(job->mesh, scratch, surface, error);
    return status ? status : add_springs(job, support, surface, inside, s, error);
}

cr_status cr_system_support(const cr_modal_job *job, cr_arena *scratch, cr_system *system, cr_error *error) {
    cr_mesh_surface surface = {0};
    for (int i = 0; i < job->supports; i++) {
        cr_status status = add_support(job, &job->support[i], &surface, scratch, system, error);
        if (status) return status;
    }
    system->free = 0;
    for (int i = 0; i < system->size; i++) system->free += !system->held[i];
    return CR_OK;
}
