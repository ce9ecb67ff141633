// A mug: a straight wall on a flat bottom, and a handle, half a ring of elliptic section.
#include "form/outline.h"
#include "form/sizes.h"

#include <stdio.h>

const cr_param cr_mug_params[] = {
    {"height", "m", "of the mug", 0.095, 1e-2, 2},
    {"radius", "m", "outer radius", 0.04, 5e-3, 1},
    {"thickness", "m", "of the wall", 0.0035, 1e-4, 0.2},
    {"bottom", "m", "thickness of the bottom", 0.006, 1e-4, 0.2},
    {"handle", "m", "radius of the handle, to the middle of its section", 0.026, 1e-3, 1},
    {"handle-thickness", "m", "of the handle, seen from the side", 0.01, 1e-4, 0.5},
    {"handle-width", "m", "of the handle, seen from behind", 0.01, 1e-4, 0.5},
    {"handle-at", "", "height of the middle of the handle as a share of that of the mug", 0.5, 0.05, 0.95},
    {"fillet", "m", "radius of the rounding where the handle meets the wall, and inside the wall the bottom",
     0.003, 1e-4, 0.1},
    CR_ROUND_PARAM,
};

enum { HEIGHT, RADIUS, WALL, BOTTOM, HANDLE, THICKNESS, WIDTH, AT, FILLET, ROUND };

typedef struct mug {
    cr_outline outline;
    cr_band side;
    double level;  // of the middle of the handle
    double fillet; // where it meets the wall
    int handle;    // its feature
} mug;

// The nearest point of an ellipse with half axes a, b to (x, y) in the first quadrant: the foot on the circle
// that osculates it, again and again (Stephens 2017), then Newton on the angle.
static void ellipse_foot(double a, double b, double x, double y, double *ex, double *ey) {
    double c = sqrt(0.5), s = c, room = a * a - b * b;
    for (int i = 0; i < 4; i++) {
        double px = a * c, py = b * s, qx = room * c * c * c / a, qy = -room * s * s * s / b;
        double r = sqrt(cr_square(px - qx) + cr_square(py - qy)), dx = x - qx, dy = y - qy,
               q = sqrt(dx * dx + dy * dy);
        if (!(q > 0.0)) break;
        c = cr_clamp((dx * r / q + qx) / a, 0.0, 1.0);
        s = cr_clamp((dy * r / q + qy) / b, 0.0, 1.0);
        double length = sqrt(c * c + s * s);
        c /= length;
        s /= length;
    }
    for (int i = 0; i < 3; i++) { // f = (p - e) e' = 0, e = (a c, b s)
        double f = -(x - a * c) * a * s + (y - b * s) * b * c;
        double slope = a * s * a * s + b * c * b * c + (x - a * c) * a * c + (y - b * s) * b * s;
        if (!(slope > 0.0)) break;
        double step = cr_clamp(f / slope, -0.1, 0.1), c1 = c - step * s, s1 = s + step * c;
        double length = sqrt(c1 * c1 + s1 * s1);
        c = cr_max(c1 / length, 0.0);
        s = cr_max(s1 / length, 0.0);
    }
    *ex = a * c;
    *ey = b * s;
}

// Distance and normal (x and z) of an ellipse about the origin.
static cr_near near_ellipse(double a, double b, double x, double y) {
    if (a == b) {
        double far = sqrt(x * x + y * y);
        if (!(far > 0.0)) return (cr_near){-a, {1.0, 0.0, 0.0}};
        return (cr_near){far - a, {x / far, 0.0, y / far}};
    }
    double ex, ey;
    ellipse_foot(a, b, fabs(x), fabs(y), &ex, &ey);
    double nx = ex / (a * a), ny = ey / (b * b), length = sqrt(nx * nx + ny * ny);
    nx /= length;
    ny /= length;
    return (cr_near){(fabs(x) - ex) * nx + (fabs(y) - ey) * ny, {copysign(nx, x), 0.0, copysign(ny, y)}};
}

// The whole ring, cut off in the middle of the wall.
static cr_near near_handle(const mug *m, const double *v, cr_vec p) {
    double dx = p.x - v[RADIUS], dz = p.z - m->level, a = sqrt(dx * dx + dz * dz), rho = cr_rho(p);
    cr_near near = near_ellipse(0.5 * v[THICKNESS], 0.5 * v[WIDTH], a - v[HANDLE], p.y);
    double s = a > 0.0 ? near.normal.x / a : 0.0;
    near.normal = (cr_vec){a > 0.0 ? s * dx : near.normal.x, near.normal.z, s * dz};
    double cut = v[RADIUS] - 0.5 * v[WALL] - rho;
    if (cut <= near.distance) return near;
    return (cr_near){cut, cr_turned_out((cr_vec){-1.0, 0.0, 0.0}, p, rho)};
}

