// Which contacts and frictions are solved together, and what each needs to know.
#include "base/numeric.h"
#include "carom/exact.h"
#include "modal/flight.h"
#include "network/network_internal.h"

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for contacts");
}

// --- groups

// Ends of member i of a list that has touches first, then rubs.
static const cr_end *ends_of(const cr_network *n, int i, int *count) {
    if (i < n->touches.count) {
        *count = cr_network_touch(n, i)->end_count;
        return cr_network_touch(n, i)->end;
    }
    *count = cr_network_rub_at(n, i - n->touches.count)->end_count;
    return cr_network_rub_at(n, i - n->touches.count)->end;
}

static cr_touch_pair couple(const cr_network *n, int i, int j, int level) {
    int count_i, count_j;
    const cr_end *a = ends_of(n, i, &count_i), *b = ends_of(n, j, &count_j);
    cr_touch_pair sum = {0};
    for (int s = 0; s < count_i; s++)
        for (int t = 0; t < count_j; t++) {
            if (!a[s].body || a[s].body != b[t].body) continue;
            const cr_tap_pair *pair = &a[s].body->pairs[level][a[s].tap * a[s].body->pair_stride + b[t].tap];
            double sign = a[s].sign * b[t].sign;
            sum.c += sign * pair->c;
            sum.e += sign * pair->e;
            sum.m += sign * pair->m;
        }
    return sum;
}

static bool share_a_body(const cr_network *n, int i, int j) {
    int count_i, count_j;
    const cr_end *a = ends_of(n, i, &count_i), *b = ends_of(n, j, &count_j);
    for (int s = 0; s < count_i; s++)
        for (int t = 0; t < count_j; t++)
            if (a[s].body && a[s].body == b[t].body) return true;
    return false;
}

// group[i] = smallest member joined to i, by spreading until nothing changes
static void join(const cr_network *n, int *group, int count) {
    for (int i = 0; i < count; i++) group[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < count; i++)
            for (int j = i + 1; j < count; j++) {
                bool pressed_by =
                    j >= n->touches.count && cr_network_rub_at(n, j - n->touches.count)->touch == i;
                if (group[i] == group[j] || !(pressed_by || share_a_body(n, i, j))) continue;
                group[i] = group[j] = group[i] < group[j] ? group[i] : group[j];
                changed = true;
            }
    }
}

static cr_status take_space(cr_touch_group *g, const cr_network *n, cr_error *error) {
    cr_arena *arena = n->arena;
    g->touch_room = g->touch_count + n->mallet_count;
    g->stride = g->touch_room + g->rub_count;
    size_t members = (size_t)g->stride, unknowns = 2 * (size_t)g->touch_room + 1;
    double **vectors[] = {&g->free, &g->drive, &g->way};
    g->touches = cr_arena_take(arena, members + 1, sizeof(int));
    g->rubs = cr_arena_take(arena, members + 1, sizeof(int));
    g->movers = cr_arena_take(arena, 2 * members + 1, sizeof *g->movers);
    g->shape = cr_arena_take(arena, members + 1, sizeof *g->shape);
    g->dropped = cr_arena_take(arena, members + 1, sizeof *g->dropped);
    g->root = cr_arena_take(arena, members + 1, sizeof *g->root);
    g->matrix = cr_arena_take(arena, unknowns * unknowns, sizeof(double));
    g->response = cr_arena_take(arena, unknowns * ((size_t)g->rub_count + 1), sizeof(double));
    bool all = g->touches && g->rubs && g->movers && g->shape && g->dropped && g->root && g->matrix &&
               g->response && cr_touch_friction_take(g, arena);
    for (int i = 0; i < 3; i++) all = (*vectors[i] = cr_arena_take(arena, unknowns, sizeof(double))) && all;
    for (int level = 0; level < CR_LEVELS; level++) {
        g->pairs[level] = cr_arena_take(arena, members * members, sizeof **g->pairs);
        all = all && g->pairs[level];
    }
    return all ? CR_OK : no_memory(error);
}

static void enlist_movers(const cr_network *n, cr_touch_group *g, int member) {
    int count;
    const cr_end *ends = ends_of(n, member, &count);
    for (int k = 0; k < count; k++) {
        bool known = !ends[k].body;
        for (int i = 0; i < g->body_count; i++) known = known || g->movers[i] == ends[k].body;
        if (!known) g->movers[g->body_count++] = ends[k].body;
    }
}

