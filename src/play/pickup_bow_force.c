#include "play/play_internal.h"

const cr_pickup_type cr_pickup_bow_force = {
    .name = "bow-force",
    .doc = "force of a bow on what it plays",
    .unit = "N",
    .quantity = "force",
    .source = CR_VALUE_BOW,
    .usual = true,
    .hear = cr_network_bow_force,
};
