// libFuzzer entry: any bytes as a log of contacts and as a table of motions of a good one; what is read
// becomes a recording. ./check --all builds and runs it.
#include "fuzz_budget.h"
#include "io/record/log.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cr_status forget(void *context, const unsigned char *from, size_t count, cr_error *error) {
    (void)context;
    (void)from;
    (void)count;
    (void)error;
    return CR_OK;
}

static char *text_of(const void *data, size_t size, cr_arena *arena) {
    char *text = cr_arena_take(arena, size + 1, 1);
    if (text && size) memcpy(text, data, size);
    if (text) text[size] = '\0';
    return text;
}

static void record(const cr_contact_log *log, cr_arena *arena, cr_error *error) {
    const double end = log->end + 0.1, longest = 10; // s: longer ones take longer, nothing else
    if (end - log->start > longest || log->bodies > 100) return;
    cr_record_body *body = cr_arena_take(arena, (size_t)log->bodies, sizeof *body);
    if (!body) return;
    for (int i = 0; i < log->bodies; i++)
        body[i] = (cr_record_body){.name = log->body[i].name,
                                   .form = "",
                                   .mass = i % 2 ? 1.0 : (double)INFINITY,
                                   .inertia = {1e-3, 2e-3, 3e-3, 0.0, 0.0, 0.0},
                                   .start = {.pose = {.turn = cr_quat_none}}};
    const cr_record_head head = {.note = "",
                                 .scene = "",
                                 .start = log->start,
                                 .step = cr_contact_log_step(log, end),
                                 .body = body,
                                 .bodies = log->bodies};
    const cr_record_out out = {NULL, forget};
    cr_recorder *recorder = cr_recorder_new(&head, &out, arena, error);
    if (recorder && cr_contact_log_record(log, &head, recorder, end, error) == CR_OK)
        cr_recorder_flush(recorder, true, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char good[] = "time,body_a,body_b,x,y,z,nx,ny,nz,impulse_n\n0,bar,floor,0,0,0,0,0,1,1\n";
    fuzz_budget budget = {64 << 20};
    cr_arena *arena = fuzz_arena(&budget);
    if (!arena) return 0;
    cr_contact_log log;
    cr_error error = {0};
    char *text = text_of(data, size, arena), *again = text_of(data, size, arena),
         *plain = text_of(good, sizeof good - 1, arena);
    if (text && again && plain) {
        if (cr_contact_log_parse("log", text, size, arena, &log, &error) == CR_OK)
            record(&log, arena, &error);
        else if (!*error.reason) abort();
        if (cr_contact_log_parse("log", plain, sizeof good - 1, arena, &log, &error) != CR_OK) abort();
        if (cr_contact_log_parse_motion("motion", again, size, arena, &log, &error) == CR_OK)
            record(&log, arena, &error);
    }
    cr_arena_free(arena);
    return 0;
}
