// Figures of whole scenes, as tools/measure-s3 writes them: scene,figure,at,value.
#ifndef CAROM_PAPERS_S3_MEASURED_H
#define CAROM_PAPERS_S3_MEASURED_H

#include "papers/s3/s3.h"

enum { CR_S3_ENTRIES = 4096 };
// Columns of Table 2.
enum {
    CR_S3_VERTICES,
    CR_S3_TETRAHEDRA,
    CR_S3_DOF,
    CR_S3_TIME,
    CR_S3_DYNAMICS,
    CR_S3_SOUND,
    CR_S3_SOUNDING,
    CR_S3_FIGURES
};

typedef struct cr_s3_entry {
    const char *scene, *figure; // "machine": what it was measured on
    double at, value;           // of a curve: time [s], step [s]
    const char *text;
} cr_s3_entry;

typedef struct cr_s3_measured {
    cr_s3_entry entry[CR_S3_ENTRIES];
    int count;
} cr_s3_measured;

// CR_ERR_IO, CR_ERR_INPUT, CR_ERR_MEMORY.
cr_status cr_s3_measured_read(const char *path, cr_arena *arena, cr_s3_measured **all, cr_error *error);
// NaN: there is none.
double cr_s3_measured_value(const cr_s3_measured *all, const char *scene, const char *figure);
const char *cr_s3_measured_machine(const cr_s3_measured *all, const char *figure);

// Costs beside the paper's; steps by size (Figure 16); modes over time (Figures 15, 17).
extern const cr_figure cr_s3_fig_costs, cr_s3_fig_steps, cr_s3_fig_modes;

#endif
