// Bodies whose motion is imposed are in the recording though no world tells of them: at the ends of steps
// where they should be, at rest without a word; and the same bytes after a checkpoint.
#include "recording.h"
#include "test.h"

#include <string.h>

// The floor rises smoothly from 0.1 to 0.2 s, by 0.2 m, and turns by half a radian about z.
static bool drive(const void *context, int body, double time, cr_pose *pose) {
    (void)context;
    if (body != FLOOR) return false;
    double x = fmin(fmax((time - 0.1) / 0.1, 0.0), 1.0), s = x * x * (3.0 - 2.0 * x);
    *pose = (cr_pose){{0.0, 0.0, 0.2 * s}, {cos(0.25 * s), 0.0, 0.0, sin(0.25 * s)}};
    return true;
}

static const cr_record_drive drives = {NULL, drive};
enum { STEPS = 700 };

static void tell(cr_recorder *recorder, int from, int to) {
    cr_world_sink sink = cr_recorder_sink(recorder);
    for (int i = from; i < to; i++) {
        const cr_world_motion motion = {
            .body = BOX, .t0 = 4e-4 * i, .t1 = 4e-4 * (i + 1), .start = recording_head().body[BOX].start};
        CHECK(sink.motion(sink.context, &motion) == CR_OK, "sink");
    }
}

typedef struct seen {
    int frames;
    double worst, turned;
} seen;

static cr_status look(void *context, double time, const cr_body_state *bodies) {
    seen *s = context;
    cr_pose pose;
    drive(NULL, FLOOR, time, &pose);
    s->worst = fmax(s->worst, cr_vec_length(cr_vec_sub(bodies[FLOOR].pose.at, pose.at)));
    s->turned = fmax(s->turned, fabs(bodies[FLOOR].pose.turn.z - pose.turn.z));
    s->frames++;
    return CR_OK;
}

static void follows(cr_record_memory *r) {
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_record_in in = cr_record_memory_in(r);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    cr_record_item item = {0};
    int floors = 0;
    double before = 0.0;
    while (cr_record_reader_next(reader, CR_RECORD_MOTION, &item, &error) == CR_OK &&
           item.kind == CR_RECORD_MOTION) {
        floors += item.motion.body == FLOOR;
        CHECK(item.motion.t1 >= before, "out of order: %g after %g", item.motion.t1, before);
        before = item.motion.t1;
    }
    CHECK(floors >= 100 && floors <= 103, "%d motions of the floor", floors);
    // At the ends of steps exactly; between them straight: (1 ms)^2 times 120 m/s^2 over 8.
    const double rates[] = {1000.0, 7777.0}, bounds[] = {1e-12, 1.51e-5};
    for (int i = 0; i < 2; i++) {
        seen s = {0};
        const cr_record_frames frames = {.context = &s, .frame = look};
        CHECK(cr_record_sample(reader, 0.0, rates[i], &frames, arena, &error) == CR_OK, "%s", error.reason);
        CHECK(s.worst <= bounds[i] && s.turned <= 2.0 * bounds[i], "at %g: off by %g, %g", rates[i], s.worst,
              s.turned);
    }
    cr_arena_free(arena);
}

int main(void) {
    cr_record_memory r = {0}, again = {0}, checkpoint = {0};
    cr_error error = {0};
    cr_record_head head = recording_head();
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_record_out out = cr_record_memory_out(&r), out_again = cr_record_memory_out(&again),
                  saved = cr_record_memory_out(&checkpoint);
    cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
    cr_recorder_follow(recorder, &drives);
    tell(recorder, 0, STEPS);
    CHECK(cr_recorder_flush(recorder, true, &error) == CR_OK, "%s", error.reason);
    follows(&r);
    recorder = cr_recorder_new(&head, &out_again, arena, &error);
    cr_recorder_follow(recorder, &drives);
    tell(recorder, 0, 400);
    cr_recorder_save(recorder, NULL, 0, &saved, &error);
    unsigned long long written = 0;
    const unsigned char *state;
    size_t count;
    recorder = cr_recorder_resume(&head, checkpoint.bytes, checkpoint.count, "x", &out_again, arena, &written,
                                  &state, &count, &error);
    CHECK(recorder, "%s", error.reason);
    again.count = (size_t)written;
    cr_recorder_follow(recorder, &drives);
    tell(recorder, 400, STEPS);
    cr_recorder_flush(recorder, true, &error);
    CHECK(again.count == r.count && !memcmp(again.bytes, r.bytes, r.count), "other bytes after a checkpoint");
    cr_arena_free(arena);
    cr_record_memory_free(&r);
    cr_record_memory_free(&again);
    cr_record_memory_free(&checkpoint);
    return test_summary();
}
