// A table: a board on four square legs, whose cells go on into the board. Each leg has a patch of the board
// of its own (table_leg.c), so that the narrow cells at the joint end there; between the patches the board is
// a grid of few cells, which begins with a row of triangles.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"
#include "prep/mesh/table.h"

#include <stdlib.h>

enum { LENGTH, WIDTH, HEIGHT, BOARD, LEG, INSET };

// Narrow cells beside the lines where a leg meets the board: how many, the narrowest in parts of half a leg,
// and how many times wider each of the next is. Across the leg they go on down it, and are fewer.
typedef struct grading {
    int cells;
    double first, growth;
} grading;

static const grading across_leg = {2, 0.1, 3.5}, round_leg = {3, 0.06, 2.5};

// Rows of cells along a leg, over those across: it bends as a bar does.
static const double leg_per_side = 2.0;

typedef struct rule {
    const cr_shape_detail *detail;
    const double *value;
    double edge, leg_edge; // of the board's cells, before they are made finer, and of the legs'
    bool graded;           // there are narrow cells
    double reach;          // of a patch, from the leg
} rule;

// The board has two layers and shorter edges than the rule has for walls, as what a leg does to it is shear,
// up to so many cells.
static const double edge_per_rule = 0.65, most_cells = 1200.0, reach_per_leg = 0.5;

static rule rule_of(const double *v, const cr_shape_detail *detail) {
    double under = v[HEIGHT] - v[BOARD];
    rule r = {.detail = detail, .value = v, .graded = !(detail->edge > 0.0), .reach = reach_per_leg * v[LEG]};
    double area = v[LENGTH] * v[WIDTH];
    r.edge = cr_rule_edge(detail, v[BOARD], area);
    r.leg_edge = cr_rule_solid(detail, v[LEG], under, cr_square(v[LEG]) * under);
    if (r.graded) // each axis has its own that is finer
        r.edge = cr_max(edge_per_rule * cr_rule_finest(detail) * r.edge, sqrt(area / most_cells));
    return r;
}

// How far the first `cells` of them reach.
static double width_of(const rule *r, const grading *g, int cells) {
    double cell = 0.5 * g->first * r->value[LEG], sum = 0.0;
    for (int i = 0; i < cells; i++, cell *= g->growth) sum += cell;
    return sum;
}

// Cells with narrow ones at the first end, at the last or at both, as many as there is room for.
static cr_rims graded(const rule *r, const grading *g, double length, int cells, bool first, bool last) {
    static const double most = 0.75; // of the room
    int ends = first + last, narrow = r->graded ? g->cells : 0;
    while (narrow && width_of(r, g, narrow) * ends > most * length) narrow--;
    return (cr_rims){.cells = cells + ends * narrow,
                     .rim = narrow,
                     .width = width_of(r, g, narrow) / length,
                     .growth = g->growth,
                     .bare = {!first, !last}};
}

// A piece of the board, with a narrow cell at a free edge: -1 at its first end, 1 at its last, 0 none.
static cr_rims board_cells(const rule *r, double finer, double length, int bare) {
    static const double part = 0.5, gain = 1.5; // of the thickness; of cells over the narrow one
    double narrow = part * r->value[BOARD];
    cr_rims rims = {.cells = cr_cells_finer(cr_cells_along(length, r->edge), finer)};
    if (!bare || r->detail->edge > 0.0 || length / rims.cells < gain * narrow) return rims;
    rims.rim = cr_cells_finer(1, finer);
    rims.cells = rims.rim + cr_cells_finer(cr_cells_along(length - narrow, r->edge), finer);
    rims.width = narrow / length;
    rims.bare[0] = bare > 0;
    rims.bare[1] = bare < 0;
    return rims;
}

static void place_pieces(const rule *r, int side, cr_table_axis *a) {
    static const double wider = 1.5, room = 0.5;
    const double *v = r->value;
    double half = 0.5 * v[side], out = half - v[INSET], in = out - v[LEG], reach = r->reach;
    double beyond = v[INSET] > wider * reach ? reach : v[INSET], within = cr_min(reach, room * in);
    double end[CR_TABLE_PIECES + 1] = {-half, -out - beyond, -in + within, in - within, out + beyond, half};
    if (beyond == v[INSET]) end[1] = -half, end[4] = half;
    for (int i = 0; i <= CR_TABLE_PIECES; i++) a->end[i] = end[i];
    a->leg[1][0] = -out, a->leg[1][1] = -in;
    a->leg[3][0] = in, a->leg[3][1] = out;
}

