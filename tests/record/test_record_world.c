// A world and its recording: the states that are read are those of the world, at any time; a run that is
// interrupted and gone on with from a checkpoint has the same bytes.
#include "recording.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const double end = 0.3457;

static cr_world_model *make_model(cr_arena *arena, cr_error *error) {
    cr_world_def def = cr_world_def_default();
    cr_world_model *model = cr_world_model_new(arena, &def, error);
    const cr_pose here = {.turn = {1.0, 0.0, 0.0, 0.0}};
    const cr_part_def plane = {cr_form_new("plane", NULL, arena, error), here},
                      ball = {cr_form_new("sphere", NULL, arena, error), here},
                      box = {cr_form_new("box", NULL, arena, error), here};
    cr_body_def body = cr_body_def_default();
    body.density = 2500.0;
    body.part_count = 1;
    body.name = "floor", body.parts = &plane, body.fixed = true;
    cr_world_model_add(model, &body, error);
    body.name = "ball", body.parts = &ball, body.fixed = false;
    body.at = (cr_vec){0.0, 0.0, 0.15}, body.velocity = (cr_vec){0.3, 0.0, 0.0};
    cr_world_model_add(model, &body, error);
    body.name = "box", body.parts = &box;
    body.at = (cr_vec){1.0, 0.0, 0.2}, body.spin = (cr_vec){1.0, 9.0, 3.0};
    cr_world_model_add(model, &body, error);
    static const double times[] = {0.0, 0.1, 0.2}; // not copied
    static const cr_pose poses[] = {{{-1.0, 0.0, 1.0}, {1.0, 0.0, 0.0, 0.0}},
                                    {{-1.0, 0.0, 1.2}, {1.0, 0.0, 0.0, 0.0}},
                                    {{-1.0, 0.1, 1.2}, {1.0, 0.0, 0.0, 0.0}}};
    body.name = "lifted", body.drive = (cr_drive_def){3, times, poses, true};
    body.at = poses[0].at, body.velocity = body.spin = (cr_vec){0};
    cr_world_model_add(model, &body, error);
    return cr_world_model_seal(model, error) == CR_OK ? model : NULL;
}

// Runs from a time on, with energies at every hundredth of a second, to `until`.
static void run(cr_world *world, cr_recorder *recorder, int from, int until) {
    cr_error error = {0};
    const cr_world_sink sink = cr_recorder_sink(recorder);
    for (int i = from + 1; i <= until; i++) {
        CHECK(cr_world_run(world, 0.01 * i, &sink, &error) == CR_OK, "%s", error.reason);
        cr_world_energy energy = cr_world_ledger(world);
        CHECK(cr_recorder_energy(recorder, 0.01 * i, &energy, &error) == CR_OK, "%s", error.reason);
    }
}

