// label: once
// All modes below a limit are found from the factor there that counts them; as many modes are found from a
// shift below them all. Both ways have the same modes: of a free mug, of a held strip from 9 Hz to 2 kHz, of
// a square plate with pairs, of a block on springs. Where a mode is at the limit, its partner is not lost.
#include "carom/shape.h"
#include "modal_tools.h"

#include "prep/eigen/system.h"

#include <string.h>

typedef struct body {
    const char *name;
    cr_mesh mesh;
    cr_support support;
    double fmax, off; // Hz; how far apart frequencies may be
} body;

static cr_elastic steel;

static cr_modal_job job_of(const body *b) {
    return (cr_modal_job){.name = b->name,
                          .mesh = &b->mesh,
                          .elastic = &steel,
                          .support = &b->support,
                          .supports = b->support.place[0] != 0,
                          .fmax = b->fmax,
                          .threads = 1};
}

// Nothing is factorised to count alone where the search used the factor of the count.
static bool went_down(const cr_modal_result *r) {
    return r->seconds.count == 0.0;
}

static const double alike = 1e-3; // frequencies of a pair

// What mode k of `a` has beside the modes of `b` with about its frequency, in the norm of M.
static double apart(const cr_system *s, const cr_modal_result *a, int k, const cr_modal_result *b,
                    cr_arena *arena) {
    cr_arena_mark mark = cr_arena_here(arena);
    size_t size = (size_t)s->size;
    double *x = cr_arena_take(arena, size * CR_BLOCK, sizeof *x), square = 0.0;
    double *y = cr_arena_take(arena, size * CR_BLOCK, sizeof *y);
    double *rest = cr_arena_take(arena, size, sizeof *rest);
    CHECK(x && y && rest, "no memory");
    if (!x || !y || !rest) return 0.0;
    memcpy(rest, a->vector + (size_t)k * size, size * sizeof *rest);
    cr_block_weave(s->size, 1, rest, x);
    cr_system_mass_multiply(s, 1, x, y);
    for (int j = 0; j < b->elastic; j++) {
        const double *u = b->vector + (size_t)j * size;
        double product = 0.0;
        if (fabs(b->frequency[j] / a->frequency[k] - 1.0) > alike) continue;
        for (size_t i = 0; i < size; i++) product += u[i] * y[i * CR_BLOCK];
        for (size_t i = 0; i < size; i++) rest[i] -= product * u[i];
    }
    cr_block_weave(s->size, 1, rest, x);
    cr_system_mass_multiply(s, 1, x, y);
    for (size_t i = 0; i < size; i++) square += rest[i] * y[i * CR_BLOCK];
    cr_arena_rewind(arena, mark);
    return sqrt(fabs(square));
}

// A residual of 1e-8 for each way, over the distance to the nearest mode of another frequency, or to the
// limit, as a part of it. Without Rayleigh and Ritz the lowest ones of the strip are farther apart.
static double shape_off(const cr_modal_result *r, int k) {
    double here = r->frequency[k] * r->frequency[k], gap = 1.0 - here / (r->limit * r->limit);
    for (int j = 0; j < r->elastic; j++) {
        double part = fabs(1.0 - here / (r->frequency[j] * r->frequency[j]));
        if (fabs(r->frequency[j] / r->frequency[k] - 1.0) > alike) gap = fmin(gap, part);
    }
    return 2e-8 / gap;
}

static void same(const body *b, const cr_modal_result *down, const cr_modal_result *up, cr_arena *arena) {
    cr_modal_job job = job_of(b);
    cr_system system;
    cr_error error = {0};
    CHECK(down->elastic == up->elastic, "%s: %d and %d modes", b->name, down->elastic, up->elastic);
    CHECK(cr_system_assemble(&job, arena, &system, &error) == CR_OK, "%s: %s", b->name, error.reason);
    if (error.status || down->elastic != up->elastic) return;
    for (int k = 0; k < up->elastic; k++) {
        double off = fabs(down->frequency[k] / up->frequency[k] - 1.0);
        CHECK(off <= b->off, "%s: %g Hz off by %g", b->name, up->frequency[k], off);
        double other = apart(&system, down, k, up, arena);
        CHECK(other <= shape_off(down, k), "%s: shape at %g Hz off by %g", b->name, up->frequency[k], other);
    }
}

static void check_ways(const body *b, cr_arena *arena) {
    cr_modal_result down, up;
    cr_modal_job job = job_of(b);
    if (!modes_of(&job, arena, &down)) return;
    CHECK(went_down(&down), "%s: from below", b->name);
    CHECK(fabs(down.limit / b->fmax - 1.0) < 1e-15, "%s: counted at %g Hz", b->name, down.limit);
    job = job_of(b);
    job.fmax = CR_NAN;
    job.count = down.elastic;
    if (modes_of(&job, arena, &up)) same(b, &down, &up, arena);
}

