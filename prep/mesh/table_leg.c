// A leg of a table and the patch of the board round it. Where they meet, at an inner corner, stress grows
// without bound: cells are narrow beside these lines, and nowhere else. They become wider and fewer in rings
// round the leg, through the board by a last ring of triangles, and below the joint by two rows of them.
#include "prep/mesh/table.h"

#include "prep/mesh/shape_internal.h"

typedef struct leg {
    const cr_table *table;
    int piece[2];
    int side;        // of the patch: towards +x +y -x -y
    double from, to; // of a part of a ring (shares), or of the leg (heights)
    int across;      // of a row: the axis along which cells become fewer
    bool few;        // they are fewer along the other one already
} leg;

static double mix(double a, double b, double share) {
    return a + share * (b - a);
}

// Where a cell of the leg ends, at the board.
static double at_joint(const leg *l, int axis, double t) {
    const cr_table_axis *a = &l->table->axis[axis];
    const double *end = a->leg[l->piece[axis]];
    return mix(end[0], end[1], cr_rims_place(&a->fine, t));
}

// Further down, where only some of the ends are left; straight between them.
static double below_joint(const leg *l, int axis, double t) {
    const cr_table_axis *a = &l->table->axis[axis];
    int cells = a->fine.cells;
    double first = floor(cr_min(t * a->plain, a->plain - 1.0)), end[2];
    for (int i = 0; i < 2; i++)
        end[i] = at_joint(l, axis, (double)cr_strip_kept(cells, a->plain, (int)first + i) / cells);
    return mix(end[0], end[1], t * a->plain - first);
}

// The same at the edge of the patch, where the cells of the board begin; straight within a cell.
static double at_patch(const leg *l, int axis, double t) {
    const cr_table_axis *a = &l->table->axis[axis];
    int piece = l->piece[axis], cells = a->fine.cells;
    const cr_rims *board = &a->cells[piece];
    double first = floor(cr_min(t * cells, cells - 1.0)), end[2];
    for (int i = 0; i < 2; i++)
        end[i] = cr_rims_place(board, cr_strip_across(cells, board->cells, (first + i) / cells));
    return mix(a->end[piece], a->end[piece + 1], mix(end[0], end[1], t * cells - first));
}

// A place in the ring: `share` of the way out, t along the side of the leg.
static void in_ring(const leg *l, double share, double t, double x[3]) {
    int out = l->side % 2, along = 1 - out, high = l->side < 2;
    const cr_table_axis *a = &l->table->axis[out];
    x[out] = mix(a->leg[l->piece[out]][high], a->end[l->piece[out] + high], share);
    x[along] = mix(at_joint(l, along, t), at_patch(l, along, t), share);
}

static double in_board(const cr_table *t, double w) {
    return mix(t->floor[0], t->floor[1], cr_rims_place(&t->through, w));
}

static double even_board(const cr_table *t, double w) {
    return mix(t->floor[0], t->floor[1], cr_strip_across(t->through.cells, t->board.cells, w));
}

static void map_ring(const void *context, const double u[3], double x[3]) {
    const leg *l = context;
    in_ring(l, cr_rims_place(&l->table->ring, mix(l->from, l->to, u[0])), u[1], x);
    x[2] = in_board(l->table, u[2]);
}

// The last ring, in which the layers of the board become fewer: v is up, w along the side.
static void map_last_ring(const void *context, const double u[3], double x[3]) {
    const leg *l = context;
    in_ring(l, cr_rims_place(&l->table->ring, mix(l->from, l->to, u[0])), u[2], x);
    x[2] = mix(in_board(l->table, u[1]), even_board(l->table, u[1]), u[0]);
}

