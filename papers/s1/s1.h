// S1 in parts: networks of its systems, its closed formulas against one step of the library, balances,
// restitution, stability and convergence.
#ifndef CAROM_APPS_CAROM_REPRODUCE_S1_H
#define CAROM_APPS_CAROM_REPRODUCE_S1_H

#include "carom/network.h"
#include "papers/papers.h"

// --- a network under construction --------------------------------------------------------------------------

// Everything lives in its own arena. After a failure nothing more is done and `status` tells.
typedef struct cr_s1_rig {
    cr_arena *arena;
    cr_network *network;
    cr_contact_mode mode; // of the contacts that are added
    int contacts;
    double k; // time step [s]
    cr_status status;
} cr_s1_rig;

extern const double cr_s1_rate; // 44.1 kHz
extern const cr_place cr_s1_ground;

cr_s1_rig cr_s1_open(double rate, cr_contact_mode mode);
void cr_s1_close(cr_s1_rig *rig);
// These return the index of what was added, 0 after a failure.
int cr_s1_add(cr_s1_rig *rig, const char *type, const cr_setting *settings);
int cr_s1_add_modal(cr_s1_rig *rig, int modes, const double *given, int given_count);
int cr_s1_touch(cr_s1_rig *rig, cr_place a, cr_place b, double gap, const cr_law *law);
void cr_s1_join(cr_s1_rig *rig, cr_place a, cr_place b, double k1, double k3, double r);
bool cr_s1_prepare(cr_s1_rig *rig);
// NULL after a failure.
cr_element *cr_s1_element(const cr_s1_rig *rig, int index);
void cr_s1_throw(cr_s1_rig *rig, int element, double u, double velocity);
// Triangle with its tip at `at`.
void cr_s1_pluck(cr_s1_rig *rig, int element, double at, double height);

// --- closed formulas ---------------------------------------------------------------------------------------

// Random numbers that are the same in every run.
typedef struct cr_s1_random {
    unsigned long long state;
} cr_s1_random;
double cr_s1_uniform(cr_s1_random *random, double low, double high);
double cr_s1_normal(cr_s1_random *random);

// A point of an element as S1's formulas see it; rho A of a string and rho H of a plate stand for the mass.
typedef struct cr_s1_point {
    int element, at;                           // at: index in its arrays
    double inertia, cell;                      // cell: 1, h or h^2
    double now, before;                        // displacement at n and n-1
    double near, far, diagonal, near_before;   // sums over the neighbours
    double astray;                             // of its place, in roundings
    double size;                               // greatest displacement here and around, at n and n-1
    double tension, stiffness, sigma0, sigma1; // strings and plates
    double spacing, w0;                        // w0: of a mass-spring [1/s]
    double restoring, drag, rough;             // forces at n; drag/k goes with the displacement at n-1
} cr_s1_point;

typedef struct cr_s1_contact {
    double g, psi, before;              // before: depth at n-1, the gap left out
    double alpha, gap, depth, g_before; // at n; g_before: of the depth at n-1
    int a, b;                           // points, -1 the ground
} cr_s1_contact;

enum { CR_S1_POINTS = 128, CR_S1_CONTACTS = 64 };

// A system in a random state, and what one step of the library made of it.
typedef struct cr_s1_case {
    cr_s1_rig rig;
    cr_s1_point p[CR_S1_POINTS];
    cr_s1_contact c[CR_S1_CONTACTS];
    double k1, k3, r; // the spring of section 7
    int point_count, contact_count;
    double next[CR_S1_POINTS], force[CR_S1_CONTACTS];
    double psi_next;                                         // magnitude, of all contacts together
    double scale[CR_S1_POINTS], force_scale[CR_S1_CONTACTS]; // what `next` and forces are rounded on
    bool unfit; // the state is not what the contact asked for: draw another
} cr_s1_case;

// Values of the library, the same by a formula, and the sizes they are compared on.
typedef struct cr_s1_values {
    int count;
    double ours[CR_S1_POINTS], formula[CR_S1_POINTS], scale[CR_S1_POINTS];
} cr_s1_values;

