#include "form/outline.h"

static cr_piece *add(cr_outline *outline, cr_piece_kind kind, int side) {
    cr_piece *piece = &outline->piece[outline->count++];
    *piece = (cr_piece){.kind = kind, .side = side};
    return piece;
}

void cr_outline_line(cr_outline *outline, cr_flat from, cr_flat to, int side) {
    cr_flat d = cr_flat_sub(to, from);
    double length = sqrt(cr_flat_dot(d, d));
    if (!(length > 0.0)) return;
    cr_piece *piece = add(outline, CR_PIECE_LINE, side);
    piece->at = from;
    piece->along = (cr_flat){d.x / length, d.z / length};
    piece->size = length;
    piece->mid = cr_flat_along(from, 0.5, d);
    piece->hold = 0.5 * length;
    piece->span = length;
}

void cr_outline_arc(cr_outline *outline, cr_flat centre, double radius, cr_flat from, cr_flat to, bool hollow,
                    int side) {
    cr_piece *piece = add(outline, CR_PIECE_ARC, side);
    cr_flat sum = {from.x + to.x, from.z + to.z};
    double length = sqrt(cr_flat_dot(sum, sum));
    cr_flat right = cr_flat_right(from); // half a circle: its middle is to the left of where it comes from
    piece->along = length > 1e-9 ? (cr_flat){sum.x / length, sum.z / length} : (cr_flat){-right.x, -right.z};
    if (hollow && !(length > 1e-9)) piece->along = right;
    piece->at = piece->mid = centre;
    piece->size = hollow ? -radius : radius;
    piece->hold = radius;
    piece->half = cr_flat_dot(piece->along, from);
    piece->ends[0] = from;
    piece->ends[1] = to;
}

// The quintic with these values, slopes and second derivatives at its ends (Hermite).
void cr_outline_curve(cr_outline *outline, const cr_flat from[3], const cr_flat to[3], double step,
                      int side) {
    cr_piece *piece = add(outline, CR_PIECE_CURVE, side);
    for (int axis = 0; axis < 2; axis++) {
        double a[3], b[3], c[CR_CURVE_TERMS], scale = 1.0;
        for (int i = 0; i < 3; i++, scale *= step) {
            a[i] = scale * (axis ? from[i].z : from[i].x);
            b[i] = scale * (axis ? to[i].z : to[i].x);
        }
        double rise = b[0] - a[0] - a[1] - 0.5 * a[2], slope = b[1] - a[1] - a[2], bend = b[2] - a[2];
        c[0] = a[0], c[1] = a[1], c[2] = 0.5 * a[2];
        c[3] = 10.0 * rise - 4.0 * slope + 0.5 * bend;
        c[4] = -15.0 * rise + 7.0 * slope - bend;
        c[5] = 6.0 * rise - 3.0 * slope + 0.5 * bend;
        for (int i = 0; i < CR_CURVE_TERMS; i++) *(axis ? &piece->term[i].z : &piece->term[i].x) = c[i];
    }
    enum { LOOKS = 16 };
    piece->mid = cr_piece_place(piece, 0.5);
    for (int i = 0; i <= LOOKS; i++) {
        cr_flat off = cr_flat_sub(cr_piece_place(piece, (double)i / LOOKS), piece->mid);
        piece->hold = cr_max(piece->hold, sqrt(cr_flat_dot(off, off)));
    }
    piece->hold *= 1.0 + 1e-3;
}

static cr_flat turned(cr_flat a, double angle) {
    double c = cr_cos(angle), s = cr_sin(angle);
    return (cr_flat){c * a.x - s * a.z, s * a.x + c * a.z};
}

cr_flat cr_piece_place(const cr_piece *piece, double t) {
    if (piece->kind == CR_PIECE_LINE) return cr_flat_along(piece->at, t * piece->size, piece->along);
    if (piece->kind == CR_PIECE_ARC) {
        double angle = (2.0 * t - 1.0) * cr_acos(cr_clamp(piece->half, -1.0, 1.0));
        return cr_flat_along(piece->at, fabs(piece->size),
                             turned(piece->along, piece->size < 0.0 ? -angle : angle));
    }
    cr_flat y = piece->term[CR_CURVE_TERMS - 1];
    for (int i = CR_CURVE_TERMS - 2; i >= 0; i--) y = cr_flat_along(piece->term[i], t, y);
    return y;
}

// The nearest point of a piece: signed distance where the normal of the piece passes through p, and the
// distance to its end elsewhere. `size` is the distance without sign.
typedef struct foot {
    double size, distance;
    cr_flat normal;
} foot;

