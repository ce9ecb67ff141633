// What one core of this machine can do, measured in the run whose figures are compared with it.
#include "limit.h"

int main(void) {
    static const struct {
        const char *name;
        size_t bytes;
    } sizes[] = {
        {"16 KiB", 16u << 10}, {"256 KiB", 256u << 10}, {"8 MiB", 8u << 20}, {"256 MiB", 256u << 20}};
    for (int lanes = 4; lanes <= 8; lanes += 4) {
        char name[60];
        snprintf(name, sizeof name, "multiply-adds of doubles; %d at once", lanes);
        if (bench_has(lanes))
            bench_figure(name, "limit", "1e9 per second", 1e-9 * bench_multiply_adds(lanes));
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char name[60];
        snprintf(name, sizeof name, "read of %s", sizes[i].name);
        bench_figure(name, "limit", "GB per second", 1e-9 * bench_bytes(sizes[i].bytes, 0));
        snprintf(name, sizeof name, "read and written of %s", sizes[i].name);
        bench_figure(name, "limit", "GB per second", 1e-9 * bench_bytes(sizes[i].bytes, 1));
    }
    bench_figure("a dependent addition", "limit", "ns", bench_addition_ns());
    return 0;
}
