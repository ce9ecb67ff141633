// Tiny numbers of the state set to zero, and a look at whether all of them are numbers, in one pass.
#include "network/network_internal.h"

#include <float.h>
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

// The same for floats, whose greatest have finite squares in double.
CR_CLONES static int32_t flush_floats(float *values, int count, float tiny) {
    int32_t bad = 0;
    for (int i = 0; i < count; i++) {
        float size = fabsf(values[i]);
        bad += !(size <= FLT_MAX);
        values[i] = size < tiny ? 0.0f : values[i];
    }
    return bad;
}

// For floats, of which none below FLT_MIN is kept.
static float single(double tiny) {
    return (float)cr_max(tiny, (double)FLT_MIN);
}

static int64_t flush_modes(cr_resonator *body, double tiny) {
    if (!body->single) return flush_array(body->p, body->room, tiny) + flush_array(body->r, body->room, tiny);
    float least = single(tiny);
    return flush_floats(body->state.p, body->room, least) + flush_floats(body->state.r, body->room, least);
}

static int64_t flush_each(double *const *values, int count, double tiny) {
    int64_t bad = 0;
    for (int i = 0; i < count; i++) {
        double size = fabs(*values[i]);
        bad += !(size <= greatest);
        if (size < tiny) *values[i] = 0.0;
    }
    return bad;
}

static int64_t flush_element(cr_element *e, double tiny) {
    if (e->single) {
        float least = single(tiny), *arrays[] = {e->single->u, e->single->d, e->single->d_next};
        int64_t bad = 0;
        for (int k = 0; k < 3; k++) bad += flush_floats(arrays[k], e->points, least);
        return bad;
    }
    double *arrays[] = {e->u, e->d, e->u_next, e->d_next};
    int64_t bad = 0;
    for (int k = 0; k < 4; k++) bad += flush_array(arrays[k], e->points, tiny);
    return bad;
}

static int64_t flush_body(cr_resonator *body, double tiny) {
    double *rigid[] = {&body->rigid_x, &body->rigid_v};
    int64_t bad = flush_modes(body, tiny) + flush_each(rigid, 2, tiny);
    for (int i = 0; i < body->tap_count; i++) {
        cr_tap *tap = &body->taps[i];
        double *values[] = {&tap->travel, &tap->moment, &tap->y, &tap->change, &tap->way};
        bad += flush_each(values, 5, tiny);
    }
    return bad;
}

static int64_t flush_touches(cr_network *n, double tiny) {
    int64_t bad = 0;
    for (int i = 0; i < n->touches.count; i++) {
        cr_touch *t = cr_network_touch(n, i);
        double *values[] = {&t->psi, &t->depth, &t->reach, &t->moment,
                            &t->a,   &t->b,     &t->force, &t->cold->track.speed};
        bad += flush_each(values, 8, tiny);
    }
    for (int i = 0; i < n->rubs.count; i++) {
        cr_rub *r = cr_network_rub_at(n, i);
        double *values[] = {&r->bristle, &r->reach, &r->force};
        bad += flush_each(values, 3, tiny);
    }
    return bad;
}

static int64_t flush_interactions(cr_network *n, double tiny) {
    int64_t bad = 0;
    for (int i = 0; i < n->interactions.count; i++) {
        cr_interaction *c = cr_network_interaction(n, i);
        double *values[] = {&c->psi, &c->x, &c->before, &c->reach, &c->force, &c->loss};
        bad += flush_each(values, 6, tiny);
    }
    for (int i = 0; i < n->bows.count; i++) {
        cr_bow *bow = CR_ARRAY_AT(&n->bows, i);
        double *values[] = {&bow->force, &bow->bristle};
        bad += flush_each(values, 2, tiny);
    }
    return bad;
}

bool cr_network_flush(cr_network *n, double tiny) {
    if (!n->prepared) return false;
    int64_t bad = flush_interactions(n, tiny) + flush_touches(n, tiny);
    for (int i = 0; i < n->elements.count; i++)
        bad +=
            n->movers[i] ? flush_body(n->movers[i], tiny) : flush_element(cr_network_element_at(n, i), tiny);
    return bad == 0 && (!n->striking || cr_mallets_finite(n));
}

void cr_network_rest(cr_network *n) {
    cr_network_flush(n, n->precision == CR_FLOAT ? 1e-24 : 1e-140);
}
