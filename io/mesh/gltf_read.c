#include "io/file/file.h"
#include "io/mesh/gltf.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 4096 };

static const size_t longest = CR_FILE_GIB(4);

static const char *const kinds[] = {"", "SCALAR", "", "VEC3"};

static uint32_t word_at(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static cr_status fail(const cr_gltf_file *file, cr_error *error, const char *reason) {
    return cr_fail(error, CR_ERR_INPUT, file->place, "%s", reason);
}

// The chunk at *offset, which is moved behind it. NULL when it does not fit.
static const unsigned char *read_chunk(const unsigned char *bytes, size_t size, const char type[4],
                                       size_t *offset, size_t *length) {
    if (size - *offset < 8 || memcmp(bytes + *offset + 4, type, 4) != 0) return NULL;
    *length = word_at(bytes + *offset);
    const unsigned char *chunk = bytes + *offset + 8;
    if (size - *offset - 8 < *length) return NULL;
    *offset += 8 + *length;
    return chunk;
}

static cr_status parse_binary(const unsigned char *bytes, size_t size, cr_arena *arena, cr_gltf_file *file,
                              cr_error *error) {
    size_t length, offset = 12;
    if (size < 12) return fail(file, error, "cut off: a header of 12 bytes is missing");
    if (word_at(bytes + 4) != 2)
        return cr_fail(error, CR_ERR_UNSUPPORTED, file->place, "glTF version %u; needs version 2",
                       (unsigned)word_at(bytes + 4));
    if (word_at(bytes + 8) > size) return fail(file, error, "cut off: shorter than its header says");
    size = word_at(bytes + 8) < 12 ? 12 : word_at(bytes + 8);
    const unsigned char *json = read_chunk(bytes, size, "JSON", &offset, &length);
    if (!json) return fail(file, error, "the first chunk is not JSON, or is cut off");
    if (offset < size) file->chunk.bytes = read_chunk(bytes, size, "BIN\0", &offset, &file->chunk.size);
    if (!file->chunk.bytes) file->chunk.size = 0;
    return cr_json_read((const char *)json, length, file->place, arena, &file->root, error);
}

cr_status cr_gltf_parse(const unsigned char *bytes, size_t size, const char *path, cr_arena *arena,
                        cr_gltf_file *file, cr_error *error) {
    static const char byte_order[] = "\xEF\xBB\xBF"; // what some programs put before text
    size_t first = size >= 3 && memcmp(bytes, byte_order, 3) == 0 ? 3 : 0, begin = first;
    *file = (cr_gltf_file){.root = NULL};
    memcpy(file->place, cr_file_place_at(path, 0, 0).text, sizeof file->place);
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0) return parse_binary(bytes, size, arena, file, error);
    while (first < size && strchr(" \t\r\n", bytes[first]) && bytes[first]) first++;
    if (first == size || bytes[first] != '{')
        return fail(file, error,
                    "no glTF file: needs the bytes glTF of a .glb or the { of a .gltf at its beginning");
    cr_status status =
        cr_json_read((const char *)bytes + begin, size - begin, file->place, arena, &file->root, error);
    if (status != CR_OK) return status;
    const char *version =
        cr_json_as_text(cr_json_member(cr_json_member(file->root, "asset"), "version"), "none");
    if (strncmp(version, "2.", 2) != 0)
        return cr_fail(error, CR_ERR_UNSUPPORTED, file->place, "glTF version %.20s; needs version 2",
                       version);
    return CR_OK;
}

static bool path_of(const char *path, char *to, size_t room) {
    const char *name;
    size_t length = cr_gltf_split(path, &name);
    if (length >= room) return false;
    memcpy(to, path, length);
    to[length] = '\0';
    return true;
}

cr_status cr_gltf_read_all(const char *path, cr_arena *arena, char **text, size_t *size, cr_error *error) {
    char own[PATH];
    if (!path_of(path, own, sizeof own))
        return cr_fail(error, CR_ERR_INPUT, cr_file_place_at(path, 0, 0).text, "a path of more than %d bytes",
                       PATH - 1);
    return cr_file_read_all(own, longest, arena, text, size, error);
}

cr_status cr_gltf_open(const char *path, cr_arena *arena, cr_gltf_file *file, cr_error *error) {
    char *text;
    size_t size;
    cr_status status = cr_gltf_read_all(path, arena, &text, &size, error);
    if (status == CR_OK) status = cr_gltf_parse((const unsigned char *)text, size, path, arena, file, error);
    return status == CR_OK ? cr_gltf_load(file, path, arena, error) : status;
}

// A whole number from 0 on; `otherwise` when there is none, -1 when it is something else.
static double whole(const cr_json_value *value, double otherwise) {
    const double most = 9007199254740992.0;
    if (!value) return otherwise;
    double number = cr_json_as_number(value, -1.0);
    return number >= 0.0 && number < most && number == floor(number) ? number : -1.0;
}

typedef struct span {
    const unsigned char *first;
    size_t count, stride;
    int type;
} span;