static foot foot_of_end(cr_flat p, cr_flat end, cr_flat outwards) {
    cr_flat off = cr_flat_sub(p, end);
    double size = sqrt(cr_flat_dot(off, off)), sign = cr_flat_dot(off, outwards) < 0.0 ? -1.0 : 1.0;
    if (!(size > 0.0)) return (foot){0.0, 0.0, outwards};
    return (foot){size, sign * size, {sign * off.x / size, sign * off.z / size}};
}

static foot foot_on_line(const cr_piece *piece, cr_flat p) {
    cr_flat off = cr_flat_sub(p, piece->at), out = cr_flat_right(piece->along);
    double along = cr_flat_dot(off, piece->along);
    if (along < 0.0) return foot_of_end(p, piece->at, out);
    if (along > piece->size) return foot_of_end(p, cr_flat_along(piece->at, piece->size, piece->along), out);
    double distance = cr_flat_dot(off, out);
    return (foot){fabs(distance), distance, out};
}

static foot foot_on_arc(const cr_piece *piece, cr_flat p) {
    cr_flat off = cr_flat_sub(p, piece->at);
    double far = sqrt(cr_flat_dot(off, off)), radius = fabs(piece->size),
           sign = piece->size < 0.0 ? -1.0 : 1.0;
    if (cr_flat_dot(off, piece->along) < piece->half * far) {
        double left = piece->along.x * off.z - piece->along.z * off.x; // beyond which of the ends
        cr_flat end = piece->ends[sign * left > 0.0];
        return foot_of_end(p, cr_flat_along(piece->at, radius, end), (cr_flat){sign * end.x, sign * end.z});
    }
    cr_flat out = far > 0.0 ? (cr_flat){off.x / far, off.z / far} : piece->along;
    double distance = sign * (far - radius);
    return (foot){fabs(distance), distance, {sign * out.x, sign * out.z}};
}

// Newton for (p - y(t)) y'(t) = 0, downhill where the curve bends away, within 0..1.
static foot foot_on_curve(const cr_piece *piece, cr_flat p) {
    const cr_flat *c = piece->term;
    cr_flat chord = cr_flat_sub(cr_piece_place(piece, 1.0), c[0]), off = cr_flat_sub(p, c[0]), slope;
    double t = cr_clamp(cr_flat_dot(off, chord) / cr_flat_dot(chord, chord), 0.0, 1.0);
    enum { MOST = 24 };
    for (int i = 0;; i++) {
        cr_flat y = c[5], bend = {0.0, 0.0};
        slope = (cr_flat){0.0, 0.0};
        for (int k = CR_CURVE_TERMS - 2; k >= 0; k--) {
            bend = cr_flat_along(slope, t, bend);
            slope = cr_flat_along(y, t, slope);
            y = cr_flat_along(c[k], t, y);
        }
        off = cr_flat_sub(p, y);
        double speed = cr_flat_dot(slope, slope), down = cr_flat_dot(off, slope);
        double stiff = speed - 2.0 * cr_flat_dot(off, bend);
        double step = cr_clamp(down / (stiff > 1e-4 * speed ? stiff : speed), -0.5, 0.5);
        double next = cr_clamp(t + step, 0.0, 1.0);
        if (fabs(next - t) < 1e-13 || i == MOST) break;
        t = next;
    }
    double speed = sqrt(cr_flat_dot(slope, slope));
    cr_flat out = cr_flat_right((cr_flat){slope.x / speed, slope.z / speed});
    if (t > 0.0 && t < 1.0) {
        double distance = cr_flat_dot(off, out);
        return (foot){fabs(distance), distance, out};
    }
    return foot_of_end(p, cr_flat_sub(p, off), out);
}

static foot foot_on(const cr_piece *piece, cr_flat p) {
    if (piece->kind == CR_PIECE_LINE) return foot_on_line(piece, p);
    return piece->kind == CR_PIECE_ARC ? foot_on_arc(piece, p) : foot_on_curve(piece, p);
}

// The nearest of all pieces but those of the side `but`; returns its index.
static int nearest(const cr_outline *outline, cr_flat p, int but, foot *best) {
    int found = -1;
    double least = (double)INFINITY;
    for (int i = 0; i < outline->count; i++) { // where to begin
        const cr_piece *piece = &outline->piece[i];
        cr_flat off = cr_flat_sub(p, piece->mid);
        double far = cr_flat_dot(off, off) - piece->hold * piece->hold;
        if (far < least && !(but && piece->side == but)) least = far, found = i;
    }
    *best = foot_on(&outline->piece[found], p);
    int begun = found;
    for (int i = 0; i < outline->count; i++) {
        const cr_piece *piece = &outline->piece[i];
        if (i == begun || (but && piece->side == but)) continue;
        cr_flat off = cr_flat_sub(p, piece->mid);
        double within = best->size + piece->hold;
        if (cr_flat_dot(off, off) > within * within) continue;
        foot other = foot_on(piece, p);
        if (other.size < best->size) *best = other, found = i;
    }
    return found;
}

