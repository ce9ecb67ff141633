#include "carom/base.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block *previous;
    size_t capacity, used; // bytes of payload
} block;

struct cr_arena {
    cr_allocator allocator;
    block *last;
    block *spare; // the largest that was given up, if large: it is not given back to be asked for again
};

static const size_t first_capacity = 4096;
static const size_t large =
    65536; // smaller blocks are better shared: many arenas find one still in the cache

static size_t align_up(size_t bytes) {
    size_t a = alignof(max_align_t);
    return (bytes + a - 1) / a * a;
}

static void *payload(block *b) {
    return (char *)b + align_up(sizeof *b);
}

static void *default_allocate(void *context, size_t bytes) {
    (void)context;
    return malloc(bytes);
}

static void default_release(void *context, void *memory) {
    (void)context;
    free(memory);
}

cr_allocator cr_allocator_default(void) {
    return (cr_allocator){default_allocate, default_release, NULL};
}

cr_arena *cr_arena_new(cr_allocator allocator) {
    cr_arena *arena = allocator.allocate(allocator.context, sizeof *arena);
    if (arena) *arena = (cr_arena){.allocator = allocator, .last = NULL};
    return arena;
}

static void drop_last(cr_arena *arena) {
    block *dropped = arena->last, *kept = arena->spare;
    arena->last = dropped->previous;
    if (dropped->capacity >= large && (!kept || kept->capacity < dropped->capacity)) {
        arena->spare = dropped;
        dropped = kept;
    }
    if (dropped) arena->allocator.release(arena->allocator.context, dropped);
}

void cr_arena_free(cr_arena *arena) {
    if (!arena) return;
    while (arena->last) drop_last(arena);
    cr_allocator allocator = arena->allocator;
    if (arena->spare) allocator.release(allocator.context, arena->spare);
    allocator.release(allocator.context, arena);
}

cr_allocator cr_arena_allocator(const cr_arena *arena) {
    return arena->allocator;
}

static bool grow(cr_arena *arena, size_t bytes) {
    block *spare = arena->spare;
    if (spare && spare->capacity >= bytes) {
        spare->previous = arena->last;
        spare->used = 0;
        arena->last = spare;
        arena->spare = NULL;
        return true;
    }
    size_t capacity = arena->last ? 2 * arena->last->capacity : first_capacity;
    if (capacity < bytes) capacity = bytes;
    size_t header = align_up(sizeof(block));
    if (capacity > SIZE_MAX - header) return false;
    block *b = arena->allocator.allocate(arena->allocator.context, header + capacity);
    if (!b) return false;
    *b = (block){.previous = arena->last, .capacity = capacity, .used = 0};
    arena->last = b;
    return true;
}

void *cr_arena_take_unset(cr_arena *arena, size_t count, size_t size) {
    if (size && count > (SIZE_MAX / 4) / size) return NULL;
    size_t bytes = align_up(count * size);
    bool fits = arena->last && arena->last->capacity - arena->last->used >= bytes;
    if (!fits && !grow(arena, bytes)) return NULL;
    void *memory = (char *)payload(arena->last) + arena->last->used;
    arena->last->used += bytes;
    return memory;
}

void *cr_arena_take(cr_arena *arena, size_t count, size_t size) {
    void *memory = cr_arena_take_unset(arena, count, size);
    return memory ? memset(memory, 0, align_up(count * size)) : NULL;
}

cr_arena_mark cr_arena_here(const cr_arena *arena) {
    return (cr_arena_mark){arena->last, arena->last ? arena->last->used : 0};
}

void cr_arena_rewind(cr_arena *arena, cr_arena_mark mark) {
    while (arena->last != mark.block) drop_last(arena);
    if (arena->last) arena->last->used = mark.used;
}

size_t cr_arena_size(const cr_arena *arena) {
    size_t bytes = 0;
    for (const block *b = arena->last; b; b = b->previous) bytes += b->used;
    return bytes;
}

void cr_arena_save(const cr_arena *arena, void *copy) {
    char *to = copy;
    for (block *b = arena->last; b; b = b->previous) {
        memcpy(to, payload(b), b->used);
        to += b->used;
    }
}

void cr_arena_restore(cr_arena *arena, const void *copy) {
    const char *from = copy;
    for (block *b = arena->last; b; b = b->previous) {
        memcpy(payload(b), from, b->used);
        from += b->used;
    }
}
