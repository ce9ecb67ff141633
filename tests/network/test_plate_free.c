// label: plain
// Plates with free edges: the operator against its potential, published frequencies, stability, rigid motion,
// and the books with contacts on edges and corners.
#include "base/numeric.h"
#include "carom/network.h"
#include "seeds.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

static double noise(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

typedef struct shape {
    double width, height, poisson, sigma0, sigma1;
} shape;

static cr_element make_plate(const shape *s) {
    const cr_setting settings[] = {
        {"width", s->width},   {"height", s->height}, {"poisson", s->poisson}, {"sigma0", s->sigma0},
        {"sigma1", s->sigma1}, {"edge", 2},           {"thickness", 1e-3},     {0}};
    cr_element e;
    CHECK(cr_element_make("plate", settings, &e, NULL) == CR_OK, "plate");
    return e;
}

static cr_element build(const shape *s, double rate, cr_arena *arena) {
    cr_element e = make_plate(s);
    cr_error error = {.reason = ""};
    CHECK(cr_element_build(&e, 1 / rate, arena, &error) == CR_OK, "%s %s", error.place, error.reason);
    return e;
}

static int at(const cr_element *e, int i, int j) {
    return (j + 2) * e->grid.stride + i + 2;
}

static double share(int i, int n) {
    return i == 0 || i == n ? 0.5 : 1.0;
}

static void clear(const cr_element *e, double *a) {
    memset(a, 0, (size_t)e->points * sizeof *a);
}

static void shake(const cr_element *e, double *a, uint64_t *state) {
    for (int j = 0; j <= e->grid.n[1]; j++)
        for (int i = 0; i <= e->grid.n[0]; i++) a[at(e, i, j)] = noise(state);
}

// sum of masses times a b
static double product(const cr_element *e, const double *a, const double *b) {
    const cr_grid *g = &e->grid;
    double sum = 0;
    for (int j = 0; j <= g->n[1]; j++)
        for (int i = 0; i <= g->n[0]; i++)
            sum += e->mass * share(i, g->n[0]) * share(j, g->n[1]) * a[at(e, i, j)] * b[at(e, i, j)];
    return sum;
}

// M^-1 K u, read off a step from rest without loss: d+ = -k^2 M^-1 K u.
static void apply(cr_element *e, const double *u, double *result) {
    memcpy(e->u, u, (size_t)e->points * sizeof *u);
    clear(e, e->d);
    cr_element_predict(e);
    for (int i = 0; i < e->points; i++) result[i] = -e->d_next[i] / (e->h * e->h);
}

// Kirchhoff's potential with trapezoid weights, as its definition reads; the curvature across an edge is the
// one without bending moment.
static double potential(const cr_element *e, const double *u) {
    const cr_grid *g = &e->grid;
    double dx = g->spacing[0], dy = g->spacing[1], nu = g->poisson, sum = 0;
    for (int j = 0; j <= g->n[1]; j++)
        for (int i = 0; i <= g->n[0]; i++) {
            bool edge_x = i == 0 || i == g->n[0], edge_y = j == 0 || j == g->n[1];
            double own = u[at(e, i, j)], a = 0, b = 0;
            if (!edge_x) a = (u[at(e, i - 1, j)] - 2 * own + u[at(e, i + 1, j)]) / (dx * dx);
            if (!edge_y) b = (u[at(e, i, j - 1)] - 2 * own + u[at(e, i, j + 1)]) / (dy * dy);
            if (edge_x) a = -nu * b;
            else if (edge_y) b = -nu * a;
            sum += share(i, g->n[0]) * share(j, g->n[1]) * (a * a + b * b + 2 * nu * a * b);
            if (i == g->n[0] || j == g->n[1]) continue;
            double c = (u[at(e, i + 1, j + 1)] - u[at(e, i + 1, j)] - u[at(e, i, j + 1)] + own) / (dx * dy);
            sum += 2 * (1 - nu) * c * c;
        }
    return 0.5 * g->stiffness * g->cell * sum;
}

static const shape shapes[] = {
    {.3, .3, .3, 0, 0}, {.3, .2, 0, 0, 0}, {.2, .31, .49, 0, 0}, {.5, .06, .2, 0, 0}};
enum { SHAPES = 4, ROOM = 4000 };

// The update is the gradient of the potential: u K u = 2 V, and u K v = v K u.
static void test_operator(uint64_t seed) {
    static double u[ROOM], v[ROOM], ku[ROOM], kv[ROOM];
    for (int c = 0; c < SHAPES; c++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_element e = build(&shapes[c], 44100, arena);
        uint64_t state = seed;
        CHECK(e.points <= ROOM, "%d points", e.points);
        for (int trial = 0; trial < 20; trial++) {
            clear(&e, u), clear(&e, v);
            shake(&e, u, &state), shake(&e, v, &state);
            apply(&e, u, ku), apply(&e, v, kv);
            double scale = product(&e, u, ku);
            CHECK_REL(0.5 * scale, potential(&e, u), 1e-13);
            CHECK_NEAR(product(&e, u, kv), product(&e, v, ku), 1e-13 * scale);
            memcpy(e.u, u, (size_t)e.points * sizeof *u); // at rest the energy is the potential
            clear(&e, e.d);
            CHECK_REL(cr_element_energy(&e), 0.5 * scale, 1e-13);
        }
        cr_arena_free(arena);
    }
}

// Displacement and both rotations: no force, no energy; and nothing else is free.
static void test_rigid(void) {
    for (int c = 0; c < SHAPES; c++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_element e = build(&shapes[c], 44100, arena);
        const cr_grid *g = &e.grid;
        for (int j = 0; j <= g->n[1]; j++)
            for (int i = 0; i <= g->n[0]; i++) e.u[at(&e, i, j)] = 1 + 2.0 * i - 3.0 * j;
        CHECK(cr_element_energy(&e) == 0, "a tilted plate holds %g J", cr_element_energy(&e));
        cr_element_predict(&e);
        double most = 0;
        for (int i = 0; i < e.points; i++) most = fmax(most, fabs(e.d_next[i]));
        CHECK(most == 0, "a tilted plate moves by %g", most);
        for (int j = 0; j <= g->n[1]; j++)
            for (int i = 0; i <= g->n[0]; i++) e.u[at(&e, i, j)] = (double)i * j; // twist is not free
        CHECK(cr_element_energy(&e) > 0, "twist costs nothing");
        CHECK(e.type->mode(&e, 1, false) > 1, "lowest mode %g Hz", e.type->mode(&e, 1, false));
        cr_arena_free(arena);
    }
}

// Greatest k^2 eigenvalue by power iteration: at most 4/margin^4, which is what the choice of grid rests on,
// and nearly reached.
static void test_bound(uint64_t seed) {
    static double u[ROOM], ku[ROOM];
    for (int c = 0; c < SHAPES; c++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_element e = build(&shapes[c], 44100, arena);
        uint64_t state = seed;
        double greatest = 0, dx = e.grid.spacing[0], dy = e.grid.spacing[1];
        clear(&e, u);
        shake(&e, u, &state);
        for (int n = 0; n < 4000; n++) {
            apply(&e, u, ku);
            greatest = sqrt(product(&e, ku, ku) / product(&e, u, u));
            double scale = 1 / sqrt(product(&e, ku, ku));
            for (int i = 0; i < e.points; i++) u[i] = scale * ku[i];
        }
        double bound = 16 * e.grid.stiffness / e.grid.density * cr_square(1 / (dx * dx) + 1 / (dy * dy));
        CHECK(greatest <= bound && greatest > 0.9 * bound, "eigenvalue %g of %g", greatest, bound);
        CHECK(e.margin >= 1 && e.h * e.h * greatest < 4, "margin %g, k^2 lambda %g", e.margin,
              e.h * e.h * greatest);
        printf("grid %d x %d: greatest eigenvalue %.4f of the bound\n", e.grid.n[0], e.grid.n[1],
               greatest / bound);
        cr_arena_free(arena);
    }
}

// Growth per step of the change d (rigid motion keeps it) with the spacing at `squeeze` of the smallest.
static double growth(double squeeze, uint64_t seed) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_element e = build(&(shape){.3, .3, .3, 0, .01}, 44100, arena);
    double ratio = squeeze / e.margin, size[2] = {0, 0};
    e.grid.bend /= ratio * ratio * ratio * ratio;
    e.grid.smooth /= ratio * ratio;
    uint64_t state = seed;
    shake(&e, e.u, &state);
    for (int part = 0; part < 2; part++)
        for (int n = 0; n < 200; n++) {
            cr_element_predict(&e);
            cr_element_advance(&e);
            for (int i = 0; i < e.points && n >= 150; i++) size[part] = fmax(size[part], fabs(e.d[i]));
        }
    cr_arena_free(arena);
    return pow(size[1] / size[0], 1.0 / 200);
}

