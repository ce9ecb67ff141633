// The table of what can be heard, and the keys of a pickup in a scene.
#include "play/play_internal.h"

static const cr_pickup_type *const types[] = {
#define X(name) &cr_pickup_##name,
    CR_PICKUP_LIST(X)
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

const cr_pickup_type *const *cr_pickup_types(int *count) {
    *count = TYPE_COUNT;
    return types;
}

const cr_pickup_type *cr_pickup_find(const char *name, cr_error *error) {
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++) names[i] = types[i]->name;
    int index = cr_name_find("pickup", name, names, TYPE_COUNT, error);
    return index < 0 ? NULL : types[index];
}

static const cr_key keys[] = {
    {.number = CR_NAMED("at", "a point to listen to"), .kind = CR_VALUE_PLACE},
    {.number = CR_NAMED("contact", "or a contact"), .kind = CR_VALUE_CONTACT},
    {.number = CR_NAMED("bow", "or a bow"), .kind = CR_VALUE_BOW},
    {.number = CR_NAMED("friction", "or friction"), .kind = CR_VALUE_FRICTION},
    {.number =
         CR_NAMED("quantity", "displacement or velocity of a point, force of a contact, bow or friction"),
     .kind = CR_VALUE_QUANTITY},
    {.number = {"channel", "", "of the output, from 1", 1, 1, 64}, .kind = CR_VALUE_INTEGER},
    {.number = {"gain", "", "factor", 1, -1e12, 1e12}, .knob = CR_KNOB_GAIN},
};

const cr_key *cr_pickup_keys(int *count) {
    *count = sizeof keys / sizeof *keys;
    return keys;
}
