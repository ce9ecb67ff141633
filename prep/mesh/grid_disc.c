#include "prep/mesh/grid_disc.h"

#include "base/numeric.h"

// Corners of the core are this far out; its sides bulge by this share.
static const double core = 0.65, bulge = 0.2;

static void turn(int quarters, double p[2]) {
    for (int i = 0; i < quarters; i++) {
        double x = p[0];
        p[0] = -p[1];
        p[1] = x;
    }
}

static int cells_out(const cr_disc *disc) {
    return (disc->quarter + 1) / 2;
}

static void core_point(double s, double t, double p[2]) {
    double half = core * sqrt(0.5);
    p[0] = half * s * (1.0 + bulge * (1.0 - t * t));
    p[1] = half * t * (1.0 + bulge * (1.0 - s * s));
}

typedef struct part {
    const cr_disc *disc;
    int quarter; // -1: the core
} part;

static void map_part(const void *context, const double u[3], double x[3]) {
    const part *c = context;
    double p[2];
    if (c->quarter < 0) core_point(2.0 * u[0] - 1.0, 2.0 * u[1] - 1.0, p);
    else {
        double t = 2.0 * u[1] - 1.0, out = cr_last_place(cells_out(c->disc), c->disc->last, u[0]);
        core_point(1.0, t, p);
        p[0] += out * (cos(0.25 * cr_pi * t) - p[0]);
        p[1] += out * (sin(0.25 * cr_pi * t) - p[1]);
        turn(c->quarter, p);
    }
    c->disc->map(c->disc->context, p, u[2], x);
}

void cr_cells_disc(cr_cells *cells, const cr_disc *disc) {
    int n = disc->quarter;
    for (int quarter = -1; quarter < 4; quarter++) {
        part context = {disc, quarter};
        cr_cell_block block = {{quarter < 0 ? n : cells_out(disc), n, disc->along}, map_part, &context, {0}};
        if (quarter >= 0) block.group[CR_U1] = disc->edge;
        block.group[CR_W0] = disc->start;
        block.group[CR_W1] = disc->end;
        cr_cells_block(cells, &block);
    }
}

// A piece of a collar between four corners (share, along the quarter): (u v) = 00 10 01 11.
typedef struct collar_part {
    const cr_collar *collar;
    int quarter;
    double at[4][2];
} collar_part;

static void map_collar(const void *context, const double u[3], double x[3]) {
    const collar_part *c = context;
    double at[2];
    for (int i = 0; i < 2; i++)
        at[i] = (1.0 - u[1]) * ((1.0 - u[0]) * c->at[0][i] + u[0] * c->at[1][i]) +
                u[1] * ((1.0 - u[0]) * c->at[2][i] + u[0] * c->at[3][i]);
    double t = 2.0 * at[1] - 1.0;
    double round[2] = {cos(0.25 * cr_pi * t), sin(0.25 * cr_pi * t)}, square[2] = {1.0, t};
    turn(c->quarter, round);
    turn(c->quarter, square);
    c->collar->map(c->collar->context, round, square, at[0], u[2], x);
}

static void add_collar_part(cr_cells *cells, const collar_part *piece, int across, int around) {
    const cr_collar *collar = piece->collar;
    cr_cell_block block = {{across, around, collar->along}, map_collar, piece, {0}};
    block.group[CR_W0] = collar->start;
    block.group[CR_W1] = collar->end;
    cr_cells_block(cells, &block);
}

// One cell inside, two outside: three triangles, whose second and fourth corners are one.
static void add_doubling(cr_cells *cells, const cr_collar *collar, int quarter, double from) {
    for (int i = 0; i < collar->quarter; i++) {
        double a = (double)i / collar->quarter, b = (double)(i + 1) / collar->quarter, m = 0.5 * (a + b);
        collar_part middle = {collar, quarter, {{from, a}, {1.0, m}, {from, b}, {1.0, m}}};
        collar_part left = {collar, quarter, {{1.0, a}, {from, a}, {1.0, m}, {from, a}}};
        collar_part right = {collar, quarter, {{1.0, m}, {from, b}, {1.0, b}, {from, b}}};
        add_collar_part(cells, &middle, 1, 1);
        add_collar_part(cells, &left, 1, 1);
        add_collar_part(cells, &right, 1, 1);
    }
}

void cr_cells_collar(cr_cells *cells, const cr_collar *collar) {
    for (int quarter = 0; quarter < 4; quarter++) {
        bool doubles = collar->doubles && quarter % 2 == 0;
        int rings = collar->across - doubles;
        double to = (double)rings / collar->across;
        collar_part plain = {collar, quarter, {{0.0, 0.0}, {to, 0.0}, {0.0, 1.0}, {to, 1.0}}};
        if (rings) add_collar_part(cells, &plain, rings, collar->quarter);
        if (doubles) add_doubling(cells, collar, quarter, to);
    }
}

int cr_disc_quarter(double radius, double edge) {
    int n = cr_cells_along(0.5 * cr_pi * radius, edge);
    return n < 2 ? 2 : n;
}
