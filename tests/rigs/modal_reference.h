// Reference for a hammer on a modal object, independent of the library: the equations of motion in long
// double by extrapolation of the midpoint rule (Gragg, Bulirsch, Stoer), with every make and break of contact
// located.
//     m x'' = m g - f,  q_i'' + 2 sigma_i q_i' + w_i^2 q_i = phi_i f,
//     f = k e^alpha (1 + mu e') for e > 0,  e = x - sum phi_i q_i
#ifndef CAROM_TEST_MODAL_REFERENCE_H
#define CAROM_TEST_MODAL_REFERENCE_H

#ifdef __clang__
#pragma clang diagnostic ignored "-Wdouble-promotion" // double meets long double on purpose
#endif

enum { MOST_MODES = 128 };

typedef struct modal_object {
    int count;
    double frequency[MOST_MODES], sigma[MOST_MODES], phi[MOST_MODES]; // Hz, 1/s, kg^-1/2
} modal_object;

typedef struct modal_impact {
    const modal_object *object;
    double mass, k, mu, alpha, gravity;
    double v_in; // m/s, at the first touch
} modal_impact;

typedef struct modal_state {
    long double x, v, q[MOST_MODES], u[MOST_MODES];
} modal_state;

typedef struct modal_outcome {
    int contacts;
    double first, total; // how long the first contact and all of them lasted [s]
} modal_outcome;

// From the first touch at t = 0, the object at rest, to t_end.
modal_outcome modal_reference(const modal_impact *impact, double t_end, modal_state *end);
// Without contact, for a time of either sign.
void modal_fly(const modal_impact *impact, double t, modal_state *state);
// 1/m + sum phi^2
double modal_agility(const modal_impact *impact);

#endif
