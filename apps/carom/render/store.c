#define _XOPEN_SOURCE 700 // mkstemp

#include "render/store.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

cr_render_store cr_render_store_default(int channels) {
    return (cr_render_store){.channels = channels, .memory_most = CR_RENDER_STORE_MEMORY};
}

void cr_render_store_free(cr_render_store *store) {
    free(store->memory);
    if (store->spill) fclose(store->spill);
    *store = cr_render_store_default(store->channels);
}

static cr_status fail(const cr_render_store *store, cr_error *error) {
    return cr_fail(error, CR_ERR_IO, store->name ? store->name : "temporary file", "cannot write: %s",
                   strerror(errno ? errno : EIO));
}

static cr_status append(cr_render_store *store, const double *samples, size_t count, cr_error *error) {
    return fwrite(samples, sizeof *samples, count, store->spill) == count ? CR_OK : fail(store, error);
}

// /tmp may be memory; /var/tmp is not.
static FILE *open_temporary(void) {
    const char *const folders[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
    char path[4096];
    int file = -1;
    for (size_t i = 0; file < 0 && i < sizeof folders / sizeof *folders; i++) {
        if (!folders[i] || !*folders[i]) continue;
        int length = snprintf(path, sizeof path, "%s/carom-XXXXXX", folders[i]);
        if (length < (int)sizeof path) file = mkstemp(path);
    }
    if (file < 0) return NULL;
    unlink(path);
    FILE *stream = fdopen(file, "w+b");
    if (!stream) close(file);
    return stream;
}

static cr_status move_to_file(cr_render_store *store, size_t used, cr_error *error) {
    store->spill = open_temporary();
    if (!store->spill) {
        store->memory_most = SIZE_MAX;
        return CR_OK;
    }
    cr_status status = append(store, store->memory, used, error);
    free(store->memory);
    store->memory = NULL;
    return status;
}

static cr_status make_room(cr_render_store *store, size_t needed, cr_error *error) {
    if (needed <= store->room) return CR_OK;
    size_t room = store->room ? 2 * store->room : 1 << 16;
    while (room < needed) room *= 2;
    double *memory = realloc(store->memory, room * sizeof *memory);
    if (!memory) return cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    store->memory = memory;
    store->room = room;
    return CR_OK;
}

cr_status cr_render_store_add(cr_render_store *store, const double *samples, int frames, cr_error *error) {
    size_t used = (size_t)store->frames * (size_t)store->channels;
    size_t count = (size_t)frames * (size_t)store->channels;
    cr_status status = CR_OK;
    if (!store->spill && used + count > store->memory_most) status = move_to_file(store, used, error);
    if (status == CR_OK && store->spill) {
        status = append(store, samples, count, error);
    } else if (status == CR_OK) {
        status = make_room(store, used + count, error);
        if (status == CR_OK && count) memcpy(store->memory + used, samples, count * sizeof *samples);
    }
    if (status == CR_OK) store->frames += frames;
    return status;
}

static cr_status read_inside(const cr_render_store *store, long long first, long long frames, double *samples,
                             cr_error *error) {
    size_t from = (size_t)first * (size_t)store->channels, count = (size_t)frames * (size_t)store->channels;
    if (!store->spill) {
        memcpy(samples, store->memory + from, count * sizeof *samples);
        return CR_OK;
    }
    off_t at = (off_t)(from * sizeof *samples); // as a rule where it was left; to seek empties the buffer
    bool good = (ftello(store->spill) == at || fseeko(store->spill, at, SEEK_SET) == 0) &&
                fread(samples, sizeof *samples, count, store->spill) == count;
    return good ? CR_OK : fail(store, error);
}

cr_status cr_render_store_read(const cr_render_store *store, long long first, int frames, double *samples,
                               cr_error *error) {
    long long begin = first > 0 ? first : 0, end = first + frames;
    if (end > store->frames) end = store->frames > first ? store->frames : first;
    if (begin > end) begin = end;
    size_t frame = (size_t)store->channels * sizeof *samples;
    double *after = samples + (end - first) * store->channels;
    if (begin > first) memset(samples, 0, (size_t)(begin - first) * frame);
    if (end < first + frames) memset(after, 0, (size_t)(first + frames - end) * frame);
    if (begin == end) return CR_OK;
    return read_inside(store, begin, end - begin, samples + (begin - first) * store->channels, error);
}
