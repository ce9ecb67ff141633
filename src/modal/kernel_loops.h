// The loops of cr_mode_kernels for one instruction set. The includer defines KERNEL(name) and TARGET. Generic
// vectors are lowered per function: target_clones would split them before it clones.

// r += A a, p -= B b; p' = m11 p + m12 r, r' = m22 r - m12 p; travel sum A r', moment -sum B p'
TARGET static cr_reading KERNEL(kick_turn_read)(int n, double *p, double *r, cr_turn turn, cr_tap_shape tap,
                                                double force, double slope) {
    lanes travel[2] = {{0}, {0}}, moment[2] = {{0}, {0}};
    for (int i = 0; i < n; i += CR_LANES)
        for (int half = 0; half < 2; half++) {
            int at = i + 4 * half;
            lanes a = GET(tap.a, at), b = GET(tap.b, at), m12 = GET(turn.m12, at);
            lanes kicked_p = GET(p, at) - b * slope, kicked_r = GET(r, at) + a * force;
            lanes turned_p = GET(turn.m11, at) * kicked_p + m12 * kicked_r;
            lanes turned_r = GET(turn.m22, at) * kicked_r - m12 * kicked_p;
            SET(p, at, turned_p);
            SET(r, at, turned_r);
            travel[half] += a * turned_r;
            moment[half] -= b * turned_p;
        }
    return (cr_reading){SUM(travel), SUM(moment)};
}

TARGET static void KERNEL(kick)(int n, double *p, double *r, cr_tap_shape tap, double force, double slope) {
    for (int i = 0; i < n; i += 4) {
        SET(p, i, GET(p, i) - GET(tap.b, i) * slope);
        SET(r, i, GET(r, i) + GET(tap.a, i) * force);
    }
}

TARGET static void KERNEL(turn)(int n, double *p, double *r, cr_turn turn) {
    for (int i = 0; i < n; i += 4) {
        lanes m12 = GET(turn.m12, i), old_p = GET(p, i), old_r = GET(r, i);
        SET(p, i, GET(turn.m11, i) * old_p + m12 * old_r);
        SET(r, i, GET(turn.m22, i) * old_r - m12 * old_p);
    }
}

TARGET static cr_reading KERNEL(read)(int n, const double *p, const double *r, cr_tap_shape tap) {
    lanes travel[2] = {{0}, {0}}, moment[2] = {{0}, {0}};
    for (int i = 0; i < n; i += CR_LANES)
        for (int half = 0; half < 2; half++) {
            travel[half] += GET(tap.a, i + 4 * half) * GET(r, i + 4 * half);
            moment[half] -= GET(tap.b, i + 4 * half) * GET(p, i + 4 * half);
        }
    return (cr_reading){SUM(travel), SUM(moment)};
}

TARGET static double KERNEL(energy)(int n, const double *p, const double *r) {
    lanes sum[2] = {{0}, {0}};
    for (int i = 0; i < n; i += CR_LANES)
        for (int half = 0; half < 2; half++) {
            lanes x = GET(p, i + 4 * half), y = GET(r, i + 4 * half);
            sum[half] += x * x + y * y;
        }
    return 0.5 * SUM(sum);
}

TARGET static double KERNEL(loss)(int n, const double *p, const double *r, const double *c, const double *s,
                                  const double *kept) {
    lanes sum[2] = {{0}, {0}};
    for (int i = 0; i < n; i += CR_LANES)
        for (int half = 0; half < 2; half++) {
            int at = i + 4 * half;
            lanes d = GET(kept, at), v = GET(c, at) * GET(r, at) - GET(s, at) * GET(p, at);
            sum[half] += (1.0 - d * d) * v * v;
        }
    return 0.5 * SUM(sum);
}

static const cr_mode_kernels KERNEL(table) = {KERNEL(kick_turn_read), KERNEL(kick),   KERNEL(turn),
                                              KERNEL(read),           KERNEL(energy), KERNEL(loss)};
