// Elements and blocks: the patch test, bodies of constant strain exact with straight and curved elements of
// both orders; mass and inertia; what the runtime gets; the same bytes for any number of threads; no memory.
#include "modal_tools.h"

#include "base/numeric.h"
#include "base/random.h"
#include "budget.h"
#include "prep/fem/body.h"
#include "prep/fem/elastic.h"
#include "seeds.h"

#include <string.h>

static const cuboid block = {{0.3, 0.2, 0.1}, {3, 2, 2}};

// Moves nodes by a part of a cell; those of the surface too when `all`. Middles follow their edges when
// straight.
static void shake(cr_mesh *mesh, double by, bool straight, uint64_t seed) {
    uint64_t state = cr_random_seed(seed);
    static const int end[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
    for (int i = 0; i < 3 * mesh->nodes; i++) mesh->node[i] += by * cr_random_uniform(&state);
    for (int t = 0; mesh->order == 2 && straight && t < mesh->tets; t++)
        for (int e = 0; e < 6; e++) {
            const int *tet = mesh->tet + 10 * t;
            for (int i = 0; i < 3; i++)
                mesh->node[3 * tet[4 + e] + i] =
                    0.5 * (mesh->node[3 * tet[end[e][0]] + i] + mesh->node[3 * tet[end[e][1]] + i]);
        }
}

// u = A x, six such fields with unit strains xx yy zz yz xz xy and two turns, as a block.
static void linear_fields(const cr_mesh *mesh, double *u) {
    static const double field[8][3][3] = {{{1, 0, 0}},
                                          {{0}, {0, 1, 0}},
                                          {{0}, {0}, {0, 0, 1}},
                                          {{0}, {0, 0, 0.5}, {0, 0.5, 0}},
                                          {{0, 0, 0.5}, {0}, {0.5, 0, 0}},
                                          {{0, 0.5, 0}, {0.5, 0, 0}, {0}},
                                          {{0, -1, 0}, {1, 0, 0}, {0}},
                                          {{0}, {0, 0, -1}, {0, 1, 0}}};
    for (int node = 0; node < mesh->nodes; node++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 8; k++) {
                double sum = 0.0;
                for (int j = 0; j < 3; j++) sum += field[k][i][j] * mesh->node[3 * node + j];
                u[(3 * node + i) * CR_BLOCK + k] = sum;
            }
}

// Constant stress: no force on nodes inside, the energy is volume times stress times strain.
static void test_patch(cr_arena *arena, int order, bool straight, uint64_t seed) {
    cr_mesh mesh;
    cr_system s;
    cr_error error;
    if (!mesh_cuboid(&block, order, arena, &mesh)) return;
    shake(&mesh, straight ? 0.006 : 0.003, straight, seed); // more folds curved elements over
    cr_elastic wood = {.density = 500,
                       .young = {11e9, 0.9e9, 0.5e9},
                       .shear = {0.04e9, 0.7e9, 0.75e9},
                       .poisson = {0.3, 0.4, 0.4}};
    cr_modal_job job = {.name = "patch", .mesh = &mesh, .elastic = &wood};
    CHECK(cr_elastic_check(&wood, "wood", &error) == CR_OK, "%s", error.reason);
    CHECK(cr_system_assemble(&job, arena, &s, &error) == CR_OK, "%s", error.reason);
    size_t room = (size_t)s.size * CR_BLOCK;
    double *u = cr_arena_take(arena, room, sizeof *u), *force = cr_arena_take(arena, room, sizeof *force);
    linear_fields(&mesh, u);
    cr_system_stiff_multiply(&s, u, force);
    cr_mesh_surface surface;
    CHECK(cr_mesh_surface_find(&mesh, arena, &surface, &error) == CR_OK, "%s", error.reason);
    unsigned char *outside = cr_arena_take(arena, (size_t)mesh.nodes, 1);
    for (int i = 0; i < surface.faces * (order == 2 ? 6 : 3); i++) outside[surface.face[i]] = 1;
    double inside = 0.0, most = 0.0;
    for (int i = 0; i < s.size * CR_BLOCK; i++) {
        most = fmax(most, fabs(force[i]));
        if (!outside[i / (3 * CR_BLOCK)]) inside = fmax(inside, fabs(force[i]));
    }
    CHECK(inside <= 1e-13 * most, "order %d: force %g inside, %g outside", order, inside, most);
    cr_hooke hooke = cr_hooke_of(&wood);
    cr_mass_props body = cr_mass_props_measure(&mesh, &s);
    double volume = body.mass / wood.density, energy[1][CR_BLOCK_SQUARE];
    cr_block_products(s.size, 1, &u, force, 1, energy);
    for (int i = 0; i < CR_BLOCK; i++)
        for (int j = 0; j < CR_BLOCK; j++) {
            double c = i < 3 && j < 3 ? hooke.normal[i][j] : i == j && i < 6 ? hooke.shear[i - 3] : 0.0;
            CHECK_NEAR(energy[0][i * CR_BLOCK + j], c * volume, 1e-12 * 11e9 * volume);
        }
}

static void test_body(cr_arena *arena) {
    cr_mesh mesh;
    cr_modal_result r;
    cr_modes modes;
    cr_error error;
    if (!mesh_cuboid(&block, 2, arena, &mesh)) return;
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 3.0, 2e-8);
    cr_modal_job job = {
        .name = "block", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = 5, .threads = 1};
    if (!modes_of(&job, arena, &r)) return;
    double mass = 0.3 * 0.2 * 0.1 * 7850;
    CHECK_REL(r.mass, mass, 1e-12);
    for (int i = 0; i < 3; i++) {
        double y = block.size[(i + 1) % 3], z = block.size[(i + 2) % 3];
        CHECK_REL(r.centre[i], 0.5 * block.size[i], 1e-12);
        CHECK_REL(r.inertia[i], mass * (y * y + z * z) / 12.0, 1e-12);
        CHECK_NEAR(r.inertia[3 + i], 0.0, 1e-13 * mass);
    }
    CHECK(cr_modal_pack(&job, &r, "steel", arena, &modes, &error) == CR_OK, "%s", error.reason);
    CHECK(!strcmp(modes.name, "block") && !strcmp(modes.material, "steel"), "%s %s", modes.name,
          modes.material);
    CHECK(modes.count == r.elastic && modes.rigid == 6 && modes.limit > modes.frequency[modes.count - 1],
          "%d modes", modes.count);
    // The surface is closed: Euler's number, and the volume it encloses.
    double volume = 0.0;
    CHECK(2 * modes.vertices - modes.triangles == 4, "%d vertices, %d triangles", modes.vertices,
          modes.triangles);
    for (int t = 0; t < modes.triangles; t++) {
        const float *p = modes.position + 3 * modes.triangle[3 * t];
        const float *q = modes.position + 3 * modes.triangle[3 * t + 1];
        const float *s = modes.position + 3 * modes.triangle[3 * t + 2];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            volume += (double)p[i] * ((double)q[j] * (double)s[k] - (double)q[k] * (double)s[j]) / 6.0;
        }
    }
    CHECK_REL(volume, 0.3 * 0.2 * 0.1, 1e-6); // float
    for (int k = 0; k < modes.count; k++) {
        double w = 2.0 * cr_pi * modes.frequency[k];
        CHECK_REL(modes.sigma[k], 0.5 * (3.0 + 2e-8 * w * w), 1e-12);
        CHECK(memcmp(&modes.frequency[k], &r.frequency[k], sizeof(double)) == 0, "frequency %d", k);
        for (int v = 0; v < 3 * modes.vertices; v++)
            CHECK(isfinite(modes.shape[k * 3 * modes.vertices + v]), "shape %d", k);
    }
}

