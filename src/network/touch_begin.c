// How finely a sample of a group of contacts is divided, and blows: contacts that are over before the next
// sample (derivations T11, T12).
#include "base/maths.h"
#include "base/numeric.h"
#include "carom/exact.h"
#include "network/network_internal.h"

// Lengths of contacts are told as octaves: log2 of their samples.
static const double steps_per_contact = 3.0;        // 8: error of a contact's length about 0.04 %
static const double shortest = -1.7369655941662062; // .3 samples: below, a contact is a blow
static const double slow = 0.02;                    // m/s, at which bodies meet a rough surface at least

// Contact time of an impact at speed v > 0, log against log: a straight line for a power law,
// tau v^((1-alpha)/(1+alpha)).
static double impact_octaves(const cr_touch *t, double v) {
    double at = 0.5 * (cr_log(v) / CR_LOG_TWO - CR_TOUCH_SLOWEST);
    int i = at > 0.0 ? (int)cr_min(floor(at), CR_TOUCH_TIMES - 2) : 0; // also where v is no number
    const double *octaves = t->cold->octaves;
    return octaves[i] + (at - i) * (octaves[i + 1] - octaves[i]);
}

// Half a period of the contact as it is pressed now, w^2 = stiffness/mass. A blow feels the mass of all
// modes. At rest those that swing faster than the contact follow its force like springs, and only the others
// are its mass: w falls octave by octave to what it feels. That has no sharp edge, so it is taken for faster.
static double resting_octaves(const cr_network *n, const cr_touch *t) {
    const double caution = 1.25; // 10 steps instead of 8
    double stiffness = t->known->law.type->ops->stiffness(&t->known->law, t->depth),
           w = sqrt(stiffness * t->cold->agility);
    double felt = w;
    for (int octave = CR_TOUCH_OCTAVES; t->rests && cr_touch_octave(felt) < octave;) {
        octave = cr_touch_octave(felt);
        felt = cr_min(felt, sqrt(stiffness * t->cold->felt[octave]));
    }
    return cr_log(cr_pi / cr_min(w, caution * felt) / n->h) / CR_LOG_TWO;
}

static int level_for(const cr_network *n, double octaves) {
    int level = n->level_least;
    while (level < n->level_most && octaves + level < steps_per_contact) level++;
    return level;
}

// Along a rough surface, or on what is not round.
static bool is_shaken(const cr_touch *t) {
    return t->tracked && t->cold->track.speed != 0.0 &&
           (t->cold->track.surface || t->cold->track.out_of_round != 0.0);
}

// A rough surface makes many light contacts, which no closed form describes.
static bool can_blow(const cr_network *n, const cr_touch *t) {
    return t->can_blow && !is_shaken(t) && n->level_least < n->level_most;
}

static bool touches(const cr_touch *t) {
    return t->depth > 0.0 || t->psi > 0.0;
}

// How far it goes in the coming sample if nothing holds it.
static double approach(const cr_touch *t, int level) {
    return cr_taps_travel(t->taps) * (1 << level) + cr_touch_wall_way(t);
}

// Height that a surface may yet gain: it can rise at any moment.
static double surprise(const cr_touch *t) {
    if (!is_shaken(t)) return 0.0;
    double highest = t->cold->track.surface ? t->cold->track.surface->highest : 0.0;
    return highest + fabs(t->cold->track.out_of_round) - t->cold->track.height;
}

// Finer steps at once; on a surface that moves coarser ones only after a while.
static void ask(cr_touch *t, int level) {
    bool shaken = is_shaken(t);
    if (level < t->level && shaken && t->cold->stay > 0) return;
    t->level = level;
    if (shaken) t->cold->stay = CR_TOUCH_STAY;
}

// Counts down, and at once where the surface has stopped.
static bool is_staying(cr_touch *t) {
    if (!is_shaken(t)) t->cold->stay = 0;
    return t->cold->stay > 0 && t->cold->stay-- > 0;
}

