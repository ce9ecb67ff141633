// Bodies whose motion is imposed.
#include "record/recorder.h"

void cr_recorder_follow(cr_recorder *recorder, const cr_record_drive *drive) {
    cr_pose pose;
    recorder->drive = *drive;
    for (int i = 0; i < recorder->bodies; i++) {
        recorder->driven[i] = drive->at(drive->context, i, recorder->start, &pose);
        recorder->any_driven = recorder->any_driven || recorder->driven[i];
    }
}

static bool same_pose(const cr_pose *a, const cr_pose *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

// The spin whose Cayley map over h takes one turn to the other: 2 v/w of the quaternion between them, over h.
void cr_recorder_drive(const cr_recorder *recorder, int body, double t0, double t1, cr_body_state *start) {
    const cr_record_drive *drive = &recorder->drive;
    double h = t1 - t0;
    cr_pose end;
    *start = (cr_body_state){0};
    drive->at(drive->context, body, t0, &start->pose);
    drive->at(drive->context, body, t1, &end);
    cr_quat q = cr_quat_mul(cr_quat_inverse(start->pose.turn), end.turn);
    if (!(h > 0.0) || !(fabs(q.w) > 1e-6)) return; // a half turn in one step has no direction
    start->velocity = cr_vec_scale(1.0 / h, cr_vec_sub(end.at, start->pose.at));
    start->spin = cr_quat_turn(start->pose.turn, cr_vec_scale(2.0 / (q.w * h), cr_vec_make(q.x, q.y, q.z)));
}

// Nothing is written of a body that stands still, once it has come to rest.
static bool stands_still(const cr_recorder *recorder, int body, double before, double t0, double t1) {
    const cr_record_drive *drive = &recorder->drive;
    cr_pose a, b, c;
    drive->at(drive->context, body, before, &a);
    drive->at(drive->context, body, t0, &b);
    drive->at(drive->context, body, t1, &c);
    return same_pose(&a, &b) && same_pose(&b, &c);
}

static cr_status put_drives(cr_recorder *recorder, double before, double t0, double t1, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; i < recorder->bodies && status == CR_OK; i++) {
        // A body with modes is told of by its world.
        if (!recorder->driven[i] || recorder->modes[i] || stands_still(recorder, i, before, t0, t1)) continue;
        cr_world_motion motion = {.body = i, .t0 = t0, .t1 = t1};
        cr_recorder_drive(recorder, i, t0, t1, &motion.start);
        status = cr_recorder_put_motion(recorder, &motion, error);
    }
    return status;
}

static double tick_time(const cr_recorder *recorder, uint64_t tick) {
    return recorder->start + (double)tick * recorder->step;
}

cr_status cr_recorder_tick(cr_recorder *recorder, double time, bool all, cr_error *error) {
    cr_status status = CR_OK;
    while (recorder->any_driven && status == CR_OK && tick_time(recorder, recorder->ticks + 1) <= time) {
        uint64_t k = recorder->ticks++;
        status = put_drives(recorder, tick_time(recorder, k ? k - 1 : 0), tick_time(recorder, k),
                            tick_time(recorder, k + 1), error);
    }
    double last = tick_time(recorder, recorder->ticks);
    if (recorder->any_driven && all && status == CR_OK && last < time)
        status = put_drives(recorder, last - recorder->step, last, time, error);
    return status;
}
