#ifndef CAROM_APPS_CAROM_CHECK_ADVICE_H
#define CAROM_APPS_CAROM_CHECK_ADVICE_H

#include "carom/scene.h"
#include "io/file/json.h"

// Prints a line if contacts lie between two points of the grid of a string or bar.
void cr_check_advise(cr_network *network, const cr_scene_names *names);
// The same as a member "between_points": an array of the contact, its end as written, and the nearest point.
void cr_check_advise_json(cr_json *json, cr_network *network, const cr_scene_names *names);

#endif
