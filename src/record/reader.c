#include "base/crc32.h"
#include "record/block.h"
#include "record/bytes.h"
#include "record/entry.h"
#include "record/head.h"

enum { FIRST_ROOM = 1 << 16 };

struct cr_record_reader {
    cr_record_in in;
    char place[96];
    cr_arena *arena;
    cr_record_head head;
    unsigned long long first; // where the blocks of entries begin
    double *modes;
    unsigned char *bytes; // of a block
    size_t room;

    unsigned long long at; // of the next block
    uint32_t number;       // and which it should be
    double latest;
    bool ended, whole;

    uint32_t type, left; // entries of the block that is read
    unsigned long long block_at;
    cr_cursor cursor;
    cr_entry_before before;
};

static cr_status no_memory(const cr_record_reader *reader, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, reader->place, "out of memory");
}

static cr_status read_at(const cr_record_reader *reader, unsigned long long at, unsigned char *bytes,
                         size_t count, size_t *got, cr_error *error) {
    *got = 0;
    return reader->in.read(reader->in.context, at, bytes, count, got, error);
}

// The room of a head doubles as its bytes arrive: a length is not believed before.
static cr_status grow(cr_record_reader *reader, size_t used, cr_error *error) {
    size_t room = reader->room ? 2 * reader->room : FIRST_ROOM;
    unsigned char *bytes = cr_arena_take(reader->arena, room, 1);
    if (!bytes) return no_memory(reader, error);
    if (used) memcpy(bytes, reader->bytes, used);
    reader->bytes = bytes;
    reader->room = room;
    return CR_OK;
}

// The bytes of a block with their checksum; *there: whether all of them are.
static cr_status read_block(cr_record_reader *reader, const cr_block *block, bool *there, cr_error *error) {
    size_t want = (size_t)block->length + CR_BLOCK_TAIL, used = 0, got = 1;
    if (reader->first && want > reader->room)
        return cr_fail(error, CR_ERR_INPUT, reader->place, "block %u, at byte %llu, is too long: %u bytes",
                       reader->number, reader->at, block->length);
    while (used < want && got) {
        cr_status status = used == reader->room ? grow(reader, used, error) : CR_OK;
        if (status != CR_OK) return status;
        size_t piece = reader->room - used < want - used ? reader->room - used : want - used;
        status = read_at(reader, reader->at + CR_BLOCK_HEAD + used, reader->bytes + used, piece, &got, error);
        if (status != CR_OK) return status;
        used += got;
    }
    *there = used == want;
    if (*there && cr_crc32(reader->bytes, block->length) != cr_get_u32(reader->bytes + block->length))
        return cr_block_changed(reader->at, reader->number, reader->place, error);
    return CR_OK;
}

// Whether a block that is not read is there: its last bytes are.
static cr_status find_tail(const cr_record_reader *reader, const cr_block *block, bool *there,
                           cr_error *error) {
    unsigned char tail[CR_BLOCK_TAIL];
    size_t got;
    cr_status status =
        read_at(reader, reader->at + CR_BLOCK_HEAD + block->length, tail, sizeof tail, &got, error);
    *there = got == sizeof tail;
    return status;
}

// The head of the next block; *there: it is whole.
static cr_status open_block(cr_record_reader *reader, cr_block *block, bool *there, cr_error *error) {
    unsigned char head[CR_BLOCK_HEAD];
    size_t got;
    cr_status status = read_at(reader, reader->at, head, sizeof head, &got, error);
    *there = got == sizeof head;
    if (status == CR_OK && *there)
        status = cr_block_open(head, reader->number, reader->at, reader->place, block, error);
    return status;
}

static void pass(cr_record_reader *reader, const cr_block *block) {
    reader->at += CR_BLOCK_HEAD + (unsigned long long)block->length + CR_BLOCK_TAIL;
    reader->number++;
}

