// Ten thousand random networks that touch and rub, for 1000 samples each: finite, passive, never pulling.
#include "random_touch.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *sanitized = getenv("CAROM_SANITIZE");
    long count = sanitized && strcmp(sanitized, "ON") == 0 ? 1000 : 10000;
    int failures = run_random_touches(0, count, 1000);
    CHECK(failures == 0, "%d of %ld networks", failures, count);
    return test_summary();
}
