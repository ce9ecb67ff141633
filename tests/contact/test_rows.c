// Rows of one step with answers that can be written down: one contact, rolling and spinning, a pendulum of
// two links, a slab at rest.
#include "test.h"

#include "budget.h"
#include "random_rows.h"

#include <string.h>

static const double g = 9.81;

// A block of unit arms on a point of three freedoms: W = 1/m + c.
static rows_rig point(cr_rows_kind kind, double mass, double compliance) {
    rows_rig rig = rows_rig_new(1, 1);
    int body = rows_rig_body(&rig, 3), i = rows_rig_block(&rig, kind, body, -1, compliance);
    for (int a = 0; a < 3; a++) rig.arms[2 * i][4 * a] = 1.0 / sqrt(mass);
    return rig;
}

static void solve_point(rows_rig *rig, double q0, double q1, double q2) {
    double q[3] = {q0, q1, q2};
    memcpy(rig->q, q, sizeof q);
    memset(rig->r, 0, 3 * sizeof *rig->r);
    cr_status status = rows_rig_solve(rig, 1e-12);
    CHECK(status == CR_OK, "%s", rig->error.reason);
    CHECK(rig->result.residual <= 1e-12, "residual %g", rig->result.residual);
    CHECK(rig->result.energy <= 0.0, "energy %g", rig->result.energy);
}

static void check_point(const rows_rig *rig, double r0, double r1, double r2) {
    CHECK_NEAR(rig->r[0], r0, 1e-14 * 10.0);
    CHECK_NEAR(rig->r[1], r1, 1e-14 * 10.0);
    CHECK_NEAR(rig->r[2], r2, 1e-14 * 10.0);
    for (int k = 0; k < 3; k++) { // the motion: y = A^T r
        const double *a = rig->arms[0] + k;
        CHECK_NEAR(rig->y[k], a[0] * r0 + a[3] * r1 + a[6] * r2, 1e-14 * 10.0);
    }
}

static void one_contact(void) {
    double m = 2.0, c = 0.25, w = 1.0 / m + c;
    rows_rig rig = point(CR_ROWS_CONTACT, m, c);
    rig.mu[0] = 0.5;
    solve_point(&rig, 0.3, 1.0, -2.0); // opens
    check_point(&rig, 0.0, 0.0, 0.0);
    solve_point(&rig, -3.0, 0.6, -0.8); // sticks: |q_t| = 1 < 1.5
    check_point(&rig, 3.0 / w, -0.6 / w, 0.8 / w);
    solve_point(&rig, -3.0, 3.0, -4.0); // slips
    check_point(&rig, 3.0 / w, -0.6 * 1.5 / w, 0.8 * 1.5 / w);
    // A budget besides: it brakes what has parted, and adds to the friction of what has not.
    rig.radius[0] = 0.7;
    solve_point(&rig, 0.3, 3.0, -4.0);
    check_point(&rig, 0.0, -0.6 * 0.7, 0.8 * 0.7);
    solve_point(&rig, 0.3, 0.03, -0.04);
    check_point(&rig, 0.0, -0.03 / w, 0.04 / w);
    solve_point(&rig, -3.0, 3.0, -4.0);
    check_point(&rig, 3.0 / w, -0.6 * (1.5 / w + 0.7), 0.8 * (1.5 / w + 0.7));
    rows_rig_free(&rig);
}

// A point on a stick, hit askew: friction's budget alone opens or closes the normal, r_n by the law.
static void coupled_contact(void) {
    rows_rig rig = point(CR_ROWS_CONTACT, 1.0, 0.01);
    rig.arms[0][1] = -0.6; // the first row also moves with the second freedom
    rig.radius[0] = 0.5;
    rig.mu[0] = 0.3;
    // Open: r_t = -R0 e_1 would press u_n = q_n + 0.6 R0 > 0: q_n may be negative and still open.
    solve_point(&rig, -0.2, 5.0, 0.0);
    check_point(&rig, 0.0, -0.5, 0.0);
    // The other way friction draws it closed: r_n = -(q_n - 0.6 r_1)/w_nn, r_1 = 0.3 r_n + 0.5.
    double w = 1.0 + 0.36 + 0.01, q = 0.1, normal = (0.6 * 0.5 - q) / (w - 0.6 * 0.3);
    solve_point(&rig, q, -5.0, 0.0);
    check_point(&rig, normal, 0.3 * normal + 0.5, 0.0);
    rows_rig_free(&rig);
}

