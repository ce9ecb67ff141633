// Modes on a surface for boundary elements.
#ifndef CAROM_PREP_BEM_SHAPE_H
#define CAROM_PREP_BEM_SHAPE_H

#include "carom/modes.h"
#include "prep/bem/surface.h"

// Where the surface of a solid gets its displacement from: corner c of triangle t is the vertex 3 t + c here.
typedef struct cr_bem_skin {
    cr_bem_surface surface;
    const int *outer; // triangles of the modes that are not of a cavity
    int outers;
    int *vertex; // any body: of the modes, [3 triangles]
    // Bodies of revolution: corners lie between the vertices of triangles of the modes, [3 triangles][3].
    int (*between)[3];
    float (*share)[3];
} cr_bem_skin;

// -density U n of a mode, the mean over each triangle: the normal derivative of the pressure per unit of
// modal acceleration. What flows through the surface as a whole is that of the surface of the modes.
void cr_bem_skin_slope(const cr_bem_skin *skin, const cr_modes *modes, int mode, double density, float *g);

// The surface of the modes with edges of about this length. CR_ERR_INPUT, CR_ERR_MEMORY.
cr_status cr_bem_skin_make(const cr_modes *modes, double edge, cr_arena *arena, cr_bem_skin *skin,
                           cr_error *error);

// How thick the walls are where they are thin, m: one in twenty of the places looked at is thinner.
double cr_bem_wall(const cr_bem_surface *surface);

#endif
