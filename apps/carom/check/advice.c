#include "check/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double on_point = 0.01; // spacings: nearer than that is on a point

static const cr_element *element_of(cr_network *network, const cr_scene_names *names, const char *end,
                                    size_t length) {
    for (int i = 0; i < names->element_count; i++)
        if (strlen(names->elements[i]) == length && strncmp(names->elements[i], end, length) == 0)
            return cr_network_element(network, i);
    return NULL;
}

// The nearest point of the grid, if `end`, as written in the scene, is NAME@POSITION between two points of a
// line.
static bool lies_between(cr_network *network, const cr_scene_names *names, const char *end, double *nearest) {
    const char *at = end ? strchr(end, '@') : NULL;
    const cr_element *e = at ? element_of(network, names, end, (size_t)(at - end)) : NULL;
    if (!e || !cr_element_is(e->type, CR_TRAIT_LINE | CR_TRAIT_GRID)) return false;
    char *rest;
    double position = strtod(at + 1, &rest) * e->grid.n[0], point = round(position);
    *nearest = fmin(fmax(point, e->grid.first[0]), e->grid.last[0]) / e->grid.n[0];
    return rest != at + 1 && fabs(position - point) >= on_point;
}

void cr_check_advise(cr_network *network, const cr_scene_names *names) {
    const char *first = NULL, *contact = NULL;
    double point = 0.0;
    int count = 0;
    for (int i = 0; i < names->contact_count; i++) {
        const char *ends[] = {names->contact_joints[i].a, names->contact_joints[i].b};
        for (int e = 0; e < 2; e++) {
            double nearest;
            if (!lies_between(network, names, ends[e], &nearest)) continue;
            if (count++) continue;
            first = ends[e];
            contact = names->contacts[i];
            point = nearest;
        }
    }
    if (!count) return;
    printf("advice     %d end%s of contacts between two points of a grid, where the force is spread over "
           "four and "
           "converges slower\n           than on one (%s would be on one at %.*s@%.7g); raise oversample, or "
           "use a "
           "modal-string, which has no grid\n",
           count, count == 1 ? "" : "s", contact, (int)strcspn(first, "@"), first, point);
}