static void test_threads(cr_arena *arena) {
    cuboid plate = {{0.3, 0.2, 0.01}, {TEST_AMOUNT(16, 8), TEST_AMOUNT(12, 6), 1}};
    cr_mesh mesh;
    cr_modal_result r[3];
    if (!mesh_cuboid(&plate, 2, arena, &mesh)) return;
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_modal_job job = {.name = "plate", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = 20};
    for (int i = 0; i < 3; i++) {
        job.threads = 1 + i;
        if (!modes_of(&job, arena, &r[i])) return;
        size_t bytes = (size_t)r[0].elastic * sizeof(double);
        CHECK(!memcmp(r[i].frequency, r[0].frequency, bytes), "frequencies differ with %d threads", 1 + i);
        CHECK(!memcmp(r[i].vector, r[0].vector, 3 * (size_t)mesh.nodes * bytes),
              "shapes differ with %d threads", 1 + i);
    }
}

// The n-th allocation fails, for every n: an error, nothing left behind.
static void test_no_memory(cr_arena *arena) {
    cuboid small = {{0.1, 0.02, 0.02}, {2, 1, 1}};
    cr_mesh mesh;
    if (!mesh_cuboid(&small, 2, arena, &mesh)) return;
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_support spring = {"z-", {true, true, true}, 1e6};
    cr_modal_job job = {.name = "bar",
                        .mesh = &mesh,
                        .elastic = &steel,
                        .support = &spring,
                        .supports = 1,
                        .fmax = CR_NAN,
                        .count = 12,
                        .threads = 2};
    int failed = 0;
    for (int n = 1; n < 2000; n++) {
        budget b = {n, 0};
        cr_arena *poor = cr_arena_new(budget_allocator(&b));
        cr_error error = {0};
        cr_modal_result r;
        cr_modes modes;
        cr_status status = cr_modal_compute(&job, poor, &r, &error);
        if (!status) status = cr_modal_pack(&job, &r, "steel", poor, &modes, &error);
        cr_arena_free(poor);
        CHECK(b.live == 0, "%d blocks left after %d allocations", b.live, n);
        if (status == CR_OK) break;
        CHECK(status == CR_ERR_MEMORY && error.reason[0], "%d allocations: %d, %s", n, status, error.reason);
        failed++;
    }
    CHECK(failed > 20 && failed < 1999, "%d allocations", failed);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (TEST_SEEDS(seed, 7, 1, 2)) {
        test_patch(arena, 1, true, seed);
        test_patch(arena, 2, true, seed);
        test_patch(arena, 2, false, seed);
    }
    test_body(arena);
    test_threads(arena);
    test_no_memory(arena);
    cr_arena_free(arena);
    return test_summary();
}
