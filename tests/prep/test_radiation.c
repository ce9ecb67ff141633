// cr_radiation_compute from modes to multipoles: spheres that breathe, swing and flex, as bodies of
// revolution and as any body, with a cavity, in parts and threads; the static way; what is refused.
#include "bem_surfaces.h"
#include "carom/prep.h"
#include "radiate/waves.h"
#include "test.h"

#include <complex.h>
#include <string.h>

static const double radius = 0.05, speed = 343.0, density = 1.204;

typedef double _Complex wide;

enum { MODES = 6 };

static double legendre(int n, double z) {
    return n == 0 ? 1.0 : n == 1 ? z : 1.5 * z * z - 0.5;
}

// A sphere of 5120 triangles about (x 0 0) whose mode j moves along the radius as P_n, n = j % 3; a second
// surface inside it, seen from the air in it, when it is hollow.
static cr_modes ball(cr_arena *arena, double x, bool hollow) {
    cr_bem_surface s = bem_sphere(arena, TEST_AMOUNT(4, 3), (const double[]){1.0, 1.0, 1.0});
    cr_modes m = {.name = "ball", .count = MODES, .mass = 1.0};
    int copies = hollow ? 2 : 1, n = s.triangles;
    int *number = cr_arena_take(arena, 3 * (size_t)n, sizeof *number);
    double(*at)[3] = cr_arena_take(arena, 3 * (size_t)n, sizeof *at);
    int count = 0;
    for (int i = 0; i < 3 * n; i++) { // corners that are one
        const double *p = s.corner[i / 3][i % 3];
        int v = 0;
        while (v < count && fabs(at[v][0] - p[0]) + fabs(at[v][1] - p[1]) + fabs(at[v][2] - p[2]) > 1e-9) v++;
        if (v == count) memcpy(at[count++], p, sizeof *at);
        number[i] = v;
    }
    m.vertices = copies * count;
    m.triangles = copies * n;
    m.position = cr_arena_take(arena, 3 * (size_t)m.vertices, sizeof *m.position);
    m.triangle = cr_arena_take(arena, 3 * (size_t)m.triangles, sizeof *m.triangle);
    m.shape = cr_arena_take(arena, MODES * 3 * (size_t)m.vertices, sizeof *m.shape);
    m.frequency = cr_arena_take(arena, MODES, sizeof *m.frequency);
    for (int j = 0; j < MODES; j++) m.frequency[j] = (0.7 + 0.5 * j) * speed / (2.0 * cr_pi * radius);
    for (int v = 0; v < m.vertices; v++)
        for (int d = 0; d < 3; d++) {
            double r = v < count ? radius : 0.5 * radius;
            m.position[3 * v + d] = (float)(r * at[v % count][d] + (d == 0 ? x : 0.0));
            for (int j = 0; j < MODES; j++)
                m.shape[3 * (j * m.vertices + v) + d] =
                    (float)(at[v % count][d] * legendre(j % 3, at[v % count][2]));
        }
    for (int i = 0; i < 3 * m.triangles; i++)
        m.triangle[i] = i < 3 * n ? number[i] : count + number[i / 3 % n * 3 + (3 - i % 3) % 3];
    return m;
}

static wide hankel(int n, double x) {
    double h[8][2];
    cr_spherical_hankel(n + 1, x, h);
    return CMPLX(h[n][0], h[n][1]);
}

// The decay of P_n motion: c_n0 = -rho sqrt(4 pi/(2n+1))/(k h_n'(ka)).
static double exact_damping(int n, double ka) {
    wide slope = n ? hankel(n - 1, ka) - (n + 1) / ka * hankel(n, ka) : -hankel(1, ka);
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
        CHECK(fabs(decibel) <= 0.5, "mode %d: %g dB", j, decibel);
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
    m.triangles = 0;
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_INPUT, "nothing");
    def.part = 1;
    m = ball(arena, 0.3, false);
    CHECK(cr_radiation_compute(&m, &def, arena, &r, &error) == CR_ERR_RANGE, "part 2 of 1");
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_exact(arena);
    test_fast(arena);
    test_refused(arena);
    cr_arena_free(arena);
    return test_summary();
}
