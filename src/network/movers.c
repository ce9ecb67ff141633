// Which elements move as resonators, and where they are touched, driven and read.
#include "base/bucket.h"
#include "network/network_internal.h"

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for bodies");
}

// How many taps each element needs: at ends that touch or rub, and at all others.
typedef struct tap_counts {
    int *touching, *others;
} tap_counts;

static void count_ends(const cr_end *ends, int count, int *taps) {
    for (int k = 0; k < count; k++) taps[ends[k].index]++;
}

static bool count_taps(const cr_network *n, tap_counts *taps) {
    size_t elements = (size_t)n->elements.count + 1;
    taps->touching = cr_arena_take(n->arena, elements, sizeof(int));
    taps->others = cr_arena_take(n->arena, elements, sizeof(int));
    if (!taps->touching || !taps->others) return false;
    for (int i = 0; i < n->touches.count; i++)
        count_ends(cr_network_touch(n, i)->end, cr_network_touch(n, i)->end_count, taps->touching);
    for (int i = 0; i < n->rubs.count; i++)
        count_ends(cr_network_rub_at(n, i)->end, cr_network_rub_at(n, i)->end_count, taps->touching);
    for (int i = 0; i < n->inputs.count; i++) count_ends(&CR_ARRAY_AT(&n->inputs, i)->end, 1, taps->others);
    for (int i = 0; i < n->pickups.count; i++) count_ends(&CR_ARRAY_AT(&n->pickups, i)->end, 1, taps->others);
    for (int i = 0; i < n->bows.count; i++) count_ends(&CR_ARRAY_AT(&n->bows, i)->end, 1, taps->others);
    for (int i = 0; i < n->interactions.count; i++)
        count_ends(cr_network_interaction(n, i)->end, cr_network_interaction(n, i)->end_count, taps->others);
    return true;
}

static bool sort_inputs(const cr_network *n, cr_buckets *inputs) {
    int *key = cr_arena_take(n->arena, (size_t)n->inputs.count + 1, sizeof *key);
    for (int i = 0; key && i < n->inputs.count; i++) key[i] = CR_ARRAY_AT(&n->inputs, i)->end.index;
    return key && cr_buckets_make(inputs, key, n->inputs.count, n->elements.count, n->arena);
}

// `inputs`: by element.
static cr_status make_body(cr_network *n, int element, int taps, const cr_buckets *inputs, cr_resonator *body,
                           cr_error *error) {
    cr_element *e = cr_network_element_at(n, element);
    cr_status status =
        cr_resonator_make(body, e->points, e->mode_frequency, e->mode_sigma, n->h, taps, n->arena, error);
    if (status != CR_OK) return status;
    double root = sqrt(e->mass); // coordinates of a body are mass-normalised
    body->gravity = root * e->gravity;
    for (int i = 0; i < e->points; i++) {
        double q, v;
        cr_element_get_motion(e, i, &q, &v);
        for (int k = inputs->start[element]; k < inputs->start[element + 1]; k++) {
            const cr_input *input = CR_ARRAY_AT(&n->inputs, inputs->item[k]);
            if (input->now) v += cr_input_lean(input, i) * input->held; // of the three-level clock until now
        }
        cr_resonator_set(body, i, root * q, root * v);
    }
    n->movers[element] = body;
    return CR_OK;
}

// Points that are only read share the tap of a contact at the same place.
static int same_tap(const cr_resonator *body, const double *shape) {
    for (int k = 0; k < body->tap_count; k++)
        if (cr_resonator_tap_has(body, k, shape)) return k;
    return -1;
}

static cr_status add_tap(cr_network *n, cr_resonator *body, const cr_element *e, const cr_port *port,
                         bool pushed, int *tap, cr_error *error) {
    double *shape = cr_arena_take(n->arena, (size_t)e->points, sizeof(double));
    if (!shape) return no_memory(error);
    for (int i = 0; i < port->count; i++) shape[port->at[i]] = port->read[i] / sqrt(e->mass);
    *tap = pushed ? -1 : same_tap(body, shape);
    if (*tap >= 0) return CR_OK;
    cr_status status = cr_resonator_tap(body, shape, pushed, n->arena, tap, error);
    return status;
}

