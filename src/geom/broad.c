// Leaves of a tree are fattened boxes of ids. Each id knows the others whose fat boxes meet its own, which
// change only when one of them leaves its fat box: what is near it costs no walk from the root.
#include "geom/broad.h"

#include "geom/box_tree.h"

#include <limits.h>
#include <string.h>

enum { NEAR = 40 }; // more than that: the tree is asked

typedef enum place { PLACE_NONE, PLACE_TREE, PLACE_ASIDE } place;

typedef struct entry {
    cr_box tight;
    place place;
    int leaf;  // of the tree, or the place in `aside`
    int nears; // of `near`; > NEAR: too many, which are not kept
} entry;

struct cr_broad {
    int asides;
    cr_box_tree tree;
    entry *entry;
    int *aside;
    int (*near)[NEAR]; // by id, rising
};

static double widest(const cr_box *a) {
    cr_vec d = cr_vec_sub(a->high, a->low);
    double most = d.x > d.y ? d.x : d.y;
    return most > d.z ? most : d.z;
}

cr_broad *cr_broad_new(cr_arena *arena, int count) {
    cr_broad *broad = cr_arena_take(arena, 1, sizeof *broad);
    if (!broad || !cr_box_tree_begin(&broad->tree, arena, count)) return NULL;
    broad->entry = cr_arena_take(arena, (size_t)count + 1, sizeof *broad->entry);
    broad->aside = cr_arena_take(arena, (size_t)count + 1, sizeof *broad->aside);
    broad->near = cr_arena_take(arena, (size_t)count + 1, sizeof *broad->near);
    return broad->entry && broad->aside && broad->near ? broad : NULL;
}

static const cr_box *fat_of(const cr_broad *broad, int id) {
    return &broad->tree.node[broad->entry[id].leaf].box;
}

// Where `other` is, or belongs, among those near id.
static int place_of(const cr_broad *broad, int id, int other) {
    int i = broad->entry[id].nears;
    while (i > 0 && broad->near[id][i - 1] >= other) i--;
    return i;
}

static void add_near(cr_broad *broad, int id, int other) {
    entry *e = &broad->entry[id];
    if (e->nears < NEAR) {
        int *to = broad->near[id] + place_of(broad, id, other), *end = broad->near[id] + e->nears;
        memmove(to + 1, to, (size_t)(end - to) * sizeof *to);
        *to = other;
    }
    if (e->nears <= NEAR) e->nears++;
}

static void drop_near(cr_broad *broad, int id, int other) {
    entry *e = &broad->entry[id];
    if (e->nears > NEAR) return;
    int *from = broad->near[id] + place_of(broad, id, other), *end = broad->near[id] + e->nears--;
    memmove(from, from + 1, (size_t)(end - from - 1) * sizeof *from);
}

static void insert(cr_broad *broad, int id, const cr_box *fat) {
    cr_box_walk walk = {CR_BOX_NONE, 0};
    broad->entry[id].nears = 0;
    for (int other; (other = cr_box_tree_next(&broad->tree, fat, &walk)) != CR_BOX_NONE;) {
        add_near(broad, id, other);
        add_near(broad, other, id);
    }
    broad->entry[id].leaf = cr_box_tree_insert(&broad->tree, id, fat);
}

static void take_out(cr_broad *broad, int id) {
    const entry *e = &broad->entry[id];
    cr_box_walk walk = {CR_BOX_NONE, 0};
    for (int i = 0; i < e->nears && e->nears <= NEAR; i++) drop_near(broad, broad->near[id][i], id);
    for (int other; e->nears > NEAR;) {
        other = cr_box_tree_next(&broad->tree, fat_of(broad, id), &walk);
        if (other == CR_BOX_NONE) break;
        if (other != id) drop_near(broad, other, id);
    }
    cr_box_tree_remove(&broad->tree, e->leaf);
}