static void add_side(cr_cells *cells, leg *l, int top) {
    const cr_table *t = l->table;
    int rings = t->ring.cells, along = t->axis[1 - l->side % 2].fine.cells;
    bool fewer = t->through.cells != t->board.cells;
    l->from = 0.0;
    l->to = fewer ? (rings - 1.0) / rings : 1.0;
    cr_cell_block block = {
        {fewer ? rings - 1 : rings, along, t->through.cells}, map_ring, l, {[CR_W1] = top}};
    if (block.n[0]) cr_cells_block(cells, &block);
    if (!fewer) return;
    l->from = l->to;
    l->to = 1.0;
    cr_strip last = {t->through.cells, t->board.cells, along, map_last_ring, l, {[CR_V1] = top}, NULL};
    cr_cells_strip(cells, &last);
}

static void map_board(const void *context, const double u[3], double x[3]) {
    const leg *l = context;
    for (int axis = 0; axis < 2; axis++) x[axis] = at_joint(l, axis, u[axis]);
    x[2] = in_board(l->table, u[2]);
}

static void map_joint(const void *context, const double u[3], double x[3]) {
    const leg *l = context;
    map_board(context, u, x);
    x[2] = mix(l->from, l->to, cr_rims_place(&l->table->down, u[2]));
}

// u down, v along the axis whose cells become fewer, w along the other.
static void map_row(const void *context, const double u[3], double x[3]) {
    const leg *l = context;
    int axis = l->across, other = 1 - axis;
    x[axis] = at_joint(l, axis, u[1]);
    x[other] = l->few ? below_joint(l, other, u[2]) : at_joint(l, other, u[2]);
    x[2] = mix(l->from, l->to, u[0]);
}

static void map_rest(const void *context, const double u[3], double x[3]) {
    const leg *l = context;
    for (int axis = 0; axis < 2; axis++) x[axis] = below_joint(l, axis, u[axis]);
    x[2] = mix(l->from, l->to, u[2]);
}

// From the board down.
static void add_down(cr_cells *cells, leg *l, int feet) {
    const cr_table *t = l->table;
    const cr_table_axis *x = &t->axis[0], *y = &t->axis[1];
    bool fewer = t->row > 0.0;
    l->from = t->joint;
    l->to = t->floor[0];
    cr_cell_block joint = {
        {x->fine.cells, y->fine.cells, t->down.cells}, map_joint, l, {[CR_W0] = fewer ? 0 : feet}};
    cr_cells_block(cells, &joint);
    if (!fewer) return;
    l->from = t->joint;
    // Neighbouring legs begin with the other axis where the table looks the same after a quarter of a turn.
    l->across = t->turned && (l->piece[0] == l->piece[1]);
    for (int row = 0; row < 2; row++, l->across = 1 - l->across) {
        const cr_table_axis *this = &t->axis[l->across], *other = &t->axis[1 - l->across];
        l->few = row;
        l->to = l->from - t->row;
        cr_strip strip = {
            this->fine.cells, this->plain, row ? other->plain : other->fine.cells, map_row, l, {0}, NULL};
        cr_cells_strip(cells, &strip);
        l->from = l->to;
    }
    l->to = l->from;
    l->from = 0.0;
    cr_cell_block rest = {{x->plain, y->plain, t->rest}, map_rest, l, {[CR_W0] = feet}};
    cr_cells_block(cells, &rest);
}

void cr_table_leg(cr_cells *cells, const cr_table *t, int i, int j) {
    leg l = {.table = t, .piece = {i, j}};
    int top = cr_cells_group(cells, "top"), feet = cr_cells_group(cells, "feet");
    cr_cell_block over = {
        {t->axis[0].fine.cells, t->axis[1].fine.cells, t->through.cells}, map_board, &l, {[CR_W1] = top}};
    cr_cells_block(cells, &over);
    for (l.side = 0; l.side < 4; l.side++) {
        const cr_table_axis *a = &t->axis[l.side % 2];
        int piece = l.piece[l.side % 2], high = l.side < 2;
        if (a->leg[piece][high] != a->end[piece + high]) add_side(cells, &l, top);
    }
    add_down(cells, &l, feet);
}
