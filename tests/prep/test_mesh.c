// Meshes of tetrahedra: what is wrong with a broken one is said, surfaces are closed and look outwards, the
// order of the elements changes and keeps what it should, sides and groups have the nodes they should.
#include "budget.h"
#include "mesh_tools.h"
#include "test.h"

#include <string.h>

// Two tetrahedra on either side of the face 1 2 3.
static const double pair_node[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
static const int pair_tet[] = {0, 1, 2, 3, 1, 2, 3, 4};

typedef struct fixture {
    double node[30];
    int tet[20];
    int region[2];
    int member[2];
    cr_mesh_group group;
    cr_mesh mesh;
} fixture;

static void make_pair(fixture *f) {
    *f = (fixture){.mesh = {.order = 1, .nodes = 5, .tets = 2, .regions = 1}};
    memcpy(f->node, pair_node, sizeof pair_node);
    memcpy(f->tet, pair_tet, sizeof pair_tet);
    f->mesh.node = f->node;
    f->mesh.tet = f->tet;
}

static void check_says(const fixture *f, const char *phrase) {
    cr_error error = {0};
    cr_status status = cr_mesh_check(&f->mesh, "a.msh", &error);
    CHECK(status == CR_ERR_INPUT && strstr(error.reason, phrase), "\"%s\" is not in: %s", phrase,
          error.reason);
    CHECK(strcmp(error.place, "a.msh") == 0 && !strchr(error.reason, '\n'), "place %s", error.place);
}

static void test_single_faults(void) {
    fixture f;
    cr_error error;
    make_pair(&f);
    CHECK(cr_mesh_check(&f.mesh, "good", &error) == CR_OK, "%s", error.reason);
    f.mesh.order = 3;
    check_says(&f, "order 3");
    make_pair(&f);
    f.mesh.tets = 0;
    check_says(&f, "needs at least one tetrahedron");
    make_pair(&f);
    f.node[7] = (double)NAN;
    check_says(&f, "node 3 is at (0 nan 0)");
    make_pair(&f);
    f.tet[5] = 5;
    check_says(&f, "tetrahedron 2 names node 6, but there are 5");
    f.tet[5] = -3;
    check_says(&f, "tetrahedron 2 names node -2");
    f.tet[5] = 1;
    check_says(&f, "tetrahedron 2 names node 2 twice");
    make_pair(&f);
    f.mesh.nodes = 6;
    check_says(&f, "node 6 at (0 0 0) m belongs to no tetrahedron");
    make_pair(&f);
    f.tet[0] = 1, f.tet[1] = 0;
    check_says(&f, "tetrahedron 1 near (0.25 0.25 0.25) m is inverted; swap two of its corners");
    make_pair(&f);
    for (int axis = 0; axis < 3; axis++) f.node[12 + axis] = 1.0 / 3;
    check_says(&f, "tetrahedron 2 near (0.3333 0.3333 0.3333) m is flat");
}

static void test_other_faults(void) {
    fixture f;
    make_pair(&f);
    f.region[1] = 2;
    f.mesh.region = f.region;
    f.mesh.regions = 2;
    check_says(&f, "tetrahedron 2 is of region 2 of 2");
    make_pair(&f);
    f.member[0] = 9;
    f.group = (cr_mesh_group){"clamp", 1, f.member};
    f.mesh.group = &f.group;
    f.mesh.groups = 1;
    check_says(&f, "group \"clamp\" names node 10");
    // The second tetrahedron on the same side as the first.
    make_pair(&f);
    for (int axis = 0; axis < 3; axis++) f.node[12 + axis] = 0.1;
    f.tet[5] = 3, f.tet[6] = 2;
    check_says(&f, "they overlap");
    // A third one on the face 1 2 3.
    make_pair(&f);
    f.mesh.nodes = 6, f.mesh.tets = 3;
    const int third[4] = {1, 2, 3, 5};
    memcpy(f.tet + 8, third, sizeof third);
    for (int axis = 0; axis < 3; axis++) f.node[15 + axis] = 2.0;
    check_says(&f, "is the third at one face");
    // The same corners, but a node of its own instead of a shared one: only an edge holds them together.
    make_pair(&f);
    f.mesh.nodes = 6;
    memcpy(f.node + 15, f.node + 9, 3 * sizeof(double));
    f.tet[6] = 5;
    check_says(&f, "the mesh is in 2 pieces that share no face, the second near (0.5 0.5 0.5) m");
}

static void test_curved_faults(void) {
    fixture f;
    cr_error error;
    cr_mesh curved;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    make_pair(&f);
    CHECK(cr_mesh_quadratic(&f.mesh, arena, &curved, &error) == CR_OK, "%s", error.reason);
    CHECK(curved.nodes == 14, "5 corners and 9 edges, not %d nodes", curved.nodes);
    CHECK(cr_mesh_check(&curved, "good", &error) == CR_OK, "%s", error.reason);
    f.mesh = curved;
    // A middle beyond a quarter of its edge makes the Jacobian at the near corner negative: dx/dl = 4 m - 1 <
    // 0.
    double kept = curved.node[3 * curved.tet[4]];
    curved.node[3 * curved.tet[4]] = 0.24;
    check_says(&f, "tetrahedron 1 near (0.25 0.25 0.25) m is folded by its curved edges");
    curved.node[3 * curved.tet[4]] = 0.26;
    CHECK(cr_mesh_check(&curved, "almost", &error) == CR_OK, "%s", error.reason);
    curved.node[3 * curved.tet[4]] = kept;
    // Two middles of the shared face swapped in one of the two.
    int *second = curved.tet + 10, swapped = second[4];
    double *x = curved.node;
    second[4] = second[5];
    second[5] = swapped;
    memcpy(x + 3 * second[4], x + 3 * second[5], 3 * sizeof *x);
    cr_status status = cr_mesh_check(&curved, "swapped", &error);
    CHECK(status == CR_ERR_INPUT, "middles that differ: %s", error.reason);
    cr_arena_free(arena);
}

static void mesh_box(cr_arena *arena, int order, cr_mesh *mesh) {
    cr_error error;
    const cr_shape_type *box = cr_shape_find("box", &error);
    double size[3] = {0.3, 0.2, 0.1};
    cr_shape_detail detail = {.order = order, .edge = 0.05};
    CHECK(cr_shape_mesh(box, size, &detail, arena, mesh, &error) == CR_OK, "%s", error.reason);
}

static void test_surface(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    for (int order = 1; order <= 2; order++) {
        cr_mesh mesh;
        cr_mesh_surface surface;
        mesh_topology topology;
        mesh_box(arena, order, &mesh);
        CHECK(mesh.tets == 6 * 6 * 4 * 2, "%d tetrahedra in 48 cells", mesh.tets);
        CHECK(cr_mesh_surface_find(&mesh, arena, &surface, &error) == CR_OK, "%s", error.reason);
        CHECK(surface.faces == 2 * 2 * (6 * 4 + 6 * 2 + 4 * 2), "%d faces", surface.faces);
        CHECK(mesh_topology_find(&mesh, &surface, arena, &topology), "no memory");
        CHECK(topology.euler == 2 && !topology.open_edges && !topology.turned_edges, "euler %d",
              topology.euler);
        CHECK_REL(mesh_volume(&mesh), 0.006, 1e-13);
        CHECK_REL(mesh_area(&mesh, &surface), 0.22, 1e-13);
        // Outwards: the flux of x through the surface is three times the volume.
        double flux = 0.0;
        int per_face = order == 2 ? 6 : 3;
        for (int i = 0; i < surface.faces; i++) {
            const int *face = surface.face + per_face * i;
            const double *a = mesh.node + 3 * face[0], *b = mesh.node + 3 * face[1],
                         *c = mesh.node + 3 * face[2];
            flux += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                     a[2] * (b[0] * c[1] - b[1] * c[0])) /
                    2.0;
        }
        CHECK_REL(flux, 3 * 0.006, 1e-13);
        int pieces;
        CHECK(cr_mesh_components(&mesh, arena, &pieces, NULL, &error) == CR_OK && pieces == 1, "%d pieces",
              pieces);
    }
    cr_arena_free(arena);
}

