// A contact alone on its bodies has a step of its own when the books are closed: it gives the same bits as
// the step of groups, in doubles and in floats, however the sample is divided.
#include "network/network_internal.h"
#include "test.h"
#include "touch_scene.h"

static touch_scene make(const modal_impact *p, const cr_law *law, int level, cr_precision precision,
                        bool booking) {
    touch_scene s = make_scene(p, law, 0.37, level);
    cr_network_set_precision(s.network, precision);
    cr_network_set_booking(s.network, booking);
    CHECK(cr_network_prepare(s.network, NULL) == CR_OK, "prepare");
    return s;
}

static void check(const char *what, const modal_impact *p, const cr_law *law, int level,
                  cr_precision precision) {
    touch_scene alone = make(p, law, level, precision, false), group = make(p, law, level, precision, true);
    long different = 0, touched = 0;
    CHECK(alone.network->groups[0].solo, "%s: not alone", what);
    for (int i = 0; i < 20000; i++) {
        cr_network_step(alone.network);
        cr_network_step(group.network);
        const cr_touch *a = cr_network_touch(alone.network, 0), *b = cr_network_touch(group.network, 0);
        double heard[] = {cr_network_displacement(alone.network, alone.pickup),
                          cr_network_displacement(group.network, group.pickup)};
        different += a->force != b->force || a->depth != b->depth || a->psi != b->psi || heard[0] != heard[1];
        touched += a->force > 0.0;
    }
    long blows = cr_network_effort(alone.network).blows;
    printf("%s, level %d, %s: %ld of 20000 samples in contact, %ld blows\n", what, level,
           precision == CR_FLOAT ? "floats" : "doubles", touched, blows);
    CHECK(blows == cr_network_effort(group.network).blows, "%s: %ld blows", what, blows);
    CHECK(different == 0, "%s, level %d: %ld samples differ", what, level, different);
    CHECK(touched > 5, "%s: never touches", what);
    free_scene(&alone);
    free_scene(&group);
}

int main(void) {
    modal_object wall = {0}, damped = damped_bar(), plate = bar_object(128);
    cr_law soft = hunt_crossley(1e7, 0.1, 1.5), hard = hunt_crossley(1e9, 0.3, 1.3), other = azad(1e8, 100);
    const modal_impact bounces = {.object = &damped, .mass = 0.01, .gravity = 9.81, .v_in = 0.3};
    const modal_impact rests = {.object = &plate, .mass = 0.01, .gravity = 500, .v_in = 0.1};
    const modal_impact falls = {.object = &wall, .mass = 0.01, .gravity = 9.81, .v_in = 0.3};
    cr_law harder = hunt_crossley(1e11, 0.1, 1.5), blows = hunt_crossley(1e13, 0.1, 1.5);
    for (cr_precision precision = CR_DOUBLE; precision <= CR_FLOAT; precision++) {
        check("bounces, changes of step", &bounces, &harder, -1, precision);
        check("bounces, blows", &bounces, &blows, -1, precision);
        for (int level = -1; level <= 2; level++) {
            check("bounces", &bounces, &hard, level, precision);
            check("bounces, Azad", &bounces, &other, level, precision);
            check("rests", &rests, &soft, level, precision);
            check("falls on a wall", &falls, &hard, level, precision);
        }
    }
    return test_summary();
}
