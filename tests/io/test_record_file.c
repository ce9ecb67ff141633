// Recordings as files: unfinished ones can be read, also while they are written, and gone on with, also after
// kill -9 at any moment, and end with the same bytes; states to begin a scene with.
#include "folder.h"
#include "io/file/file.h"
#include "io/record/record_file.h"
#include "recording.h"
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ENTRIES = 30000, EVERY = 700 };

static cr_arena *arena;

// Records from entry `from` on, with checkpoints whose state is the number of the next entry.
static cr_status go_on(cr_record_file *file, int from, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = from; i < ENTRIES && status == CR_OK; i++) {
        recording_entry entry;
        recording_make(i, &entry);
        if (i % EVERY == 0)
            status = cr_record_file_checkpoint(file, (const unsigned char *)&i, sizeof i, error);
        if (status == CR_OK) status = recording_tell(cr_record_file_recorder(file), &entry, error);
    }
    return status;
}

static cr_record_file *resume(const char *path, const char *checkpoint, int *from, cr_error *error) {
    const cr_record_head head = recording_head();
    const unsigned char *state;
    size_t count;
    cr_record_file *file = cr_record_file_resume(path, checkpoint, &head, arena, &state, &count, error);
    CHECK(!file || count == sizeof *from, "%zu bytes of state", count);
    if (file) memcpy(from, state, sizeof *from);
    return file;
}

static cr_status run_all(const char *path, const char *checkpoint, cr_error *error) {
    const cr_record_head head = recording_head();
    int from = 0;
    cr_record_file *file = cr_record_file_can_resume(path, checkpoint)
                               ? resume(path, checkpoint, &from, error)
                               : cr_record_file_create(path, checkpoint, &head, arena, error);
    if (!file) return error->status;
    cr_status status = go_on(file, from, error);
    if (status == CR_OK) return cr_record_file_commit(file, error);
    cr_record_file_leave(file);
    return status;
}

static bool same_files(const char *a, const char *b) {
    cr_arena_mark mark = cr_arena_here(arena);
    char *x, *y;
    size_t m, n;
    bool same = cr_file_read_all(a, 1 << 28, arena, &x, &m, NULL) == CR_OK &&
                cr_file_read_all(b, 1 << 28, arena, &y, &n, NULL) == CR_OK && m == n && memcmp(x, y, m) == 0;
    cr_arena_rewind(arena, mark);
    return same;
}

static void written_and_read(void) {
    cr_error error = {0};
    cr_record_summary all = {0};
    CHECK(run_all("whole.rec", NULL, &error) == CR_OK, "%s", error.reason);
    CHECK(access("whole.rec.part", F_OK) != 0, "the unfinished name is left");
    CHECK(cr_record_is_file("whole.rec"), "not known by its first bytes");
    cr_record_input *input = cr_record_open("whole.rec", arena, &error);
    CHECK(input, "%s", error.reason);
    if (!input) return;
    CHECK(cr_record_summarise(cr_record_input_reader(input), &all, &error) == CR_OK, "%s", error.reason);
    CHECK(all.whole && all.motions + all.contacts + all.energies == ENTRIES, "%lld motions", all.motions);
    cr_record_close(input);
    // Checkpoints leave no trace.
    CHECK(run_all("with.rec", "with.checkpoint", &error) == CR_OK, "%s", error.reason);
    CHECK(same_files("whole.rec", "with.rec") && access("with.checkpoint", F_OK) != 0,
          "traces of checkpoints");
}

// A writer that only goes on when its reader waits for it, and gives up at an entry.
typedef struct slow_writer {
    cr_record_file *file;
    int next, last;
    long long waits;
} slow_writer;

static cr_status write_more(void *context, unsigned long long bytes) {
    slow_writer *w = context;
    cr_error error = {0};
    w->waits += w->file && cr_record_file_size(w->file) < bytes;
    while (w->file && cr_record_file_size(w->file) < bytes && w->next < w->last) {
        recording_entry entry;
        recording_make(w->next++, &entry);
        cr_status status = recording_tell(cr_record_file_recorder(w->file), &entry, &error);
        CHECK(status == CR_OK, "%s", error.reason);
    }
    if (w->next < w->last) return CR_OK;
    if (w->last < ENTRIES) return CR_STOPPED;
    if (w->file) CHECK(cr_record_file_commit(w->file, &error) == CR_OK, "%s", error.reason);
    w->file = NULL;
    return CR_OK;
}

// Reads what is not written yet, to the end, or until the writer gives up.
static void read_while_written(int last) {
    const cr_record_head head = recording_head();
    cr_error error = {0};
    cr_record_summary all = {0};
    slow_writer writer = {.last = last};
    const cr_record_growth growth = {&writer, write_more};
    writer.file = cr_record_file_create("grows.rec", NULL, &head, arena, &error);
    cr_record_input *input = cr_record_open_growing("grows.rec.part", &growth, arena, &error);
    CHECK(input, "%s", error.reason);
    if (!input) return;
    cr_status status = cr_record_summarise(cr_record_input_reader(input), &all, &error);
    cr_record_close(input);
    CHECK(writer.waits > 10, "waited %lld times", writer.waits);
    if (last < ENTRIES) {
        CHECK(status == CR_STOPPED, "status %d of a writer that gave up", (int)status);
        cr_record_file_discard(writer.file);
        return;
    }
    CHECK(status == CR_OK && all.whole, "%s", error.reason);
    CHECK(all.motions + all.contacts + all.energies == ENTRIES, "%lld motions", all.motions);
    CHECK(same_files("whole.rec", "grows.rec"), "other bytes where they are read meanwhile");
}

