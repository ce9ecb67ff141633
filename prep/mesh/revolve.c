#include "prep/mesh/revolve.h"

#include "base/numeric.h"
#include "prep/mesh/grid_disc.h"
#include "prep/mesh/grid_strip.h"

#include <string.h>

enum { SAMPLES = 256 };

// Rows double when this many times the cells around are asked for, and halve.
static const double wanted_more = 1.15, wanted_less = 0.55;

static double thickness_at(cr_wall_map map, const void *context, double s) {
    double in[2], out[2];
    map(context, s, 0.0, in);
    map(context, s, 1.0, out);
    return hypot(out[0] - in[0], out[1] - in[1]);
}

// Radii of curvature in the middle of the wall: of the profile, and across it, from the axis along the
// normal.
static void bends_at(const cr_revolve *revolve, double s, double radius[2]) {
    double at[3][2], h = revolve->step;
    s = cr_max(s, h);
    for (int i = 0; i < 3; i++) revolve->map(revolve->context, s + (i - 1) * h, 0.5, at[i]);
    double before[2] = {at[1][0] - at[0][0], at[1][1] - at[0][1]},
           after[2] = {at[2][0] - at[1][0], at[2][1] - at[1][1]};
    double length = 0.5 * (hypot(before[0], before[1]) + hypot(after[0], after[1]));
    double turned =
        atan2(before[0] * after[1] - before[1] * after[0], before[0] * after[0] + before[1] * after[1]);
    double up = fabs(before[1] + after[1]) / (2.0 * length);
    radius[0] = length / cr_max(fabs(turned), 1e-9);
    radius[1] = at[1][0] / cr_max(up, 1e-9);
}

// The edges of a wall, but for its rim.
static void edges_at(const cr_revolve *revolve, double s, double thickness, double edge[2]) {
    double radius[2];
    double wavelength = revolve->detail->wavelength, longest = revolve->per_wall * thickness;
    if (wavelength > 0.0)
        longest = cr_min(longest, cr_rule_wave(wavelength) / cr_rule_finest(revolve->detail));
    bends_at(revolve, s, radius);
    for (int i = 0; i < 2; i++) edge[i] = cr_rule_bent(revolve->detail, longest, thickness, radius[i]);
    if (revolve->along > 0.0) edge[0] = cr_rule_longer(revolve->detail, edge[0], revolve->along * edge[0]);
    if (revolve->across > 0.0) edge[1] *= revolve->across;
    if (!revolve->least_around) return;
    double rz[2];
    revolve->map(revolve->context, s, 0.5, rz);
    edge[1] =
        cr_min(edge[1], 2.0 * cr_pi * rz[0] / (revolve->least_around * cr_rule_finest(revolve->detail)));
}

// The first cell at a joint, over that at a rim.
static const double joint_per_rim = 0.25;

static double way_between(const cr_revolve *revolve, double a, double b) {
    double from[2], to[2];
    revolve->map(revolve->context, a, 0.5, from);
    revolve->map(revolve->context, b, 0.5, to);
    return hypot(to[0] - from[0], to[1] - from[1]);
}

void cr_revolve_edges(const cr_revolve *revolve, double s, double edge[2]) {
    edge[0] = edge[1] = revolve->edge;
    if (revolve->edge > 0.0) return;
    double thickness = thickness_at(revolve->map, revolve->context, s);
    edges_at(revolve, s, thickness, edge);
    edge[0] = cr_min(edge[0], cr_rule_rim(revolve->detail, thickness, way_between(revolve, s, revolve->rim)));
    if (!(revolve->joint > 0.0)) return;
    double first = revolve->joint_first > 0.0 ? revolve->joint_first : joint_per_rim,
           growth = revolve->joint_growth > 0.0 ? revolve->joint_growth : 1.0;
    edge[0] = cr_min(edge[0], cr_rule_rim(revolve->detail, first * thickness,
                                          growth * way_between(revolve, revolve->joint, s)));
}

