// What supports leave of the six motions of a rigid body: 6 less the rank of what they hold of them. Held
// sides, edges and corners, of bodies in any direction and anywhere; the modes that are left are elastic.
#include "modal_tools.h"

typedef struct placed {
    double turn[3][3], shift[3];
    const cuboid *body;
} placed;

static const cuboid bar = {{0.08, 0.012, 0.008}, {6, 1, 1}};

static void place(const void *context, const double u[3], double x[3]) {
    const placed *p = context;
    double own[3];
    cuboid_map(p->body, u, own);
    for (int i = 0; i < 3; i++) {
        x[i] = p->shift[i];
        for (int j = 0; j < 3; j++) x[i] += p->turn[i][j] * own[j];
    }
}

// First about y, then about x.
static placed turned(double about_y, double about_x, double shift) {
    double c = cos(about_y), s = sin(about_y), d = cos(about_x), t = sin(about_x);
    return (placed){{{c, 0, s}, {s * t, d, -c * t}, {-s * d, t, c * d}}, {shift, -2 * shift, shift}, &bar};
}

typedef struct expectation {
    const char *name;
    cr_support support[2];
    int supports, rigid;
} expectation;

static void check(cr_arena *arena, const placed *p, int order, const expectation *e) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_mesh mesh;
    cr_modal_result r;
    if (!mesh_mapped(bar.cells, place, p, 0.008, order, arena, &mesh)) return;
    mesh.groups = 0; // the sides are those of the box around it
    cr_modal_job job = {.name = e->name,
                        .mesh = &mesh,
                        .elastic = &steel,
                        .support = e->support,
                        .supports = e->supports,
                        .fmax = CR_NAN,
                        .count = 3,
                        .threads = 1};
    if (modes_of(&job, arena, &r)) {
        CHECK(r.rigid == e->rigid, "%s: %d rigid modes, not %d", e->name, r.rigid, e->rigid);
        // held at a corner alone it bends at its softest like a cantilever: 1 kHz
        CHECK(r.frequency[0] > 500.0, "%s: first mode at %g Hz", e->name, r.frequency[0]);
    }
    cr_arena_rewind(arena, mark);
}

#define HELD(place, x, y, z)                                                                                 \
    { place, {x, y, z}, HUGE_VAL }

// A side along the axes. Held across itself it slides and turns in its plane; held in its plane it moves
// across and tilts.
static void test_sides(cr_arena *arena) {
    static const expectation all[] = {
        {"free", {HELD("", 0, 0, 0)}, 0, 6},
        {"end: x", {HELD("x-", 1, 0, 0)}, 1, 3},
        {"end: y", {HELD("x-", 0, 1, 0)}, 1, 4}, // it may not turn about x
        {"end: xy", {HELD("x-", 1, 1, 0)}, 1, 1},
        {"end: xz", {HELD("x-", 1, 0, 1)}, 1, 1},
        {"end: yz", {HELD("x-", 0, 1, 1)}, 1, 3},
        {"end: xyz", {HELD("x-", 1, 1, 1)}, 1, 0},
        {"far end: xz", {HELD("x+", 1, 0, 1)}, 1, 1},
        {"below: z", {HELD("z-", 0, 0, 1)}, 1, 3},
        {"below: xz", {HELD("z-", 1, 0, 1)}, 1, 1},
        {"two sides: each across itself", {HELD("x-", 1, 0, 0), HELD("z-", 0, 0, 1)}, 2, 1},
    };
    for (double shift = 0.0; shift < 5.0; shift += 0.7)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            placed p = turned(0.0, 0.0, shift);
            check(arena, &p, i % 2 ? 2 : 1, &all[i]);
        }
}

// Turned about y the lowest part is an edge along y, turned once more it is a corner.
static void test_edges_and_corners(cr_arena *arena) {
    static const expectation edge[] = {
        {"hinge", {HELD("z-", 1, 1, 1)}, 1, 1},
        {"hinge that slides", {HELD("z-", 1, 0, 1)}, 1, 2},
        {"edge: z", {HELD("z-", 0, 0, 1)}, 1, 4},
        {"two edges: z", {HELD("z-", 0, 0, 1), HELD("z+", 0, 0, 1)}, 2, 3},
        {"two hinges", {HELD("z-", 1, 1, 1), HELD("z+", 1, 1, 1)}, 2, 0},
    };
    static const expectation corner[] = {
        {"point", {HELD("z-", 1, 1, 1)}, 1, 3},
        {"point: z", {HELD("z-", 0, 0, 1)}, 1, 5},
        {"point: xz", {HELD("z-", 1, 0, 1)}, 1, 4},
        {"two points", {HELD("z-", 1, 1, 1), HELD("z+", 1, 1, 1)}, 2, 1},
        {"two points, one slides", {HELD("z-", 1, 1, 1), HELD("z+", 1, 1, 0)}, 2, 1},
    };
    for (double angle = 0.2; angle < 1.5; angle += 0.31)
        for (size_t i = 0; i < 5; i++) {
            placed along = turned(angle, 0.0, 0.3), across = turned(angle, 0.4, 0.3);
            check(arena, &along, 1 + (int)i % 2, &edge[i]);
            check(arena, &across, 1 + (int)i % 2, &corner[i]);
        }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_sides(arena);
    test_edges_and_corners(arena);
    cr_arena_free(arena);
    return test_summary();
}
