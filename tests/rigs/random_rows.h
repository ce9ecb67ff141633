// Random rows of a step: bodies, rigid or flexible, with contacts, disks and joints between them.
#ifndef CAROM_TEST_RANDOM_ROWS_H
#define CAROM_TEST_RANDOM_ROWS_H

#include "rows_rig.h"

#include <stdint.h>

typedef struct random_rows_def {
    int bodies, contacts, disks, joints;
    int flexible;      // freedoms of the first body beyond six
    double compliance; // of contacts, as a share of W_ii
    bool kick;         // contacts have budgets
} random_rows_def;

// q = A v + what the compliance stores: passive rows, as a step has them. mu is .1 to 1.
rows_rig random_rows(uint64_t seed, const random_rows_def *def);

#endif
