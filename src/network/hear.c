// Forces held over a sample, and what is heard: of masses and modes the motion that the state of their clock
// belongs to (element/oscillator.h, modal/resonator_hear.c), of the others the displacement and its change.
#include "element/oscillator.h"
#include "network/network_internal.h"

static bool take(cr_arena *arena, int count, double **rows[], int row_count) {
    for (int i = 0; i < row_count; i++) {
        *rows[i] = cr_arena_take(arena, (size_t)count, sizeof(double));
        if (!*rows[i]) return false;
    }
    return true;
}

static cr_oscillator_reading reading_at(const cr_end *end, int i) {
    const cr_element *e = end->element;
    int at = end->port.at[i];
    return cr_oscillator_read(e->mode_frequency[at], e->mode_sigma[at], e->h);
}

static bool prepare_input(cr_network *n, cr_input *input) {
    const cr_end *end = &input->end;
    input->now = input->later = NULL;
    if (end->body || !cr_element_is(end->element->type, CR_TRAIT_MODES)) return true;
    if (!take(n->arena, end->port.count, (double **[]){&input->now, &input->later}, 2)) return false;
    for (int i = 0; i < end->port.count; i++) {
        cr_oscillator_reading r = reading_at(end, i);
        input->now[i] = r.now;
        input->later[i] = r.later;
    }
    return true;
}

double cr_input_lean(const cr_input *input, int i) {
    cr_oscillator_reading r = reading_at(&input->end, i);
    return input->end.port.push[i] * r.later / r.span;
}

static double lean_of(const cr_end *heard, const cr_input *input) {
    double sum = 0.0;
    for (int i = 0; i < heard->port.count; i++) sum += heard->port.read[i] * cr_input_lean(input, i);
    return sum;
}

static bool prepare_pickup(cr_network *n, cr_pickup *pickup) {
    const cr_end *end = &pickup->end;
    const cr_element *e = end->element;
    pickup->at = NULL;
    if (end->body || !cr_element_is(e->type, CR_TRAIT_MODES)) return true;
    double **rows[] = {&pickup->at, &pickup->of_u, &pickup->of_d, &pickup->lean};
    int count = end->port.count;
    if (!take(n->arena, count > n->inputs.count ? count : n->inputs.count, rows, 4)) return false;
    double rest = e->pull > 0.0 ? e->fall / e->pull : 0.0; // gravity
    pickup->still = 0.0;
    for (int i = 0; i < count; i++) {
        cr_oscillator_reading r = reading_at(end, i);
        double shape = end->port.read[i];
        pickup->at[i] = r.scale * shape;
        pickup->of_u[i] = r.of_u / r.span * shape;
        pickup->of_d[i] = r.of_d / r.span * shape;
        pickup->still -= pickup->of_u[i] * rest;
    }
    for (int k = 0; k < n->inputs.count; k++)
        if (n->inputs.items[k].end.element == e) pickup->lean[k] = lean_of(end, &n->inputs.items[k]);
    return true;
}

cr_status cr_network_prepare_hearing(cr_network *n, cr_error *error) {
    bool all = true;
    for (int i = 0; all && i < n->inputs.count; i++) all = prepare_input(n, &n->inputs.items[i]);
    for (int i = 0; all && i < n->pickups.count; i++) all = prepare_pickup(n, &n->pickups.items[i]);
    return all ? CR_OK : cr_fail(error, CR_ERR_MEMORY, "network", "no memory for pickups");
}

// --- while it runs

void cr_input_push(const cr_network *n, cr_input *input) {
    const cr_end *end = &input->end;
    if (end->body || (input->force == 0.0 && input->held == 0.0)) return;
    if (!input->now) {
        cr_end_push(n, end, input->force);
        return;
    }
    for (int i = 0; i < end->port.count; i++) {
        double share = input->now[i] * input->force + input->later[i] * input->held;
        double change = end->port.push[i] * share;
        end->element->d_next[end->port.at[i]] += change;
        end->element->u_next[end->port.at[i]] += change;
    }
}

