// label: long
// The estimated error of a frequency bounds it in 95 of 100 cases and is within a factor of 5: twenty fresh
// bodies, of the seed CAROM_SEED or of the time.
#include "random_body.h"
#include "test.h"

#include <stdlib.h>
#include <time.h>

int main(void) {
    enum { BODIES = 20, MODES = 12 };
    const char *given = getenv("CAROM_SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    random_bodies c = {0};
    printf("CAROM_SEED=%u\n", seed);
    for (unsigned i = 0; i < BODIES; i++) random_body_run(seed + i, MODES, 0.003, &c);
    printf("%d modes: %d errors above their estimate, %d estimates above five times the error, ratios %.2f "
           "to %.2f\n",
           c.modes, c.unbound, c.loose, c.low, c.high);
    CHECK(c.modes == BODIES * MODES && c.inaccurate <= c.modes / 100, "%d modes further off than 0.3 %%",
          c.inaccurate);
    CHECK(20 * c.unbound <= c.modes && 20 * c.loose <= c.modes, "%d unbound, %d loose", c.unbound, c.loose);
    return test_summary();
}
