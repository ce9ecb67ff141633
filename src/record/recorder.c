#include "record/recorder.h"

#include "base/crc32.h"
#include "record/bytes.h"
#include "record/head.h"

#include <assert.h>

static const cr_block_type type_of[CR_PENDING_KINDS] = {CR_BLOCK_MOTIONS, CR_BLOCK_CONTACTS,
                                                        CR_BLOCK_ENERGIES};

static void begin_block(cr_pending *p) {
    p->length = 0;
    p->count = 0;
    p->first = HUGE_VAL;
    p->last = -HUGE_VAL;
    p->before = (cr_entry_before){CR_NAN, CR_NAN, -1, -1};
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "recording", "out of memory");
}

static cr_recorder *prepare(const cr_record_head *head, const cr_record_out *out, cr_arena *arena,
                            cr_error *error) {
    const size_t most[CR_PENDING_KINDS] = {cr_entry_motion_most(cr_head_most_modes(head)),
                                           CR_ENTRY_CONTACT_MOST, CR_ENTRY_ENERGY_MOST};
    cr_recorder *recorder = cr_arena_take(arena, 1, sizeof *recorder);
    bool good = recorder && (recorder->modes = cr_arena_take(arena, (size_t)head->bodies, sizeof(int))) &&
                (recorder->driven = cr_arena_take(arena, (size_t)head->bodies, sizeof(bool)));
    for (int k = 0; k < CR_PENDING_KINDS && good; k++) {
        size_t room = CR_BLOCK_HEAD + CR_BLOCK_SPAN + CR_BLOCK_FULL + most[k] + CR_BLOCK_TAIL;
        good = (recorder->pending[k].block = cr_arena_take(arena, room, 1));
        begin_block(&recorder->pending[k]);
    }
    if (!good) {
        no_memory(error);
        return NULL;
    }
    recorder->out = *out;
    recorder->bodies = head->bodies;
    recorder->start = head->start;
    recorder->step = head->step;
    for (int i = 0; i < head->bodies; i++) recorder->modes[i] = head->body[i].modes;
    return recorder;
}

static cr_status put(cr_recorder *recorder, const unsigned char *bytes, size_t count, cr_error *error) {
    cr_status status = recorder->out.write(recorder->out.context, bytes, count, error);
    recorder->written += count;
    return status;
}

static cr_status put_block(cr_recorder *recorder, unsigned char *block, cr_block_type type, size_t length,
                           cr_error *error) {
    cr_block_seal(block, type, length, recorder->number++);
    return put(recorder, block, CR_BLOCK_HEAD + length + CR_BLOCK_TAIL, error);
}

// The head as a block, behind the magic word; NULL when there is no memory.
static unsigned char *seal_head(const cr_record_head *head, cr_arena *arena, size_t *length) {
    *length = cr_head_size(head);
    unsigned char *bytes = cr_arena_take(arena, CR_BLOCK_MAGIC + CR_BLOCK_HEAD + *length + CR_BLOCK_TAIL, 1);
    if (!bytes) return NULL;
    cr_block_put_magic(bytes);
    cr_head_put(head, bytes + CR_BLOCK_MAGIC + CR_BLOCK_HEAD);
    cr_block_seal(bytes + CR_BLOCK_MAGIC, CR_BLOCK_ABOUT, *length, 0);
    return bytes;
}

cr_recorder *cr_recorder_begin(const cr_record_head *head, const cr_record_out *out, bool write,
                               cr_arena *arena, cr_error *error) {
    cr_recorder *recorder = prepare(head, out, arena, error);
    if (!recorder) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    size_t length;
    unsigned char *bytes = seal_head(head, arena, &length);
    cr_status status = bytes ? CR_OK : no_memory(error);
    if (bytes) {
        size_t size = CR_BLOCK_MAGIC + CR_BLOCK_HEAD + length + CR_BLOCK_TAIL;
        recorder->head_crc = cr_crc32(bytes, size);
        recorder->number = 1;
        if (write) status = put(recorder, bytes, size, error);
    }
    cr_arena_rewind(arena, mark);
    return status == CR_OK ? recorder : NULL;
}