static cr_status read_head(cr_record_reader *reader, cr_error *error) {
    unsigned char magic[CR_BLOCK_MAGIC];
    cr_block block = {0};
    bool there;
    size_t got;
    cr_status status = read_at(reader, 0, magic, sizeof magic, &got, error);
    if (status == CR_OK) status = cr_block_check_magic(magic, got, reader->place, error);
    reader->at = CR_BLOCK_MAGIC;
    if (status == CR_OK) status = open_block(reader, &block, &there, error);
    if (status == CR_OK && there && block.type != CR_BLOCK_ABOUT)
        return cr_fail(error, CR_ERR_INPUT, reader->place,
                       block.type == CR_BLOCK_CHECKPOINT ? "a checkpoint of a recording, not a recording"
                                                         : "a recording that does not begin with its head");
    if (status == CR_OK && there) status = read_block(reader, &block, &there, error);
    if (status != CR_OK) return status;
    if (!there) return cr_fail(error, CR_ERR_INPUT, reader->place, "cut off within the head");
    status = cr_head_take(reader->bytes, block.length, reader->place, reader->arena, &reader->head, error);
    pass(reader, &block);
    reader->first = reader->at;
    return status;
}

cr_record_reader *cr_record_reader_new(const cr_record_in *in, const char *place, cr_arena *arena,
                                       cr_error *error) {
    cr_record_reader *reader = cr_arena_take(arena, 1, sizeof *reader);
    if (!reader) {
        cr_fail(error, CR_ERR_MEMORY, place, "out of memory");
        return NULL;
    }
    reader->in = *in;
    reader->arena = arena;
    for (size_t i = 0; i + 1 < sizeof reader->place && place[i]; i++) reader->place[i] = place[i];
    if (read_head(reader, error) != CR_OK) return NULL;
    int modes = cr_head_most_modes(&reader->head);
    reader->modes = cr_arena_take(arena, 3 * (size_t)modes, sizeof(double));
    size_t longest = cr_entry_motion_most(modes);
    if (longest < CR_ENTRY_CONTACT_MOST) longest = CR_ENTRY_CONTACT_MOST;
    if (longest < CR_ENTRY_ENERGY_MOST) longest = CR_ENTRY_ENERGY_MOST;
    reader->room = CR_BLOCK_SPAN + CR_BLOCK_FULL + longest + CR_BLOCK_TAIL;
    reader->bytes = cr_arena_take(arena, reader->room, 1); // no block of entries is longer
    if (!reader->modes || !reader->bytes) {
        no_memory(reader, error);
        return NULL;
    }
    cr_record_reader_rewind(reader);
    return reader;
}

const cr_record_head *cr_record_reader_head(const cr_record_reader *reader) {
    return &reader->head;
}

void cr_record_reader_rewind(cr_record_reader *reader) {
    reader->at = reader->first;
    reader->number = 1;
    reader->left = 0;
    reader->latest = reader->head.start;
    reader->ended = reader->whole = false;
}

static unsigned kind_of(uint32_t type) {
    switch (type) {
    case CR_BLOCK_MOTIONS:
        return CR_RECORD_MOTION;
    case CR_BLOCK_CONTACTS:
        return CR_RECORD_CONTACT;
    case CR_BLOCK_ENERGIES:
        return CR_RECORD_ENERGY;
    default:
        return 0;
    }
}

static cr_status malformed(const cr_record_reader *reader, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, reader->place, "block %u, at byte %llu, is malformed",
                   reader->number - 1, reader->block_at);
}

// At the end nothing may follow but the end of the bytes.
static cr_status end_here(cr_record_reader *reader, const cr_block *block, cr_error *error) {
    unsigned char byte;
    size_t got;
    bool there;
    cr_status status = read_block(reader, block, &there, error);
    if (status != CR_OK) return status;
    reader->ended = true;
    if (!there) return CR_OK;
    pass(reader, block);
    status = read_at(reader, reader->at, &byte, 1, &got, error);
    if (status == CR_OK && (got || block->length))
        return cr_fail(error, CR_ERR_INPUT, reader->place, "bytes after its end, from byte %llu on",
                       reader->at);
    reader->whole = true;
    return status;
}

