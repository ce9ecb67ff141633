// How deep two forms are in each other where edges and corners do not say it: boxes that stand in one another
// with their sides in line.
#include "base/maths.h"
#include "geom/pair.h"

// A point that lies u deep in one form and v deep in the other: balls of these radii about it belong to the
// two, and no way that parts them is shorter than u + v. Where it is outside of one: negative.
static double depth_at(const cr_meeting *m, cr_vec p) {
    double in_a = -cr_form_near(m->a, cr_pose_in(&m->pose_a, p), 0).distance;
    double in_b = -cr_form_near(m->b, cr_pose_in(&m->pose_b, p), 0).distance;
    return in_a > 0.0 && in_b > 0.0 ? in_a + in_b : cr_min(in_a, in_b);
}

// From `best` along the axes of the box as long as it gets deeper, by ever smaller steps.
static double climb(const cr_meeting *m, const cr_pose *pose, cr_vec best, cr_vec step, double depth) {
    enum { HALVINGS = 12, MOVES = 200 };
    for (int halved = 0, move = 0; halved < HALVINGS && move < MOVES; move++) {
        cr_vec from = best;
        double before = depth;
        for (int i = 0; i < 6; i++) {
            double sign = i % 2 ? 1.0 : -1.0;
            cr_vec p =
                cr_vec_add(from, (cr_vec){i / 2 == 0 ? sign * step.x : 0.0, i / 2 == 1 ? sign * step.y : 0.0,
                                          i / 2 == 2 ? sign * step.z : 0.0});
            double here = depth_at(m, cr_pose_out(pose, p));
            if (here > depth) depth = here, best = p;
        }
        if (depth > before) continue;
        step = cr_vec_scale(0.5, step);
        halved++;
    }
    return depth;
}

double cr_touch_depth(const cr_meeting *meeting) {
    bool in_a = meeting->a->reach < meeting->b->reach;
    const cr_form *form = in_a ? meeting->a : meeting->b; // the smaller one
    const cr_pose *pose = in_a ? &meeting->pose_a : &meeting->pose_b;
    if (!(form->reach < 1e300)) return 0.0;
    enum { PLACES = 5 }; // along each axis of its box; the third is the middle
    cr_vec step = cr_vec_scale(1.0 / PLACES, cr_vec_sub(form->high, form->low)), best = form->low;
    double depth = -HUGE_VAL;
    for (int i = 0; i < PLACES * PLACES * PLACES; i++) {
        cr_vec p = {form->low.x + step.x * (i % PLACES + 0.5),
                    form->low.y + step.y * (i / PLACES % PLACES + 0.5),
                    form->low.z + step.z * (i / PLACES / PLACES + 0.5)};
        double here = depth_at(meeting, cr_pose_out(pose, p));
        if (here > depth) depth = here, best = p;
    }
    return cr_max(climb(meeting, pose, best, cr_vec_scale(0.5, step), depth), 0.0);
}