static void test_stability(uint64_t seed) {
    CHECK(growth(1.0, seed) < 1.001, "grows at the limit: %g", growth(1.0, seed));
    CHECK(growth(0.98, seed) > 1.1, "squeezed by 2 %% it grows by %g per step", growth(0.98, seed));
}

// omega a^2 sqrt(rho H/D) of a square plate, nu = 0.3. Leissa (1973), upper bounds: 13.489 19.789 24.432
// 35.024 35.024 61.526; later, with more terms: 13.468 19.596 24.270 34.801 34.801 61.093.
static void test_published(void) {
    const double published[] = {13.468, 19.596, 24.270, 34.801, 34.801, 61.093};
    double off[4][6], spacing[4];
    for (int level = 0; level < 4; level++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_element e = build(&(shape){.3, .3, .3, 0, 0}, 10000 << (2 * level), arena);
        double unit = 2 * cr_pi * cr_square(.3) * sqrt(e.grid.density / e.grid.stiffness);
        spacing[level] = e.grid.spacing[0];
        printf("%2d intervals:", e.grid.n[0]);
        for (int n = 0; n < 6; n++) {
            double ideal = e.type->mode(&e, n + 1, true), own = e.type->mode(&e, n + 1, false);
            CHECK_NEAR(ideal * unit, published[n], 5.1e-4); // the digits that are published
            off[level][n] = 1 - own / ideal;
            printf(" %.3f (%.2f %%)", own * unit, -100 * off[level][n]);
        }
        printf("\n");
        cr_arena_free(arena);
    }
    for (int n = 0; n < 6; n++)
        for (int level = 2; level < 4; level++) {
            double order = log(off[level - 1][n] / off[level][n]) / log(spacing[level - 1] / spacing[level]);
            CHECK(order > 1.9 && order < 2.1, "mode %d: order %g", n + 1, order);
        }
}

