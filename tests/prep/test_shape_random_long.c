// label: long
// Every shape with 200 sets of parameters at random: a mesh that passes its check, with a closed surface of
// the right kind and elements that are nowhere folded, or a reason why the parameters do not fit.
#include "random_shape.h"
#include "seeds.h"
#include "test.h"

int main(void) {
    int count;
    const cr_shape_type *const *types = cr_shape_types(&count);
    for (TEST_SEEDS(seed, 1000))
        for (int i = 0; i < count; i++) {
            random_shapes r = random_shape_run(types[i], 200, (unsigned)(seed + (unsigned)i));
            printf("%-12s %3d meshed, %3d refused, worst shape %.3f, smallest Jacobian %.3f\n",
                   types[i]->name, r.meshed, r.refused, r.quality, r.jacobian);
            CHECK(r.bad == 0, "%s, %d times: %s", types[i]->name, r.bad, r.what);
            CHECK(r.meshed >= 20, "%s: only %d fit", types[i]->name, r.meshed);
            // Long cells are no fault, flat ones are; a tenth of the straight volume is far from folding
            // over.
            CHECK(r.quality > 0.01 && r.jacobian > 0.05, "%s: shape %g, Jacobian %g", types[i]->name,
                  r.quality, r.jacobian);
        }
    return test_summary();
}
