#ifndef CAROM_NETWORK_FRICTION_INTERNAL_H
#define CAROM_NETWORK_FRICTION_INTERNAL_H

#include "network/friction_list.h"
#include "network/network_internal.h"

#define X(name) extern const cr_friction_type cr_friction_##name;
CR_FRICTION_LIST(X)
#undef X

// The model of a bow, by its number; NULL: there is none.
const cr_friction_type *cr_bow_friction(int model);

#endif
