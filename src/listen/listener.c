#include "base/maths.h"
#include "carom/listen.h"

int cr_listener_ears(cr_listener_kind kind, cr_ear ear[2]) {
    const double half_pair = 0.085, turn = 55.0 * cr_pi / 180.0;
    const int count = kind == CR_LISTENER_STEREO || kind == CR_LISTENER_BINAURAL ? 2 : 1;
    for (int i = 0; i < count; i++) {
        double left = i == 0 ? 1.0 : -1.0;
        bool cardioid = kind == CR_LISTENER_STEREO;
        ear[i] = (cr_ear){.at = cr_vec_make(0.0, cardioid ? left * half_pair : 0.0, 0.0),
                          .facing = cr_vec_make(cr_cos(turn), left * cr_sin(turn), 0.0),
                          .cardioid = cardioid,
                          .side = kind == CR_LISTENER_BINAURAL ? i : -1};
    }
    return count;
}

cr_quat cr_listener_turn(cr_vec facing, cr_vec up) {
    cr_vec x = cr_vec_unit(facing, cr_vec_make(1.0, 0.0, 0.0)), side, other;
    cr_vec_frame(x, &side, &other);
    cr_vec y = cr_vec_unit(cr_vec_cross(up, x), side), z = cr_vec_cross(x, y);
    // The quaternion of the matrix with columns x, y, z, from its greatest component (Shepperd 1978).
    double t[4] = {x.x + y.y + z.z, x.x - y.y - z.z, y.y - x.x - z.z, z.z - x.x - y.y};
    int most = 0;
    for (int i = 1; i < 4; i++)
        if (t[i] > t[most]) most = i;
    double s = 2.0 * sqrt(1.0 + t[most]);
    switch (most) {
    case 0:
        return cr_quat_unit((cr_quat){0.25 * s, (y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s});
    case 1:
        return cr_quat_unit((cr_quat){(y.z - z.y) / s, 0.25 * s, (x.y + y.x) / s, (x.z + z.x) / s});
    case 2:
        return cr_quat_unit((cr_quat){(z.x - x.z) / s, (x.y + y.x) / s, 0.25 * s, (y.z + z.y) / s});
    default:
        return cr_quat_unit((cr_quat){(x.y - y.x) / s, (x.z + z.x) / s, (y.z + z.y) / s, 0.25 * s});
    }
}

double cr_ear_gain(const cr_ear *ear, cr_vec from) {
    double length = cr_vec_length(from);
    if (!ear->cardioid || length == 0.0) return 1.0;
    return 0.5 * (1.0 + cr_vec_dot(ear->facing, from) / length);
}