void cr_broad_remove(cr_broad *broad, int id) {
    entry *e = &broad->entry[id];
    if (e->place == PLACE_TREE) take_out(broad, id);
    if (e->place == PLACE_ASIDE) {
        int last = broad->aside[--broad->asides];
        broad->aside[e->leaf] = last;
        broad->entry[last].leaf = e->leaf;
    }
    e->place = PLACE_NONE;
}

// A tenth of its width on every side: a body that moves by less in all stays where it is in the tree.
static const double fat_share = 0.1;
// A fat box wider than this, in widths of the tight one, was made for another size.
static const double fat_limit = 3.0;

void cr_broad_set(cr_broad *broad, int id, cr_vec low, cr_vec high) {
    entry *e = &broad->entry[id];
    e->tight = (cr_box){low, high};
    double wide = widest(&e->tight);
    bool bounded = wide <= 1e300; // false for NaN, too
    if (e->place == PLACE_ASIDE && !bounded) return;
    if (e->place == PLACE_TREE && bounded) {
        const cr_box *fat = fat_of(broad, id);
        if (cr_box_holds(fat, &e->tight) && (widest(fat) <= fat_limit * wide || wide <= 0.0)) return;
    }
    cr_broad_remove(broad, id);
    if (!bounded) {
        *e = (entry){e->tight, PLACE_ASIDE, broad->asides, 0};
        broad->aside[broad->asides++] = id;
        return;
    }
    double m = fat_share * wide;
    e->place = PLACE_TREE;
    insert(broad, id, &(cr_box){{low.x - m, low.y - m, low.z - m}, {high.x + m, high.y + m, high.z + m}});
}

static void sort_rising(int *ids, int count) { // Shell 1959
    int risen = 1;
    while (risen < count && ids[risen - 1] < ids[risen]) risen++;
    if (risen >= count) return;
    for (int step = count / 2; step > 0; step /= 2)
        for (int i = step; i < count; i++) {
            int id = ids[i], k = i;
            for (; k >= step && ids[k - step] > id; k -= step) ids[k] = ids[k - step];
            ids[k] = id;
        }
}

typedef struct list {
    int *ids, room, count;
    int but; // an id that is not listed
} list;

static void add(const cr_broad *broad, const cr_box *wanted, int id, list *found) {
    if (id == found->but || !cr_box_meets(&broad->entry[id].tight, wanted)) return;
    if (found->count < found->room) found->ids[found->count] = id;
    found->count++;
}

static int walk(const cr_broad *broad, const cr_box *wanted, list *found) {
    cr_box_walk walk = {CR_BOX_NONE, 0};
    for (int id; (id = cr_box_tree_next(&broad->tree, wanted, &walk)) != CR_BOX_NONE;)
        add(broad, wanted, id, found);
    return walk.visited;
}

int cr_broad_query(const cr_broad *broad, cr_vec low, cr_vec high, int *ids, int room) {
    list found = {ids, room, 0, CR_BOX_NONE};
    const cr_box wanted = {low, high};
    for (int k = 0; k < broad->asides; k++) add(broad, &wanted, broad->aside[k], &found);
    walk(broad, &wanted, &found);
    sort_rising(ids, found.count < room ? found.count : room);
    return found.count;
}

int cr_broad_near(const cr_broad *broad, int id, int *ids) {
    const entry *e = &broad->entry[id];
    list found = {ids, INT_MAX, 0, id};
    for (int k = 0; k < broad->asides; k++) add(broad, &e->tight, broad->aside[k], &found);
    if (e->place == PLACE_TREE && e->nears <= NEAR)
        for (int k = 0; k < e->nears; k++) add(broad, &e->tight, broad->near[id][k], &found);
    else walk(broad, &e->tight, &found);
    sort_rising(ids, found.count);
    return found.count;
}

int cr_broad_cost(const cr_broad *broad, cr_vec low, cr_vec high) {
    list found = {NULL, 0, 0, CR_BOX_NONE};
    return broad->asides + walk(broad, &(cr_box){low, high}, &found);
}
