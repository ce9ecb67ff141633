// label: once
// The estimated error of a frequency bounds it, and is not much larger: a box, an orthotropic box and
// a cylinder of fixed seeds, to 1 %.
#include "random_body.h"
#include "test.h"

int main(void) {
    static const unsigned seeds[] = {3, 6, 11};
    random_bodies c = {0};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) random_body_run(seeds[i], 6, 0.01, &c);
    CHECK(c.modes == 18 && c.inaccurate == 0, "%d of %d modes are further off than 1 %%", c.inaccurate,
          c.modes);
    CHECK(c.unbound == 0 && c.loose == 0,
          "%d errors above their estimate, %d estimates above five times the error", c.unbound, c.loose);
    return test_summary();
}
