#include "play/play_internal.h"

const cr_pickup_type cr_pickup_contact_force = {
    .name = "contact-force",
    .doc = "force between the two sides of a contact",
    .unit = "N",
    .quantity = "force",
    .source = CR_VALUE_CONTACT,
    .usual = true,
    .hear = cr_network_contact_force,
};
