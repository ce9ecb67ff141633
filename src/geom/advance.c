// How far two forms get before they touch: time goes on by no more than the distance over the greatest speed
// at which any two of their points approach each other (Mirtich 1996, conservative advancement).
#include "base/maths.h"
#include "geom/pair.h"

enum { BOUNDS_MAX = 512 }; // features of which bounds are kept

// The least gap within reach; reach itself where there is none. bound: as in cr_generation, or NULL.
static double least_gap(const cr_meeting *meeting, double reach, double *bound) {
    cr_touch_memory memory;
    memory.count = 0;
    for (size_t i = 0; i < sizeof memory.flat; i++) memory.flat[i] = 0;
    cr_generation g = {.meeting = meeting,
                       .reach = reach,
                       .old = memory.touch,
                       .apart = cr_touch_apart(meeting),
                       .memory = &memory,
                       .least = true,
                       .bound = bound};
    cr_pair_find(&g);
    return g.reach;
}

static cr_pose moved(const cr_pose *pose, cr_vec centre, cr_vec velocity, cr_vec spin, double t) {
    double rate = cr_vec_length(spin);
    cr_quat turn = cr_quat_none;
    if (rate > 0.0) {
        double half = 0.5 * rate * t, s = cr_sin(half) / rate;
        turn = (cr_quat){cr_cos(half), s * spin.x, s * spin.y, s * spin.z};
    }
    cr_vec at = cr_vec_sub(cr_vec_add(pose->at, centre), cr_quat_turn(turn, centre));
    return (cr_pose){cr_vec_along(at, t, velocity), cr_quat_mul(turn, pose->turn)};
}

static double sweep(const cr_form *form, cr_vec centre, cr_vec spin) {
    double rate = cr_vec_length(spin), arm = cr_vec_length(centre) + (form->ball > 0.0 ? 0.0 : form->reach);
    return rate > 0.0 ? rate * arm : 0.0;
}

double cr_touch_advance(const cr_meeting *meeting, cr_vec velocity_a, cr_vec spin_a, cr_vec velocity_b,
                        cr_vec spin_b, double h, double near) {
    double speed = cr_vec_length(cr_vec_sub(velocity_a, velocity_b)) +
                   sweep(meeting->a, meeting->centre_a, spin_a) +
                   sweep(meeting->b, meeting->centre_b, spin_b);
    double t = 0.0, most = 1e300, bound[BOUNDS_MAX];
    int features = meeting->a->features + meeting->b->features;
    for (int i = 0; i < features && i < BOUNDS_MAX; i++) bound[i] = -1e300;
    for (int turn = 0; turn < 400;
         turn++) { // more only where forms slide along each other: then it says too early
        cr_meeting then = *meeting;
        then.pose_a = moved(&meeting->pose_a, meeting->centre_a, velocity_a, spin_a, t);
        then.pose_b = moved(&meeting->pose_b, meeting->centre_b, velocity_b, spin_b, t);
        double reach = near + speed * (h - t),
               gap = least_gap(&then, cr_min(reach, most), features <= BOUNDS_MAX ? bound : NULL);
        if (gap <= near) return t;
        if (gap >= reach) return h;
        double way = gap - 0.5 * near; // no step is shorter than near/2: what passes by does not stop here
        t += way / speed;
        if (t >= h) return h;
        // No distance changes by more than the way.
        most = gap + way;
        for (int i = 0; i < features && i < BOUNDS_MAX; i++) bound[i] -= way;
    }
    return t;
}

double cr_touch_distance(const cr_meeting *meeting) {
    double gap = least_gap(meeting, 1e300, NULL);
    // Edges in line with the sides of the other have a gap of 0, however deep the forms are.
    return gap > 1e-6 ? gap : cr_min(gap, -cr_touch_depth(meeting));
}
