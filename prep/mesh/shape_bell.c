// Bell and wine glass: walls of revolution along splines.
#include "form/sizes.h"
#include "prep/mesh/grid_disc.h"
#include "prep/mesh/revolve.h"
#include "prep/mesh/shape_internal.h"

// --- bell

// Where the patch by which it hangs ends, the stress of a bell that is held there grows without bound: cells
// are narrow there each way. So many layers more, each so many times as thick as the one outside of it, which
// change between two radii over that of the patch; rows begin within the patch at a share of it. The first
// cell is so narrow, over that at a rim, and cells grow so much slower than from there.
enum { HELD_LAYERS = 6 };
static const double held_growth = 2.2, held_from = 0.6, held_to = 1.8, held_end = 2.2;
static const double held_per_rim = 0.01, held_slower = 0.85;

static void add_held(cr_cells *cells, cr_revolve *wall, const double station[2], int crown) {
    int rim = wall->end, outside = wall->outside, beyond = wall->layers;
    double edge = station[0];
    wall->end = 0;
    wall->joint = edge;
    wall->joint_first = held_per_rim;
    wall->joint_growth = held_slower;
    wall->layers = beyond + HELD_LAYERS;
    wall->growth = held_growth;
    wall->outside += crown;
    cr_cells_cap(cells, wall, held_from * edge, cr_revolve_quarter(wall, station[1]));
    cr_cells_rows(cells, wall, held_from * edge, edge);
    wall->outside = outside;
    cr_cells_rows(cells, wall, edge, held_to * edge);
    cr_cells_fewer_layers(cells, wall, held_to * edge, held_end * edge, beyond);
    wall->end = rim;
    cr_cells_rows(cells, wall, held_end * edge, station[1]);
}

