// The Sound Design Toolkit: a hammer pressed on a modal object, or in flight.
#ifndef CAROM_BENCH_SDT_H
#define CAROM_BENCH_SDT_H

typedef struct bench_sdt bench_sdt;
typedef struct bench_sdt_def {
    double rate;         // Hz
    int modes;           // of the object
    const double *given; // Hz and 1/s of each mode, in turns
    double agility;      // 1/(mass that a short blow at the object feels) [1/kg]
    double mass;         // kg, of the hammer
    double k, alpha;     // N/m^alpha: of its Hunt-Crossley contact
    double height;       // m above the object
} bench_sdt_def;

bench_sdt *bench_sdt_new(const bench_sdt_def *def);
void bench_sdt_free(bench_sdt *scene);
// One sample under a force that presses the hammer on [N]; the displacement of the object. Touching or not.
double bench_sdt_step(bench_sdt *scene, double press);
int bench_sdt_touches(const bench_sdt *scene);

#endif
