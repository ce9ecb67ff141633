// Where an edge lies flat on a face and leaves it: the normal of the other form stays the same along the flat
// part and turns beyond its border. There the tangent of the turn is the way past the border over the height
// above the centre line of the other's rounded edge: it grows linearly, and a secant finds its zero.
#include "geom/track.h"

static const double two_pi = 6.283185307179586;

// The tangent of the angle between two unit normals; below 1e-6: none.
static double turn_of(cr_vec from, cr_vec to) {
    double c = cr_vec_dot(from, to);
    cr_vec across = cr_vec_along(to, -c, from);
    double s = cr_vec_length(across);
    if (s < 1e-6 && c > 0.0) return 0.0;
    return c > 1e-3 ? s / c : 1e3;
}

// How far past the border a place is where the normal has turned, along the curve: its height above the
// other's centre line times the tangent of the turn, if that edge has the radius of the form's sharpest.
static double past_border(const cr_curve *curve, cr_vec normal, const cr_probe *out, cr_vec outward,
                          double turn) {
    cr_vec n = out->near.normal;
    double c = cr_vec_dot(n, normal), along = cr_vec_dot(outward, cr_vec_along(n, -c, normal));
    if (!(along > 0.0)) return 0.0;
    return (out->near.distance + curve->view->other->round) * c * turn * (turn * c) / along;
}

// The border between `in` (not turned) and `out` (turned, as *probe is), found from within; *probe: there.
static double find_border(const cr_curve *curve, cr_vec normal, double in, double out, int side,
                          cr_probe *probe) {
    double turn_out = turn_of(normal, probe->near.normal), turn_last = 0.0, last = out, slope;
    double height = fabs(probe->gap + curve->round) + curve->view->other->round;
    double small = cr_max(4e-6 * height, 1e-10) / curve->speed; // where the turn is seen at all
    cr_probe outside = *probe;
    *probe = cr_curve_probe(curve, in, side, &slope);
    double last_zero = out;
    for (int k = 0; k < 60 && fabs(out - in) > small; k++) {
        double at = 0.5 * (in + out), zero = out;
        if (turn_last > turn_out) {
            zero = out - (last - out) * turn_out / (turn_last - turn_out);
        } else if (turn_out < 1e2) {
            cr_vec way;
            cr_curve_place(curve, out, &way);
            double sign = out > in ? 1.0 : -1.0;
            cr_vec outward = cr_vec_scale(sign / curve->speed, way);
            zero = out - sign * past_border(curve, normal, &outside, outward, turn_out) / curve->speed;
        }
        if (fabs(zero - last_zero) < 0.5 * small)
            zero += out > in ? 0.9 * small : -0.9 * small; // from outside
        if ((zero - in) * (zero - out) < 0.0) at = zero;
        last_zero = zero;
        cr_probe there = cr_curve_probe(curve, at, side, &slope);
        double turn = turn_of(normal, there.near.normal);
        if (turn <= 0.0) {
            in = at;
            *probe = there;
        } else {
            turn_last = turn_out, last = out;
            out = at, turn_out = turn;
            outside = there;
        }
    }
    return in;
}

// Looks for a flat part beside u, on the side of `step`: *in is a place on it, *normal that of the other
// form. The minimum itself may lie past the border by the tilt of the edge, where the normal has turned by
// the tilt.
static bool flat_beside(const cr_curve *curve, double u, const cr_probe *at, int side, double step,
                        double tilt, double *in, cr_vec *normal) {
    double slope, half = u + 0.5 * step, whole = u + step;
    if (!curve->closed && fabs(whole) > 1.0) return false;
    cr_vec n = cr_curve_probe(curve, half, side, &slope).near.normal;
    if (turn_of(at->near.normal, n) > tilt) return false;
    cr_vec beyond = cr_curve_probe(curve, whole, side, &slope).near.normal;
    if (turn_of(n, beyond) > 0.0) return false;
    *in = half;
    *normal = n;
    return true;
}

bool cr_curve_flat_part(cr_curve *curve, double u, const cr_probe *at, int side, double least, double flat,
                        cr_flat_part *part) {
    double step = least / curve->speed, tilt = 6.0 * flat / least, in = u, slope;
    cr_vec normal;
    cr_curve_base(curve, u);
    if (!flat_beside(curve, u, at, side, step, tilt, &in, &normal) &&
        !flat_beside(curve, u, at, side, -step, tilt, &in, &normal))
        return false;
    for (int end = 0; end < 2; end++) {
        double limit = curve->closed ? u + (end ? 0.5 : -0.5) * two_pi : end ? 1.0 : -1.0;
        cr_probe there = cr_curve_probe(curve, limit, side, &slope);
        part->whole[end] = turn_of(normal, there.near.normal) <= 0.0;
        part->border[end] = limit;
        part->probe[end] = there;
        if (!part->whole[end])
            part->border[end] = find_border(curve, normal, in, limit, side, &part->probe[end]);
    }
    return (part->border[1] - part->border[0]) * curve->speed >= least;
}
