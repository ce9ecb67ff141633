// Sound outside a vibrating body by boundary elements: pressure constant on each flat triangle, the equation
//     p/2 - int p dG/dn_y = -int G g,   g = dp/dn = -rho a_n
// met at the middle of each (Kirchhoff, Helmholtz). Time goes as e^(-i w t); docs/theory/radiation.md.
#ifndef CAROM_PREP_BEM_H
#define CAROM_PREP_BEM_H

#include "prep/bem/coarse.h"
#include "prep/bem/row.h"

#include <string.h>

typedef double _Complex cr_wide; // for what is small or summed

// re + i im; not every compiler has CMPLX.
static inline cr_wide cr_wide_of(double re, double im) {
    const double parts[2] = {re, im};
    cr_wide z;
    memcpy(&z, parts, sizeof z);
    return z;
}

enum { CR_BEM_INSIDE = 8 };

// What the closed form of the static integrals adds to the rule of three points for a near triangle; it does
// not depend on k.
typedef struct cr_bem_near {
    int triangle;
    float single, twofold;
} cr_bem_near;

// A surface made ready for every wave number.
typedef struct cr_bem {
    const cr_bem_surface *surface;
    int rows;      // middles where the equation is met: those of the first sector
    size_t *first; // [rows + 1] of `near`
    cr_bem_near *near;
    cr_coarse coarse;                // of one sector
    int insiders;                    // points inside
    double inside[CR_BEM_INSIDE][3]; // where the pressure of a right solution is 0
    double widest;                   // radius of the largest ball inside that was found, m
} cr_bem;

// CR_ERR_MEMORY. Everything is the arena's; the surface must stay.
cr_status cr_bem_make(const cr_bem_surface *surface, cr_arena *arena, cr_bem *bem, cr_error *error);

// Row i with its near triangles mended: int G and int dG/dn of all triangles at the middle of triangle i.
void cr_bem_row_exact(const cr_bem *bem, int i, double k, const cr_bem_row *row);

// How a solution was found.
typedef struct cr_bem_report {
    int iterations;  // of GMRES; 0: LU
    bool augmented;  // with the points inside
    double residual; // largest pressure inside over the mean square root outside; CR_NAN: not looked at
} cr_bem_report;

// Work space for one wave number at a time.
typedef struct cr_bem_work cr_bem_work;
// NULL when there is no memory: 8 (triangles + CR_BEM_INSIDE)^2 bytes, much less with sectors.
cr_bem_work *cr_bem_work_new(const cr_bem *bem, cr_arena *arena);

// The surface pressure p for the normal derivative g, both per triangle, of `count` right sides. k may be 0.
// CR_ERR_NUMERIC when the equations are singular.
cr_status cr_bem_solve(const cr_bem *bem, cr_bem_work *work, double k, int count, const float *const *g,
                       cr_complex *const *p, cr_bem_report *report, cr_error *error);

// The surface pressure of faces that are large against the wavelength, without a system of equations: within
// 3 dB for boards, within 1 dB where their bending waves are longer than those of the air. The surface must
// have one sector.
void cr_bem_kirchhoff(const cr_bem *bem, double k, const float *g, const cr_bem_row *row, cr_complex *p);

// Pressure at a point off the surface.
cr_wide cr_bem_field(const cr_bem *bem, double k, const float *g, const cr_complex *p, const double at[3],
                     cr_bem_work *work);

#endif