// Rolling and spinning: each within its own disk.
static void disks(void) {
    double m = 4.0, c = 0.05, w = 1.0 / m + c;
    rows_rig rig = point(CR_ROWS_DISK, m, c);
    rig.radius[0] = 1.0;
    rig.radius[1] = 0.2;
    solve_point(&rig, 0.06, 0.08, 0.03); // all stick
    check_point(&rig, -0.06 / w, -0.08 / w, -0.03 / w);
    solve_point(&rig, 6.0, 8.0, -0.03); // rolls
    check_point(&rig, -0.6, -0.8, 0.03 / w);
    solve_point(&rig, 0.06, 0.08, -3.0); // spins
    check_point(&rig, -0.06 / w, -0.08 / w, 0.2);
    solve_point(&rig, 6.0, -8.0, 3.0); // both
    check_point(&rig, -0.6, 0.8, -0.2);
    rows_rig_free(&rig);
}

// A ball (6 freedoms) on a plane with rolling resistance, pushed from rest over a hold of h: it stays while
// the torque of the push about the point of contact is below the greatest, else rolls under the difference.
static void rolling_ball(void) {
    double m = 0.01, radius = 0.01, inertia = 0.4 * m * radius * radius, h = 1e-3, bear = 1e-3 * m * g;
    double force[2] = {0.5 * bear / radius, 1.8 * bear / radius};
    for (int turn = 0; turn < 2; turn++) {
        rows_rig rig = rows_rig_new(1, 2);
        int ball = rows_rig_body(&rig, 6);
        // Far stiffer than the step: 1e-12 of h^2/2m, far enough above rounding.
        double lean = h / sqrt(2.0 * m), swing = h / sqrt(2.0 * inertia), soft = 1e-12 * lean * lean;
        int touch = rows_rig_block(&rig, CR_ROWS_CONTACT, ball, -1, soft);
        int roll = rows_rig_block(&rig, CR_ROWS_DISK, ball, -1, 1e-12 * swing * swing);
        double *a = rig.arms[2 * touch], *d = rig.arms[2 * roll];
        a[2] = lean; // normal: z
        a[6 + 0] = lean;
        a[6 + 4] = -radius * swing; // x of the lowest point: dx - R turn_y
        a[12 + 1] = lean;
        a[12 + 3] = radius * swing;
        d[3] = d[6 + 4] = d[12 + 5] = swing;
        rig.mu[touch] = 0.4;
        rig.radius[2 * roll] = bear;
        rig.q[0] = -0.5 * g * h * h;
        rig.q[1] = 0.5 * h * h / m * force[turn];
        CHECK(rows_rig_solve(&rig, 1e-10) == CR_OK, "%s", rig.error.reason);
        CHECK_REL(rig.r[0], m * g, 1e-10);
        double torque = turn ? bear : force[0] * radius; // about the point of contact
        CHECK_REL(rig.r[3 + 1], -torque, 1e-8);
        // acceleration (F R - torque) R/(I + m R^2): friction takes F - m a
        double acceleration = (force[turn] * radius - torque) * radius / (inertia + m * radius * radius);
        CHECK_NEAR(rig.r[1], -(force[turn] - m * acceleration), 1e-8 * force[turn]);
        CHECK(rows_rig_violation(&rig) <= 1e-8, "violation %g", rows_rig_violation(&rig));
        rows_rig_free(&rig);
    }
}

// Two links of a pendulum, level, let go: forces in the joints of the double pendulum at rest. With
// theta1 = theta2 = 90 deg of uniform rods m, L: M a = F, M = m L^2 [4/3 1/2; 1/2 1/3], F = -m g L [3/2;
// 1/2], so a1 = -9/7 g/L, a2 = 3/7 g/L.
static void pendulum(void) {
    double m = 0.7, length = 0.3, inertia = m * length * length / 12.0, h = 1e-3;
    double lean = h / sqrt(2.0 * m), swing = h / sqrt(2.0 * inertia), soft = 1e-13 * lean * lean;
    rows_rig rig = rows_rig_new(2, 2);
    int first = rows_rig_body(&rig, 6), second = rows_rig_body(&rig, 6);
    int pin[2] = {rows_rig_block(&rig, CR_ROWS_JOINT, first, -1, soft),
                  rows_rig_block(&rig, CR_ROWS_JOINT, second, first, soft)};
    // A point at x = s L/2 of a body moves by d + turn x (s L/2, 0, 0) = d + s L/2 (0, turn_z, -turn_y).
    struct {
        int block, side;
        double sign, end;
    } ends[3] = {{pin[0], 0, 1.0, -0.5}, {pin[1], 0, 1.0, -0.5}, {pin[1], 1, -1.0, 0.5}};
    for (int e = 0; e < 3; e++) {
        double *a = rig.arms[2 * ends[e].block + ends[e].side];
        for (int c = 0; c < 3; c++) a[6 * c + c] = ends[e].sign * lean;
        a[6 + 5] = ends[e].sign * ends[e].end * length * swing;
        a[12 + 4] = -ends[e].sign * ends[e].end * length * swing;
    }
    rig.q[3 * pin[0] + 2] = -0.5 * g * h * h; // the second joint: both ends fall alike
    CHECK(rows_rig_solve(&rig, 1e-11) == CR_OK, "%s", rig.error.reason);
    CHECK(rig.result.residual <= 1e-11, "residual %g", rig.result.residual);
    // Link 2: m a_c2 = f2 - m g, a_c2 = L a1 + L/2 a2 (up); link 1: m a_c1 = f1 - f2 - m g, a_c1 = L/2 a1.
    double a1 = -9.0 / 7.0 * g / length, a2 = 3.0 / 7.0 * g / length;
    double f2 = m * (g + length * a1 + 0.5 * length * a2), f1 = f2 + m * (g + 0.5 * length * a1);
    CHECK_REL(rig.r[3 * pin[0] + 2], f1, 1e-10);
    CHECK_REL(rig.r[3 * pin[1] + 2], f2, 1e-10);
    for (int i = 0; i < 2; i++) {
        double u[3];
        rows_rig_velocity(&rig, pin[i], u);
        for (int c = 0; c < 3; c++) CHECK_NEAR(u[c], 0.0, 1e-11 * g * h * h);
    }
    rows_rig_free(&rig);
}

