#include "play/play_internal.h"

const cr_pickup_type cr_pickup_friction_force = {
    .name = "friction-force",
    .doc = "force of a friction",
    .unit = "N",
    .quantity = "force",
    .source = CR_VALUE_FRICTION,
    .usual = true,
    .hear = cr_network_friction_force,
};
