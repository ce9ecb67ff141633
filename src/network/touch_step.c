// One sample of a group of contacts: how finely it is divided, short blows, and the steps.
#include "base/numeric.h"
#include "carom/exact.h"
#include "network/network_internal.h"

static const double steps_per_contact = 8.0; // error of a contact's length about 0.04 %
static const double shortest = 0.3;          // samples: below, a contact is a blow
static const double slow = 0.02;             // m/s, at which bodies meet a rough surface at least

// Contact time of an impact at speed v: tau v^((1-alpha)/(1+alpha))
static double impact_samples(const cr_network *n, const cr_touch *t, double v) {
    return t->tau * pow(v, (1.0 - t->law.n) / (1.0 + t->law.n)) / n->h;
}

// Half a period of the contact as it is pressed now.
static double resting_samples(const cr_network *n, const cr_touch *t) {
    double stiffness = t->law.type->ops->stiffness(&t->law, t->depth);
    return cr_pi / sqrt(stiffness * t->agility) / n->h;
}

static int level_for(const cr_network *n, double samples) {
    int level = n->level_least;
    while (level < n->level_most && samples * (1 << level) < steps_per_contact) level++;
    return level;
}

// Along a rough surface, or on what is not round.
static bool is_shaken(const cr_touch *t) {
    return t->track.speed != 0.0 && (t->track.surface || t->track.out_of_round != 0.0);
}

// A rough surface makes many light contacts, which no closed form describes.
static bool can_blow(const cr_network *n, const cr_touch *t) {
    return t->can_blow && !is_shaken(t) && n->level_least < n->level_most;
}

static bool touches(const cr_touch *t) {
    return t->depth > 0.0 || t->psi > 0.0;
}

static double tap_sum(const cr_touch *t, bool moment) {
    double sum = 0.0;
    for (int k = 0; k < t->end_count; k++) {
        const cr_grip *end = &t->end[k];
        if (!end->body) continue;
        const cr_tap *tap = &end->body->taps[end->tap];
        sum += end->sign * (moment ? tap->moment : tap->travel);
    }
    return sum;
}

// How far it goes in the coming sample if nothing holds it.
static double approach(const cr_touch *t, int level) {
    return tap_sum(t, false) * (1 << level) + cr_touch_wall_way(t);
}

// Height that a surface may yet gain: it can rise at any moment.
static double surprise(const cr_touch *t) {
    if (!is_shaken(t)) return 0.0;
    double highest = t->track.surface ? t->track.surface->highest : 0.0;
    return highest + fabs(t->track.out_of_round) - t->track.height;
}

static void ask_for_level(const cr_network *n, cr_touch *t, int level) {
    if (touches(t)) {
        if (t->hold == 0) t->level = level_for(n, resting_samples(n, t)); // it was closed at the start
        if (n->samples % CR_TOUCH_REVIEW == 0 && t->depth > 0.0)
            t->level = level_for(n, resting_samples(n, t));
        t->hold = CR_TOUCH_HOLD;
        return;
    }
    double way = approach(t, level), speed = is_shaken(t) ? cr_max(way / n->h, slow) : way / n->h;
    if (t->depth + surprise(t) + CR_TOUCH_LOOK_AHEAD * way > 0.0 && speed > 0.0) {
        double samples = impact_samples(n, t, speed);
        int wanted = can_blow(n, t) && samples < shortest ? n->level_least : level_for(n, samples);
        t->level = t->hold > 0 && t->level > wanted ? t->level : wanted;
        t->hold = CR_TOUCH_HOLD;
    } else if (t->hold > 0 && --t->hold == 0) {
        t->level = n->level_least;
    }
}

static void set_level(cr_touch_group *g, int level) {
    if (level == g->level) return;
    for (int i = 0; i < g->body_count; i++) // the state keeps its motion, not its last digits of energy
        g->bodies[i]->lost -= cr_resonator_set_level(g->bodies[i], level);
    g->level = level;
}

