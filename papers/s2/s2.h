// S2 in parts: restitution of the new law, the six pairs of bodies, the dropped ball, the figures.
#ifndef CAROM_APPS_CAROM_REPRODUCE_S2_H
#define CAROM_APPS_CAROM_REPRODUCE_S2_H

#include "carom/material.h"
#include "papers/papers.h"

// The ball of II-C: 66 g, k = 1e10 N/m^1.5.
extern const double cr_s2_mass, cr_s2_stiffness;

extern const char cr_s2_program[]; // what computed the references

cr_law cr_s2_law(double k, double lambda);
// Restitution and contact time [s] (may be NULL) of any law at this speed; CR_NAN when the mass stays.
double cr_s2_restitution(const cr_law *law, double m, double v, double *duration);
// Restitution of the new law as a function of the number Lambda, and the inverse.
double cr_s2_restitution_at(double number);
double cr_s2_number_for(double restitution);
// mu of the Hunt-Crossley law that has this restitution at 1 m/s, and its restitution at any speed.
double cr_s2_hunt_crossley_mu(double restitution);
double cr_s2_hunt_crossley(double mu, double v);

// The pairs of Fig. 5.
typedef struct cr_s2_pair {
    const char *name;
    double stiffness, mass; // N/m^1.5; kg, reduced mass of the pair
    double modulus;         // E* [Pa]
} cr_s2_pair;
enum { CR_S2_PAIRS = 6 };
cr_s2_pair cr_s2_pair_at(int index);

extern const cr_drop cr_s2_drop; // II-C
void cr_s2_cases(cr_rows *rows);
void cr_s2_claims(cr_rows *rows);
void cr_s2_steps(cr_rows *rows);
// Lee and Wang's law that has this restitution at 1 m/s.
cr_law cr_s2_lee_wang(double restitution);

extern const cr_figure cr_s2_fig_3, cr_s2_fig_4, cr_s2_fig_5, cr_s2_fig_times, cr_s2_fig_drop;

#endif
