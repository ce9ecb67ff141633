// Minima of a distance on a line or a circle. Their slopes change sign from falling to rising: samples
// bracket them, Newton's method follows them.
#include "base/maths.h"
#include "geom/track.h"

// A bent line: how fast it is at most, from its samples and a tenth.
static double bent_speed(const cr_curve *curve) {
    const cr_form *own = curve->view->own;
    double most = 0.0;
    cr_vec last = own->type->ops->place(own, curve->feature, -1.0, 0.0);
    for (int i = 1; i < curve->samples; i++) {
        cr_vec p = own->type->ops->place(own, curve->feature, cr_curve_sample(curve, i), 0.0);
        most = cr_max(most, cr_vec_length(cr_vec_sub(p, last)));
        last = p;
    }
    return 1.1 * most * 0.5 * (curve->samples - 1);
}

cr_curve cr_curve_make(const cr_view *view, int feature) {
    const cr_feature *f = &view->own->feature[feature];
    cr_curve curve = {.view = view,
                      .feature = feature,
                      .kind = f->kind,
                      .closed = f->kind == CR_FEATURE_CIRCLE,
                      .round = f->round};
    int least = curve.closed ? 8 : f->kind == CR_FEATURE_CURVE ? 5 : 3;
    curve.samples = f->samples > least ? f->samples : least;
    if (f->kind == CR_FEATURE_CURVE) {
        curve.at = cr_view_in(view, view->own->type->ops->place(view->own, feature, 0.0, 0.0));
        curve.speed = bent_speed(&curve);
        return curve;
    }
    curve.at = cr_view_in(view, f->at);
    if (curve.closed) {
        cr_vec across = cr_vec_cross(f->along, f->first);
        curve.first = cr_view_turn(view, cr_vec_scale(f->radius, f->first));
        curve.second = cr_view_turn(view, cr_vec_scale(f->radius, across));
        curve.speed = f->radius;
        curve.cosine = 1.0;
    } else {
        curve.first = cr_view_turn(view, f->along);
        curve.speed = cr_vec_length(f->along);
    }
    return curve;
}

// Turns the base by an angle of this cosine and sine.
static void turn_base(cr_curve *curve, double to, double c, double s) {
    double cosine = curve->cosine * c - curve->sine * s;
    curve->sine = curve->sine * c + curve->cosine * s;
    curve->cosine = cosine;
    curve->base = to;
}

void cr_curve_base(cr_curve *curve, double u) {
    if (!curve->closed || u == curve->base) return;
    double d = u - curve->base;
    turn_base(curve, u, cr_cos(d), cr_sin(d));
}

static cr_vec bent_place(const cr_curve *curve, double u, cr_vec *tangent) {
    const cr_form *own = curve->view->own;
    cr_vec (*place)(const cr_form *, int, double, double) = own->type->ops->place;
    double step = 1e-5, low = cr_max(u - step, -1.0), high = cr_min(u + step, 1.0);
    cr_vec way = cr_vec_sub(place(own, curve->feature, high, 0.0), place(own, curve->feature, low, 0.0));
    *tangent = cr_view_turn(curve->view, cr_vec_scale(1.0 / (high - low), way));
    return cr_view_in(curve->view, place(own, curve->feature, u, 0.0));
}

cr_vec cr_curve_place(const cr_curve *curve, double u, cr_vec *tangent) {
    if (curve->kind == CR_FEATURE_CURVE) return bent_place(curve, u, tangent);
    if (!curve->closed) {
        *tangent = curve->first;
        return cr_vec_along(curve->at, u, curve->first);
    }
    double d = u - curve->base, c = curve->cosine, s = curve->sine;
    if (d != 0.0) { // small angles are quick
        double near_c = cr_cos(d), near_s = cr_sin(d);
        c = curve->cosine * near_c - curve->sine * near_s;
        s = curve->sine * near_c + curve->cosine * near_s;
    }
    *tangent = cr_vec_along(cr_vec_scale(-s, curve->first), c, curve->second);
    return cr_vec_along(cr_vec_along(curve->at, c, curve->first), s, curve->second);
}

cr_probe cr_curve_probe(const cr_curve *curve, double u, int side, double *slope) {
    cr_vec tangent, centre = cr_curve_place(curve, u, &tangent);
    cr_probe probe = cr_probe_at(curve->view->other, centre, curve->round, side);
    *slope = cr_vec_dot(probe.near.normal, tangent);
    return probe;
}

static const double two_pi = 6.283185307179586;

double cr_curve_sample(const cr_curve *curve, int sample) {
    return curve->closed ? two_pi * sample / curve->samples : -1.0 + 2.0 * sample / (curve->samples - 1);
}