static void choose_level(cr_network *n, cr_touch_group *g) {
    int level = n->level_least;
    bool active = false;
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = cr_network_touch(n, g->touches[i]);
        ask_for_level(n, t, g->level);
        if (t->hold > 0 && t->level > level) level = t->level;
        active = active || t->hold > 0;
    }
    set_level(g, level);
    if (active) n->effort.samples[level]++;
}

// --- blows: contacts that are over before the next sample

static double speed_now(const cr_network *n, const cr_touch *t) {
    double v = cr_touch_wall_way(t) / n->h;
    for (int k = 0; k < t->end_count; k++)
        if (t->end[k].body) v += t->end[k].sign * cr_resonator_velocity(t->end[k].body, t->end[k].tap);
    return v;
}

// Way in the coming sample per unit of momentum.
static double kick_way(const cr_touch *t, int level) {
    double sum = 0.0;
    for (int k = 0; k < t->end_count; k++) {
        const cr_resonator *body = t->end[k].body;
        if (body) sum += body->pairs[level][t->end[k].tap * (body->tap_count + 1)].kick_travel;
    }
    return sum * (1 << level);
}

// J = m (v_in - v_out) with the closed rebound; false if the contact would not open by it.
static bool blow(cr_network *n, cr_touch *t, int level) {
    double v = speed_now(n, t), mu = 0.0;
    if (v <= 0.0 || impact_samples(n, t, v) >= shortest) return false;
    cr_law_is_hunt_crossley(&t->law, &mu);
    double v_out = mu > 0.0 ? cr_hc_rebound(mu * v) / mu : -v, momentum = (v - v_out) / t->agility;
    double turned = approach(t, level) - momentum * kick_way(t, level);
    if (t->depth + turned > 0.0) return false;
    for (int k = 0; k < t->end_count; k++)
        if (t->end[k].body) cr_resonator_kick(t->end[k].body, t->end[k].tap, -t->end[k].sign * momentum);
    t->lost += 0.5 * (v - v_out) * (v + v_out) / t->agility;
    t->force = momentum / n->h;
    n->work += momentum * cr_touch_wall_way(t) / n->h;
    n->effort.blows++;
    return true;
}

static void strike(cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = cr_network_touch(n, g->touches[i]);
        t->force = 0.0;
        if (!can_blow(n, t) || t->hold == 0 || touches(t)) continue;
        if (t->depth + approach(t, g->level) <= 0.0 || blow(n, t, g->level)) continue;
        t->level = level_for(n, impact_samples(n, t, cr_max(approach(t, g->level) / n->h, 1e-6)));
        if (t->level > g->level) set_level(g, t->level);
    }
}

void cr_touch_begin(cr_network *n, cr_touch_group *g) {
    choose_level(n, g);
    strike(n, g);
}

// --- steps

static void push_ends(const cr_grip *ends, int count, double force, double slope) {
    for (int k = 0; k < count; k++) {
        if (!ends[k].body) continue;
        cr_tap *tap = &ends[k].body->taps[ends[k].tap];
        tap->force -= ends[k].sign * force;
        tap->slope -= ends[k].sign * slope;
    }
}

// A mass off its centre pulls at the end that rolls; the work is the motion's.
static void pull(cr_touch *t, int level) {
    const cr_grip *end = &t->end[0];
    t->pull = t->track.imbalance != 0.0 ? cr_track_pull(&t->track, t->response[level].h) : 0.0;
    if (t->pull == 0.0) return;
    cr_resonator_drive(end->body, end->tap, t->pull);
    t->pulled_from = end->body->taps[end->tap].change;
}

static void pay_pull(cr_network *n, cr_touch *t) {
    if (t->pull == 0.0) return;
    double way = t->end[0].body->taps[t->end[0].tap].change - t->pulled_from;
    n->work += cr_track_pay(&t->track, t->pull * way);
}

// What the coming step brings without forces; walls move evenly, surfaces as they are.
static void look(cr_touch *t, int level) {
    double h = t->response[level].h;
    t->brought = t->brought_moment = 0.0;
    t->reach = tap_sum(t, false);
    t->moment = tap_sum(t, true);
    if (t->track.speed != 0.0) {
        cr_track_step rise = cr_track_advance(&t->track, h);
        t->brought = rise.rise;
        t->brought_moment = rise.moment;
        t->reach += rise.rise;
        t->moment += rise.moment;
    }
    t->wall = cr_touch_wall_way(t) / (1 << level);
    t->reach += t->wall;
}

