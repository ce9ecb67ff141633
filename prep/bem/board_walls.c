#include "prep/bem/board.h"
#include "prep/bem/vector.h"

#include <string.h>

// A piece of a leg's face.
typedef struct wall {
    double at[3], normal[3], area;
    cr_wide monopole, pressure;
} wall;

// p = -2 int G g in each plane: a piece is a disc for itself, and a point for the others.
static void find_walls(const cr_board *b, double k, wall *walls, int count) {
    const double alike = 0.999, plane = 1e-4 * b->length[0];
    for (int i = 0; i < count; i++) {
        wall *w = &walls[i];
        if (w->area > 0.0) w->pressure += w->monopole / sqrt(cr_pi * w->area);
        for (int n = 0; n < i; n++) {
            double off[3];
            cr_sub3(walls[n].at, w->at, off);
            if (fabs(cr_dot3(w->normal, off)) > plane || cr_dot3(w->normal, walls[n].normal) < alike)
                continue;
            double r = cr_length3(off);
            cr_wide wave = cr_wide_of(cos(k * r), sin(k * r)) / (2.0 * cr_pi * r);
            w->pressure += walls[n].monopole * wave;
            walls[n].pressure += w->monopole * wave;
        }
    }
}

cr_status cr_board_walls(const cr_board *board, double k, const int *beyond, int found, cr_arena *scratch,
                         cr_bem_source *source, cr_error *error) {
    const int *rest = board->triangle[CR_BOARD_REST];
    cr_bem_patches patches;
    cr_bem_source *own = cr_arena_take(scratch, (size_t)found, sizeof *own);
    if (!own) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board");
    for (int i = 0; i < found; i++) own[i] = source[beyond[i]];
    cr_status status =
        cr_bem_patches_make(own, found, fmin(board->thickness, 0.25 * cr_pi / k), scratch, &patches, error);
    if (status != CR_OK) return status;
    wall *walls = cr_arena_take(scratch, (size_t)patches.count, sizeof *walls);
    if (!walls) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board");
    for (int i = 0; i < found; i++) {
        wall *w = &walls[patches.of[i]];
        w->area += board->area[rest[beyond[i]]];
        w->monopole += own[i].monopole;
        memcpy(w->at, patches.at[patches.of[i]], sizeof w->at);
        memcpy(w->normal, own[i].along, sizeof w->normal);
    }
    find_walls(board, k, walls, patches.count);
    for (int i = 0; i < found; i++)
        source[beyond[i]].dipole = board->area[rest[beyond[i]]] * walls[patches.of[i]].pressure;
    return CR_OK;
}