static void axis_of(const rule *r, int side, cr_table_axis *a) {
    const double *v = r->value;
    double finer = cr_rule_finer(r->detail, side);
    place_pieces(r, side, a);
    bool edge = a->end[1] > a->end[0];
    for (int i = 0; i < CR_TABLE_PIECES; i++) {
        int bare = i == !edge ? -1 : i == CR_TABLE_PIECES - 1 - !edge;
        if (a->end[i + 1] > a->end[i]) a->cells[i] = board_cells(r, finer, a->end[i + 1] - a->end[i], bare);
    }
    int *across = &a->cells[1].cells, middle = r->graded ? 1 : cr_cells_along(v[LEG], r->leg_edge);
    a->fine = graded(r, &across_leg, v[LEG], cr_cells_finer(middle, finer), true, true);
    // Fewer cells in step, so that what becomes fewer does so alike from both sides.
    *across += abs(a->fine.cells - *across) % 2;
    a->cells[3].cells = *across;
    if (a->cells[2].cells < 2) a->cells[2].cells = 2;
    a->plain = cr_cells_finer(r->graded ? 2 : middle, finer);
    a->plain = a->plain < a->fine.cells ? a->plain + (a->fine.cells - a->plain) % 2 : a->fine.cells;
}

static cr_table plan(const rule *r) {
    static const double thick = 0.7; // a board with as many layers everywhere, over a leg
    const double *v = r->value;
    const cr_shape_detail *detail = r->detail;
    double under = v[HEIGHT] - v[BOARD], finer = cr_rule_finer(detail, 2), rows = leg_per_side * r->leg_edge;
    cr_table t = {.floor = {under, v[HEIGHT]}, .turned = fabs(v[LENGTH] - v[WIDTH]) <= 1e-9 * v[LENGTH]};
    for (int side = 0; side < 2; side++) axis_of(r, side, &t.axis[side]);
    t.board.cells = cr_rule_layers(detail, r->graded ? (int)(finer + 1.5) : 1);
    double reach = r->reach;
    t.through =
        graded(r, &round_leg, v[BOARD], cr_cells_finer(cr_cells_along(v[BOARD], v[LEG]), finer), true, false);
    if (detail->layers || t.through.cells <= t.board.cells) t.through = t.board;
    if (v[BOARD] > thick * v[LEG]) t.board = t.through;
    // Rings are narrower towards a near edge of the board: their cells fit between both.
    if (v[INSET] > 0.0 && v[INSET] < reach) reach = sqrt(reach * v[INSET]);
    int rings = r->graded ? cr_cells_finer(1, cr_rule_finest(detail)) : cr_cells_along(reach, r->edge);
    t.ring = graded(r, &round_leg, reach, rings, true, false);
    t.row = 0.5 * v[LEG];
    t.joint = under - width_of(r, &round_leg, round_leg.cells);
    double left = t.joint - 2.0 * t.row;
    if (r->graded && left > t.row) {
        t.down = (cr_rims){round_leg.cells, round_leg.cells, 1.0, round_leg.growth, {true, false}};
        t.rest = cr_cells_finer(cr_cells_along(left, rows), finer);
    } else {
        t.row = t.joint = 0.0;
        t.down =
            graded(r, &round_leg, under, cr_cells_finer(cr_cells_along(under, rows), finer), false, true);
    }
    return t;
}

// A part of the board beside a patch, or away from them: pieces, and from where to where in parts of the
// piece.
typedef struct part {
    const cr_table *table;
    int piece[2];
    double from[2], to[2];
    int across; // of a row of triangles
} part;

static double in_part(const part *p, int axis, double u) {
    const cr_table_axis *a = &p->table->axis[axis];
    int piece = p->piece[axis];
    double place = cr_rims_place(&a->cells[piece], p->from[axis] + u * (p->to[axis] - p->from[axis]));
    return a->end[piece] + place * (a->end[piece + 1] - a->end[piece]);
}

