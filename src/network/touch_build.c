// What contacts and frictions need to know before they run, and groups that change while they do.
#include "base/numeric.h"
#include "carom/exact.h"
#include "modal/flight.h"
#include "network/network_internal.h"

static double agility_of(const cr_end *ends, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; k++)
        if (ends[k].body) sum += cr_resonator_agility(ends[k].body, ends[k].tap, ends[k].tap);
    return sum;
}

static double gap_closed(const cr_end *ends, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; k++)
        sum += ends[k].sign * (ends[k].body ? ends[k].body->taps[ends[k].tap].y : ends[k].element->u[0]);
    return sum;
}

cr_taps cr_ends_taps(const cr_end *ends, int count) {
    cr_taps taps = {0};
    for (int k = 0; k < count; k++)
        if (ends[k].body) *(ends[k].sign > 0.0 ? &taps.a : &taps.b) = &ends[k].body->taps[ends[k].tap];
    return taps;
}

bool cr_ends_have_wall(const cr_end *ends, int count) {
    for (int k = 0; k < count; k++)
        if (!ends[k].body) return true;
    return false;
}

void cr_touch_measure(cr_touch *t) {
    t->depth = gap_closed(t->end, t->end_count) - t->gap + t->cold->track.height;
}

void cr_touch_restart(cr_touch *t) {
    cr_touch_measure(t);
    t->psi = t->known->law.type->ops->psi(&t->known->law, t->depth);
    t->hold = 0;
}

static void find_times(const cr_network *n, cr_touch *t) {
    for (int i = 0; i < CR_TOUCH_TIMES; i++) {
        double speed = ldexp(1.0, CR_TOUCH_SLOWEST + 2 * i);
        double time = cr_law_duration(&t->known->law, 1.0 / t->cold->agility, speed);
        t->cold->octaves[i] = cr_log(time / n->h) / CR_LOG_TWO;
    }
}

// Modes above the last octave, of which audio has none, are felt with it.
static void find_felt(cr_touch *t) {
    double *felt = t->cold->felt;
    for (int i = 0; i < CR_TOUCH_OCTAVES; i++) felt[i] = 0.0;
    for (int k = 0; k < t->end_count; k++) {
        const cr_resonator *body = t->end[k].body;
        if (!body) continue;
        const cr_tap *tap = &body->taps[t->end[k].tap];
        felt[0] += cr_square(tap->rigid_phi);
        for (int i = 0; i < body->modes; i++)
            felt[cr_touch_octave(body->table[0].angular[i])] += cr_square(tap->phi[i]);
    }
    for (int i = 1; i < CR_TOUCH_OCTAVES; i++) felt[i] += felt[i - 1];
}

static void start_touch(cr_network *n, int index) {
    cr_touch *t = cr_network_touch(n, index);
    double mu;
    t->taps = cr_ends_taps(t->end, t->end_count);
    t->walls = cr_ends_have_wall(t->end, t->end_count);
    for (int level = 0; level < CR_LEVELS; level++) {
        cr_touch_pair own = cr_touch_own_pair(n, index, level);
        t->response[level] = (cr_foh_response){n->h / (1 << level), own.c, own.e, own.m};
    }
    t->cold->agility = agility_of(t->end, t->end_count);
    find_times(n, t);
    find_felt(t);
    bool within_a_body = t->end_count == 2 && t->end[0].body && t->end[0].body == t->end[1].body;
    t->can_blow = cr_law_is_hunt_crossley(&t->known->law, &mu) && !within_a_body;
    t->point_level = -1;
    cr_track_start(&t->cold->track);
    t->tracked = cr_track_acts(&t->cold->track) || t->cold->track.speed != 0.0 || t->cold->track.debt > 0.0;
    if (t->cold->track.off_centre != 0.0) // the mass that moves as a whole is 1/phi^2
        t->cold->track.imbalance =
            t->cold->track.off_centre / cr_square(t->end[0].body->taps[t->end[0].tap].rigid_phi);
    t->depth = gap_closed(t->end, t->end_count) - t->gap + t->cold->track.height;
    if (!n->prepared) t->psi = t->known->law.type->ops->psi(&t->known->law, t->depth);
}

