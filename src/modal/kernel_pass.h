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

// r += A a, p -= B b; p' = m11 p + m12 r, r' = m22 r - m12 p; travel sum A r', moment -sum B p', or those
// without the kick.
TARGET static inline __attribute__((always_inline)) cr_reading
KERNEL(pass)(int n, cr_mode_rows modes, cr_turn turn, cr_tap_shape tap, double force, double slope,
             const bool free, const bool book) {
    const REAL push = (REAL)force, lean = (REAL)slope;
    LANES travel[KERNEL(turns)] = {{0}}, moment[KERNEL(turns)] = {{0}}, lost[KERNEL(turns)] = {{0}};
    for (int i = 0; i < n; i += KERNEL(turns) * WIDTH)
        for (int k = 0; k < KERNEL(turns); k++) {
            int at = i + WIDTH * k;
            LANES a = GET(tap.a, at), b = GET(tap.b, at), p = GET(modes.p, at), r = GET(modes.r, at);
            LANES m11 = GET(turn.m11, at), m12 = GET(turn.m12, at), m22 = GET(turn.m22, at);
            LANES kicked_p = p - b * lean, kicked_r = r + a * push;
            LANES turned_p = m11 * kicked_p + m12 * kicked_r, turned_r = m22 * kicked_r - m12 * kicked_p;
            SET(modes.p, at, turned_p);
            SET(modes.r, at, turned_r);
            LANES read_p = turned_p, read_r = turned_r;
            if (free) {
                read_p = m11 * p + m12 * r;
                read_r = m22 * r - m12 * p;
            }
            travel[k] += a * read_r;
            moment[k] -= b * read_p;
            if (!book) continue;
            LANES slowed = GET(turn.lost_r, at) * kicked_r - GET(turn.lost_p, at) * kicked_p;
            lost[k] += slowed * slowed;
        }
    const double scale = sizeof(REAL) < sizeof(double) ? 1.0 / (CR_LOSS_SCALE * CR_LOSS_SCALE) : 1.0;
    return (cr_reading){KERNEL(sum)(travel), KERNEL(sum)(moment), book ? scale * KERNEL(sum)(lost) : 0.0};
}

#define KICK_TURN_READ(name, free, book)                                                                     \
    TARGET static inline cr_reading KERNEL(name)(int n, cr_mode_rows modes, cr_turn turn, cr_tap_shape tap,  \
                                                 double force, double slope) {                               \
        return KERNEL(pass)(n, modes, turn, tap, force, slope, free, book);                                  \
    }
KICK_TURN_READ(kick_turn_read, false, false)
KICK_TURN_READ(kick_turn_read_book, false, true)
KICK_TURN_READ(kick_turn_read_free, true, false)
KICK_TURN_READ(kick_turn_read_free_book, true, true)
#undef KICK_TURN_READ
