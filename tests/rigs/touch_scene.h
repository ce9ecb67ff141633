// Scenes that the tests of contacts share: a hammer on a modal object or a wall, built in a network.
#ifndef CAROM_TEST_TOUCH_SCENE_H
#define CAROM_TEST_TOUCH_SCENE_H

#include "carom/network.h"
#include "modal_reference.h"

static const double test_rate = 44100;

typedef struct touch_scene {
    cr_arena *arena;
    cr_network *network;
    int hammer, object; // elements; object -1: a wall
    int contact, pickup;
} touch_scene;

cr_law hunt_crossley(double k, double mu, double alpha);
cr_law azad(double k, double lambda);
// S0's critical cases 1 (low dissipation) and 2 (hard) for a hammer of 10 g.
modal_impact s0_impact(int which, const modal_object *object);
// Undamped objects of 100 g: 0, 1, 3, 8 or 32 modes of a free bar, 128 evenly spread ones.
modal_object bar_object(int modes);
// 8 damped modes of a free bar of 100 g from 600 Hz.
modal_object damped_bar(void);

int add_mass(cr_network *network, double mass, double gravity);
int add_object(cr_network *network, const modal_object *object);
// The hammer touches at `phase` samples from the start with the speed v_in. level < 0: the rule chooses.
touch_scene make_scene(const modal_impact *impact, const cr_law *law, double phase, int level);
void free_scene(touch_scene *scene);
double ledger_error(const cr_network *network); // absolute [J]
// At the last sample.
void hammer_state(const touch_scene *scene, double *x, double *v);
void read_modes(const touch_scene *scene, double *q, double *v);

#endif