// A slab on 27 points, each with a spring and a bristle: the forces are those of the springs alone,
// F_i = m g/27 + what turns; they do not depend on where the solver began.
static void slab(void) {
    double m = 5.0, h = 1e-4, k = 1e9, side[2] = {0.2, 0.1}, high = 0.01;
    double inertia[3] = {m * (side[1] * side[1] + 4.0 * high * high) / 12.0,
                         m * (side[0] * side[0] + 4.0 * high * high) / 12.0,
                         m * (side[0] * side[0] + side[1] * side[1]) / 12.0};
    rows_rig rig = rows_rig_new(1, 27);
    int body = rows_rig_body(&rig, 6);
    double lean = h / sqrt(2.0 * m), swing[3];
    for (int c = 0; c < 3; c++) swing[c] = h / sqrt(2.0 * inertia[c]);
    for (int p = 0; p < 27; p++) {
        int i = rows_rig_block(&rig, CR_ROWS_CONTACT, body, -1, 1.0 / k);
        double x = side[0] * (p % 9 - 4) / 8.0, y = side[1] * (p / 9 - 1) / 2.0, z = -high,
               *a = rig.arms[2 * i];
        a[2] = lean; // normal: d_z + turn_x y - turn_y x
        a[3] = swing[0] * y;
        a[4] = -swing[1] * x;
        a[6] = lean; // x: d_x + turn_y z - turn_z y
        a[6 + 4] = swing[1] * z;
        a[6 + 5] = -swing[2] * y;
        a[12 + 1] = lean; // y: d_y + turn_z x - turn_x z
        a[12 + 3] = -swing[0] * z;
        a[12 + 5] = swing[2] * x;
        rig.mu[i] = 0.4;
        rig.q[3 * i] = -0.5 * g * h * h;
    }
    double first[81];
    for (int turn = 0; turn < 3; turn++) {
        for (int k3 = 0; k3 < 81; k3++) rig.r[k3] = turn ? (k3 * 7 % 11) * 0.3 * turn : 0.0;
        CHECK(rows_rig_solve(&rig, 1e-13) == CR_OK, "%s", rig.error.reason);
        double sum = 0.0;
        for (int i = 0; i < 27; i++) sum += rig.r[3 * i];
        if (!turn) memcpy(first, rig.r, sizeof first);
        // From rest the springs have still to be pressed: (h^2/2m + 1/27k) sum F = g h^2/2.
        CHECK_REL(sum, m * g / (1.0 + 2.0 * m / (27.0 * k * h * h)), 1e-12);
        for (int k3 = 0; k3 < 81; k3++) CHECK_NEAR(rig.r[k3], first[k3], 1e-11 * m * g);
        CHECK(rig.result.energy <= 0.0, "energy %g", rig.result.energy);
    }
    for (int i = 0; i < 27; i++) CHECK_REL(rig.r[3 * i], first[0], 1e-10);
    // At rest the springs are pressed already: q_n = -g h^2/2 - m g/27 k.
    for (int i = 0; i < 27; i++) rig.q[3 * i] = -0.5 * g * h * h - m * g / (27.0 * k);
    CHECK(rows_rig_solve(&rig, 1e-13) == CR_OK, "%s", rig.error.reason);
    double sum = 0.0;
    for (int i = 0; i < 27; i++) sum += rig.r[3 * i];
    CHECK_REL(sum, m * g, 1e-12);
    rows_rig_free(&rig);
}