static void start_rub(cr_network *n, int index) {
    cr_rub *r = cr_network_rub_at(n, index);
    r->taps = cr_ends_taps(r->end, r->end_count);
    r->walls = cr_ends_have_wall(r->end, r->end_count);
    const double creep = 5e-6; // m, how far bristles bend under the full force
    double normal = r->touch >= 0 ? 0.0 : r->normal;
    r->stiffness = r->law.stiffness > 0.0 ? r->law.stiffness : cr_max(normal, 1.0) / creep;
    double agility = agility_of(r->end, r->end_count);
    r->damping = r->law.damping > 0.0 ? r->law.damping : agility > 0.0 ? sqrt(r->stiffness / agility) : 0.0;
}

static bool is_solo(const cr_network *n, const cr_touch_group *g) {
    if (g->touch_count != 1 || g->rub_count) return false;
    const cr_touch *t = cr_network_touch(n, g->touches[0]);
    if (cr_track_acts(&t->cold->track)) return false;
    for (int i = 0; i < g->body_count; i++) {
        const cr_resonator *body = g->movers[i];
        if (body->meeting || body->pushed_count != 1 || body->pushed[0] != 0) return false;
    }
    return g->input_count == 0;
}

static void choose_solo(cr_network *n, cr_touch_group *g) {
    cr_solo *solo = &n->solos[g - n->groups];
    *solo = (cr_solo){0};
    g->solo = is_solo(n, g) ? solo : NULL;
    if (g->solo) cr_touch_solo_prepare(n, g);
}

static bool only_movers(const cr_network *n) {
    for (int i = 0; i < n->elements.count; i++)
        if (!n->movers[i]) return false;
    return n->interactions.count + n->bows.count == 0;
}

static void finish_group(cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->body_count; i++) g->meets = g->meets || g->movers[i]->meeting;
    for (int k = 0; k < g->touch_count; k++)
        g->pulled = g->pulled || cr_network_touch(n, g->touches[k])->cold->track.imbalance != 0.0;
    choose_solo(n, g);
}

cr_status cr_network_make_groups(cr_network *n, cr_error *error) {
    if (!cr_touches_gather(n)) return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for contacts");
    cr_status status = cr_network_make_movers(n, error);
    if (status == CR_OK) status = cr_network_find_groups(n, error);
    if (status != CR_OK) return status;
    n->only_movers = only_movers(n);
    for (int i = 0; status == CR_OK && n->only_movers && i < n->elements.count; i++)
        status = cr_flight_prepare(n->movers[i], n->arena, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < n->touches.count; i++)
        if (cr_network_touch(n, i)->end_count) start_touch(n, i); // those of mallets are not there
    for (int i = 0; i < n->rubs.count; i++) start_rub(n, i);
    for (int i = 0; i < n->group_count; i++) finish_group(n, &n->groups[i]);
    return CR_OK;
}

// --- while it runs

static void enlist_movers(const cr_touch *t, cr_touch_group *g) {
    for (int k = 0; k < t->end_count; k++) {
        bool known = !t->end[k].body;
        for (int i = 0; i < g->body_count; i++) known = known || g->movers[i] == t->end[k].body;
        if (!known) g->movers[g->body_count++] = t->end[k].body;
    }
}

void cr_touch_group_join(cr_network *n, cr_touch_group *g, int touch) {
    int at = g->touch_count++;
    g->touches[at] = touch;
    enlist_movers(cr_network_touch(n, touch), g);
    cr_touch_group_couple(n, g, at);
    start_touch(n, touch);
    choose_solo(n, g);
}

// The last contact and the last body take the places that become free.
void cr_touch_group_leave(cr_network *n, cr_touch_group *g, int touch, const cr_resonator *gone) {
    int at = 0, last = --g->touch_count;
    while (g->touches[at] != touch) at++;
    g->touches[at] = g->touches[last];
    if (at < last) cr_touch_group_couple(n, g, at);
    for (int i = 0; i < g->body_count; i++)
        if (g->movers[i] == gone) g->movers[i] = g->movers[--g->body_count];
    choose_solo(n, g);
}
