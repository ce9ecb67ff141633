#include "check/advice.h"

#include "io/file/json_pairs.h"

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

typedef struct advice {
    const char *contact, *end; // as written in the scene
    double nearest;            // point of the grid
} advice;

// The next end of a contact, from *next on, that lies between two points; false: no more.
static bool find_next(cr_network *network, const cr_scene_names *names, int *next, advice *found) {
    while (*next < 2 * names->contact_count) {
        int i = *next / 2;
        const cr_scene_joint *joint = &names->contact_joints[i];
        *found = (advice){names->contacts[i], (*next)++ % 2 ? joint->b : joint->a, 0.0};
        if (lies_between(network, names, found->end, &found->nearest)) return true;
    }
    return false;
}

void cr_check_advise(cr_network *network, const cr_scene_names *names) {
    advice first, other;
    int next = 0, count = 1;
    if (!find_next(network, names, &next, &first)) return;
    while (find_next(network, names, &next, &other)) count++;
    printf("advice     %d end%s of contacts between two points of a grid, where the force is spread over "
           "four and "
           "converges slower\n           than on one (%s would be on one at %.*s@%.7g); raise oversample, or "
           "use a "
           "modal-string, which has no grid\n",
           count, count == 1 ? "" : "s", first.contact, (int)strcspn(first.end, "@"), first.end,
           first.nearest);
}

void cr_check_advise_json(cr_json *json, cr_network *network, const cr_scene_names *names) {
    advice found;
    int next = 0;
    cr_json_key(json, "between_points");
    cr_json_array_begin(json);
    while (find_next(network, names, &next, &found)) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "contact", found.contact);
        cr_json_pair_text(json, "end", found.end);
        cr_json_pair(json, "nearest", found.nearest);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
