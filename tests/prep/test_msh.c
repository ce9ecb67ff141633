// Meshes as gmsh writes them: versions 2.2 and 4.1, text and binary, order 1 and 2 of one bar of 80 x 12 x 8
// mm.
#include "budget.h"
#include "io/file/file.h"
#include "io/mesh/mesh_file.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct file_in {
    cr_arena *arena;
    char *bytes;
    size_t size;
    char path[1100];
} file_in;

static file_in read_file(const char *name) {
    const char *source = getenv("CAROM_SOURCE");
    file_in f = {.arena = cr_arena_new(cr_allocator_default())};
    cr_error error;
    snprintf(f.path, sizeof f.path, "%s/tests/meshes/%s", source ? source : ".", name);
    cr_status status = cr_file_read_all(f.path, 1 << 24, f.arena, &f.bytes, &f.size, &error);
    CHECK(status == CR_OK, "%s: %s", f.path, error.reason);
    return f;
}

static double distance(const double *a, const double *b) {
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

// The middles of order 2 lie on their edges: straight ones here.
static double worst_middle(const cr_mesh *mesh) {
    static const int edge[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
    double worst = 0;
    for (int i = 0; mesh->order == 2 && i < mesh->tets; i++)
        for (int k = 0; k < 6; k++) {
            const int *t = mesh->tet + 10 * i;
            const double *a = mesh->node + 3 * t[edge[k][0]], *b = mesh->node + 3 * t[edge[k][1]];
            double middle[3] = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
            worst = fmax(worst, distance(middle, mesh->node + 3 * t[4 + k]));
        }
    return worst;
}

// Signed volumes of the two regions.
static void volumes(const cr_mesh *mesh, double volume[2]) {
    volume[0] = volume[1] = 0;
    for (int i = 0; i < mesh->tets; i++) {
        const int *t = mesh->tet + cr_mesh_corners(mesh) * i;
        double e[3][3];
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < 3; x++) e[k][x] = mesh->node[3 * t[k + 1] + x] - mesh->node[3 * t[0] + x];
        double v = (e[0][1] * e[1][2] - e[0][2] * e[1][1]) * e[2][0] +
                   (e[0][2] * e[1][0] - e[0][0] * e[1][2]) * e[2][1] +
                   (e[0][0] * e[1][1] - e[0][1] * e[1][0]) * e[2][2];
        CHECK(v > 0, "tetrahedron %d has volume %g", i, v / 6);
        volume[mesh->region[i]] += v / 6;
    }
}

static const cr_mesh_group *group_called(const cr_mesh *mesh, const char *name) {
    for (int i = 0; i < mesh->groups; i++)
        if (strcmp(mesh->group[i].name, name) == 0) return &mesh->group[i];
    CHECK(false, "no group %s", name);
    return NULL;
}

// All nodes of the side and no others.
static void check_side(const cr_mesh *mesh, const char *name, int axis, double at) {
    const cr_mesh_group *group = group_called(mesh, name);
    int expected = 0;
    for (int i = 0; i < mesh->nodes; i++) expected += fabs(mesh->node[3 * i + axis] - at) < 1e-9;
    if (!group) return;
    CHECK(group->count == expected && expected > 3, "%s: %d nodes, %d there", name, group->count, expected);
    for (int i = 0; i < group->count; i++) CHECK_NEAR(mesh->node[3 * group->node[i] + axis], at, 1e-9);
}

static void check_bar(const cr_mesh *mesh, int order) {
    double volume[2];
    CHECK(mesh->order == order && mesh->regions == 2, "order %d, %d regions", mesh->order, mesh->regions);
    volumes(mesh, volume);
    // sums of some hundred products of numbers with 16 digits
    CHECK_REL(volume[0], 0.04 * 0.012 * 0.008, 1e-12);
    CHECK_REL(volume[1], 0.04 * 0.012 * 0.008, 1e-12);
    // gmsh finds middles by parameters of the geometry; a wrong order of the middles would be off by
    // millimetres
    CHECK(worst_middle(mesh) < 1e-12, "a middle is off by %g", worst_middle(mesh));
    CHECK(mesh->groups == 3, "%d groups", mesh->groups);
    check_side(mesh, "far end", 0, 0.08);
    const cr_mesh_group *origin = group_called(mesh, "origin");
    CHECK(origin && origin->count == 1 && mesh->node[3 * origin->node[0]] == 0, "origin");
    const cr_mesh_group *bottom = group_called(mesh, "bottom");
    for (int i = 0; bottom && i < bottom->count; i++)
        CHECK(mesh->node[3 * bottom->node[i]] < 0.04 + 1e-12 && mesh->node[3 * bottom->node[i] + 2] == 0,
              "bottom, node %d", i);
}

static bool same_mesh(const cr_mesh *a, const cr_mesh *b) {
    size_t entries = (size_t)a->tets * (size_t)cr_mesh_corners(a);
    bool counts =
        a->order == b->order && a->nodes == b->nodes && a->tets == b->tets && a->groups == b->groups;
    return counts && memcmp(a->tet, b->tet, entries * sizeof *a->tet) == 0 &&
           memcmp(a->region, b->region, (size_t)a->tets * sizeof *a->region) == 0;
}

// Text has 16 digits, binary all of them.
static double worst_node(const cr_mesh *a, const cr_mesh *b) {
    double worst = 0;
    for (int i = 0; i < 3 * a->nodes; i++) worst = fmax(worst, fabs(a->node[i] - b->node[i]));
    return worst;
}

static void test_files(int order) {
    static const char *const kinds[] = {"22", "22-binary", "41", "41-binary"};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh[4];
    cr_error error = {.reason = ""};
    for (int i = 0; i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "bar-%d-%s.msh", order, kinds[i]);
        file_in f = read_file(name);
        cr_status status = cr_msh_parse(f.path, f.bytes, f.size, 1, NULL, arena, &mesh[i], &error);
        cr_arena_free(f.arena);
        CHECK(status == CR_OK, "%s: %s: %s", name, error.place, error.reason);
        if (status != CR_OK) break;
        check_bar(&mesh[i], order);
        CHECK(same_mesh(&mesh[i], &mesh[i & 2]), "%s: text and binary differ", name);
        CHECK(worst_node(&mesh[i], &mesh[i & 2]) < 1e-16, "%s: positions", name);
    }
    cr_arena_free(arena);
}