// Killed at random moments, until one run comes through.
static void killed(void) {
    const int most = TEST_AMOUNT(50, 15);
    cr_error error = {0};
    int kills = 0, status = -1;
    unsigned random = (unsigned)getpid();
    for (; kills < most; kills++) {
        random = random * 1664525u + 1013904223u;
        pid_t child = fork();
        if (child == 0) _exit(run_all("killed.rec", "killed.checkpoint", &error) == CR_OK ? 0 : 1);
        const struct timespec moment = {.tv_nsec = (long)(random >> 8) % 8000000L};
        nanosleep(&moment, NULL);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        if (WIFEXITED(status)) break;
    }
    if (!WIFEXITED(status)) status = run_all("killed.rec", "killed.checkpoint", &error) == CR_OK ? 0 : 256;
    CHECK(status == 0, "status %d after %d kills", status, kills);
    CHECK(kills > 0, "never killed");
    CHECK(same_files("whole.rec", "killed.rec"), "other bytes after %d kills", kills);
    printf("%d kills\n", kills);
}

static void left_unfinished(void) {
    cr_error error = {0};
    const cr_record_head head = recording_head();
    cr_record_summary all = {0};
    cr_record_file *file = cr_record_file_create("left.rec", NULL, &head, arena, &error);
    for (int i = 0; i < 300; i++) {
        recording_entry entry;
        recording_make(i, &entry);
        recording_tell(cr_record_file_recorder(file), &entry, &error);
    }
    cr_record_file_leave(file);
    CHECK(!cr_record_open("left.rec", arena, &error) && strstr(error.reason, ".part"), "%s", error.reason);
    cr_record_input *input = cr_record_open("left.rec.part", arena, &error);
    CHECK(input && cr_record_summarise(cr_record_input_reader(input), &all, &error) == CR_OK, "%s",
          error.reason);
    CHECK(!all.whole && all.motions == 100 && all.contacts == 100, "%lld motions", all.motions);
    cr_record_close(input);
    CHECK(!cr_record_file_can_resume("left.rec", "left.checkpoint"), "no checkpoint to go on from");
    file = cr_record_file_create("left.rec", NULL, &head, arena, &error);
    cr_record_file_discard(file);
    CHECK(access("left.rec.part", F_OK) != 0, "still there");
    cr_record_file_discard(NULL);
    cr_record_file_leave(NULL);
}

static void refused(void) {
    cr_error error = {0};
    int from;
    const cr_record_head head = recording_head();
    CHECK(!cr_record_file_create("-", NULL, &head, arena, &error) && error.status == CR_ERR_UNSUPPORTED, "-");
    CHECK(!cr_record_file_create("none/x.rec", NULL, &head, arena, &error) && error.status == CR_ERR_IO, "%s",
          error.reason);
    // The recording lost bytes that the checkpoint needs.
    cr_record_file *file = cr_record_file_create("short.rec", "short.checkpoint", &head, arena, &error);
    CHECK(file && go_on(file, 0, &error) == CR_OK, "%s", error.reason);
    // Nobody else may write it; locks are between programs.
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool second = cr_record_file_create("short.rec", "short.checkpoint", &head, arena, &error);
        _exit(second || !strstr(error.reason, "another program"));
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0, "two programs write one recording");
    cr_record_file_leave(file);
    CHECK(truncate("short.rec.part", 5000) == 0, "truncate");
    CHECK(!resume("short.rec", "short.checkpoint", &from, &error) && error.status == CR_ERR_INPUT, "%s",
          error.reason);
    // A full device ends with the reason.
    file = cr_record_file_create("/dev/full", NULL, &head, arena, &error);
    CHECK(!file && error.status == CR_ERR_IO, "%s", error.reason);
    file = cr_record_file_create("/dev/null", NULL, &head, arena, &error);
    CHECK(file && cr_record_file_commit(file, &error) == CR_OK, "%s", error.reason);
}

static void begins_another(void) {
    cr_error error = {0};
    cr_record_start start;
    CHECK(cr_record_read_start("whole.rec@0.25", NULL, arena, &start, &error) == CR_OK, "%s", error.reason);
    CHECK(start.time == 0.25 && start.bodies == BODIES && !strcmp(start.name[PLATE], "plate") &&
              start.modes[PLATE] == PLATE_MODES,
          "start");
    // The last motion of the plate that begins at or before 0.25 s.
    recording_entry entry, last = {.time = 0.0};
    for (int i = 0; i < ENTRIES; i++) {
        recording_make(i, &entry);
        if (entry.kind == CR_RECORD_MOTION && entry.motion.body == PLATE && entry.motion.t0 <= 0.25)
            last = entry;
    }
    cr_vec expected = cr_vec_along(last.motion.start.pose.at, fmin(0.25, last.motion.t1) - last.motion.t0,
                                   last.motion.start.velocity);
    CHECK(cr_vec_length(cr_vec_sub(start.state[PLATE].pose.at, expected)) < 1e-6, "plate");
    CHECK(cr_record_read_start("whole.rec", ".", arena, &start, &error) == CR_OK, "%s", error.reason);
    CHECK_NEAR(start.time, ENTRIES / 6 * 1e-3, 1e-9);
    CHECK(cr_record_read_start("whole.rec@1e3", NULL, arena, &start, &error) == CR_ERR_INPUT &&
              strstr(error.reason, "behind the end"),
          "%s", error.reason);
    CHECK(cr_record_read_start("absent.rec@1", NULL, arena, &start, &error) == CR_ERR_IO, "%s", error.reason);
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    if (!arena || !folder_make() || chdir(folder_name()) != 0) return 1;
    written_and_read();
    read_while_written(ENTRIES);
    read_while_written(ENTRIES / 2);
    killed();
    left_unfinished();
    refused();
    begins_another();
    folder_remove();
    cr_arena_free(arena);
    return test_summary();
}