static cr_near near_mug(const cr_form *form, cr_vec p, int side) {
    const mug *m = form->data;
    cr_near part[2] = {cr_outline_near(&m->outline, p, side)};
    if (side < 0) return part[0];
    part[1] = near_handle(m, form->value, p);
    return cr_near_union(part, 2, m->fillet);
}

// Of a handle of round section the middle line, of another one the surface: u along it, v around.
static cr_vec place_handle(const cr_form *form, double u, double v) {
    const mug *m = form->data;
    const double *value = form->value;
    double a = value[HANDLE], y = 0.0, angle;
    if (form->feature[m->handle].kind == CR_FEATURE_CURVE) {
        angle = 0.5 * cr_pi * (1.0 + u);
    } else {
        double round = 4.0 * v / (value[THICKNESS] + value[WIDTH]);
        angle = u / value[HANDLE];
        a += 0.5 * value[THICKNESS] * cr_cos(round);
        y = 0.5 * value[WIDTH] * cr_sin(round);
    }
    return (cr_vec){value[RADIUS] + a * cr_sin(angle), y, m->level + a * cr_cos(angle)};
}

static cr_vec place(const cr_form *form, int feature, double u, double v) {
    const mug *m = form->data;
    if (feature == m->handle) return place_handle(form, u, v);
    return cr_band_place(&m->outline, &m->side, u, v);
}

enum { HANDLE_ROWS = 7, HANDLE_SAMPLES = HANDLE_ROWS * CR_CIRCLE_SAMPLES };

// The share of half a turn that is surely out of the wall and of its rounding, from each end.
static double handle_free(const cr_form *form) {
    const double *v = form->value;
    double hidden = 0.5 * v[WALL] + v[RADIUS] - sqrt(cr_square(v[RADIUS]) - 0.25 * cr_square(v[WIDTH]));
    return cr_asin(cr_min(hidden / (v[HANDLE] - 0.5 * v[THICKNESS]), 1.0)) / cr_pi;
}

static void sample_mug(const cr_form *form, int feature, int sample, double *u, double *v) {
    const mug *m = form->data;
    if (feature != m->handle) {
        cr_band_sample(&m->outline, &m->side, sample, u, v);
        return;
    }
    double share = (sample / CR_CIRCLE_SAMPLES + 1.0) / (HANDLE_ROWS + 1.0), begin = handle_free(form);
    double around = 0.5 * cr_pi * (form->value[THICKNESS] + form->value[WIDTH]);
    *u = cr_pi * form->value[HANDLE] * (begin + (1.0 - 2.0 * begin) * share);
    *v = around * (sample % CR_CIRCLE_SAMPLES) / CR_CIRCLE_SAMPLES;
}

static void keep(const cr_form *form, int feature, double *u, double *v) {
    const mug *m = form->data;
    double length = cr_pi * form->value[HANDLE], begin = handle_free(form);
    if (feature == m->handle) *u = cr_clamp(*u, begin * length, (1.0 - begin) * length);
    else cr_band_keep(&m->outline, &m->side, u, v);
}

static void draw(mug *m, cr_form *form) {
    const double *v = form->value;
    double r = form->round, in = v[RADIUS] - v[WALL], out = v[RADIUS], high = v[HEIGHT], low = v[BOTTOM];
    static const cr_flat down = {0.0, -1.0}, right = {1.0, 0.0}, up = {0.0, 1.0}, left = {-1.0, 0.0};
    cr_outline *o = &m->outline;
    cr_outline_line(o, (cr_flat){0.0, 0.0}, (cr_flat){out - r, 0.0}, 1);
    cr_outline_arc(o, (cr_flat){out - r, r}, r, down, right, false, 1);
    m->side = (cr_band){.first = o->count, .count = 1, .radius = out};
    cr_outline_line(o, (cr_flat){out, r}, (cr_flat){out, high - r}, 1);
    cr_outline_arc(o, (cr_flat){out - r, high - r}, r, right, up, false, 0);
    cr_outline_line(o, (cr_flat){out - r, high}, (cr_flat){in + r, high}, 0);
    cr_outline_arc(o, (cr_flat){in + r, high - r}, r, up, left, false, 0);
    double f = v[FILLET];
    cr_outline_line(o, (cr_flat){in, high - r}, (cr_flat){in, low + f}, -1);
    cr_outline_arc(o, (cr_flat){in - f, low + f}, f, right, down, true, -1);
    cr_outline_line(o, (cr_flat){in - f, low}, (cr_flat){0.0, low}, -1);
    cr_form_add_circle(form, r, out - r, r);
    cr_form_add_circle(form, high - r, out - r, r);
    if (v[WALL] - 2.0 * r > 1e-6 * v[WALL]) cr_form_add_circle(form, high - r, in + r, r);
    cr_form_add_patch(form, CR_FEATURE_SURFACE, cr_band_samples(&m->side), 0.0)->wide = true;
    m->handle = form->features;
    if (v[THICKNESS] == v[WIDTH]) {
        cr_feature *curve = cr_form_add_patch(form, CR_FEATURE_CURVE, HANDLE_ROWS + 2, 0.5 * v[THICKNESS]);
        curve->ends = CR_END_FIRST | CR_END_LAST;
        curve->wide = true;
    } else {
        cr_form_add_patch(form, CR_FEATURE_SURFACE, HANDLE_SAMPLES, 0.0)->wide = true;
    }
}

