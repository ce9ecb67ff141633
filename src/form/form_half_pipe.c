// A half-pipe along a helix: an arc with round lips, swept, with flat ends whose edges are rounded.
#include "form/form_internal.h"
#include "form/sizes.h"

const cr_param cr_half_pipe_params[] = {
    {"radius", "m", "of the channel, inside", 0.02, 1e-3, 5},
    {"thickness", "m", "of the wall", 0.003, 1e-5, 1},
    {"helix", "m", "radius of the helix, to the middle of the channel", 0.1, 1e-3, 20},
    {"pitch", "m", "rise in one turn", 0.08, 0, 20},
    {"turns", "", "how many, 1 is once around", 1, 0.02, 10},
    {"round", "m", "radius of the edges at its ends; a quarter of the wall, 1 mm at most, when not given",
     CR_NAN, 0, 10},
};

enum { RADIUS, THICKNESS, HELIX, PITCH, TURNS, ROUND };

// A helix (radius cos a, radius sin a, low + rise a).
typedef struct helix {
    double radius, rise, low;
} helix;

typedef struct chute {
    helix middle, lip[2];
    double shift[2];             // lip i at a is its helix at a + shift
    double level, steep;         // cosine and sine of the slope
    double section, half;        // radius to the middle of the wall, half its thickness
    double lip_sine, lip_cosine; // of the angle of the lips from straight down
    double first, last;          // angles of the ends, without their rounding
    double round;                // of these
    double clear;                // m: from the middle line to the next turn's wall
    int looks;
    double (*look)[2]; // cosine and sine of the places along it, from the first end to the last
} chute;

// The angle near `a` where the helix is nearest to p, by Newton:
// R rho sin(a - psi) + rise (low + rise a - z) = 0.
static double helix_foot(const helix *h, cr_vec p, double a) {
    double square = h->rise * h->rise, least = 0.05 * h->radius * cr_rho(p) + square;
    if (!(least > 0.0)) return a;
    enum { STEPS = 24 }; // three in the channel
    for (int i = 0; i < STEPS; i++) {
        double s = cr_sin(a), c = cr_cos(a), slope = h->radius * (p.x * c + p.y * s) + square;
        double off = h->radius * (p.x * s - p.y * c) + h->rise * (h->low + h->rise * a - p.z);
        double step = cr_clamp(off / cr_max(slope, least), -0.5, 0.5);
        a -= step;
        if (fabs(step) < 1e-7) break; // the next would be below 1e-14
    }
    return a;
}

static cr_vec helix_at(const helix *h, double a) {
    return (cr_vec){h->radius * cr_cos(a), h->radius * cr_sin(a), h->low + h->rise * a};
}

// Beyond an end: `across` is off the middle of the wall, `along` off the plane of the end, both at right
// angles.
static cr_near beyond_end(const chute *c, cr_vec across, cr_vec along) {
    double far = cr_vec_length(across), off = far - (c->half - c->round), out = cr_vec_length(along);
    cr_vec on = cr_vec_unit(along, (cr_vec){0.0, 0.0, 1.0});
    if (!(off > 0.0)) return (cr_near){out - c->round, on};
    double length = sqrt(off * off + out * out);
    return (cr_near){length - c->round, cr_vec_scale(1.0 / length, cr_vec_along(along, off / far, across))};
}

static cr_vec helix_along(const helix *h, double a) {
    double speed = sqrt(h->radius * h->radius + h->rise * h->rise);
    return (cr_vec){-h->radius * cr_sin(a) / speed, h->radius * cr_cos(a) / speed, h->rise / speed};
}

// From within, near an end of the helix, whose angles are shifted: the plane of the end may be the nearest.
static cr_near before_ends(const chute *c, const helix *h, double shift, double at, cr_vec p, cr_near near) {
    if (near.distance >= 0.0) return near;
    for (int i = 0; i < 2; i++) {
        double end = (i ? c->last : c->first) + shift;
        if (fabs(at - end) * h->radius > 2.0 * c->half) continue;
        cr_vec on = cr_vec_scale(i ? 1.0 : -1.0, helix_along(h, end));
        double out = cr_vec_dot(cr_vec_sub(p, helix_at(h, end)), on) - c->round;
        if (out > near.distance) near = (cr_near){out, on};
    }
    return near;
}

// p seen from the plane across the middle line at the angle a.
typedef struct view {
    double x, y, along, far;
    cr_vec out, up, on;
} view;

