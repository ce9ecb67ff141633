// Buffers of glTF: in the file, in data URIs, in files beside it.
#include "io/file/file.h"
#include "io/mesh/gltf.h"

#include <stdio.h>
#include <string.h>

static const size_t longest = CR_FILE_GIB(4);

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Four characters are three bytes (RFC 4648); = at the end stands for what is missing.
static bool decode(const char *text, size_t length, unsigned char *to, size_t *size) {
    unsigned bits = 0;
    int held = 0;
    while (length && text[length - 1] == '=') length--;
    *size = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = digit_of(text[i]);
        if (digit < 0) return false;
        bits = bits << 6 | (unsigned)digit;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        to[(*size)++] = (unsigned char)(bits >> held);
    }
    return true;
}

static cr_status fail(const cr_gltf_file *file, int index, const char *reason, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, file->place, "buffer %d: %s", index, reason);
}

static cr_status read_data(const cr_gltf_file *file, int index, const char *uri, cr_arena *arena,
                           cr_gltf_buffer *buffer, cr_error *error) {
    const char *mark = strstr(uri, ";base64,");
    if (!mark) return fail(file, index, "a data URI that is not of base64", error);
    mark += 8;
    size_t length = strlen(mark);
    unsigned char *bytes = cr_arena_take_unset(arena, length / 4 * 3 + 3, 1);
    if (!bytes) return cr_fail(error, CR_ERR_MEMORY, file->place, "no memory for buffer %d", index);
    if (!decode(mark, length, bytes, &buffer->size)) return fail(file, index, "base64 that is broken", error);
    buffer->bytes = bytes;
    return CR_OK;
}

static int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// %20 is a blank (RFC 3986).
static void unescape(char *text) {
    char *to = text;
    for (const char *c = text; *c; c++) {
        bool escaped = *c == '%' && hexadecimal(c[1]) >= 0 && hexadecimal(c[2]) >= 0;
        *to++ = escaped ? (char)(16 * hexadecimal(c[1]) + hexadecimal(c[2])) : *c;
        if (escaped) c += 2;
    }
    *to = '\0';
}

// A file of somebody else reaches what lies beside it and below, nothing else.
static bool stays_beside(const char *path) {
    if (!*path || *path == '/' || strchr(path, ':')) return false;
    for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2])) return false;
    return true;
}

static cr_status read_beside(const cr_gltf_file *file, int index, const char *uri, const char *path,
                             cr_arena *arena, cr_gltf_buffer *buffer, cr_error *error) {
    const char *name;
    size_t folder = cr_gltf_split(path, &name), room = folder + strlen(uri) + 1;
    char *beside = cr_arena_take(arena, room, 1), *bytes;
    if (!beside) return cr_fail(error, CR_ERR_MEMORY, file->place, "no memory for buffer %d", index);
    while (folder && path[folder - 1] != '/') folder--;
    memcpy(beside, path, folder);
    strcpy(beside + folder, uri);
    unescape(beside + folder);
    if (!stays_beside(beside + folder))
        return cr_fail(error, CR_ERR_INPUT, file->place,
                       "buffer %d is \"%.80s\"; needs a file beside it or in a folder below", index, uri);
    cr_status status = cr_file_read_all(beside, longest, arena, &bytes, &buffer->size, error);
    buffer->bytes = (const unsigned char *)bytes;
    return status;
}

static cr_status load_buffer(const cr_gltf_file *file, int index, const cr_json_value *json, const char *path,
                             cr_arena *arena, cr_gltf_buffer *buffer, cr_error *error) {
    const char *uri = cr_json_as_text(cr_json_member(json, "uri"), NULL);
    double needs = cr_json_as_number(cr_json_member(json, "byteLength"), 0.0);
    cr_status status = CR_OK;
    if (!uri && index == 0) *buffer = file->chunk;
    else if (uri && strncmp(uri, "data:", 5) == 0) status = read_data(file, index, uri, arena, buffer, error);
    else if (uri) status = read_beside(file, index, uri, path, arena, buffer, error);
    if (status != CR_OK || !buffer->bytes) return status;
    if ((double)buffer->size < needs)
        return cr_fail(error, CR_ERR_INPUT, file->place, "buffer %d has %zu of the %.0f bytes it should",
                       index, buffer->size, needs);
    return CR_OK;
}

cr_status cr_gltf_load(cr_gltf_file *file, const char *path, cr_arena *arena, cr_error *error) {
    const cr_json_value *list = cr_json_member(file->root, "buffers");
    int count = list && list->kind == CR_JSON_ARRAY ? list->count : 0, i = 0;
    file->buffer = cr_arena_take(arena, (size_t)count + 1, sizeof *file->buffer);
    if (!file->buffer) return cr_fail(error, CR_ERR_MEMORY, file->place, "no memory for %d buffers", count);
    file->buffers = count;
    for (const cr_json_value *json = count ? list->first : NULL; json; json = json->next, i++) {
        cr_status status = load_buffer(file, i, json, path, arena, &file->buffer[i], error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}