static void add_cylinder(cr_moments *m, double radius, double low, double high, double sign) {
    double mid = 0.5 * (low + high), half = 0.5 * (high - low),
           volume = sign * 2.0 * cr_pi * radius * radius * half;
    cr_moments_add_round(m, (double[4]){volume, volume * mid, volume * (mid * mid + half * half / 3.0),
                                        volume * radius * radius / 4.0});
}

// Over the section, a disc of the unit radius; along the arc from `start`, where a sin(start) = sqrt(R^2 -
// y^2) - R, in closed form.
static void add_handle(cr_moments *m, const double *v, double level) {
    enum { AROUND = 32 };
    for (int i = 0; i < CR_GAUSS16; i++)
        for (int k = 0; k < AROUND; k++) {
            double out, weight = cr_gauss16(i, 0.0, 1.0, &out), turn = 2.0 * cr_pi * (k + 0.5) / AROUND;
            double a = v[HANDLE] + 0.5 * v[THICKNESS] * out * cr_cos(turn),
                   y = 0.5 * v[WIDTH] * out * cr_sin(turn);
            double area = 0.25 * v[THICKNESS] * v[WIDTH] * out * weight * 2.0 * cr_pi / AROUND * a;
            double start = cr_asin((sqrt(cr_square(v[RADIUS]) - y * y) - v[RADIUS]) / a);
            double angle = cr_pi - 2.0 * start, sines = 2.0 * cr_cos(start),
                   twice = 0.5 * cr_sin(2.0 * start);
            double volume = area * angle, x = area * (v[RADIUS] * angle + a * sines);
            double xx = area * (cr_square(v[RADIUS]) * angle + 2.0 * v[RADIUS] * a * sines +
                                a * a * (0.5 * angle + twice));
            m->volume += volume;
            m->first[0] += x;
            m->first[2] += volume * level;
            m->second[0] += xx;
            m->second[1] += volume * y * y;
            m->second[2] += volume * level * level + area * a * a * (0.5 * angle - twice);
            m->second[4] += x * level;
        }
}

// Hollow roundings of radius f: (1 - pi/4) f^2 of a right angle, whose middle lies 0.2234 f from its sides.
// One goes round inside the bottom, one round each end of the handle, here as if the wall were flat.
static void add_fillets(cr_moments *m, const double *v, double level) {
    double f = v[FILLET], area = (1.0 - 0.25 * cr_pi) * f * f, middle = 0.2234 * f;
    double rho = v[RADIUS] - v[WALL] - middle, z = v[BOTTOM] + middle, ring = 2.0 * cr_pi * rho * area;
    cr_moments_add_round(m, (double[4]){ring, ring * z, ring * z * z, 0.5 * ring * rho * rho});
    double around = cr_pi * (0.5 * (v[THICKNESS] + v[WIDTH]) + 2.0 * middle), x = v[RADIUS] + middle;
    for (int end = -1; end <= 1; end += 2) {
        double height = level + end * v[HANDLE], volume = around * area;
        m->volume += volume;
        m->first[0] += volume * x;
        m->first[2] += volume * height;
        m->second[0] += volume * x * x;
        m->second[2] += volume * height * height;
        m->second[4] += volume * x * height;
    }
}

// Those of the default mug, as large as the room beside the handle's middle and the radius allow: handle,
// wall round its ends and fillet take 0.039 of its 0.0415 m.
cr_mug_sizes cr_mug_advice(const double *v) {
    static const int sizes[] = {HANDLE, THICKNESS, WIDTH, FILLET};
    double level = v[AT] * v[HEIGHT], room = cr_min(level - v[BOTTOM], v[HEIGHT] - level);
    double scale = cr_min(room / 0.0415, v[RADIUS] / cr_mug_params[RADIUS].value);
    cr_mug_sizes advice = {"no handle fits: a higher mug, a thinner bottom or another handle-at"};
    for (int i = 0, length = 0; i < 4; i++) {
        const cr_param *p = &cr_mug_params[sizes[i]];
        if (scale * p->value < p->min) return advice;
        length += snprintf(advice.text + length, sizeof advice.text - (size_t)length, "%s%s=%.3g",
                           i ? " " : "try ", p->name, 0.99 * scale * p->value);
    }
    return advice;
}

