// The rule of resolution (docs/shapes.md gives the figures behind it).
#include "prep/mesh/grid.h"

#include "base/numeric.h"

// Edge over thickness of a wall, over the square root of thickness times radius where it is bent (a bent
// element resists bending by stretching), over the shortest wavelength, and the cells of one wall at which
// the rule stops: a very thin wall gets longer edges.
static const double edge_per_wall = 2.5, edge_per_bend = 0.5, edge_per_wavelength = 1.0 / 3.0,
                    most_wall_cells = 4000.0;
// Cells along the smallest and the largest extent of a solid body, and where the rule stops.
static const double least_through = 2.0, least_along = 8.0, most_solid_cells = 4000.0;

double cr_rule_wave(double wavelength) {
    return edge_per_wavelength * wavelength;
}

double cr_rule_finer(const cr_shape_detail *detail, int axis) {
    return cr_max(detail->finer[axis], 1.0);
}

double cr_rule_finest(const cr_shape_detail *detail) {
    return cr_max(cr_rule_finer(detail, 0), cr_max(cr_rule_finer(detail, 1), cr_rule_finer(detail, 2)));
}

static double apply(const cr_shape_detail *detail, double edge) {
    if (detail->edge > 0.0) return detail->edge;
    if (detail->wavelength > 0.0) edge = cr_min(edge, cr_rule_wave(detail->wavelength));
    return edge;
}

cr_shape_detail cr_rule_alone(const cr_shape_detail *detail) {
    cr_shape_detail alone = *detail;
    for (int axis = 0; axis < 3; axis++) alone.finer[axis] = 1.0;
    return alone;
}

double cr_rule_edge(const cr_shape_detail *detail, double thickness, double area) {
    double edge = apply(detail, cr_max(edge_per_wall * thickness, sqrt(area / most_wall_cells)));
    return detail->edge > 0.0 ? edge : edge / cr_rule_finest(detail);
}

double cr_rule_bent(const cr_shape_detail *detail, double edge, double thickness, double radius) {
    double bent = edge_per_bend * sqrt(thickness * radius) / cr_rule_finest(detail);
    return detail->edge > 0.0 ? edge : cr_min(edge, bent);
}

// A pipe is bent everywhere.
static const double pipe_per_bend = 0.85;

double cr_rule_pipe(const cr_shape_detail *detail, double edge, double thickness, double radius) {
    return cr_min(edge, pipe_per_bend * cr_rule_bent(detail, HUGE_VAL, thickness, radius));
}

double cr_rule_longer(const cr_shape_detail *detail, double edge, double longer) {
    if (detail->edge > 0.0) return edge;
    if (detail->wavelength > 0.0)
        longer = cr_min(longer, cr_rule_wave(detail->wavelength) / cr_rule_finest(detail));
    return cr_max(edge, longer);
}

double cr_rule_solid(const cr_shape_detail *detail, double smallest, double largest, double volume) {
    double edge = cr_min(smallest / least_through, largest / least_along);
    return apply(detail, cr_max(edge, cbrt(volume / most_solid_cells)));
}

int cr_rule_layers(const cr_shape_detail *detail, int layers) {
    return detail->layers > 0 ? detail->layers : layers;
}

// Cells are to be this many times as wide as the layers are thick, or less: what a layer and an edge make
// wrong is then about the same.
static const double wide_per_layer = 2.0;

double cr_rule_bent_layers(double thickness, double edge) {
    return wide_per_layer * thickness / edge;
}

int cr_rule_wall_layers(const cr_shape_detail *detail, int axis) {
    double finer = axis < 0 ? cr_rule_finest(detail) : cr_rule_finer(detail, axis);
    return cr_rule_layers(detail, (int)(finer + 0.5));
}

int cr_cells_finer(int count, double finer) {
    return cr_cells_along(count * finer, 1.0);
}

int cr_cells_even(int count) {
    return count + count % 2;
}

int cr_cells_along(double length, double edge) {
    static const double most = 1e6;
    double count = ceil(length / edge - 1e-6);
    return count < 1.0 ? 1 : count > most ? (int)most : (int)count;
}

// A rim is this many thicknesses wide, and worth it where cells are this many times wider.
static const double rim_per_wall = 1.0, rim_gain = 1.5;

double cr_rule_rim(const cr_shape_detail *detail, double thickness, double distance) {
    static const double first = 0.6, growth = 0.8; // a first cell as wide as the wall, then twice as wide
    return first * thickness / cr_rule_finest(detail) + growth * distance;
}

cr_rims cr_rims_of(const cr_shape_detail *detail, double length, double edge, double thickness,
                   double finer) {
    double rim = rim_per_wall * thickness;
    if (detail->edge > 0.0 || edge < rim_gain * rim || length < 2.0 * (rim + edge))
        return (cr_rims){.cells = cr_cells_finer(cr_cells_along(length, edge), finer)};
    int narrow = cr_cells_finer(1, finer),
        wide = cr_cells_finer(cr_cells_along(length - 2.0 * rim, edge), finer);
    return (cr_rims){.cells = wide + 2 * narrow, .rim = narrow, .width = rim / length};
}

// Where `cell` of a rim ends, from its narrowest on; straight within a cell.
static double in_rim(const cr_rims *rims, double cell) {
    if (!(rims->growth > 0.0)) return rims->width * cell / rims->rim;
    double whole = floor(cell), sum = 0.0, place = 0.0, next = 1.0;
    for (int i = 0; i < rims->rim; i++, next *= rims->growth) {
        place += i < whole ? next : i < cell ? next * (cell - whole) : 0.0;
        sum += next;
    }
    return rims->width * place / sum;
}

double cr_rims_place(const cr_rims *rims, double u) {
    if (!rims->rim) return u;
    double cell = u * rims->cells, rest = rims->cells - cell;
    int first = rims->bare[0] ? 0 : rims->rim, last = rims->bare[1] ? 0 : rims->rim;
    if (cell < first) return in_rim(rims, cell);
    if (rest < last || first + last == rims->cells) return 1.0 - in_rim(rims, rest);
    double from = first ? rims->width : 0.0, to = last ? 1.0 - rims->width : 1.0;
    return from + (to - from) * (cell - first) / (rims->cells - first - last);
}

double cr_last_place(int cells, double last, double u) {
    if (!(last > 0.0) || cells < 2) return u;
    double cell = u * cells, rest = cells - cell;
    return rest <= 1.0 ? 1.0 - last * rest : (1.0 - last) * cell / (cells - 1);
}
