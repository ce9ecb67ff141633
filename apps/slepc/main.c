// carom-slepc WORDS: `carom modal WORDS` with SLEPc over MPI, alone or under mpirun. The first process speaks
// for all.
#include "carom/app.h"
#include "carom/solver.h"

#include <slepcsys.h>
#include <stdio.h>
#include <stdlib.h>

cr_modes_solver cr_app_solver(void) {
    return cr_modes_compute;
}

int main(int argc, char **argv) {
    char slepc[] = "carom-slepc", program[] = "carom", verb[] = "modal", *none[] = {slepc, NULL},
         **given = none;
    int one = 1;
    if (SlepcInitialize(&one, &given, NULL, NULL)) return EXIT_FAILURE;
    PetscMPIInt rank;
    MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
    if (rank > 0 && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        return EXIT_FAILURE;
    char **words = calloc((size_t)argc + 2, sizeof *words);
    if (!words) return EXIT_FAILURE;
    words[0] = program;
    words[1] = verb;
    for (int i = 1; i < argc; i++) words[i + 1] = argv[i];
    int status = cr_app_main(argc + 1, words);
    free(words);
    SlepcFinalize();
    return status;
}
