// Arrays of one type that grow in an arena. The compiler knows the type: nothing casts the items, and an
// index is asserted to be below the count.
//     CR_ARRAY(cr_bow) bows;                         a member of a struct; {0} is empty
//     cr_bow *bow = CR_ARRAY_ADD(&all->bows, arena); zeroed; NULL when there is no memory
//     CR_ARRAY_AT(&all->bows, 0)->velocity = 0.2;
// An item may move when another is added: keep its index, not its address. The memory of the items before is
// the arena's until that is rewound, in all no more than the items' own.
#ifndef CAROM_BASE_ARRAY_H
#define CAROM_BASE_ARRAY_H

#include "carom/base.h"

#include <assert.h>

#define CR_ARRAY(type)                                                                                       \
    struct {                                                                                                 \
        type *items;                                                                                         \
        int count, room;                                                                                     \
    }

// The items with room for one more at the end, which is zeroed; as they are, with *room == count, when there
// is no memory.
void *cr_array_grow(void *items, int count, int *room, size_t size, cr_arena *arena);

#define CR_ARRAY_ADD(array, arena)                                                                           \
    ((array)->items =                                                                                        \
         cr_array_grow((array)->items, (array)->count, &(array)->room, sizeof *(array)->items, (arena)),     \
     (array)->count < (array)->room ? &(array)->items[(array)->count++] : NULL)

// Room for `count` things that are read and written in every step, zeroed; the first begins a line of the
// cache. NULL when there is no memory.
enum { CR_CACHE_LINE = 64 };
void *cr_lines_take(cr_arena *arena, size_t count, size_t size);

static inline int cr_array_index(int index, int count) {
    assert(index >= 0 && index < count);
    (void)count;
    return index;
}
#define CR_ARRAY_AT(array, index) (&(array)->items[cr_array_index((index), (array)->count)])

// Takes back the last item: what is refused is not there.
#define CR_ARRAY_DROP(array) ((void)(assert((array)->count > 0), (array)->count--))

#endif
