#include "simulate/outbox.h"

#include "simulate/workers.h"

#include <string.h>

enum { ROOM = 1 << 19 }; // bytes of a batch: some milliseconds of work, some microseconds to hand it over

// One thing told; the modes of a motion stand behind it.
typedef struct letter {
    cr_record_item item;
    size_t size; // with what stands behind it
} letter;

typedef struct batch {
    unsigned char *bytes;
    size_t used;
} batch;

struct cr_outbox {
    cr_record_file *file;
    cr_simulate_reader reader;
    cr_world_sink record;
    size_t room;
    batch filling; // of the one that tells
    pthread_t thread;
    bool threaded;
    pthread_mutex_t lock;
    pthread_cond_t handed, done;
    // Under the lock:
    batch writing; // used 0: none
    bool ending, left;
    cr_error trouble;
};

// --- the side of the recorder ------------------------------------------------------------------------------

static cr_status write_letter(const cr_outbox *o, letter *l, cr_error *error) {
    cr_record_item *item = &l->item;
    double *modes = (double *)(void *)(l + 1);
    if (item->kind == CR_RECORD_ENERGY)
        return cr_recorder_energy(cr_record_file_recorder(o->file), item->time, &item->energy, error);
    cr_status status;
    if (item->kind == CR_RECORD_MOTION) {
        item->motion.shape = modes;
        item->motion.rate = modes + item->motion.modes;
        item->motion.push = modes + 2 * item->motion.modes;
        status = o->record.motion(o->record.context, &item->motion);
    } else status = o->record.contact(o->record.context, &item->contact);
    if (status != CR_OK) cr_recorder_trouble(cr_record_file_recorder(o->file), error);
    return status;
}

// Whether somebody reads it still.
static bool write_batch(const cr_outbox *o, const batch *b, cr_error *error) {
    for (size_t at = 0; at < b->used && error->status == CR_OK;) {
        letter *l = (letter *)(void *)(b->bytes + at);
        at += l->size;
        cr_status status = write_letter(o, l, error);
        if (status != CR_OK) error->status = status;
    }
    return !o->reader.grown || o->reader.grown(o->reader.context, cr_record_file_size(o->file));
}

static void *serve(void *context) {
    cr_outbox *o = context;
    pthread_mutex_lock(&o->lock);
    for (;;) {
        while (!o->writing.used && !o->ending) pthread_cond_wait(&o->handed, &o->lock);
        if (o->ending) break;
        batch now = o->writing;
        cr_error trouble = o->trouble;
        pthread_mutex_unlock(&o->lock);
        bool wanted = write_batch(o, &now, &trouble);
        pthread_mutex_lock(&o->lock);
        o->trouble = trouble;
        o->left = !wanted;
        o->writing.used = 0;
        pthread_cond_signal(&o->done);
    }
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

// --- the side of the world ---------------------------------------------------------------------------------

// Hands over what is filled, as soon as what was handed over before is written.
static cr_status hand_over(cr_outbox *o) {
    if (!o->threaded) {
        o->left = !write_batch(o, &o->filling, &o->trouble);
        o->filling.used = 0;
        return o->trouble.status;
    }
    pthread_mutex_lock(&o->lock);
    while (o->writing.used) pthread_cond_wait(&o->done, &o->lock);
    batch empty = o->writing;
    o->writing = o->filling;
    o->filling = empty;
    cr_status status = o->trouble.status;
    pthread_cond_signal(&o->handed);
    pthread_mutex_unlock(&o->lock);
    return status;
}

// Room for a letter with so many numbers behind it; or what writing failed with.
static cr_status begin_letter(cr_outbox *o, cr_record_kind kind, size_t numbers, letter **made) {
    size_t size = sizeof(letter) + numbers * sizeof(double);
    cr_status status = o->filling.used + size > o->room ? hand_over(o) : CR_OK;
    if (status != CR_OK) return status;
    letter *l = *made = (letter *)(void *)(o->filling.bytes + o->filling.used);
    l->item.kind = kind;
    l->size = size;
    o->filling.used += size;
    return CR_OK;
}

static cr_status take_motion(void *context, const cr_world_motion *motion) {
    cr_outbox *o = context;
    size_t count = (size_t)motion->modes, bytes = count * sizeof(double);
    letter *l;
    cr_status status = begin_letter(o, CR_RECORD_MOTION, 3 * count, &l);
    if (status != CR_OK) return status;
    double *modes = (double *)(void *)(l + 1);
    l->item.motion = *motion;
    if (!bytes) return CR_OK;
    memcpy(modes, motion->shape, bytes);
    memcpy(modes + count, motion->rate, bytes);
    memcpy(modes + 2 * count, motion->push, bytes);
    return CR_OK;
}

static cr_status take_contact(void *context, const cr_world_contact *contact) {
    letter *l;
    cr_status status = begin_letter(context, CR_RECORD_CONTACT, 0, &l);
    if (status == CR_OK) l->item.contact = *contact;
    return status;
}

cr_status cr_outbox_energy(cr_outbox *o, double time, const cr_world_energy *energy) {
    letter *l;
    cr_status status = begin_letter(o, CR_RECORD_ENERGY, 0, &l);
    if (status != CR_OK) return status;
    l->item.time = time;
    l->item.energy = *energy;
    return CR_OK;
}

cr_world_sink cr_outbox_sink(cr_outbox *o) {
    return (cr_world_sink){.context = o, .motion = take_motion, .contact = take_contact};
}

cr_status cr_outbox_drain(cr_outbox *o, cr_error *error) {
    hand_over(o);
    pthread_mutex_lock(&o->lock);
    while (o->writing.used && o->threaded) pthread_cond_wait(&o->done, &o->lock);
    cr_status status = o->trouble.status;
    if (status != CR_OK && error) *error = o->trouble;
    pthread_mutex_unlock(&o->lock);
    return status;
}

bool cr_outbox_wanted(cr_outbox *o) {
    pthread_mutex_lock(&o->lock);
    bool wanted = !o->left;
    pthread_mutex_unlock(&o->lock);
    return wanted;
}

cr_outbox *cr_outbox_new(cr_record_file *file, const cr_simulate_reader *reader, int modes, cr_arena *arena,
                         cr_error *error) {
    size_t room = ROOM + sizeof(letter) + 3 * (size_t)modes * sizeof(double);
    cr_outbox *o = cr_arena_take(arena, 1, sizeof *o);
    unsigned char *bytes[2] = {cr_arena_take_unset(arena, room, 1), cr_arena_take_unset(arena, room, 1)};
    if (!o || !bytes[0] || !bytes[1]) {
        cr_fail(error, CR_ERR_MEMORY, "recording", "out of memory");
        return NULL;
    }
    *o = (cr_outbox){.file = file,
                     .reader = *reader,
                     .record = cr_recorder_sink(cr_record_file_recorder(file)),
                     .room = room,
                     .filling.bytes = bytes[0],
                     .writing.bytes = bytes[1]};
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->handed, NULL);
    pthread_cond_init(&o->done, NULL);
    o->threaded = cr_thread_begin(&o->thread, serve, o);
    return o;
}

void cr_outbox_end(cr_outbox *o) {
    if (!o) return;
    pthread_mutex_lock(&o->lock);
    o->ending = true;
    pthread_cond_signal(&o->handed);
    pthread_mutex_unlock(&o->lock);
    if (o->threaded) pthread_join(o->thread, NULL);
    pthread_cond_destroy(&o->done);
    pthread_cond_destroy(&o->handed);
    pthread_mutex_destroy(&o->lock);
}
