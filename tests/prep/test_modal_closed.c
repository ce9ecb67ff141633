// Closed forms: bars without lateral contraction, an orthotropic bar, a twisted cylinder, a body on springs,
// two materials; modes below a frequency, all modes there are, and jobs that make no sense.
#include "modal_tools.h"

#include "base/numeric.h"
#include "carom/shape.h"

#include <string.h>

static const cuboid bar = {{0.2, 0.02, 0.02}, {12, 1, 1}};

// Share of the motion along x.
static double along_x(const cr_modal_result *r, const cr_mesh *mesh, int k) {
    double x = 0.0, all = 0.0;
    for (int i = 0; i < 3 * mesh->nodes; i++) {
        double u = cr_square(r->vector[(size_t)k * 3 * (size_t)mesh->nodes + (size_t)i]);
        all += u;
        if (i % 3 == 0) x += u;
    }
    return x / all;
}

// Without contraction a bar has waves along it of speed sqrt(E_x/rho), whatever its section: f_n = n c/2L.
static void test_longitudinal(cr_arena *arena, const cr_elastic *elastic, const char *name) {
    cr_mesh mesh;
    cr_modal_result r;
    if (!mesh_cuboid(&bar, 2, arena, &mesh)) return;
    cr_modal_job job = {.name = name, .mesh = &mesh, .elastic = elastic, .fmax = 40000, .threads = 1};
    if (!modes_of(&job, arena, &r)) return;
    double f1 = sqrt(elastic->young[0] / elastic->density) / 0.4;
    int found = 0;
    for (int k = 0; k < r.elastic; k++) {
        CHECK(r.frequency[k] < 40000.0, "%g", r.frequency[k]);
        if (along_x(&r, &mesh, k) < 0.95) continue;
        found++;
        CHECK_REL(r.frequency[k], found * f1, 1e-5 * pow(found, 4)); // error of cells: (k h)^4
    }
    CHECK(found == (int)(40000.0 / f1), "%s: %d longitudinal modes", name, found);
}

static void test_bars(cr_arena *arena) {
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.0, 0, 0);
    test_longitudinal(arena, &steel, "bar");
    cr_elastic spruce = {.density = 440,
                         .young = {11e9, 0.9e9, 0.5e9},
                         .shear = {0.04e9, 0.7e9, 0.75e9},
                         .poisson = {0.0, 0.0, 0.0}};
    test_longitudinal(arena, &spruce, "spruce");
}

// Torsion of a round bar: f_n = n c_s/2L for every material.
static void test_torsion(cr_arena *arena) {
    cr_error error;
    const cr_shape_type *type = cr_shape_find("cylinder", &error);
    double value[CR_SHAPE_PARAM_MAX];
    cr_mesh mesh;
    cr_modal_result r;
    cr_param_defaults(type->params, type->param_count, value);
    CHECK(cr_param_set(type->params, type->param_count, value, "cylinder", "radius", 0.02, &error) == CR_OK &&
              cr_param_set(type->params, type->param_count, value, "cylinder", "length", 0.1, &error) ==
                  CR_OK,
          "%s", error.reason);
    cr_shape_detail detail = {.order = 2, .edge = 0.008};
    CHECK(cr_shape_mesh(type, value, &detail, arena, &mesh, &error) == CR_OK, "%s", error.reason);
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_modal_job job = {
        .name = "cylinder", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = 3, .threads = 1};
    if (!modes_of(&job, arena, &r)) return;
    double f = sqrt(steel.shear[0] / steel.density) / 0.2, best = HUGE_VAL;
    for (int k = 0; k < r.elastic; k++) best = fmin(best, fabs(r.frequency[k] / f - 1.0));
    CHECK(best < 1e-3, "torsion off by %g", best); // a quarter of it, 2.6e-3, with cells twice as long
}

// Springs under the bottom, so soft that the body stays as it is: f = sqrt(k/m)/2 pi upwards. Two springs
// directions leave the others free.
static void test_springs(cr_arena *arena) {
    cuboid c = {{0.1, 0.1, 0.1}, {2, 2, 2}};
    cr_mesh mesh;
    cr_modal_result r;
    cr_support support = {"z-", {false, false, true}, 1e5};
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    for (int order = 1; order <= 2; order++) {
        if (!mesh_cuboid(&c, order, arena, &mesh)) return;
        cr_modal_job job = {.name = "springs",
                            .mesh = &mesh,
                            .elastic = &steel,
                            .support = &support,
                            .supports = 1,
                            .fmax = 1000,
                            .threads = 1};
        if (!modes_of(&job, arena, &r)) return;
        // Up and down, and two ways of rocking: k a^2/12 against the inertia m a^2/6 about the centre.
        CHECK(r.rigid == 3 && r.elastic == 3, "%d rigid, %d elastic", r.rigid, r.elastic);
        double up = sqrt(1e5 / r.mass) / (2.0 * cr_pi);
        CHECK_REL(r.frequency[2], up, 1e-4); // 1e-4: the body's own stiffness, 2e10 N/m against 1e5
        for (int k = 0; k < 2; k++) CHECK_REL(r.frequency[k], up * sqrt(0.5), 1e-4);
    }
}

