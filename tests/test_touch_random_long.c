// label: long
// A million random networks that touch and rub, for 100 samples each.
#include "random_touch.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *sanitized = getenv("CAROM_SANITIZE");
    long count = sanitized && strcmp(sanitized, "ON") == 0 ? 50000 : 1000000;
    int failures = run_random_touches(1000000, count, 100);
    CHECK(failures == 0, "%d of %ld networks", failures, count);
    return test_summary();
}
