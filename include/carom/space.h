// Vectors, rotations and poses. Plain values; lengths in metres.
#ifndef CAROM_SPACE_H
#define CAROM_SPACE_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_vec {
    double x, y, z;
} cr_vec;

// A rotation; |q| = 1.
typedef struct cr_quat {
    double w, x, y, z;
} cr_quat;

// Where a frame stands: a point p of the frame is at `at` + `turn` p in space.
typedef struct cr_pose {
    cr_vec at;
    cr_quat turn;
} cr_pose;

static const cr_quat cr_quat_none = {1.0, 0.0, 0.0, 0.0};

static inline cr_vec cr_vec_make(double x, double y, double z) {
    return (cr_vec){x, y, z};
}
static inline cr_vec cr_vec_add(cr_vec a, cr_vec b) {
    return (cr_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline cr_vec cr_vec_sub(cr_vec a, cr_vec b) {
    return (cr_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline cr_vec cr_vec_scale(double s, cr_vec a) {
    return (cr_vec){s * a.x, s * a.y, s * a.z};
}
// a + s b
static inline cr_vec cr_vec_along(cr_vec a, double s, cr_vec b) {
    return (cr_vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline double cr_vec_dot(cr_vec a, cr_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline cr_vec cr_vec_cross(cr_vec a, cr_vec b) {
    return (cr_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double cr_vec_length(cr_vec a) {
    return sqrt(cr_vec_dot(a, a));
}
// A unit vector along a; `otherwise` where a has no direction.
static inline cr_vec cr_vec_unit(cr_vec a, cr_vec otherwise) {
    double length = cr_vec_length(a);
    return length > 0.0 ? cr_vec_scale(1.0 / length, a) : otherwise;
}
// Two unit vectors that make a right-handed frame with the unit vector n; they follow n without a jump but at
// n = -z (Duff and others 2017).
static inline void cr_vec_frame(cr_vec n, cr_vec *first, cr_vec *second) {
    double sign = n.z < 0.0 ? -1.0 : 1.0, a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    *first = (cr_vec){1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    *second = (cr_vec){b, sign + n.y * n.y * a, -n.y};
}

static inline cr_quat cr_quat_mul(cr_quat a, cr_quat b) {
    return (cr_quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline cr_quat cr_quat_inverse(cr_quat q) {
    return (cr_quat){q.w, -q.x, -q.y, -q.z};
}
static inline cr_quat cr_quat_unit(cr_quat q) {
    double s = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (cr_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}
static inline cr_vec cr_quat_turn(cr_quat q, cr_vec p) {
    cr_vec u = {q.x, q.y, q.z}, t = cr_vec_scale(2.0, cr_vec_cross(u, p));
    return cr_vec_add(cr_vec_along(p, q.w, t), cr_vec_cross(u, t));
}
static inline cr_vec cr_quat_back(cr_quat q, cr_vec p) {
    return cr_quat_turn(cr_quat_inverse(q), p);
}
// Cayley's map of a turn vector: the rotation about r by 2 atan(|r|/2).
static inline cr_quat cr_quat_cayley(cr_vec r) {
    return cr_quat_unit((cr_quat){1.0, 0.5 * r.x, 0.5 * r.y, 0.5 * r.z});
}

// From the frame to space and back, for points; and the pose of a frame that stands in another.
static inline cr_vec cr_pose_out(const cr_pose *pose, cr_vec p) {
    return cr_vec_add(pose->at, cr_quat_turn(pose->turn, p));
}
static inline cr_vec cr_pose_in(const cr_pose *pose, cr_vec p) {
    return cr_quat_back(pose->turn, cr_vec_sub(p, pose->at));
}
static inline cr_pose cr_pose_of(const cr_pose *outer, const cr_pose *inner) {
    return (cr_pose){cr_pose_out(outer, inner->at), cr_quat_mul(outer->turn, inner->turn)};
}

CR_DECLARATIONS_END

#endif