static int layers_for(const cr_revolve *revolve, double last) {
    double layers = 0.0, length = 0.0, before[2], here[2], edge[2];
    if (revolve->edge > 0.0) return 1;
    revolve->map(revolve->context, 0.0, 0.5, before);
    for (int i = 1; i <= SAMPLES; i++) {
        double s = last * i / SAMPLES, thickness = thickness_at(revolve->map, revolve->context, s);
        revolve->map(revolve->context, s, 0.5, here);
        edges_at(revolve, s, thickness, edge);
        double part = here[0] * hypot(here[0] - before[0], here[1] - before[1]);
        layers += part * cr_rule_bent_layers(thickness, cr_min(edge[0], edge[1]));
        length += part;
        memcpy(before, here, sizeof before);
    }
    return layers > 1.5 * length ? (int)(layers / length + 0.5) : 1;
}

void cr_revolve_rule(cr_revolve *revolve, const cr_shape_detail *detail, double last, double wall,
                     double area) {
    revolve->detail = detail;
    revolve->edge = detail->edge;
    revolve->per_wall = cr_rule_edge(detail, wall, area) / wall;
    revolve->step = last / SAMPLES;
    revolve->rim = last;
    revolve->layers = cr_rule_layers(detail, layers_for(revolve, last));
}

static double around_at(const cr_revolve *revolve, double s) {
    double rz[2], edge[2];
    revolve->map(revolve->context, s, 0.5, rz);
    cr_revolve_edges(revolve, s, edge);
    return 2.0 * cr_pi * rz[0] / edge[1];
}

void cr_wall_measure(cr_wall_map map, const void *context, double first, double last, double *area,
                     double *thinnest) {
    double before[2], here[2];
    map(context, first, 0.5, before);
    *area = 0.0;
    *thinnest = thickness_at(map, context, first);
    for (int i = 1; i <= SAMPLES; i++) {
        double s = first + (last - first) * i / SAMPLES;
        map(context, s, 0.5, here);
        *area += cr_pi * (before[0] + here[0]) * hypot(here[0] - before[0], here[1] - before[1]);
        *thinnest = cr_min(*thinnest, thickness_at(map, context, s));
        before[0] = here[0];
        before[1] = here[1];
    }
}

// Where the share w of the layers ends, as a share of the wall.
static double through(const cr_revolve *revolve, double w) {
    cr_rims graded = {.cells = revolve->layers,
                      .rim = revolve->layers,
                      .width = 1.0,
                      .growth = revolve->growth,
                      .bare = {true}};
    if (revolve->growth > 0.0) return cr_rims_place(&graded, w);
    return cr_last_place(revolve->layers, revolve->last_layer, w);
}

static void at_wall(const cr_revolve *revolve, double s, double share, double angle, double x[3]) {
    double rz[2];
    revolve->map(revolve->context, s, share, rz);
    x[0] = rz[0] * cos(angle);
    x[1] = rz[0] * sin(angle);
    x[2] = rz[1];
}

static void revolved(const cr_revolve *revolve, double s, double angle, double w, double x[3]) {
    at_wall(revolve, s, through(revolve, w), angle, x);
}

// --- the cap

typedef struct cap {
    const cr_revolve *revolve;
    double end;
} cap;

static void map_cap(const void *context, const double p[2], double w, double x[3]) {
    const cap *c = context;
    revolved(c->revolve, c->end * hypot(p[0], p[1]), atan2(p[1], p[0]), w, x);
}

void cr_cells_cap(cr_cells *cells, cr_revolve *revolve, double end, int quarter) {
    cap context = {revolve, end};
    cr_disc disc = {quarter, revolve->layers, map_cap,          &context,
                    0,       revolve->inside, revolve->outside, revolve->last_ring};
    cr_cells_disc(cells, &disc);
    revolve->around = 4 * quarter;
}

