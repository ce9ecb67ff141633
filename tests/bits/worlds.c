// world_bits COUNT: a checksum of the state in which each of so many random worlds ends, alone and with the
// islands of a moment in another order, as threads may have them. tools/check-bits compares builds by it.
#include "random_world.h"

#include <stdio.h>
#include <stdlib.h>

static void backwards(void *context, int count, void (*task)(void *task_context, int i), void *task_context) {
    (void)context;
    for (int i = count - 1; i >= 0; i--) task(task_context, i);
}

int main(int argc, char **argv) {
    const cr_world_workers workers = {.each = backwards};
    int count = argc > 1 ? atoi(argv[1]) : 20, status = 0;
    for (int seed = 1; seed <= count; seed++) {
        uint32_t sum = random_world_sum((uint64_t)seed, 1000, NULL),
                 other = random_world_sum((uint64_t)seed, 1000, &workers);
        printf("%d %08x\n", seed, (unsigned)sum);
        if (sum == other) continue;
        fprintf(stderr, "world %d: the order of islands changes its bits\n", seed);
        status = 1;
    }
    return status;
}