static void test_components(void) {
    fixture f;
    cr_error error;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    make_pair(&f);
    f.mesh.nodes = 6;
    memcpy(f.node + 15, f.node + 9, 3 * sizeof(double));
    f.tet[6] = 5;
    int pieces, piece[2];
    CHECK(cr_mesh_components(&f.mesh, arena, &pieces, piece, &error) == CR_OK, "%s", error.reason);
    CHECK(pieces == 2 && piece[0] == 0 && piece[1] == 1, "%d pieces: %d %d", pieces, piece[0], piece[1]);
    cr_arena_free(arena);
}

static void check_group(const cr_mesh *mesh, const char *name, int count, int axis, double at) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {0};
    cr_mesh_group group = {0};
    cr_status status = cr_mesh_group_find(mesh, name, arena, &group, &error);
    CHECK(status == CR_OK && group.count == count && strcmp(group.name, name) == 0, "%s: %d nodes, not %d %s",
          name, group.count, count, error.reason);
    for (int i = 0; i < group.count; i++) CHECK_NEAR(mesh->node[3 * group.node[i] + axis], at, 1e-15);
    cr_arena_free(arena);
}

static void test_groups(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    cr_mesh mesh;
    cr_mesh_group group;
    mesh_box(arena, 2, &mesh);
    check_group(&mesh, "z-", 13 * 9, 2, -0.05);
    check_group(&mesh, "bottom", 13 * 9, 2, -0.05);
    check_group(&mesh, "x+", 9 * 5, 0, 0.15);
    check_group(&mesh, "right", 9 * 5, 0, 0.15);
    check_group(&mesh, "y-", 13 * 5, 1, -0.1);
    CHECK(cr_mesh_group_find(&mesh, "sides", arena, &group, &error) == CR_OK, "%s", error.reason);
    CHECK(group.count == 5 * 2 * (12 + 8), "%d nodes round the box", group.count);
    cr_status status = cr_mesh_group_find(&mesh, "rim", arena, &group, &error);
    CHECK(status == CR_ERR_UNKNOWN && strstr(error.reason, "bottom top sides x- x+"), "%s", error.reason);
    mesh_box(arena, 1, &mesh);
    check_group(&mesh, "bottom", 7 * 5, 2, -0.05);
    cr_arena_free(arena);
}

