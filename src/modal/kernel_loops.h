// The loops of cr_mode_kernels for one type of number and one instruction set; the includer defines what
// kernel_pass.h needs.
#include "modal/kernel_pass.h"

TARGET static void KERNEL(kick_turn_read_both)(int n, cr_mode_rows modes, cr_turn turn, cr_tap_push taps[2]) {
    const cr_tap_shape x = taps[0].shape, y = taps[1].shape;
    const REAL x_push = (REAL)taps[0].force, x_lean = (REAL)taps[0].slope;
    const REAL y_push = (REAL)taps[1].force, y_lean = (REAL)taps[1].slope;
    LANES x_travel[KERNEL(turns)] = {{0}}, x_moment[KERNEL(turns)] = {{0}};
    LANES y_travel[KERNEL(turns)] = {{0}}, y_moment[KERNEL(turns)] = {{0}};
    for (int i = 0; i < n; i += KERNEL(turns) * WIDTH)
        for (int k = 0; k < KERNEL(turns); k++) {
            int at = i + WIDTH * k;
            LANES xa = GET(x.a, at), xb = GET(x.b, at), ya = GET(y.a, at), yb = GET(y.b, at);
            LANES p = GET(modes.p, at) - xb * x_lean - yb * y_lean;
            LANES r = GET(modes.r, at) + xa * x_push + ya * y_push;
            LANES m12 = GET(turn.m12, at);
            LANES turned_p = GET(turn.m11, at) * p + m12 * r;
            LANES turned_r = GET(turn.m22, at) * r - m12 * p;
            SET(modes.p, at, turned_p);
            SET(modes.r, at, turned_r);
            x_travel[k] += xa * turned_r;
            x_moment[k] -= xb * turned_p;
            y_travel[k] += ya * turned_r;
            y_moment[k] -= yb * turned_p;
        }
    taps[0].travel = KERNEL(sum)(x_travel);
    taps[0].moment = KERNEL(sum)(x_moment);
    taps[1].travel = KERNEL(sum)(y_travel);
    taps[1].moment = KERNEL(sum)(y_moment);
}

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

static const cr_mode_kernels KERNEL(table) = {
    {{KERNEL(kick_turn_read), KERNEL(kick_turn_read_book)},
     {KERNEL(kick_turn_read_free), KERNEL(kick_turn_read_free_book)}},
    KERNEL(kick_turn_read_both),
    KERNEL(kick),
    KERNEL(turn),
    KERNEL(read)};

#include "modal/kernel_end.h"
