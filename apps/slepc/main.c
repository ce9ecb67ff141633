// carom-slepc WORDS: `carom modal WORDS` with SLEPc over MPI, alone or under mpirun. The first process speaks
// and writes for all; the others compute each mesh with it and end when it needs no more.
#include "carom/app.h"
#include "carom/solver.h"

#include <slepcsys.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_first(void) {
    PetscMPIInt rank;
    MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
    return rank == 0;
}

// Whether one more mesh is computed: the first process says it, the others hear it.
static bool one_more(bool said) {
    int more = said;
    return MPI_Bcast(&more, 1, MPI_INT, 0, PETSC_COMM_WORLD) == MPI_SUCCESS && more;
}

static cr_status compute_together(const cr_modal_job *job, const char *material, cr_arena *arena,
                                  cr_modes *modes, cr_modal_result *result, cr_error *error) {
    if (is_first()) one_more(true);
    cr_status status = cr_modes_compute(job, material, arena, modes, result, error);
    if (is_first() || one_more(false)) return status;
    SlepcFinalize();
    _Exit(EXIT_SUCCESS);
}

cr_modes_solver cr_app_solver(void) {
    return compute_together;
}

// A process that does not speak; its modes come from no cache, since the first one computes. False: nothing
// is to be done.
static bool begin_silently(void) {
    return freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr) &&
           setenv("CAROM_CACHE", "", 1) == 0 && one_more(false);
}

int main(int argc, char **argv) {
    char slepc[] = "carom-slepc", program[] = "carom", verb[] = "modal", *none[] = {slepc, NULL},
         **given = none;
    int one = 1;
    if (SlepcInitialize(&one, &given, NULL, NULL)) return EXIT_FAILURE;
    if (!is_first() && !begin_silently()) return SlepcFinalize() ? EXIT_FAILURE : EXIT_SUCCESS;
    char **words = calloc((size_t)argc + 2, sizeof *words);
    if (!words) return EXIT_FAILURE;
    words[0] = program;
    words[1] = verb;
    for (int i = 1; i < argc; i++) words[i + 1] = argv[i];
    int status = cr_app_main(argc + 1, words);
    free(words);
    if (is_first()) one_more(false);
    SlepcFinalize();
    return status;
}
