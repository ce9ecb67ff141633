#include "prep/bem/vector.h"
#include "prep/thin/board.h"

#include <string.h>

// A piece of a leg's face.
typedef struct wall {
    double at[3], normal[3], area;
    cr_wide monopole, pressure;
} wall;

static cr_wide wave_of(double k, double r) {
    return cr_wide_of(cos(k * r), sin(k * r)) / (2.0 * cr_pi * r);
}

static const double alike = 0.999; // cosine

// How far behind a piece the body ends: where the nearest piece right behind looks the other way; HUGE_VAL:
// nowhere.
static double depth_of(const wall *walls, int count, int i, double side) {
    double depth = HUGE_VAL;
    for (int n = 0; n < count; n++) {
        double off[3];
        if (cr_dot3(walls[i].normal, walls[n].normal) > -alike) continue;
        cr_sub3(walls[n].at, walls[i].at, off);
        double behind = -cr_dot3(walls[i].normal, off);
        if (behind > 0.0 && cr_dot3(off, off) - behind * behind < 2.0 * side * side)
            depth = fmin(depth, behind);
    }
    return depth;
}

// p = -2 int G g in each plane: a piece is a disc for itself, and a point for the others. A leg that is
// narrower than the waves is no wall: what its back does, right behind, takes away what a wall would have too
// much far along the leg. With both, a square leg that moves across has 1/1.186 of the pressure by which it
// carries air along, 1.186 times its own volume (potential flow).
static void find_walls(const cr_board *b, double k, double side, wall *walls, int count) {
    const double plane = 1e-4 * b->length[0], carried = 1.186;
    for (int i = 0; i < count; i++) {
        wall *w = &walls[i];
        double depth = depth_of(walls, count, i, side), narrow = 1.0 / (1.0 + pow(k * depth / 1.5, 4.0));
        if (w->area > 0.0) w->pressure = w->monopole / sqrt(cr_pi * w->area);
        for (int n = 0; n < count; n++) {
            double off[3], turned = cr_dot3(w->normal, walls[n].normal);
            if (n == i || fabs(turned) < alike) continue;
            cr_sub3(walls[n].at, w->at, off);
            double behind = -cr_dot3(w->normal, off);
            if (fabs(turned > 0.0 ? behind : behind - depth) > plane) continue;
            w->pressure += (turned > 0.0 ? 1.0 : narrow) * walls[n].monopole * wave_of(k, cr_length3(off));
        }
        w->pressure *= 1.0 + (carried - 1.0) * narrow;
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
    find_walls(board, k, patches.side, walls, patches.count);
    for (int i = 0; i < found; i++)
        source[beyond[i]].dipole = board->area[rest[beyond[i]]] * walls[patches.of[i]].pressure;
    return CR_OK;
}
