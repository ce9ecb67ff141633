// A binary tree of boxes: leaves are fattened boxes of ids, a node holds its two children. A leaf goes where
// the tree's surface grows least; the area of boxes measures how often a walk enters them (Goldsmith and
// Salmon 1987). On the way up children and grandchildren change places where that makes a box smaller, so
// that boxes that come in order do not make a list.
#include "geom/broad.h"

enum { NONE = -1 };

typedef struct box {
    cr_vec low, high;
} box;

typedef struct node {
    box box;
    int parent, child[2]; // child[0] == NONE: a leaf, child[1] is its id
} node;

typedef enum place { PLACE_NONE, PLACE_TREE, PLACE_ASIDE } place;

typedef struct entry {
    box tight;
    place place;
    int node; // of the tree, or the place in `aside`
} entry;

struct cr_broad {
    int count, root, free, asides;
    node *node; // free ones are linked by `parent`
    entry *entry;
    int *aside;
};

static double low_of(double a, double b) {
    return a < b ? a : b;
}
static double high_of(double a, double b) {
    return a > b ? a : b;
}
static box join(const box *a, const box *b) {
    return (box){
        {low_of(a->low.x, b->low.x), low_of(a->low.y, b->low.y), low_of(a->low.z, b->low.z)},
        {high_of(a->high.x, b->high.x), high_of(a->high.y, b->high.y), high_of(a->high.z, b->high.z)}};
}
static bool meets(const box *a, const box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}
static bool holds(const box *a, const box *b) {
    return a->low.x <= b->low.x && b->high.x <= a->high.x && a->low.y <= b->low.y && b->high.y <= a->high.y &&
           a->low.z <= b->low.z && b->high.z <= a->high.z;
}
static double area(const box *a) {
    cr_vec d = cr_vec_sub(a->high, a->low);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}
static double widest(const box *a) {
    cr_vec d = cr_vec_sub(a->high, a->low);
    return high_of(high_of(d.x, d.y), d.z);
}

cr_broad *cr_broad_new(cr_arena *arena, int count) {
    cr_broad *broad = cr_arena_take(arena, 1, sizeof *broad);
    if (!broad) return NULL;
    int nodes = count > 0 ? 2 * count - 1 : 0;
    *broad = (cr_broad){.count = count, .root = NONE, .free = nodes ? 0 : NONE};
    broad->node = cr_arena_take(arena, (size_t)nodes + 1, sizeof *broad->node);
    broad->entry = cr_arena_take(arena, (size_t)count + 1, sizeof *broad->entry);
    broad->aside = cr_arena_take(arena, (size_t)count + 1, sizeof *broad->aside);
    if (!broad->node || !broad->entry || !broad->aside) return NULL;
    for (int i = 0; i < nodes; i++) broad->node[i].parent = i + 1 < nodes ? i + 1 : NONE;
    for (int i = 0; i < count; i++) broad->entry[i] = (entry){.place = PLACE_NONE};
    return broad;
}

static int take_node(cr_broad *broad) {
    int i = broad->free;
    broad->free = broad->node[i].parent;
    return i;
}
static void give_node(cr_broad *broad, int i) {
    broad->node[i].parent = broad->free;
    broad->free = i;
}
static bool leaf(const node *n) {
    return n->child[0] == NONE;
}

// Lets the grandchild `low` of node i (a child of its child `side`) change places with the other child where
// the box of child `side` gets smaller by it.
static void rotate(cr_broad *broad, int i) {
    node *n = broad->node, *top = &n[i];
    double best = 0.0;
    int best_side = NONE, best_low = 0;
    for (int side = 0; side < 2; side++) {
        const node *inner = &n[top->child[side]];
        if (leaf(inner)) continue;
        double now = area(&inner->box);
        for (int low = 0; low < 2; low++) {
            box then = join(&n[top->child[1 - side]].box, &n[inner->child[1 - low]].box);
            double gain = now - area(&then);
            if (gain > best) best = gain, best_side = side, best_low = low;
        }
    }
    if (best_side == NONE) return;
    int inner = top->child[best_side], other = top->child[1 - best_side], low = n[inner].child[best_low];
    top->child[1 - best_side] = low;
    n[low].parent = i;
    n[inner].child[best_low] = other;
    n[other].parent = inner;
    n[inner].box = join(&n[n[inner].child[0]].box, &n[n[inner].child[1]].box);
}

static void refit(cr_broad *broad, int i) {
    node *n = broad->node;
    for (; i != NONE; i = n[i].parent) {
        rotate(broad, i);
        n[i].box = join(&n[n[i].child[0]].box, &n[n[i].child[1]].box);
    }
}

static double growth(const box *a, const box *fat) {
    box both = join(a, fat);
    return area(&both) - area(a);
}

// Down the tree where the box grows least, as a first guess.
static int first_sibling(const cr_broad *broad, const box *fat) {
    const node *n = broad->node;
    int i = broad->root;
    while (!leaf(&n[i])) {
        double first = growth(&n[n[i].child[0]].box, fat), second = growth(&n[n[i].child[1]].box, fat);
        i = n[i].child[second < first];
    }
    return i;
}

