// Cells that are kept whole, as bricks or wedges: the middles of the edges of their tetrahedra are those of
// their own edges, and, on the diagonals, of their sides and of themselves.
#include "prep/mesh/grid.h"

// A corner, or the middle of the edge between two, which must be there.
static int node_of(const cr_cells *cells, int a, int b) {
    if (a == b) return a;
    int edge = cr_pairs_find(&cells->edges, a, b);
    return edge < 0 ? CR_BRICK_NONE : CR_BRICK_NONE - 1 - edge;
}

// The node in the middle of the corners of a cell that have the bits `at` but for those of `free`: half way
// between one of them and its opposite.
static int node_amid(const cr_cells *cells, const int corner[8], int at, int free) {
    for (int a = 0; a < 8; a++) {
        if ((a & ~free) != (at & ~free)) continue;
        int node = node_of(cells, corner[a], corner[a ^ free]);
        if (node != CR_BRICK_NONE) return node;
    }
    return CR_BRICK_NONE;
}

static bool find_brick(const cr_cells *cells, const int corner[8], bool mirrored, int node[CR_BRICK_NODES]) {
    for (int p = 0; p < CR_BRICK_NODES; p++) {
        int step[3] = {mirrored ? 2 - p % 3 : p % 3, p / 3 % 3, p / 9}, at = 0, free = 0;
        for (int i = 0; i < 3; i++) {
            at |= (step[i] == 2) << i;
            free |= (step[i] == 1) << i;
        }
        node[p] = node_amid(cells, corner, at, free);
        if (node[p] == CR_BRICK_NONE) return false;
    }
    return true;
}

// A side, at bit `across` of its axis, that is collapsed along the axis `gone`.
typedef struct collapse {
    int gone, across, along; // axes
    int side;                // 0 or 1
} collapse;

static bool find_collapse(const int corner[8], collapse *found) {
    for (int gone = 0; gone < 3; gone++)
        for (int k = 0; k < 4; k++) {
            int across = (gone + 1 + k / 2) % 3, side = k % 2, pairs = 0;
            for (int i = 0; i < 8; i++) {
                bool pair = corner[i] == corner[i ^ 1 << gone], in_side = (i >> across & 1) == side;
                pairs += pair == in_side;
            }
            if (pairs < 8) continue;
            *found = (collapse){gone, across, 3 - gone - across, side};
            return true;
        }
    return false;
}

static bool find_wedge(const cr_cells *cells, const int corner[8], bool mirrored, int node[CR_BRICK_NODES]) {
    collapse c;
    if (!find_collapse(corner, &c)) return false;
    int open = (1 - c.side) << c.across, tip = c.side << c.across, up = 1 << c.along;
    int triangle[3] = {open, open | 1 << c.gone, tip};
    bool cyclic = (c.gone + 1) % 3 == c.across;
    if ((cyclic == (c.side == 1)) == mirrored) triangle[0] = open | 1 << c.gone, triangle[1] = open;
    for (int k = 0; k < 6; k++) {
        int a = triangle[k % 3], b = k < 3 ? a : triangle[(k + 1) % 3];
        node[k] = node_of(cells, corner[a], corner[b]);
        node[12 + k] = node_of(cells, corner[a | up], corner[b | up]);
        node[6 + k] = node_of(cells, corner[a], corner[b | up]);
        if (node[6 + k] == CR_BRICK_NONE) node[6 + k] = node_of(cells, corner[b], corner[a | up]);
    }
    for (int k = 0; k < 18; k++)
        if (node[k] == CR_BRICK_NONE) return false;
    for (int k = 18; k < CR_BRICK_NODES; k++) node[k] = CR_BRICK_NONE;
    return true;
}

bool cr_brick_find(const cr_cells *cells, const int corner[8], bool mirrored, int node[CR_BRICK_NODES]) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < i; j++)
            if (corner[i] == corner[j]) return find_wedge(cells, corner, mirrored, node);
    return find_brick(cells, corner, mirrored, node);
}
