// Bell and wine glass: walls of revolution along splines.
#include "form/sizes.h"
#include "prep/mesh/grid_disc.h"
#include "prep/mesh/revolve.h"
#include "prep/mesh/shape_internal.h"

// --- bell

static cr_status mesh_bell(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    double knot[CR_CURVE_MAX][3], area, thinnest;
    cr_wall_curve curve;
    cr_wall_curve_make(&curve, cr_bell_knots(value, knot), knot);
    cr_status status = cr_bell_fits(value, &curve, error);
    if (status != CR_OK) return status;
    double station[2] = {value[CR_BELL_CROWN], curve.s[curve.count - 1]};
    cr_wall_measure(cr_wall_curve_map, &curve, 0.0, station[1], &area, &thinnest);
    cr_cells cells;
    cr_cells_begin(&cells, "bell", thinnest, arena, error);
    cr_revolve revolve = {.map = cr_wall_curve_upside_down, .context = &curve};
    cr_revolve_rule(&revolve, detail, station[1], thinnest, area);
    int crown = cr_cells_group(&cells, "crown");
    revolve.end = cr_cells_group(&cells, "rim");
    revolve.inside = cr_cells_group(&cells, "inside");
    revolve.outside = cr_cells_group(&cells, "outside");
    cr_cells_closed(&cells, &revolve, station, 2, crown);
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
    map_foot(g, out * g->neck, 1.0, low);
    map_bowl(g, out * g->neck, 1.0, high);
    double ends = cr_square(cr_square(2.0 * w - 1.0));
    double shrunk = 1.0 / CR_GLASS_FLARE + (1.0 - 1.0 / CR_GLASS_FLARE) * ends;
    double radius = out > 0.0 ? shrunk * (low[0] + w * (high[0] - low[0])) / out : 0.0;
    x[0] = radius * p[0];
    x[1] = radius * p[1];
    x[2] = low[1] + w * (high[1] - low[1]);
}

static void add_stem(cr_cells *cells, const glass *g, int quarter, double cell) {
    cr_disc disc = {quarter, cr_cells_along(g->value[CR_GLASS_STEM], cell), map_stem, g, 0, 0, 0};
    disc.edge = cr_cells_group(cells, "stem");
    cr_cells_disc(cells, &disc);
}

// Where the stem joins the foot the stress grows without bound, and the foot shears: edges over those of the
// rule, and the least layers.
static const double foot_per_rule = 0.6;
enum { FOOT_LAYERS = 3 };

static cr_status mesh_glass(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    glass g = {.value = value};
    make_bowl(&g);
    cr_status status = cr_wine_glass_fits(value, &g.curve, error);
    if (status != CR_OK) return status;
    double last = g.curve.s[g.curve.count - 1], area, thinnest;
    cr_wall_measure(map_bowl, &g, 0.0, last, &area, &thinnest);
    cr_cells cells;
    cr_cells_begin(&cells, "wine-glass", cr_min(thinnest, value[CR_GLASS_EDGE]), arena, error);
    cr_revolve bowl = {.map = map_bowl, .context = &g}, foot = {.map = map_foot, .context = &g};
    cr_revolve_rule(&bowl, detail, last, thinnest, area);
    cr_revolve_rule(&foot, detail, value[CR_GLASS_FOOT], value[CR_GLASS_EDGE],
                    cr_pi * cr_square(value[CR_GLASS_FOOT]));
    if (!(detail->edge > 0.0)) {
        foot.per_wall *= foot_per_rule;
        foot.layers = cr_rule_layers(detail, foot.layers < FOOT_LAYERS ? FOOT_LAYERS : foot.layers);
        foot.joint = g.neck;
    }
    enum { STEM_QUARTER = 3 };
    double finest = cr_rule_finest(detail);
    double cell = detail->edge > 0.0 ? detail->edge : value[CR_GLASS_NECK] / finest;
    int quarter = detail->edge > 0.0 ? cr_disc_quarter(g.neck, cell) : cr_cells_finer(STEM_QUARTER, finest);
    bowl.inside = cr_cells_group(&cells, "inside");
    foot.inside = cr_cells_group(&cells, "foot");
    cr_cells_cap(&cells, &bowl, g.neck, quarter);
    cr_cells_cap(&cells, &foot, g.neck, quarter);
    add_stem(&cells, &g, quarter, cell);
    bowl.outside = cr_cells_group(&cells, "outside");
    bowl.end = cr_cells_group(&cells, "rim");
    cr_cells_rows(&cells, &bowl, g.neck, last);
    cr_cells_rows(&cells, &foot, g.neck, value[CR_GLASS_FOOT]);
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
