// The parts of a network: elements that contacts, springs and frictions join. Walls that stay where they are
// join nothing; each part has its own copies of them.
#include "network/split.h"
#include "base/near.h"

static bool is_wall(const cr_network *n, int element) {
    return cr_element_is(cr_network_element_at(n, element)->type, CR_TRAIT_FIXED);
}

// --- which there are

// The first of these ends that does not stay where it is, as `home` has it; -1: none.
static int first_free(const int *home, const cr_end *ends, int count) {
    for (int k = 0; k < count; k++)
        if (home[ends[k].index] >= 0) return ends[k].index;
    return -1;
}

static void join_ends(cr_near *near, const int *home, const cr_end *ends, int count) {
    int first = first_free(home, ends, count);
    for (int k = 0; k < count; k++)
        if (home[ends[k].index] >= 0) cr_near_join(near, first, ends[k].index);
}

static void join_all(const cr_network *n, cr_near *near, const int *home) {
    for (int i = 0; i < n->interactions.count; i++) {
        const cr_interaction *c = cr_network_interaction(n, i);
        join_ends(near, home, c->end, c->end_count);
    }
    for (int i = 0; i < n->touches.count; i++) {
        const cr_touch *t = cr_network_touch(n, i);
        join_ends(near, home, t->end, t->end_count);
    }
    for (int i = 0; i < n->rubs.count; i++) {
        const cr_rub *r = cr_network_rub_at(n, i);
        join_ends(near, home, r->end, r->end_count);
        if (r->touch < 0) continue;
        const cr_touch *t = cr_network_touch(n, r->touch);
        cr_near_join(near, first_free(home, r->end, r->end_count), first_free(home, t->end, t->end_count));
    }
}

// What steps cost, in points: a contact, spring or friction costs as much as 16. By the first element of each
// group.
static void weigh(const cr_network *n, const cr_near *near, const int *home, long *weight) {
    const long joint = 16;
    for (int i = 0; i < n->elements.count; i++) weight[near->group[i]] += cr_network_element_at(n, i)->points;
    for (int i = 0; i < n->interactions.count; i++) {
        const cr_interaction *c = cr_network_interaction(n, i);
        weight[near->group[first_free(home, c->end, c->end_count)]] += joint;
    }
    for (int i = 0; i < n->touches.count; i++) {
        const cr_touch *t = cr_network_touch(n, i);
        weight[near->group[first_free(home, t->end, t->end_count)]] += joint;
    }
    for (int i = 0; i < n->rubs.count; i++) {
        const cr_rub *r = cr_network_rub_at(n, i);
        weight[near->group[first_free(home, r->end, r->end_count)]] += joint;
    }
}

// Groups that are put together to parts: those that are heavy and those that are not.
typedef struct bundles {
    int first, count, room; // of the parts, how many have been begun and how many there may be
    long weight[CR_SPLIT_MOST];
} bundles;

// Into a part of its own, or where least is.
static int put(bundles *b, long weight) {
    int best = 0;
    if (b->count < b->room) best = b->count++;
    for (int i = 1; b->count == b->room && i < b->count; i++)
        if (b->weight[i] < b->weight[best]) best = i;
    b->weight[best] += weight;
    return b->first + best;
}

// A part is at least so heavy that its own costs in every step, some 10 points, do not count much: lighter
// groups are bundled, and go with the others if that does not make a part.
static void number_parts(const cr_network *n, const cr_buckets *groups, const long *weight,
                         cr_network_split *split) {
    const long least = 24;
    long light_sum = 0;
    int heavy_count = 0;
    for (int g = 0; g < n->elements.count; g++) {
        if (groups->start[g] == groups->start[g + 1] || split->home[g] < 0) continue;
        if (weight[g] < least) light_sum += weight[g];
        else heavy_count++;
    }
    bundles heavy = {.room = heavy_count < CR_SPLIT_MOST ? heavy_count : CR_SPLIT_MOST};
    bundles light = {.first = heavy.room, .room = CR_SPLIT_MOST - heavy.room};
    if (light_sum / least < light.room) light.room = (int)(light_sum / least);
    if (!heavy.room && !light.room) light.room = 1;
    for (int g = 0; g < n->elements.count; g++) {
        int first = groups->start[g], end = groups->start[g + 1];
        if (first == end || split->home[g] < 0) continue;
        int part = put(weight[g] < least && light.room ? &light : &heavy, weight[g]);
        for (int k = first; k < end; k++) split->home[groups->item[k]] = part;
    }
    split->count = heavy.count + light.count;
}