cr_near cr_outline_near(const cr_outline *outline, cr_vec p, int side) {
    double rho = cr_rho(p);
    cr_flat at = {rho, p.z};
    foot best;
    int found = nearest(outline, at, 0, &best);
    if (side && outline->piece[found].side == -side) { // behind its own side
        nearest(outline, at, -side, &best);
        if (best.distance > 0.0) best = (foot){best.size, -best.distance, {-best.normal.x, -best.normal.z}};
    }
    return (cr_near){best.distance, cr_turned_out((cr_vec){best.normal.x, 0.0, best.normal.z}, p, rho)};
}

// --- bands

static double band_length(const cr_outline *outline, const cr_band *band) {
    const cr_piece *end = &outline->piece[band->back ? band->first : band->first + band->count - 1];
    return end->begin + end->span;
}

static cr_flat band_at(const cr_outline *outline, const cr_band *band, double v) {
    int i = 0;
    const cr_piece *piece;
    for (;; i++) {
        piece = &outline->piece[band->back ? band->first + band->count - 1 - i : band->first + i];
        if (v <= piece->begin + piece->span || i == band->count - 1) break;
    }
    double t = (v - piece->begin) / piece->span;
    return cr_piece_place(piece, band->back ? 1.0 - t : t);
}

cr_vec cr_band_place(const cr_outline *outline, const cr_band *band, double u, double v) {
    if (band->radius > 0.0) {
        cr_flat at = band_at(outline, band, v);
        double angle = u / band->radius;
        return (cr_vec){at.x * cr_cos(angle), at.x * cr_sin(angle), at.z};
    }
    double arc = sqrt(u * u + v * v);
    cr_flat at = band_at(outline, band, arc);
    double share = arc > 0.0 ? at.x / arc : 0.0;
    return (cr_vec){share * u, share * v, at.z};
}

enum { BAND_ROWS = 4 };

int cr_band_samples(const cr_band *band) {
    return BAND_ROWS * CR_CIRCLE_SAMPLES + !(band->radius > 0.0);
}

void cr_band_sample(const cr_outline *outline, const cr_band *band, int sample, double *u, double *v) {
    double length = band_length(outline, band);
    double angle = 2.0 * cr_pi * (sample % CR_CIRCLE_SAMPLES) / CR_CIRCLE_SAMPLES;
    int row = sample / CR_CIRCLE_SAMPLES;
    if (band->radius > 0.0) {
        *u = band->radius * angle;
        *v = length * row / (BAND_ROWS - 1);
        return;
    }
    double arc = row < BAND_ROWS ? length * (row + 1) / BAND_ROWS : 0.0; // the last is the pole
    *u = arc * cr_cos(angle);
    *v = arc * cr_sin(angle);
}

void cr_band_keep(const cr_outline *outline, const cr_band *band, double *u, double *v) {
    double length = band_length(outline, band);
    if (band->radius > 0.0) {
        *v = cr_clamp(*v, 0.0, length);
        return;
    }
    double arc = sqrt(*u * *u + *v * *v);
    if (arc <= length) return;
    *u *= length / arc;
    *v *= length / arc;
}

void cr_outline_bounds(const cr_outline *outline, cr_form *form) {
    double out = 0.0, low = (double)INFINITY, high = -low, reach = 0.0;
    enum { LOOKS = 64 };
    for (int i = 0; i < outline->count; i++)
        for (int k = 0; k <= LOOKS; k++) {
            cr_flat at = cr_piece_place(&outline->piece[i], (double)k / LOOKS);
            out = cr_max(out, at.x);
            low = cr_min(low, at.z);
            high = cr_max(high, at.z);
            reach = cr_max(reach, sqrt(cr_flat_dot(at, at)));
        }
    // Between two looks an arc of radius r rises by at most r (pi/64)^2/8.
    double more = 4e-4 * reach;
    form->reach = reach + more;
    cr_form_set_bounds(form, (cr_vec){-out - more, -out - more, low - more},
                       (cr_vec){out + more, out + more, high + more});
}
