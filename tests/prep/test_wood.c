// Woods: every one is a possible material, the grain lies along x.
#include "carom/solid.h"
#include "io/modes/nature.h"
#include "prep/fem/wood.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// The first mode that moves along x, Hz.
static double longitudinal(cr_arena *arena, const cr_elastic *elastic) {
    cr_solid_def solid = cr_solid_def_default();
    const cr_solid_watch watch = {.fresh = true};
    cr_modes modes;
    cr_error error = {0};
    solid.shape = cr_shape_find("box", &error);
    cr_param_defaults(solid.shape->params, solid.shape->param_count, solid.value);
    const double side[] = {0.3, 0.008, 0.008};
    for (int i = 0; i < 3; i++)
        cr_param_set(solid.shape->params, solid.shape->param_count, solid.value, "box",
                     (const char *[]){"x", "y", "z"}[i], side[i], &error);
    solid.elastic = *elastic;
    solid.material[0] = '\0';
    solid.count = 24;
    solid.accuracy = 0.3; // the mode looked for is right long before the others
    CHECK(cr_solid_modes(&solid, &watch, arena, &modes, NULL, &error) == CR_OK, "%s", error.reason);
    for (int m = 0; m < modes.count; m++) {
        cr_mode_nature nature;
        if (cr_mode_nature_find(&modes, m, arena, &nature, NULL) == CR_OK && nature.share[0] > 0.8)
            return modes.frequency[m];
    }
    return CR_NAN;
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int count;
    const cr_wood *woods = cr_woods(&count);
    cr_error error = {0};
    setenv("CAROM_CACHE", "", 1); // none
    for (int i = 0; i < count; i++) {
        cr_elastic e = cr_wood_elastic(&woods[i]);
        CHECK(cr_elastic_check(&e, woods[i].name, &error) == CR_OK, "%s: %s", woods[i].name, error.reason);
        CHECK(e.young[0] > 5.0 * e.young[1] && e.young[1] > e.young[2], "%s is stiffest along the grain",
              woods[i].name);
    }
    // Waves along a thin rod: f = sqrt(E_x/density)/(2 length); the sides' own inertia lowers it by
    // (pi nu r/length)^2/2 with r the radius of gyration, 1e-5 here.
    cr_elastic spruce = cr_wood_elastic(cr_wood_find("spruce", &error));
    CHECK_REL(longitudinal(arena, &spruce), sqrt(spruce.young[0] / spruce.density) / 0.6, 1e-3);
    CHECK(!cr_wood_find("spruse", &error) && strstr(error.reason, "did you mean \"spruce\""), "%s",
          error.reason);
    cr_arena_free(arena);
    return test_summary();
}
