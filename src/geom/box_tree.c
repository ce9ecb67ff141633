// A leaf goes where the tree's surface grows least; the area of boxes measures how often a walk enters them
// (Goldsmith and Salmon 1987). On the way up children and grandchildren change places where that makes a box
// smaller, so that boxes that come in order do not make a list.
#include "geom/box_tree.h"

enum { NONE = CR_BOX_NONE };

static double low_of(double a, double b) {
    return a < b ? a : b;
}
static double high_of(double a, double b) {
    return a > b ? a : b;
}
static cr_box join(const cr_box *a, const cr_box *b) {
    return (cr_box){
        {low_of(a->low.x, b->low.x), low_of(a->low.y, b->low.y), low_of(a->low.z, b->low.z)},
        {high_of(a->high.x, b->high.x), high_of(a->high.y, b->high.y), high_of(a->high.z, b->high.z)}};
}
static double area(const cr_box *a) {
    cr_vec d = cr_vec_sub(a->high, a->low);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

bool cr_box_tree_begin(cr_box_tree *tree, cr_arena *arena, int count) {
    int nodes = count > 0 ? 2 * count - 1 : 0;
    *tree = (cr_box_tree){.root = NONE, .free = nodes ? 0 : NONE};
    tree->node = cr_arena_take(arena, (size_t)nodes + 1, sizeof *tree->node);
    for (int i = 0; tree->node && i < nodes; i++) tree->node[i].parent = i + 1 < nodes ? i + 1 : NONE;
    return tree->node != NULL;
}

static int take_node(cr_box_tree *tree) {
    int i = tree->free;
    tree->free = tree->node[i].parent;
    return i;
}
static void give_node(cr_box_tree *tree, int i) {
    tree->node[i].parent = tree->free;
    tree->free = i;
}
static bool leaf(const cr_box_node *n) {
    return n->child[0] == NONE;
}

// Lets the grandchild `low` of node i (a child of its child `side`) change places with the other child where
// the box of child `side` gets smaller by it.
static void rotate(cr_box_tree *tree, int i) {
    cr_box_node *n = tree->node, *top = &n[i];
    double best = 0.0;
    int best_side = NONE, best_low = 0;
    for (int side = 0; side < 2; side++) {
        const cr_box_node *inner = &n[top->child[side]];
        if (leaf(inner)) continue;
        double now = area(&inner->box);
        for (int low = 0; low < 2; low++) {
            cr_box then = join(&n[top->child[1 - side]].box, &n[inner->child[1 - low]].box);
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

static void refit(cr_box_tree *tree, int i) {
    cr_box_node *n = tree->node;
    for (; i != NONE; i = n[i].parent) {
        rotate(tree, i);
        n[i].box = join(&n[n[i].child[0]].box, &n[n[i].child[1]].box);
    }
}

static double growth(const cr_box *a, const cr_box *fat) {
    cr_box both = join(a, fat);
    return area(&both) - area(a);
}

// Down the tree where the box grows least, as a first guess.
static int first_sibling(const cr_box_tree *tree, const cr_box *fat) {
    const cr_box_node *n = tree->node;
    int i = tree->root;
    while (!leaf(&n[i])) {
        double first = growth(&n[n[i].child[0]].box, fat), second = growth(&n[n[i].child[1]].box, fat);
        i = n[i].child[second < first];
    }
    return i;
}

// The node beside which a new leaf costs least: its own new box and the growth of those above (Bittner and
// others 2013). Below a node it costs at least the leaf's own area and the growth so far.
static int best_sibling(const cr_box_tree *tree, const cr_box *fat) {
    const cr_box_node *n = tree->node;
    int best = first_sibling(tree, fat);
    cr_box both = join(&n[best].box, fat);
    double least = area(&both), own = area(fat), above = 0.0;
    for (int i = n[best].parent; i != NONE; i = n[i].parent) least += growth(&n[i].box, fat);
    for (int i = tree->root; i != NONE;) {
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

static void replace_child(cr_box_tree *tree, int parent, int old, int new) {
    if (parent == NONE) tree->root = new;
    else tree->node[parent].child[tree->node[parent].child[1] == old] = new;
    if (new != NONE) tree->node[new].parent = parent;
}

int cr_box_tree_insert(cr_box_tree *tree, int id, const cr_box *fat) {
    int i = take_node(tree);
    cr_box_node *n = tree->node;
    n[i] = (cr_box_node){*fat, NONE, {NONE, id}};
    if (tree->root == NONE) {
        tree->root = i;
        return i;
    }
    int sibling = best_sibling(tree, fat), above = take_node(tree), parent = n[sibling].parent;
    n[above] = (cr_box_node){*fat, NONE, {sibling, i}};
    replace_child(tree, parent, sibling, above);
    n[sibling].parent = n[i].parent = above;
    refit(tree, above);
    return i;
}

void cr_box_tree_remove(cr_box_tree *tree, int i) {
    cr_box_node *n = tree->node;
    int parent = n[i].parent;
    if (parent == NONE) {
        tree->root = NONE;
    } else {
        int above = n[parent].parent, sibling = n[parent].child[n[parent].child[0] == i];
        replace_child(tree, above, parent, sibling);
        give_node(tree, parent);
        refit(tree, above);
    }
    give_node(tree, i);
}

// The next node on the right.
static int after(const cr_box_tree *tree, int i) {
    const cr_box_node *n = tree->node;
    while (n[i].parent != NONE && n[n[i].parent].child[1] == i) i = n[i].parent;
    return n[i].parent == NONE ? NONE : n[n[i].parent].child[1];
}

int cr_box_tree_next(const cr_box_tree *tree, const cr_box *wanted, cr_box_walk *walk) {
    for (int i = walk->at == NONE ? tree->root : after(tree, walk->at); i != NONE;) {
        const cr_box_node *n = &tree->node[i];
        bool met = cr_box_meets(&n->box, wanted);
        walk->visited++;
        if (met && leaf(n)) {
            walk->at = i;
            return n->child[1];
        }
        i = met ? n->child[0] : after(tree, i);
    }
    return NONE;
}
