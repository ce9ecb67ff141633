// cr_radiation_compute from modes to multipoles: spheres that breathe, swing and flex, as bodies of
// revolution and as any body, with a cavity, in parts and threads; the static way; what is refused.
#include "bem_modes.h"
#include "budget.h"
#include "carom/prep.h"
#include "prep/bem/bem.h"
#include "radiate/waves.h"
#include "test.h"

#include <complex.h>
#include <string.h>

static const double radius = 0.05, speed = 343.0, density = 1.204;

enum { MODES = 6 };

static double legendre(int n, double z) {
    return n == 0 ? 1.0 : n == 1 ? z : 1.5 * z * z - 0.5;
}

// A sphere of 5120 triangles about (x 0 0) whose mode j moves along the radius as P_n, n = j % 3; a second
// surface inside it, seen from the air in it, when it is hollow.
static cr_modes ball(cr_arena *arena, double x, bool hollow) {
    double(*at)[3];
    cr_bem_surface s = bem_sphere(arena, TEST_AMOUNT(4, 3), (const double[]){1.0, 1.0, 1.0});
    cr_modes m = bem_modes(MODES, &s, radius, x, hollow ? 2 : 1, arena, &at);
    for (int j = 0; j < MODES; j++) {
        m.frequency[j] = (0.7 + 0.5 * j) * speed / (2.0 * cr_pi * radius);
        for (int i = 0; i < 3 * m.vertices; i++)
            m.shape[3 * j * m.vertices + i] = (float)(at[i / 3][i % 3] * legendre(j % 3, at[i / 3][2]));
    }
    return m;
}

static cr_wide hankel(int n, double x) {
    double h[8][2];
    cr_spherical_hankel(n + 1, x, h);
    return cr_wide_of(h[n][0], h[n][1]);
}

// The decay of P_n motion: c_n0 = -rho sqrt(4 pi/(2n+1))/(k h_n'(ka)).
static double exact_damping(int n, double ka) {
    cr_wide slope = n ? hankel(n - 1, ka) - (n + 1) / ka * hankel(n, ka) : -hankel(1, ka);
    double c = density * sqrt(4.0 * cr_pi / (2 * n + 1)) / (ka / radius * cabs(slope));
    return 0.5 * speed / density * c * c;
}

static double wave(const cr_modes *m, int j) {
    return 2.0 * cr_pi * m->frequency[j] / speed * radius;
}

static cr_radiation compute(const cr_modes *m, const cr_radiation_def *def, cr_arena *arena) {
    cr_error error = {.reason = ""};
    cr_radiation r = {.count = 0};
    cr_status status = cr_radiation_compute(m, def, arena, &r, &error);
    CHECK(status == CR_OK, "%s", error.reason);
    return r;
}

// Flat triangles, six edges per wavelength: 0.5 dB of power at most.
static void check_modes(const cr_modes *m, const cr_radiation *r, cr_radiation_route route, double x) {
    CHECK_NEAR(r->centre[0], x, 0.02 * radius);
    CHECK_REL(r->radius, radius, 0.03);
    for (int j = 0; j < r->count; j++) {
        double right = exact_damping(j % 3, wave(m, j)), decibel;
        decibel = 10.0 * log10(cr_radiation_damping(r, j) / right);
        printf("%s ka %.2f order %d: %+.3f dB, %d triangles\n", cr_radiation_route_name(r->mode[j].route),
               wave(m, j), j % 3, decibel, r->mode[j].triangles);
        CHECK(r->mode[j].route == route, "mode %d: %s", j, cr_radiation_route_name(r->mode[j].route));
        // A quarter of the triangles, with the sanitizers, leave a monopole of P_2 that is as loud at ka 0.2.
        CHECK(fabs(decibel) <= TEST_AMOUNT(0.5, 4.0), "mode %d: %g dB", j, decibel);
        // Power over rho c int v_n^2/2: of P_n the mean square over the sphere is 1/(2n+1), of its means over
        // triangles of a sixth of the radius 5 % less when n is 2.
        double w = wave(m, j) / radius * speed, area = 4.0 * cr_pi * radius * radius / (2 * (j % 3) + 1);
        CHECK_REL(r->mode[j].efficiency, cr_radiation_power(r, j, w) / (0.5 * density * speed * area), 0.06);
    }
}

