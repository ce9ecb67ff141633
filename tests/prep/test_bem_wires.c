// label: plain
// A rod of steel, 0.5 m long and 4 mm in radius, in free bending: lines of dipoles with lumps at the ends
// against boundary elements on its surface, from 144 Hz to 15 kHz.
#include "bem_rig.h"
#include "carom/prep.h"
#include "prep/bem/vector.h"
#include "prep/thin/wires.h"
#include "test.h"

#include <complex.h>
#include <string.h>

static const double speed = 343.0, density = 1.204, length = 0.5, radius = 0.004;

enum { SHAPES = 4, POINTS = 40 };
static const int order[SHAPES] = {1, 3, 7, 15};

// b L with cos cosh = 1: Newton's way from (n + 1/2) pi.
static double beta(int n) {
    double x = (n + 0.5) * cr_pi;
    for (int i = 0; i < 5; i++) x -= (cos(x) - 1.0 / cosh(x)) / (-sin(x) + tanh(x) / cosh(x));
    return x / length;
}

static double deflection(int n, double z) {
    double b = beta(n), y = b * z, end = 0.5 * b * length;
    if (n % 2) return cos(y) / cos(end) + cosh(y) / cosh(end);
    return sin(y) / sin(end) + sinh(y) / sinh(end);
}

static void bend(int n, const double at[3], double u[3]) {
    const double h = 1e-6;
    u[0] = deflection(n, at[2]);
    u[1] = 0.0;
    u[2] = -at[0] * (deflection(n, at[2] + h) - deflection(n, at[2] - h)) / (2.0 * h);
}

static cr_bem_surface rod(cr_arena *arena) {
    double profile[256][2] = {{0.0, -0.5 * length}};
    int n = bem_profile_line(profile, 1, radius, -0.5 * length, 2);
    n = bem_profile_line(profile, n, radius, 0.5 * length, 125);
    n = bem_profile_line(profile, n, 0.0, 0.5 * length, 2);
    return bem_revolve(arena, profile, n, 16, true);
}

static void listener(int i, double at[3]) {
    double z = 1.0 - (2.0 * i + 1.0) / POINTS, r = sqrt(1.0 - z * z), angle = 2.399963 * i;
    at[0] = r * cos(angle);
    at[1] = r * sin(angle);
    at[2] = z;
}

