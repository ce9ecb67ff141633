// A heap of running bodies; ties go to the lower number.
#include "world/world_internal.h"

static bool before(const cr_queue_item *a, const cr_queue_item *b) {
    return a->t1 < b->t1 || (a->t1 == b->t1 && a->body < b->body);
}

static void put_at(cr_world *w, int place, cr_queue_item item) {
    w->heap[place] = item;
    w->heap_at[item.body] = place;
}

static void sift_up(cr_world *w, int place) {
    cr_queue_item item = w->heap[place];
    while (place > 0 && before(&item, &w->heap[(place - 1) / 2])) {
        put_at(w, place, w->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put_at(w, place, item);
}

static void sift_down(cr_world *w, int place) {
    cr_queue_item item = w->heap[place];
    for (;;) {
        int child = 2 * place + 1;
        if (child + 1 < w->heap_count && before(&w->heap[child + 1], &w->heap[child])) child++;
        if (child >= w->heap_count || !before(&w->heap[child], &item)) break;
        put_at(w, place, w->heap[child]);
        place = child;
    }
    put_at(w, place, item);
}

void cr_queue_put(cr_world *w, int body) {
    put_at(w, w->heap_count, (cr_queue_item){w->mover[body].t1, body});
    sift_up(w, w->heap_count++);
}

void cr_queue_remove(cr_world *w, int body) {
    int place = w->heap_at[body];
    if (place < 0) return;
    w->heap_at[body] = -1;
    cr_queue_item last = w->heap[--w->heap_count];
    if (last.body == body) return;
    put_at(w, place, last);
    sift_up(w, place);
    sift_down(w, w->heap_at[last.body]);
}
