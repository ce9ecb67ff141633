// A recording whose bytes are kept in memory.
#include "carom/record.h"

#include <string.h>

static cr_status grow(cr_record_memory *memory, size_t needed, cr_error *error) {
    const cr_allocator allocator = cr_allocator_default();
    size_t room = 2 * needed; // so that each byte is copied once on the mean
    unsigned char *more = room > needed ? allocator.allocate(allocator.context, room) : NULL;
    if (!more) return cr_fail(error, CR_ERR_MEMORY, "recording", "out of memory");
    if (memory->count) memcpy(more, memory->bytes, memory->count);
    allocator.release(allocator.context, memory->bytes);
    memory->bytes = more;
    memory->room = room;
    return CR_OK;
}

static cr_status append(void *context, const unsigned char *bytes, size_t count, cr_error *error) {
    cr_record_memory *memory = context;
    cr_status status = CR_OK;
    if (count > memory->room - memory->count) status = grow(memory, memory->count + count, error);
    if (status != CR_OK) return status;
    memcpy(memory->bytes + memory->count, bytes, count);
    memory->count += count;
    return CR_OK;
}

static cr_status copy(void *context, unsigned long long at, unsigned char *bytes, size_t count, size_t *got,
                      cr_error *error) {
    const cr_record_memory *memory = context;
    (void)error;
    size_t left = at < memory->count ? memory->count - (size_t)at : 0;
    *got = count < left ? count : left;
    if (*got) memcpy(bytes, memory->bytes + at, *got);
    return CR_OK;
}

cr_record_out cr_record_memory_out(cr_record_memory *memory) {
    return (cr_record_out){memory, append};
}

cr_record_in cr_record_memory_in(cr_record_memory *memory) {
    return (cr_record_in){memory, copy};
}

void cr_record_memory_free(cr_record_memory *memory) {
    const cr_allocator allocator = cr_allocator_default();
    allocator.release(allocator.context, memory->bytes);
    *memory = (cr_record_memory){0};
}
