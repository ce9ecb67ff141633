// Flat rectangular boards, bare or with legs below: found among surfaces, and their sound by the thin-sheet
// equation; docs/theory/radiation.md, A7.
#ifndef CAROM_PREP_THIN_BOARD_H
#define CAROM_PREP_THIN_BOARD_H

#include "carom/modes.h"
#include "prep/bem/source.h"
#include "prep/thin/sheet.h"

enum { CR_BOARD_UPPER, CR_BOARD_LOWER, CR_BOARD_REST };

typedef struct cr_board {
    double middle[3], axis[3][3]; // m; along its sides, and out of the upper face
    double length[2], thickness;  // m; thickness 0: it is no board
    bool bare;                    // without legs or anything else beside the two faces and their edges
    int *triangle[3], count[3];   // of the modes: those of both faces, and the others
    // Of each triangle of the modes.
    double (*normal)[3], (*centre)[3], *area;
} cr_board;

// Whether a surface is a board: two flat faces, the one a rectangle, the other at least half of it, much
// longer than apart, that have most of its area. CR_ERR_MEMORY.
cr_status cr_board_find(const cr_modes *modes, cr_arena *arena, cr_board *board, cr_error *error);

// How a mode moves the upper face.
typedef struct cr_board_bend {
    double length; // over which its deflection turns by 1, 1/k_b, m
    double share;  // of its squared motion that is deflection, the rest being in the plane
} cr_board_bend;
cr_board_bend cr_board_bend_of(const cr_board *board, const cr_modes *modes, int mode);

// A grid on a board, and the points that sound on it: those of both faces, cell by cell, then the other
// triangles.
typedef struct cr_board_grid {
    const cr_board *board;
    int cells[2];
    int sources;
} cr_board_grid;

// Cells that are at most so wide.
cr_board_grid cr_board_grid_of(const cr_board *board, double side);
// Where the points are, and which way they look.
void cr_board_place(const cr_board_grid *grid, cr_bem_source *source);
// What they do for a mode: dipoles and monopoles; the rest stays. `quick`: without a system of equations.
// *square: int g^2 over the surface. CR_ERR_MEMORY, CR_ERR_NUMERIC when the iterations do not settle.
cr_status cr_board_solve(const cr_board_grid *grid, const cr_modes *modes, int mode, double k, double density,
                         bool quick, cr_arena *scratch, cr_bem_source *source, double *square,
                         cr_error *error);

// What is below or above the board, the triangles beyond[] of the rest, has in each of its planes the
// pressure of a wall, found on pieces of an eighth of the wavelength, or as wide as the board is thick: the
// dipoles of these of `source`, whose monopoles are there. CR_ERR_MEMORY.
cr_status cr_board_walls(const cr_board *board, double k, const int *beyond, int found, cr_arena *scratch,
                         cr_bem_source *source, cr_error *error);

#endif
