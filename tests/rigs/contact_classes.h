// The classes of problems on which the friction solver is held, each from easy to hard friction.
#ifndef CAROM_TEST_CONTACT_CLASSES_H
#define CAROM_TEST_CONTACT_CLASSES_H

#include "contact_problems.h"

typedef struct contact_class {
    const char *name;
    bodies_problem (*make)(uint64_t seed, int size, int contacts, double mu);
    int size, contacts;
} contact_class;

static inline bodies_problem make_random(uint64_t seed, int bodies, int contacts, double mu) {
    return random_bodies(seed, bodies, contacts, mu, mu);
}

static inline bodies_problem make_pack(uint64_t seed, int side, int contacts, double mu) {
    (void)contacts; // as many as the pack has
    return ball_pack(seed, side, mu, 0.002);
}

static inline bodies_problem make_tower(uint64_t seed, int boxes, int contacts, double mu) {
    return box_tower(seed, boxes, contacts, mu, 0.01);
}

static inline bodies_problem make_plate(uint64_t seed, int freedoms, int contacts, double mu) {
    return ringing_plate(seed, freedoms, contacts, mu, 0.005);
}

static const contact_class contact_classes[] = {
    {"1 body, 10 contacts", make_random, 1, 10},
    {"5 bodies, 20 contacts", make_random, 5, 20},
    {"10 bodies, 60 contacts", make_random, 10, 60},
    {"27 balls", make_pack, 3, 0},
    {"8 balls", make_pack, 2, 0},
    {"3 boxes, 4 contacts each", make_tower, 3, 4},
    {"10 boxes, 4 contacts each", make_tower, 10, 4},
    {"10 boxes, 12 contacts each", make_tower, 10, 12},
    {"rigid plate, 50 contacts", make_plate, 6, 50},
    {"plate of 66 freedoms, 50 contacts", make_plate, 66, 50},
    {"plate of 66 freedoms, 200 contacts", make_plate, 66, 200},
};
enum { CONTACT_CLASSES = sizeof contact_classes / sizeof *contact_classes };
static const double contact_frictions[] = {0.2, 0.5, 0.8, 1.5};

#endif
