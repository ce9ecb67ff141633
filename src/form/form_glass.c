// A wine glass: a thin bowl on a solid stem and foot.
#include "form/outline.h"
#include "form/sizes.h"

const cr_param cr_wine_glass_params[] = {
    {"radius", "m", "of the bowl at its widest, to the middle of the wall", 0.036, 1e-3, 1},
    {"rim", "m", "radius of the rim", 0.03, 1e-3, 1},
    {"bowl", "m", "height of the bowl", 0.085, 1e-3, 2},
    {"thickness", "m", "of the wall of the bowl", 0.0016, 1e-5, 0.1},
    {"bottom", "m", "thickness of the bottom of the bowl", 0.004, 1e-5, 0.1},
    {"stem", "m", "length of the stem", 0.08, 1e-3, 2},
    {"stem-radius", "m", "radius of the stem half way", 0.004, 1e-4, 0.5},
    {"foot", "m", "radius of the foot", 0.035, 1e-3, 1},
    {"foot-thickness", "m", "of the foot at its edge", 0.002, 1e-5, 0.1},
};

enum { CUT = 2, FOOT_PIECES = 8, STEM_PIECES = 12 };

typedef struct glass {
    const double *value;
    cr_wall_curve curve;
    double neck;       // radius of the foot, and s of the bowl, where the stem joins
    cr_flat low, high; // there
} glass;

// The top of the foot by its radius, which the outline passes inwards; places with two derivatives.
static void foot_at(const glass *g, double r, cr_flat out[3]) {
    double f = g->value[CR_GLASS_FOOT], edge = g->value[CR_GLASS_EDGE], q = r / f, slope = 1.0 - q * q;
    out[0] = (cr_flat){r, edge * (1.0 + slope * slope)};
    out[1] = (cr_flat){1.0, -4.0 * edge * slope * q / f};
    out[2] = (cr_flat){0.0, edge * (12.0 * q * q - 4.0) / (f * f)};
}

// The stem by w = 0..1 from the foot to the bowl.
static void stem_at(const glass *g, double w, cr_flat out[3]) {
    double x = 2.0 * w - 1.0, share = 1.0 - 1.0 / CR_GLASS_FLARE, rise = g->high.z - g->low.z;
    double shrunk[3] = {1.0 / CR_GLASS_FLARE + share * x * x * x * x, 8.0 * share * x * x * x,
                        48.0 * share * x * x};
    double wide = g->low.x + w * (g->high.x - g->low.x), more = g->high.x - g->low.x;
    out[0] = (cr_flat){shrunk[0] * wide, g->low.z + w * rise};
    out[1] = (cr_flat){shrunk[1] * wide + shrunk[0] * more, rise};
    out[2] = (cr_flat){shrunk[2] * wide + 2.0 * shrunk[1] * more, 0.0};
}

// The outside of the bowl by s.
static void bowl_at(const glass *g, double s, cr_flat out[3]) {
    cr_wall wall;
    cr_wall_of_curve(&g->curve, s, &wall);
    cr_wall_surface(&wall, 1.0, out);
}

typedef void (*line_at)(const glass *g, double t, cr_flat out[3]);

// The middle of a circle of radius r that touches a line from outside; `sense` is -1 for a line that the
// outline passes backwards.
static cr_flat outside(const glass *g, line_at at, double sense, double t, double r, cr_flat *outwards) {
    cr_flat y[3];
    at(g, t, y);
    double speed = sense * sqrt(cr_flat_dot(y[1], y[1]));
    cr_flat right = cr_flat_right(y[1]);
    *outwards = (cr_flat){right.x / speed, right.z / speed};
    return cr_flat_along(y[0], r, *outwards);
}

// A hollow rounding between two lines: where it touches them, by Newton from where they meet.
typedef struct hollow {
    line_at from, to;
    double from_sense, radius;
    double a, b; // where it touches
} hollow;

static cr_flat apart(const glass *g, const hollow *h, double a, double b) {
    cr_flat n;
    return cr_flat_sub(outside(g, h->from, h->from_sense, a, h->radius, &n),
                       outside(g, h->to, 1.0, b, h->radius, &n));
}

