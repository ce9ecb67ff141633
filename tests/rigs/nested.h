// Vessels that are dropped into each other, and whether they come to rest.
#ifndef CAROM_TESTS_NESTED_H
#define CAROM_TESTS_NESTED_H

#include "worlds.h"

enum { STACK_MOST = 10 };

typedef struct stack_def {
    const char *form;
    const cr_setting *size;
    int count;        // at most STACK_MOST
    bool seated;      // the lowest is fixed
    double apart;     // m, of their origins when they lie in each other
    double drop;      // m, each falls so far onto the one below
    double off, tilt; // m, rad: how far from straight they come, the higher the more
    double mass;      // kg, each
    double friction, rolling;
    double step, duration; // s
    double flat;           // m; 0: that of worlds
} stack_def;

typedef struct stack_result {
    double rest;    // s, when kinetic energy was last above 1e-20 J
    double kinetic; // J, at the end
    double change;  // the greatest of all points' forces in one step of the last quarter, in weights
    double noise;   // dB of the weight, the worst band over the last quarter
    double force;   // of all points at the end, in weights
    double apart[STACK_MOST]; // m, of the origins at the end
    double residual;          // J, of the ledger
    cr_world_stats stats;
} stack_result;

stack_result stack_drop(const stack_def *def);

#endif
