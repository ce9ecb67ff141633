// Normals of corners: the mean of the faces about a vertex, weighted by their angle there, that do not bend
// away by more than an edge does. Angles are those of the form in which the skin was made: what bends turns
// its faces, and hardly changes their angles.
#include "io/film/picture.h"

static const double edge = 0.82; // cosine: 35 degrees

static cr_vec vertex(const cr_form_mesh *mesh, int t, int corner) {
    const float *x = mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)t + (size_t)corner];
    return cr_vec_make((double)x[0], (double)x[1], (double)x[2]);
}

static cr_vec face_normal(const cr_form_mesh *mesh, int t) {
    cr_vec a = vertex(mesh, t, 0), b = vertex(mesh, t, 1), c = vertex(mesh, t, 2);
    return cr_vec_unit(cr_vec_cross(cr_vec_sub(b, a), cr_vec_sub(c, a)), cr_vec_make(0.0, 0.0, 0.0));
}

static float angle_at(const cr_form_mesh *mesh, int t, int corner) {
    const cr_vec none = {0};
    cr_vec p = vertex(mesh, t, corner);
    cr_vec a = cr_vec_unit(cr_vec_sub(vertex(mesh, t, (corner + 1) % 3), p), none);
    cr_vec b = cr_vec_unit(cr_vec_sub(vertex(mesh, t, (corner + 2) % 3), p), none);
    return (float)acos(fmin(fmax(cr_vec_dot(a, b), -1.0), 1.0));
}

static void find_corners(const cr_skin *skin) {
    const cr_form_mesh *mesh = skin->mesh;
    for (int v = 0; v < mesh->vertices; v++) skin->first[v] = -1;
    for (int c = 0; c < 3 * mesh->triangles; c++) {
        int v = mesh->triangle[c];
        skin->angle[c] = angle_at(mesh, c / 3, c % 3);
        skin->next[c] = skin->first[v];
        skin->first[v] = c;
    }
}

static cr_vec corner_normal(const cr_skin *skin, const cr_vec *face, int corner) {
    cr_vec own = face[corner / 3], sum = {0};
    for (int c = skin->first[skin->mesh->triangle[corner]]; c >= 0; c = skin->next[c])
        if (cr_vec_dot(own, face[c / 3]) > edge) sum = cr_vec_along(sum, (double)skin->angle[c], face[c / 3]);
    return cr_vec_unit(sum, own);
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "picture", "out of memory");
}

cr_status cr_skin_renew(const cr_skin *skin, cr_arena *arena, cr_error *error) {
    const cr_form_mesh *mesh = skin->mesh;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_vec *face = cr_arena_take_unset(arena, (size_t)mesh->triangles, sizeof *face);
    if (!face) return no_memory(error);
    for (int t = 0; t < mesh->triangles; t++) face[t] = face_normal(mesh, t);
    for (int c = 0; c < 3 * mesh->triangles; c++) {
        cr_vec n = corner_normal(skin, face, c);
        float *to = skin->normal + 3 * (size_t)c;
        to[0] = (float)n.x, to[1] = (float)n.y, to[2] = (float)n.z;
    }
    cr_arena_rewind(arena, mark);
    return CR_OK;
}

cr_status cr_skin_make(const cr_form_mesh *mesh, cr_arena *arena, cr_skin *skin, cr_error *error) {
    size_t corners = 3 * (size_t)mesh->triangles;
    *skin = (cr_skin){mesh, cr_arena_take(arena, 3 * corners, sizeof *skin->normal),
                      cr_arena_take(arena, corners, sizeof *skin->angle),
                      cr_arena_take(arena, (size_t)mesh->vertices, sizeof *skin->first),
                      cr_arena_take(arena, corners, sizeof *skin->next)};
    if (!skin->normal || !skin->angle || !skin->first || !skin->next) return no_memory(error);
    find_corners(skin);
    return cr_skin_renew(skin, arena, error);
}