static void solve_hollow(const glass *g, hollow *h, double step_a, double step_b) {
    enum { STEPS = 20 };
    for (int i = 0; i < STEPS; i++) {
        cr_flat f = apart(g, h, h->a, h->b);
        cr_flat a = cr_flat_sub(apart(g, h, h->a + step_a, h->b), apart(g, h, h->a - step_a, h->b));
        cr_flat b = cr_flat_sub(apart(g, h, h->a, h->b + step_b), apart(g, h, h->a, h->b - step_b));
        double det = (a.x * b.z - a.z * b.x) / (4.0 * step_a * step_b);
        if (!(fabs(det) > 0.0)) return;
        h->a -= (f.x * b.z - f.z * b.x) / (2.0 * step_b * det);
        h->b -= (a.x * f.z - a.z * f.x) / (2.0 * step_a * det);
    }
}

static void draw_hollow(cr_outline *o, const glass *g, const hollow *h) {
    cr_flat from, to, at = outside(g, h->from, h->from_sense, h->a, h->radius, &from);
    outside(g, h->to, 1.0, h->b, h->radius, &to);
    cr_outline_arc(o, at, h->radius, (cr_flat){-from.x, -from.z}, (cr_flat){-to.x, -to.z}, true, 1);
}

static void draw_line(cr_outline *o, const glass *g, line_at at, double from, double to, int pieces,
                      double per) {
    double step = (to - from) / pieces;
    for (int i = 0; i < pieces; i++) {
        cr_flat a[3], b[3];
        at(g, from + i * step, a);
        at(g, from + (i + 1) * step, b);
        cr_outline_curve(o, a, b, step, 1);
        o->piece[o->count - 1].begin = per * fabs(i * step);
        o->piece[o->count - 1].span = per * fabs(step);
    }
}

// The round edge of the foot touches the ground, the top and the cylinder of the foot's radius: returns where
// it touches the top.
static double draw_edge(cr_outline *o, const glass *g, cr_form *form) {
    double r = 0.5 * g->value[CR_GLASS_EDGE], at = g->value[CR_GLASS_FOOT] - r,
           foot = g->value[CR_GLASS_FOOT];
    cr_flat n = {0.0, 1.0}, y[3];
    enum { STEPS = 60 };
    for (int i = 0; i < STEPS; i++) {
        foot_at(g, at, y);
        double speed = sqrt(cr_flat_dot(y[1], y[1]));
        n = (cr_flat){-y[1].z / speed, y[1].x / speed};
        r = y[0].z / (1.0 + n.z);
        at = foot - r + r * n.x;
    }
    // The foot is a wall too, its lower side the other one.
    cr_outline_line(o, (cr_flat){0.0, 0.0}, (cr_flat){foot - r, 0.0}, -1);
    cr_outline_arc(o, (cr_flat){foot - r, r}, r, (cr_flat){0.0, -1.0}, n, false, 0);
    cr_form_add_circle(form, r, foot - r, r);
    form->round = r;
    return at;
}

static void draw(cr_turned *turned, const glass *g, cr_form *form) {
    cr_outline *o = &turned->outline;
    double neck = g->neck, r = 0.5 * g->value[CR_GLASS_NECK], edge = draw_edge(o, g, form);
    hollow low = {foot_at, stem_at, -1.0, r, neck, 0.0}, high = {stem_at, bowl_at, 1.0, r, 1.0, neck};
    solve_hollow(g, &low, 1e-6 * neck, 1e-6);
    solve_hollow(g, &high, 1e-6, 1e-6 * neck);
    draw_line(o, g, foot_at, edge, low.a, FOOT_PIECES, 1.0);
    draw_hollow(o, g, &low);
    cr_band stem = {.first = o->count, .count = STEM_PIECES, .radius = g->value[CR_GLASS_NECK]};
    draw_line(o, g, stem_at, low.b, high.a, STEM_PIECES, g->value[CR_GLASS_STEM]);
    draw_hollow(o, g, &high);
    cr_band bowl = {.first = o->count, .radius = g->value[CR_GLASS_RADIUS]};
    cr_wall_job job = {cr_wall_of_curve, &g->curve, g->curve.s, g->curve.count, CUT, 1.0, 1};
    cr_rim rim = cr_outline_wall(o, &job, high.b);
    while (o->piece[bowl.first + bowl.count].side == 1) bowl.count++;
    cr_form_add_circle(form, rim.at.z, rim.at.x, rim.radius);
    form->round = cr_min(form->round, rim.radius);
    cr_turned_add_band(form, turned, stem);
    cr_turned_add_band(form, turned, bowl);
}

// 2 pi rho and its moments over a place of the section.
static void add_place(double section[4], double rho, double z, double area) {
    double volume = 2.0 * cr_pi * rho * area;
    section[0] += volume;
    section[1] += volume * z;
    section[2] += volume * z * z;
    section[3] += 0.5 * volume * rho * rho;
}

