// Several bodies as one.
#include "geom/form_internal.h"

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
    for (int before = 0; active != before;) { // bodies only leave, and the least stays
        before = active;
        double sum = 0.0, squares = 0.0;
        active = 0;
        for (int i = 0; i < count; i++) {
            double depth = fillet - (near[i].distance - low);
            if (!(depth + m > 0.0)) continue;
            active++;
            sum += depth;
            squares += depth * depth;
        }
        // active m^2 + 2 sum m + squares - fillet^2 = 0, the root near 0
        double c = squares - fillet * fillet, root = sqrt(cr_max(sum * sum - active * c, 0.0));
        m = -c / (sum + root);
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