static cr_status enlist_inputs(const cr_network *n, cr_touch_group *g, cr_error *error) {
    g->inputs = cr_arena_take(n->arena, (size_t)n->inputs.count + 1, sizeof(int));
    if (!g->inputs) return no_memory(error);
    for (int i = 0; i < n->inputs.count; i++)
        for (int k = 0; k < g->body_count; k++)
            if (g->movers[k] == n->inputs.items[i].end.body) g->inputs[g->input_count++] = i;
    return CR_OK;
}

static int member_at(const cr_network *n, const cr_touch_group *g, int i) {
    return i < g->touch_room ? g->touches[i] : n->touches.count + g->rubs[i - g->touch_room];
}

static bool has_member(const cr_touch_group *g, int i) {
    return i < g->touch_count || i >= g->touch_room;
}

static void couple_members(const cr_network *n, cr_touch_group *g, int i, int j) {
    for (int level = 0; level < CR_LEVELS; level++)
        g->pairs[level][i * g->stride + j] = couple(n, member_at(n, g, i), member_at(n, g, j), level);
}

static cr_status fill_group(cr_network *n, cr_touch_group *g, const int *group, int root, cr_error *error) {
    int all = n->touches.count + n->rubs.count;
    for (int i = 0; i < all; i++)
        if (group[i] == root) *(i < n->touches.count ? &g->touch_count : &g->rub_count) += 1;
    cr_status status = take_space(g, n, error);
    if (status != CR_OK) return status;
    int touches = 0, rubs = 0;
    for (int i = 0; i < all; i++) {
        if (group[i] != root) continue;
        if (i < n->touches.count) g->touches[touches++] = i;
        else g->rubs[rubs++] = i - n->touches.count;
        enlist_movers(n, g, i);
    }
    for (int i = 0; i < g->stride; i++)
        for (int j = 0; j < g->stride; j++)
            if (has_member(g, i) && has_member(g, j)) couple_members(n, g, i, j);
    return enlist_inputs(n, g, error);
}

cr_touch_group *cr_touch_group_of(const cr_network *n, const cr_resonator *body) {
    for (int i = 0; i < n->group_count; i++)
        for (int k = 0; k < n->groups[i].body_count; k++)
            if (n->groups[i].movers[k] == body) return &n->groups[i];
    return NULL;
}

// Bodies that nothing touches yet, and room for blows on walls.
static cr_status add_groups_of_mallets(cr_network *n, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < n->elements.count; i++) {
        if (!n->movers[i] || cr_touch_group_of(n, n->movers[i])) continue;
        cr_touch_group *g = &n->groups[n->group_count++];
        status = take_space(g, n, error);
        if (status == CR_OK) g->movers[g->body_count++] = n->movers[i];
        if (status == CR_OK) status = enlist_inputs(n, g, error);
    }
    for (int i = 0; status == CR_OK && i < n->mallet_count; i++) {
        n->mallets[i].own = &n->groups[n->group_count++];
        status = take_space(n->mallets[i].own, n, error);
    }
    return status;
}

// --- what a contact and friction know of themselves

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

void cr_touch_measure(cr_touch *t) {
    t->depth = gap_closed(t->end, t->end_count) - t->gap + t->track.height;
}

void cr_touch_restart(cr_touch *t) {
    cr_touch_measure(t);
    t->psi = t->law.type->ops->psi(&t->law, t->depth);
    t->hold = 0;
}

static void find_times(cr_touch *t) {
    for (int i = 0; i < CR_TOUCH_TIMES; i++) {
        double speed = ldexp(1.0, CR_TOUCH_SLOWEST + 2 * i);
        t->log_time[i] = cr_log(cr_law_duration(&t->law, 1.0 / t->agility, speed)) / CR_LOG_TWO;
    }
}

static void start_touch(cr_network *n, int index) {
    cr_touch *t = cr_network_touch(n, index);
    double mu;
    for (int level = 0; level < CR_LEVELS; level++) {
        cr_touch_pair own = couple(n, index, index, level);
        t->response[level] = (cr_foh_response){n->h / (1 << level), own.c, own.e, own.m};
    }
    t->agility = agility_of(t->end, t->end_count);
    find_times(t);
    bool within_a_body = t->end_count == 2 && t->end[0].body && t->end[0].body == t->end[1].body;
    t->can_blow = cr_law_is_hunt_crossley(&t->law, &mu) && !within_a_body;
    t->series = cr_foh_series_of(&t->law);
    for (int level = 0; level < CR_LEVELS; level++) t->viscous[level] = t->series.mu / t->response[level].h;
    t->point_level = -1;
    cr_track_start(&t->track);
    if (t->track.off_centre != 0.0) // the mass that moves as a whole is 1/phi^2
        t->track.imbalance = t->track.off_centre / cr_square(t->end[0].body->taps[t->end[0].tap].rigid_phi);
    t->depth = gap_closed(t->end, t->end_count) - t->gap + t->track.height;
    if (!n->prepared) t->psi = t->law.type->ops->psi(&t->law, t->depth);
}

