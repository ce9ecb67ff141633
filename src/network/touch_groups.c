// Which contacts and frictions are solved together, and how they are coupled.
#include "base/near.h"
#include "network/network_internal.h"

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for contacts");
}

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

// --- couplings of a group

static int member_at(const cr_network *n, const cr_touch_group *g, int i) {
    return i < g->touch_room ? g->touches[i] : n->touches.count + g->rubs[i - g->touch_room];
}

static bool has_member(const cr_touch_group *g, int i) {
    return i < g->touch_count || i >= g->touch_room;
}

static void couple_other(const cr_network *n, cr_touch_group *g, int i, int j) {
    for (int level = 0; level < CR_LEVELS; level++)
        *cr_touch_other_pair(g, level, i, j) = couple(n, member_at(n, g, i), member_at(n, g, j), level);
}

void cr_touch_group_couple(const cr_network *n, cr_touch_group *g, int i) {
    for (int j = 0; j < g->members; j++) {
        if (!has_member(g, j)) continue;
        couple_other(n, g, i, j);
        couple_other(n, g, j, i);
    }
}

static void couple_fixed(const cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->fixed; i++)
        for (int k = g->pattern.row[i]; k < g->pattern.row[i + 1]; k++)
            for (int level = 0; level < CR_LEVELS; level++)
                g->pairs[level][k] = couple(n, g->touches[i], g->touches[g->pattern.column[k]], level);
}

// --- groups

static bool take_pairs(cr_touch_group *g, cr_arena *arena) {
    size_t entries = g->fixed ? (size_t)g->pattern.row[g->fixed] : 0;
    size_t others = g->touch_room ? (size_t)(g->members - g->fixed) : 0;
    bool all = true;
    for (int level = 0; level < CR_LEVELS; level++) {
        g->pairs[level] = cr_arena_take(arena, entries + 1, sizeof **g->pairs);
        g->others[level] = cr_arena_take(arena, others * (size_t)g->members + 1, sizeof **g->others);
        g->with_others[level] = cr_arena_take(arena, others * (size_t)g->fixed + 1, sizeof **g->with_others);
        all = all && g->pairs[level] && g->others[level] && g->with_others[level];
    }
    return all;
}

// What a group needs once its members, and the pattern of its contacts, are known.
static bool take_space(cr_touch_group *g, cr_arena *arena) {
    size_t members = (size_t)g->members + 1, unknowns = 2 * (size_t)g->touch_room + 1, size;
    if (!cr_skyline_make(&g->skyline, &g->pattern, 2, g->touch_room - g->fixed, &size, arena)) return false;
    double **vectors[] = {&g->free, &g->drive, &g->way};
    g->shape = cr_arena_take(arena, members, sizeof *g->shape);
    g->dropped = cr_arena_take(arena, members, sizeof *g->dropped);
    g->root = cr_arena_take(arena, members, sizeof *g->root);
    g->idle = cr_arena_take(arena, unknowns, sizeof *g->idle);
    g->lower = cr_arena_take(arena, size + 1, sizeof *g->lower);
    g->upper = cr_arena_take(arena, size + 1, sizeof *g->upper);
    g->response = cr_arena_take(arena, unknowns * ((size_t)g->rub_count + 1), sizeof(double));
    bool all = g->shape && g->dropped && g->root && g->idle && g->lower && g->upper && g->response;
    for (int i = 0; i < 3; i++) all = (*vectors[i] = cr_arena_take(arena, unknowns, sizeof(double))) && all;
    return all && take_pairs(g, arena) && cr_touch_friction_take(g, arena);
}

static bool take_members(cr_touch_group *g, const cr_network *n) {
    g->fixed = g->touch_count;
    g->touch_room = g->touch_count + n->mallet_count;
    g->members = g->touch_room + g->rub_count;
    size_t members = (size_t)g->members;
    g->touches = cr_arena_take(n->arena, members + 1, sizeof(int));
    g->rubs = cr_arena_take(n->arena, members + 1, sizeof(int));
    g->movers = cr_arena_take(n->arena, 2 * members + 1, sizeof *g->movers);
    return g->touches && g->rubs && g->movers;
}

