#ifndef CAROM_APPS_CAROM_CHECK_ADVICE_H
#define CAROM_APPS_CAROM_CHECK_ADVICE_H

#include "carom/scene.h"

// Prints a line if contacts lie between two points of the grid of a string or bar.
void cr_check_advise(cr_network *network, const cr_scene_names *names);

#endif