static bool mug(cr_arena *arena, cr_mesh *mesh) {
    double value[CR_SHAPE_PARAM_MAX];
    cr_error error = {0};
    const cr_shape_type *type = cr_shape_find("mug", &error);
    cr_shape_detail detail = {.order = 2, .edge = 0.015, .layers = 1};
    if (!type) return false;
    cr_param_defaults(type->params, type->param_count, value);
    return cr_shape_mesh(type, value, &detail, arena, mesh, &error) == CR_OK;
}

static bool square_plate(cr_arena *arena, cr_mesh *mesh) {
    const cuboid plate = {{0.06, 0.06, 0.012}, {8, 8, 2}};
    return mesh_cuboid(&plate, 2, arena, mesh);
}

static void test_ways(cr_arena *arena) {
    body b = {.name = "mug", .fmax = 7000.0, .off = 1e-9};
    CHECK(mug(arena, &b.mesh), "no mug");
    check_ways(&b, arena);
    // 1e-16 times the largest eigenvalue of the mesh over the lowest, (2 MHz/9 Hz)^2, as any way has it
    b = (body){.name = "strip", .support = {"x-", {1, 1, 1}, HUGE_VAL}, .fmax = 2000.0, .off = 5e-6};
    const cuboid strip = {{0.3, 0.03, 0.001}, {40, 4, 1}};
    if (mesh_cuboid(&strip, 2, arena, &b.mesh)) check_ways(&b, arena);
    b = (body){.name = "plate", .fmax = 36000.0, .off = 1e-9};
    if (square_plate(arena, &b.mesh)) check_ways(&b, arena);
    // six modes of 10 to 20 Hz, which the factor at 20 kHz sees as one
    b = (body){.name = "springs", .support = {"z-", {1, 1, 1}, 4e3}, .fmax = 20000.0, .off = 1e-6};
    const cuboid block = {{0.06, 0.05, 0.012}, {8, 7, 2}};
    if (mesh_cuboid(&block, 2, arena, &b.mesh)) check_ways(&b, arena);
}

static void test_threads(cr_arena *arena) {
    body b = {.name = "plate", .fmax = 36000.0};
    cr_modal_result one, two;
    if (!square_plate(arena, &b.mesh)) return;
    cr_modal_job job = job_of(&b);
    if (!modes_of(&job, arena, &one)) return;
    job.threads = 2;
    if (!modes_of(&job, arena, &two)) return;
    size_t numbers = (size_t)one.elastic * 3 * (size_t)b.mesh.nodes;
    CHECK(one.elastic == two.elastic && memcmp(one.vector, two.vector, numbers * sizeof(double)) == 0,
          "two threads have other digits");
}

// The limit at mode k, off by a part; the modes up to it and its partners are there, and no more.
static void check_limit(body *b, const cr_modal_result *all, int k, double part, int wanted,
                        cr_arena *arena) {
    cr_modal_result r;
    b->fmax = all->frequency[k] * (1.0 + part);
    cr_modal_job job = job_of(b);
    if (!modes_of(&job, arena, &r)) return;
    CHECK(r.elastic == wanted, "limit at mode %d and %g: %d modes, not %d", k, part, r.elastic, wanted);
    bool at_mode = fabs(part) < 1e-7; // narrower than a count can tell
    CHECK(went_down(&r) != at_mode, "limit at mode %d and %g: the way down %d", k, part, went_down(&r));
    CHECK(at_mode == (r.limit > b->fmax * (1.0 + 1e-9)), "limit at mode %d and %g: %g Hz", k, part, r.limit);
}

// Modes 4 and 5 of a square plate are a pair, of one frequency to rounding.
static void test_limits(cr_arena *arena) {
    body b = {.name = "plate", .fmax = 36000.0};
    cr_modal_result all;
    if (!square_plate(arena, &b.mesh)) return;
    cr_modal_job job = job_of(&b);
    if (!modes_of(&job, arena, &all)) return;
    int pair = 0;
    while (pair + 2 < all.elastic && all.frequency[pair + 1] > all.frequency[pair] * (1.0 + 1e-9)) pair++;
    CHECK(pair + 2 < all.elastic, "no pair");
    const double parts[] = {-1e-4, -1e-8, 0.0, 1e-8, 1e-4};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        check_limit(&b, &all, pair, parts[i], i == 0 ? pair : pair + 2, arena);
    }
    check_limit(&b, &all, 0, -1e-4, 0, arena);
    check_limit(&b, &all, 0, -1e-8, 1, arena); // this one is alone
    check_limit(&b, &all, pair - 1, 1e-8, pair, arena);
}

// Many modes of a body with a cheap factor are found faster from below: the factor at the limit only counts.
static void test_many(cr_arena *arena) {
    body b = {.name = "thin plate", .fmax = 8000.0};
    const cuboid plate = {{0.3, 0.3, 0.003}, {7, 7, 1}};
    cr_modal_result r;
    cr_modal_job job = job_of(&b);
    if (!mesh_cuboid(&plate, 2, arena, &b.mesh) || !modes_of(&job, arena, &r)) return;
    CHECK(r.elastic > 30 && !went_down(&r), "%d modes on the way down", r.elastic);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    test_ways(arena);
    test_threads(arena);
    test_limits(arena);
    test_many(arena);
    cr_arena_free(arena);
    return test_summary();
}
