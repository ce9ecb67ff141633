// The pass over the modes that a contact makes in every step, for one type of number and one instruction set.
// The includer defines
//   REAL           double or float
//   VECTOR         bytes of a vector, 32 or 64
//   KERNEL(name)   a name of its own for each function
//   TARGET         attribute that chooses the instruction set, or nothing
// and includes kernel_end.h behind the last use. Generic vectors are lowered per function: target_clones
// would split them before it clones.

#define WIDTH ((int)(sizeof(LANES) / sizeof(REAL)))
#define LANES KERNEL(lanes)
#define GET(row, i) (*(const LANES *)(const void *)((const REAL *)(row) + (i)))
#define SET(row, i, value) (*(LANES *)(void *)((REAL *)(row) + (i)) = (value))
typedef REAL LANES __attribute__((vector_size(VECTOR), may_alias));
typedef REAL KERNEL(half) __attribute__((vector_size(32), may_alias));
// Vectors of one turn of the loops, of which each has partial sums of its own: 64 bytes.
enum { KERNEL(turns) = 64 / VECTOR };

// Partial sums in an order that does not depend on the instruction set.
TARGET static inline double KERNEL(sum)(const LANES *x) {
    const KERNEL(half) *halves = (const void *)x;
    KERNEL(half) both = halves[0] + halves[1];
    if (sizeof(REAL) == sizeof(double)) return (double)((both[0] + both[2]) + (both[1] + both[3]));
    double part[4];
    for (int i = 0; i < 4; i++) part[i] = (double)both[i] + (double)both[i + (int)(32 / sizeof(REAL)) - 4];
    return (part[0] + part[2]) + (part[1] + part[3]);
}

// r += A a, p -= B b; p' = m11 p + m12 r, r' = m22 r - m12 p; travel sum A r', moment -sum B p'
TARGET static inline __attribute__((always_inline)) cr_reading KERNEL(pass)(int n, cr_mode_rows modes,
                                                                            cr_turn turn, cr_tap_shape tap,
                                                                            double force, double slope,
                                                                            const bool book) {
    const REAL push = (REAL)force, lean = (REAL)slope;
    LANES travel[KERNEL(turns)] = {{0}}, moment[KERNEL(turns)] = {{0}}, lost[KERNEL(turns)] = {{0}};
    for (int i = 0; i < n; i += KERNEL(turns) * WIDTH)
        for (int k = 0; k < KERNEL(turns); k++) {
            int at = i + WIDTH * k;
            LANES a = GET(tap.a, at), b = GET(tap.b, at), m12 = GET(turn.m12, at);
            LANES kicked_p = GET(modes.p, at) - b * lean, kicked_r = GET(modes.r, at) + a * push;
            LANES turned_p = GET(turn.m11, at) * kicked_p + m12 * kicked_r;
            LANES turned_r = GET(turn.m22, at) * kicked_r - m12 * kicked_p;
            SET(modes.p, at, turned_p);
            SET(modes.r, at, turned_r);
            travel[k] += a * turned_r;
            moment[k] -= b * turned_p;
            if (!book) continue;
            LANES slowed = GET(turn.lost_r, at) * kicked_r - GET(turn.lost_p, at) * kicked_p;
            lost[k] += slowed * slowed;
        }
    const double scale = sizeof(REAL) < sizeof(double) ? 1.0 / (CR_LOSS_SCALE * CR_LOSS_SCALE) : 1.0;
    return (cr_reading){KERNEL(sum)(travel), KERNEL(sum)(moment), book ? scale * KERNEL(sum)(lost) : 0.0};
}

TARGET static inline cr_reading KERNEL(kick_turn_read)(int n, cr_mode_rows modes, cr_turn turn,
                                                       cr_tap_shape tap, double force, double slope) {
    return KERNEL(pass)(n, modes, turn, tap, force, slope, false);
}

TARGET static inline cr_reading KERNEL(kick_turn_read_book)(int n, cr_mode_rows modes, cr_turn turn,
                                                            cr_tap_shape tap, double force, double slope) {
    return KERNEL(pass)(n, modes, turn, tap, force, slope, true);
}
