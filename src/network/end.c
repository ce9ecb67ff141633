#include "network/network_internal.h"

cr_status cr_network_make_end(cr_network *n, const cr_place *place, double sign, cr_end *end,
                              cr_error *error) {
    if (place->element == CR_NOWHERE)
        return cr_fail(error, CR_ERR_INPUT, "network", "a place names no element; give one");
    if (place->element < 0 || place->element >= n->elements.count)
        return cr_fail(error, CR_ERR_INPUT, "network", "there is no element %d", place->element);
    *end =
        (cr_end){.element = cr_network_element_at(n, place->element), .index = place->element, .sign = sign};
    return cr_element_port(end->element, place->at, n->arena, &end->port, error);
}

bool cr_ends_same_place(const cr_end *a, const cr_end *b) {
    const cr_port *p = &a->port, *q = &b->port;
    bool same = a->element == b->element && p->count == q->count;
    for (int i = 0; same && i < p->count; i++) same = p->at[i] == q->at[i] && p->read[i] == q->read[i];
    return same;
}

// Two points of one element may touch, rub or be joined unless they move as one.
static cr_status check_apart(const cr_end *a, const cr_end *b, cr_error *error) {
    return cr_ends_same_place(a, b)
               ? cr_fail(error, CR_ERR_INPUT, "b",
                         "the same point as a: a body does not move against itself; give another element or "
                         "point")
               : CR_OK;
}

cr_status cr_network_make_ends(cr_network *n, const cr_place *a, const cr_place *b, cr_end *ends, int *count,
                               cr_error *error) {
    cr_status status = CR_OK;
    *count = 0;
    if (a->element != CR_GROUND) status = cr_network_make_end(n, a, 1.0, &ends[(*count)++], error);
    if (status == CR_OK && b->element != CR_GROUND)
        status = cr_network_make_end(n, b, -1.0, &ends[(*count)++], error);
    if (status == CR_OK && *count == 2) status = check_apart(&ends[0], &ends[1], error);
    if (status != CR_OK) return status;
    for (int k = 0; k < *count; k++)
        if (!cr_element_is(ends[k].element->type, CR_TRAIT_FIXED)) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "network", "neither end of an interaction can move");
}

double cr_end_mobility(const cr_end *a, const cr_end *b) {
    if (a->body && a->body == b->body)
        return a->sign * b->sign * cr_resonator_meet_mobility(a->body, a->tap, b->tap);
    return a->element == b->element ? a->sign * b->sign * cr_port_mobility(&a->port, &b->port) : 0.0;
}

void cr_end_push(const cr_network *n, const cr_end *end, double force) {
    if (end->body) cr_resonator_meet_push(end->body, end->tap, end->sign * force, n->booking);
    else cr_element_push(end->element, &end->port, end->sign * force);
}

cr_end_motion cr_end_read(const cr_end *end) {
    if (end->body) {
        const cr_tap *tap = &end->body->taps[end->tap];
        return (cr_end_motion){tap->y, tap->change, tap->way - tap->change};
    }
    return (cr_end_motion){cr_port_displacement(end->element, &end->port),
                           cr_port_change(end->element, &end->port),
                           cr_port_change_next(end->element, &end->port)};
}

double cr_end_way(const cr_end *end) {
    if (end->body) return end->sign * end->body->taps[end->tap].way;
    return end->sign *
           (cr_port_change(end->element, &end->port) + cr_port_change_next(end->element, &end->port));
}
