#include "touch_scene.h"

#include "network/network_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void need(cr_status status, const cr_error *error) {
    if (status == CR_OK) return;
    printf("cannot build a scene: %s\n", error->reason);
    exit(1);
}

cr_law hunt_crossley(double k, double mu, double alpha) {
    cr_error error = {.reason = ""};
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    need(cr_law_set(&law, "k", k, &error), &error);
    need(cr_law_set(&law, "mu", mu, &error), &error);
    need(cr_law_set(&law, "alpha", alpha, &error), &error);
    need(cr_law_prepare(&law, &error), &error);
    return law;
}

cr_law azad(double k, double lambda) {
    cr_error error = {.reason = ""};
    cr_law law = cr_law_default(cr_law_find("azad-featherstone", NULL));
    need(cr_law_set(&law, "k", k, &error), &error);
    need(cr_law_set(&law, "lambda", lambda, &error), &error);
    need(cr_law_prepare(&law, &error), &error);
    return law;
}

modal_impact s0_impact(int which, const modal_object *object) {
    if (which == 1)
        return (modal_impact){
            .object = object, .mass = 0.01, .k = 1e7, .mu = 0.01, .alpha = 1.3, .v_in = 0.5};
    return (modal_impact){.object = object, .mass = 0.01, .k = 1e9, .mu = 0.5, .alpha = 1.5, .v_in = 1};
}

// The generator of the C standard's example, 16 of its bits.
static double next_share(unsigned *state) {
    *state = *state * 1103515245u + 12345u;
    return (*state >> 8 & 65535) / 65536.0;
}

static double bar_frequency(int i, double lowest) {
    double wave = i == 0 ? 3.011237 : i == 1 ? 4.999527 : 2 * i + 3;
    return lowest * pow(wave / 3.011237, 2);
}

modal_object bar_object(int modes) {
    modal_object o = {.count = modes};
    const double mass = 0.1;
    double lowest = modes <= 3 ? 440 : modes == 8 ? 600 : 40;
    unsigned state = 12345;
    for (int i = 0; i < modes; i++) {
        double band = (19000.0 - 60) / modes;
        o.frequency[i] = modes <= 32 ? bar_frequency(i, lowest) : 60 + band * (i + next_share(&state));
        o.phi[i] = sqrt(2 / mass) * cos(cr_pi * 0.9 * next_share(&state));
    }
    if (modes == 1) o.phi[0] = sqrt(1 / mass);
    return o;
}

modal_object damped_bar(void) {
    modal_object o = {.count = 8};
    for (int i = 0; i < o.count; i++) {
        o.frequency[i] = bar_frequency(i, 600);
        o.sigma[i] = 0.5 * (5 + 1e-7 * pow(2 * cr_pi * o.frequency[i], 2));
        o.phi[i] = sqrt(2 / 0.1) * cos(0.4 + 1.1 * i);
    }
    return o;
}

int add_mass(cr_network *n, double mass, double gravity) {
    cr_error error = {.reason = ""};
    int index = cr_network_add(n, "mass", (cr_setting[]){{"mass", mass}, {"gravity", gravity}, {0}}, &error);
    need(index < 0 ? error.status : CR_OK, &error);
    return index;
}

int add_object(cr_network *n, const modal_object *o) {
    cr_error error = {.reason = ""};
    double *given = cr_arena_take(n->arena, 3 * MOST_MODES, sizeof *given);
    for (int i = 0; i < o->count; i++) {
        given[2 * i] = o->frequency[i];
        given[2 * i + 1] = o->sigma[i];
        given[2 * o->count + i] = o->phi[i];
    }
    int index = cr_network_add_modal(n, o->count, given, 3 * o->count, &error);
    need(index < 0 ? error.status : CR_OK, &error);
    return index;
}

touch_scene make_scene(const modal_impact *p, const cr_law *law, double phase, int level) {
    cr_error error = {.reason = ""};
    touch_scene s = {.arena = cr_arena_new(cr_allocator_default()), .object = -1};
    cr_network *n = s.network = cr_network_new(s.arena, test_rate);
    s.hammer = add_mass(n, p->mass, p->gravity);
    if (p->object->count) s.object = add_object(n, p->object);
    cr_contact_def def = cr_contact_def_between((cr_place){s.hammer, {0}}, (cr_place){s.object, {0}}, *law);
    need(cr_network_add_contact(n, &def, &s.contact, &error), &error);
    need(cr_network_add_pickup(n, (cr_place){s.hammer, {0}}, &s.pickup, &error), &error);
    double early = phase * n->h, v = p->v_in - p->gravity * early;
    cr_element *e = cr_network_element(n, s.hammer);
    e->u[0] = -early * (v + 0.5 * p->gravity * early);
    e->d[0] = v * n->h;
    if (level >= 0) cr_network_divide(n, level, level);
    need(cr_network_prepare(n, &error), &error);
    return s;
}

void free_scene(touch_scene *s) {
    cr_arena_free(s->arena);
}

double ledger_error(const cr_network *n) {
    cr_ledger ledger = cr_network_ledger(n);
    return fabs(cr_ledger_error(&ledger));
}

void read_modes(const touch_scene *s, double *q, double *v) {
    const cr_resonator *body = s->network->movers[s->object];
    for (int i = 0; i < body->modes; i++) cr_resonator_get(body, i, &q[i], &v[i]);
}

void hammer_state(const touch_scene *s, double *x, double *v) {
    const cr_resonator *body = s->network->movers[s->hammer];
    double root = sqrt(cr_network_element(s->network, s->hammer)->mass);
    cr_resonator_get(body, 0, x, v);
    *x /= root;
    *v /= root;
}
