// A closed surface of flat triangles for boundary elements, seen counter-clockwise from outside.
#ifndef CAROM_PREP_BEM_SURFACE_H
#define CAROM_PREP_BEM_SURFACE_H

#include "carom/base.h"

enum { CR_BEM_POINTS = 3 }; // of the rule on each triangle: (2/3 1/6 1/6) and its turns, exact for order 2

typedef struct cr_bem_surface {
    int triangles;
    // A body of revolution about z is made of sectors, each the one before turned by 2 pi/sectors, with the
    // triangles of a sector in a row and in the same order. 1: any body.
    int sectors;
    double (*corner)[3][3];         // m
    double (*middle)[3];            // where the equation is met
    double (*normal)[3];            // unit, into the air
    double *area;                   // m^2
    double origin[3];               // what floats count from
    float *point[CR_BEM_POINTS][3]; // [axis][triangle], m
    float *unit[3];                 // normals
    float *weight;                  // area/(4 pi CR_BEM_POINTS)
    double volume;                  // m^3
    double edge;                    // mean length of the edges, m
} cr_bem_surface;

// From positions and corners (three each). CR_ERR_INPUT when it is not closed (each edge met once in each
// direction), a triangle is flat, or the volume is not positive; CR_ERR_MEMORY. Everything is the arena's.
cr_status cr_bem_surface_make(const double *position, const int *triangle, int vertices, int triangles,
                              int sectors, const char *place, cr_arena *arena, cr_bem_surface *surface,
                              cr_error *error);

// That each edge is met once in each direction, and that corners are vertices. CR_ERR_INPUT, CR_ERR_MEMORY.
cr_status cr_bem_surface_closed(const int *triangle, int triangles, int vertices, const char *place,
                                cr_arena *arena, cr_error *error);

// That no edge goes through a triangle that does not share a corner with its own. CR_ERR_INPUT with the first
// two that do; CR_ERR_MEMORY.
cr_status cr_bem_surface_simple(const float *position, const int *triangle, int triangles, const char *place,
                                cr_arena *arena, cr_error *error);

// Where point q of the rule lies on a triangle.
void cr_bem_surface_point(const cr_bem_surface *surface, int triangle, int q, double at[3]);

// The sphere that holds it: nearly the smallest.
void cr_bem_surface_ball(const cr_bem_surface *surface, double centre[3], double *radius);

// Whether a point is inside: the solid angle under which it sees the surface is 4 pi.
bool cr_bem_surface_holds(const cr_bem_surface *surface, const double at[3]);

#endif