// Ends that touch or rub; `held`: a mass off its centre pulls there.
static cr_status tap_touching(cr_network *n, cr_end *ends, int count, bool held, cr_error *error) {
    for (int k = 0; k < count; k++) {
        cr_end *end = &ends[k];
        end->body = n->movers[end->index];
        if (!end->body) continue;
        cr_status status = add_tap(n, end->body, end->element, &end->port, true, &end->tap, error);
        if (status == CR_OK && held) status = cr_resonator_hold(end->body, end->tap, n->arena, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

typedef cr_status cr_tap_use(cr_resonator *body, int tap, cr_arena *arena, cr_error *error);

static cr_status tap_end(cr_network *n, cr_end *end, cr_tap_use *use, cr_error *error) {
    end->body = n->movers[end->index];
    if (!end->body) return CR_OK;
    cr_status status = add_tap(n, end->body, end->element, &end->port, false, &end->tap, error);
    return status == CR_OK ? use(end->body, end->tap, n->arena, error) : status;
}

// Taps of which a simulation hears the velocity alone, at places where nothing acts, are not followed.
static cr_status tap_pickup(cr_network *n, cr_pickup *pickup, cr_error *error) {
    cr_resonator *body = n->movers[pickup->end.index];
    int taps = body ? body->tap_count : 0;
    bool displacement = pickup->heard[0] || !pickup->heard[1];
    bool velocity = pickup->heard[1] || !pickup->heard[0];
    cr_status status = tap_end(n, &pickup->end, cr_resonator_hear, error);
    if (status != CR_OK || !body) return status;
    cr_tap *tap = &body->taps[pickup->end.tap];
    bool new_tap = pickup->end.tap == taps;
    tap->unfollowed = (new_tap || tap->unfollowed) && !displacement;
    tap->voice->flies = tap->voice->flies || velocity;
    return CR_OK;
}

static cr_status tap_all(cr_network *n, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < n->touches.count; i++) {
        cr_touch *t = cr_network_touch(n, i);
        status = tap_touching(n, t->end, t->end_count, t->cold->track.off_centre != 0.0, error);
    }
    for (int i = 0; status == CR_OK && i < n->rubs.count; i++)
        status =
            tap_touching(n, cr_network_rub_at(n, i)->end, cr_network_rub_at(n, i)->end_count, false, error);
    for (int i = 0; status == CR_OK && i < n->inputs.count; i++)
        status = tap_end(n, &CR_ARRAY_AT(&n->inputs, i)->end, cr_resonator_hold, error);
    for (int i = 0; status == CR_OK && i < n->bows.count; i++)
        status = tap_end(n, &CR_ARRAY_AT(&n->bows, i)->end, cr_resonator_meet, error);
    for (int i = 0; status == CR_OK && i < n->interactions.count; i++)
        for (int k = 0; status == CR_OK && k < cr_network_interaction(n, i)->end_count; k++)
            status = tap_end(n, &cr_network_interaction(n, i)->end[k], cr_resonator_meet, error);
    for (int i = 0; status == CR_OK && i < n->pickups.count; i++)
        status = tap_pickup(n, CR_ARRAY_AT(&n->pickups, i), error);
    return status;
}

cr_status cr_network_make_movers(cr_network *n, cr_error *error) {
    tap_counts taps;
    cr_buckets inputs;
    n->movers = cr_arena_take(n->arena, (size_t)n->elements.count + 1, sizeof *n->movers);
    cr_resonator *next = cr_lines_take(n->arena, (size_t)n->elements.count + 1, sizeof *next);
    if (!n->movers || !next || !count_taps(n, &taps) || !sort_inputs(n, &inputs)) return no_memory(error);
    for (int i = 0; i < n->elements.count; i++) {
        bool modes = cr_element_is(cr_network_element_at(n, i)->type, CR_TRAIT_MODES);
        bool moves = modes && (taps.touching[i] || n->mallet_count); // else it keeps the three-level clock
        int count = taps.touching[i] + taps.others[i] + n->mallet_count;
        cr_status status = moves ? make_body(n, i, count, &inputs, next++, error) : CR_OK;
        if (status != CR_OK) return status;
    }
    cr_status status = tap_all(n, error);
    for (int i = 0; status == CR_OK && i < n->elements.count; i++) {
        if (!n->movers[i]) continue;
        if (n->mallet_count) status = cr_resonator_reserve(n->movers[i], n->mallet_count, n->arena, error);
        if (status == CR_OK && n->precision == CR_FLOAT && n->movers[i]->modes)
            status = cr_resonator_use_floats(n->movers[i], n->arena, error);
        if (status == CR_OK) status = cr_resonator_prepare(n->movers[i], n->arena, error);
        if (status == CR_OK) cr_resonator_start(n->movers[i]);
    }
    return status == CR_OK ? cr_resonators_gather(n->movers, n->elements.count, n->arena, error) : status;
}

void cr_network_store_movers(cr_network *n) {
    for (int i = 0; i < n->elements.count; i++) {
        cr_resonator *body = n->movers[i];
        if (!body) continue;
        cr_element *e = cr_network_element_at(n, i);
        n->lost_elements += body->lost - cr_resonator_set_level(body, 0);
        for (int k = 0; k < e->points; k++) {
            double q, v;
            cr_resonator_get(body, k, &q, &v);
            cr_element_set_motion(e, k, q / sqrt(e->mass), v / sqrt(e->mass));
        }
    }
}
