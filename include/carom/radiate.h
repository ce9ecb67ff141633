// Sound that the modes of a body radiate, at any point of the air around it. What prep.h computes from the
// shapes (cr_radiation) is a series of multipoles per mode; a radiator is made of it to be heard.
//
// Time goes as e^(-i w t). Outside the sphere of `radius` about `centre` the pressure of mode j is
//     p(x) = sum over n <= order and |m| <= n of c_nm h_n(k r) Y_nm(x/r),   x from the centre, r = |x|,
// per unit of the modal acceleration of a mass-normalised mode, in Pa per kg^1/2 m/s^2. h_n is the spherical
// Hankel function of the first kind; Y_nm are real and orthonormal on the sphere: without m
// P_n(cos theta) times a constant, with m > 0 cos(m phi), with m < 0 sin(|m| phi).
//
// What is heard is s(t) = sum over j of Re(T_j z_j(t)) after the delay r/c, where z_j is the complex modal
// acceleration (Re z_j = q''_j) and T_j = p_j e^(-i k r), which hardly changes from place to place.
#ifndef CAROM_RADIATE_H
#define CAROM_RADIATE_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

enum { CR_RADIATION_ORDER_MAX = 63 };

// How the multipoles of a mode were found.
typedef enum cr_radiation_route {
    CR_RADIATION_NONE,     // not at all: the mode is silent
    CR_RADIATION_STATIC,   // surface pressure of the air as if it were incompressible
    CR_RADIATION_EXACT,    // boundary elements at the frequency of the mode
    CR_RADIATION_REVOLVED, // the same, by the symmetry of a body of revolution
} cr_radiation_route;
// "none", "static", "exact", "revolved".
const char *cr_radiation_route_name(cr_radiation_route route);

typedef struct cr_multipoles {
    cr_radiation_route route;
    double wave_number; // k, 1/m
    int order;          // 0..CR_RADIATION_ORDER_MAX
    double *c;          // [(order + 1)^2][2] real and imaginary part, term n^2 + n + m; NULL without a route
    double efficiency;  // power over that of a plane wave with the mean square of the normal velocity
    double error;       // estimated, relative, of the surface pressure; CR_NAN: unknown
    int triangles;      // of the surface it was computed on
} cr_multipoles;

// Of all modes of a body, in their order.
typedef struct cr_radiation {
    double centre[3];      // m, in the frame of the modes
    double radius;         // m, of a sphere about it that holds the body
    double speed, density; // of the air: m/s, kg/m^3
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

// T_j = p_j e^(-i k r) of all modes for a listener in the frame of the modes: re[j] + i im[j]. Nearer to the
// centre than 1.02 times the radius, where the series need not hold, T is that at this distance in the same
// direction. 0 for modes without a route. Cannot fail; several threads may call it for one radiator, the
// audio thread too: about 0.2 us per mode of order 8.
void cr_radiator_transfer(const cr_radiator *radiator, const double listener[3], double *re, double *im);

CR_DECLARATIONS_END

#endif
