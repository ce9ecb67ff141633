// What acts on common points of a network, in time that grows with what there is: contacts, springs and
// frictions are things here, each of which uses a few points (of grids) or bodies.
#ifndef CAROM_BASE_NEAR_H
#define CAROM_BASE_NEAR_H

#include "base/bucket.h"
#include "base/skyline.h"

typedef struct cr_near {
    int things, points, uses;
    int *thing, *point; // of each use, filled in after cr_near_take
    cr_buckets by_thing, by_point;
    int *group;       // of a thing: the least of all that are joined to it
    int *list, count; // what a look has found
    int *seen, looks; // in which look a thing was found last
    int *place;       // of a thing among the members of its group; -1: it is none
    cr_arena *arena;
} cr_near;

// Room for so many uses; false when there is no memory, as below.
bool cr_near_take(cr_near *near, int things, int points, int uses, cr_arena *arena);
bool cr_near_sort(cr_near *near);
// What uses a point that this thing uses, itself among them, into near->list.
void cr_near_look(cr_near *near, int thing);
void cr_near_join(cr_near *near, int a, int b);
// Once all are joined: the members of the groups, those of group g at item[start[g]] .. item[start[g + 1] -
// 1].
bool cr_near_groups(cr_near *near, cr_buckets *members);
// Which of these members of one group share points; they are put into an order that keeps those close
// together.
bool cr_near_pattern(cr_near *near, int *member, int count, cr_pattern *pattern);

#endif