// The node beside which a new leaf costs least: its own new box and the growth of those above (Bittner and
// others 2013). Below a node it costs at least the leaf's own area and the growth so far.
static int best_sibling(const cr_broad *broad, const box *fat) {
    const node *n = broad->node;
    int best = first_sibling(broad, fat);
    box both = join(&n[best].box, fat);
    double least = area(&both), own = area(fat), above = 0.0;
    for (int i = n[best].parent; i != NONE; i = n[i].parent) least += growth(&n[i].box, fat);
    for (int i = broad->root; i != NONE;) {
        both = join(&n[i].box, fat);
        double here = area(&both), grown = here - area(&n[i].box);
        if (above + here < least) least = above + here, best = i;
        bool down = !leaf(&n[i]) && own + above + grown < least;
        if (down) {
            above += grown;
            i = n[i].child[0];
            continue;
        }
        for (; n[i].parent != NONE && n[n[i].parent].child[1] == i; i = n[i].parent)
            above -= growth(&n[n[i].parent].box, fat);
        i = n[i].parent == NONE ? NONE : n[n[i].parent].child[1];
    }
    return best;
}

static void replace_child(cr_broad *broad, int parent, int old, int new) {
    if (parent == NONE) broad->root = new;
    else broad->node[parent].child[broad->node[parent].child[1] == old] = new;
    if (new != NONE) broad->node[new].parent = parent;
}

static void insert(cr_broad *broad, int id, const box *fat) {
    int i = take_node(broad);
    node *n = broad->node;
    n[i] = (node){*fat, NONE, {NONE, id}};
    broad->entry[id].node = i;
    if (broad->root == NONE) {
        broad->root = i;
        return;
    }
    int sibling = best_sibling(broad, fat), above = take_node(broad), parent = n[sibling].parent;
    n[above] = (node){*fat, NONE, {sibling, i}};
    replace_child(broad, parent, sibling, above);
    n[sibling].parent = n[i].parent = above;
    refit(broad, above);
}

static void take_out(cr_broad *broad, int i) {
    node *n = broad->node;
    int parent = n[i].parent;
    if (parent == NONE) {
        broad->root = NONE;
    } else {
        int above = n[parent].parent, sibling = n[parent].child[n[parent].child[0] == i];
        replace_child(broad, above, parent, sibling);
        give_node(broad, parent);
        refit(broad, above);
    }
    give_node(broad, i);
}

void cr_broad_remove(cr_broad *broad, int id) {
    entry *e = &broad->entry[id];
    if (e->place == PLACE_TREE) take_out(broad, e->node);
    if (e->place == PLACE_ASIDE) {
        int last = broad->aside[--broad->asides];
        broad->aside[e->node] = last;
        broad->entry[last].node = e->node;
    }
    e->place = PLACE_NONE;
}

// A tenth of its width on every side: a body that moves by less in all stays where it is in the tree.
static const double fat_share = 0.1;
// A fat box wider than this, in widths of the tight one, was made for another size.
static const double fat_limit = 3.0;

void cr_broad_set(cr_broad *broad, int id, cr_vec low, cr_vec high) {
    entry *e = &broad->entry[id];
    e->tight = (box){low, high};
    double wide = widest(&e->tight);
    bool bounded = wide <= 1e300; // false for NaN, too
    if (e->place == PLACE_ASIDE && !bounded) return;
    if (e->place == PLACE_TREE && bounded) {
        const box *fat = &broad->node[e->node].box;
        if (holds(fat, &e->tight) && (widest(fat) <= fat_limit * wide || wide <= 0.0)) return;
    }
    cr_broad_remove(broad, id);
    if (!bounded) {
        *e = (entry){e->tight, PLACE_ASIDE, broad->asides};
        broad->aside[broad->asides++] = id;
        return;
    }
    double m = fat_share * wide;
    e->place = PLACE_TREE;
    insert(broad, id, &(box){{low.x - m, low.y - m, low.z - m}, {high.x + m, high.y + m, high.z + m}});
}

static void sort_rising(int *ids, int count) { // Shell 1959
    for (int step = count / 2; step > 0; step /= 2)
        for (int i = step; i < count; i++) {
            int id = ids[i], k = i;
            for (; k >= step && ids[k - step] > id; k -= step) ids[k] = ids[k - step];
            ids[k] = id;
        }
}

// The next node of a walk from node i: down where its box is met, else on to the next one on the right.
static int next_node(const cr_broad *broad, int i, bool down) {
    const node *n = broad->node;
    if (down && !leaf(&n[i])) return n[i].child[0];
    while (n[i].parent != NONE && n[n[i].parent].child[1] == i) i = n[i].parent;
    return n[i].parent == NONE ? NONE : n[n[i].parent].child[1];
}

static int walk(const cr_broad *broad, const box *wanted, int *ids, int room, int *visited) {
    int found = 0;
    *visited = broad->asides;
    for (int k = 0; k < broad->asides; k++) {
        int id = broad->aside[k];
        if (!meets(&broad->entry[id].tight, wanted)) continue;
        if (found < room) ids[found] = id;
        found++;
    }
    for (int i = broad->root; i != NONE;) {
        const node *n = &broad->node[i];
        bool met = meets(&n->box, wanted);
        ++*visited;
        if (met && leaf(n) && meets(&broad->entry[n->child[1]].tight, wanted)) {
            if (found < room) ids[found] = n->child[1];
            found++;
        }
        i = next_node(broad, i, met);
    }
    return found;
}

int cr_broad_query(const cr_broad *broad, cr_vec low, cr_vec high, int *ids, int room) {
    int visited, found = walk(broad, &(box){low, high}, ids, room, &visited);
    sort_rising(ids, found < room ? found : room);
    return found;
}

int cr_broad_cost(const cr_broad *broad, cr_vec low, cr_vec high) {
    int visited;
    walk(broad, &(box){low, high}, NULL, 0, &visited);
    return visited;
}
