#include "base/numeric.h"
#include "surface/surface_internal.h"

// The parabolas s_j - kappa (u - j)^2 that are the highest somewhere, from left to right; each from `start`
// on. Two of them, i < j, cross at u = (i + j)/2 + (s_i - s_j)/(2 kappa (j - i)). A new one hides the last if
// it crosses it before the last has become the highest (as in the distance transform of P. Felzenszwalb and
// D. Huttenlocher, 2012).
static int find_highest(const double *s, int points, double kappa, double *start, int *apex) {
    int top = 0;
    apex[0] = 0;
    start[0] = -1.0;
    for (int j = 1; j < points; j++) {
        while (top > 0 && s[apex[top]] - s[j] <= kappa * (j - apex[top]) * (2.0 * start[top] - apex[top] - j))
            top--;
        int i = apex[top];
        top++;
        apex[top] = j;
        start[top] = 0.5 * (i + j) + (s[i] - s[j]) / (2.0 * kappa * (j - i));
    }
    return top + 1;
}

// One period from the highest point to its next image: what lies beyond is hidden by these two, so that the
// period can be treated alone.
static int turn_to_highest(const double *profile, int count, double *turned) {
    int highest = 0;
    for (int i = 1; i < count; i++)
        if (profile[i] > profile[highest]) highest = i;
    for (int i = 0, j = highest; i <= count; i++) {
        turned[i] = profile[j];
        if (++j == count) j = 0;
    }
    return highest;
}

void cr_rough_dilate(const double *profile, int count, double kappa, cr_dilation_work work, double *result) {
    double *s = work.height;
    int highest = turn_to_highest(profile, count, s);
    int parabolas = find_highest(s, count + 1, kappa, work.start, work.apex);
    for (int i = 0, k = 0, at = highest; i < count; i++) {
        while (k + 1 < parabolas && work.start[k + 1] <= i) k++;
        result[at] = s[work.apex[k]] - kappa * cr_square(i - work.apex[k]);
        if (++at == count) at = 0;
    }
}
