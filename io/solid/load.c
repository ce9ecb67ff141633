#include "io/solid/load.h"

#include <dlfcn.h>
#include <string.h>

static const char library[] = "libcarom-prep.so." CAROM_SOVERSION;

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
