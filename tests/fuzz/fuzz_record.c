// libFuzzer entry: any bytes as a recording, once as they are and once with checksums and numbers of blocks
// that fit, so that what lies behind them is reached: all of it is read, sampled and begun from; and as a
// checkpoint. ./check --all builds and runs it.
#include "base/crc32.h"
#include "carom/record.h"
#include "fuzz_budget.h"
#include "record/block.h"
#include "record/bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cr_status frame(void *context, double time, const cr_body_state *bodies) {
    int *left = context;
    (void)time;
    (void)bodies;
    return --*left > 0 ? CR_OK : CR_STOPPED;
}

static void use(cr_record_reader *reader, cr_arena *arena, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    cr_record_summary all;
    if (cr_record_summarise(reader, &all, error) != CR_OK) {
        if (!*error->reason) abort();
        return;
    }
    int left = 50;
    const cr_record_frames frames = {.context = &left, .frame = frame};
    cr_body_state *state = cr_arena_take(arena, (size_t)head->bodies, sizeof *state);
    if (!state) return;
    cr_record_sample(reader, head->start, 2.0 / fmax(head->step, 1e-300), &frames, arena, error);
    cr_record_state_at(reader, 0.5 * (all.start + all.end), state, NULL, NULL, arena, error);
    cr_record_reader_seek(reader, 0.5 * (all.start + all.end), error);
}

static cr_status forget(void *context, const unsigned char *from, size_t count, cr_error *error) {
    (void)context;
    (void)from;
    (void)count;
    (void)error;
    return CR_OK;
}

static void resume(const uint8_t *data, size_t size, cr_arena *arena) {
    const cr_record_head head = {.note = "", .scene = "", .step = 1e-3};
    const cr_record_out out = {NULL, forget};
    unsigned long long written;
    const unsigned char *state;
    size_t count;
    cr_error error = {.reason = ""};
    if (!cr_recorder_resume(&head, data, size, "fuzz", &out, arena, &written, &state, &count, &error) &&
        !*error.reason)
        abort();
}

static void decode(uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_error error = {.reason = ""};
    cr_record_memory all = {data, size, size};
    const cr_record_in in = cr_record_memory_in(&all);
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return;
    cr_record_reader *reader = cr_record_reader_new(&in, "fuzz.rec", arena, &error);
    if (!reader && !*error.reason) abort();
    if (reader) use(reader, arena, &error);
    resume(data, size, arena);
    cr_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *mended = malloc(size ? size : 1);
    if (!mended) return 0;
    if (size) memcpy(mended, data, size);
    decode(mended, size);
    size_t at = CR_BLOCK_MAGIC;
    for (uint32_t number = 0;
         size >= CR_BLOCK_HEAD + CR_BLOCK_TAIL && at <= size - CR_BLOCK_HEAD - CR_BLOCK_TAIL; number++) {
        size_t length = cr_get_u32(mended + at + 4), most = size - at - CR_BLOCK_HEAD - CR_BLOCK_TAIL;
        if (length > most) length = most;
        cr_block_seal(mended + at, (cr_block_type)cr_get_u32(mended + at), length, number);
        at += CR_BLOCK_HEAD + length + CR_BLOCK_TAIL;
    }
    decode(mended, size);
    free(mended);
    return 0;
}
