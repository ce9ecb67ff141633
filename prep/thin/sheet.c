#include "prep/thin/sheet.h"

#include <complex.h>
#include <string.h>

static const double tolerance = 1e-3; // of GMRES: the rim does more

// A board acts as one that is a quarter of its thickness longer on each side; cells of constant jump act
// 0.145 of their width too wide on each side.
double cr_sheet_side(double length, double thickness, int cells) {
    return (length + 0.5 * thickness) / (cells + 0.29);
}

double cr_sheet_middle(const cr_sheet *sheet, int axis, int cell) {
    return (cell - 0.5 * (sheet->cells[axis] - 1)) * sheet->side[axis];
}

typedef struct cell {
    double x[2], y[2]; // its sides, from where the integral is taken
} cell;

static cell cell_at(const cr_sheet *s, int x, int y) {
    return (cell){{(x - 0.5) * s->side[0], (x + 0.5) * s->side[0]},
                  {(y - 0.5) * s->side[1], (y + 0.5) * s->side[1]}};
}

// int 1/r = sum of +-(x asinh(y/|x|) + y asinh(x/|y|)) over the corners.
static double static_single(const cell *c) {
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double x = c->x[i & 1], y = c->y[i >> 1], sign = i == 0 || i == 3 ? 1.0 : -1.0;
        sum += sign * (x * asinh(y / fabs(x)) + y * asinh(x / fabs(y)));
    }
    return sum;
}

// The finite part of int 1/r^3 = sum of -+sqrt(x^2 + y^2)/(x y) over the corners.
static double static_twofold(const cell *c) {
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double x = c->x[i & 1], y = c->y[i >> 1], sign = i == 0 || i == 3 ? 1.0 : -1.0;
        sum -= sign * hypot(x, y) / (x * y);
    }
    return sum;
}

// (e^iz - 1)/r: what is left of G without its static part.
static cr_wide single_left(double k, double r) {
    double z = k * r;
    if (z < 0.03) return k * cr_wide_of(-0.5 * z, 1.0 - z * z / 6.0);
    return (cr_wide_of(cos(z), sin(z)) - 1.0) / r;
}

// (e^iz (1 - iz) - 1 - z^2/2)/r^3 = k^3 (i/3 - z/8 + ...).
static cr_wide twofold_left(double k, double r) {
    double z = k * r;
    if (z < 0.03) return k * k * k * cr_wide_of(-z / 8.0, 1.0 / 3.0 - z * z / 30.0);
    return (cr_wide_of(cos(z), sin(z)) * cr_wide_of(1.0, -z) - 1.0 - 0.5 * z * z) / (r * r * r);
}

// What is smooth: Gauss' rule of three by three points.
static cr_wide over_cell(const cell *c, double k, cr_wide (*left)(double k, double r)) {
    static const double node[3] = {-0.7745966692414834, 0.0, 0.7745966692414834};
    static const double weight[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    double wide = c->x[1] - c->x[0], high = c->y[1] - c->y[0];
    cr_wide sum = 0.0;
    for (int i = 0; i < 9; i++) {
        double x = c->x[0] + 0.5 * wide * (1.0 + node[i % 3]), y = c->y[0] + 0.5 * high * (1.0 + node[i / 3]);
        sum += weight[i % 3] * weight[i / 3] * left(k, hypot(x, y));
    }
    return sum * wide * high;
}

cr_wide cr_sheet_single_at(const cr_sheet *sheet, int x, int y) {
    cell c = cell_at(sheet, x, y);
    return (static_single(&c) + over_cell(&c, sheet->k, single_left)) / (4.0 * cr_pi);
}

// In the plane d2G/dn dn' = e^(ikr) (1 - ikr)/(4 pi r^3): its parts 1/r^3 and k^2/(2r) in closed form.
cr_wide cr_sheet_twofold_at(const cr_sheet *sheet, int x, int y) {
    cell c = cell_at(sheet, x, y);
    double k = sheet->k, still = static_twofold(&c) + 0.5 * k * k * static_single(&c);
    return (still + over_cell(&c, k, twofold_left)) / (4.0 * cr_pi);
}

static void transform(const cr_sheet *s, bool forward, cr_wide *z) {
    void (*run)(const cr_fourier *, double *) = forward ? cr_fourier_forward : cr_fourier_backward;
    for (int j = 0; j < s->high; j++) run(&s->transform[0], (double *)(z + (ptrdiff_t)j * s->wide));
    for (int i = 0; i < s->wide; i++) {
        for (int j = 0; j < s->high; j++) s->column[j] = z[(ptrdiff_t)j * s->wide + i];
        run(&s->transform[1], (double *)s->column);
        for (int j = 0; j < s->high; j++) z[(ptrdiff_t)j * s->wide + i] = s->column[j];
    }
}

// The kernel is the same both ways, and depends on how far apart cells are: a circulant twice as large.
static void fill_kernel(const cr_sheet *s, cr_wide (*at)(const cr_sheet *, int, int), cr_wide *kernel) {
    memset(kernel, 0, (size_t)s->wide * (size_t)s->high * sizeof *kernel);
    for (int y = 0; y < s->cells[1]; y++)
        for (int x = 0; x < s->cells[0]; x++) {
            cr_wide value = at(s, x, y);
            for (int i = 0; i < 4; i++) {
                int column = i & 1 && x ? s->wide - x : x, row = i & 2 && y ? s->high - y : y;
                kernel[(ptrdiff_t)row * s->wide + column] = value;
            }
        }
    transform(s, true, kernel);
}

static int power_above(int n) {
    int power = 2;
    while (power < n) power *= 2;
    return power;
}

cr_status cr_sheet_make(const int cells[2], const double side[2], double k, cr_arena *arena, cr_sheet *sheet,
                        cr_error *error) {
    *sheet = (cr_sheet){.cells = {cells[0], cells[1]}, .side = {side[0], side[1]}, .k = k};
    sheet->wide = power_above(2 * cells[0]);
    sheet->high = power_above(2 * cells[1]);
    size_t room = (size_t)sheet->wide * (size_t)sheet->high;
    sheet->single = cr_arena_take(arena, room, sizeof *sheet->single);
    sheet->twofold = cr_arena_take(arena, room, sizeof *sheet->twofold);
    sheet->work = cr_arena_take(arena, room, sizeof *sheet->work);
    sheet->column = cr_arena_take(arena, (size_t)sheet->high, sizeof *sheet->column);
    if (!sheet->single || !sheet->twofold || !sheet->work || !sheet->column ||
        !cr_gmres_take(&sheet->gmres, cells[0] * cells[1], arena))
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board of %d by %d cells", cells[0],
                       cells[1]);
    cr_status status = cr_fourier_plan(&sheet->transform[0], sheet->wide, arena, error);
    if (status == CR_OK) status = cr_fourier_plan(&sheet->transform[1], sheet->high, arena, error);
    if (status != CR_OK) return status;
    fill_kernel(sheet, cr_sheet_single_at, sheet->single);
    fill_kernel(sheet, cr_sheet_twofold_at, sheet->twofold);
    return CR_OK;
}

