// Recordings as bytes: what is read is what was told, bit by bit; cut off anywhere, changed anywhere, without
// memory: never a crash, never a wrong entry.
#include "base/crc32.h"
#include "budget.h"
#include "record/block.h"
#include "record/bytes.h"
#include "recording.h"
#include "test.h"

enum { ALL = CR_RECORD_MOTION | CR_RECORD_CONTACT | CR_RECORD_ENERGY, SMALL = 30 };

// The numbers of the entries of each kind, in the order of which they come; -1 when there is a wrong one.
typedef struct reading {
    cr_status status;
    int motions, contacts, energies;
    bool good, whole;
} reading;

static int *count_of(reading *r, cr_record_kind kind) {
    return kind == CR_RECORD_MOTION ? &r->motions : kind == CR_RECORD_CONTACT ? &r->contacts : &r->energies;
}

static reading read_kinds(cr_record_memory *bytes, unsigned kinds, cr_error *error) {
    reading r = {.good = true};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_record_in in = cr_record_memory_in(bytes);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, error);
    cr_record_item item = {0};
    r.status = reader ? CR_OK : error->status;
    while (r.status == CR_OK) {
        r.status = cr_record_reader_next(reader, kinds, &item, error);
        if (r.status != CR_OK || item.kind == CR_RECORD_END) break;
        int *count = count_of(&r, item.kind), offset = 0;
        while (1 << offset != (int)item.kind) offset++;
        recording_entry entry;
        recording_make(3 * (*count)++ + offset, &entry);
        r.good = r.good && recording_same(&entry, &item) && (item.kind & kinds);
    }
    r.whole = r.status == CR_OK && item.whole;
    cr_arena_free(arena);
    return r;
}

static void round_trip(void) {
    // 4000 entries fill several blocks of each kind.
    cr_record_memory r = {0}, again = {0};
    cr_error error = {0};
    const int entries = 4000;
    CHECK(recording_write(&r, entries, true, &error) == CR_OK, "%s", error.reason);
    reading all = read_kinds(&r, ALL, &error);
    CHECK(all.status == CR_OK && all.good && all.whole, "%s", error.reason);
    CHECK(all.motions + all.contacts + all.energies == entries, "%d entries", all.motions);
    reading contacts = read_kinds(&r, CR_RECORD_CONTACT, &error);
    CHECK(contacts.good && contacts.whole && contacts.contacts == all.contacts && !contacts.motions,
          "contacts alone");
    CHECK(recording_write(&again, entries, true, &error) == CR_OK, "%s", error.reason);
    CHECK(again.count == r.count && memcmp(again.bytes, r.bytes, r.count) == 0, "other bytes");
    cr_record_memory_free(&r);
    cr_record_memory_free(&again);
}

static void head_comes_back(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    CHECK(recording_write(&r, 0, true, &error) == CR_OK, "%s", error.reason);
    cr_record_in in = cr_record_memory_in(&r);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    CHECK(reader, "%s", error.reason);
    cr_record_head told = recording_head();
    const cr_record_head *head = reader ? cr_record_reader_head(reader) : &told;
    CHECK(!strcmp(head->note, told.note) && !strcmp(head->scene, told.scene) && head->bodies == told.bodies &&
              head->step == told.step,
          "head");
    for (int i = 0; i < told.bodies; i++) {
        const cr_record_body *a = &told.body[i], *b = &head->body[i];
        size_t modes = (size_t)a->modes * sizeof(double);
        CHECK(!strcmp(a->name, b->name) && !strcmp(a->form, b->form) && a->mass == b->mass &&
                  !memcmp(a->inertia, b->inertia, sizeof a->inertia) && a->centre.x == b->centre.x &&
                  !memcmp(&a->start, &b->start, sizeof a->start) && a->modes == b->modes,
              "body %d", i);
        CHECK(!modes || (!memcmp(a->frequency, b->frequency, modes) && !memcmp(a->sigma, b->sigma, modes) &&
                         !memcmp(a->shape, b->shape, modes) && !memcmp(a->rate, b->rate, modes)),
              "modes of body %d", i);
    }
    cr_arena_free(arena);
    cr_record_memory_free(&r);
}

// The bytes of version 1 as they were when it was made: what was recorded stays readable.
static void bytes_stay(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    char path[512];
    snprintf(path, sizeof path, "%s/tests/recordings/small.rec", getenv("CAROM_SOURCE"));
    CHECK(recording_write(&r, SMALL, true, &error) == CR_OK, "%s", error.reason);
    cr_record_memory kept = {calloc(1, r.count + 1), 0, r.count + 1};
    FILE *in = fopen(path, "rb");
    CHECK(in, "%s is missing", path);
    if (in) kept.count = fread(kept.bytes, 1, r.count + 1, in), fclose(in);
    CHECK(kept.count == r.count && !memcmp(kept.bytes, r.bytes, r.count), "other bytes than %s", path);
    cr_record_memory_free(&r);
    cr_record_memory_free(&kept);
}

