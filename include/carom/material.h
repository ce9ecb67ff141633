// Materials by name, each figure with its source, and the Hertz stiffness of two bodies in contact.
#ifndef CAROM_MATERIAL_H
#define CAROM_MATERIAL_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_material {
    const char *name;
    double density;         // kg/m^3
    double young;           // Young's modulus, Pa
    double poisson;         // Poisson's ratio
    double rayleigh_mass;   // Rayleigh damping, mass term, 1/s; CR_NAN: no figure
    double rayleigh_stiff;  // Rayleigh damping, stiffness term, s; CR_NAN: no figure
    double contact_damping; // modal contact damping of S3, dimensionless; CR_NAN: no figure
    double loss; // loss factor of bending; from the Rayleigh damping at 1 kHz where it is all there is
    const char *source;
} cr_material;

const cr_material *cr_materials(int *count);
// NULL and a reason with the nearest name when there is no such material.
const cr_material *cr_material_find(const char *name, cr_error *error);

// Radius of the sphere on a flat that touches like two spheres, S2 (10). INFINITY stands for a flat.
double cr_hertz_radius(double radius1, double radius2);
// E* of two materials, S2 (6) [Pa].
double cr_hertz_modulus(const cr_material *a, const cr_material *b);
// k of f = k x^(3/2), S2 (5) [N/m^1.5].
double cr_hertz_stiffness(const cr_material *a, const cr_material *b, double radius);
// The same of two bodies whose relative principal radii of curvature differ, from E* [Pa] and both radii [m]:
// a contact that is an ellipse.
double cr_hertz_stiffness_ellipse(double modulus, double radius1, double radius2);

CR_DECLARATIONS_END

#endif
