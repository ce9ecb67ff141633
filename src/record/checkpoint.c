#include "base/crc32.h"
#include "record/bytes.h"
#include "record/recorder.h"

// Checkpoints: the magic word and one block: where the recording stands, what is pending, the state.

enum { PENDING_BYTES = 4 + 4 + 4 * 8 + 2 * 4, STANDS_BYTES = 8 + 4 + 4 + 8 };

static unsigned char *put_stands(unsigned char *to, const cr_recorder *recorder) {
    to = cr_put_u64(to, recorder->written);
    to = cr_put_u32(to, recorder->number);
    to = cr_put_u32(to, recorder->head_crc);
    to = cr_put_u64(to, recorder->ticks);
    for (int k = 0; k < CR_PENDING_KINDS; k++) {
        const cr_pending *p = &recorder->pending[k];
        to = cr_put_u32(to, (uint32_t)p->length);
        to = cr_put_u32(to, p->count);
        to = cr_put_f64s(to, (double[]){p->first, p->last, p->before.t0, p->before.t1}, 4);
        to = cr_put_u32(to, (uint32_t)p->before.a);
        to = cr_put_u32(to, (uint32_t)p->before.b);
    }
    return to;
}

// The checksum of a long row of bytes is made as they go out.
typedef struct part {
    const unsigned char *bytes;
    size_t count;
} part;

cr_status cr_recorder_save(const cr_recorder *recorder, const unsigned char *state, size_t count,
                           const cr_record_out *out, cr_error *error) {
    unsigned char begin_bytes[CR_BLOCK_MAGIC + CR_BLOCK_HEAD], tail[CR_BLOCK_TAIL];
    unsigned char stands[STANDS_BYTES + CR_PENDING_KINDS * PENDING_BYTES];
    size_t length = sizeof stands + count;
    for (int k = 0; k < CR_PENDING_KINDS; k++) length += recorder->pending[k].length;
    if (length > UINT32_MAX)
        return cr_fail(error, CR_ERR_RANGE, "checkpoint", "%zu bytes are more than a block can hold", length);
    cr_block_put_magic(begin_bytes);
    put_stands(stands, recorder);
    cr_block_put_head(begin_bytes + CR_BLOCK_MAGIC, CR_BLOCK_CHECKPOINT, length, 0);
    const part parts[] = {{begin_bytes, sizeof begin_bytes},
                          {stands, sizeof stands},
                          {cr_pending_entries(&recorder->pending[CR_PENDING_MOTIONS]),
                           recorder->pending[CR_PENDING_MOTIONS].length},
                          {cr_pending_entries(&recorder->pending[CR_PENDING_CONTACTS]),
                           recorder->pending[CR_PENDING_CONTACTS].length},
                          {cr_pending_entries(&recorder->pending[CR_PENDING_ENERGIES]),
                           recorder->pending[CR_PENDING_ENERGIES].length},
                          {state, count},
                          {tail, sizeof tail}};
    enum { PARTS = sizeof parts / sizeof *parts };
    uint32_t crc = 0;
    for (int i = 1; i < PARTS - 1; i++) crc = cr_crc32_after(crc, parts[i].bytes, parts[i].count);
    cr_put_u32(tail, crc);
    cr_status status = CR_OK;
    for (int i = 0; i < PARTS && status == CR_OK; i++)
        if (parts[i].count) status = out->write(out->context, parts[i].bytes, parts[i].count, error);
    return status;
}

static bool take_pending(cr_cursor *from, cr_pending *p) {
    double x[4];
    p->length = cr_take_u32(from);
    p->count = cr_take_u32(from);
    cr_take_f64s(from, x, 4);
    p->first = x[0];
    p->last = x[1];
    uint32_t a = cr_take_u32(from), b = cr_take_u32(from);
    p->before = (cr_entry_before){x[2], x[3], a <= INT32_MAX ? (int)a : -1, b <= INT32_MAX ? (int)b : -1};
    return p->length < CR_BLOCK_FULL;
}

// The bytes of the block in a checkpoint, whose checksums are right.
static cr_status open_checkpoint(const unsigned char *bytes, size_t size, const char *place,
                                 cr_cursor *inside, cr_error *error) {
    const size_t frame = CR_BLOCK_MAGIC + CR_BLOCK_HEAD + CR_BLOCK_TAIL;
    cr_block block;
    cr_status status = cr_block_check_magic(bytes, size, place, error);
    if (status != CR_OK) return status;
    if (size < frame) return cr_fail(error, CR_ERR_INPUT, place, "cut off after %zu bytes", size);
    status = cr_block_open(bytes + CR_BLOCK_MAGIC, 0, CR_BLOCK_MAGIC, place, &block, error);
    if (status != CR_OK) return status;
    if (block.type != CR_BLOCK_CHECKPOINT)
        return cr_fail(error, CR_ERR_INPUT, place, "a recording, not a checkpoint of one");
    if (block.length != size - frame)
        return cr_fail(error, CR_ERR_INPUT, place, "%zu bytes, but it says it has %zu", size,
                       frame + block.length);
    const unsigned char *at = bytes + CR_BLOCK_MAGIC + CR_BLOCK_HEAD;
    if (cr_crc32(at, block.length) != cr_get_u32(at + block.length))
        return cr_block_changed(CR_BLOCK_MAGIC, 0, place, error);
    *inside = (cr_cursor){at, at + block.length, false};
    return CR_OK;
}

static cr_status take_stands(cr_recorder *recorder, cr_cursor *from, const char *place, cr_error *error) {
    cr_recorder stands = *recorder;
    stands.written = cr_take_u64(from);
    stands.number = cr_take_u32(from);
    stands.head_crc = cr_take_u32(from);
    stands.ticks = cr_take_u64(from);
    bool good = true;
    for (int k = 0; k < CR_PENDING_KINDS; k++) good = take_pending(from, &stands.pending[k]) && good;
    for (int k = 0; k < CR_PENDING_KINDS; k++) {
        size_t length = stands.pending[k].length;
        good = good && cr_cursor_has(from, length);
        if (!good) break;
        memcpy(cr_pending_entries(&stands.pending[k]), from->at, length);
        from->at += length;
    }
    if (!good || from->short_of) return cr_fail(error, CR_ERR_INPUT, place, "the checkpoint is malformed");
    if (stands.head_crc != recorder->head_crc)
        return cr_fail(error, CR_ERR_INPUT, place,
                       "the checkpoint is that of another scene, or of this one before it was changed");
    *recorder = stands;
    return CR_OK;
}

cr_recorder *cr_recorder_resume(const cr_record_head *head, const unsigned char *checkpoint, size_t size,
                                const char *place, const cr_record_out *out, cr_arena *arena,
                                unsigned long long *written, const unsigned char **state, size_t *count,
                                cr_error *error) {
    cr_cursor inside;
    if (open_checkpoint(checkpoint, size, place, &inside, error) != CR_OK) return NULL;
    cr_recorder *recorder = cr_recorder_begin(head, out, false, arena, error);
    if (!recorder || take_stands(recorder, &inside, place, error) != CR_OK) return NULL;
    *written = recorder->written;
    *state = inside.at;
    *count = (size_t)(inside.end - inside.at);
    return recorder;
}
