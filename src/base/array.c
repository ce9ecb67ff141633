#include "base/array.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

void *cr_lines_take(cr_arena *arena, size_t count, size_t size) {
    if (size && count > (SIZE_MAX - CR_CACHE_LINE) / size) return NULL;
    char *memory = cr_arena_take(arena, count * size + CR_CACHE_LINE, 1);
    if (!memory) return NULL;
    return memory + (CR_CACHE_LINE - (uintptr_t)memory % CR_CACHE_LINE) % CR_CACHE_LINE;
}

void *cr_array_grow(void *items, int count, int *room, size_t size, cr_arena *arena) {
    if (count == *room) {
        if (count > INT_MAX / 2) return items;
        int more = *room ? 2 * *room : 8;
        void *grown = cr_arena_take(arena, (size_t)more, size);
        if (!grown) return items;
        if (count) memcpy(grown, items, (size_t)count * size);
        *room = more;
        items = grown;
    }
    memset((char *)items + (size_t)count * size, 0, size); // one that was dropped may have been here
    return items;
}
