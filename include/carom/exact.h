// Closed forms of one impact: a mass m meets a fixed wall at speed v_in > 0. Compression x and rate v are
// positive into the wall; v_out < 0. These are the oracles that the simulations are measured against.
// Everything here is pure; nothing allocates.
#ifndef CAROM_EXACT_H
#define CAROM_EXACT_H

#include "carom/law.h"

CR_DECLARATIONS_BEGIN

// --- Hunt-Crossley, f = k x^alpha (1 + mu v), mu >= 0
// -------------------------------------------------------

typedef struct cr_hc {
    double m, k, alpha, mu, v_in; // kg, N/m^alpha, -, s/m, m/s
    double residue;               // mu v_in - log(1 + mu v_in), the invariant in units of m/mu^2
    double x_max;                 // greatest compression [m], S0 (4)
    double v_out;                 // release velocity [m/s], the other root of S0 (6)
    double t_max, duration;       // time of greatest compression and contact time [s], S0 (9)
} cr_hc;

cr_hc cr_hc_make(double m, double k, double alpha, double mu, double v_in);
// Compression on the trajectory where the rate is v, S0 (3); negative (by magnitude) outside v_out..v_in.
double cr_hc_x_of_v(const cr_hc *impact, double v);
// Energy on the trajectory where the rate is v, S0 (20) [J].
double cr_hc_energy_of_v(const cr_hc *impact, double v);
// Share of the energy that is left at release.
double cr_hc_energy_ratio(const cr_hc *impact);
// Compression and rate at any time; t = 0 is the first touch, free flight before and after the contact.
void cr_hc_state(const cr_hc *impact, double t, double *x, double *v);
// Invariant of the motion, k x^(alpha+1)/(alpha+1) + (m/mu^2)(mu v - log(1 + mu v)); the energy if mu = 0
// [J].
double cr_hc_invariant(const cr_hc *impact, double x, double v);

// mu v_out as a function of u = mu v_in, to rounding for any u > 0.
double cr_hc_rebound(double u);
// The approximation of mu v_out by S0 (7) with n = 4 (the paper's), 6 or 8.
double cr_hc_rebound_approx(double u, int order);
// The Taylor polynomial of mu v_out by S0 (30), 1 <= order <= 8.
double cr_hc_rebound_series(double u, int order);
// Coefficients a_j (1 <= j <= 8) of S0 (30) and b_j (0 <= j <= 8) of S0 (38), for mu = 1.
double cr_hc_series_a(int j);
double cr_hc_series_b(int j);

// --- without loss
// -------------------------------------------------------------------------------------------

// x_max = ((alpha+1) m v^2/(2k))^(1/(alpha+1)) [m]
double cr_lossless_depth(double m, double k, double alpha, double v);
// 2 x_max/v sqrt(pi) Gamma(1+1/(alpha+1))/Gamma(1/2+1/(alpha+1)) [s]
double cr_lossless_duration(double m, double k, double alpha, double v);
// The k for which the contact lasts `duration`.
double cr_lossless_stiffness(double m, double alpha, double v, double duration);
// Leading error of S4's two-point scheme: D = tau + C dt^2/tau, C = alpha/(6(alpha+1)) B(.,1/2) B(.,1/2).
double cr_two_point_lag(double alpha);

// --- linear spring and damper, zeta = lambda/(2 sqrt(m k))
// --------------------------------------------------

// Restitution, contact time [s] and greatest compression [m]. adhesive: contact ends at x = 0 and the damper
// pulls before that; otherwise it ends when the force vanishes. Restitution 0 and infinite time when the mass
// never leaves (adhesive, zeta >= 1).
typedef struct cr_linear_impact {
    double restitution, duration, x_max;
} cr_linear_impact;
cr_linear_impact cr_linear_exact(double m, double k, double lambda, double v_in, bool adhesive);

// --- restitution of F = k x^n + lambda x^p v
// ----------------------------------------------------------------