static void multiply(const cr_sheet *s, const cr_wide *kernel) {
    size_t room = (size_t)s->wide * (size_t)s->high;
    transform(s, true, s->work);
    for (size_t i = 0; i < room; i++) s->work[i] *= kernel[i] / (double)room;
    transform(s, false, s->work);
}

static void product(const cr_sheet *s, const cr_wide *kernel, const cr_wide *f, cr_wide *out) {
    memset(s->work, 0, (size_t)s->wide * (size_t)s->high * sizeof *s->work);
    size_t row = (size_t)s->cells[0];
    for (int y = 0; y < s->cells[1]; y++)
        memcpy(s->work + (ptrdiff_t)y * s->wide, f + (size_t)y * row, row * sizeof *f);
    multiply(s, kernel);
    for (int y = 0; y < s->cells[1]; y++)
        memcpy(out + (size_t)y * row, s->work + (ptrdiff_t)y * s->wide, row * sizeof *out);
}

void cr_sheet_single(const cr_sheet *sheet, const cr_wide *f, cr_wide *out) {
    product(sheet, sheet->single, f, out);
}

void cr_sheet_twofold(const cr_sheet *sheet, const cr_wide *f, cr_wide *out) {
    product(sheet, sheet->twofold, f, out);
}

static void put_in(const cr_sheet *s, const cr_complex *in) {
    memset(s->work, 0, (size_t)s->wide * (size_t)s->high * sizeof *s->work);
    for (int i = 0; i < s->cells[0] * s->cells[1]; i++)
        s->work[(ptrdiff_t)(i / s->cells[0]) * s->wide + i % s->cells[0]] = (cr_wide)in[i];
}

static void take_out(const cr_sheet *s, double by, cr_complex *out) {
    for (int i = 0; i < s->cells[0] * s->cells[1]; i++)
        out[i] = (cr_complex)(by * s->work[(ptrdiff_t)(i / s->cells[0]) * s->wide + i % s->cells[0]]);
}

static void apply(const void *context, const cr_complex *in, cr_complex *out) {
    const cr_sheet *s = context;
    put_in(s, in);
    multiply(s, s->twofold);
    take_out(s, 1.0, out);
}

int cr_sheet_solve(const cr_sheet *sheet, const float *g, cr_complex *q) {
    const cr_gmres_operator a = {sheet, apply};
    for (int i = 0; i < sheet->cells[0] * sheet->cells[1]; i++) q[i] = (cr_complex)g[i];
    return cr_gmres_run(&sheet->gmres, &a, q, tolerance, q);
}

void cr_sheet_wall(const cr_sheet *sheet, const float *g, cr_complex *q) {
    for (int i = 0; i < sheet->cells[0] * sheet->cells[1]; i++) q[i] = (cr_complex)g[i];
    put_in(sheet, q);
    multiply(sheet, sheet->single);
    take_out(sheet, -4.0, q);
}
