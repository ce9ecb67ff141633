#include "play/play_internal.h"

static void follow(cr_network *network, int pickup) {
    network->pickups.items[pickup].heard[1] = true;
}

const cr_pickup_type cr_pickup_velocity = {
    .name = "velocity",
    .doc = "velocity of a point",
    .unit = "m/s",
    .quantity = "velocity",
    .source = CR_VALUE_PLACE,
    .usual = true,
    .follow = follow,
    .hear = cr_network_velocity,
};
