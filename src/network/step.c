// One step of a network, and its books.
#include "network/network_internal.h"

static void book(cr_network *n) {
    for (int i = 0; i < n->elements.count; i++)
        if (!n->movers[i] && !cr_network_element_at(n, i)->owes)
            n->lost_elements += cr_element_loss(cr_network_element_at(n, i));
    for (int i = 0; i < n->inputs.count; i++) n->work += cr_input_work(CR_ARRAY_AT(&n->inputs, i));
    for (int i = 0; i < n->bows.count; i++) {
        cr_bow *bow = CR_ARRAY_AT(&n->bows, i);
        double hand = bow->force * bow->velocity * n->h; // what the bowing hand does
        cr_sum_add(&bow->work, hand);
        cr_sum_add(&bow->lost, hand - 0.5 * bow->force * cr_end_way(&bow->end));
    }
}

// What can books the loss of the step before on its way; the last one is in the ledger until then.
static void predict_element(cr_network *n, cr_element *e) {
    if (!n->booking || !e->type->predict_booked) {
        e->type->predict(e);
        return;
    }
    double lost = e->type->predict_booked(e);
    if (e->owes) n->lost_elements += lost;
    e->owes = true;
}

static void predict(cr_network *n) {
    if (n->in_place) cr_network_read_in_place(n);
    for (int i = 0; i < n->elements.count; i++) {
        cr_resonator *body = n->movers[i];
        cr_element *e = cr_network_element_at(n, i);
        if (!body) predict_element(n, e);
        else if (body->meeting) cr_resonator_begin_meeting(body);
    }
    for (int i = 0; i < n->inputs.count; i++) cr_input_push(n, CR_ARRAY_AT(&n->inputs, i));
    if (n->striking) cr_mallets_predict(n);
}

// A force on a body is constant over the sample: its work is force times way.
static void book_driven_movers(cr_network *n) {
    for (int i = 0; i < n->inputs.count; i++) {
        const cr_input *input = CR_ARRAY_AT(&n->inputs, i);
        if (input->end.body) n->work += input->force * input->end.body->taps[input->end.tap].change;
    }
}

static void advance(cr_network *n) {
    for (int i = 0; i < n->elements.count; i++) {
        cr_element *e = cr_network_element_at(n, i);
        if (n->movers[i]) continue;
        cr_element_advance(e);
        if (cr_element_is(e->type, CR_TRAIT_FIXED))
            e->d_next[0] = 0.0; // it stops unless it is told to move on
    }
    for (int i = 0; i < n->inputs.count; i++) {
        cr_input *input = CR_ARRAY_AT(&n->inputs, i);
        input->held = input->force;
    }
    if (n->striking) cr_mallets_advance(n);
}

static void step_groups(cr_network *n) {
    for (int i = 0; i < n->group_count; i++) {
        cr_solo *solo = &n->solos[i];
        if (solo->step) solo->step(n, solo);
        else cr_touch_group_step(n, &n->groups[i]);
    }
}

// What has elements of the three-level clock.
static void __attribute__((noinline)) step_mixed(cr_network *n) {
    predict(n);
    for (int i = 0; i < n->bows.count; i++) cr_bow_step(n, CR_ARRAY_AT(&n->bows, i));
    if (n->interactions.count) cr_network_solve_blocks(n);
    if (n->booking) book(n);
    step_groups(n);
    if (n->booking && n->group_count) book_driven_movers(n);
    advance(n);
}

void cr_network_step(cr_network *n) {
    cr_network_pass(n, 1);
    n->flown = 0;
    if (!n->only_movers) step_mixed(n);
    else {
        step_groups(n);
        if (n->booking) book_driven_movers(n);
    }
    if (n->striking) cr_mallets_watch(n);
}

void cr_network_drive(cr_network *n, int input, double force) {
    CR_ARRAY_AT(&n->inputs, input)->force = force;
}

void cr_network_move(cr_network *n, int element, double change) {
    cr_network_element_at(n, element)->d_next[0] = change;
}

void cr_network_bow(cr_network *n, int bow, double force, double velocity) {
    cr_bow *b = CR_ARRAY_AT(&n->bows, bow);
    b->normal = force;
    b->velocity = velocity;
}

double cr_network_spring_force(const cr_network *n, int spring) {
    return cr_network_interaction(n, *CR_ARRAY_AT(&n->springs, spring))->force;
}

double cr_network_bow_force(const cr_network *n, int bow) {
    return CR_ARRAY_AT(&n->bows, bow)->force;
}

cr_element *cr_network_element(cr_network *n, int index) {
    return cr_network_element_at(n, index);
}

int cr_network_element_count(const cr_network *n) {
    return n->elements.count;
}

int cr_network_bow_count(const cr_network *n) {
    return n->bows.count;
}

void cr_network_set_booking(cr_network *n, bool on) {
    for (int i = 0; i < n->elements.count; i++) {
        cr_element *e = cr_network_element_at(n, i);
        if (e->owes) n->lost_elements += cr_element_loss(e);
        e->owes = false;
    }
    n->booking = on;
}

cr_network_warnings cr_network_trouble(const cr_network *n) {
    return n->warnings;
}

cr_status cr_network_tune(cr_network *n, int element, double f0, cr_error *error) {
    cr_element *e = cr_network_element_at(n, element);
    double before = n->booking ? cr_element_energy(e) : 0.0;
    cr_status status = cr_element_retune(e, f0, error);
    if (n->booking) n->work += cr_element_energy(e) - before;
    return status;
}
