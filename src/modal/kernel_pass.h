// The pass over the modes that a contact makes in every step, for one type of number and one instruction set.
// The includer defines
//   REAL           double or float
//   KERNEL(name)   a name of its own for each function
//   TARGET         attribute that chooses the instruction set, or nothing
// and includes kernel_end.h behind the last use. Generic vectors are lowered per function: target_clones
// would split them before it clones.

#define WIDTH ((int)(sizeof(LANES) / sizeof(REAL)))
#define LANES KERNEL(lanes)
#define GET(row, i) (*(const LANES *)(const void *)((const REAL *)(row) + (i)))
#define SET(row, i, value) (*(LANES *)(void *)((REAL *)(row) + (i)) = (value))
typedef REAL LANES __attribute__((vector_size(32), may_alias));

// Partial sums in an order that does not depend on the instruction set.
TARGET static inline double KERNEL(sum)(const LANES *x) {
    LANES both = x[0] + x[1];
    if (WIDTH == 4) return (double)((both[0] + both[2]) + (both[1] + both[3]));
    double part[4];
    for (int i = 0; i < 4; i++) part[i] = (double)both[i] + (double)both[i + WIDTH - 4];
    return (part[0] + part[2]) + (part[1] + part[3]);
}

// r += A a, p -= B b; p' = m11 p + m12 r, r' = m22 r - m12 p; travel sum A r', moment -sum B p'
TARGET static inline __attribute__((always_inline)) cr_reading KERNEL(pass)(int n, cr_mode_rows modes,
                                                                            cr_turn turn, cr_tap_shape tap,
                                                                            double force, double slope,
                                                                            const bool book) {
    const REAL push = (REAL)force, lean = (REAL)slope;
    LANES travel[2] = {{0}, {0}}, moment[2] = {{0}, {0}}, lost[2] = {{0}, {0}};
    for (int i = 0; i < n; i += 2 * WIDTH)
        for (int half = 0; half < 2; half++) {
            int at = i + WIDTH * half;
            LANES a = GET(tap.a, at), b = GET(tap.b, at), m12 = GET(turn.m12, at);
            LANES kicked_p = GET(modes.p, at) - b * lean, kicked_r = GET(modes.r, at) + a * push;
            LANES turned_p = GET(turn.m11, at) * kicked_p + m12 * kicked_r;
            LANES turned_r = GET(turn.m22, at) * kicked_r - m12 * kicked_p;
            SET(modes.p, at, turned_p);
            SET(modes.r, at, turned_r);
            travel[half] += a * turned_r;
            moment[half] -= b * turned_p;
            if (!book) continue;
            LANES slowed = GET(turn.lost_r, at) * kicked_r - GET(turn.lost_p, at) * kicked_p;
            lost[half] += slowed * slowed;
        }
    return (cr_reading){KERNEL(sum)(travel), KERNEL(sum)(moment), book ? KERNEL(sum)(lost) : 0.0};
}

TARGET static inline cr_reading KERNEL(kick_turn_read)(int n, cr_mode_rows modes, cr_turn turn,
                                                       cr_tap_shape tap, double force, double slope) {
    return KERNEL(pass)(n, modes, turn, tap, force, slope, false);
}

TARGET static inline cr_reading KERNEL(kick_turn_read_book)(int n, cr_mode_rows modes, cr_turn turn,
                                                            cr_tap_shape tap, double force, double slope) {
    return KERNEL(pass)(n, modes, turn, tap, force, slope, true);
}