// What is heard, driven or bowed must belong to a part.
static bool all_at_home(const cr_network *n, const int *home) {
    bool all = true;
    for (int i = 0; i < n->bows.count; i++) all = all && home[CR_ARRAY_AT(&n->bows, i)->end.index] >= 0;
    for (int i = 0; i < n->inputs.count; i++) all = all && home[CR_ARRAY_AT(&n->inputs, i)->end.index] >= 0;
    for (int i = 0; i < n->pickups.count; i++) all = all && home[CR_ARRAY_AT(&n->pickups, i)->end.index] >= 0;
    return all;
}

bool cr_network_find_parts(const cr_network *n, const bool *moved, cr_network_split *split) {
    cr_near near;
    cr_buckets groups;
    int elements = n->elements.count;
    *split = (cr_network_split){.count = 1};
    if (n->mallets_wanted) return true; // they may join anything
    split->home = cr_arena_take(n->arena, (size_t)elements + 1, sizeof *split->home);
    if (!split->home || !cr_near_take(&near, elements, 1, 0, n->arena)) return false;
    for (int i = 0; i < elements; i++) split->home[i] = is_wall(n, i) && !moved[i] ? -1 : 0;
    join_all(n, &near, split->home);
    long *weight = cr_arena_take(n->arena, (size_t)elements + 1, sizeof *weight);
    if (!weight || !cr_near_groups(&near, &groups)) return false;
    weigh(n, &near, split->home, weight);
    number_parts(n, &groups, weight, split);
    if (!all_at_home(n, split->home)) split->count = 1;
    return true;
}

bool cr_network_may_fly(const cr_network *n) {
    return n->only_movers && n->level_least == 0 && n->rubs.count == 0;
}

// --- taking it apart

static bool take_places(const cr_network *n, cr_network_split *s) {
    const struct {
        cr_part_place **places;
        int count;
    } all[] = {{&s->elements, n->elements.count}, {&s->contacts, n->contacts.count},
               {&s->rubs, n->rubs.count},         {&s->bows, n->bows.count},
               {&s->inputs, n->inputs.count},     {&s->pickups, n->pickups.count}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i].places = cr_arena_take(n->arena, (size_t)all[i].count + 1, sizeof **all[i].places);
        if (!*all[i].places) return false;
    }
    return true;
}

static bool take_parts(const cr_network *n, cr_network_split *s) {
    s->parts = cr_arena_take(n->arena, (size_t)s->count, sizeof *s->parts);
    s->own = cr_arena_take(n->arena, (size_t)s->count, sizeof *s->own);
    for (int i = 0; s->parts && i < s->count; i++) {
        cr_network *part = s->parts[i] = cr_network_new(n->arena, 1.0);
        if (!part) return false;
        part->h = n->h; // as it is, not rounded once more
        part->booking = n->booking;
        part->precision = n->precision;
        part->level_least = n->level_least;
        part->level_most = n->level_most;
    }
    return s->parts && s->own;
}

static bool move_elements(const cr_network *n, cr_network_split *s) {
    for (int i = 0; i < n->elements.count; i++) {
        if (s->home[i] < 0) continue;
        cr_network *part = s->parts[s->home[i]];
        cr_element **slot = CR_ARRAY_ADD(&part->elements, n->arena);
        if (!slot) return false;
        *slot = cr_network_element_at(n, i);
        s->elements[i] = (cr_part_place){s->home[i], s->own[s->home[i]]++};
    }
    return true;
}