static void remove_rigid(const cr_element *e, double *u) {
    static double basis[3][ROOM];
    for (int b = 0; b < 3; b++) {
        clear(e, basis[b]);
        for (int j = 0; j <= e->grid.n[1]; j++)
            for (int i = 0; i <= e->grid.n[0]; i++)
                basis[b][at(e, i, j)] = b == 0 ? 1 : b == 1 ? i - 0.5 * e->grid.n[0] : j - 0.5 * e->grid.n[1];
        double part = product(e, u, basis[b]) / product(e, basis[b], basis[b]);
        for (int i = 0; i < e->points; i++) u[i] -= part * basis[b][i];
    }
}

// x = (M^-1 K)^-1 b among the motions that are not rigid, by conjugate gradients.
static void solve(cr_element *e, const double *b, double *x) {
    static double r[ROOM], p[ROOM], kp[ROOM];
    clear(e, x);
    memcpy(r, b, sizeof r);
    memcpy(p, b, sizeof p);
    double rr = product(e, r, r), start = rr;
    for (int n = 0; n < 5000 && rr > 1e-24 * start; n++) {
        apply(e, p, kp);
        double step = rr / product(e, p, kp), before = rr;
        for (int i = 0; i < e->points; i++) x[i] += step * p[i], r[i] -= step * kp[i];
        rr = product(e, r, r);
        for (int i = 0; i < e->points; i++) p[i] = r[i] + rr / before * p[i];
    }
}

// What mode() finds with polynomials is what the update itself has: inverse iteration on the steps.
static void test_lowest_mode(uint64_t seed) {
    static double u[ROOM], x[ROOM], ku[ROOM];
    for (int c = 0; c < SHAPES; c++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_element e = build(&shapes[c], 44100, arena);
        uint64_t state = seed;
        clear(&e, u);
        shake(&e, u, &state);
        for (int n = 0; n < 200; n++) {
            remove_rigid(&e, u);
            solve(&e, u, x);
            double scale = 1 / sqrt(product(&e, x, x));
            for (int i = 0; i < e.points; i++) u[i] = scale * x[i];
        }
        apply(&e, u, ku);
        double f = acos(1 - 0.5 * e.h * e.h * product(&e, u, ku) / product(&e, u, u)) / (2 * cr_pi * e.h);
        CHECK_REL(e.type->mode(&e, 1, false), f, 1e-6);
        printf("%d x %d: lowest mode %.6f Hz, by polynomials %.6f Hz\n", e.grid.n[0], e.grid.n[1], f,
               e.type->mode(&e, 1, false));
        cr_arena_free(arena);
    }
}

static void test_tuned(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_element e = make_plate(&(shape){.3, .25, .3, 2, 1e-3});
    CHECK(cr_element_set(&e, "f0", 150, NULL) == CR_OK, "f0");
    CHECK(cr_element_build(&e, 1 / 48000.0, arena, NULL) == CR_OK, "build");
    CHECK_REL(e.type->mode(&e, 1, false), 150, 1e-9);
    CHECK(e.margin >= 1, "margin %g", e.margin);
    CHECK(isnan(e.type->mode(&e, 200, false)), "a mode that is too high is not made up");
    cr_arena_free(arena);
}