static void start_rub(cr_network *n, int index) {
    cr_rub *r = cr_network_rub_at(n, index);
    const double creep = 5e-6; // m, how far bristles bend under the full force
    double normal = r->touch >= 0 ? 0.0 : r->normal;
    r->stiffness = r->law.stiffness > 0.0 ? r->law.stiffness : cr_max(normal, 1.0) / creep;
    double agility = agility_of(r->end, r->end_count);
    r->damping = r->law.damping > 0.0 ? r->law.damping : agility > 0.0 ? sqrt(r->stiffness / agility) : 0.0;
}

static bool is_solo(const cr_network *n, const cr_touch_group *g) {
    if (g->touch_count != 1 || g->rub_count) return false;
    const cr_touch *t = cr_network_touch(n, g->touches[0]);
    if (cr_track_acts(&t->track)) return false;
    for (int i = 0; i < g->body_count; i++) {
        const cr_resonator *body = g->movers[i];
        if (body->meeting || body->pushed_count != 1 || body->pushed[0] != 0) return false;
    }
    return g->input_count == 0;
}

static bool only_movers(const cr_network *n) {
    for (int i = 0; i < n->elements.count; i++)
        if (!n->movers[i]) return false;
    return n->interactions.count + n->bows.count == 0;
}

// A mallet that is not there.
static bool is_idle(const cr_network *n, int member) {
    int count;
    ends_of(n, member, &count);
    return count == 0;
}

cr_status cr_network_make_groups(cr_network *n, cr_error *error) {
    int all = n->touches.count + n->rubs.count;
    cr_status status = cr_network_make_movers(n, error);
    if (status != CR_OK) return status;
    int *group = cr_arena_take(n->arena, (size_t)all + 1, sizeof(int)), roots = 0;
    int more = n->mallet_count ? n->elements.count + n->mallet_count : 0;
    n->groups = cr_arena_take(n->arena, (size_t)(all + more) + 1, sizeof *n->groups);
    if (!group || !n->groups) return no_memory(error);
    join(n, group, all);
    for (int i = 0; status == CR_OK && i < all; i++)
        if (group[i] == i && !is_idle(n, i)) status = fill_group(n, &n->groups[roots++], group, i, error);
    n->group_count = roots;
    if (status == CR_OK && n->mallet_count) status = add_groups_of_mallets(n, error);
    n->only_movers = only_movers(n);
    for (int i = 0; status == CR_OK && n->only_movers && i < n->elements.count; i++)
        status = cr_flight_prepare(n->movers[i], n->arena, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < n->touches.count; i++)
        if (!is_idle(n, i)) start_touch(n, i);
    for (int i = 0; i < n->rubs.count; i++) start_rub(n, i);
    for (int i = 0; i < n->group_count; i++) {
        for (int k = 0; k < n->groups[i].touch_count; k++)
            if (cr_network_touch(n, n->groups[i].touches[k])->track.imbalance != 0.0)
                n->groups[i].pulled = true;
        n->groups[i].solo = is_solo(n, &n->groups[i]);
        if (n->groups[i].solo) cr_touch_solo_prepare(n, &n->groups[i]);
    }
    return CR_OK;
}

// --- while it runs

static void choose_solo(cr_network *n, cr_touch_group *g) {
    g->solo = is_solo(n, g);
    if (g->solo) cr_touch_solo_prepare(n, g);
}

static void couple_again(const cr_network *n, cr_touch_group *g, int i) {
    for (int j = 0; j < g->stride; j++) {
        if (!has_member(g, j)) continue;
        couple_members(n, g, i, j);
        couple_members(n, g, j, i);
    }
}

void cr_touch_group_join(cr_network *n, cr_touch_group *g, int touch) {
    int at = g->touch_count++;
    g->touches[at] = touch;
    enlist_movers(n, g, touch);
    couple_again(n, g, at);
    start_touch(n, touch);
    choose_solo(n, g);
}

// The last contact and the last body take the places that become free.
void cr_touch_group_leave(cr_network *n, cr_touch_group *g, int touch, const cr_resonator *gone) {
    int at = 0, last = --g->touch_count;
    while (g->touches[at] != touch) at++;
    g->touches[at] = g->touches[last];
    if (at < last) couple_again(n, g, at);
    for (int i = 0; i < g->body_count; i++)
        if (g->movers[i] == gone) g->movers[i] = g->movers[--g->body_count];
    choose_solo(n, g);
}
