#include "io/solid/load.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const char library[] = "libcarom-prep.so." CAROM_SOVERSION;

// Others than Intel's it tells by what they can do, but for vectors of 64 bytes: AMD's get kernels without
// them.
void cr_prep_name_processor(void) {
#ifdef __x86_64__
    bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                __builtin_cpu_supports("avx512vl");
    if (wide) setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
    else if (__builtin_cpu_is("intel") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        setenv("OPENBLAS_CORETYPE", "Haswell", 0);
#endif
}

cr_status cr_prep_load(const char *name, const char *what, void *function, size_t size, cr_error *error) {
    void *prep = dlopen(library, RTLD_NOW | RTLD_LOCAL), *found = prep ? dlsym(prep, name) : NULL;
    if (!found) {
        const char *why = dlerror();
        return cr_fail(error, CR_ERR_IO, what, "their computation needs %s, which cannot be loaded: %.180s",
                       library, why ? why : "it lacks a function");
    }
    memcpy(function, &found, size);
    return CR_OK;
}

cr_status cr_modes_solver_load(const char *name, cr_modes_solver *solver, cr_error *error) {
    return cr_prep_load(name, "modes", solver, sizeof *solver, error);
}
