// The library carom-prep, loaded when modes are computed and not before: MUMPS, OpenBLAS and LAPACK take
// longer to start than most commands take to run.
#ifndef CAROM_IO_SOLID_LOAD_H
#define CAROM_IO_SOLID_LOAD_H

#include "carom/prep.h"

// Tells OpenBLAS by its environment variable, which it reads as it is loaded, which kernels to take where it
// may be older than the processor: it takes those of 2004 for one that it does not know, and a factorisation
// takes twice as long. What is set already stays. For a process of one thread.
void cr_prep_name_processor(void);

// One of its functions, by name, to a pointer of `size` bytes. It is looked for where the linker was told to
// look (the folder of libraries of the installation, or of the build), and in the usual places. CR_ERR_IO,
// with `what` as the place: what needs it.
cr_status cr_prep_load(const char *name, const char *what, void *function, size_t size, cr_error *error);
cr_status cr_modes_solver_load(const char *name, cr_modes_solver *solver, cr_error *error);

#endif
