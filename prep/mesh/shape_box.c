// A box and a plate: one block.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"

// A side as long as another: the body looks the same after a quarter of a turn.
static bool like_another(const double *size, int side) {
    for (int i = 0; i < 3; i++)
        if (i != side && fabs(size[i] - size[side]) <= 1e-9 * size[side]) return true;
    return false;
}

// In the middle of the coordinates, each side a group.
static cr_status mesh_cuboid(const char *name, const double *size, const cr_rims n[3], int order,
                             cr_arena *arena, cr_mesh *mesh, cr_error *error) {
    cr_cuboid corners;
    for (int i = 0; i < 3; i++) {
        corners.high[i] = 0.5 * size[i], corners.low[i] = -0.5 * size[i];
        corners.rims[i] = n[i];
        if (like_another(size, i) && n[i].cells > 1) corners.rims[i].cells = cr_cells_even(n[i].cells);
    }
    cr_cells cells;
    cr_cells_begin(&cells, name, cr_min(size[0], cr_min(size[1], size[2])), arena, error);
    cr_cell_block block = {.map = cr_cuboid_map, .context = &corners};
    for (int i = 0; i < 3; i++) {
        cells.alternate |= like_another(size, i);
        block.n[i] = corners.rims[i].cells;
    }
    static const char *const sides[6] = {"left", "right", "front", "back", "bottom", "top"};
    for (int i = 0; i < 6; i++) block.group[i] = cr_cells_group(&cells, sides[i]);
    for (int i = 0; i < 4; i++) block.group[i] += cr_cells_group(&cells, "sides");
    cr_cells_block(&cells, &block);
    return cr_cells_end(&cells, order, arena, mesh);
}

static double box_wall(const double *value) {
    return cr_min(value[0], cr_min(value[1], value[2]));
}

static cr_status mesh_box(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                          cr_error *error) {
    double smallest = box_wall(value), largest = cr_max(value[0], cr_max(value[1], value[2]));
    double edge = cr_rule_solid(detail, smallest, largest, value[0] * value[1] * value[2]);
    cr_rims n[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        n[i].cells = cr_cells_finer(cr_cells_along(value[i], edge), cr_rule_finer(detail, i));
        if (value[i] <= smallest) n[i].cells = cr_rule_layers(detail, n[i].cells);
    }
    return mesh_cuboid("box", value, n, detail->order, arena, mesh, error);
}

// A plate thicker than this part of its shorter side is meshed as a solid.
static const double thick = 1.0 / 24.0;

static cr_status mesh_plate(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    if (detail->edge == 0.0 && value[2] > thick * cr_min(value[0], value[1]))
        return mesh_box(value, detail, arena, mesh, error);
    double edge = cr_rule_edge(detail, value[2], value[0] * value[1]);
    if (detail->edge == 0.0) edge *= cr_rule_finest(detail); // each axis has its own
    cr_rims n[3] = {[2] = {.cells = cr_rule_wall_layers(detail, 2)}};
    for (int i = 0; i < 2; i++) n[i] = cr_rims_of(detail, value[i], edge, value[2], cr_rule_finer(detail, i));
    return mesh_cuboid("plate", value, n, detail->order, arena, mesh, error);
}

static double plate_wall(const double *value) {
    return value[2];
}

const cr_shape_type cr_shape_box = {
    .name = "box",
    .doc = "box, a bar or a block",
    .params = cr_box_params,
    .param_count = CR_BOX_PARAMS,
    .mesh = mesh_box,
    .wall = box_wall,
    .aligned = true,
};

const cr_shape_type cr_shape_plate = {
    .name = "plate",
    .doc = "flat rectangular plate",
    .params = cr_plate_params,
    .param_count = CR_PLATE_PARAMS,
    .mesh = mesh_plate,
    .wall = plate_wall,
    .aligned = true,
};
