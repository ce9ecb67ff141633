#include "exact/parabola.h"

#include <math.h>

// v^2 - 2 a x is the square of the speed at x = 0.
double cr_parabola_time_in(cr_parabola f) {
    if (f.a <= 0.0 && f.v <= 0.0) return HUGE_VAL;
    if (f.a == 0.0) return f.x <= 0.0 ? -f.x / f.v : HUGE_VAL;
    double inside = f.v * f.v - 2.0 * f.a * f.x;
    if (inside < 0.0) return HUGE_VAL;
    double root = sqrt(inside);
    return f.v < 0.0 ? (root - f.v) / f.a : f.x == 0.0 ? 0.0 : -2.0 * f.x / (f.v + root);
}

double cr_parabola_time_out(cr_parabola f) {
    double inside = f.v * f.v - 2.0 * f.a * f.x;
    if (inside < 0.0 || (f.v >= 0.0 && f.a >= 0.0)) return HUGE_VAL;
    double root = sqrt(inside);
    return f.v > 0.0 ? -(f.v + root) / f.a : 2.0 * f.x / (root - f.v);
}

static bool holds_at(cr_parabola f, const cr_law *law, double t) {
    cr_parabola there = cr_parabola_at(f, t);
    return cr_law_holds(law, there.x, there.v);
}

// Sampled, then bisected.
double cr_parabola_contact(cr_parabola f, const cr_law *law, double begin, double end) {
    enum { SAMPLES = 400, HALVINGS = 60 };
    double none = begin, some = HUGE_VAL;
    for (int i = 1; i <= SAMPLES && some == HUGE_VAL; i++) {
        double t = begin + (end - begin) * i / SAMPLES;
        if (holds_at(f, law, t)) some = t;
        else none = t;
    }
    for (int i = 0; i < HALVINGS && some != HUGE_VAL; i++) {
        double middle = 0.5 * (none + some);
        if (holds_at(f, law, middle)) some = middle;
        else none = middle;
    }
    return some;
}
