// Contacts and friction of a network: adding them, and which clock they get.
#include "base/def.h"
#include "network/network_internal.h"

#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "network", "no memory");
}

// Masses, modal objects and walls can have a force that is linear in the step.
static bool off_grid(const cr_network *n, const cr_place *place) {
    if (place->element < 0 || place->element >= n->elements.count) return true;
    return !cr_element_is(cr_network_element_at(n, place->element)->type, CR_TRAIT_GRID);
}

static cr_status choose_mode(const cr_network *n, const cr_contact_def *def, cr_contact_mode *mode,
                             cr_error *error) {
    bool possible = off_grid(n, &def->a) && off_grid(n, &def->b) && !def->law.two_sided;
    *mode = def->mode;
    if (def->mode == CR_CONTACT_AUTO) *mode = possible ? CR_CONTACT_LINEAR : CR_CONTACT_PREDICTED;
    if (*mode == CR_CONTACT_LINEAR && !possible)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "mode",
                       "a linear contact joins masses, modal objects and walls, with a one-sided law");
    bool rough = def->track.surface || def->track.out_of_round != 0.0 || def->track.off_centre != 0.0;
    if (rough && *mode != CR_CONTACT_LINEAR)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "surface",
                       "only a contact of masses, modal objects and walls can roll or slide");
    return CR_OK;
}

// Nothing holds it: one of its modes is a motion of the whole.
static bool has_free_motion(const cr_network *n, const cr_place *place) {
    if (place->element < 0 || place->element >= n->elements.count) return false;
    const cr_element *e = cr_network_element_at(n, place->element);
    bool modes = cr_element_is(e->type, CR_TRAIT_MODES);
    for (int i = 0; modes && i < e->points; i++)
        if (e->mode_frequency[i] == 0.0) return true;
    return false;
}

static cr_status check_track(const cr_network *n, const cr_contact_def *def, cr_error *error) {
    const cr_track_def *track = &def->track;
    if (!(track->inertia >= 0.0 && track->radius >= 0.0))
        return cr_fail(error, CR_ERR_RANGE, "track", "needs inertia and radius of at least 0");
    if ((track->off_centre != 0.0 || track->out_of_round != 0.0) && track->radius == 0.0)
        return cr_fail(error, CR_ERR_INPUT, "track", "what turns needs a radius");
    if (track->off_centre != 0.0 && !has_free_motion(n, &def->a))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "off_centre",
                       "what rolls is the first of the two, a free mass");
    return CR_OK;
}

// A linear force knows of a wall only where it was told to be: heights of its own stand in the gap.
static double height_of_walls(const cr_touch *t) {
    double sum = 0.0;
    for (int k = 0; k < t->end_count; k++) {
        const cr_end *end = &t->end[k];
        if (cr_element_is(end->element->type, CR_TRAIT_PROFILE))
            sum += end->sign * (cr_port_displacement(end->element, &end->port) - end->element->u[0]);
    }
    return sum;
}

// Prepared laws are made from these.
static bool same_law(const cr_law *a, const cr_law *b) {
    bool same_type = a->type == b->type && memcmp(a->value, b->value, sizeof a->value) == 0;
    return same_type && a->k == b->k && a->n == b->n && a->lambda == b->lambda && a->p == b->p &&
           a->q == b->q;
}

cr_touch_law cr_touch_law_of(const cr_law *law, double h) {
    cr_touch_law made = {.law = *law, .series = cr_foh_series_of(law)};
    for (int level = 0; level < CR_LEVELS; level++) made.viscous[level] = made.series.mu / (h / (1 << level));
    return made;
}

static void place_parts(cr_touch *t, cr_end *end, cr_touch_cold *cold) {
    t->end = end;
    t->cold = cold;
}

cr_touch *cr_touch_take(cr_network *n) {
    cr_touch_cold *cold = cr_arena_take(n->arena, 1, sizeof *cold);
    cr_end *end = cr_arena_take(n->arena, 2, sizeof *end);
    cr_touch *t = cold && end ? CR_ARRAY_ADD(&n->touches, n->arena) : NULL;
    if (t) place_parts(t, end, cold);
    return t;
}

void cr_touch_clear(cr_touch *t, const cr_touch_law *law) {
    cr_touch_cold *cold = t->cold;
    cr_end *end = t->end;
    *cold = (cr_touch_cold){0};
    *t = (cr_touch){0};
    place_parts(t, end, cold);
    t->known = law;
}

bool cr_touches_gather(cr_network *n) {
    size_t count = (size_t)n->touches.count;
    cr_touch *all = cr_lines_take(n->arena, count + 1, sizeof *all);
    cr_end *ends = cr_lines_take(n->arena, 2 * count + 1, sizeof *ends);
    cr_touch_cold *cold = cr_arena_take(n->arena, count + 1, sizeof *cold);
    if (!all || !ends || !cold) return false;
    for (int i = 0; i < n->touches.count; i++) {
        cr_touch *t = &all[i];
        *t = *cr_network_touch(n, i);
        ends[2 * i] = t->end[0];
        ends[2 * i + 1] = t->end[1];
        cold[i] = *t->cold;
        place_parts(t, &ends[2 * i], &cold[i]);
    }
    n->touches.items = all;
    n->touches.room = n->touches.count;
    return true;
}

// The law of the last contact if it is the same: many alike stay together in the cache.
static bool set_law(cr_network *n, cr_touch *t, const cr_law *law) {
    const cr_touch *last = n->touches.count > 1 ? t - 1 : NULL;
    if (last && last->end_count && same_law(&last->known->law, law)) { // that of a mallet changes
        t->known = last->known;
        return true;
    }
    cr_touch_law *kept = cr_arena_take(n->arena, 1, sizeof *kept);
    if (!kept) return false;
    *kept = cr_touch_law_of(law, n->h);
    t->known = kept;
    return true;
}