// Two halves of a bar with the same wave speed and impedance ratio z: tan^2(w L/2c) and its inverse decide,
// where both halves are of length L/2: modes are those of the uniform bar for odd n with z = 1; with E and
// rho both times z the wave speed stays, and even n stay at n c/2L.
static void test_regions(cr_arena *arena) {
    cr_mesh mesh;
    cr_modal_result r;
    if (!mesh_cuboid(&bar, 2, arena, &mesh)) return;
    mesh.region = cr_arena_take(arena, (size_t)mesh.tets, sizeof *mesh.region);
    mesh.regions = 2;
    for (int t = 0; t < mesh.tets; t++) {
        double x = 0.0;
        for (int a = 0; a < 4; a++) x += 0.25 * mesh.node[3 * mesh.tet[10 * t + a]];
        mesh.region[t] = x > 0.1;
    }
    cr_elastic half[2] = {cr_elastic_isotropic(7850, 2e11, 0.0, 4.0, 1e-7),
                          cr_elastic_isotropic(3 * 7850, 6e11, 0.0, 4.0, 1e-7)};
    cr_modal_job job = {.name = "halves", .mesh = &mesh, .elastic = half, .fmax = 27000, .threads = 1};
    if (!modes_of(&job, arena, &r)) return;
    CHECK_REL(r.mass, 2.0 * 0.2 * 0.02 * 0.02 * 7850, 1e-12);
    double f2 = sqrt(2e11 / 7850) / 0.2, best = HUGE_VAL;
    for (int k = 0; k < r.elastic; k++)
        if (along_x(&r, &mesh, k) > 0.999) best = fmin(best, fabs(r.frequency[k] / f2 - 1.0));
    CHECK(best < 2e-4, "second longitudinal mode off by %g", best);
    // The same Rayleigh figures everywhere: what elements add must be the formula for one material.
    cr_modes modes;
    cr_error error;
    CHECK(cr_modal_pack(&job, &r, "", arena, &modes, &error) == CR_OK, "%s", error.reason);
    for (int k = 0; k < modes.count; k++) {
        double w = 2.0 * cr_pi * modes.frequency[k];
        CHECK_REL(modes.sigma[k], 0.5 * (4.0 + 1e-7 * w * w), 1e-9);
    }
}

// The mesh of a cube, one brick, is as symmetric as it: up to three modes have one frequency, and others meet
// by chance. All of a mesh's modes can be had.
static void test_all(cr_arena *arena) {
    cuboid c = {{0.1, 0.1, 0.1}, {1, 1, 1}};
    cr_mesh mesh;
    cr_modal_result r;
    cr_error error;
    if (!mesh_cuboid(&c, 2, arena, &mesh)) return;
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_modal_job job = {.name = "cube", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .threads = 1};
    for (job.count = 1; job.count <= 75; job.count += job.count < 10 ? 1 : 13) {
        if (!modes_of(&job, arena, &r)) return;
        CHECK(r.elastic >= job.count, "%d wanted, %d found", job.count, r.elastic);
        for (int k = job.count; k < r.elastic; k++) // the others of a group come with it
            CHECK(r.frequency[k] < r.frequency[job.count - 1] * 1.000001, "%d wanted, %d found, %g and %g Hz",
                  job.count, r.elastic, r.frequency[job.count - 1], r.frequency[k]);
    }
    job.count = 76;
    CHECK(cr_modal_compute(&job, arena, &r, &error) == CR_ERR_RANGE, "more modes than there are");
    job.count = 0;
    CHECK(cr_modal_compute(&job, arena, &r, &error) == CR_ERR_RANGE, "no modes");
}

static bool stop_late(void *context, const char *stage, double share) {
    int *calls = context;
    (void)stage;
    CHECK(share >= 0.0 && share <= 1.0, "share %g", share);
    return --*calls > 0;
}

static void test_trouble(cr_arena *arena) {
    cr_mesh mesh;
    cr_modal_result r;
    cr_error error;
    if (!mesh_cuboid(&bar, 2, arena, &mesh)) return;
    cr_elastic bad = cr_elastic_isotropic(7850, 2e11, 0.5, 0, 0), steel = bad;
    cr_modal_job job = {
        .name = "bar", .mesh = &mesh, .elastic = &bad, .fmax = CR_NAN, .count = 3, .threads = 1};
    CHECK(cr_modal_compute(&job, arena, &r, &error) == CR_ERR_RANGE, "Poisson's ratio 0.5");
    bad = cr_elastic_isotropic(-1, 2e11, 0.3, 0, 0);
    CHECK(cr_modal_compute(&job, arena, &r, &error) == CR_ERR_RANGE, "negative density");
    bad = cr_elastic_isotropic(7850, CR_NAN, 0.3, 0, 0);
    CHECK(cr_modal_compute(&job, arena, &r, &error) == CR_ERR_RANGE, "no modulus");
    bad = cr_elastic_isotropic(7850, 2e11, 0.3, 0, 0);
    bad.poisson[2] = 1.2; // two ratios of 0.3 allow no third above 0.82
    CHECK(cr_elastic_check(&bad, "wood", &error) == CR_ERR_RANGE, "not positive definite");
    steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    job.elastic = &steel;
    cr_support nowhere = {"handle", {true, true, true}, HUGE_VAL};
    job.support = &nowhere;
    job.supports = 1;
    CHECK(cr_modal_compute(&job, arena, &r, &error) == CR_ERR_UNKNOWN, "no such place");
    job.supports = 0;
    for (int calls = 1; calls < 8; calls++) {
        int left = calls;
        job.progress = stop_late;
        job.context = &left;
        cr_status status = cr_modal_compute(&job, arena, &r, &error);
        CHECK(status == CR_STOPPED || (status == CR_OK && left > 0), "%d calls: status %d", calls, status);
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_bars(arena);
    test_torsion(arena);
    test_springs(arena);
    test_regions(arena);
    test_all(arena);
    test_trouble(arena);
    cr_arena_free(arena);
    return test_summary();
}
