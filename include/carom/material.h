// Materials by name and how two of them meet, each figure with its source, and the Hertz stiffness of two
// bodies in contact.
#ifndef CAROM_MATERIAL_H
#define CAROM_MATERIAL_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

// Which figures of a material its vibrations decay by, where both are there.
typedef enum cr_material_damping {
    CR_MATERIAL_RAYLEIGH, // sigma = (mass + stiff w^2)/2
    CR_MATERIAL_LOSS      // a loss factor that does not depend on frequency: sigma = loss w/2
} cr_material_damping;

typedef struct cr_material {
    const char *name;
    double density;         // kg/m^3
    double young;           // Young's modulus, Pa
    double poisson;         // Poisson's ratio
    double rayleigh_mass;   // Rayleigh damping, mass term, 1/s; CR_NAN: no figure
    double rayleigh_stiff;  // Rayleigh damping, stiffness term, s; CR_NAN: no figure
    double contact_damping; // gamma of S3 (16), s/m: damper per newton of contact force; CR_NAN: no figure
    double loss; // loss factor of bending; from the Rayleigh damping at 1 kHz where it is all there is
    cr_material_damping damping; // measured loss factors before Rayleigh's numbers that fit one object
    const char *source;
} cr_material;

const cr_material *cr_materials(int *count);
// NULL and a reason with the nearest name when there is no such material.
const cr_material *cr_material_find(const char *name, cr_error *error);

// Decay of the amplitude of a mode [1/s] at w [rad/s] > 0, by the material's `damping`. The modes of solids
// are computed with Rayleigh's numbers (carom/prep.h); this is what the sound pass may take instead.
double cr_material_decay(const cr_material *material, double w);

// How two materials meet, dry. CR_NAN: no figure.
typedef struct cr_material_pair {
    const char *a, *b;  // names, in either order
    double friction;    // coefficient at rest
    double sliding;     // and in motion
    double restitution; // of slow impacts of compact bodies
    double rolling;     // resistance, as a part of the radius
    double roughness;   // m, rms of both surfaces together, of ordinary finishes
    double loss;        // loss factor of the contact
    const char *source;
} cr_material_pair;

const cr_material_pair *cr_material_pairs(int *count);
// The row of two materials; figures that it has not, and those of pairs without a row, by a rule: friction
// 0.4 and 0.3, restitution 0.5, rolling 1e-3, roughness 5e-6 m, the greater loss factor, at least 0.01.
cr_material_pair cr_material_pair_of(const cr_material *a, const cr_material *b);

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
