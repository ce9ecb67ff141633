// A binary tree of boxes, of which leaves are boxes of ids.
#ifndef CAROM_GEOM_BOX_TREE_H
#define CAROM_GEOM_BOX_TREE_H

#include "carom/space.h"

typedef struct cr_box {
    cr_vec low, high;
} cr_box;

static inline bool cr_box_meets(const cr_box *a, const cr_box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}
static inline bool cr_box_holds(const cr_box *a, const cr_box *b) {
    return a->low.x <= b->low.x && b->high.x <= a->high.x && a->low.y <= b->low.y && b->high.y <= a->high.y &&
           a->low.z <= b->low.z && b->high.z <= a->high.z;
}

enum { CR_BOX_NONE = -1 };

typedef struct cr_box_node {
    cr_box box;
    int parent, child[2]; // child[0] == CR_BOX_NONE: a leaf, child[1] is its id
} cr_box_node;

typedef struct cr_box_tree {
    int root, free;
    cr_box_node *node; // free ones are linked by `parent`
} cr_box_tree;

// Room for `count` leaves. False: no memory.
bool cr_box_tree_begin(cr_box_tree *tree, cr_arena *arena, int count);
// A new leaf: its node.
int cr_box_tree_insert(cr_box_tree *tree, int id, const cr_box *box);
void cr_box_tree_remove(cr_box_tree *tree, int leaf);
// A walk over the leaves whose boxes meet a wanted one.
typedef struct cr_box_walk {
    int at;      // the node of the last leaf; begins with CR_BOX_NONE
    int visited; // boxes that were looked at
} cr_box_walk;
// The id of the next leaf, or CR_BOX_NONE.
int cr_box_tree_next(const cr_box_tree *tree, const cr_box *wanted, cr_box_walk *walk);

#endif
