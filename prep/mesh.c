#include "carom/mesh.h"

#include <string.h>

void cr_mesh_bounds(const cr_mesh *mesh, double low[3], double high[3]) {
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = HUGE_VAL;
        high[axis] = -HUGE_VAL;
        for (int i = 0; i < mesh->nodes; i++) {
            double x = mesh->node[3 * i + axis];
            if (x < low[axis]) low[axis] = x;
            if (x > high[axis]) high[axis] = x;
        }
    }
}