static void ask_closed(const cr_network *n, cr_touch *t) {
    bool from_the_start = t->hold == 0;
    if (t->rests && t->tracked) t->cold->stay = 0; // it has not opened since it was looked at before
    t->rests = t->rests || from_the_start;
    if (from_the_start || (n->samples % CR_TOUCH_REVIEW == 0 && t->depth > 0.0)) {
        ask(t, level_for(n, resting_octaves(n, t)));
        t->rests = true;
    }
    t->hold = CR_TOUCH_HOLD;
}

static void ask_for_level(const cr_network *n, cr_touch *t, int level) {
    bool stays = t->tracked && is_staying(t);
    if (touches(t)) {
        ask_closed(n, t);
        return;
    }
    t->rests = false;
    double way = approach(t, level), speed = is_shaken(t) ? cr_max(way / n->h, slow) : way / n->h;
    if (t->depth + surprise(t) + CR_TOUCH_LOOK_AHEAD * way > 0.0 && speed > 0.0) {
        double octaves = impact_octaves(t, speed);
        int wanted = can_blow(n, t) && octaves < shortest ? n->level_least : level_for(n, octaves);
        if (stays || t->hold == 0 || wanted > t->level) ask(t, wanted);
        t->hold = CR_TOUCH_HOLD;
    } else if (!stays && t->hold > 0 && --t->hold == 0) {
        t->level = n->level_least;
    }
}

static void set_level(cr_touch_group *g, int level) {
    if (level == g->level) return;
    for (int i = 0; i < g->body_count; i++) // the state keeps its motion, not its last digits of energy
        g->movers[i]->lost -= cr_resonator_set_level(g->movers[i], level);
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

// --- blows

// The depth of a contact without forces, a time after the last sample, and its rate.
typedef struct path {
    double depth, rate;
    double velocity[2]; // of its ends
} path;

static path path_at(const cr_network *n, const cr_touch *t, double time) {
    double wall = cr_touch_wall_way(t) / n->h;
    path sum = {.depth = t->depth + time * wall, .rate = wall};
    for (int k = 0; k < t->end_count; k++) {
        const cr_end *end = &t->end[k];
        if (!end->body) continue;
        cr_tap_path ahead = cr_resonator_ahead(end->body, end->tap, time);
        sum.depth += end->sign * ahead.way;
        sum.rate += end->sign * ahead.velocity;
        sum.velocity[k] = ahead.velocity;
    }
    return sum;
}

// When it touches, by Newton's method from an even approach.
static double time_of_touch(const cr_network *n, const cr_touch *t, int level) {
    double time = -t->depth / approach(t, level) * n->h;
    for (int round = 0; round < 2; round++) {
        path now = path_at(n, t, time);
        if (now.rate <= 0.0) break;
        time = cr_clamp(time - now.depth / now.rate, 0.0, n->h);
    }
    return time;
}

// How the depth of a contact answers, a time after it, a unit of momentum given by contact `by`.
static double answer(const cr_touch *t, const cr_touch *by, double time) {
    double sum = 0.0;
    for (int k = 0; k < t->end_count; k++)
        for (int l = 0; l < by->end_count; l++) {
            const cr_end *a = &t->end[k], *b = &by->end[l];
            if (a->body && a->body == b->body)
                sum -= a->sign * b->sign * cr_resonator_answer(a->body, a->tap, b->tap, time);
        }
    return sum;
}

static bool is_driven(const cr_network *n, const cr_resonator *body) {
    for (int i = 0; i < n->inputs.count; i++) {
        const cr_input *input = CR_ARRAY_AT(&n->inputs, i);
        if (input->end.body == body && input->force != 0.0) return true;
    }
    return body->meeting > 0;
}

// Whether its ends may jump back to where the motion after the blow would have come from: nothing else that
// acts on them may notice.
static bool can_jump(const cr_network *n, const cr_touch_group *g, const cr_touch *t, double momentum,
                     double time) {
    for (int k = 0; k < t->end_count; k++)
        if (t->end[k].body && is_driven(n, t->end[k].body)) return false;
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch *other = cr_network_touch(n, g->touches[i]);
        if (other == t) continue;
        double jump = momentum * answer(other, t, -time);
        if (jump != 0.0 && !other->struck && (touches(other) || other->depth + jump > 0.0)) return false;
    }
    return true;
}