static void read_rub(const cr_network *n, cr_rub *r, int level) {
    r->brought = r->velocity * n->h;
    r->reach = 0.0;
    for (int k = 0; k < r->end_count; k++) {
        const cr_grip *end = &r->end[k];
        if (end->body) r->reach += end->sign * end->body->taps[end->tap].travel;
        else r->brought += end->sign * end->wall->d_next[0];
    }
    r->brought /= 1 << level;
    r->reach += r->brought;
}

// What a stopped motion still owes for its last climb is taken from the contact it has pressed.
static void settle_debt(cr_touch *t) {
    double share = cr_min(t->track.debt, 0.5 * cr_square(t->psi));
    t->track.debt -= share;
    t->psi = sqrt(cr_max(cr_square(t->psi) - 2.0 * share, 0.0));
    t->point_level = -1; // what was known of it is no longer so
}

static void pay(cr_network *n, cr_touch *t) {
    n->work += t->a * t->wall;
    if (t->track.speed != 0.0)
        n->work += cr_track_pay(&t->track, t->a * t->brought + t->b * t->brought_moment);
    if (t->track.debt > 0.0) settle_debt(t);
}

static void apply(cr_network *n, cr_touch_group *g) {
    int steps = 1 << g->level;
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = cr_network_touch(n, g->touches[i]);
        if (t->a != 0.0 || t->b != 0.0) push_ends(t->end, t->end_count, t->a, t->b);
        t->force += t->a / steps;
        pay(n, t);
    }
    for (int i = 0; i < g->rub_count; i++) {
        cr_rub *r = cr_network_rub_at(n, g->rubs[i]);
        push_ends(r->end, r->end_count, r->force, 0.0);
        n->work += r->force * r->brought;
    }
}

static double wall_place(const cr_grip *end, double done) {
    return end->wall->u[0] + done * end->wall->d_next[0];
}

static void move_on(cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->body_count; i++) cr_resonator_step(g->bodies[i], n->booking);
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = cr_network_touch(n, g->touches[i]);
        double at = 0.0;
        pay_pull(n, t);
        for (int k = 0; k < t->end_count; k++) {
            const cr_grip *end = &t->end[k];
            at += end->sign * (end->body ? end->body->taps[end->tap].y : wall_place(end, g->done));
        }
        t->depth = at - t->gap + t->track.height;
    }
}

static void drive_inputs(cr_network *n, const cr_touch_group *g) {
    for (int i = 0; i < n->inputs.count; i++) {
        const cr_input *input = (cr_input *)n->inputs.items + i;
        if (!input->end.body || input->force == 0.0) continue;
        for (int k = 0; k < g->body_count; k++)
            if (g->bodies[k] == input->end.body)
                cr_resonator_drive(input->end.body, input->end.tap, input->end.sign * input->force);
    }
}

void cr_touch_group_step(cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->body_count; i++) {
        cr_resonator_end_meeting(g->bodies[i]);
        for (int k = 0; k < g->bodies[i]->tap_count; k++) g->bodies[i]->taps[k].change = 0.0;
    }
    cr_touch_begin(n, g);
    for (int s = 0; s < 1 << g->level; s++) {
        drive_inputs(n, g);
        for (int i = 0; i < g->touch_count; i++) pull(cr_network_touch(n, g->touches[i]), g->level);
        for (int i = 0; i < g->touch_count; i++) look(cr_network_touch(n, g->touches[i]), g->level);
        for (int i = 0; i < g->rub_count; i++) read_rub(n, cr_network_rub_at(n, g->rubs[i]), g->level);
        if (g->touch_count == 1 && g->rub_count == 0)
            cr_touch_solve_alone(cr_network_touch(n, g->touches[0]), g->level, true);
        else cr_touch_group_solve(n, g);
        apply(n, g);
        g->done = (double)(s + 1) / (1 << g->level);
        move_on(n, g);
    }
}