// --- rows

// Four points (s, angle) of a quadrilateral; the last two may be one.
typedef struct patch {
    const cr_revolve *revolve;
    double at[4][2]; // (u v) = 00 10 01 11
} patch;

static void map_patch(const void *context, const double u[3], double x[3]) {
    const patch *c = context;
    double at[2];
    for (int i = 0; i < 2; i++)
        at[i] = (1.0 - u[1]) * ((1.0 - u[0]) * c->at[0][i] + u[0] * c->at[1][i]) +
                u[1] * ((1.0 - u[0]) * c->at[2][i] + u[0] * c->at[3][i]);
    revolved(c->revolve, at[0], at[1], u[2], x);
}

typedef struct row {
    double from, to; // s
    int start, end;  // groups of its ends
} row;

static void add_patch(cr_cells *cells, const cr_revolve *revolve, const patch *context, int n,
                      const int *ends) {
    cr_cell_block block = {{n, 1, revolve->layers},
                           map_patch,
                           context,
                           {0, 0, ends[0], ends[1], revolve->inside, revolve->outside}};
    cr_cells_block(cells, &block);
}

static void add_plain(cr_cells *cells, const cr_revolve *revolve, const row *r) {
    double begin = -0.25 * cr_pi, end = begin + 2.0 * cr_pi;
    patch context = {revolve, {{r->from, begin}, {r->from, end}, {r->to, begin}, {r->to, end}}};
    add_patch(cells, revolve, &context, revolve->around, (int[2]){r->start, r->end});
}

// One cell at `coarse`, two at `fine`: three triangles.
static void add_change(cr_cells *cells, const cr_revolve *revolve, const row *r, bool doubles) {
    double coarse = doubles ? r->from : r->to, fine = doubles ? r->to : r->from;
    int count = doubles ? revolve->around : revolve->around / 2;
    int coarse_group = doubles ? r->start : r->end, fine_group = doubles ? r->end : r->start;
    for (int i = 0; i < count; i++) {
        double cell = 2.0 * cr_pi / count, a = cell * i - 0.25 * cr_pi, b = a + cell, m = a + 0.5 * cell;
        patch middle = {revolve, {{coarse, a}, {coarse, b}, {fine, m}, {fine, m}}};
        patch left = {revolve, {{fine, a}, {fine, m}, {coarse, a}, {coarse, a}}};
        patch right = {revolve, {{fine, m}, {fine, b}, {coarse, b}, {coarse, b}}};
        add_patch(cells, revolve, &middle, 1, (int[2]){coarse_group, 0});
        add_patch(cells, revolve, &left, 1, (int[2]){fine_group, 0});
        add_patch(cells, revolve, &right, 1, (int[2]){fine_group, 0});
    }
}

static void add_row(cr_cells *cells, cr_revolve *revolve, const row *r) {
    enum { LEAST_AROUND = 16 };
    double wanted = around_at(revolve, r->to) / revolve->around;
    bool even = revolve->around % 2 == 0 && revolve->around >= LEAST_AROUND;
    if (!revolve->steady && wanted > wanted_more) {
        add_change(cells, revolve, r, true);
        revolve->around *= 2;
    } else if (!revolve->steady && wanted < wanted_less && even) {
        add_change(cells, revolve, r, false);
        revolve->around /= 2;
    } else add_plain(cells, revolve, r);
}

typedef struct fewer {
    cr_revolve from, to; // as they are before the row and behind it
    row row;
} fewer;

// Along the wall, through it, around.
static void map_fewer(const void *context, const double u[3], double place[3]) {
    const fewer *c = context;
    bool behind = u[0] > 0.0;
    place[0] = behind ? c->row.to : c->row.from;
    place[1] = behind ? through(&c->to, cr_strip_across(c->from.layers, c->to.layers, u[1]))
                      : through(&c->from, u[1]);
    place[2] = 2.0 * cr_pi * u[2] - 0.25 * cr_pi;
}