// J = m (v_in - v_out) with the closed rebound, v_in when it touches.
typedef struct rebound {
    double time, v, v_out, momentum;
    double velocity[2];
} rebound;

static rebound rebound_at(const cr_network *n, const cr_touch *t, double time) {
    path now = path_at(n, t, time);
    double v = now.rate, mu = 0.0;
    cr_law_is_hunt_crossley(&t->known->law, &mu);
    double v_out = mu > 0.0 && v > 0.0 ? cr_hc_rebound(mu * v) / mu : -v;
    return (rebound){time, v, v_out, (v - v_out) / t->cold->agility, {now.velocity[0], now.velocity[1]}};
}

// The work of the momentum, and with it what the modes lose between the samples.
static void kick(const cr_end *end, double momentum, double velocity, double time) {
    cr_resonator *body = end->body;
    double gain = momentum * cr_resonator_agility(body, end->tap, end->tap);
    body->lost += momentum * (velocity + 0.5 * gain) - cr_resonator_kick(body, end->tap, momentum, time);
}

// False if the contact would not open by it. What is far longer than a blow needs no exact look.
static bool blow(cr_network *n, cr_touch_group *g, cr_touch *t) {
    if (impact_octaves(t, approach(t, g->level) / n->h) >= shortest + 1.0) return false;
    rebound r = rebound_at(n, t, time_of_touch(n, t, g->level));
    if (!can_jump(n, g, t, r.momentum, r.time)) r = rebound_at(n, t, 0.0);
    if (r.v <= 0.0 || impact_octaves(t, r.v) >= shortest) return false;
    double end = g->level == 0 ? t->depth + approach(t, 0) : path_at(n, t, n->h).depth;
    if (end + r.momentum * answer(t, t, n->h - r.time) > 0.0) return false;
    for (int k = 0; k < t->end_count; k++)
        if (t->end[k].body) kick(&t->end[k], -t->end[k].sign * r.momentum, r.velocity[k], r.time);
    t->struck = r.time > 0.0;
    for (int i = 0; t->struck && i < g->touch_count; i++)
        cr_touch_measure(cr_network_touch(n, g->touches[i]));
    t->lost += 0.5 * (r.v - r.v_out) * (r.v + r.v_out) / t->cold->agility;
    t->force = r.momentum / n->h;
    n->work += r.momentum * cr_touch_wall_way(t) / n->h;
    n->effort.blows++;
    return true;
}

// Blow, or a finer step for what will not be one; whether it was a blow.
static bool strike(cr_network *n, cr_touch_group *g, cr_touch *t) {
    if (!can_blow(n, t) || t->hold == 0 || t->struck || touches(t)) return false;
    if (t->depth + approach(t, g->level) <= 0.0) return false;
    if (blow(n, g, t)) return true;
    t->level = level_for(n, impact_octaves(t, cr_max(approach(t, g->level) / n->h, 1e-6)));
    if (t->level > g->level) set_level(g, t->level);
    return false;
}

// One blow may be passed on to the next contact within the sample.
static void strike_all(cr_network *n, cr_touch_group *g) {
    bool struck = true;
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = cr_network_touch(n, g->touches[i]);
        t->force = 0.0;
        t->struck = false;
    }
    for (int round = 0; struck && round < g->touch_count; round++) {
        struck = false;
        for (int i = 0; i < g->touch_count; i++) {
            cr_touch *t = cr_network_touch(n, g->touches[i]);
            if (round > 0 && t->hold == 0) ask_for_level(n, t, g->level);
            if (strike(n, g, t)) struck = true;
        }
    }
}

void cr_touch_begin(cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->body_count; i++)
        for (int k = 0; k < g->movers[i]->tap_count; k++) g->movers[i]->taps[k].change = 0.0;
    choose_level(n, g);
    strike_all(n, g);
}