static view view_from(const chute *c, cr_vec p, double a, double k, double s) {
    view w = {.out = {k, s, 0.0},
              .up = {c->steep * s, -c->steep * k, c->level},
              .on = {-c->level * s, c->level * k, c->steep}};
    cr_vec off = {p.x - c->middle.radius * k, p.y - c->middle.radius * s, p.z - c->middle.rise * a};
    w.x = cr_vec_dot(off, w.out);
    w.y = cr_vec_dot(off, w.up);
    w.along = cr_vec_dot(off, w.on);
    w.far = sqrt(w.x * w.x + w.y * w.y);
    return w;
}

static bool between_lips(const chute *c, const view *w) {
    return w->far > 0.0 && -w->y >= w->far * c->lip_cosine;
}

static cr_near near_lip(const chute *c, cr_vec p, double a, bool outer) {
    const helix *h = &c->lip[outer];
    double shift = c->shift[outer], foot = helix_foot(h, p, a + shift);
    double at = cr_clamp(foot, c->first + shift, c->last + shift);
    cr_vec off = cr_vec_sub(p, helix_at(h, at)), up = {0.0, 0.0, 1.0};
    if (at != foot) {
        cr_vec on = helix_along(h, at), along = cr_vec_scale(cr_vec_dot(off, on), on);
        return beyond_end(c, cr_vec_sub(off, along), along);
    }
    return before_ends(c, h, shift, at, p, (cr_near){cr_vec_length(off) - c->half, cr_vec_unit(off, up)});
}

// The part of the wall about the angle a. In the plane across the middle line through p the wall is an arc;
// beyond an end p lies off that plane. `sure`: in the channel, or next to its outside, nearer than any other.
static cr_near near_part(const chute *c, cr_vec p, double a, int side, bool *sure) {
    double foot = helix_foot(&c->middle, p, a), at = cr_clamp(foot, c->first, c->last);
    view w = view_from(c, p, at, cr_cos(at), cr_sin(at));
    cr_near near;
    if (!between_lips(c, &w)) {
        near = near_lip(c, p, at, w.x > 0.0);
    } else {
        double deep = w.far - c->section;
        cr_vec normal = cr_vec_along(cr_vec_scale(w.x / w.far, w.out), w.y / w.far, w.up);
        if (at == foot) {
            double sign = side ? side : deep < 0.0 ? -1.0 : 1.0;
            near = (cr_near){sign * deep - c->half, cr_vec_scale(sign, normal)};
            if (!side) near = before_ends(c, &c->middle, 0.0, at, p, near);
        } else {
            near = beyond_end(c, cr_vec_scale(deep, normal), cr_vec_scale(w.along, w.on));
        }
    }
    *sure = at == foot && w.far + near.distance < c->clear;
    return near;
}

static double look_place(const chute *c, int look) {
    return c->first + look * (c->last - c->first) / (c->looks - 1);
}

// How far p is from the middle of the wall in the plane there, squared.
static double look_distance(const chute *c, cr_vec p, int look) {
    view w = view_from(c, p, look_place(c, look), c->look[look][0], c->look[look][1]);
    double across = w.far - c->section;
    if (!between_lips(c, &w)) {
        double x = fabs(w.x) - c->section * c->lip_sine, y = w.y + c->section * c->lip_cosine;
        across = sqrt(x * x + y * y);
    }
    return across * across + w.along * w.along;
}

// Everywhere else: the two best places of some along the middle line that are better than their neighbours.
static cr_near near_any(const chute *c, cr_vec p, int side) {
    double best[2] = {(double)INFINITY, (double)INFINITY}, place[2] = {c->first, c->first};
    double before = (double)INFINITY, now = look_distance(c, p, 0);
    for (int i = 0; i < c->looks; i++) {
        double a = look_place(c, i), after = i + 1 < c->looks ? look_distance(c, p, i + 1) : (double)INFINITY;
        if (now <= before && now <= after && now < best[1]) {
            int at = now < best[0] ? 0 : 1;
            if (!at) best[1] = best[0], place[1] = place[0];
            best[at] = now, place[at] = a;
        }
        before = now;
        now = after;
    }
    bool sure;
    cr_near first = near_part(c, p, place[0], 0, &sure), second = first;
    if (isfinite(best[1])) second = near_part(c, p, place[1], 0, &sure);
    bool other = second.distance < first.distance;
    return side ? near_part(c, p, place[other], side, &sure) : other ? second : first;
}

static cr_near near_chute(const cr_form *form, cr_vec p, int side) {
    const chute *c = form->data;
    double turn = 2.0 * cr_pi, middle = 0.5 * (c->first + c->last), psi = cr_atan2(p.y, p.x);
    double high = form->value[PITCH] > 0.0 ? cr_clamp(p.z / c->middle.rise, c->first, c->last) : middle;
    // The first step of Newton, from where the point is straight out of the axis.
    double start = psi + turn * round((high - psi) / turn), rise = c->middle.rise;
    double slope = c->middle.radius * cr_rho(p) + rise * rise;
    if (slope > 0.0) start -= cr_clamp(rise * (rise * start - p.z) / slope, -0.5, 0.5);
    bool sure;
    cr_near near = near_part(c, p, start, side, &sure);
    return sure ? near : near_any(c, p, side);
}