// Frictions without contacts: those that share a body. Otherwise any moves any.
static bool find_rub_pattern(const cr_network *n, cr_touch_group *g, cr_near *near) {
    cr_pattern *p = &g->friction.pattern;
    int count = g->rub_count, *thing = cr_arena_take(n->arena, (size_t)count + 1, sizeof *thing);
    if (!thing) return false;
    for (int i = 0; i < count; i++) thing[i] = n->touches.count + g->rubs[i];
    if (!g->touch_room) {
        if (!cr_near_pattern(near, thing, count, p)) return false;
        for (int i = 0; i < count; i++) g->rubs[i] = thing[i] - n->touches.count;
        return true;
    }
    *p = (cr_pattern){count, cr_arena_take(n->arena, (size_t)count + 1, sizeof *p->row),
                      cr_arena_take(n->arena, (size_t)count * (size_t)count + 1, sizeof *p->column)};
    if (!p->row || !p->column) return false;
    for (int i = 0; i < count; i++) p->row[i + 1] = (i + 1) * count;
    for (int k = 0; k < count * count; k++) p->column[k] = k % count;
    return true;
}

static void couple_rubs(const cr_network *n, cr_touch_group *g) {
    const cr_pattern *p = &g->friction.pattern;
    int first = n->touches.count;
    for (int i = 0; i < g->rub_count; i++)
        for (int k = p->row[i]; k < p->row[i + 1]; k++)
            for (int level = 0; level < CR_LEVELS; level++)
                g->friction.mobility[level][k] =
                    couple(n, first + g->rubs[i], first + g->rubs[p->column[k]], level).c;
}

// `home`: by element, the group that has its body.
static void enlist_movers(const cr_network *n, cr_touch_group *g, int member, int *home) {
    int count;
    const cr_end *ends = ends_of(n, member, &count);
    for (int k = 0; k < count; k++) {
        if (!ends[k].body || home[ends[k].index] >= 0) continue;
        home[ends[k].index] = (int)(g - n->groups);
        g->movers[g->body_count++] = ends[k].body;
    }
}

static bool fill_group(const cr_network *n, cr_touch_group *g, cr_near *near, const int *member, int count,
                       int *home) {
    int touches = 0, rubs = 0;
    for (int i = 0; i < count; i++) *(member[i] < n->touches.count ? &g->touch_count : &g->rub_count) += 1;
    if (!take_members(g, n)) return false;
    g->written_out = g->touch_count == 1 && g->rub_count == 1;
    for (int i = 0; i < count; i++) {
        if (member[i] < n->touches.count) g->touches[touches++] = member[i];
        else g->rubs[rubs++] = member[i] - n->touches.count;
        enlist_movers(n, g, member[i], home);
    }
    if (!cr_near_pattern(near, g->touches, g->fixed, &g->pattern)) return false;
    if (!find_rub_pattern(n, g, near) || !take_space(g, n->arena)) return false;
    couple_fixed(n, g);
    couple_rubs(n, g);
    for (int i = g->touch_room; g->touch_room && i < g->members; i++) cr_touch_group_couple(n, g, i);
    return true;
}

cr_touch_group *cr_touch_group_of(const cr_network *n, const cr_resonator *body) {
    for (int i = 0; i < n->group_count; i++)
        for (int k = 0; k < n->groups[i].body_count; k++)
            if (n->groups[i].movers[k] == body) return &n->groups[i];
    return NULL;
}

