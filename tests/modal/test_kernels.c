// The loops over modes that this processor runs give the same bits as plain ones, for any number of modes.
#include "base/numeric.h"
#include "base/random.h"
#include "modal/kernels.h"
#include "modal/resonator.h"
#include "test.h"

#include <string.h>

#define KERNEL_FILE "modal/kernel_loops.h"
#define KERNEL_WIDE "avx2"
#define KERNEL_WIDEST "avx512f"
#include "modal/kernel_kinds.h"

enum { MOST = 264, ROOM = 288, ROWS = 9, SUMS = 16 };

// p, r, m11, m12, m22, lost_r, lost_p, a, b; zeros behind the modes, and every row begins at a line of the
// cache.
typedef struct rows {
    alignas(64) double in_double[ROWS][ROOM];
    alignas(64) float in_float[ROWS][ROOM];
} rows;

static void fill(rows *x, int n, uint64_t *state) {
    memset(x, 0, sizeof *x);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < n; i++) {
            x->in_double[row][i] = 2.0 * cr_random_uniform(state) - 1.0;
            x->in_float[row][i] = (float)x->in_double[row][i];
        }
}

#define ROW(x, single, i) ((single) ? (void *)(x)->in_float[i] : (void *)(x)->in_double[i])

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void check(const cr_mode_kernels *ours, const cr_mode_kernels *plain, bool single, int n,
                  uint64_t *state) {
    static rows x, y;
    fill(&x, n, state);
    y = x;
    const cr_mode_kernels *by[] = {ours, plain};
    rows *of[] = {&x, &y};
    double told[2][SUMS];
    for (int i = 0; i < 2; i++) {
        const cr_mode_kernels *k = by[i];
        rows *s = of[i];
        cr_mode_rows modes = {ROW(s, single, 0), ROW(s, single, 1)};
        cr_turn turn = {ROW(s, single, 2), ROW(s, single, 3), ROW(s, single, 4), ROW(s, single, 5),
                        ROW(s, single, 6)};
        cr_tap_shape tap = {ROW(s, single, 7), ROW(s, single, 8)};
        int room = (n + CR_LANES - 1) / CR_LANES * CR_LANES;
        cr_reading first = k->kick_turn_read[0][0](room, modes, turn, tap, 0.7, -0.2);
        cr_reading booked = k->kick_turn_read[0][1](room, modes, turn, tap, -0.4, 0.3);
        cr_reading ahead = k->kick_turn_read[1][0](room, modes, turn, tap, 0.6, 0.2);
        cr_reading ahead_booked = k->kick_turn_read[1][1](room, modes, turn, tap, -0.1, 0.7);
        cr_tap_push both[2] = {{tap, 0.2, 0.5, 0, 0},
                               {{ROW(s, single, 5), ROW(s, single, 6)}, -0.3, 0.1, 0, 0}};
        k->kick_turn_read_both(room, modes, turn, both);
        k->kick(room, modes, tap, 0.1, 0.6);
        k->turn(room, modes, turn);
        cr_reading last = k->read(room, modes, tap);
        const double all[] = {first.travel,   first.moment,        booked.travel,       booked.moment,
                              booked.lost,    last.travel,         last.moment,         both[0].travel,
                              both[0].moment, both[1].travel,      both[1].moment,      ahead.travel,
                              ahead.moment,   ahead_booked.travel, ahead_booked.moment, ahead_booked.lost};
        memcpy(told[i], all, sizeof all);
    }
    for (int i = 0; i < SUMS; i++)
        CHECK(same(told[0][i], told[1][i]), "%d modes, sum %d: %.17g, plain %.17g", n, i, told[0][i],
              told[1][i]);
    CHECK(memcmp(&x, &y, sizeof x) == 0, "%d modes in %s are not the same", n, single ? "floats" : "doubles");
}

// Those that the library may choose on another processor.
static void check_others(int n, uint64_t *state) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2")) {
        check(&table_double_wide, &table_double, false, n, state);
        check(&table_float_wide, &table_float, true, n, state);
    }
    if (__builtin_cpu_supports("avx512f")) {
        check(&table_double_widest, &table_double, false, n, state);
        check(&table_float_widest, &table_float, true, n, state);
    }
#else
    (void)n;
    (void)state;
#endif
}

int main(void) {
    uint64_t state = cr_random_seed(41);
    for (int n = 1; n <= MOST; n++) {
        check(cr_mode_kernels_double(n), &table_double, false, n, &state);
        check(cr_mode_kernels_float(n), &table_float, true, n, &state);
        check_others(n, &state);
    }
    return test_summary();
}
