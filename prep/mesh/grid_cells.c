// Blocks to hexahedra, hexahedra to tetrahedra.
#include "prep/mesh/grid.h"

#include <stdio.h>
#include <string.h>

enum { CELLS_MOST = 1000000 };

// Corner c of a hexahedron is at (c & 1, c >> 1 & 1, c >> 2); sides as in cr_side, seen from outside.
static const int side_corner[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

typedef struct hexahedron {
    double (*x)[3]; // 27 points
    int corner[8];
    bool mirrored; // u v w are left-handed
} hexahedron;

static void fail_memory(cr_cells *cells) {
    if (cells->status == CR_OK)
        cells->status = cr_fail(cells->error, CR_ERR_MEMORY, cells->name, "no memory for a mesh of %d cells",
                                cells->planned);
}

// Point of the 3 x 3 x 3 half way between two corners.
static int point_between(int a, int b) {
    return ((a & 1) + (b & 1)) + 3 * ((a >> 1 & 1) + (b >> 1 & 1)) + 9 * ((a >> 2) + (b >> 2));
}

static size_t slot_at(const cr_cells *cells, const double cell[3]) {
    uint64_t z = 0;
    for (int i = 0; i < 3; i++) {
        z = (z ^ (uint64_t)(int64_t)cell[i]) * 0x9e3779b97f4a7c15u;
        z ^= z >> 29;
    }
    return (size_t)z & cells->slot_mask;
}

static int find_in_slot(const cr_cells *cells, size_t slot, const double x[3]) {
    for (int i = cells->slot[slot]; i >= 0; i = CR_ARRAY_AT(&cells->corners, i)->next) {
        const double *y = CR_ARRAY_AT(&cells->corners, i)->x;
        if (fabs(x[0] - y[0]) < cells->near && fabs(x[1] - y[1]) < cells->near &&
            fabs(x[2] - y[2]) < cells->near)
            return i;
    }
    return -1;
}

// The corner at x among those of the up to eight boxes that reach as far as `near`.
static int find_corner(const cr_cells *cells, const double x[3], double box) {
    for (int k = 0; k < 8; k++) {
        double cell[3];
        bool again = false;
        for (int i = 0; i < 3; i++) {
            double low = floor((x[i] - cells->near) / box), high = floor((x[i] + cells->near) / box);
            cell[i] = k >> i & 1 ? high : low;
            again |= (k >> i & 1) && high == low;
        }
        int found = again ? -1 : find_in_slot(cells, slot_at(cells, cell), x);
        if (found >= 0) return found;
    }
    return -1;
}

static double box_of(const cr_cells *cells) {
    return 64.0 * cells->near;
}

static void enter_corner(cr_cells *cells, int i) {
    double cell[3];
    cr_cells_corner *corner = CR_ARRAY_AT(&cells->corners, i);
    for (int axis = 0; axis < 3; axis++) cell[axis] = floor(corner->x[axis] / box_of(cells));
    size_t slot = slot_at(cells, cell);
    corner->next = cells->slot[slot];
    cells->slot[slot] = i;
}

static void set_slots(cr_cells *cells, size_t count) {
    int *slot = cr_arena_take(cells->scratch, count, sizeof *slot);
    if (!slot) {
        fail_memory(cells);
        return;
    }
    cells->slot = slot;
    cells->slot_mask = count - 1;
    for (size_t i = 0; i < count; i++) slot[i] = -1;
    for (int i = 0; i < cells->corners.count; i++) enter_corner(cells, i);
}

static int corner_at(cr_cells *cells, const double x[3], int rank) {
    int found = find_corner(cells, x, box_of(cells));
    if (found >= 0) return found;
    if ((size_t)cells->corners.count > cells->slot_mask) set_slots(cells, 2 * (cells->slot_mask + 1));
    cr_cells_corner *corner = CR_ARRAY_ADD(&cells->corners, cells->scratch);
    if (!corner) fail_memory(cells);
    if (cells->status != CR_OK) return 0;
    memcpy(corner->x, x, sizeof corner->x);
    corner->rank = rank;
    enter_corner(cells, cells->corners.count - 1);
    return cells->corners.count - 1;
}

// The point of the hexahedron half way between two corners. Where sides are collapsed, several pairs of
// corners are the same edge: one along an edge of the hexahedron knows best, then one across a side.
static int middle_point(const hexahedron *hex, int a, int b) {
    int best = 4, point = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int differs = i ^ j, steps = (differs & 1) + (differs >> 1 & 1) + (differs >> 2);
            if (hex->corner[i] != hex->corner[a] || hex->corner[j] != hex->corner[b] || steps >= best)
                continue;
            best = steps;
            point = point_between(i, j);
        }
    return point;
}