// The part's own copy of a wall, which is read and, with no effect, pushed while the part runs.
static bool take_wall(const cr_network *n, const cr_network_split *s, int home, cr_end *end) {
    cr_network *part = s->parts[home];
    int *copy = &s->walls[home * n->elements.count + end->index]; // its number in the part, from 1
    if (!*copy) {
        cr_element wall = *end->element;
        if (cr_network_add_element(part, &wall, copy, NULL) != CR_OK) return false;
        cr_element *made = cr_network_element_at(part, (*copy)++);
        made->type->predict(made); // as it is after every step
    }
    end->index = *copy - 1;
    end->element = cr_network_element_at(part, end->index);
    return true;
}

// Moves the ends of something into its part, which is returned; -1: no memory.
static int move_ends(const cr_network *n, const cr_network_split *s, cr_end *ends, int count) {
    int home = s->home[first_free(s->home, ends, count)];
    for (int k = 0; k < count; k++) {
        if (s->home[ends[k].index] >= 0) ends[k].index = s->elements[ends[k].index].number;
        else if (!take_wall(n, s, home, &ends[k])) return -1;
    }
    return home;
}

// Moves item i of a list, whose ends are given, and writes where it went.
#define MOVE(list, i, ends, end_count, places)                                                               \
    do {                                                                                                     \
        int home = move_ends(n, s, ends, end_count);                                                         \
        void *slot = home < 0 ? NULL : CR_ARRAY_ADD(&s->parts[home]->list, n->arena);                        \
        if (!slot) return false;                                                                             \
        s->parts[home]->list.items[s->parts[home]->list.count - 1] = n->list.items[i];                       \
        (places)[i] = (cr_part_place){home, s->parts[home]->list.count - 1};                                 \
    } while (0)

static bool move_single_ends(cr_network *n, cr_network_split *s) {
    for (int i = 0; i < n->bows.count; i++) MOVE(bows, i, &n->bows.items[i].end, 1, s->bows);
    for (int i = 0; i < n->inputs.count; i++) MOVE(inputs, i, &n->inputs.items[i].end, 1, s->inputs);
    for (int i = 0; i < n->pickups.count; i++) MOVE(pickups, i, &n->pickups.items[i].end, 1, s->pickups);
    return true;
}

static bool move_contacts(cr_network *n, cr_network_split *s) {
    cr_part_place *touches = cr_arena_take(n->arena, (size_t)n->touches.count + 1, sizeof *touches);
    cr_part_place *others = cr_arena_take(n->arena, (size_t)n->interactions.count + 1, sizeof *others);
    if (!touches || !others) return false;
    for (int i = 0; i < n->interactions.count; i++) {
        cr_interaction *c = cr_network_interaction(n, i);
        MOVE(interactions, i, c->end, c->end_count, others);
    }
    for (int i = 0; i < n->touches.count; i++) {
        cr_touch *t = cr_network_touch(n, i);
        MOVE(touches, i, t->end, t->end_count, touches);
    }
    for (int i = 0; i < n->rubs.count; i++) {
        cr_rub *r = cr_network_rub_at(n, i);
        if (r->touch >= 0) r->touch = touches[r->touch].number;
        MOVE(rubs, i, r->end, r->end_count, s->rubs);
    }
    for (int i = 0; i < n->contacts.count; i++) {
        const cr_contact *c = CR_ARRAY_AT(&n->contacts, i);
        cr_part_place at = (c->kind == &cr_contact_of_touch ? touches : others)[c->index];
        cr_contact *moved = CR_ARRAY_ADD(&s->parts[at.part]->contacts, n->arena);
        if (!moved) return false;
        *moved = (cr_contact){c->kind, at.number, c->two_sided};
        s->contacts[i] = (cr_part_place){at.part, s->parts[at.part]->contacts.count - 1};
    }
    return true;
}

bool cr_network_split_up(cr_network *n, cr_network_split *s) {
    size_t walls = (size_t)s->count * (size_t)n->elements.count;
    s->walls = cr_arena_take(n->arena, walls + 1, sizeof *s->walls);
    return s->walls && take_places(n, s) && take_parts(n, s) && move_elements(n, s) && move_contacts(n, s) &&
           move_single_ends(n, s);
}

void cr_network_split_leave_walls(const cr_network_split *s) {
    for (int i = 0; i < s->count; i++) s->parts[i]->elements.count = s->own[i];
}
