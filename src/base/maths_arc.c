#include "base/maths.h"
#include "base/maths_pair.h"
#include "base/maths_tables.h"

#include <stdbool.h>

// atan(y/x) for 0 <= y <= x, x of ordinary size: atan c + atan u with c = i/64 next to y/x and
// u = (y - c x)/(x + c y), |u| <= 1/128
static cr_pair arc_below(cr_pair y, cr_pair x) {
    int i = (int)(y.high / x.high * 64.0 + 0.5);
    cr_pair c = {i / 64.0, 0.0};
    cr_pair above = cr_pair_add(y, cr_pair_negative(cr_pair_times(c, x)));
    cr_pair u = cr_pair_over(above, cr_pair_add(x, cr_pair_times(c, y)));
    double t = u.high * u.high;
    double bent = u.high * t * (-1.0 / 3 + t * (1.0 / 5 + t * (-1.0 / 7 + t * (1.0 / 9))));
    cr_pair sum = cr_pair_sum(atan_table[2 * i], u.high);
    return (cr_pair){sum.high, sum.low + (atan_table[2 * i + 1] + (u.low + bent))};
}

// The angle of a point with x, y >= 0, not both 0
static cr_pair arc(cr_pair y, cr_pair x) {
    if (y.high <= x.high) return arc_below(y, x);
    cr_pair other = arc_below(x, y);
    return cr_pair_add((cr_pair){half_pi_pair[0], half_pi_pair[1]}, cr_pair_negative(other));
}

double cr_atan2(double y, double x) {
    if (x != x || y != y) return x + y;
    double height = fabs(y), width = fabs(x);
    cr_pair angle;
    if (height == HUGE_VAL || width == HUGE_VAL) {
        double both = width == height ? 0.5 : height == HUGE_VAL ? 1.0 : 0.0;
        angle = (cr_pair){both * half_pi_pair[0], both * half_pi_pair[1]};
    } else if (height == 0.0) angle = (cr_pair){0.0, 0.0};
    else {
        int up, right;
        height = frexp(height, &up);
        width = frexp(width, &right);
        if (width == 0.0) right = up - 200;
        int apart = up - right;
        if (apart < -100 && !signbit(x))
            return copysign(cr_scale(height / width, apart > -1500 ? apart : -1500), y);
        if (apart < -100) height = 0.0, apart = 0; // less than a unit of pi
        if (apart > 100) width = 0.0, apart = 0;
        angle = arc((cr_pair){cr_scale(height, apart), 0.0}, (cr_pair){width, 0.0});
    }
    if (signbit(x))
        angle = cr_pair_add((cr_pair){2.0 * half_pi_pair[0], 2.0 * half_pi_pair[1]}, cr_pair_negative(angle));
    return copysign(angle.high + angle.low, y);
}

// sqrt(1 - x^2), |x| <= 1
static cr_pair other_side(double x) {
    cr_pair square = cr_pair_product(x, x), left = cr_pair_sum(1.0, -square.high);
    left = cr_pair_ordered(left.high, left.low - square.low);
    double root = sqrt(left.high);
    if (root == 0.0) return (cr_pair){0.0, 0.0};
    cr_pair back = cr_pair_product(root, root);
    return cr_pair_ordered(root, ((left.high - back.high) - back.low + left.low) / (2.0 * root));
}

double cr_asin(double x) {
    double size = fabs(x);
    if (!(size <= 1.0)) return size > 1.0 ? (double)NAN : x;
    if (size < 0x1p-27) return x;
    cr_pair angle = arc((cr_pair){size, 0.0}, other_side(x));
    return copysign(angle.high + angle.low, x);
}

double cr_acos(double x) {
    double size = fabs(x);
    if (!(size <= 1.0)) return size > 1.0 ? (double)NAN : x;
    cr_pair angle = arc(other_side(x), (cr_pair){size, 0.0});
    if (x < 0.0)
        angle = cr_pair_add((cr_pair){2.0 * half_pi_pair[0], 2.0 * half_pi_pair[1]}, cr_pair_negative(angle));
    return angle.high + angle.low;
}