static int type_bytes(int type) {
    switch (type) {
    case CR_GLTF_UNSIGNED_BYTE:
        return 1;
    case CR_GLTF_UNSIGNED_SHORT:
        return 2;
    case CR_GLTF_UNSIGNED_INT:
    case CR_GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

static cr_status no_array(const cr_gltf_file *file, const char *what, const char *reason, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, file->place, "%s: %s", what, reason);
}

static cr_status not_read(const cr_gltf_file *file, const char *what, const char *how, cr_error *error) {
    return cr_fail(error, CR_ERR_UNSUPPORTED, file->place,
                   "%s: %s, which is not read; export the file again without that", what, how);
}

// Where an accessor's elements are, every bound checked: all in numbers below 2^53, so sums are exact.
static cr_status find_span(const cr_gltf_file *file, const cr_json_value *accessor, const char *what,
                           int width, span *s, cr_error *error) {
    const cr_json_value *a =
        cr_json_element(cr_json_member(file->root, "accessors"), cr_json_as_number(accessor, -1.0));
    if (!a) return no_array(file, what, "no such accessor", error);
    const cr_json_value *view = cr_json_element(cr_json_member(file->root, "bufferViews"),
                                                cr_json_as_number(cr_json_member(a, "bufferView"), -1.0));
    if (cr_gltf_extension(view, "EXT_meshopt_compression") ||
        cr_gltf_extension(view, "KHR_meshopt_compression"))
        return not_read(file, what, "compressed by meshopt", error);
    if (cr_json_member(a, "sparse")) return not_read(file, what, "sparse", error);
    if (!view) return no_array(file, what, "has no buffer view", error);
    double number = whole(cr_json_member(view, "buffer"), -1.0);
    if (number < 0.0 || number >= file->buffers || !file->buffer[(int)number].bytes)
        return no_array(file, what, "in a buffer that the file does not have", error);
    const cr_gltf_buffer *buffer = &file->buffer[(int)number];
    if (strcmp(cr_json_as_text(cr_json_member(a, "type"), ""), kinds[width]) != 0)
        return cr_fail(error, CR_ERR_INPUT, file->place, "%s: needs an accessor of type %s", what,
                       kinds[width]);
    s->type = (int)fmin(whole(cr_json_member(a, "componentType"), 0.0), 1e6);
    double bytes = type_bytes(s->type), count = whole(cr_json_member(a, "count"), -1.0);
    double begin = whole(cr_json_member(view, "byteOffset"), 0.0);
    double room = whole(cr_json_member(view, "byteLength"), -1.0);
    double offset = whole(cr_json_member(a, "byteOffset"), 0.0);
    double stride = whole(cr_json_member(view, "byteStride"), bytes * width);
    if (bytes == 0.0) return no_array(file, what, "unknown component type", error);
    if (count < 1.0) return no_array(file, what, "empty", error);
    if (begin < 0.0 || room < 0.0 || offset < 0.0 || stride < bytes * width ||
        begin + room > (double)buffer->size || offset + (count - 1.0) * stride + bytes * width > room)
        return no_array(file, what, "reaches beyond its buffer", error);
    s->count = (size_t)count;
    s->stride = (size_t)stride;
    s->first = buffer->bytes + (size_t)begin + (size_t)offset;
    return CR_OK;
}

static float float_at(const unsigned char *bytes) {
    uint32_t word = word_at(bytes);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

cr_status cr_gltf_floats(const cr_gltf_file *file, const cr_json_value *accessor, const char *what, int width,
                         cr_arena *arena, float **number, size_t *count, cr_error *error) {
    span s;
    cr_status status = find_span(file, accessor, what, width, &s, error);
    if (status != CR_OK) return status;
    if (s.type != CR_GLTF_FLOAT)
        return cr_fail(error, CR_ERR_UNSUPPORTED, file->place,
                       "%s: whole numbers (quantized) are not read; export the file again with floats", what);
    float *to = cr_arena_take(arena, s.count * (size_t)width, sizeof *to);
    if (!to) return cr_fail(error, CR_ERR_MEMORY, file->place, "%s: out of memory", what);
    *number = to;
    *count = s.count;
    for (size_t i = 0; i < s.count; i++) {
        for (int k = 0; k < width; k++, to++) {
            *to = float_at(s.first + i * s.stride + 4 * (size_t)k);
            if (!isfinite(*to)) return no_array(file, what, "holds what is no number", error);
        }
    }
    return CR_OK;
}

static uint32_t integer_at(const unsigned char *bytes, int type) {
    if (type == CR_GLTF_UNSIGNED_BYTE) return bytes[0];
    return type == CR_GLTF_UNSIGNED_SHORT ? (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 : word_at(bytes);
}

cr_status cr_gltf_indices(const cr_gltf_file *file, const cr_json_value *accessor, const char *what,
                          int limit, cr_arena *arena, int **index, size_t *count, cr_error *error) {
    span s;
    cr_status status = find_span(file, accessor, what, 1, &s, error);
    if (status != CR_OK) return status;
    if (s.type == CR_GLTF_FLOAT) return no_array(file, what, "needs whole numbers", error);
    int *to = cr_arena_take(arena, s.count, sizeof *to);
    if (!to) return cr_fail(error, CR_ERR_MEMORY, file->place, "%s: out of memory", what);
    for (size_t i = 0; i < s.count; i++) {
        uint32_t value = integer_at(s.first + i * s.stride, s.type);
        if (value >= (uint32_t)limit)
            return cr_fail(error, CR_ERR_INPUT, file->place, "%s: vertex %u of %d", what, (unsigned)value,
                           limit);
        to[i] = (int)value;
    }
    *index = to;
    *count = s.count;
    return CR_OK;
}