// Without the lumps, thin: as a wire whose ends are joined to others.
static double bare_power(int n, double k) {
    enum { NODES = 101 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double place[NODES], moved[NODES][3], square, sum = 0.0;
    cr_wire wire = {.from = {0.0, 0.0, -0.5 * length},
                    .to = {0.0, 0.0, 0.5 * length},
                    .radius = radius,
                    .joined = {true, true},
                    .nodes = NODES,
                    .place = place,
                    .moved = moved};
    cr_wire_pieces pieces;
    cr_error error;
    for (int i = 0; i < NODES; i++) {
        place[i] = i / (NODES - 1.0);
        memset(moved[i], 0, sizeof moved[i]);
        moved[i][0] = deflection(n, length * (place[i] - 0.5));
    }
    CHECK(cr_wire_pieces_make(&wire, 1, 0.01, arena, &pieces, &error) == CR_OK, "%s", error.reason);
    float *dipole = cr_arena_take(arena, (size_t)pieces.count * CR_RADIATION_PATCH, sizeof *dipole);
    cr_wire_pieces_fill(&wire, &pieces, density, dipole, &square);
    for (int i = 0; i < POINTS; i++) {
        cr_wide p = 0.0;
        double at[3];
        listener(i, at);
        for (int s = 0; s < pieces.count; s++) {
            double d[3] = {-at[0], -at[1], length * (pieces.along[s] - 0.5) - at[2]}, r = cr_length3(d);
            p += (double)dipole[CR_RADIATION_PATCH * s + 2] * d[0] / r * cr_wide_of(cos(k * r), sin(k * r)) *
                 cr_wide_of(-1.0 / r, k) / (4.0 * cr_pi * r);
        }
        sum += pow(cabs(p), 2.0);
    }
    cr_arena_free(arena);
    return sum;
}

// The power in all directions against that of the multipoles of the surface: at 144 Hz 1 m is near.
static void check_power(const bem_rig *r, double k, double power) {
    enum { ORDER = 12 };
    double c[2 * (ORDER + 1) * (ORDER + 1)], sum = 0.0;
    bem_rig_project(r, k, 0, (const double[]){0.0, 0.0, 0.0}, ORDER, c);
    for (int t = 0; t < 2 * (ORDER + 1) * (ORDER + 1); t++) sum += c[t] * c[t];
    double decibel = 10.0 * log10(power / (sum / (2.0 * density * speed * k * k)));
    printf("  power %+.2f dB\n", decibel);
    CHECK(fabs(decibel) <= 0.4, "%g dB", decibel);
}

enum { RINGS = 65 };

// A tube of rings, as modes of frames have it.
static cr_modes frame(cr_arena *arena) {
    cr_modes m = {.name = "test", .count = SHAPES, .mass = 1.0};
    m.vertices = RINGS * CR_ROD_RING;
    m.triangles = 4; // not looked at
    m.rods = RINGS - 1;
    m.position = cr_arena_take(arena, 3 * (size_t)m.vertices, sizeof *m.position);
    m.shape = cr_arena_take(arena, 3 * SHAPES * (size_t)m.vertices, sizeof *m.shape);
    m.frequency = cr_arena_take(arena, SHAPES, sizeof *m.frequency);
    m.rod = cr_arena_take(arena, RINGS, sizeof *m.rod);
    for (int i = 0; i < m.rods; i++)
        m.rod[i] = (cr_modes_rod){i * CR_ROD_RING, (i + 1) * CR_ROD_RING, (float)radius};
    for (int v = 0; v < m.vertices; v++) {
        double angle = 2.0 * cr_pi * (v % CR_ROD_RING) / CR_ROD_RING;
        const double at[3] = {radius * cos(angle), radius * sin(angle),
                              length * ((double)(v / CR_ROD_RING) / (RINGS - 1) - 0.5)};
        for (int d = 0; d < 3; d++) m.position[3 * v + d] = (float)at[d];
        for (int j = 0; j < SHAPES; j++) {
            double u[3];
            bend(order[j], at, u);
            for (int d = 0; d < 3; d++) m.shape[3 * (j * m.vertices + v) + d] = (float)u[d];
        }
    }
    for (int j = 0; j < SHAPES; j++)
        m.frequency[j] = pow(beta(order[j]), 2.0) * sqrt(2e11 / 7850.0) * 0.5 * radius / (2.0 * cr_pi);
    return m;
}

static void test_rod(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    bem_rig r = bem_rig_make(arena, rod(arena));
    double re[SHAPES], im[SHAPES], sums[3][SHAPES] = {{0.0}};
    cr_modes modes = frame(arena);
    cr_radiation_def def = cr_radiation_def_default();
    cr_radiation radiation;
    cr_error error = {.reason = ""};
    CHECK(cr_radiation_compute(&modes, &def, arena, &radiation, &error) == CR_OK, "%s", error.reason);
    cr_radiator *radiator = cr_radiator_new(&radiation, arena, &error);
    CHECK(radiator, "%s", error.reason);
    for (int j = 0; radiator && j < SHAPES; j++) {
        double k = 2.0 * cr_pi * modes.frequency[j] / speed;
        for (int t = 0; t < r.surface.triangles; t++) {
            double u[3];
            bend(order[j], r.surface.middle[t], u);
            r.g[0][t] = (float)(-density * cr_dot3(u, r.surface.normal[t]));
        }
        bem_rig_solve(&r, k, 1);
        for (int i = 0; i < POINTS; i++) {
            double at[3];
            listener(i, at);
            cr_wide right = cr_bem_field(&r.bem, k, r.g[0], r.p[0], at, r.work);
            cr_radiator_transfer(radiator, at, re, im);
            // The distance 1 m is taken out of the phase.
            cr_wide got = cr_wide_of(re[j], im[j]) * cr_wide_of(cos(k), sin(k));
            sums[0][j] += pow(cabs(right), 2.0);
            sums[1][j] += pow(cabs(got), 2.0);
            sums[2][j] += pow(cabs(got - right), 2.0);
        }
        double decibel = 10.0 * log10(sums[1][j] / sums[0][j]), part = sqrt(sums[2][j] / sums[0][j]),
               bare = 10.0 * log10(bare_power(order[j], k) / sums[0][j]);
        printf("rod %d, %.0f Hz, ka %.3f: %+.2f dB (%.3f), thin without lumps %+.2f dB, %d pieces\n",
               order[j], modes.frequency[j], k * radius, decibel, part, bare, radiation.mode[j].triangles);
        CHECK(radiation.mode[j].route == CR_RADIATION_WIRES, "route");
        // By another mesh -0.16 dB (order 1) and -0.07 (all others) were found, without lumps -1.33, -0.8,
        // -0.2, and as a thin wire +3.6: a finer mesh moves these by 0.04, this one by as much again.
        static const double right[SHAPES][2] = {{-0.16, -1.33}, {-0.07, -0.8}, {-0.07, -0.2}, {-0.08, 3.6}};
        CHECK_NEAR(decibel, right[j][0], 0.1);
        CHECK_NEAR(bare, right[j][1], 0.1);
        CHECK(part <= 0.06, "%g", part);
        if (j < 2) check_power(&r, k, cr_radiation_power(&radiation, j, 1.0));
    }
    cr_arena_free(arena);
}

int main(void) {
    test_rod();
    return test_summary();
}
