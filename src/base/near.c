#include "base/near.h"

bool cr_near_take(cr_near *near, int things, int points, int uses, cr_arena *arena) {
    int **arrays[] = {&near->group, &near->list, &near->seen, &near->place};
    *near = (cr_near){.things = things, .points = points, .uses = uses, .arena = arena};
    near->thing = cr_arena_take(arena, (size_t)uses + 1, sizeof(int));
    near->point = cr_arena_take(arena, (size_t)uses + 1, sizeof(int));
    bool all = near->thing && near->point;
    for (int i = 0; i < 4; i++)
        all = (*arrays[i] = cr_arena_take(arena, (size_t)things + 1, sizeof(int))) && all;
    for (int i = 0; all && i < things; i++) {
        near->group[i] = i;
        near->place[i] = -1;
    }
    return all;
}

bool cr_near_sort(cr_near *near) {
    return cr_buckets_make(&near->by_thing, near->thing, near->uses, near->things, near->arena) &&
           cr_buckets_make(&near->by_point, near->point, near->uses, near->points, near->arena);
}

void cr_near_look(cr_near *near, int thing) {
    const cr_buckets *mine = &near->by_thing, *all = &near->by_point;
    near->count = 0;
    near->looks++;
    for (int u = mine->start[thing]; u < mine->start[thing + 1]; u++) {
        int point = near->point[mine->item[u]];
        for (int v = all->start[point]; v < all->start[point + 1]; v++) {
            int other = near->thing[all->item[v]];
            if (near->seen[other] == near->looks) continue;
            near->seen[other] = near->looks;
            near->list[near->count++] = other;
        }
    }
}

// The root of a tree of joined things, paths halved on the way.
static int root_of(cr_near *near, int i) {
    while (near->group[i] != i) i = near->group[i] = near->group[near->group[i]];
    return i;
}

void cr_near_join(cr_near *near, int a, int b) {
    int i = root_of(near, a), j = root_of(near, b);
    near->group[i < j ? j : i] = i < j ? i : j;
}

bool cr_near_groups(cr_near *near, cr_buckets *members) {
    for (int i = 0; i < near->things; i++) near->group[i] = root_of(near, i);
    return cr_buckets_make(members, near->group, near->things, near->things, near->arena);
}

// As i rises, so do the columns of every row.
static bool fill(cr_near *near, const int *member, int count, cr_pattern *p) {
    int *next = p->row + 1; // where the next entry of a row goes
    for (int i = 0; i < count; i++) near->place[member[i]] = i;
    for (int i = 0; i < count + 2; i++) p->row[i] = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            cr_near_look(near, member[i]);
            for (int k = 0; k < near->count; k++) {
                int j = near->place[near->list[k]];
                if (j < 0 || near->group[near->list[k]] != near->group[member[i]]) continue;
                if (pass == 0) next[j + 1]++;
                else p->column[next[j]++] = i;
            }
        }
        if (pass) continue;
        for (int i = 0; i < count; i++) next[i + 1] += next[i];
        if (!p->column) p->column = cr_arena_take(near->arena, (size_t)next[count] + 1, sizeof *p->column);
        if (!p->column) return false;
    }
    return true;
}

bool cr_near_pattern(cr_near *near, int *member, int count, cr_pattern *p) {
    int *order = cr_arena_take(near->arena, (size_t)count + 1, sizeof *order);
    *p = (cr_pattern){.count = count, .row = cr_arena_take(near->arena, (size_t)count + 2, sizeof *p->row)};
    if (!order || !p->row || !fill(near, member, count, p)) return false;
    if (!cr_pattern_order(p, order, near->arena)) return false;
    bool changed = false;
    for (int i = 0; i < count; i++) {
        changed = changed || order[i] != i;
        order[i] = member[order[i]];
    }
    for (int i = 0; i < count; i++) member[i] = order[i];
    return !changed || fill(near, member, count, p);
}