static void test_exact(cr_arena *arena) {
    cr_radiation_def def = cr_radiation_def_default();
    cr_modes centred = ball(arena, 0.0, false), aside = ball(arena, 0.3, true);
    cr_radiation revolved = compute(&centred, &def, arena);
    check_modes(&centred, &revolved, CR_RADIATION_REVOLVED, 0.0);
    cr_radiation any = compute(&aside, &def, arena);
    check_modes(&aside, &any, CR_RADIATION_EXACT, 0.3);
    // Threads and parts change nothing.
    for (int part = 0; part < 2; part++) {
        def.threads = 2;
        def.parts = 2;
        def.part = part;
        cr_radiation half = compute(&aside, &def, arena);
        for (int j = 0; j < MODES; j++) {
            CHECK((half.mode[j].route == CR_RADIATION_EXACT) == (j % 2 == part), "part %d mode %d", part, j);
            if (j % 2 == part)
                CHECK(half.mode[j].order == any.mode[j].order &&
                          memcmp(half.mode[j].c, any.mode[j].c,
                                 16 * (size_t)((any.mode[j].order + 1) * (any.mode[j].order + 1))) == 0,
                      "part %d mode %d differs", part, j);
        }
    }
}

// Swinging as a whole and flexing at ka 0.2: the static pressure is right to (ka)^2.
static void test_fast(cr_arena *arena) {
    cr_radiation_def def = cr_radiation_def_default();
    cr_modes m = ball(arena, 0.3, false);
    def.way = CR_RADIATE_FAST;
    for (int j = 0; j < MODES; j++) m.frequency[j] = (0.2 + 0.001 * j) * speed / (2.0 * cr_pi * radius);
    cr_radiation r = compute(&m, &def, arena);
    check_modes(&m, &r, CR_RADIATION_STATIC, 0.3);
    def.way = CR_RADIATE_NONE;
    r = compute(&m, &def, arena);
    for (int j = 0; j < MODES; j++) CHECK(r.mode[j].route == CR_RADIATION_NONE, "mode %d", j);
}

static bool stop(void *context, const char *stage, double share) {
    (void)context, (void)stage, (void)share;
    return false;
}

// Each allocation fails once: an error, and nothing is kept. Also of what hears the result.
static void exhaust(const cr_modes *m, const cr_radiation_def *def, cr_radiation_route route) {
    int failures = 0, n = 0;
    for (bool done = false; !done && n < 800; n++) {
        budget b = {.left = n};
        cr_error error = {.status = CR_OK};
        cr_radiation r;
        cr_arena *own = cr_arena_new(budget_allocator(&b));
        if (!own) continue;
        cr_status status = cr_radiation_compute(m, def, own, &r, &error);
        done = status == CR_OK && b.left >= 0;
        if (status != CR_OK)
            CHECK(status == CR_ERR_MEMORY && error.status == status, "%d: %s", n, error.reason);
        else CHECK(r.mode[0].route == route, "%s", cr_radiation_route_name(r.mode[0].route));
        if (done) done = cr_radiator_new(&r, own, &error) != NULL;
        failures += !done;
        cr_arena_free(own);
        CHECK(b.live == 0, "%d: %d live", n, b.live);
    }
    CHECK(failures > 5 && n < 800, "%d of %d", failures, n);
}

static void test_memory(cr_arena *arena, double x) {
    double(*at)[3];
    cr_bem_surface s = bem_sphere(arena, 2, (const double[]){1.0, 1.0, 1.0});
    cr_modes m = bem_modes(1, &s, radius, x, 1, arena, &at);
    cr_radiation_def def = cr_radiation_def_default();
    m.frequency[0] = speed / (2.0 * cr_pi * radius);
    for (int i = 0; i < 3 * m.vertices; i++) m.shape[i] = (float)at[i / 3][i % 3];
    exhaust(&m, &def, CR_RADIATION_EXACT);
}

