#include "linear_world.h"

#include "base/numeric.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

static double upright[3][3] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};

// --- table -------------------------------------------------------------------------------------------------

enum { MODES = 73, DISHES = 9 };
static const double plate[3] = {0.8, 0.5, 0.02}, plate_mass = 5.6, lowest = 106.0, highest = 5000.0;
static const double dish_mass = 0.35, foot = 0.05, dish_high = 0.0125;
static const double dish_inertia[3] = {4.0e-4, 4.0e-4, 7.0e-4};

// Simply supported: f = c (m^2/a^2 + n^2/b^2), w = 2/sqrt(M) sin(m pi x/a) sin(n pi y/b).
typedef struct plate_mode {
    int m, n;
    double frequency;
} plate_mode;

static int plate_modes(plate_mode *modes, int most) {
    int count = 0;
    double c = lowest / (cr_square(1.0 / plate[0]) + cr_square(1.0 / plate[1]));
    for (int m = 1; m < 30; m++)
        for (int n = 1; n < 30; n++) {
            double f = c * (cr_square(m / plate[0]) + cr_square(n / plate[1]));
            if (f <= highest && count < most) modes[count++] = (plate_mode){m, n, f};
        }
    return count;
}

// The plate's side of a contact at (x, y) on its upper face, in-plane motion -z grad w included.
static void plate_columns(linear_world *w, int contact, const plate_mode *modes, int count, double x,
                          double y) {
    double *column = w->columns[2 * contact + 1], size = 2.0 / sqrt(plate_mass), z = 0.5 * plate[2];
    for (int k = 0; k < count; k++) {
        double p = modes[k].m * cr_pi / plate[0], q = modes[k].n * cr_pi / plate[1];
        column[k] = -size * sin(p * x) * sin(q * y);
        column[count + k] = size * z * p * cos(p * x) * sin(q * y);
        column[2 * count + k] = size * z * q * sin(p * x) * cos(q * y);
    }
}

static void add_dish(linear_world *w, const plate_mode *modes, int count, double x, double y, int points) {
    int dish = linear_rigid(w, dish_mass);
    for (int p = 0; p < points; p++) {
        double angle = 2.0 * cr_pi * p / points, arm[3] = {foot * cos(angle), foot * sin(angle), -dish_high};
        int i = linear_contact(w, dish, 0, 1e9, 0.4);
        linear_rigid_columns(w, i, 0, dish_mass, dish_inertia, arm, upright);
        plate_columns(w, i, modes, count, x + arm[0], y + arm[1]);
    }
}

linear_world linear_table(int points) {
    plate_mode modes[MODES + 10];
    int count = plate_modes(modes, MODES + 10);
    linear_world w = linear_world_new(DISHES + 2, count + 6 * (DISHES + 1), DISHES * points + 1);
    linear_body(&w, count);
    for (int k = 0; k < count; k++) {
        w.omega[k] = 2.0 * cr_pi * modes[k].frequency;
        w.zeta[k] = 0.01;
    }
    for (int d = 0; d < DISHES; d++)
        add_dish(&w, modes, count, plate[0] * (0.25 + 0.25 * (d % 3)), plate[1] * (0.22 + 0.28 * (d / 3)),
                 points);
    w.h = 1.0 / (6.5 * highest);
    return w;
}

void linear_table_ball(linear_world *w, double speed) {
    plate_mode modes[MODES + 10];
    int count = plate_modes(modes, MODES + 10), ball = linear_rigid(w, 3.0);
    double inertia[3] = {3e-3, 3e-3, 3e-3}, arm[3] = {0.0, 0.0, -0.045};
    int i = linear_contact(w, ball, 0, 1e9, 0.4);
    linear_rigid_columns(w, i, 0, 3.0, inertia, arm, upright);
    plate_columns(w, i, modes, count, 0.5 * plate[0] + 0.13, 0.5 * plate[1] + 0.02);
    w->v[w->offset[ball] + 2] = -speed * sqrt(3.0);
}

