#include "play/play_internal.h"

static void follow(cr_network *network, int pickup) {
    network->pickups.items[pickup].heard[0] = true;
}

const cr_pickup_type cr_pickup_displacement = {
    .name = "displacement",
    .doc = "displacement of a point",
    .unit = "m",
    .quantity = "displacement",
    .source = CR_VALUE_PLACE,
    .follow = follow,
    .hear = cr_network_displacement,
};
