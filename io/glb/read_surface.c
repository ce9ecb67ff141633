// Where the points of a modal model lie, and the triangles between them.
#include "io/glb/read_internal.h"

#include <limits.h>
#include <string.h>

// Newton's iteration to the orthogonal factor of the polar decomposition, X <- (X + X^-T)/2
// (Higham 1986); cofactors over the determinant are the inverse transposed.
bool cr_glb_rotation(const cr_gltf_frame *frame, double turn[3][3]) {
    enum { ROUNDS = 100 }; // it halves what is too large until it converges quadratically
    double change = 1.0;
    memcpy(turn, frame->turn, sizeof frame->turn);
    for (int round = 0; round < ROUNDS && change > 0.0; round++) {
        double cofactor[3][3], determinant = 0.0;
        for (int n = 0; n < 9; n++) {
            int i = n / 3, k = n % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            cofactor[i][k] = turn[i1][k1] * turn[i2][k2] - turn[i1][k2] * turn[i2][k1];
            if (i == 0) determinant += turn[i][k] * cofactor[i][k];
        }
        if (determinant == 0.0 || !isfinite(1.0 / determinant)) return false;
        change = 0.0;
        for (int n = 0; n < 9; n++) {
            double next = 0.5 * (turn[n / 3][n % 3] + cofactor[n / 3][n % 3] / determinant);
            change = fmax(change, fabs(next - turn[n / 3][n % 3]));
            turn[n / 3][n % 3] = next;
        }
        if (change < 1e-15) change = 0.0;
    }
    return isfinite(turn[0][0]);
}

static void turn_vector(double turn[3][3], float *vector) {
    const double from[3] = {(double)vector[0], (double)vector[1], (double)vector[2]};
    for (int i = 0; i < 3; i++)
        vector[i] = (float)(turn[i][0] * from[0] + turn[i][1] * from[1] + turn[i][2] * from[2]);
}

cr_status cr_glb_place_modes(const cr_gltf_file *file, cr_glb_source *source, cr_modes *modes,
                             cr_error *error) {
    size_t vectors = (size_t)modes->vertices;
    cr_status status = cr_gltf_world(file, &source->tree, source->node, &source->frame, error);
    if (status != CR_OK) return status;
    if (!cr_glb_rotation(&source->frame, source->turn))
        return cr_fail(error, CR_ERR_INPUT, file->place, "node %d: its scale leaves no volume", source->node);
    for (size_t i = 0; i < vectors; i++) {
        float *p = modes->position + 3 * i;
        double to[3];
        cr_gltf_move(&source->frame, (double[3]){(double)p[0], (double)p[1], (double)p[2]}, to);
        for (int k = 0; k < 3; k++) p[k] = (float)to[k];
    }
    for (size_t i = 0; i < (size_t)modes->count * vectors; i++)
        turn_vector(source->turn, modes->shape + 3 * i);
    return CR_OK;
}

static cr_status no_memory(const cr_gltf_file *file, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, file->place, "no memory for the surface");
}

static cr_status read_triangles(const cr_gltf_file *file, const cr_glb_source *source,
                                const cr_json_value *accessor, cr_arena *arena, cr_modes *modes,
                                cr_error *error) {
    size_t count;
    cr_status status =
        cr_gltf_indices(file, accessor, "indices", modes->vertices, arena, &modes->triangle, &count, error);
    if (status != CR_OK) return status;
    if (count % 3 || count / 3 > INT_MAX / 3)
        return cr_fail(error, CR_ERR_INPUT, file->place, "indices: not three per triangle");
    modes->triangles = (int)(count / 3);
    for (size_t i = 0; source->frame.mirrored && i < count; i += 3) {
        int kept = modes->triangle[i + 1];
        modes->triangle[i + 1] = modes->triangle[i + 2];
        modes->triangle[i + 2] = kept;
    }
    return CR_OK;
}

// The indices of the node's mesh if its vertices are as many as the points: they are the same then.
static const cr_json_value *shared_indices(const cr_gltf_file *file, const cr_glb_source *source,
                                           int vertices) {
    int mesh = source->node >= 0 ? source->tree.node[source->node].mesh : -1;
    const cr_json_value *primitives =
        cr_json_member(cr_json_element(cr_json_member(file->root, "meshes"), mesh), "primitives");
    const cr_json_value *part = cr_json_element(primitives, 0.0);
    const cr_json_value *position = cr_json_member(cr_json_member(part, "attributes"), "POSITION");
    const cr_json_value *accessor =
        cr_json_element(cr_json_member(file->root, "accessors"), cr_json_as_number(position, -1.0));
    bool same = cr_json_as_number(cr_json_member(accessor, "count"), -1.0) == vertices &&
                cr_json_as_number(cr_json_member(part, "mode"), 4.0) == 4.0 &&
                !cr_json_element(primitives, 1.0);
    return same ? cr_json_member(part, "indices") : NULL;
}

static int nearest_point(const float *points, int count, const float *to) {
    double least = (double)INFINITY;
    int found = 0;
    for (int i = 0; i < count; i++) {
        double square = 0.0;
        for (int k = 0; k < 3; k++) {
            double way = (double)points[3 * (size_t)i + (size_t)k] - (double)to[k];
            square += way * way;
        }
        if (square >= least) continue;
        least = square;
        found = i;
    }
    return found;
}