static cr_status add_touch(cr_network *n, const cr_contact_def *def, int *index, cr_error *error) {
    cr_status status = check_track(n, def, error);
    if (status != CR_OK) return status;
    cr_touch *t = cr_touch_take(n);
    if (!t || !set_law(n, t, &def->law)) return no_memory(error);
    t->gap = def->gap;
    t->cold->track = (cr_track){.surface = def->track.surface,
                                .speed = def->track.speed,
                                .inertia = def->track.inertia,
                                .radius = def->track.radius,
                                .out_of_round = def->track.out_of_round,
                                .off_centre = def->track.off_centre};
    *index = n->touches.count - 1;
    status = cr_network_make_ends(n, &def->a, &def->b, t->end, &t->end_count, error);
    if (status != CR_OK) CR_ARRAY_DROP(&n->touches);
    else t->gap -= height_of_walls(t);
    return status;
}

// The network's copy of a law, the last contact's if it is the same: many alike stay together in the cache.
static const cr_law *keep_law(cr_network *n, const cr_law *law) {
    int count = n->interactions.count;
    bool shared = count && cr_network_interaction(n, count - 1)->end_count; // that of a mallet is not
    const cr_law *kept = shared ? cr_network_interaction(n, count - 1)->law : NULL;
    if (kept && same_law(kept, law)) return kept;
    cr_law *copy = cr_arena_take(n->arena, 1, sizeof *copy);
    if (copy) *copy = *law;
    return copy;
}

static cr_status add_interaction(cr_network *n, const cr_contact_def *def, cr_contact_mode mode, int *index,
                                 cr_error *error) {
    static const cr_psi_mode psi_mode[] = {[CR_CONTACT_PREDICTED] = CR_PSI_PREDICTED,
                                           [CR_CONTACT_PLAIN] = CR_PSI_PLAIN,
                                           [CR_CONTACT_2021] = CR_PSI_2021};
    cr_interaction *i = NULL;
    const cr_law *law = keep_law(n, &def->law);
    if (!law) return no_memory(error);
    cr_status status = cr_network_add_interaction(n, &def->a, &def->b, def->gap, &i, error);
    if (status != CR_OK) return status;
    i->kind = CR_INTERACTION_CONTACT;
    i->law = law;
    i->mode = psi_mode[mode];
    i->one_sided = !law->two_sided;
    *index = n->interactions.count - 1;
    return CR_OK;
}

cr_status cr_network_add_contact(cr_network *n, const cr_contact_def *def, int *index, cr_error *error) {
    cr_contact_mode mode;
    cr_status status = cr_def_check(def->made, "contact", error);
    if (status != CR_OK) return status;
    if (def->law.lambda > 0.0 && def->law.q != 1.0)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "law",
                       "a network needs damping in proportion to speed, q = 1, got %g", def->law.q);
    if (def->law.recovers) return cr_fail(error, CR_ERR_UNSUPPORTED, "law", "a network cannot do recovery=1");
    status = choose_mode(n, def, &mode, error);
    if (status != CR_OK) return status;
    int at = -1;
    status =
        mode == CR_CONTACT_LINEAR ? add_touch(n, def, &at, error) : add_interaction(n, def, mode, &at, error);
    if (status != CR_OK) return status;
    cr_contact *contact = CR_ARRAY_ADD(&n->contacts, n->arena);
    if (!contact) return no_memory(error);
    contact->kind = mode == CR_CONTACT_LINEAR ? &cr_contact_of_touch : &cr_contact_of_interaction;
    contact->index = at;
    contact->two_sided = def->law.two_sided;
    *index = n->contacts.count - 1;
    return CR_OK;
}

static cr_status find_press(const cr_network *n, int contact, int *touch, cr_error *error) {
    *touch = -1;
    if (contact < 0) return CR_OK;
    if (contact >= n->contacts.count)
        return cr_fail(error, CR_ERR_INPUT, "friction", "there is no contact %d", contact);
    const cr_contact *press = CR_ARRAY_AT(&n->contacts, contact);
    if (press->kind != &cr_contact_of_touch)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "friction",
                       "can be pressed by contacts of masses, modal objects and walls only");
    *touch = press->index;
    return CR_OK;
}

cr_status cr_network_add_friction(cr_network *n, const cr_friction_def *def, int *index, cr_error *error) {
    const cr_bristle_law *law = &def->law;
    cr_status status = cr_def_check(def->made, "friction", error);
    if (status != CR_OK) return status;
    if (!(law->rest >= law->dynamic && law->dynamic > 0.0 && law->stribeck > 0.0))
        return cr_fail(error, CR_ERR_RANGE, "friction", "needs rest >= dynamic > 0 and stribeck > 0");
    if (!(law->breakaway > 0.0 && law->breakaway < 1.0 && law->viscous >= 0.0))
        return cr_fail(error, CR_ERR_RANGE, "friction", "needs breakaway between 0 and 1 and viscous >= 0");
    if (!off_grid(n, &def->a) || !off_grid(n, &def->b))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "friction",
                       "joins masses, modal objects and walls; use a bow on strings, bars and plates");
    cr_rub *rub = CR_ARRAY_ADD(&n->rubs, n->arena);
    if (!rub) return no_memory(error);
    rub->normal = def->force;
    rub->velocity = def->velocity;
    rub->law = def->law;
    *index = n->rubs.count - 1;
    status = find_press(n, def->contact, &rub->touch, error);
    if (status == CR_OK) status = cr_network_make_ends(n, &def->a, &def->b, rub->end, &rub->end_count, error);
    if (status != CR_OK) CR_ARRAY_DROP(&n->rubs);
    return status;
}