double cr_curve_base_sample(cr_curve *curve, int sample) {
    double u = cr_curve_sample(curve, sample);
    if (!curve->closed) return u;
    if (sample == 0) {
        curve->base = 0.0, curve->cosine = 1.0, curve->sine = 0.0;
        curve->step_cosine = cr_cos(two_pi / curve->samples);
        curve->step_sine = cr_sin(two_pi / curve->samples);
    } else {
        turn_base(curve, u, curve->step_cosine, curve->step_sine);
    }
    return u;
}

static double hold_within(const cr_curve *curve, double u) {
    if (!curve->closed) return u < -1.0 ? -1.0 : u > 1.0 ? 1.0 : u;
    while (u >= two_pi) u -= two_pi;
    while (u < 0.0) u += two_pi;
    return u;
}

static bool newton(cr_curve *curve, double *u, int side, cr_probe *probe) {
    const double cap = 0.2, apart = 1e-5;
    double slope, beside, at = *u;
    cr_curve_base(curve, at);
    *probe = cr_curve_probe(curve, at, side, &slope);
    double step = at + apart > 1.0 && !curve->closed ? -apart : apart;
    cr_curve_probe(curve, at + step, side, &beside);
    double rise = (beside - slope) / step;
    for (int turn = 0; turn < 8 && fabs(slope) > CR_SLOPE_ZERO * curve->speed; turn++) {
        *u = at;
        if (!(rise > 0.0)) return false;
        double move = cr_max(-cap, cr_min(cap, -slope / rise)), next = hold_within(curve, at + move),
               last = slope;
        if (!curve->closed) move = next - at;
        if (fabs(move) <= 1e-16 * (1.0 + fabs(at))) break;
        cr_probe there = cr_curve_probe(curve, next, side, &slope);
        if (turn > 2 && fabs(slope) >= fabs(last)) { // the rounding is reached
            slope = last;
            break;
        }
        *probe = there;
        at = next;
        if (fabs(slope - last) > CR_SLOPE_SMALL * curve->speed) rise = (slope - last) / move;
    }
    *u = at;
    return rise > 0.0 && fabs(slope) <= CR_SLOPE_SMALL * curve->speed;
}

cr_probe cr_curve_bracket(cr_curve *curve, double low, double high, double slope_low, double slope_high,
                          int side, double *u) {
    cr_probe probe;
    double at = low, slope;
    int last = 0;                           // which end moved
    for (int turn = 0; turn < 60; turn++) { // the Illinois rule, Dowell and Jarratt 1971
        at = slope_high > slope_low ? (low * slope_high - high * slope_low) / (slope_high - slope_low)
                                    : 0.5 * (low + high);
        if (!(at > low && at < high)) at = 0.5 * (low + high);
        probe = cr_curve_probe(curve, at, side, &slope);
        if (fabs(slope) <= CR_SLOPE_ZERO * curve->speed || high - low < 1e-15) break;
        if (slope < 0.0) {
            if (last < 0) slope_high *= 0.5;
            low = at, slope_low = slope, last = -1;
        } else {
            if (last > 0) slope_low *= 0.5;
            high = at, slope_high = slope, last = 1;
        }
    }
    *u = curve->closed ? hold_within(curve, at) : at;
    return probe;
}

// A line over a rounded edge has its minimum where it crosses the rounding, and slopes evenly on both sides
// of it: a step may carry the rounding past any place from which Newton's method sees it. Downhill from
// there.
static bool downhill(cr_curve *curve, double *u, int side, cr_probe *probe) {
    double start = *u, slope, last, at = start;
    *probe = cr_curve_probe(curve, start, side, &slope);
    double way = slope < 0.0 ? 1.0 : -1.0;
    last = slope;
    for (double step = 1e-3; step < CR_MOVE_MOST && slope * last > 0.0; step *= 2.0) {
        double before = at;
        at = curve->closed ? start + way * step : cr_clamp(start + way * step, -1.0, 1.0);
        if (at == before) return false;
        last = slope;
        cr_curve_probe(curve, at, side, &slope);
        if (slope * last > 0.0) continue;
        *probe = way > 0.0 ? cr_curve_bracket(curve, before, at, last, slope, side, u)
                           : cr_curve_bracket(curve, at, before, slope, last, side, u);
        return true;
    }
    return false;
}

bool cr_curve_follow(cr_curve *curve, double *u, int side, cr_probe *probe) {
    double start = *u;
    if (newton(curve, u, side, probe)) return true;
    *u = start;
    return downhill(curve, u, side, probe);
}