// New vertices, each of which moves as one of the points does.
static cr_status take_vertices(const cr_gltf_file *file, float *position, int vertices, const int *point,
                               cr_arena *arena, cr_modes *modes, cr_error *error) {
    size_t before = 3 * (size_t)modes->vertices, now = 3 * (size_t)vertices;
    float *shape = cr_arena_take_unset(arena, (size_t)modes->count * now, sizeof *shape);
    if (!shape) return no_memory(file, error);
    for (size_t m = 0; m < (size_t)modes->count; m++)
        for (size_t i = 0; i < (size_t)vertices; i++)
            memcpy(shape + m * now + 3 * i, modes->shape + m * before + 3 * (size_t)point[i],
                   3 * sizeof *shape);
    modes->position = position;
    modes->shape = shape;
    modes->vertices = vertices;
    return CR_OK;
}

// The surface of the mesh of the node; its vertices move as the nearest points do.
static cr_status cover_with_mesh(const cr_gltf_file *file, const cr_glb_source *source, cr_arena *arena,
                                 cr_modes *modes, cr_error *error) {
    cr_gltf_mesh mesh;
    cr_status status = cr_gltf_triangles(file, &source->tree, source->node, arena, &mesh, error);
    if (status != CR_OK) return status;
    size_t numbers = 3 * (size_t)mesh.vertices;
    float *position = cr_arena_take_unset(arena, numbers, sizeof *position);
    int *point = cr_arena_take_unset(arena, (size_t)mesh.vertices, sizeof *point);
    if (!position || !point) return no_memory(file, error);
    for (size_t i = 0; i < numbers; i++) position[i] = (float)mesh.position[i];
    for (int i = 0; i < mesh.vertices; i++)
        point[i] = nearest_point(modes->position, modes->vertices, position + 3 * (size_t)i);
    modes->triangle = mesh.triangle;
    modes->triangles = mesh.triangles;
    return take_vertices(file, position, mesh.vertices, point, arena, modes, error);
}

static void corners_around(const float *p, const double *middle, double size, float *corner) {
    double n[3], u[3], v[3], length = 0.0;
    for (int k = 0; k < 3; k++) n[k] = (double)p[k] - middle[k];
    for (int k = 0; k < 3; k++) length += n[k] * n[k];
    for (int k = 0; k < 3; k++) n[k] = length > 0.0 ? n[k] / sqrt(length) : k == 2;
    int least = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(n[k]) < fabs(n[least])) least = k;
    for (int k = 0; k < 3; k++) u[k] = (k == least) - n[least] * n[k];
    double norm = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int k = 0; k < 3; k++) u[k] /= norm;
    for (int k = 0; k < 3; k++) v[k] = n[(k + 1) % 3] * u[(k + 2) % 3] - n[(k + 2) % 3] * u[(k + 1) % 3];
    for (int i = 0; i < 3; i++) {
        static const double along[3] = {1.0, -0.5, -0.5}, across[3] = {0.0, 0.75, -0.75};
        for (int k = 0; k < 3; k++)
            corner[3 * i + k] = (float)((double)p[k] + size * (along[i] * u[k] + across[i] * v[k]));
    }
}

// Points alone: a small triangle at each, looking away from the middle, so that the nearest one answers.
static cr_status cover_points(const cr_gltf_file *file, cr_glb_source *source, cr_arena *arena,
                              cr_modes *modes, cr_error *error) {
    const double small = 1e-3; // of the size: far below the distance of points that somebody would measure
    int points = modes->vertices;
    double middle[3] = {0}, size = 0.0;
    if (points > INT_MAX / 9) return no_memory(file, error);
    float *position = cr_arena_take_unset(arena, 9 * (size_t)points, sizeof *position);
    int *point = cr_arena_take_unset(arena, 3 * (size_t)points, sizeof *point);
    modes->triangle = cr_arena_take_unset(arena, 3 * (size_t)points, sizeof *modes->triangle);
    if (!position || !point || !modes->triangle) return no_memory(file, error);
    for (int i = 0; i < 3 * points; i++) middle[i % 3] += (double)modes->position[i] / points;
    for (int i = 0; i < 3 * points; i++) size = fmax(size, fabs((double)modes->position[i] - middle[i % 3]));
    for (int i = 0; i < points; i++)
        corners_around(modes->position + 3 * (size_t)i, middle, small * (size > 0.0 ? size : 1.0),
                       position + 9 * (size_t)i);
    for (int i = 0; i < 3 * points; i++) {
        modes->triangle[i] = i;
        point[i] = i / 3;
    }
    modes->triangles = points;
    source->cloud = true;
    return take_vertices(file, position, 3 * points, point, arena, modes, error);
}

static bool has_mesh(const cr_glb_source *source) {
    bool found = false;
    for (int i = 0; i < source->tree.count && source->node >= 0; i++)
        found |= source->tree.node[i].mesh >= 0 && cr_gltf_below(&source->tree, i, source->node);
    return found;
}

// Triangles of the model; else of the mesh of its node; else one for each point.
cr_status cr_glb_read_surface(const cr_gltf_file *file, cr_glb_source *source, cr_arena *arena,
                              cr_modes *modes, cr_error *error) {
    const cr_json_value *accessor = cr_json_member(source->model, "indices");
    if (!accessor) accessor = shared_indices(file, source, modes->vertices);
    if (accessor) return read_triangles(file, source, accessor, arena, modes, error);
    return has_mesh(source) ? cover_with_mesh(file, source, arena, modes, error)
                            : cover_points(file, source, arena, modes, error);
}