// The edge between two corners of a hexahedron.
static int edge_between(cr_cells *cells, const hexahedron *hex, int a, int b) {
    if (cells->status != CR_OK) return 0;
    int before = cells->edges.count;
    int edge = cr_pairs_add(&cells->edges, hex->corner[a], hex->corner[b]);
    if (edge < 0) {
        fail_memory(cells);
        return 0;
    }
    if (edge < before) return edge;
    cr_cells_middle *middle = CR_ARRAY_ADD(&cells->middles, cells->scratch);
    if (middle) memcpy(middle->x, hex->x[middle_point(hex, a, b)], sizeof middle->x);
    else fail_memory(cells);
    return edge;
}

static void add_tet(cr_cells *cells, const hexahedron *hex, const int local[4]) {
    int order[4] = {local[0], local[1], hex->mirrored ? local[3] : local[2],
                    hex->mirrored ? local[2] : local[3]};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            if (hex->corner[order[i]] == hex->corner[order[j]]) return;
    cr_cells_tet *tet = CR_ARRAY_ADD(&cells->tets, cells->scratch);
    if (!tet) {
        fail_memory(cells);
        return;
    }
    for (int i = 0; i < 4; i++) tet->at[i] = hex->corner[order[i]];
    for (int i = 0; i < 6; i++)
        tet->at[4 + i] = edge_between(cells, hex, order[cr_tet_edge[i][0]], order[cr_tet_edge[i][1]]);
}

// Whether a cut starts at corner a rather than at b.
static bool precedes(const cr_cells *cells, int a, int b) {
    int rank_a = CR_ARRAY_AT(&cells->corners, a)->rank, rank_b = CR_ARRAY_AT(&cells->corners, b)->rank;
    return rank_a != rank_b ? rank_a < rank_b : a < b;
}

static int first_of(const cr_cells *cells, const hexahedron *hex, const int *local, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (precedes(cells, hex->corner[local[i]], hex->corner[local[best]])) best = i;
    return best;
}

// From the first corner to the two triangles of each side that it is not on.
static void cut(cr_cells *cells, const hexahedron *hex) {
    static const int all[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    int apex = first_of(cells, hex, all, 8);
    for (int side = 0; side < 6; side++) {
        const int *at = side_corner[side];
        if (apex == at[0] || apex == at[1] || apex == at[2] || apex == at[3]) continue;
        int first = first_of(cells, hex, at, 4);
        int second = at[(first + 1) % 4], third = at[(first + 2) % 4], fourth = at[(first + 3) % 4];
        add_tet(cells, hex, (int[4]){apex, at[first], second, third});
        add_tet(cells, hex, (int[4]){apex, at[first], third, fourth});
    }
}

static void keep_brick(cr_cells *cells, const hexahedron *hex) {
    cr_cells_brick *brick = CR_ARRAY_ADD(&cells->bricks, cells->scratch);
    if (brick) cells->odd |= !cr_brick_find(cells, hex->corner, hex->mirrored, brick->node);
    else fail_memory(cells);
}

static void add_member(cr_cells *cells, int group, int node) {
    cr_cells_member *member = CR_ARRAY_ADD(&cells->members, cells->scratch);
    if (member) *member = (cr_cells_member){group, node};
    else fail_memory(cells);
}

static void add_side(cr_cells *cells, const hexahedron *hex, int side, int group) {
    for (int i = 0; i < 4; i++) {
        int corner = hex->corner[side_corner[side][i]];
        add_member(cells, group, corner);
        for (int j = 0; j < i; j++) {
            int other = hex->corner[side_corner[side][j]];
            int edge = other == corner ? -1 : cr_pairs_find(&cells->edges, corner, other);
            if (edge >= 0) add_member(cells, group, -1 - edge);
        }
    }
}

static bool is_mirrored(double x[27][3]) {
    double d[3][3];
    static const int step[3] = {1, 3, 9};
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++) d[i][axis] = x[13 + step[i]][axis] - x[13 - step[i]][axis];
    return d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) -
               d[0][1] * (d[1][0] * d[2][2] - d[1][2] * d[2][0]) +
               d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]) <
           0.0;
}