void linear_table_ring(linear_world *w, uint64_t seed, double energy) {
    uint64_t state = cr_random_seed(seed);
    int count = w->offset[1];
    for (int k = 0; k < count; k++) w->v[k] += sqrt(2.0 * energy / count) * cr_random_gaussian(&state);
}

// --- tower, pile -------------------------------------------------------------------------------------------

linear_world linear_tower(int boxes, double spring) {
    const double side = 0.1, high = 0.05, mass = 1.0;
    double inertia[3] = {mass * (side * side + high * high) / 12.0, mass * (side * side + high * high) / 12.0,
                         mass * side * side / 6.0};
    linear_world w = linear_world_new(boxes, 6 * boxes, 4 * boxes);
    for (int b = 0; b < boxes; b++) {
        linear_rigid(&w, mass);
        for (int p = 0; p < 4; p++) {
            int i = linear_contact(&w, b, b - 1, spring, 0.5);
            double x = p & 1 ? 0.5 * side : -0.5 * side, y = p & 2 ? 0.5 * side : -0.5 * side;
            double below[3] = {x, y, -0.5 * high}, above[3] = {x, y, 0.5 * high};
            linear_rigid_columns(&w, i, 0, mass, inertia, below, upright);
            if (b > 0) linear_rigid_columns(&w, i, 1, mass, inertia, above, upright);
        }
    }
    w.h = 1e-3;
    return w;
}

static void askew(uint64_t *state, int axis, double frame[3][3]) {
    double size = 0.0;
    for (int c = 0; c < 3; c++) frame[0][c] = (c == axis) + 0.3 * cr_random_uniform(state);
    for (int c = 0; c < 3; c++) size += cr_square(frame[0][c]);
    for (int c = 0; c < 3; c++) frame[0][c] /= sqrt(size);
    const double *n = frame[0];
    double *t = frame[1], *s = frame[2];
    int least = (axis + 1) % 3;
    for (int c = 0; c < 3; c++) t[c] = (c == least) - n[least] * n[c];
    size = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    for (int c = 0; c < 3; c++) t[c] /= size;
    s[0] = n[1] * t[2] - n[2] * t[1];
    s[1] = n[2] * t[0] - n[0] * t[2];
    s[2] = n[0] * t[1] - n[1] * t[0];
}

// A ball on its neighbour along an axis, or on the wall; a third of the sideways pairs do not touch.
static void ball_contact(linear_world *w, uint64_t *state, int ball, int other, int axis, double spring) {
    const double mass = 0.0105, radius = 0.01;
    double i0 = 0.4 * mass * radius * radius, inertia[3] = {i0, i0, i0}, frame[3][3], arm[3];
    askew(state, axis, frame);
    double shift = axis == 2 ? 0.0 : 1e-7 * (1.0 + cr_random_uniform(state));
    int i = linear_contact(w, ball, other, spring, 0.4);
    w->gap[i] = shift;
    for (int side = 0; side < 2; side++) {
        for (int c = 0; c < 3; c++) arm[c] = (side ? radius : -radius) * frame[0][c];
        if (w->body[2 * i + side] >= 0) linear_rigid_columns(w, i, side, mass, inertia, arm, frame);
    }
}

linear_world linear_pile(uint64_t seed, int side, double kappa, double h) {
    const double mass = 0.0105;
    // The mean of W_ii of two balls: normal 2/m, tangents (2 + 2 * 2.5)/m.
    double own = 0.5 * h * h / mass * (2.0 + 7.0 + 7.0) / 3.0;
    int balls = side * side * side, step[3] = {1, side, side * side};
    linear_world w = linear_world_new(balls, 6 * balls, 3 * balls);
    uint64_t state = cr_random_seed(seed);
    for (int b = 0; b < balls; b++) linear_rigid(&w, mass);
    for (int b = 0; b < balls; b++)
        for (int axis = 0; axis < 3; axis++) {
            bool first = b / step[axis] % side == 0;
            ball_contact(&w, &state, b, first ? -1 : b - step[axis], axis, 1.0 / (kappa * own));
        }
    w.h = h;
    return w;
}
