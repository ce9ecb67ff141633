// label: long
// How often the friction solver fails, on fresh problems of every class: at most one in a hundred of a class
// and one in a thousand of all, each passive.
#include "test.h"

#include "contact_classes.h"
#include "seeds.h"

enum { EACH = 25, MOST = 3 * 300 };

static bool solves(const cr_coulomb_problem *p, unsigned long long seed, const char *what) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_coulomb_options options = cr_coulomb_options_default();
    cr_coulomb_result result;
    double r[MOST];
    cr_status status = cr_coulomb_solve(p, &options, arena, r, &result, NULL);
    CHECK(status == CR_OK && cr_coulomb_energy(p, r, arena) <= 0.0, "%s, seed %llu: status %d", what, seed,
          status);
    cr_arena_free(arena);
    if (result.method == CR_COULOMB_UNSOLVED)
        printf("%s, seed %llu: unsolved, residual %.2e\n", what, seed, result.residual);
    return result.method != CR_COULOMB_UNSOLVED;
}

int main(void) {
    int all = 0, failed = 0;
    for (TEST_SEEDS(seed, 1, 5000, 7000))
        for (int c = 0; c < CONTACT_CLASSES; c++) {
            const contact_class *k = &contact_classes[c];
            int missed = 0;
            for (int i = 0; i < 4 * EACH; i++) {
                uint64_t own = seed + (uint64_t)(i / 4);
                bodies_problem made = k->make(own, k->size, k->contacts, contact_frictions[i % 4]);
                missed += !solves(&made.bodies, own, k->name);
                bodies_free(&made);
            }
            CHECK(missed <= 1, "%s: %d of %d unsolved", k->name, missed, 4 * EACH);
            all += 4 * EACH;
            failed += missed;
        }
    printf("%d of %d unsolved\n", failed, all);
    CHECK(1000 * failed <= all, "%d of %d unsolved", failed, all);
    return test_summary();
}