// Where the blocks of a recording end, after the magic word; how many.
static int ends_of(const cr_record_memory *r, size_t *end, int most) {
    int count = 0;
    for (size_t at = CR_BLOCK_MAGIC; at < r->count && count < most; count++) {
        at += CR_BLOCK_HEAD + cr_get_u32(r->bytes + at + 4) + CR_BLOCK_TAIL;
        end[count] = at;
    }
    return count;
}

static void cut_anywhere(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    size_t end[8];
    CHECK(recording_write(&r, SMALL, true, &error) == CR_OK, "%s", error.reason);
    int blocks = ends_of(&r, end, 8); // head, motions, contacts, energies, end
    CHECK(blocks == 5, "%d blocks", blocks);
    for (size_t size = 0; size < r.count; size++) {
        // A copy of its own, so that the sanitizer sees a byte too far.
        cr_record_memory cut = {malloc(size ? size : 1), size, size};
        memcpy(cut.bytes, r.bytes, size);
        reading got = read_kinds(&cut, ALL, &error);
        if (size < end[0]) {
            CHECK(got.status == CR_ERR_INPUT && *error.reason, "%zu bytes", size);
        } else {
            int wanted[] = {size >= end[1] ? SMALL / 3 : 0, size >= end[2] ? SMALL / 3 : 0,
                            size >= end[3] ? SMALL / 3 : 0};
            CHECK(got.status == CR_OK && got.good && !got.whole, "%zu bytes: %s", size, error.reason);
            CHECK(got.motions == wanted[0] && got.contacts == wanted[1] && got.energies == wanted[2],
                  "%zu bytes: %d motions, %d contacts, %d energies", size, got.motions, got.contacts,
                  got.energies);
        }
        free(cut.bytes);
    }
    cr_record_memory_free(&r);
}

