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

// The border between `in` (not turned) and `out` (turned).
static double find_border(const cr_curve *curve, cr_vec normal, double in, double out, int side,
                          cr_probe *probe) {
    double slope, turn_out = 1e3, last = out, turn_last = 0.0;
    double small = 1e-10 / curve->speed;
    double at = 0.5 * (in + out);
    *probe = cr_curve_probe(curve, in, side, &slope);
    for (int k = 0; k < 60 && fabs(out - in) > small; k++) {
        cr_probe there = cr_curve_probe(curve, at, side, &slope);
        double turn = turn_of(normal, there.near.normal);
        if (turn <= 0.0) {
            in = at;
            *probe = there;
        } else {
            turn_last = turn_out, last = out;
            out = at, turn_out = turn;
        }
        double next = 0.5 * (in + out);
        if (turn_out < 1e2 && turn_last < 1e2 && turn_last > turn_out) {
            // A little inside of the zero: the border is found from within.
            double zero = out - (last - out) * turn_out / (turn_last - turn_out);
            zero += (in > out ? 0.5 : -0.5) * small;
            if ((zero - in) * (zero - out) < 0.0) next = zero;
        } else if (turn_out < 1e2) {
            next = out + 0.5 * (in - out) * (turn_last >= 1e2 ? 0.25 : 1.0);
        }
        if (fabs(next - at) < 0.1 * small) break;
        at = next;
    }
    return in;
}

bool cr_curve_flat_part(const cr_curve *curve, double u, const cr_probe *at, int side, double least,
                        cr_flat_part *part) {
    double length = 0.0, slope, step = least / curve->speed;
    bool turned[2];
    for (int end = 0; end < 2; end++) { // mostly it is no flat part at all
        double v = end ? u + step : u - step;
        if (!curve->closed) v = fmax(-1.0, fmin(1.0, v));
        cr_probe there = cr_curve_probe(curve, v, side, &slope);
        turned[end] = turn_of(at->near.normal, there.near.normal) > 0.0;
    }
    if (turned[0] && turned[1]) return false;
    for (int end = 0; end < 2; end++) {
        double limit = curve->closed ? u + (end ? 0.5 : -0.5) * two_pi : end ? 1.0 : -1.0;
        cr_probe there = cr_curve_probe(curve, limit, side, &slope);
        part->whole[end] = turn_of(at->near.normal, there.near.normal) <= 0.0;
        part->border[end] = limit;
        part->probe[end] = there;
        if (!part->whole[end])
            part->border[end] =
                find_border(curve, at->near.normal, u, turned[end] ? (end ? u + step : u - step) : limit,
                            side, &part->probe[end]);
        length += fabs(part->border[end] - u);
    }
    return length * curve->speed >= least;
}
