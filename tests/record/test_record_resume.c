// A recording that is gone on with from a checkpoint has the bytes of one that was never interrupted,
// wherever the checkpoint was taken and whatever was written after it.
#include "budget.h"
#include "record/bytes.h"
#include "recording.h"
#include "test.h"

enum { ENTRIES = 2400 };

static void tell(cr_recorder *recorder, int from, int to) {
    cr_error error = {0};
    for (int i = from; i < to; i++) {
        recording_entry entry;
        recording_make(i, &entry);
        CHECK(recording_tell(recorder, &entry, &error) == CR_OK, "%s", error.reason);
    }
}

static void resumes(const cr_record_memory *whole, int at, int lost) {
    cr_record_memory r = {0}, checkpoint = {0};
    cr_error error = {0};
    cr_record_head head = recording_head();
    cr_record_out out = cr_record_memory_out(&r), checkpoint_out = cr_record_memory_out(&checkpoint);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
    const unsigned char world[5] = {1, 2, 3, (unsigned char)at, 5};
    tell(recorder, 0, at);
    CHECK(cr_recorder_save(recorder, world, sizeof world, &checkpoint_out, &error) == CR_OK, "%s",
          error.reason);
    tell(recorder, at, at + lost);
    unsigned long long written = 0;
    const unsigned char *state = NULL;
    size_t count = 0;
    cr_recorder *again = cr_recorder_resume(&head, checkpoint.bytes, checkpoint.count, "test.checkpoint",
                                            &out, arena, &written, &state, &count, &error);
    CHECK(again && written <= r.count && count == sizeof world && !memcmp(state, world, count), "%s",
          error.reason);
    if (again) {
        r.count = (size_t)written;
        tell(again, at, ENTRIES);
        CHECK(cr_recorder_flush(again, true, &error) == CR_OK, "%s", error.reason);
        CHECK(r.count == whole->count && !memcmp(r.bytes, whole->bytes, r.count),
              "other bytes after a checkpoint at entry %d", at);
    }
    cr_arena_free(arena);
    cr_record_memory_free(&r);
    cr_record_memory_free(&checkpoint);
}

// Every byte of a checkpoint counts, and it fits one recording only.
static void refused(void) {
    cr_record_memory r = {0}, checkpoint = {0};
    cr_error error = {0};
    cr_record_head head = recording_head(), other = head;
    cr_record_out out = cr_record_memory_out(&r), checkpoint_out = cr_record_memory_out(&checkpoint);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
    unsigned long long written;
    const unsigned char *state;
    size_t count;
    tell(recorder, 0, 10);
    cr_recorder_save(recorder, (const unsigned char *)"state", 5, &checkpoint_out, &error);
    cr_arena_mark mark = cr_arena_here(arena);
    for (size_t i = 0; i < checkpoint.count; i++) {
        checkpoint.bytes[i] ^= 4;
        CHECK(!cr_recorder_resume(&head, checkpoint.bytes, checkpoint.count, "x", &out, arena, &written,
                                  &state, &count, &error) &&
                  error.status == CR_ERR_INPUT,
              "byte %zu changed", i);
        checkpoint.bytes[i] ^= 4;
        CHECK(!cr_recorder_resume(&head, checkpoint.bytes, i, "x", &out, arena, &written, &state, &count,
                                  &error) &&
                  error.status == CR_ERR_INPUT,
              "cut to %zu bytes", i);
        cr_arena_rewind(arena, mark);
    }
    other.note = "another";
    CHECK(!cr_recorder_resume(&other, checkpoint.bytes, checkpoint.count, "x", &out, arena, &written, &state,
                              &count, &error) &&
              strstr(error.reason, "another scene"),
          "%s", error.reason);
    CHECK(!cr_recorder_resume(&head, r.bytes, r.count, "x", &out, arena, &written, &state, &count, &error) &&
              strstr(error.reason, "not a checkpoint"),
          "%s", error.reason);
    cr_record_in in = cr_record_memory_in(&checkpoint);
    CHECK(!cr_record_reader_new(&in, "x", arena, &error) && strstr(error.reason, "a checkpoint"), "%s",
          error.reason);
    cr_arena_free(arena);
    cr_record_memory_free(&r);
    cr_record_memory_free(&checkpoint);
}

int main(void) {
    cr_record_memory whole = {0};
    cr_error error = {0};
    CHECK(recording_write(&whole, ENTRIES, true, &error) == CR_OK, "%s", error.reason);
    for (int at = 0; at <= ENTRIES; at += 37) resumes(&whole, at, at % 5 * 150);
    refused();
    cr_record_memory_free(&whole);
    return test_summary();
}