static void refusals(void) {
    rows_rig rig = point(CR_ROWS_CONTACT, 1.0, 0.1);
    double *places[] = {rig.q,       rig.mu,          rig.compliance, rig.radius,
                        rig.arms[0], rig.arms[0] + 7, rig.r}; // without friction the tangents too
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        double kept = places[i][0], r[3] = {1.0, 2.0, 3.0};
        if (places[i] != rig.r) memcpy(rig.r, r, sizeof r);
        places[i][0] = i % 2 ? CR_NAN : HUGE_VAL;
        CHECK(rows_rig_solve(&rig, 1e-8) == CR_ERR_NUMERIC, "place %zu is taken", i);
        places[i][0] = kept;
    }
    rows_rig_free(&rig);
}

// Nothing pushes: no reactions, whatever the guess; nor without any rows.
static void nothing(void) {
    rows_rig rig = point(CR_ROWS_CONTACT, 1.0, 0.1);
    rig.r[0] = rig.r[1] = 2.0;
    CHECK(rows_rig_solve(&rig, 1e-12) == CR_OK && rig.result.method == CR_COULOMB_OPEN, "%s",
          rig.error.reason);
    check_point(&rig, 0.0, 0.0, 0.0);
    rig.rows.blocks = 0;
    rig.y[0] = 1.0;
    CHECK(rows_rig_solve(&rig, 1e-12) == CR_OK && rig.y[0] == 0.0, "y is %g", rig.y[0]);
    rows_rig_free(&rig);
}

// With the n-th allocation failing, for every n: the same answer or no memory, and nothing is kept.
static void memory(void) {
    random_rows_def def = {5, 30, 3, 2, 20, 1e-4, false};
    rows_rig rig = random_rows(3, &def);
    int n = 1;
    CHECK(rows_rig_solve(&rig, 1e-8) == CR_OK && rig.result.method > CR_COULOMB_NEWTON, "%s: %s",
          cr_coulomb_method_name(rig.result.method), rig.error.reason);
    for (bool done = false; !done && n < 200 && !test_failures; n++) {
        budget left = {n, 0};
        cr_arena *arena = cr_arena_new(budget_allocator(&left));
        if (!arena) continue;
        double r[3 * 35] = {0.0};
        cr_status status = cr_rows_solve(&rig.rows, 1e-8, arena, r, rig.y, &rig.result, &rig.error);
        done = status == CR_OK;
        CHECK(done || (status == CR_ERR_MEMORY && strstr(rig.error.reason, "memory")), "%d: %s", n,
              rig.error.reason);
        CHECK(!done || memcmp(r, rig.r, sizeof r) == 0, "another answer");
        CHECK(cr_arena_size(arena) == 0, "scratch is kept");
        cr_arena_free(arena);
        CHECK(left.live == 0, "leaks");
    }
    CHECK(n > 5, "done after %d allocations", n);
    rows_rig_free(&rig);
}

// A A^T of a body that bends is found once for several solves, which come to the same bits; what is kept is
// what they use.
static void kept(void) {
    enum { CONTACTS = 8, ROWS = 3 * CONTACTS, SOLVES = 3 };
    random_rows_def def = {2, CONTACTS, 0, 0, 40, 1e-2, false};
    int used = 0;
    for (int seed = 1; seed <= 10; seed++) {
        rows_rig rig = random_rows((uint64_t)seed, &def);
        int block[ROWS];
        double product[ROWS * ROWS], alone[ROWS] = {0.0}, y[64];
        cr_rows_kept store = {.body = 0, .room = ROWS, .block = block, .product = product};
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        CHECK(cr_rows_solve(&rig.rows, 1e-8, arena, alone, y, &rig.result, &rig.error) == CR_OK, "%s",
              rig.error.reason);
        rig.rows.kept = &store;
        for (int i = 0; i < SOLVES; i++) {
            double r[ROWS] = {0.0};
            bool spoilt = i + 1 == SOLVES && store.rows > 0;
            if (spoilt) product[0] *= 1.01;
            CHECK(cr_rows_solve(&rig.rows, 1e-8, arena, r, y, &rig.result, &rig.error) == CR_OK, "%s",
                  rig.error.reason);
            bool same = memcmp(r, alone, sizeof r) == 0;
            CHECK(same || spoilt, "seed %d: other bits in solve %d", seed, i + 1);
            used += spoilt && !same;
        }
        cr_arena_free(arena);
        rows_rig_free(&rig);
    }
    CHECK(used > 0, "nothing was used again");
    printf("what was kept is used in %d of 10\n", used);
}

int main(void) {
    one_contact();
    coupled_contact();
    disks();
    rolling_ball();
    pendulum();
    slab();
    refusals();
    nothing();
    memory();
    kept();
    return test_summary();
}
