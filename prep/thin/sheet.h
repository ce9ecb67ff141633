// The thin-sheet equation on a regular grid of rectangles, for a flat rectangular board of any size: products
// by Fourier transforms, memory that grows with the cells; docs/theory/radiation.md, A7.
#ifndef CAROM_PREP_THIN_SHEET_H
#define CAROM_PREP_THIN_SHEET_H

#include "base/fourier.h"
#include "prep/bem/gmres.h"

typedef struct cr_sheet {
    int cells[2];   // along x and y; the first along x, which goes fastest
    double side[2]; // of a cell, m
    double k;       // wave number, 1/m
    int wide, high; // of the transforms
    cr_fourier transform[2];
    cr_wide *single, *twofold; // transforms of the kernels int G and int d2G/dn dn', [high][wide]
    cr_wide *work, *column;    // [high][wide], [high]
    cr_gmres gmres;
} cr_sheet;

// Cells along a board of this length whose edges are thick: how wide they are, so that the jump of pressure
// ends where it does on the board.
double cr_sheet_side(double length, double thickness, int cells);
// Where the middle of a cell lies, from the middle of the board.
double cr_sheet_middle(const cr_sheet *sheet, int axis, int cell);

// CR_ERR_MEMORY. Everything is the arena's.
cr_status cr_sheet_make(const int cells[2], const double side[2], double k, cr_arena *arena, cr_sheet *sheet,
                        cr_error *error);

// int G f and int f d2G/dn dn' at the middles of all cells.
void cr_sheet_single(const cr_sheet *sheet, const cr_wide *f, cr_wide *out);
void cr_sheet_twofold(const cr_sheet *sheet, const cr_wide *f, cr_wide *out);
// The integrals over the cell that lies so many cells away, by which these products are made.
cr_wide cr_sheet_single_at(const cr_sheet *sheet, int x, int y);
cr_wide cr_sheet_twofold_at(const cr_sheet *sheet, int x, int y);

// The jump of pressure q from the lower to the upper face for the normal derivative g on the upper one: int q
// d2G/dn dn' = g. The iterations, or -1 when they do not settle.
int cr_sheet_solve(const cr_sheet *sheet, const float *g, cr_complex *q);
// The same without a system of equations, each face as if it were in a wall: q = -4 int G g.
void cr_sheet_wall(const cr_sheet *sheet, const float *g, cr_complex *q);

#endif