cr_status cr_mug_fits(const double *v, cr_error *error) {
    if (v[WALL] > 0.5 * v[RADIUS])
        return cr_fail(error, CR_ERR_RANGE, "thickness",
                       "a mug of radius %g m needs a wall of at most %g m, got %g", v[RADIUS],
                       0.5 * v[RADIUS], v[WALL]);
    if (v[BOTTOM] > 0.8 * v[HEIGHT])
        return cr_fail(error, CR_ERR_RANGE, "bottom",
                       "a mug of height %g m needs a bottom of at most %g m, got %g", v[HEIGHT],
                       0.8 * v[HEIGHT], v[BOTTOM]);
    double widest = cr_max(v[WIDTH], v[THICKNESS]), most = cr_min(0.7 * v[RADIUS], 1.2 * v[HANDLE]);
    if (widest > most)
        return cr_fail(
            error, CR_ERR_RANGE, "handle-thickness",
            "a handle of radius %g on a mug of radius %g m needs a section of at most %g m, got %g; %s",
            v[HANDLE], v[RADIUS], most, widest, cr_mug_advice(v).text);
    double widest_fillet = cr_min(0.5 * cr_min(v[RADIUS], v[HANDLE]) - 0.25 * widest,
                                  cr_min(v[HEIGHT] - v[BOTTOM], 0.5 * (v[RADIUS] - v[WALL])));
    if (v[FILLET] > widest_fillet)
        return cr_fail(error, CR_ERR_RANGE, "fillet",
                       "between such a wall, bottom and handle needs at most %.4g m, got %g; %s",
                       widest_fillet, v[FILLET], cr_mug_advice(v).text);
    return CR_OK;
}

static cr_status check(const double *v, cr_error *error) {
    cr_status status = cr_mug_fits(v, error);
    if (status != CR_OK) return status;
    // With the wall round its ends that the mesh needs, at least.
    double half = v[HANDLE] + 0.7 * v[THICKNESS], level = v[AT] * v[HEIGHT];
    if (level - half < v[BOTTOM] || level + half > v[HEIGHT])
        return cr_fail(
            error, CR_ERR_RANGE, "handle",
            "reaches from %.4g to %.4g m, but the wall is from %.4g to %.4g m: a smaller radius, a "
            "thinner handle or another handle-at fits",
            level - half, level + half, v[BOTTOM], v[HEIGHT]);
    return CR_OK;
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    const double *v = form->value;
    cr_status status = check(v, error);
    if (status != CR_OK) return status;
    form->wall = cr_min(cr_min(v[WALL], v[BOTTOM]), cr_min(v[THICKNESS], v[WIDTH]));
    status = cr_form_set_round(form, ROUND, cr_min(v[WALL], v[BOTTOM]), error);
    if (status != CR_OK) return status;
    mug *m = cr_arena_take(arena, 1, sizeof *m);
    if (!m) return cr_fail(error, CR_ERR_MEMORY, "mug", "no memory for a form");
    if (!cr_form_room(form, 5, arena, error)) return CR_ERR_MEMORY;
    form->data = m;
    m->level = v[AT] * v[HEIGHT];
    // Not through the wall, nor up to the edges of rim and foot.
    double room = cr_min(m->level, v[HEIGHT] - m->level) - v[HANDLE] - 0.5 * v[THICKNESS] - form->round;
    m->fillet = cr_clamp(room, 0.0, 0.5 * v[WALL]);
    draw(m, form);
    double far = v[RADIUS] + v[HANDLE] + 0.5 * v[THICKNESS];
    form->reach = sqrt(cr_square(far) + cr_square(v[HEIGHT]));
    cr_form_set_bounds(form, (cr_vec){-v[RADIUS], -v[RADIUS], 0.0}, (cr_vec){far, v[RADIUS], v[HEIGHT]});
    cr_moments moments = {0};
    add_cylinder(&moments, v[RADIUS], 0.0, v[HEIGHT], 1.0);
    add_cylinder(&moments, v[RADIUS] - v[WALL], v[BOTTOM], v[HEIGHT], -1.0);
    add_handle(&moments, v, m->level);
    add_fillets(&moments, v, m->level);
    cr_form_set_mass(form, &moments);
    return CR_OK;
}

static const cr_form_ops ops = {.near = near_mug, .place = place, .sample = sample_mug, .keep = keep};

const cr_form_type cr_form_mug = {
    .name = "mug",
    .doc = "mug with a handle",
    .params = cr_mug_params,
    .param_count = CR_MUG_PARAMS + 1,
    .make = make,
    .ops = &ops,
};
