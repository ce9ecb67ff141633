// Which boxes meet: a tree of fattened boxes that move a little at a time. Boxes without bounds (a floor) are
// kept aside and meet everything.
#ifndef CAROM_GEOM_BROAD_H
#define CAROM_GEOM_BROAD_H

#include "carom/space.h"

typedef struct cr_broad cr_broad;

// Room for `count` boxes, all empty at first. NULL without memory.
cr_broad *cr_broad_new(cr_arena *arena, int count);
// Sets the box of id. Cheap where it stays inside its fattened one.
void cr_broad_set(cr_broad *broad, int id, cr_vec low, cr_vec high);
void cr_broad_remove(cr_broad *broad, int id);
// All ids whose boxes (not fattened) meet the given one, rising; returns how many there are, writes at most
// `room`.
int cr_broad_query(const cr_broad *broad, cr_vec low, cr_vec high, int *ids, int room);
// The same for the box of an id that has one, without itself, which costs no query as long as boxes stay
// inside their fattened ones; ids: room for all.
int cr_broad_near(const cr_broad *broad, int id, int *ids);
// How many boxes a query looks at: the measure of its cost.
int cr_broad_cost(const cr_broad *broad, cr_vec low, cr_vec high);

#endif