// Goes to the next block with entries of these kinds, or to the end. The span of times of the others is read
// all the same, for the time of the end.
static cr_status next_block(cr_record_reader *reader, unsigned kinds, cr_error *error) {
    cr_block block = {0};
    bool there;
    cr_status status = open_block(reader, &block, &there, error);
    if (status != CR_OK || !there) {
        reader->ended = status == CR_OK;
        return status;
    }
    if (block.type == CR_BLOCK_END) return end_here(reader, &block, error);
    bool wanted = kind_of(block.type) & kinds;
    status = wanted ? read_block(reader, &block, &there, error) : find_tail(reader, &block, &there, error);
    if (status != CR_OK) return status;
    if (!there) {
        reader->ended = true;
        return CR_OK;
    }
    reader->block_at = reader->at;
    unsigned char apart[CR_BLOCK_SPAN];
    const unsigned char *span = wanted ? reader->bytes : apart;
    size_t got = CR_BLOCK_SPAN;
    if (kind_of(block.type) && !wanted && block.length >= CR_BLOCK_SPAN)
        status = read_at(reader, reader->at + CR_BLOCK_HEAD, apart, sizeof apart, &got, error);
    if (status != CR_OK) return status;
    pass(reader, &block);
    if (!kind_of(block.type)) return CR_OK;
    if (block.length < CR_BLOCK_SPAN || got < CR_BLOCK_SPAN) return malformed(reader, error);
    double last = cr_get_f64(span + 8);
    if (wanted && !isfinite(last)) return malformed(reader, error);
    if (last > reader->latest && isfinite(last)) reader->latest = last;
    if (!wanted) return CR_OK;
    reader->type = block.type;
    reader->left = cr_get_u32(span + 16);
    reader->cursor = (cr_cursor){span + CR_BLOCK_SPAN, span + block.length, false};
    reader->before = (cr_entry_before){CR_NAN, CR_NAN, -1, -1};
    return CR_OK;
}

static cr_status take_entry(cr_record_reader *reader, cr_record_item *item, cr_error *error) {
    bool good;
    item->kind = (cr_record_kind)kind_of(reader->type);
    if (reader->type == CR_BLOCK_MOTIONS)
        good = cr_entry_take_motion(&reader->cursor, &reader->head, &reader->before, reader->modes,
                                    &item->motion);
    else if (reader->type == CR_BLOCK_CONTACTS)
        good = cr_entry_take_contact(&reader->cursor, &reader->head, &reader->before, &item->contact);
    else good = cr_entry_take_energy(&reader->cursor, &item->time, &item->energy);
    reader->left--;
    if (!good || (!reader->left && reader->cursor.at != reader->cursor.end)) {
        reader->left = 0;
        reader->ended = true;
        return malformed(reader, error);
    }
    return CR_OK;
}

cr_status cr_record_reader_next(cr_record_reader *reader, unsigned kinds, cr_record_item *item,
                                cr_error *error) {
    while (reader->left && !(kind_of(reader->type) & kinds)) reader->left = 0;
    while (!reader->left && !reader->ended) {
        cr_status status = next_block(reader, kinds, error);
        if (status != CR_OK) return status;
    }
    if (reader->left) return take_entry(reader, item, error);
    item->kind = CR_RECORD_END;
    item->time = reader->latest;
    item->whole = reader->whole;
    return CR_OK;
}

cr_status cr_record_reader_seek(cr_record_reader *reader, double time, cr_error *error) {
    cr_record_reader_rewind(reader);
    for (;;) {
        cr_block block = {0};
        bool there;
        size_t got;
        unsigned char span[CR_BLOCK_SPAN];
        cr_status status = open_block(reader, &block, &there, error);
        if (status != CR_OK || !there || block.type == CR_BLOCK_END) return status;
        if (kind_of(block.type)) {
            status = read_at(reader, reader->at + CR_BLOCK_HEAD, span, sizeof span, &got, error);
            if (status != CR_OK || got < sizeof span || cr_get_f64(span + 8) >= time) return status;
            reader->latest = fmax(reader->latest, cr_get_f64(span + 8));
        }
        status = find_tail(reader, &block, &there, error);
        if (status != CR_OK || !there) return status;
        pass(reader, &block);
    }
}

cr_status cr_record_summarise(cr_record_reader *reader, cr_record_summary *summary, cr_error *error) {
    cr_record_item item = {0};
    cr_status status;
    *summary = (cr_record_summary){.start = reader->head.start};
    cr_record_reader_rewind(reader);
    do {
        status = cr_record_reader_next(reader, CR_RECORD_MOTION | CR_RECORD_CONTACT | CR_RECORD_ENERGY, &item,
                                       error);
        if (status != CR_OK) break;
        summary->motions += item.kind == CR_RECORD_MOTION;
        summary->contacts += item.kind == CR_RECORD_CONTACT;
        summary->energies += item.kind == CR_RECORD_ENERGY;
    } while (item.kind != CR_RECORD_END);
    summary->end = item.time;
    summary->whole = item.whole;
    summary->bytes = reader->at;
    cr_record_reader_rewind(reader);
    return status;
}
