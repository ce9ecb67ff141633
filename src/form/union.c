// Several bodies as one.
#include "form/form_internal.h"

// m with sum of max(0, k - d_i + m)^2 = k^2: the least of the d_i where no other is within k of it, a round
// hollow of radius k where two faces meet at a right angle. The gradient is the mean of theirs with the
// weights k - d_i + m: it is continuous, and so is m in any number of bodies in any order.
cr_near cr_near_union(const cr_near *near, int count, double fillet) {
    int least = 0;
    for (int i = 1; i < count; i++)
        if (near[i].distance < near[least].distance) least = i;
    double low = near[least].distance, m = 0.0; // above the least from here on
    int active = 0;
    for (int i = 0; i < count; i++) active += near[i].distance - low < fillet;
    if (active < 2) return near[least];
    // The sum is convex and grows with m: from above, Newton comes down to the root without passing it.
    enum { STEPS = 40 };
    for (int k = 0; k < STEPS; k++) {
        double sum = 0.0, squares = 0.0;
        for (int i = 0; i < count; i++) {
            double depth = cr_max(fillet - (near[i].distance - low) + m, 0.0);
            sum += depth;
            squares += depth * depth;
        }
        double step = (squares - fillet * fillet) / (2.0 * sum);
        m -= step;
        if (!(step > 1e-9 * fillet)) break; // the next would be below its square
    }
    cr_vec normal = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        double depth = fillet - (near[i].distance - low) + m;
        if (depth > 0.0) normal = cr_vec_along(normal, depth, near[i].normal);
    }
    double length = cr_vec_length(normal);
    if (!(length > 1e-9 * fillet)) return near[least];
    return (cr_near){low + m, cr_vec_scale(1.0 / length, normal)};
}