typedef struct cr_s1_formula {
    const char *name;
    void (*build)(cr_s1_case *c, cr_s1_random *random);
    void (*evaluate)(const cr_s1_case *c, bool as_printed, cr_s1_values *values);
    // For formulas with a misprint: median error by an independent program, and what is wrong. NULL: right as
    // printed.
    const char *error, *misprint;
} cr_s1_formula;

extern const cr_s1_formula cr_s1_formulas_lumped[], cr_s1_formulas_tromba[];
extern const int cr_s1_formulas_lumped_count, cr_s1_formulas_tromba_count;

typedef enum cr_s1_way {
    CR_S1_CLOSING, // deeper than one sample ago
    CR_S1_EITHER,
    CR_S1_TWO_SIDED,
} cr_s1_way;

// What a case is built from. `add_contact`: a and b are points, -1 the ground; depth = u_a - u_b - gap.
cr_s1_point *cr_s1_add_mass_point(cr_s1_case *c, int element);
cr_s1_point *cr_s1_add_grid_point(cr_s1_case *c, int element, int i, int j);
void cr_s1_scatter(cr_s1_case *c, int element, cr_s1_random *random);
void cr_s1_add_contact(cr_s1_case *c, int a, int b, cr_s1_way way, cr_s1_random *random);
// Where a point is; the ground for -1.
cr_place cr_s1_place(const cr_s1_case *c, int point);
// What all formulas share: displacements compared, the sum without forces (with restoring forces as given),
// and its divisor.
void cr_s1_compare_displacements(const cr_s1_case *c, int count, cr_s1_values *values);
double cr_s1_free_sum(const cr_s1_case *c, const cr_s1_point *p);
double cr_s1_divisor(const cr_s1_case *c, const cr_s1_point *p);
// Sizes on which a step is rounded, from the state and what the step made of it.
void cr_s1_find_scales(cr_s1_case *c);
// Solves a x = v in place.
void cr_s1_solve(int n, double a[3][3], double v[3]);

// Greatest difference of the formula from the library over random states, on the size of what is rounded; and
// the median error of the formula as printed, CR_NAN where it is right.
typedef struct cr_s1_verdict {
    double greatest, median_printed;
} cr_s1_verdict;
cr_s1_verdict cr_s1_try(const cr_s1_formula *formula, int states, unsigned long long seed);

// --- systems that run --------------------------------------------------------------------------------------

typedef struct cr_s1_system {
    const char *name;
    // Elements, contacts and the initial state; prepared by the caller.
    void (*build)(cr_s1_rig *rig, bool damped);
} cr_s1_system;

extern const cr_s1_system cr_s1_systems[];
extern const int cr_s1_system_count;
extern const char *const cr_s1_mode_names[3];
extern const cr_contact_mode cr_s1_modes[3];

// Greatest energy balance error over the greatest energy; CR_NAN after a failure. The curve, unless NULL,
// gets the error over the greatest energy so far against time [s].
double cr_s1_balance(const cr_s1_system *system, cr_contact_mode mode, bool damped, int steps,
                     cr_curve *curve);

// Mass of 1 kg at 1 m/s into a barrier at 50 kHz, over entry phases.
typedef struct cr_s1_bounces {
    double e_least, e_most, left;       // left: in psi after contact, of the energy, greatest
    double late, late_least, late_most; // exit in samples after the exact one: mean, range
    double pull;                        // greatest pull over greatest push
} cr_s1_bounces;
cr_s1_bounces cr_s1_bounce(double alpha, double samples, cr_contact_mode mode);

// Greatest growth of a mode per step minus 1, 0 if none grows, with the spacing at `share` of the smallest.
double cr_s1_growth(const char *type, const cr_setting *settings, double share);

// Error of the tromba marina of modes after 20 ms at `times` the rate, against a much finer step, for each of
// `count` rates. two_sided: the string joined by the signed psi (section 8) instead of the spring.
void cr_s1_convergence(bool two_sided, const int *times, int count, double *errors);

// (66), (69), (76), and the tromba marina that is bowed.
void cr_s1_claims(cr_rows *rows);

extern const cr_paper cr_paper_s1;

extern const cr_figure cr_s1_fig_barrier, cr_s1_fig_energy, cr_s1_fig_tromba, cr_s1_fig_ledger;
extern const cr_figure cr_s1_fig_convergence;

#endif