cr_recorder *cr_recorder_new(const cr_record_head *head, const cr_record_out *out, cr_arena *arena,
                             cr_error *error) {
    return cr_recorder_begin(head, out, true, arena, error);
}

// All kinds go out together: blocks in a row speak of the same time.
static cr_status put_pending(cr_recorder *recorder, cr_error *error) {
    cr_status status = CR_OK;
    for (int k = 0; k < CR_PENDING_KINDS && status == CR_OK; k++) {
        cr_pending *p = &recorder->pending[k];
        if (!p->count) continue;
        unsigned char *to = cr_put_f64(p->block + CR_BLOCK_HEAD, p->first);
        cr_put_u32(cr_put_f64(to, p->last), p->count);
        status = put_block(recorder, p->block, type_of[k], CR_BLOCK_SPAN + p->length, error);
        begin_block(p);
    }
    return status;
}

// Books an entry that was written up to `end`.
static cr_status add(cr_recorder *recorder, int kind, const unsigned char *end, double first, double last,
                     cr_error *error) {
    cr_pending *p = &recorder->pending[kind];
    p->length = (size_t)(end - cr_pending_entries(p));
    p->count++;
    p->first = fmin(p->first, first);
    p->last = fmax(p->last, last);
    return p->length >= CR_BLOCK_FULL ? put_pending(recorder, error) : CR_OK;
}

// A sink has no place for a reason: it is kept.
static cr_status told(cr_recorder *recorder, cr_status status) {
    if (status != CR_OK && recorder->trouble.status != status)
        cr_fail(&recorder->trouble, status, "recording", "%s", cr_status_text(status));
    return status;
}

cr_status cr_recorder_put_motion(cr_recorder *recorder, const cr_world_motion *motion, cr_error *error) {
    cr_pending *p = &recorder->pending[CR_PENDING_MOTIONS];
    assert(motion->body >= 0 && motion->body < recorder->bodies &&
           motion->modes == recorder->modes[motion->body]);
    unsigned char *end = cr_entry_put_motion(cr_pending_entries(p) + p->length, motion, &p->before);
    return add(recorder, CR_PENDING_MOTIONS, end, motion->t0, motion->t1, error);
}

static cr_status take_motion(void *context, const cr_world_motion *motion) {
    cr_recorder *recorder = context;
    cr_world_motion known = *motion;
    cr_status status = cr_recorder_tick(recorder, motion->t1, false, &recorder->trouble);
    if (recorder->driven[motion->body])
        cr_recorder_drive(recorder, motion->body, motion->t0, motion->t1, &known.start);
    if (status == CR_OK) status = cr_recorder_put_motion(recorder, &known, &recorder->trouble);
    return told(recorder, status);
}

static cr_status take_contact(void *context, const cr_world_contact *contact) {
    cr_recorder *recorder = context;
    cr_pending *p = &recorder->pending[CR_PENDING_CONTACTS];
    unsigned char *end = cr_entry_put_contact(cr_pending_entries(p) + p->length, contact, &p->before);
    return told(recorder,
                add(recorder, CR_PENDING_CONTACTS, end, contact->t0, contact->t1, &recorder->trouble));
}

cr_world_sink cr_recorder_sink(cr_recorder *recorder) {
    return (cr_world_sink){.context = recorder, .motion = take_motion, .contact = take_contact};
}

cr_status cr_recorder_trouble(const cr_recorder *recorder, cr_error *error) {
    if (recorder->trouble.status != CR_OK && error) *error = recorder->trouble;
    return recorder->trouble.status;
}

cr_status cr_recorder_energy(cr_recorder *recorder, double time, const cr_world_energy *energy,
                             cr_error *error) {
    cr_pending *p = &recorder->pending[CR_PENDING_ENERGIES];
    unsigned char *end = cr_entry_put_energy(cr_pending_entries(p) + p->length, time, energy);
    return add(recorder, CR_PENDING_ENERGIES, end, time, time, error);
}

cr_status cr_recorder_flush(cr_recorder *recorder, bool end, cr_error *error) {
    unsigned char block[CR_BLOCK_HEAD + CR_BLOCK_TAIL];
    cr_status status = put_pending(recorder, error);
    if (status == CR_OK && end) status = put_block(recorder, block, CR_BLOCK_END, 0, error);
    return status;
}
