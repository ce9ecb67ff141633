// The loops of cr_mode_kernels for one type of number and one instruction set; the includer defines what
// kernel_pass.h needs.
#include "modal/kernel_pass.h"

TARGET static void KERNEL(kick)(int n, cr_mode_rows modes, cr_tap_shape tap, double force, double slope) {
    const REAL push = (REAL)force, lean = (REAL)slope;
    for (int i = 0; i < n; i += WIDTH) {
        SET(modes.p, i, GET(modes.p, i) - GET(tap.b, i) * lean);
        SET(modes.r, i, GET(modes.r, i) + GET(tap.a, i) * push);
    }
}

TARGET static void KERNEL(turn)(int n, cr_mode_rows modes, cr_turn turn) {
    for (int i = 0; i < n; i += WIDTH) {
        LANES m12 = GET(turn.m12, i), p = GET(modes.p, i), r = GET(modes.r, i);
        SET(modes.p, i, GET(turn.m11, i) * p + m12 * r);
        SET(modes.r, i, GET(turn.m22, i) * r - m12 * p);
    }
}

TARGET static cr_reading KERNEL(read)(int n, cr_mode_rows modes, cr_tap_shape tap) {
    LANES travel[KERNEL(turns)] = {{0}}, moment[KERNEL(turns)] = {{0}};
    for (int i = 0; i < n; i += KERNEL(turns) * WIDTH)
        for (int k = 0; k < KERNEL(turns); k++) {
            int at = i + WIDTH * k;
            travel[k] += GET(tap.a, at) * GET(modes.r, at);
            moment[k] -= GET(tap.b, at) * GET(modes.p, at);
        }
    return (cr_reading){KERNEL(sum)(travel), KERNEL(sum)(moment), 0.0};
}

static const cr_mode_kernels KERNEL(table) = {KERNEL(kick_turn_read), KERNEL(kick_turn_read_book),
                                              KERNEL(kick), KERNEL(turn), KERNEL(read)};

#include "modal/kernel_end.h"
