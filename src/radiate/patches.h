// The patches of a body at one point: CR_PATCH_LANES modes that share a set at a time.
#ifndef CAROM_RADIATE_PATCHES_H
#define CAROM_RADIATE_PATCHES_H

#include "carom/radiate.h"

enum { CR_PATCH_LANES = 8, CR_PATCH_WIRE = 1024 };

typedef struct cr_patch_group {
    int lanes, mode[CR_PATCH_LANES];
    float k[CR_PATCH_LANES];
    float (*term)[CR_RADIATION_PATCH][CR_PATCH_LANES]; // [patch]
} cr_patch_group;

typedef struct cr_patch_set {
    int count;
    double nearest;    // m: patches that are nearer are heard as from there
    float (*at)[3];    // by parts
    float (*along)[4]; // or NULL
    int *first;        // [parts + 1]
    int groups;
    cr_patch_group *group;
} cr_patch_set;

typedef struct cr_patch_bank {
    int sets, parts;
    cr_patch_set *set;
    double (*centre)[3]; // of the parts
    float (*wire)[2];    // [CR_PATCH_WIRE + 1], or NULL: see patches.c
} cr_patch_bank;

// Copies the patches of a radiation that was checked, in at most so many parts. CR_ERR_MEMORY.
cr_status cr_patch_bank_make(const cr_radiation *radiation, int parts, cr_arena *arena, cr_patch_bank *bank,
                             cr_error *error);
// Adds to re and im of the modes that have patches what those of a part (-1: all) give, the phase counted
// from `distance`; without the share of modes that have a series too.
void cr_patch_bank_add(const cr_patch_bank *bank, int part, const double listener[3], double distance,
                       double share, const bool *has_series, double *re, double *im);

#endif