enum { LIPS = 2, ENDS = 4, OUTSIDE = LIPS + ENDS, ROWS = 5 };

// The point at the angle a along the helix, r from it, `angle` from straight down.
static cr_vec across(const chute *c, double a, double r, double angle) {
    double s = cr_sin(a), k = cr_cos(a), x = r * cr_sin(angle), y = -r * cr_cos(angle);
    return (cr_vec){(c->middle.radius + x) * k + y * c->steep * s,
                    (c->middle.radius + x) * s - y * c->steep * k, c->middle.rise * a + y * c->level};
}

static double lip_angle(const chute *c) {
    return cr_atan2(c->lip_sine, c->lip_cosine);
}

// Lips 0 (towards the axis of the helix) and 1, then the edges of the ends: those inside and outside of the
// first, of the last; then the outside, u along it and v across.
static cr_vec place(const cr_form *form, int feature, double u, double v) {
    const chute *c = form->data;
    double outer = c->section + c->half;
    if (feature == OUTSIDE) return across(c, c->first + u * c->level / c->middle.radius, outer, v / outer);
    if (feature < LIPS) {
        double a = 0.5 * (c->first + c->last) + 0.5 * u * (c->last - c->first);
        return helix_at(&c->lip[feature], a + c->shift[feature]);
    }
    double at = feature < LIPS + ENDS / 2 ? c->first : c->last;
    double r = c->section + (feature % 2 ? 1.0 : -1.0) * (c->half - c->round);
    return across(c, at, r, u * lip_angle(c));
}

static double along_middle(const chute *c) {
    return (c->last - c->first) * c->middle.radius / c->level;
}

static void sample_outside(const cr_form *form, int feature, int sample, double *u, double *v) {
    const chute *c = form->data;
    int columns = form->feature[feature].samples / ROWS;
    *u = along_middle(c) * (sample / ROWS) / (columns - 1);
    *v = (c->section + c->half) * lip_angle(c) * (2.0 * (sample % ROWS) / (ROWS - 1) - 1.0);
}

static void keep_outside(const cr_form *form, int feature, double *u, double *v) {
    (void)feature;
    const chute *c = form->data;
    double most = (c->section + c->half) * lip_angle(c);
    *u = cr_clamp(*u, 0.0, along_middle(c));
    *v = cr_clamp(*v, -most, most);
}

cr_status cr_half_pipe_fits(const double *v, cr_error *error) {
    double outer = v[RADIUS] + v[THICKNESS], rise = v[PITCH] / (2.0 * cr_pi);
    double level = v[HELIX] / sqrt(v[HELIX] * v[HELIX] + rise * rise);
    if (outer > 0.8 * v[HELIX])
        return cr_fail(error, CR_ERR_RANGE, "helix", "needs at least %g m around a channel of %g m, got %g",
                       outer / 0.8, outer, v[HELIX]);
    if (v[TURNS] > 0.9 && v[PITCH] * level < 1.1 * outer)
        return cr_fail(error, CR_ERR_RANGE, "pitch", "turns of a channel of %g m need at least %g m, got %g",
                       outer, 1.1 * outer / level, v[PITCH]);
    return CR_OK;
}

static chute chute_of(const double *v, double round) {
    double rise = v[PITCH] / (2.0 * cr_pi), speed = sqrt(v[HELIX] * v[HELIX] + rise * rise),
           half = 0.5 * v[THICKNESS];
    chute c = {.middle = {v[HELIX], rise, 0.0},
               .level = v[HELIX] / speed,
               .steep = rise / speed,
               .section = v[RADIUS] + half,
               .half = half};
    // The lips end on the level of the middle line.
    c.lip_cosine = half / c.section;
    c.lip_sine = sqrt(1.0 - c.lip_cosine * c.lip_cosine);
    c.round = round;
    c.first = round / speed;
    c.last = 2.0 * cr_pi * v[TURNS] - round / speed;
    c.clear = 0.5 * v[HELIX];
    if (v[TURNS] > 0.5) c.clear = cr_min(c.clear, v[PITCH] * c.level - v[RADIUS] - v[THICKNESS]);
    c.looks = 8 + (int)(16.0 * v[TURNS]);
    for (int i = 0; i < 2; i++) {
        double out = v[HELIX] + (i ? 1.0 : -1.0) * c.section * c.lip_sine, aside = half * c.steep;
        c.shift[i] = cr_atan2(aside, out);
        c.lip[i] = (helix){sqrt(out * out + aside * aside), rise, -half * c.level - rise * c.shift[i]};
    }
    return c;
}