static cr_mesh parse_text(const char *text, double unit, cr_arena *arena) {
    cr_mesh mesh = {.order = 0};
    cr_error error = {.reason = ""};
    char *exact = malloc(strlen(text)); // so that a sanitizer sees one byte too many
    memcpy(exact, text, strlen(text));
    cr_status status = cr_msh_parse("text.msh", exact, strlen(text), unit, NULL, arena, &mesh, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    free(exact);
    return mesh;
}

#define FORMAT_22 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"

// Tags with gaps and out of order, a node of nothing, a line, a comment, other line ends, no labels.
static void test_sparse(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh =
        parse_text("$MeshFormat\r\n2.2 0 8\r\n$EndMeshFormat\r\n$Comments\r\n$Nodes\r\n$EndComments\r\n"
                   "$Nodes\r\n5\r\n900000000 0 0 0\r\n7 1 0 0\r\n8 5 5 5\r\n-3 0 1 0\r\n12 0 0 1\r\n"
                   "$EndNodes\r\n$Elements\r\n2\r\n1 1 0 7 8\r\n2 4 0 900000000 7 -3 12\r\n$EndElements",
                   0.001, arena);
    CHECK(mesh.nodes == 4 && mesh.tets == 1 && mesh.groups == 0 && mesh.regions == 1, "%d nodes", mesh.nodes);
    static const int expected[] = {0, 1, 2, 3};
    CHECK(mesh.tet && memcmp(mesh.tet, expected, sizeof expected) == 0, "corners");
    CHECK_NEAR(mesh.node[3 * 1], 0.001, 1e-18);
    cr_arena_free(arena);
}

static void count_warnings(void *context, const char *text) {
    int *count = context;
    (*count)++;
    CHECK(strstr(text, "other way round"), "%s", text);
}

static void test_turned(void) {
    static const char text[] = FORMAT_22 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
                                         "$Elements\n1\n1 4 0 1 3 2 4\n$EndElements\n";
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int warnings = 0;
    cr_mesh_listener listener = {.warn = count_warnings, .context = &warnings};
    cr_mesh mesh;
    cr_error error;
    CHECK(cr_msh_parse("turned.msh", text, strlen(text), 1, &listener, arena, &mesh, &error) == CR_OK, "%s",
          error.reason);
    CHECK(warnings == 1 && mesh.tet[1] == 1 && mesh.tet[2] == 2, "%d warnings", warnings);
    cr_arena_free(arena);
}

// The bytes of a binary file from a machine of the other byte order give the same mesh.
static void reverse(char *bytes, size_t size) {
    for (size_t i = 0; i < size / 2; i++) {
        char kept = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = kept;
    }
}

static void test_byte_order(void) {
    char text[400];
    int length = snprintf(text, sizeof text, "$MeshFormat\n2.2 1 8\n????\n$EndMeshFormat\n$Nodes\n4\n");
    int one = 1, elements[] = {4, 1, 0, 1, 1, 2, 3, 4};
    memcpy(text + 20, &one, 4);
    reverse(text + 20, 4);
    for (int i = 0; i < 4; i++) {
        int tag = i + 1;
        double position[3] = {i == 1, i == 2, i == 3};
        memcpy(text + length, &tag, 4);
        reverse(text + length, 4);
        for (int k = 0; k < 3; k++) {
            memcpy(text + length + 4 + 8 * k, &position[k], 8);
            reverse(text + length + 4 + 8 * k, 8);
        }
        length += 28;
    }
    length += snprintf(text + length, 64, "\n$EndNodes\n$Elements\n1\n");
    for (int i = 0; i < 8; i++, length += 4) {
        memcpy(text + length, &elements[i], 4);
        reverse(text + length, 4);
    }
    length += snprintf(text + length, 64, "\n$EndElements\n");
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh;
    cr_error error;
    CHECK(cr_msh_parse("swapped.msh", text, (size_t)length, 1, NULL, arena, &mesh, &error) == CR_OK, "%s",
          error.reason);
    CHECK(mesh.nodes == 4 && mesh.node[3] == 1 && mesh.node[11] == 1, "positions");
    cr_arena_free(arena);
}

static void test_memory(const char *name) {
    file_in f = read_file(name);
    int n = 0;
    for (bool done = false; !done && n < 100; n++) {
        budget b = {n, 0};
        cr_mesh mesh;
        cr_error error = {.reason = ""};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        cr_arena_mark mark = arena ? cr_arena_here(arena) : (cr_arena_mark){NULL, 0};
        cr_status status = CR_ERR_MEMORY;
        if (arena) status = cr_msh_parse(f.path, f.bytes, f.size, 1, NULL, arena, &mesh, &error);
        done = status == CR_OK;
        CHECK(done || (status == CR_ERR_MEMORY && (!arena || strstr(error.reason, "memory"))), "%s",
              error.reason);
        if (arena && !done) CHECK(cr_arena_here(arena).used == mark.used, "the arena is as it was");
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d allocations: %d blocks left", n, b.live);
    }
    CHECK(n > 3 && n < 100, "%d allocations", n);
    cr_arena_free(f.arena);
}

// Every file that ends early is an error.
static void test_truncation(const char *name) {
    file_in f = read_file(name);
    size_t end = f.size;
    while (end && f.bytes[end - 1] == '\n') end--;
    for (size_t cut = 0; cut < end; cut += 1 + cut / 97) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_mesh mesh;
        cr_error error;
        char *exact = malloc(cut ? cut : 1);
        memcpy(exact, f.bytes, cut);
        cr_status status = cr_msh_parse(f.path, exact, cut, 1, NULL, arena, &mesh, &error);
        CHECK(status == CR_ERR_INPUT, "%s cut to %zu bytes", name, cut);
        free(exact);
        cr_arena_free(arena);
    }
    cr_arena_free(f.arena);
}

int main(void) {
    test_files(1);
    test_files(2);
    test_sparse();
    test_turned();
    test_byte_order();
    test_memory("bar-2-41.msh");
    test_memory("bar-1-22-binary.msh");
    test_truncation("bar-1-22.msh");
    test_truncation("bar-1-22-binary.msh");
    test_truncation("bar-2-41.msh");
    test_truncation("bar-2-41-binary.msh");
    return test_summary();
}