// A board, and the same as if it were a rod.
static void test_memory_large(cr_arena *arena) {
    const double size[3] = {0.3, 0.03, 0.004};
    const int cells[3] = {10, 2, 1};
    double(*at)[3];
    cr_bem_surface s = bem_box(arena, size, cells);
    cr_modes m = bem_modes(1, &s, 1.0, 0.0, 1, arena, &at);
    cr_radiation_def def = cr_radiation_def_default();
    m.frequency[0] = 500.0;
    for (int v = 0; v < m.vertices; v++) m.shape[3 * v + 2] = (float)cos(3.0 * cr_pi * at[v][0] / size[0]);
    exhaust(&m, &def, CR_RADIATION_SHEET);
    cr_modes_rod rod = {0, m.vertices - CR_ROD_RING, 0.01f}; // the vertices of both ends go for rings
    m.rod = &rod;
    m.rods = 1;
    exhaust(&m, &def, CR_RADIATION_WIRES);
}

static void hear(void *context, const char *text) {
    snprintf(context, 200, "%s", text);
}

// A tube, inner radius 20 mm, 100 mm deep, wall 2 mm, whose bottom moves: it resonates at 760 Hz.
static void test_cavity(cr_arena *arena) {
    double profile[64][2] = {{0.0, -0.002}}, (*at)[3];
    int n = bem_profile_line(profile, 1, 0.022, -0.002, 4);
    n = bem_profile_line(profile, n, 0.022, 0.1, 20);
    n = bem_profile_line(profile, n, 0.02, 0.1, 1);
    n = bem_profile_line(profile, n, 0.02, 0.0, 20);
    n = bem_profile_line(profile, n, 0.0, 0.0, 4);
    cr_bem_surface s = bem_revolve(arena, profile, n, 24, false);
    cr_modes m = bem_modes(MODES, &s, 1.0, 0.0, 1, arena, &at);
    for (int j = 0; j < 3; j++) {
        m.frequency[j] = 400.0 + 180.0 * j; // the last one resonates
        for (int v = 0; v < m.vertices; v++)
            if (at[v][2] < 0.001) m.shape[3 * (j * m.vertices + v) + 2] = 1.0f;
    }
    char text[200] = "";
    cr_radiation_def def = cr_radiation_def_default();
    def.warn = hear;
    def.context = text;
    m.count = 2;
    (void)compute(&m, &def, arena);
    CHECK(!*text, "%s", text);
    m.count = 3;
    (void)compute(&m, &def, arena);
    CHECK(strstr(text, "cavity resonates with 1 of"), "%s", text);
}

static void test_refused(cr_arena *arena) {
    cr_error error;
    cr_radiation r;
    cr_radiation_def def = {.way = CR_RADIATE_EXACT};
    cr_modes m = ball(arena, 0.3, false);
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_INPUT, "no default");
    def = cr_radiation_def_default();
    def.progress = stop;
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_STOPPED, "not stopped");
    def = cr_radiation_def_default();
    m.triangles--;
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_INPUT && strstr(error.reason, "closed"),
          "%s", error.reason);
    m.triangles++;
    for (int d = 0; d < 3; d++)
        m.position[d] = d == 0 ? 0.4f : 0.01f * (float)d; // a spike through the other side
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_INPUT &&
              strstr(error.reason, "crosses"),
          "%s", error.reason);
    m.triangles = 0;
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_INPUT, "nothing");
    cr_modes_rod rod = {0, m.vertices - CR_ROD_RING, 0.0f};
    m = ball(arena, 0.3, false);
    m.rod = &rod;
    m.rods = 1;
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_INPUT && strstr(error.reason, "rod 1"),
          "%s", error.reason);
    def = cr_radiation_def_default();
    def.part = 1;
    m = ball(arena, 0.3, false);
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_RANGE, "part 2 of 1");
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_exact(arena);
    test_fast(arena);
    if (TEST_AMOUNT(1, 0)) test_memory(arena, 0.0);
    test_memory(arena, 0.3);
    test_memory_large(arena);
    test_cavity(arena);
    test_refused(arena);
    cr_arena_free(arena);
    return test_summary();
}
