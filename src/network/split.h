// A network taken apart into parts that nothing joins: each can run by itself, with the same result.
#ifndef CAROM_NETWORK_SPLIT_H
#define CAROM_NETWORK_SPLIT_H

#include "network/network_internal.h"

// More parts than this are bundled: so many are enough to keep threads busy.
enum { CR_SPLIT_MOST = 16 };

typedef struct cr_network_split {
    int count;
    cr_network **parts;
    int *home; // part of each element; -1: a wall that stays where it is, of which every part has a copy
    int *own;  // of each part: elements without these copies, which come last
    cr_part_place *elements, *contacts, *rubs, *bows, *inputs, *pickups; // by their numbers in the network
    int *walls;                                                          // used while it is taken apart
} cr_network_split;

// Finds `count` and `home`, in the arena; `moved`: by element, walls that do not stay where they are. One
// part when nothing can be taken apart. False when there is no memory.
bool cr_network_find_parts(const cr_network *network, const bool *moved, cr_network_split *split);
// Once that is done, moves everything into the parts, which are to be prepared; the network, which is not,
// cannot be used any more. False when there is no memory.
bool cr_network_split_up(cr_network *network, cr_network_split *split);
// Once the parts are prepared: walls that stay where they are need no steps.
void cr_network_split_leave_walls(const cr_network_split *split);
// Whether it may fly in blocks (fly.c): what does so with others would not do so by itself at the same times.
bool cr_network_may_fly(const cr_network *network);

#endif