static void bend_fewer(const void *context, const double place[3], double x[3]) {
    const fewer *c = context;
    at_wall(&c->from, place[0], place[1], place[2], x);
}

void cr_cells_fewer_layers(cr_cells *cells, cr_revolve *revolve, double first, double last, int layers) {
    fewer context = {*revolve, *revolve, {.from = first, .to = last}};
    context.to.layers = layers;
    context.to.last_layer = 0.0;
    context.to.growth = 0.0;
    cr_strip strip = {.fine = revolve->layers,
                      .coarse = layers,
                      .along = revolve->around,
                      .map = map_fewer,
                      .bend = bend_fewer,

                      .context = &context};
    strip.group[CR_V0] = revolve->inside;
    strip.group[CR_V1] = revolve->outside;
    cr_cells_strip(cells, &strip);
    *revolve = context.to;
}

void cr_cells_rows(cr_cells *cells, cr_revolve *revolve, double first, double last) {
    double sum[SAMPLES + 1] = {0}; // asked-for cells up to a sample
    double before[2], here[2], edge[2];
    revolve->map(revolve->context, first, 0.5, before);
    for (int i = 1; i <= SAMPLES; i++) {
        double s = first + (last - first) * i / SAMPLES;
        revolve->map(revolve->context, s, 0.5, here);
        cr_revolve_edges(revolve, s, edge);
        sum[i] = sum[i - 1] + hypot(here[0] - before[0], here[1] - before[1]) / edge[0];
        before[0] = here[0];
        before[1] = here[1];
    }
    int rows = revolve->rows ? revolve->rows : cr_cells_along(sum[SAMPLES], 1.0), at = 0;
    row r = {.from = first};
    for (int i = 1; i <= rows && cells->status == CR_OK; i++) {
        double target = sum[SAMPLES] * i / rows;
        while (at < SAMPLES - 1 && sum[at + 1] < target) at++;
        double share = (target - sum[at]) / (sum[at + 1] - sum[at]);
        r.to = i == rows ? last : first + (last - first) * (at + share) / SAMPLES;
        r.start = i == 1 ? revolve->start : 0;
        r.end = i == rows ? revolve->end : 0;
        add_row(cells, revolve, &r);
        r.from = r.to;
    }
}

// The parameter at which `around` cells have the edge that is asked for.
static double cap_end(const cr_revolve *revolve, double last, int around) {
    double end = 0.0;
    for (int i = 1; i <= SAMPLES && around_at(revolve, end) < around; i++) end = last * i / SAMPLES;
    return end;
}

int cr_revolve_quarter(const cr_revolve *revolve, double last) {
    double most = 12.0;
    for (int i = 0; i <= SAMPLES; i++)
        most = cr_max(most, around_at(revolve, last * i / SAMPLES) / wanted_more);
    double eight = exp2(ceil(log2(most / 8.0))) * 8.0, twelve = exp2(ceil(log2(most / 12.0))) * 12.0;
    return eight <= twelve ? 2 : 3;
}

void cr_cells_closed(cr_cells *cells, cr_revolve *revolve, const double *station, int count, int hold) {
    static const double no_sliver = 0.7; // a cap that reaches so far ends at the first station
    int quarter = cr_revolve_quarter(revolve, station[count - 1]), outside = revolve->outside,
        end = revolve->end;
    double from = cap_end(revolve, station[0], 4 * quarter);
    if (from > no_sliver * station[0]) from = station[0];
    revolve->outside += hold;
    cr_cells_cap(cells, revolve, from, quarter);
    for (int i = 0; i < count; i++) {
        revolve->end = i == count - 1 ? end : 0;
        if (station[i] > from) cr_cells_rows(cells, revolve, from, station[i]);
        from = station[i];
        revolve->outside = outside;
    }
}