// The one number that restitution depends on: Lambda = lambda Z^(p+1)/(m v), Z = (m v^2/k)^(1/(n+1)).
double cr_restitution_number(const cr_law *law, double m, double v);
// The damping that gives this number.
double cr_restitution_damping(const cr_law *law, double m, double v, double number);
// First-order loss: 1 - e = C Lambda + ..., C = 2/(n+1) ((n+1)/2)^((p+1)/(n+1)) B((p+1)/(n+1), 3/2).
double cr_restitution_slope(double n, double p);
// Azad-Featherstone with the non-adhesive clamp, 0 <= Lambda <= 20: a fit, relative error below 3e-5.
double cr_azad_restitution(double number);

// --- constant force pressing the mass into the wall
// ---------------------------------------------------------

// Depth at rest, f(x, 0) = force; in the power family (force/k)^(1/n), S0 (22) corrected [m].
double cr_equilibrium_depth(const cr_law *law, double force);
// Frequency of small damped oscillations about it [Hz]; 0 when overdamped.
double cr_equilibrium_frequency(const cr_law *law, double m, double force);

// --- any law: how deep, how long
// ----------------------------------------------------------------------------

// Depth at which it stores `energy` > 0, V(x) = energy [m].
double cr_law_depth(const cr_law *law, double energy);
// Contact time of mass m that comes with speed v, without loss and external force: the law's own or a
// quadrature [s].
double cr_law_duration(const cr_law *law, double m, double v);

// --- any law: event-located reference
// -----------------------------------------------------------------------

// Mass, law and a constant force, integrated by extrapolation with every make and break of contact located.
typedef struct cr_located {
    cr_law law;
    double m, force;            // kg; N, positive presses into the wall, acts all the time
    double x_scale, v_scale;    // sizes that the tolerance refers to
    double t, x, v;             // now
    bool touching;              // in contact
    double surface, surface_at; // depth of the recovering surface at the time surface_at (law.recovers)
    double step;                // next step to try [s]
    double x_deepest;           // greatest compression so far [m]
    double dissipated;          // by the damper so far [J]
    long contacts;              // times contact was made
    long steps;                 // taken so far; a flight is one
} cr_located;

typedef enum cr_event { CR_EVENT_NONE, CR_EVENT_MAKE, CR_EVENT_BREAK, CR_EVENT_TURN } cr_event;

// Starts at t = 0. `v_typical` sets the scales when v is 0.
void cr_located_init(cr_located *sim, const cr_law *law, double m, double force, double x, double v,
                     double v_typical);
// Runs until `t_end` or, if `stop_at_event`, until contact is made or broken or the mass turns in flight.
// CR_ERR_NUMERIC if the tolerance cannot be met.
cr_status cr_located_run(cr_located *sim, double t_end, bool stop_at_event, cr_event *event);

// T + V - F x; constant together with `dissipated` [J].
double cr_located_energy(const cr_located *sim);

// True in flight if the mass passes x = 0 before it touches again: contact has ended for good (carom/law.h).
bool cr_located_left(const cr_located *sim);

// One impact from first touch to release (carom/law.h says which moment that is).
struct cr_impact_exact {
    double v_out, x_max, duration; // m/s, m, s; v_out and duration CR_NAN when the mass never leaves
    double x_out;                  // depth at release, 0 where contact lasts until the surface [m]
    double energy_ratio;           // kinetic energy at release over that at touch
    bool closed_form;              // true: from the formulas above; false: from the located reference
    bool released;
};
// The answer for a mass that stays.
cr_impact_exact cr_impact_never_released(double x_max);
// By the reference. CR_ERR_NUMERIC if its tolerance cannot be met.
cr_status cr_impact_located(const cr_law *law, double m, double force, double v_in, cr_impact_exact *exact);
// The best there is: the law's closed form where it has one and there is no force, else the reference.
cr_status cr_impact_reference(const cr_law *law, double m, double force, double v_in, cr_impact_exact *exact);

CR_DECLARATIONS_END

#endif