static void finish(cr_world *world, cr_recorder *recorder) {
    cr_error error = {0};
    const cr_world_sink sink = cr_recorder_sink(recorder);
    CHECK(cr_world_run(world, end, &sink, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_recorder_catch_up(recorder, world, 0.0, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_recorder_flush(recorder, true, &error) == CR_OK, "%s", error.reason);
}

static cr_recorder *begin(const cr_world_model *model, const cr_world *world, cr_record_memory *r,
                          cr_arena *arena, cr_record_head *head) {
    cr_error error = {0};
    cr_record_drive drive = cr_record_drive_of(model);
    cr_record_out out = cr_record_memory_out(r);
    CHECK(cr_record_head_of(model, world, arena, head, &error) == CR_OK, "%s", error.reason);
    cr_recorder *recorder = cr_recorder_new(head, &out, arena, &error);
    CHECK(recorder, "%s", error.reason);
    cr_recorder_follow(recorder, &drive);
    return recorder;
}

// A second world without a recorder, stopped at times that are no ends of steps.
static void states_agree(const cr_world_model *model, cr_record_memory *r, cr_arena *arena) {
    cr_error error = {0};
    cr_world *world = cr_world_new(model, cr_allocator_default(), &error);
    cr_record_in in = cr_record_memory_in(r);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    CHECK(reader, "%s", error.reason);
    const double times[] = {0.0, 0.0123, 0.0777, 0.15, 0.2501, end};
    for (int i = 0; i < 6 && reader; i++) {
        cr_body_state state[4];
        CHECK(cr_record_state_at(reader, times[i], state, NULL, NULL, arena, &error) == CR_OK, "%s",
              error.reason);
        CHECK(cr_world_run(world, times[i], NULL, &error) == CR_OK, "%s", error.reason);
        for (int b = 0; b < 4; b++) {
            cr_body_state told = cr_world_body(world, b);
            double at = cr_vec_length(cr_vec_sub(told.pose.at, state[b].pose.at));
            double spin = cr_vec_length(cr_vec_sub(told.spin, state[b].spin));
            // Rounding; the lifted body is straight over 1 ms: 120 m/s^2 (1 ms)^2/8 at most.
            CHECK(at <= (b == 3 ? 1.6e-5 : 1e-14) && spin <= 1e-12, "body %d at %g s: off by %g, %g", b,
                  times[i], at, spin);
        }
    }
    cr_world_free(world);
}

static void resumes(const cr_world_model *model, const cr_record_memory *whole, cr_arena *arena) {
    cr_error error = {0};
    cr_record_memory r = {0}, checkpoint = {0};
    cr_record_head head;
    cr_world *world = cr_world_new(model, cr_allocator_default(), &error);
    cr_recorder *recorder = begin(model, world, &r, arena, &head);
    run(world, recorder, 0, 17);
    size_t size = cr_world_size(world), count;
    unsigned char *bytes = malloc(size);
    cr_record_out saved = cr_record_memory_out(&checkpoint), out = cr_record_memory_out(&r);
    cr_world_save(world, bytes);
    CHECK(cr_recorder_save(recorder, bytes, size, &saved, &error) == CR_OK, "%s", error.reason);
    run(world, recorder, 17, 25); // what is lost
    cr_world_free(world);
    world = cr_world_new(model, cr_allocator_default(), &error);
    unsigned long long written = 0;
    const unsigned char *state;
    recorder = cr_recorder_resume(&head, checkpoint.bytes, checkpoint.count, "x", &out, arena, &written,
                                  &state, &count, &error);
    CHECK(recorder && cr_world_restore(world, state, count, &error) == CR_OK, "%s", error.reason);
    r.count = (size_t)written;
    cr_record_drive drive = cr_record_drive_of(model);
    cr_recorder_follow(recorder, &drive);
    run(world, recorder, 17, 34);
    finish(world, recorder);
    CHECK(r.count == whole->count && !memcmp(r.bytes, whole->bytes, r.count),
          "other bytes after a checkpoint");
    free(bytes);
    cr_world_free(world);
    cr_record_memory_free(&r);
    cr_record_memory_free(&checkpoint);
}

int main(void) {
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_world_model *model = make_model(arena, &error);
    CHECK(model, "%s: %s", error.place, error.reason);
    if (!model) return test_summary();
    cr_record_memory r = {0};
    cr_record_head head;
    cr_world *world = cr_world_new(model, cr_allocator_default(), &error);
    cr_recorder *recorder = begin(model, world, &r, arena, &head);
    run(world, recorder, 0, 34);
    finish(world, recorder);
    states_agree(model, &r, arena);
    resumes(model, &r, arena);
    cr_record_in in = cr_record_memory_in(&r);
    cr_record_summary all;
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    CHECK(reader && cr_record_summarise(reader, &all, &error) == CR_OK && all.whole && all.contacts > 0 &&
              all.energies == 34 && all.end == end,
          "%lld contacts, end %.17g", all.contacts, all.end);
    printf("%lld motions, %lld contacts, %llu bytes\n", all.motions, all.contacts, all.bytes);
    cr_world_free(world);
    cr_arena_free(arena);
    cr_record_memory_free(&r);
    return test_summary();
}
