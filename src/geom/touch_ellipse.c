// How the relative curvature of two surfaces differs between directions.
#include "base/numeric.h"
#include "geom/touch.h"

// Adds the curvature of a form at a point of its surface, in the frame (first, second) of the tangent plane:
// xx, yy, xy of the derivative of its normals.
static void add_curvature(const cr_form *form, const cr_pose *pose, cr_vec point, const cr_vec side[2],
                          int wall, double k[3]) {
    if (form->reach > 1e300 && !form->features) return;
    double step = 1e-5 * cr_min(form->reach, 1.0);
    if (form->round > 0.0) step = cr_min(step, 1e-2 * form->round);
    cr_vec p = cr_pose_in(pose, point), own[2], turn[2];
    for (int i = 0; i < 2; i++) own[i] = cr_quat_back(pose->turn, side[i]);
    for (int i = 0; i < 2; i++) {
        cr_vec ahead = cr_form_near(form, cr_vec_along(p, step, own[i]), wall).normal;
        cr_vec behind = cr_form_near(form, cr_vec_along(p, -step, own[i]), wall).normal;
        turn[i] = cr_vec_scale(0.5 / step, cr_vec_sub(ahead, behind));
    }
    k[0] += cr_vec_dot(turn[0], own[0]);
    k[1] += cr_vec_dot(turn[1], own[1]);
    k[2] += 0.5 * (cr_vec_dot(turn[0], own[1]) + cr_vec_dot(turn[1], own[0]));
}

double cr_touch_ellipse(const cr_meeting *meeting, const cr_touch *touch) {
    double k[3] = {0.0, 0.0, 0.0};
    cr_vec side[2];
    cr_vec_frame(touch->normal, &side[0], &side[1]);
    add_curvature(meeting->a, &meeting->pose_a, touch->point_a, side, touch->owner == 0 ? 0 : touch->side, k);
    add_curvature(meeting->b, &meeting->pose_b, touch->point_b, side, touch->owner == 1 ? 0 : touch->side, k);
    // A point that counts as a corner may lie on the face beside it, where all this is rounding of nothing.
    double sum = cr_max(k[0] + k[1], 2.0 * touch->curvature), difference = k[0] - k[1];
    double root = sqrt(difference * difference + 4.0 * k[2] * k[2]);
    return sum > 0.0 ? cr_min(root / sum, 1.0) : 0.0;
}
