// A heap of running bodies; ties go to the lower number.
#include "world/world_internal.h"

static bool before(const cr_world *w, int a, int b) {
    double ta = w->mover[a].t1, tb = w->mover[b].t1;
    return ta < tb || (ta == tb && a < b);
}

static void put_at(cr_world *w, int place, int body) {
    w->heap[place] = body;
    w->heap_at[body] = place;
}

static void sift_up(cr_world *w, int place) {
    int body = w->heap[place];
    while (place > 0 && before(w, body, w->heap[(place - 1) / 2])) {
        put_at(w, place, w->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put_at(w, place, body);
}

static void sift_down(cr_world *w, int place) {
    int body = w->heap[place];
    for (;;) {
        int child = 2 * place + 1;
        if (child + 1 < w->heap_count && before(w, w->heap[child + 1], w->heap[child])) child++;
        if (child >= w->heap_count || !before(w, w->heap[child], body)) break;
        put_at(w, place, w->heap[child]);
        place = child;
    }
    put_at(w, place, body);
}

void cr_queue_put(cr_world *w, int body) {
    put_at(w, w->heap_count, body);
    sift_up(w, w->heap_count++);
}

void cr_queue_remove(cr_world *w, int body) {
    int place = w->heap_at[body];
    if (place < 0) return;
    w->heap_at[body] = -1;
    int last = w->heap[--w->heap_count];
    if (last == body) return;
    put_at(w, place, last);
    sift_up(w, place);
    sift_down(w, w->heap_at[last]);
}