// The rank of corner `local` of a cell: how many of its numbers in the grid are odd.
static int rank_of(const cr_cells *cells, const int cell[3], int local) {
    int odd = 0;
    for (int i = 0; i < 3; i++) odd += (cells->first[i] + cell[i] + (local >> i & 1)) & 1;
    return cells->alternate ? odd : 0;
}

// One hexahedron from 3 x 3 x 3 points, u fastest.
static void add_cell(cr_cells *cells, const cr_cell_block *block, const int cell[3], double x[27][3]) {
    if (cells->status != CR_OK) return;
    hexahedron hex = {.x = x, .mirrored = is_mirrored(x)};
    for (int i = 0; i < 8 && cells->status == CR_OK; i++)
        hex.corner[i] = corner_at(cells, x[point_between(i, i)], rank_of(cells, cell, i));
    if (cells->status == CR_OK) cut(cells, &hex);
    if (cells->status == CR_OK) keep_brick(cells, &hex);
    for (int side = 0; side < 6 && cells->status == CR_OK; side++) {
        bool outside = cell[side / 2] == (side % 2 ? block->n[side / 2] - 1 : 0);
        if (outside && block->group[side]) add_side(cells, &hex, side, block->group[side]);
    }
}

static void map_cell(const cr_cell_block *block, int i, int j, int k, double x[27][3]) {
    for (int p = 0; p < 27; p++) {
        double u[3] = {(i + 0.5 * (p % 3)) / block->n[0], (j + 0.5 * (p / 3 % 3)) / block->n[1],
                       (k + 0.5 * (p / 9)) / block->n[2]};
        block->map(block->context, u, x[p]);
    }
}

void cr_cells_block(cr_cells *cells, const cr_cell_block *block) {
    if (cells->status != CR_OK) return;
    const int *n = block->n;
    double count = (double)n[0] * n[1] * n[2] + cells->planned;
    if (count > CELLS_MOST) {
        cells->status = cr_fail(cells->error, CR_ERR_RANGE, cells->name,
                                "needs %.0f cells or more, at most %d: give a longer edge or fewer layers",
                                count, CELLS_MOST);
        return;
    }
    cells->planned = (int)count;
    double x[27][3];
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                map_cell(block, i, j, k, x);
                add_cell(cells, block, (int[3]){i, j, k}, x);
            }
}

static void turn_point(double x[3], double c, double s) {
    double turned = c * x[0] - s * x[1];
    x[1] = s * x[0] + c * x[1];
    x[0] = turned;
}

void cr_cells_turn(cr_cells *cells, double angle) {
    if (cells->status != CR_OK) return;
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < cells->corners.count; i++) turn_point(CR_ARRAY_AT(&cells->corners, i)->x, c, s);
    for (int i = 0; i < cells->middles.count; i++) turn_point(CR_ARRAY_AT(&cells->middles, i)->x, c, s);
    set_slots(cells, cells->slot_mask + 1);
}

int cr_cells_group(cr_cells *cells, const char *name) {
    for (int i = 0; i < cells->groups; i++)
        if (strcmp(cells->group[i], name) == 0) return 1 << i;
    if (cells->groups == CR_CELLS_GROUP_MAX) return 0;
    snprintf(cells->group[cells->groups], sizeof cells->group[0], "%s", name);
    return 1 << cells->groups++;
}

void cr_cells_begin(cr_cells *cells, const char *name, double wall, cr_arena *arena, cr_error *error) {
    enum { FIRST = 1024 };
    *cells = (cr_cells){.name = name, .error = error, .near = 1e-6 * wall};
    cells->scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!cells->scratch) {
        fail_memory(cells);
        return;
    }
    if (cr_pairs_init(&cells->edges, cells->scratch, FIRST)) set_slots(cells, FIRST);
    else fail_memory(cells);
}