static void test_order(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    cr_mesh mesh, linear, again, twice;
    mesh_box(arena, 2, &mesh);
    int region[288];
    for (int i = 0; i < 288; i++) region[i] = i % 3;
    mesh.region = region;
    mesh.regions = 3;
    CHECK(cr_mesh_linear(&mesh, arena, &linear, &error) == CR_OK, "%s", error.reason);
    CHECK(linear.order == 1 && linear.nodes == 7 * 5 * 3, "%d nodes", linear.nodes);
    CHECK(cr_mesh_check(&linear, "linear", &error) == CR_OK, "%s", error.reason);
    CHECK(cr_mesh_quadratic(&linear, arena, &again, &error) == CR_OK, "%s", error.reason);
    CHECK(again.nodes == mesh.nodes && again.tets == mesh.tets, "%d nodes", again.nodes);
    CHECK(cr_mesh_check(&again, "again", &error) == CR_OK, "%s", error.reason);
    CHECK_REL(mesh_volume(&again), 0.006, 1e-13);
    CHECK(again.groups == mesh.groups && again.regions == 3, "%d groups", again.groups);
    CHECK(memcmp(again.region, region, sizeof region) == 0, "the regions have changed");
    // A group gets the middles of its faces, and no other. (The last one goes round the corner: the top has
    // four faces with all three corners in it.)
    for (int i = 0; i < mesh.groups; i++)
        CHECK(again.group[i].count == mesh.group[i].count + (i == 6 ? 4 : 0), "%s: %d nodes, not %d",
              mesh.group[i].name, again.group[i].count, mesh.group[i].count);
    check_group(&again, "top", 13 * 9, 2, 0.05);
    CHECK(cr_mesh_quadratic(&again, arena, &twice, &error) == CR_OK && twice.nodes == again.nodes, "%s",
          error.reason);
    cr_arena_free(arena);
}

// The n-th allocation fails: an error that says so, or what is asked for.
static void test_memory(void) {
    cr_arena *kept = cr_arena_new(cr_allocator_default());
    cr_mesh mesh, other;
    mesh_box(kept, 2, &mesh);
    cr_mesh_surface surface;
    cr_mesh_group group;
    int pieces, failed = 0;
    for (int job = 0; job < 5; job++)
        for (int n = 1, done = 0; !done && n < 100; n++) {
            budget b = {n, 0};
            cr_error error = {0};
            cr_arena *arena = cr_arena_new(budget_allocator(&b));
            cr_status status = CR_OK;
            if (job == 0) status = cr_mesh_surface_find(&mesh, arena, &surface, &error);
            if (job == 1) status = cr_mesh_components(&mesh, arena, &pieces, NULL, &error);
            if (job == 2) status = cr_mesh_linear(&mesh, arena, &other, &error);
            if (job == 3) status = cr_mesh_quadratic(&mesh, arena, &other, &error);
            if (job == 4) status = cr_mesh_group_find(&mesh, "z-", arena, &group, &error);
            CHECK(status == CR_OK || (status == CR_ERR_MEMORY && strstr(error.reason, "memory")),
                  "job %d: %s", job, error.reason);
            done = status == CR_OK;
            failed += !done;
            cr_arena_free(arena);
            CHECK(b.live == 0, "job %d leaks", job);
        }
    CHECK(failed > 10, "only %d failures", failed);
    cr_arena_free(kept);
}

int main(void) {
    test_single_faults();
    test_other_faults();
    test_curved_faults();
    test_surface();
    test_components();
    test_groups();
    test_order();
    test_memory();
    return test_summary();
}