// Bodies that nothing touches yet, and room for blows on walls.
static bool add_groups_of_mallets(cr_network *n, int *home) {
    for (int i = 0; i < n->elements.count; i++) {
        if (!n->movers[i] || home[i] >= 0) continue;
        home[i] = n->group_count;
        cr_touch_group *g = &n->groups[n->group_count++];
        if (!take_members(g, n) || !take_space(g, n->arena)) return false;
        g->movers[g->body_count++] = n->movers[i];
    }
    for (int i = 0; i < n->mallet_count; i++) {
        cr_touch_group *g = n->mallets[i].own = &n->groups[n->group_count++];
        if (!take_members(g, n) || !take_space(g, n->arena)) return false;
    }
    return true;
}

static bool enlist_inputs(cr_network *n, const int *home) {
    int *key = cr_arena_take(n->arena, (size_t)n->inputs.count + 1, sizeof *key);
    cr_buckets inputs;
    if (!key) return false;
    for (int i = 0; i < n->inputs.count; i++) {
        const cr_end *end = &CR_ARRAY_AT(&n->inputs, i)->end;
        key[i] = end->body ? home[end->index] : -1;
    }
    if (!cr_buckets_make(&inputs, key, n->inputs.count, n->group_count, n->arena)) return false;
    for (int i = 0; i < n->group_count; i++) {
        n->groups[i].inputs = &inputs.item[inputs.start[i]];
        n->groups[i].input_count = inputs.start[i + 1] - inputs.start[i];
    }
    return true;
}

// --- who shares a body with whom

static bool find_near(const cr_network *n, cr_near *near, int all) {
    int uses = 0, count;
    for (int i = 0; i < all; i++) {
        ends_of(n, i, &count);
        uses += count;
    }
    if (!cr_near_take(near, all, n->elements.count, uses, n->arena)) return false;
    int at = 0;
    for (int i = 0; i < all; i++) {
        const cr_end *ends = ends_of(n, i, &count);
        for (int k = 0; k < count; k++, at++) {
            near->thing[at] = i;
            near->point[at] = ends[k].body ? ends[k].index : -1; // walls join nothing
        }
    }
    return cr_near_sort(near);
}

static void join(const cr_network *n, cr_near *near) {
    for (int e = 0; e < near->points; e++)
        for (int u = near->by_point.start[e] + 1; u < near->by_point.start[e + 1]; u++)
            cr_near_join(near, near->thing[near->by_point.item[u - 1]], near->thing[near->by_point.item[u]]);
    for (int r = 0; r < n->rubs.count; r++) {
        int touch = cr_network_rub_at(n, r)->touch;
        if (touch >= 0) cr_near_join(near, touch, n->touches.count + r);
    }
}

static bool find_groups(cr_network *n) {
    int all = n->touches.count + n->rubs.count,
        more = n->mallet_count ? n->elements.count + n->mallet_count : 0;
    int *home = cr_arena_take(n->arena, (size_t)n->elements.count + 1, sizeof *home);
    cr_near near;
    cr_buckets members;
    n->group_count = 0;
    n->groups = cr_arena_take(n->arena, (size_t)(all + more) + 1, sizeof *n->groups);
    n->solos = cr_arena_take(n->arena, (size_t)(all + more) + 1, sizeof *n->solos);
    if (!home || !n->groups || !n->solos || !find_near(n, &near, all)) return false;
    for (int i = 0; i < n->elements.count; i++) home[i] = -1;
    join(n, &near);
    if (!cr_near_groups(&near, &members)) return false;
    for (int i = 0; i < all; i++) {
        int count = members.start[i + 1] - members.start[i], ends;
        ends_of(n, i, &ends);
        if (!count || !ends) continue; // no root, or a mallet that is not there
        if (!fill_group(n, &n->groups[n->group_count++], &near, &members.item[members.start[i]], count, home))
            return false;
    }
    return (!n->mallet_count || add_groups_of_mallets(n, home)) && enlist_inputs(n, home);
}

cr_status cr_network_find_groups(cr_network *n, cr_error *error) {
    return find_groups(n) ? CR_OK : no_memory(error);
}

cr_touch_pair cr_touch_own_pair(const cr_network *n, int i, int level) {
    return couple(n, i, i, level);
}