// x = c(a) + X e + Y b: dV = (speed + X level) da dX dY; over the section in polar coordinates and along a by
// Gauss's rule.
static void add_mass(cr_moments *m, const double *v, const chute *c) {
    double speed = c->middle.radius / c->level, turned = 2.0 * cr_pi * v[TURNS];
    int panels = 1 + (int)(8.0 * v[TURNS]);
    for (int k = 0; k < CR_GAUSS16 * CR_GAUSS16; k++) {
        double r, angle, weight = cr_gauss16(k / CR_GAUSS16, v[RADIUS], v[RADIUS] + v[THICKNESS], &r);
        weight *= r * cr_gauss16(k % CR_GAUSS16, -0.5 * cr_pi, 0.5 * cr_pi, &angle);
        double x = r * cr_sin(angle), y = -r * cr_cos(angle);
        weight *= speed + x * c->level;
        for (int i = 0; i < panels * CR_GAUSS16; i++) {
            double a, from = turned * (i / CR_GAUSS16) / panels;
            double volume = weight * cr_gauss16(i % CR_GAUSS16, from, from + turned / panels, &a);
            double sine = cr_sin(a), cosine = cr_cos(a), out = c->middle.radius + x;
            double at[3] = {out * cosine + y * c->steep * sine, out * sine - y * c->steep * cosine,
                            c->middle.rise * a + y * c->level};
            m->volume += volume;
            for (int j = 0; j < 3; j++) {
                m->first[j] += volume * at[j];
                m->second[j] += volume * at[j] * at[j];
                m->second[3 + j] += volume * at[(j + 1) % 3] * at[(j + 2) % 3];
            }
        }
    }
}

static void add_features(cr_form *form, const chute *c) {
    int samples = 2 * (int)ceil(8.0 * form->value[TURNS]) + 5;
    for (int i = 0; i < LIPS; i++) {
        cr_feature *lip = cr_form_add_patch(form, CR_FEATURE_CURVE, samples, c->half);
        lip->ends = CR_END_FIRST | CR_END_LAST;
        lip->wide = true;
    }
    for (int i = 0; i < ENDS; i++)
        cr_form_add_patch(form, CR_FEATURE_CURVE, CR_CIRCLE_SAMPLES / 2 + 1, c->round);
    cr_form_add_patch(form, CR_FEATURE_SURFACE, ROWS * samples, 0.0);
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    const double *v = form->value;
    cr_status status = cr_form_set_round(form, ROUND, v[THICKNESS], error);
    if (status != CR_OK) return status;
    chute made = chute_of(v, form->round), *c = cr_arena_take(arena, 1, sizeof *c);
    status = cr_half_pipe_fits(v, error);
    if (status != CR_OK) return status;
    if (!c) return cr_fail(error, CR_ERR_MEMORY, "half-pipe", "no memory for a form");
    if (!cr_form_room(form, OUTSIDE + 1, arena, error)) return CR_ERR_MEMORY;
    *c = made;
    if (!(c->first < c->last))
        return cr_fail(error, CR_ERR_RANGE, "turns", "this half-pipe is shorter than its wall is thick");
    c->look = cr_arena_take(arena, (size_t)c->looks, sizeof *c->look);
    if (!c->look) return cr_fail(error, CR_ERR_MEMORY, "half-pipe", "no memory for a form");
    for (int i = 0; i < c->looks; i++) {
        c->look[i][0] = cr_cos(look_place(c, i));
        c->look[i][1] = cr_sin(look_place(c, i));
    }
    form->data = c;
    add_features(form, c);
    form->wall = v[THICKNESS];
    form->nook = v[RADIUS];
    double out = v[HELIX] + v[RADIUS] + v[THICKNESS], deep = (v[RADIUS] + v[THICKNESS]) * c->level;
    double high = v[PITCH] * v[TURNS] + (v[RADIUS] + v[THICKNESS]) * (1.0 - c->level);
    cr_form_set_bounds(form, (cr_vec){-out, -out, -deep - c->half}, (cr_vec){out, out, high + c->half});
    cr_moments moments = {0};
    add_mass(&moments, v, c);
    cr_form_set_mass(form, &moments);
    return CR_OK;
}

static const cr_form_ops ops = {
    .near = near_chute, .place = place, .sample = sample_outside, .keep = keep_outside};

const cr_form_type cr_form_half_pipe = {
    .name = "half-pipe",
    .doc = "half-pipe along a helix, a chute for marbles",
    .params = cr_half_pipe_params,
    .param_count = CR_HALF_PIPE_PARAMS + 1,
    .make = make,
    .ops = &ops,
};
