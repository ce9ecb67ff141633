// The force at all contacts of a world over time, step by step, and how much of it is noise.
#ifndef CAROM_TESTS_FORCE_RECORD_H
#define CAROM_TESTS_FORCE_RECORD_H

#include "worlds.h"

enum { FORCE_BANDS = 4 }; // 50-200, 200-1k, 1k-3k, 3k-15k Hz

// Normal forces and impulses over the length of the step, summed over the contacts of one body (or of all).
typedef struct force_record {
    double step;  // s, of the world: all steps are as long
    int body;     // -1: contacts of all
    bool support; // what bears that body upwards instead of normal forces
    int count, room;
    double *force;   // N, of each step
    double *turning; // N, by how much the forces of points change from the step before, summed
    double deepest;  // m, the least gap beyond what the springs of points give
    double stiffness;
    struct {
        unsigned key;
        int a, b;
        double force;
    } last[256], now[256];
    int lasts, nows, current;
    bool uneven; // a step of another length came
} force_record;

force_record force_record_new(double step, double duration, int body);
void force_record_free(force_record *record);
cr_world_sink force_record_sink(force_record *record);
// Root mean square in the bands over `count` (a power of two) steps from `first`, in dB of `unit` (N).
void force_record_bands(const force_record *record, int first, int count, double unit,
                        double band[FORCE_BANDS]);
double force_record_worst(const double band[FORCE_BANDS]);
// The greatest change of all points' forces in one step, from the step `first` on, N.
double force_record_turning(const force_record *record, int first);

#endif