// The foot, a column over each radius, and the stem, whose ends follow the top of the foot and the outside of
// the bowl: at the share `out` of its radius it goes from one to the other.
static void add_solid(cr_moments *m, const glass *g) {
    double section[4] = {0};
    for (int k = 0; k < CR_GAUSS16 * CR_GAUSS16; k++) {
        double r, z, out, w;
        cr_flat top[3], low[3], high[3];
        double across = cr_gauss16(k / CR_GAUSS16, 0.0, g->value[CR_GLASS_FOOT], &r);
        foot_at(g, r, top);
        double up = cr_gauss16(k % CR_GAUSS16, 0.0, top[0].z, &z);
        add_place(section, r, z, across * up);
        double weight = cr_gauss16(k / CR_GAUSS16, 0.0, 1.0, &out) * cr_gauss16(k % CR_GAUSS16, 0.0, 1.0, &w);
        foot_at(g, out * g->neck, low);
        bowl_at(g, out * g->neck, high);
        double x = 2.0 * w - 1.0, share = 1.0 - 1.0 / CR_GLASS_FLARE,
               shrunk = 1.0 / CR_GLASS_FLARE + share * x * x * x * x;
        double wide = low[0].x + w * (high[0].x - low[0].x), tall = low[0].z + w * (high[0].z - low[0].z);
        double rho_w = 8.0 * share * x * x * x * wide + shrunk * (high[0].x - low[0].x),
               z_w = high[0].z - low[0].z;
        double rho_o = g->neck * shrunk * (low[1].x + w * (high[1].x - low[1].x));
        double z_o = g->neck * (low[1].z + w * (high[1].z - low[1].z));
        add_place(section, shrunk * wide, tall, weight * (rho_o * z_w - rho_w * z_o));
    }
    cr_moments_add_round(m, section);
}

cr_status cr_wine_glass_fits(const double *v, const cr_wall_curve *curve, cr_error *error) {
    cr_status status = cr_wall_curve_fits(curve, "wine-glass", error);
    if (status != CR_OK) return status;
    double room = cr_min(0.4 * v[CR_GLASS_RADIUS], 0.8 * v[CR_GLASS_FOOT]);
    if (CR_GLASS_FLARE * v[CR_GLASS_NECK] > room)
        return cr_fail(error, CR_ERR_RANGE, "stem-radius",
                       "needs at most %g m between this bowl and foot, got %g", room / CR_GLASS_FLARE,
                       v[CR_GLASS_NECK]);
    double least = v[CR_GLASS_BOTTOM] + 2.0 * v[CR_GLASS_EDGE] + 4.0 * v[CR_GLASS_NECK];
    if (v[CR_GLASS_STEM] < least)
        return cr_fail(error, CR_ERR_RANGE, "stem", "needs at least %g m with this foot and bottom, got %g",
                       least, v[CR_GLASS_STEM]);
    return CR_OK;
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    const double *v = form->value;
    glass g = {.value = v, .neck = CR_GLASS_FLARE * v[CR_GLASS_NECK]};
    double knot[CR_CURVE_MAX][3];
    cr_wall_of_knots(&g.curve, cr_glass_knots(v, knot), knot);
    cr_status status = cr_wine_glass_fits(v, &g.curve, error);
    if (status != CR_OK) return status;
    cr_turned *turned = cr_turned_new(form, 4, arena, error);
    if (!turned) return CR_ERR_MEMORY;
    cr_flat end[3];
    foot_at(&g, g.neck, end);
    g.low = end[0];
    bowl_at(&g, g.neck, end);
    g.high = end[0];
    draw(turned, &g, form);
    form->wall = cr_min(v[CR_GLASS_WALL], v[CR_GLASS_EDGE]);
    cr_outline_bounds(&turned->outline, form);
    cr_moments moments = {0};
    for (int i = 0; i < g.curve.count - 1; i++)
        cr_moments_add_wall(&moments, cr_wall_of_curve, &g.curve, g.curve.s[i], g.curve.s[i + 1]);
    add_solid(&moments, &g);
    cr_form_set_mass(form, &moments);
    return CR_OK;
}

const cr_form_type cr_form_wine_glass = {
    .name = "wine-glass",
    .doc = "wine glass: a thin bowl on a solid stem and foot",
    .params = cr_wine_glass_params,
    .param_count = CR_WINE_GLASS_PARAMS,
    .make = make,
    .ops = &cr_turned_ops,
};