static cr_status mesh_bell(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    double knot[CR_CURVE_MAX][3], area, thinnest;
    cr_wall_curve curve;
    cr_wall_curve_make(&curve, cr_bell_knots(value, knot), knot);
    cr_status status = cr_bell_fits(value, &curve, error);
    if (status != CR_OK) return status;
    double station[2] = {value[CR_BELL_CROWN], curve.s[curve.count - 1]};
    cr_wall_measure(cr_wall_curve_map, &curve, 0.0, station[1], &area, &thinnest);
    bool held =
        detail->held && !(detail->edge > 0.0) && !detail->layers && station[1] > 2.0 * held_end * station[0];
    cr_cells cells;
    cr_cells_begin(&cells, "bell", thinnest, arena, error);
    cr_revolve revolve = {.map = cr_wall_curve_upside_down, .context = &curve};
    cr_revolve_rule(&revolve, detail, station[1], thinnest, area);
    int crown = cr_cells_group(&cells, "crown");
    revolve.end = cr_cells_group(&cells, "rim");
    revolve.inside = cr_cells_group(&cells, "inside");
    revolve.outside = cr_cells_group(&cells, "outside");
    if (held) add_held(&cells, &revolve, station, crown);
    else cr_cells_closed(&cells, &revolve, station, 2, crown);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double bell_wall(const double *value) {
    return cr_min(value[CR_BELL_WAIST], value[CR_BELL_BOW]);
}

const cr_shape_type cr_shape_bell = {
    .name = "bell",
    .doc = "bell with a waist and a sound bow, closed at the crown",
    .params = cr_bell_params,
    .param_count = CR_BELL_PARAMS,
    .mesh = mesh_bell,
    .wall = bell_wall,
    .round = CR_ROUND_AXIS,
};

// --- wine glass

typedef struct glass {
    cr_wall_curve curve;
    const double *value;
    double neck; // s of the bowl, and radius of the foot, where the stem joins
    cr_rims stem;
    double last_ring; // of stem and caps
} glass;

static void make_bowl(glass *g) {
    const double *v = g->value;
    double knot[CR_CURVE_MAX][3];
    cr_wall_curve_make(&g->curve, cr_glass_knots(v, knot), knot);
    g->neck = CR_GLASS_FLARE * v[CR_GLASS_NECK];
}

static void map_bowl(const void *context, double s, double w, double rz[2]) {
    const glass *g = context;
    cr_wall_curve_map(&g->curve, s, w, rz);
}

// Flat below, rising towards the stem above.
static void map_foot(const void *context, double s, double w, double rz[2]) {
    const glass *g = context;
    double slope = 1.0 - cr_square(s / g->value[CR_GLASS_FOOT]);
    rz[0] = s;
    rz[1] = w * g->value[CR_GLASS_EDGE] * (1.0 + slope * slope);
}

// From the foot to the bowl; in between the section shrinks to that of the stem.
static void map_stem(const void *context, const double p[2], double w, double x[3]) {
    const glass *g = context;
    double out = hypot(p[0], p[1]), low[2], high[2];
    w = cr_rims_place(&g->stem, w);
    map_foot(g, out * g->neck, 1.0, low);
    map_bowl(g, out * g->neck, 1.0, high);
    double ends = cr_square(cr_square(2.0 * w - 1.0));
    double shrunk = 1.0 / CR_GLASS_FLARE + (1.0 - 1.0 / CR_GLASS_FLARE) * ends;
    double radius = out > 0.0 ? shrunk * (low[0] + w * (high[0] - low[0])) / out : 0.0;
    x[0] = radius * p[0];
    x[1] = radius * p[1];
    x[2] = low[1] + w * (high[1] - low[1]);
}

static void add_stem(cr_cells *cells, const glass *g, int quarter) {
    cr_disc disc = {quarter, g->stem.cells, map_stem, g, 0, 0, 0, g->last_ring};
    disc.edge = cr_cells_group(cells, "stem");
    cr_cells_disc(cells, &disc);
}

// Where the stem joins foot and bowl, at inner corners, the stress grows without bound: cells are narrow
// there each way. Of stem and caps the outermost ring, as a share of the way to the core; of the walls the
// outermost layer as a share, and how many layers more than beyond, which changes between two radii over that
// of the joint; of the stem so many cells at its ends, each twice as long as the one before, together this
// many radii of the stem, and how many radii long the others are. The foot bends with two to five waves
// around, the bowl with up to seven: cells around the one, edges over those of the rule.
enum { MORE_LAYERS = 2, STEM_RIM = 3, STEM_QUARTER = 3, FOOT_AROUND = 42 };
static const double last_ring = 0.25, last_layer = 0.15, joint_to = 1.3, joint_end = 1.55;
static const double stem_rim = 1.5, stem_cell = 1.5;
static const double foot_per_rule = 0.75, bowl_along = 1.75, bowl_around = 0.85;

static cr_rims stem_cells(const double *value, const cr_shape_detail *detail, bool narrow) {
    double length = value[CR_GLASS_STEM], neck = value[CR_GLASS_NECK], finer = cr_rule_finest(detail);
    double rim = stem_rim * neck, edge = detail->edge > 0.0 ? detail->edge : neck / finer;
    if (!narrow || length < 4.0 * rim) return (cr_rims){.cells = cr_cells_along(length, edge)};
    int cells = cr_cells_finer(STEM_RIM, finer);
    return (cr_rims){.cells = 2 * cells + cr_cells_along(length - 2.0 * rim, stem_cell * edge),
                     .rim = cells,
                     .width = rim / length,
                     .growth = pow(2.0, 1.0 / finer)};
}

// Beyond the joint a wall has two layers, which follow the shear across it, or one where those would be more
// cells than this.
static const double most_cells = 3000.0;

static int layers_beyond(const cr_revolve *wall, double thickness, double area) {
    double cells = 2.0 * area / cr_square(wall->per_wall * cr_rule_finest(wall->detail) * thickness);
    return wall->layers < 2 && cells <= most_cells ? 2 : wall->layers;
}

static void add_wall(cr_cells *cells, cr_revolve *wall, double neck, double last) {
    if (wall->last_layer > 0.0) {
        int end = wall->end;
        wall->end = 0;
        cr_cells_rows(cells, wall, neck, joint_to * neck);
        cr_cells_fewer_layers(cells, wall, joint_to * neck, joint_end * neck, wall->layers - MORE_LAYERS);
        wall->end = end;
        neck *= joint_end;
    }
    cr_cells_rows(cells, wall, neck, last);
}

// The rule for the two walls, and narrow cells where they are joined.
static void rule_walls(const glass *g, const cr_shape_detail *detail, bool narrow, double last, double area,
                       double thinnest, cr_revolve *bowl, cr_revolve *foot) {
    double radius = g->value[CR_GLASS_FOOT], edge = g->value[CR_GLASS_EDGE];
    double foot_area = cr_pi * cr_square(radius);
    cr_revolve_rule(bowl, detail, last, thinnest, area);
    cr_revolve_rule(foot, detail, radius, edge, foot_area);
    if (detail->edge > 0.0) return;
    foot->per_wall *= foot_per_rule;
    foot->least_around = FOOT_AROUND;
    bowl->joint = foot->joint = g->neck;
    if (!narrow) return;
    bowl->last_layer = foot->last_layer = last_layer;
    bowl->last_ring = foot->last_ring = g->last_ring;
    bowl->layers = MORE_LAYERS + layers_beyond(bowl, thinnest, area);
    if (bowl->layers > MORE_LAYERS + 1) {
        bowl->along = bowl_along;
        bowl->across = bowl_around;
    }
    foot->layers = MORE_LAYERS + layers_beyond(foot, edge, foot_area);
}

static cr_status mesh_glass(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    glass g = {.value = value};
    make_bowl(&g);
    cr_status status = cr_wine_glass_fits(value, &g.curve, error);
    if (status != CR_OK) return status;
    double last = g.curve.s[g.curve.count - 1], end = value[CR_GLASS_FOOT], area, thinnest;
    bool narrow = !(detail->edge > 0.0) && !detail->layers && cr_min(last, end) > 2.0 * joint_end * g.neck;
    cr_wall_measure(map_bowl, &g, 0.0, last, &area, &thinnest);
    cr_cells cells;
    cr_cells_begin(&cells, "wine-glass", cr_min(thinnest, value[CR_GLASS_EDGE]), arena, error);
    cr_revolve bowl = {.map = map_bowl, .context = &g}, foot = {.map = map_foot, .context = &g};
    g.last_ring = narrow ? last_ring : 0.0;
    rule_walls(&g, detail, narrow, last, area, thinnest, &bowl, &foot);
    g.stem = stem_cells(value, detail, narrow);
    int quarter = (int)(STEM_QUARTER * cr_rule_finest(detail) + 0.5);
    if (detail->edge > 0.0) quarter = cr_disc_quarter(g.neck, detail->edge);
    bowl.inside = cr_cells_group(&cells, "inside");
    foot.inside = cr_cells_group(&cells, "foot");
    cr_cells_cap(&cells, &bowl, g.neck, quarter);
    cr_cells_cap(&cells, &foot, g.neck, quarter);
    add_stem(&cells, &g, quarter);
    bowl.outside = cr_cells_group(&cells, "outside");
    bowl.end = cr_cells_group(&cells, "rim");
    add_wall(&cells, &bowl, g.neck, last);
    add_wall(&cells, &foot, g.neck, end);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double glass_wall(const double *value) {
    return cr_min(value[CR_GLASS_WALL], value[CR_GLASS_EDGE]);
}

const cr_shape_type cr_shape_wine_glass = {
    .name = "wine-glass",
    .doc = "wine glass: a thin bowl on a solid stem and foot",
    .params = cr_wine_glass_params,
    .param_count = CR_WINE_GLASS_PARAMS,
    .mesh = mesh_glass,
    .wall = glass_wall,
    .round = CR_ROUND_AXIS,
};