double cr_input_work(const cr_input *input) {
    const cr_end *end = &input->end;
    if (end->body || (input->force == 0.0 && input->held == 0.0)) return 0.0;
    if (!input->now) return 0.5 * input->force * cr_end_way(end);
    double work = 0.0;
    for (int i = 0; i < end->port.count; i++) {
        int at = end->port.at[i];
        double share = input->now[i] * input->force + input->later[i] * input->held;
        work += 0.5 * share * end->port.read[i] * (end->element->d[at] + end->element->d_next[at]);
    }
    return work;
}

int cr_network_mode_count(const cr_network *n, int element) {
    const cr_element *e = cr_network_element_at(n, element);
    return cr_element_is(e->type, CR_TRAIT_MODES) ? e->points : 0;
}

double cr_network_mode_amplitude(const cr_network *n, int element, int mode) {
    const cr_element *e = cr_network_element_at(n, element);
    const cr_resonator *body = n->movers ? n->movers[element] : NULL;
    double q, v, w = 2.0 * cr_pi * e->mode_frequency[mode];
    if (body) return cr_resonator_amplitude(body, mode) / sqrt(e->mass);
    cr_element_get_motion(e, mode, &q, &v);
    return w > 0.0 ? sqrt(q * q + cr_square(v / w)) : fabs(q);
}

void cr_network_mode_motion(const cr_network *n, int element, double *q, double *v) {
    const cr_element *e = cr_network_element_at(n, element);
    const cr_resonator *body = n->movers ? n->movers[element] : NULL;
    if (body) {
        cr_resonator_motion(body, q, v);
        return;
    }
    for (int i = 0; i < cr_network_mode_count(n, element); i++) {
        cr_element_get_motion(e, i, &q[i], &v[i]);
        for (int k = 0; k < n->inputs.count; k++) {
            const cr_input *input = &n->inputs.items[k];
            if (input->end.element == e && input->now) v[i] += cr_input_lean(input, i) * input->held;
        }
    }
}

double cr_network_displacement(const cr_network *n, int pickup) {
    const cr_pickup *p = &n->pickups.items[pickup];
    const cr_end *end = &p->end;
    if (end->body) {
        const cr_tap *tap = &end->body->taps[end->tap];
        return tap->unfollowed ? cr_resonator_displacement(end->body, end->tap) : tap->y;
    }
    if (!p->at) return cr_port_displacement(end->element, &end->port);
    double sum = 0.0;
    for (int i = 0; i < end->port.count; i++) sum += p->at[i] * end->element->u[i];
    return sum;
}

static double modal_velocity(const cr_network *n, const cr_pickup *p) {
    const double *u = p->end.element->u, *d = p->end.element->d;
    double of_u = p->still, of_d = 0.0;
    for (int i = 0; i < p->end.port.count; i++) {
        of_u += p->of_u[i] * u[i];
        of_d += p->of_d[i] * d[i];
    }
    double sum = of_u + of_d;
    for (int k = 0; k < n->inputs.count; k++) sum += p->lean[k] * n->inputs.items[k].held;
    return sum;
}

// Several pickups may be at one place.
static double body_velocity(const cr_network *n, const cr_end *end) {
    cr_tap_voice *voice = end->body->taps[end->tap].voice;
    if (n->flown) return voice->flight[n->flown - 1];
    if (voice->read_at != n->samples) voice->value = cr_resonator_velocity(end->body, end->tap);
    voice->read_at = n->samples;
    return voice->value;
}

double cr_network_velocity(const cr_network *n, int pickup) {
    const cr_pickup *p = &n->pickups.items[pickup];
    const cr_end *end = &p->end;
    if (end->body) return body_velocity(n, end);
    if (p->at) return modal_velocity(n, p);
    return cr_port_change(end->element, &end->port) / n->h;
}
