#include "base/numeric.h"
#include "carom/modes.h"

static void axis_ends(const cr_modes *modes, int piece, double ends[6]) {
    cr_modes_axis(modes->position, modes->rod[piece].from, ends);
    cr_modes_axis(modes->position, modes->rod[piece].to, ends + 3);
}

// Whether the sine of the angle between both, each from ends[0..2] to ends[3..5], is below what floats leave.
static bool in_line(const double *a, const double *b) {
    const double most = 1e-3;
    double dot = 0.0, square_a = 0.0, square_b = 0.0;
    for (int i = 0; i < 3; i++) {
        dot += (a[3 + i] - a[i]) * (b[3 + i] - b[i]);
        square_a += cr_square(a[3 + i] - a[i]);
        square_b += cr_square(b[3 + i] - b[i]);
    }
    return dot > 0.0 && dot * dot > (1.0 - most * most) * square_a * square_b;
}

int cr_modes_wires(const cr_modes *modes, double (*wire)[CR_WIRE_NUMBERS], int *of) {
    int count = 0;
    for (int i = 0; i < modes->rods; i++) {
        double ends[6];
        axis_ends(modes, i, ends);
        bool on = i > 0 && modes->rod[i].from == modes->rod[i - 1].to && in_line(wire[count - 1], ends);
        double *to = wire[on ? count - 1 : count++];
        for (int k = on ? 3 : 0; k < 6; k++) to[k] = ends[k];
        to[6] = (double)modes->rod[i].radius;
        of[i] = count - 1;
    }
    return count;
}