// Force at one place, motion at another, and the other way round: the same, edges and corners included. A
// corner carries a quarter of a cell and moves four times as far.
static void test_ports(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_element e = build(&shapes[0], 44100, arena);
    const double places[][2] = {{0, 0},     {1, 1},   {0, .5},    {.01, .02},
                                {.03, .01}, {.5, .5}, {.98, .99}, {.7, 1}};
    cr_port port[8];
    for (int i = 0; i < 8; i++)
        CHECK(cr_element_port(&e, places[i], arena, &port[i], NULL) == CR_OK, "port %d", i);
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++)
            CHECK_NEAR(cr_port_mobility(&port[a], &port[b]), cr_port_mobility(&port[b], &port[a]),
                       1e-14 * cr_port_mobility(&port[0], &port[0]));
    double whole = e.h * e.h / e.mass;
    CHECK_REL(cr_port_mobility(&port[0], &port[0]), 4 * whole, 1e-14);
    if (e.grid.n[1] % 2 == 0) CHECK_REL(cr_port_mobility(&port[2], &port[2]), 2 * whole, 1e-14);
    cr_arena_free(arena);
}

// Two masses bounce on the plate's corner and middle, one hangs on its edge by a spring: books, momentum.
static void test_books(const shape *s) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    cr_element plate = make_plate(s);
    cr_law law;
    cr_error error = {.reason = ""};
    int body, ball[3], index;
    cr_law_make("power", (cr_setting[]){{"k", 1e7}, {"alpha", 1.5}, {0}}, &law, NULL);
    CHECK(cr_network_add_element(n, &plate, &body, &error) == CR_OK, "%s", error.reason);
    for (int i = 0; i < 3; i++)
        ball[i] = cr_network_add(n, "mass", (cr_setting[]){{"mass", 0.02}, {0}}, NULL);
    const cr_place places[] = {{body, {0.99, 0.98}}, {body, {0.41, 0.53}}, {body, {0, 0.37}}};
    for (int i = 0; i < 2; i++) { // one above, one below
        cr_contact_def def = cr_contact_def_between(i ? (cr_place){ball[i], {0}} : places[i],
                                                    i ? places[i] : (cr_place){ball[i], {0}}, law);
        def.gap = 1e-4;
        def.mode = CR_CONTACT_PREDICTED;
        CHECK(cr_network_add_contact(n, &def, &index, &error) == CR_OK, "%s", error.reason);
        cr_network_element(n, ball[i])->d[0] = (i ? 1 : -1.5) / 44100;
    }
    cr_spring_def spring = cr_spring_def_default();
    spring.a = places[2];
    spring.b = (cr_place){ball[2], {0}};
    spring.k1 = 2e3;
    spring.k3 = 1e9;
    spring.r = 0;
    CHECK(cr_network_add_spring(n, &spring, &index, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_network_prepare(n, &error) == CR_OK, "%s", error.reason);
    double worst = 0, greatest = 0, least = 0, most = 0, momentum[2] = {0, 0};
    for (int k = 0; k <= 44100; k++) {
        if (k % 44100 == 0) {
            static double ones[ROOM];
            cr_element *e = cr_network_element(n, body);
            for (int i = 0; i < e->points; i++) ones[i] = 1;
            momentum[k / 44100] = product(e, e->d, ones) / e->h;
            for (int i = 0; i < 3; i++)
                momentum[k / 44100] += 0.02 * cr_network_element(n, ball[i])->d[0] / e->h;
        }
        cr_network_step(n);
        for (int i = 0; i < 2; i++) {
            least = fmin(least, cr_network_contact_force(n, i));
            most = fmax(most, cr_network_contact_force(n, i));
        }
        if (k % 7) continue;
        cr_ledger l = cr_network_ledger(n);
        greatest = fmax(greatest, l.elements + l.contacts + l.springs);
        worst = fmax(worst, fabs(cr_ledger_error(&l)));
    }
    printf("books with contacts on corner and middle: %.1e of the energy\n", worst / greatest);
    CHECK(worst <= 5e-12 * greatest, "books off by %g", worst / greatest);
    CHECK(least == 0 && most > 1, "force from %g to %g N", least, most);
    if (s->sigma0 == 0) CHECK_NEAR(momentum[1], momentum[0], 1e-12 * 0.03); // nothing else holds the plate
    cr_arena_free(arena);
}

int main(void) {
    for (TEST_SEEDS(seed, 5, 9, 3)) {
        test_operator(seed);
        test_bound(seed);
        test_stability(seed);
        test_lowest_mode(seed);
    }
    test_rigid();
    test_published();
    test_tuned();
    test_ports();
    test_books(&(shape){.3, .25, .3, 0, 0});
    test_books(&(shape){.3, .25, .3, 2, 1e-2});
    return test_summary();
}
