// Balls shot at a wall, and what really happened to each: the least gap on its way, by halving it where a
// distance cannot exclude a smaller one.
#ifndef CAROM_TEST_SHOTS_H
#define CAROM_TEST_SHOTS_H

#include "touch_forms.h"

static inline double shot_least(const cr_form *wall, cr_vec from, cr_vec to, double radius, double found) {
    cr_vec middle = cr_vec_scale(0.5, cr_vec_add(from, to));
    double half = 0.5 * cr_vec_length(cr_vec_sub(to, from));
    double gap = cr_form_near(wall, middle, 0).distance - radius;
    found = fmin(found, gap);
    if (gap - half >= found - 1e-9) return found;
    found = shot_least(wall, from, middle, radius, found);
    return shot_least(wall, middle, to, radius, found);
}

typedef struct shots {
    int hits, passes;
    int missed;    // hits that were not seen, or too late
    int stopped;   // free passes that were stopped
    double latest; // the deepest overlap at the time given, m
} shots;

// Balls of 5 mm at 50 m/s for 1 ms, through a region about the wall.
static inline shots shots_fire(cr_arena *arena, const cr_form *wall, double region, int count,
                               uint64_t seed) {
    const double radius = 0.005, speed = 50.0, h = 1e-3, near = 1e-5;
    const cr_form *ball = test_sphere(arena, radius);
    uint64_t random = cr_random_seed(seed);
    shots s = {0};
    for (int i = 0; i < count; i++) {
        cr_meeting m = test_meet(ball, wall);
        m.pose_b.turn = test_random_turn(&random);
        m.pose_a.at = test_random_vec(&random, region);
        cr_vec aim = cr_vec_sub(test_random_vec(&random, region), m.pose_a.at);
        cr_vec velocity = cr_vec_scale(speed, cr_vec_unit(aim, cr_vec_make(1.0, 0.0, 0.0)));
        cr_vec from = cr_pose_in(&m.pose_b, m.pose_a.at),
               to = cr_pose_in(&m.pose_b, cr_vec_along(m.pose_a.at, h, velocity));
        if (cr_form_near(wall, from, 0).distance - radius < 2.0 * near) continue; // begins in the wall
        double least = shot_least(wall, from, to, radius, 1e300);
        double t = cr_touch_advance(&m, velocity, test_random_vec(&random, 100.0), cr_vec_make(0, 0, 0),
                                    cr_vec_make(0, 0, 0), h, near);
        cr_vec there = cr_vec_along(from, t / h, cr_vec_sub(to, from));
        double gap = cr_form_near(wall, there, 0).distance - radius;
        s.latest = fmin(s.latest, gap);
        if (least <= 0.0) {
            s.hits++;
            s.missed += t >= h || gap < 0.0 || shot_least(wall, from, there, radius, 1e300) < 0.0;
        } else if (least > near + 2e-9) { // as well as it is known
            s.passes++;
            s.stopped += t < h;
        }
    }
    return s;
}

#endif
