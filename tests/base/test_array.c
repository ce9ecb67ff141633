// Arrays that grow: items keep their values while they move, new ones are zero even where another was
// dropped, and one that finds no memory leaves the array as it was.
#include "base/array.h"
#include "budget.h"
#include "test.h"

typedef struct pair {
    double a;
    int b;
} pair;

static void test_growth(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    struct {
        CR_ARRAY(pair) pairs;
        CR_ARRAY(const char *) names;
    } all = {0};
    for (int i = 0; i < 1000; i++) {
        pair *p = CR_ARRAY_ADD(&all.pairs, arena);
        const char **name = CR_ARRAY_ADD(&all.names, arena);
        CHECK(p && p->a == 0.0 && p->b == 0 && name && !*name, "item %d is there and zero", i);
        if (!p || !name) break;
        *p = (pair){0.5 * i, i};
        *name = i % 2 ? "odd" : "even";
    }
    CHECK(all.pairs.count == 1000, "got %d", all.pairs.count);
    for (int i = 0; i < all.pairs.count; i++) {
        const pair *p = CR_ARRAY_AT(&all.pairs, i);
        CHECK(p->a == 0.5 * i && p->b == i, "item %d became %g, %d", i, p->a, p->b);
        CHECK((*CR_ARRAY_AT(&all.names, i))[0] == (i % 2 ? 'o' : 'e'), "name %d", i);
    }
    cr_arena_free(arena);
}

static void test_drop(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    CR_ARRAY(int) numbers = {0};
    *CR_ARRAY_ADD(&numbers, arena) = 7;
    CR_ARRAY_DROP(&numbers);
    CHECK(numbers.count == 0, "got %d", numbers.count);
    CHECK(*CR_ARRAY_ADD(&numbers, arena) == 0, "the next is zero, not what was dropped");
    cr_arena_free(arena);
}

static void test_no_memory(void) {
    budget b = {.left = 3}; // the arena, its first block and one more
    cr_arena *arena = cr_arena_new(budget_allocator(&b));
    CR_ARRAY(pair) pairs = {0};
    pair *p;
    while ((p = CR_ARRAY_ADD(&pairs, arena))) *p = (pair){pairs.count, -pairs.count};
    int count = pairs.count;
    CHECK(count > 8 && !CR_ARRAY_ADD(&pairs, arena) && pairs.count == count, "%d items, then %d", count,
          pairs.count);
    for (int i = 0; i < count; i++)
        CHECK(CR_ARRAY_AT(&pairs, i)->b == -1 - i, "item %d became %d", i, CR_ARRAY_AT(&pairs, i)->b);
    cr_arena_free(arena);
    CHECK(b.live == 0, "%d leaked", b.live);
}

int main(void) {
    test_growth();
    test_drop();
    test_no_memory();
    return test_summary();
}
