// libFuzzer entry: any bytes as a friction problem; one that is read is solved with little effort.
// ./check --all builds and runs it.
#include "fuzz_budget.h"
#include "io/file/contact_problem.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cr_status use(const cr_coulomb_problem *problem, cr_arena *arena, cr_error *error) {
    cr_coulomb_options options = cr_coulomb_options_default();
    cr_coulomb_result result;
    double *r = cr_arena_take(arena, 3 * (size_t)problem->contacts, sizeof *r);
    if (!r || problem->contacts > 60) return CR_OK;
    options.effort = 20;
    cr_status status = cr_coulomb_solve(problem, &options, arena, r, &result, error);
    if (status == CR_OK && cr_coulomb_energy(problem, r, arena) > 0.0) abort();
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_coulomb_problem problem;
    cr_error error = {.reason = ""};
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return 0;
    cr_status status =
        cr_contact_problem_parse("fuzz.dat", (const char *)data, size, arena, &problem, &error);
    if (status == CR_OK) status = use(&problem, arena, &error);
    if (status != CR_OK && !*error.reason) abort();
    cr_arena_free(arena);
    return 0;
}
