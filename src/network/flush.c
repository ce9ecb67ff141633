// Tiny numbers of the state set to zero, and a look at whether all of them are numbers, in one pass.
#include "network/network_internal.h"

#include <stdint.h>

// Greater numbers have no finite square, and so no finite energy.
static const double greatest = 1e150;

// The number of values that are not finite or too great.
CR_CLONES static int64_t flush_array(double *values, int count, double tiny) {
    int64_t bad = 0;
    for (int i = 0; i < count; i++) {
        double size = fabs(values[i]);
        bad += !(size <= greatest);
        values[i] = size < tiny ? 0.0 : values[i];
    }
    return bad;
}

static int64_t flush_interaction(cr_interaction *c, double tiny) {
    double *values[] = {&c->psi, &c->x, &c->before, &c->force, &c->reach, &c->loss};
    int64_t bad = 0;
    for (int i = 0; i < 6; i++) bad += flush_array(values[i], 1, tiny);
    return bad;
}

bool cr_network_flush(cr_network *n, double tiny) {
    int64_t bad = 0;
    for (int i = 0; i < n->elements.count; i++) {
        cr_element *e = cr_network_element_at(n, i);
        double *arrays[] = {e->u, e->d, e->u_next, e->d_next};
        for (int k = 0; k < 4; k++) bad += flush_array(arrays[k], e->points, tiny);
    }
    for (int i = 0; i < n->interactions.count; i++)
        bad += flush_interaction(cr_network_interaction(n, i), tiny);
    for (int i = 0; i < n->bows.count; i++) {
        cr_bow *bow = (cr_bow *)n->bows.items + i;
        bad += flush_array(&bow->force, 1, tiny) + flush_array(&bow->bristle, 1, tiny);
    }
    return bad == 0;
}
