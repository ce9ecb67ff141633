// Height and mean height of the curve, on the audio thread (derivation R3).
#include "surface/sample.h"

#include "base/numeric.h"

#include <stdint.h>

// Where a position is: in which interval, counted from 0 without end and within the period, and how far in.
typedef struct place {
    double interval;
    int index;
    double within; // 0..1; NaN if the position is not finite
} place;

static place locate(const cr_rough *s, double x) {
    double u = x * s->per_dx;
    // From 2^52 intervals on there is nothing between two points, and no index: any one will do.
    if (!(fabs(u) < 4503599627370496.0)) return (place){u, 0, u - u};
    int64_t interval = (int64_t)u;
    interval -= (double)interval > u;
    int64_t index = interval - (int64_t)((double)interval * s->per_count) * s->count;
    if (index < 0) index += s->count; // the quotient is cut towards 0, and can be off by its rounding
    else if (index >= s->count) index -= s->count;
    return (place){(double)interval, (int)index, u - (double)interval};
}

// The curve over one interval, c[0..3] the coefficients from one point before it to one after:
// p(w) = a0 + w (a1 + w (a2 + w a3)), 0 <= w <= 1.
typedef struct cubic {
    double a0, a1, a2, a3;
} cubic;

static cubic cubic_of(const double *c) {
    return (cubic){(c[0] + 4.0 * c[1] + c[2]) * (1.0 / 6), 0.5 * (c[2] - c[0]),
                   0.5 * (c[0] - 2.0 * c[1] + c[2]), (c[3] - c[0] + 3.0 * (c[1] - c[2])) * (1.0 / 6)};
}

static double value(cubic p, double w) {
    return p.a0 + w * (p.a1 + w * (p.a2 + w * p.a3));
}

// The mean of a cubic between w0 and w1 is p(m) + p''(m) (w1 - w0)^2/24 at the middle m: no difference of
// antiderivatives, so that short ways lose no digits.
static double mean(cubic p, double w0, double w1) {
    double m = 0.5 * (w0 + w1);
    return value(p, m) + (p.a2 + 3.0 * p.a3 * m) * cr_square(w1 - w0) * (1.0 / 12);
}

double cr_rough_height(const cr_rough *surface, double x) {
    place at = locate(surface, x);
    return value(cubic_of(surface->spline + at.index), at.within);
}

// Integral over the whole intervals between two places [m dx]. A few are summed; the difference of the stored
// integrals would lose digits to their size.
static double between(const cr_rough *s, place from, place to, double intervals) {
    enum { FEW = 8 };
    int first = from.index + 1;
    if (!(intervals <= FEW)) return intervals * s->average + (s->integral[to.index] - s->integral[first]);
    double sum = 0.0;
    for (int i = first; i < first + (int)intervals; i++) {
        const double *c = s->spline + (i < s->count ? i : i % s->count);
        sum += (c[0] + 11.0 * (c[1] + c[2]) + c[3]) * (1.0 / 24);
    }
    return sum;
}

cr_rough_way cr_rough_along(const cr_rough *surface, double x0, double x1) {
    bool back = x1 < x0;
    place from = locate(surface, back ? x1 : x0), to = locate(surface, back ? x0 : x1);
    cubic first = cubic_of(surface->spline + from.index);
    if (from.interval == to.interval)
        return (cr_rough_way){mean(first, from.within, to.within),
                              value(first, back ? from.within : to.within)};
    cubic last = cubic_of(surface->spline + to.index);
    double end = back ? value(first, from.within) : value(last, to.within);
    double head = 1.0 - from.within, tail = to.within, whole = to.interval - from.interval - 1.0;
    double sum = head * mean(first, from.within, 1.0) + tail * mean(last, 0.0, tail);
    return (cr_rough_way){(sum + between(surface, from, to, whole)) / (head + whole + tail), end};
}

double cr_rough_mean(const cr_rough *surface, double x0, double x1) {
    return cr_rough_along(surface, x0, x1).mean;
}