static void map_part(const void *context, const double u[3], double x[3]) {
    const part *p = context;
    for (int axis = 0; axis < 2; axis++) x[axis] = in_part(p, axis, u[axis]);
    double up = cr_rims_place(&p->table->board, u[2]);
    x[2] = p->table->floor[0] + up * (p->table->floor[1] - p->table->floor[0]);
}

// A row next to a patch: u from the side with more cells to the other, v along it.
static void map_row(const void *context, const double u[3], double x[3]) {
    const part *p = context;
    int along = 1 - p->across;
    const cr_table_axis *a = &p->table->axis[along];
    int leg = a->fine.cells, board = a->cells[p->piece[along]].cells;
    double place[3] = {0.0, 0.0, u[2]};
    place[p->across] = leg > board ? u[0] : 1.0 - u[0];
    place[along] = leg > board ? cr_strip_across(leg, board, u[1]) : u[1];
    map_part(context, place, x);
}

// At the first end of a piece (0) or at its last (1).
static void add_row(cr_cells *cells, part p, int across, int last, int top) {
    const cr_table_axis *a = &p.table->axis[1 - across];
    double cell = 1.0 / p.table->axis[across].cells[p.piece[across]].cells;
    int leg = a->fine.cells, board = a->cells[p.piece[1 - across]].cells;
    p.across = across;
    p.from[across] = last;
    p.to[across] = last ? 1.0 - cell : cell;
    cr_strip strip = {leg > board ? leg : board,
                      leg > board ? board : leg,
                      p.table->board.cells,
                      map_row,
                      &p,
                      {[CR_W1] = top},
                      NULL};
    cr_cells_strip(cells, &strip);
}

static void add_board(cr_cells *cells, const cr_table *t, int i, int j, int top) {
    part p = {.table = t, .piece = {i, j}, .to = {1.0, 1.0}};
    int n[2] = {t->axis[0].cells[i].cells, t->axis[1].cells[j].cells};
    for (int axis = 0; axis < 2 && n[0] && n[1]; axis++) {
        int along = p.piece[1 - axis], piece = p.piece[axis];
        const cr_table_axis *other = &t->axis[1 - axis];
        if (!(along % 2) || piece % 2 || other->fine.cells == other->cells[along].cells) continue;
        double cell = 1.0 / t->axis[axis].cells[piece].cells;
        for (int last = 0; last < 2; last++) {
            if (piece == (last ? CR_TABLE_PIECES - 1 : 0)) continue;
            add_row(cells, p, axis, last, top);
            if (last) p.to[axis] = 1.0 - cell;
            else p.from[axis] = cell;
            n[axis]--;
        }
    }
    cr_cell_block block = {{n[0], n[1], t->board.cells}, map_part, &p, {[CR_W1] = top}};
    if (n[0] && n[1]) cr_cells_block(cells, &block);
}

static cr_status mesh_table(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    cr_status status = cr_table_fits(value, error);
    if (status != CR_OK) return status;
    rule r = rule_of(value, detail);
    cr_table table = plan(&r);
    cr_cells cells;
    cr_cells_begin(&cells, "table", cr_min(value[BOARD], value[INSET] > 0.0 ? value[INSET] : value[LEG]),
                   arena, error);
    int top = cr_cells_group(&cells, "top");
    cr_cells_group(&cells, "feet");
    for (int i = 0; i < CR_TABLE_PIECES; i++)
        for (int j = 0; j < CR_TABLE_PIECES; j++)
            if (i % 2 && j % 2) cr_table_leg(&cells, &table, i, j);
            else add_board(&cells, &table, i, j, top);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double wall(const double *value) {
    return cr_min(value[BOARD], value[LEG]);
}

const cr_shape_type cr_shape_table = {
    .name = "table",
    .doc = "table: a board on four square legs",
    .params = cr_table_params,
    .param_count = CR_TABLE_PARAMS,
    .mesh = mesh_table,
    .wall = wall,
    .aligned = true,
};