static void flipped_anywhere(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    CHECK(recording_write(&r, SMALL, true, &error) == CR_OK, "%s", error.reason);
    for (size_t i = 0; i < 8 * r.count; i += TEST_AMOUNT(1, 7)) {
        r.bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        reading got = read_kinds(&r, ALL, &error);
        CHECK(got.status == CR_ERR_INPUT && got.good && *error.reason, "bit %zu of byte %zu", i % 8, i / 8);
        r.bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
    cr_record_memory_free(&r);
}

// A block of a type that is not known, between others, is passed over; so is a checkpoint.
static void unknown_block(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    size_t end[8];
    CHECK(recording_write(&r, SMALL, true, &error) == CR_OK, "%s", error.reason);
    ends_of(&r, end, 8);
    size_t extra = CR_BLOCK_HEAD + 100 + CR_BLOCK_TAIL;
    cr_record_memory more = {calloc(1, r.count + extra), r.count + extra, r.count + extra};
    memcpy(more.bytes, r.bytes, end[1]);
    memcpy(more.bytes + end[1] + extra, r.bytes + end[1], r.count - end[1]);
    cr_block_seal(more.bytes + end[1], (cr_block_type)777, 100, 2);
    for (int k = 1; k < 4; k++) { // the others follow with other numbers
        unsigned char *block = more.bytes + end[k] + extra;
        cr_block_seal(block, (cr_block_type)cr_get_u32(block), cr_get_u32(block + 4), (uint32_t)k + 2);
    }
    reading got = read_kinds(&more, ALL, &error);
    CHECK(got.status == CR_OK && got.good && got.whole && got.energies == SMALL / 3, "%s", error.reason);
    cr_record_memory_free(&r);
    cr_record_memory_free(&more);
}

static void bytes_after_the_end(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    CHECK(recording_write(&r, SMALL, true, &error) == CR_OK, "%s", error.reason);
    cr_record_out out = cr_record_memory_out(&r);
    out.write(out.context, (const unsigned char *)"x", 1, &error);
    reading got = read_kinds(&r, ALL, &error);
    CHECK(got.status == CR_ERR_INPUT && got.energies == SMALL / 3, "accepted");
    r.bytes[8] = 2;
    got = read_kinds(&r, ALL, &error);
    CHECK(got.status == CR_ERR_INPUT && strstr(error.reason, "version 2"), "%s", error.reason);
    cr_record_memory_free(&r);
}

static void seeks(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    cr_record_item item = {0};
    const int entries = 6000; // 1 s
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    CHECK(recording_write(&r, entries, true, &error) == CR_OK, "%s", error.reason);
    cr_record_in in = cr_record_memory_in(&r);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    for (double time = 0.0; time < 1.0; time += 0.0995) {
        double before = -1.0;
        CHECK(cr_record_reader_seek(reader, time, &error) == CR_OK, "%s", error.reason);
        CHECK(cr_record_reader_next(reader, CR_RECORD_MOTION, &item, &error) == CR_OK, "%s", error.reason);
        CHECK(item.motion.t0 <= time, "too late: %g for %g", item.motion.t0, time);
        CHECK(time < 0.5 || item.motion.t1 > 0.1, "did not go on: %g for %g", item.motion.t1, time);
        while (item.kind == CR_RECORD_MOTION && before < time) {
            before = item.motion.t1;
            cr_record_reader_next(reader, CR_RECORD_MOTION, &item, &error);
        }
        CHECK(before >= time, "%g not found", time);
    }
    cr_record_summary all;
    CHECK(cr_record_summarise(reader, &all, &error) == CR_OK && all.whole && all.motions == 2000 &&
              all.contacts == 2000 && all.energies == 2000 && all.bytes == r.count,
          "summary");
    CHECK_NEAR(all.end, 1.0, 1e-12);
    cr_arena_free(arena);
    cr_record_memory_free(&r);
}

typedef struct disk {
    size_t used, size; // bytes
} disk;

static cr_status put(void *context, const unsigned char *bytes, size_t count, cr_error *error) {
    disk *d = context;
    (void)bytes;
    if (d->used + count > d->size) return cr_fail(error, CR_ERR_IO, "test", "disk full");
    d->used += count;
    return CR_OK;
}

// A disk that is full at any byte ends the recording with the reason, also through the sink.
static void disk_full(void) {
    cr_error error = {0};
    cr_record_memory whole = {0};
    const int entries = 1500;
    CHECK(recording_write(&whole, entries, true, &error) == CR_OK, "%s", error.reason);
    for (size_t size = 1; size < whole.count; size += 1 + whole.count / 20) {
        disk d = {.size = size};
        const cr_record_out out = {&d, put};
        error = (cr_error){0};
        CHECK(recording_write_to(&out, entries, true, &error) == CR_ERR_IO &&
                  !strcmp(error.reason, "disk full"),
              "%zu bytes: %s", size, error.reason);
    }
    cr_record_memory_free(&whole);
}

static void no_memory(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    CHECK(recording_write(&r, SMALL, true, &error) == CR_OK, "%s", error.reason);
    cr_record_head head = recording_head();
    bool done = false;
    for (int n = 0; !done && n < 100; n++) {
        budget b = {n, 0};
        cr_record_memory other = {0};
        cr_record_in in = cr_record_memory_in(&r);
        cr_record_out out = cr_record_memory_out(&other);
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        if (!arena) continue;
        error = (cr_error){0};
        cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
        CHECK(recorder || error.status == CR_ERR_MEMORY, "%d: %s", n, error.reason);
        cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
        CHECK(reader || error.status == CR_ERR_MEMORY, "%d: %s", n, error.reason);
        done = recorder && reader;
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d blocks left", b.live);
        cr_record_memory_free(&other);
    }
    CHECK(done, "never enough memory");
    cr_record_memory_free(&r);
}

// Contacts of rigid bodies, which take more bytes than their motions, as full as they can be; the first
// `bare` of them without slip, `small` with a key of one byte.
static reading full_blocks(int bare, int small) {
    enum { CONTACTS = 500 }; // a block and a half
    cr_record_memory r = {0};
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_record_head head = recording_head();
    head.bodies = PLATE; // those without modes
    cr_record_out out = cr_record_memory_out(&r);
    cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
    reading found = {.status = recorder ? CR_OK : error.status};
    for (int i = 0; i < CONTACTS && found.status == CR_OK; i++) {
        const cr_vec v = {0.1, 0.2, 0.3};
        recording_entry e = {.kind = CR_RECORD_CONTACT,
                             .contact = {1e-3 * i, 1e-3 * (i + 1), i % 2, 1 - i % 2, i < small ? 1 : 1u << 30,
                                         v, v, v, v, v, v, i < bare ? 0.0 : 0.5, 1e-6, 20.0}};
        found.status = recording_tell(recorder, &e, &error);
    }
    if (found.status == CR_OK) found.status = cr_recorder_flush(recorder, true, &error);
    cr_record_in in = cr_record_memory_in(&r);
    cr_record_reader *reader =
        found.status == CR_OK ? cr_record_reader_new(&in, "test.rec", arena, &error) : NULL;
    cr_record_item item = {0};
    while (reader && found.status == CR_OK && item.kind != CR_RECORD_END) {
        found.status = cr_record_reader_next(reader, ALL, &item, &error);
        found.contacts += found.status == CR_OK && item.kind == CR_RECORD_CONTACT;
    }
    found.good = found.status == CR_OK && found.contacts == CONTACTS;
    if (!found.good) printf("%d without slip, %d with small keys: %s\n", bare, small, error.reason);
    cr_arena_free(arena);
    cr_record_memory_free(&r);
    return found;
}

// A block goes out after the entry that fills it. By steps of 8 and 4 bytes the one before it ends anywhere.
static void blocks_as_long_as_can_be(void) {
    int bad = 0;
    for (int bare = 0; bare < 32; bare++)
        for (int small = 0; small < 2; small++) bad += !full_blocks(bare, small).good;
    CHECK(bad == 0, "%d recordings cannot be read", bad);
}

int main(void) {
    round_trip();
    blocks_as_long_as_can_be();
    head_comes_back();
    if (getenv("CAROM_SOURCE")) bytes_stay();
    cut_anywhere();
    flipped_anywhere();
    unknown_block();
    bytes_after_the_end();
    seeks();
    disk_full();
    no_memory();
    return test_summary();
}
