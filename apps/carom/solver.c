#include "solver.h"
#include "io/solid/child.h"

cr_modes_solver cr_app_solver(void) {
    return cr_modes_child;
}
