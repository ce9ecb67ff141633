// Bodies side by side in memory: what is read one after the other comes from the cache in whole lines, and is
// fetched ahead of time. Thousands of bodies that were made one by one lie kilobytes apart.
#include "base/array.h"
#include "modal/resonator.h"

#include <string.h>

static size_t lines(size_t bytes) {
    return (bytes + CR_CACHE_LINE - 1) / CR_CACHE_LINE * CR_CACHE_LINE;
}

// Those that come and go are made too.
static int taps_made(const cr_resonator *body) {
    return body->late ? body->late->first + body->late->room : body->tap_count;
}

static size_t taps_size(const cr_resonator *body) {
    return lines((size_t)taps_made(body) * sizeof *body->taps);
}

// With the zeros behind its end (kernels.h).
static size_t row_size(const cr_resonator *body) {
    return body->modes ? lines((size_t)(body->room + CR_LANES) * sizeof(double)) : 0;
}

static bool has_rows(const cr_resonator *body) { // in doubles; floats stay where they are
    return body->modes && !body->single;
}

static size_t pairs_bytes(const cr_resonator *body) {
    return (size_t)(body->pair_stride * body->pair_stride) * sizeof **body->pairs;
}

static size_t pushed_bytes(const cr_resonator *body) {
    return (size_t)body->tap_room * sizeof *body->pushed;
}

static size_t state_size(const cr_resonator *body) {
    return taps_size(body) + lines(pairs_bytes(body) + pushed_bytes(body)) +
           (has_rows(body) ? 2 * row_size(body) : 0);
}

static size_t coefficients_size(const cr_resonator *body) {
    return has_rows(body) ? (3 + 2 * (size_t)taps_made(body)) * row_size(body) : 0;
}

static void *put(char **room, const void *from, size_t bytes) {
    void *to = memcpy(*room, from, bytes);
    *room += lines(bytes);
    return to;
}

// Two that are read one after the other share lines.
static void put_both(cr_resonator *body, char **room) {
    char *to = *room;
    *room += lines(pairs_bytes(body) + pushed_bytes(body));
    body->pairs[0] = memcpy(to, body->pairs[0], pairs_bytes(body));
    body->pushed = memcpy(to + pairs_bytes(body), body->pushed, pushed_bytes(body));
}

static void gather_state(cr_resonator *body, char **room) {
    body->taps = put(room, body->taps, (size_t)taps_made(body) * sizeof *body->taps);
    put_both(body, room);
    if (!has_rows(body)) return;
    body->p = put(room, body->p, row_size(body));
    body->r = put(room, body->r, row_size(body));
    body->state = (cr_mode_rows){body->p, body->r};
}

static void gather_coefficients(cr_resonator *body, char **room) {
    if (!has_rows(body)) return;
    cr_mode_table *t = &body->table[0];
    size_t row = row_size(body);
    t->turn.m11 = t->m11 = put(room, t->m11, row);
    t->turn.m12 = t->m12 = put(room, t->m12, row);
    t->turn.m22 = t->m22 = put(room, t->m22, row);
    for (int k = 0; k < taps_made(body); k++) {
        cr_tap *tap = &body->taps[k];
        tap->a[0] = put(room, tap->a[0], row);
        tap->b[0] = put(room, tap->b[0], row);
        tap->shape[0] = (cr_tap_shape){tap->a[0], tap->b[0]};
    }
}

cr_status cr_resonators_gather(cr_resonator *const *bodies, int count, cr_arena *arena, cr_error *error) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        if (bodies[i]) bytes += state_size(bodies[i]) + coefficients_size(bodies[i]);
    char *room = cr_lines_take(arena, bytes, 1);
    if (!room) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d bodies", count);
    for (int i = 0; i < count; i++)
        if (bodies[i]) gather_state(bodies[i], &room);
    for (int i = 0; i < count; i++)
        if (bodies[i]) gather_coefficients(bodies[i], &room);
    return CR_OK;
}
