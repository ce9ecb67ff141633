// Sound that the modes of a body radiate, at any point of the air around it. What prep.h computes from the
// shapes (cr_radiation) is a series of multipoles per mode, for listeners who are away from it, and patches
// of the surface, for those who are near and for bodies that are large; a radiator is made of it to be heard.
//
// Time goes as e^(-i w t). Outside the sphere of `radius` about `centre` the pressure of mode j is
//     p(x) = sum over n <= order and |m| <= n of c_nm h_n(k r) Y_nm(x/r),   x from the centre, r = |x|,
// per unit of the modal acceleration of a mass-normalised mode, in Pa per kg^1/2 m/s^2. h_n is the spherical
// Hankel function of the first kind; Y_nm are real and orthonormal on the sphere: without m
// P_n(cos theta) times a constant, with m > 0 cos(m phi), with m < 0 sin(|m| phi).
// Anywhere outside the body p(x) is the sum of its patches, (q + d grad_y) e^(ikR)/(4 pi R) each, y the
// middle of the patch, R = |y - x|, as long as it is not much nearer than a patch is wide.
//
// What is heard is s(t) = sum over j of Re(T_j z_j(t)) after the delay r/c, where z_j is the complex modal
// acceleration (Re z_j = q''_j) and T_j = p_j e^(-i k r), which hardly changes from place to place.
#ifndef CAROM_RADIATE_H
#define CAROM_RADIATE_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

enum { CR_RADIATION_ORDER_MAX = 63, CR_RADIATION_PATCH = 8 };

// How the multipoles of a mode were found.
typedef enum cr_radiation_route {
    CR_RADIATION_NONE,      // not at all: the mode is silent
    CR_RADIATION_STATIC,    // surface pressure of the air as if it were incompressible
    CR_RADIATION_EXACT,     // boundary elements at the frequency of the mode
    CR_RADIATION_REVOLVED,  // the same, by the symmetry of a body of revolution
    CR_RADIATION_KIRCHHOFF, // each face as if it were in a wall: large bodies
    CR_RADIATION_SHEET,     // the thin-sheet equation: large flat boards
    CR_RADIATION_WIRES,     // lines of dipoles: rods that are thin against the wavelength
} cr_radiation_route;
// "none", "static", "exact", "revolved", "kirchhoff", "sheet", "wires".
const char *cr_radiation_route_name(cr_radiation_route route);

typedef struct cr_multipoles {
    cr_radiation_route route;
    double wave_number; // k, 1/m
    int order;          // 0..CR_RADIATION_ORDER_MAX
    double *c;          // [(order + 1)^2][2] real and imaginary part, term n^2 + n + m; NULL: patches alone
    int set;            // of patches, counted from 1; 0: none
    float *patch;       // [patches of the set][CR_RADIATION_PATCH]: q, then d along x y z, each re and im
    double strength;    // without c: what sum |c_nm|^2 would be
    double efficiency;  // power over that of a plane wave with the mean square of the normal velocity
    double error;       // estimated, relative, of the surface pressure; CR_NAN: unknown
    int triangles;      // of the surface it was computed on
} cr_multipoles;

// Where patches are that several modes share.
typedef struct cr_patches {
    int count;
    double side;       // m, of one
    float (*at)[3];    // middles, m, in the frame of the modes
    float (*along)[4]; // pieces of wires: unit vector, and radius [m], 0 for a mere point; NULL: none is
} cr_patches;

// Of all modes of a body, in their order.
typedef struct cr_radiation {
    double centre[3];      // m, in the frame of the modes
    double radius;         // m, of a sphere about it that holds the body
    double speed, density; // of the air: m/s, kg/m^3
    int sets;
    cr_patches *set;
    int count;
    cr_multipoles *mode;
} cr_radiation;

// That the values are such as a body has: finite, positive where they must be, orders in range. CR_ERR_INPUT
// with the first that is not; `place` names it in errors.
cr_status cr_radiation_check(const cr_radiation *radiation, const char *place, cr_error *error);

// Decay that radiation adds to a mode: amplitudes fall as e^(-d t), d = c/(2 rho) sum |c_nm|^2, 1/s.
double cr_radiation_damping(const cr_radiation *radiation, int mode);
// Power that a mode radiates with a modal acceleration of this amplitude [kg^1/2 m/s^2], W.
double cr_radiation_power(const cr_radiation *radiation, int mode, double acceleration);

// Bytes of the encoded form, docs/radiation.md; it holds a key of at most 63 characters.
size_t cr_radiation_size(const cr_radiation *radiation);
// Writes it: cr_radiation_size bytes.
void cr_radiation_encode(const cr_radiation *radiation, const char *key, unsigned char *bytes);
// Reads it back; the arrays come from the arena, which is as it was when this fails. CR_ERR_INPUT when it is
// no such file, of another version, of another key (NULL: any), cut off, changed, or fails
// cr_radiation_check; CR_ERR_MEMORY.
cr_status cr_radiation_decode(const unsigned char *bytes, size_t size, const char *key, const char *place,
                              cr_arena *arena, cr_radiation *radiation, cr_error *error);

// The multipoles of a body, laid out to be heard.
typedef struct cr_radiator cr_radiator;

// Copies what it needs; everything is the arena's. NULL with CR_ERR_INPUT or CR_ERR_MEMORY. Not for the
// audio thread.
cr_radiator *cr_radiator_new(const cr_radiation *radiation, cr_arena *arena, cr_error *error);
int cr_radiator_count(const cr_radiator *radiator); // of modes
// Where distances are counted from, in the frame of the modes, m.
void cr_radiator_centre(const cr_radiator *radiator, double centre[3]);
double cr_radiator_radius(const cr_radiator *radiator);

// T_j = p_j e^(-i k r) of all modes for a listener in the frame of the modes: re[j] + i im[j]. Beyond 1.6
// radii by the series of modes that have one, within 1.4 by patches of modes that have them, between by both
// in proportion; a mode without patches is held at 1.02 radii, where its series ends. 0 for modes without a
// route. Cannot fail; several threads may call it for one radiator, the audio thread too: about 0.2 us per
// mode of order 8, 0.2 us per mode for 100 patches.
void cr_radiator_transfer(const cr_radiator *radiator, const double listener[3], double *re, double *im);

// A large body in parts, which are heard with a delay of their own each: what begins all over it at once
// arrives bit by bit. At most so many parts; one where the body is small or has modes without patches.
cr_radiator *cr_radiator_new_divided(const cr_radiation *radiation, int parts, cr_arena *arena,
                                     cr_error *error);
int cr_radiator_parts(const cr_radiator *radiator);
// Where the distance r of a part is counted from, in the frame of the modes, m.
void cr_radiator_part_centre(const cr_radiator *radiator, int part, double centre[3]);
// T_j of a part: p_j is the sum over the parts of T_j e^(i k r), with the r of each. With one part it is what
// cr_radiator_transfer gives.
void cr_radiator_part_transfer(const cr_radiator *radiator, int part, const double listener[3], double *re,
                               double *im);

CR_DECLARATIONS_END

#endif
