// Modes of round solids come in groups of one frequency: two where waves run around an axis, 2 n + 1 in a
// ball. A mesh is not as round, and splits them.
#ifndef CAROM_PREP_GROUPS_H
#define CAROM_PREP_GROUPS_H

#include "carom/prep.h"

// Gives the modes of a group the frequency of its lowest, which is the nearest to that of the solid: those of
// a mesh are never too low. A group are modes with as many waves around (in a ball: any) that lie within the
// estimated error of each other; in a ball, where any counts, their errors must differ as much as they do.
void cr_groups_merge(const cr_modal_job *job, cr_modal_result *result);

#endif
