#include "io/glb/write.h"

#include "io/file/file.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t padded(size_t bytes) {
    return (bytes + 3) & ~(size_t)3;
}

static size_t array_bytes(const cr_glb_array *array) {
    size_t numbers = array->count * (size_t)array->width;
    return array->byte ? numbers : 4 * numbers;
}

static float number_at(const cr_glb_array *array, size_t i) {
    return array->scale != 0.0f ? array->scale * array->number[i] : array->number[i];
}

static void put_word(FILE *out, uint32_t word) {
    const unsigned char bytes[4] = {(unsigned char)word, (unsigned char)(word >> 8),
                                    (unsigned char)(word >> 16), (unsigned char)(word >> 24)};
    fwrite(bytes, 1, 4, out);
}

static void put_padding(FILE *out, size_t bytes, char fill) {
    for (size_t i = bytes; i < padded(bytes); i++) fputc(fill, out);
}

static void put_array(FILE *out, const cr_glb_array *array) {
    size_t numbers = array->count * (size_t)array->width;
    if (array->byte) {
        fwrite(array->byte, 1, numbers, out);
        put_padding(out, numbers, '\0');
        return;
    }
    for (size_t i = 0; i < numbers; i++) {
        uint32_t word;
        float number = array->number ? number_at(array, i) : 0.0f;
        if (array->number) memcpy(&word, &number, sizeof word);
        else word = (uint32_t)array->index[i];
        put_word(out, word);
    }
}

void cr_glb_list(cr_json *json, const char *key) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    cr_json_object_begin(json);
}

void cr_glb_list_end(cr_json *json) {
    cr_json_object_end(json);
    cr_json_array_end(json);
}

void cr_glb_put_text(cr_json *json, const char *key, const char *text) {
    cr_json_key(json, key);
    cr_json_string(json, text);
}

void cr_glb_put_integer(cr_json *json, const char *key, long long value) {
    cr_json_key(json, key);
    cr_json_integer(json, value);
}

void cr_glb_put_number(cr_json *json, const char *key, double value) {
    if (!isfinite(value)) return;
    cr_json_key(json, key);
    cr_json_number(json, value);
}

void cr_glb_put_numbers(cr_json *json, const char *key, const double *values, int count) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) cr_json_number(json, values[i]);
    cr_json_array_end(json);
}

void cr_glb_put_asset(cr_json *json) {
    cr_json_key(json, "asset");
    cr_json_object_begin(json);
    cr_glb_put_text(json, "version", "2.0");
    cr_glb_put_text(json, "generator", "carom");
    cr_json_object_end(json);
    cr_glb_put_integer(json, "scene", 0);
    cr_glb_list(json, "scenes");
    cr_glb_put_numbers(json, "nodes", &(double){0.0}, 1);
    cr_glb_list_end(json);
}

void cr_glb_put_materials(cr_json *json, const double (*rgb)[3], int count) {
    cr_json_key(json, "materials");
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        const double color[] = {rgb[i][0], rgb[i][1], rgb[i][2], 1.0};
        cr_json_object_begin(json);
        cr_json_key(json, "doubleSided");
        cr_json_bool(json, true);
        cr_json_key(json, "pbrMetallicRoughness");
        cr_json_object_begin(json);
        cr_glb_put_numbers(json, "baseColorFactor", color, 4);
        cr_glb_put_number(json, "metallicFactor", 0.0);
        cr_glb_put_number(json, "roughnessFactor", 0.7);
        cr_json_object_end(json);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

void cr_glb_put_upright(cr_json *json) {
    const double half = 0.70710678118654752;
    const double quaternion[] = {-half, 0.0, 0.0, half};
    cr_glb_put_numbers(json, "rotation", quaternion, 4);
}

static void put_bounds(cr_json *json, const cr_glb_array *array) {
    double low[4], high[4];
    for (int k = 0; k < array->width; k++) low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
    for (size_t i = 0; i < array->count; i++) {
        for (int k = 0; k < array->width; k++) {
            double x = (double)number_at(array, i * (size_t)array->width + (size_t)k);
            low[k] = fmin(low[k], x);
            high[k] = fmax(high[k], x);
        }
    }
    cr_glb_put_numbers(json, "min", low, array->width);
    cr_glb_put_numbers(json, "max", high, array->width);
}

static void put_accessor(cr_json *json, const cr_glb_array *array, int view) {
    static const char *const types[] = {"", "SCALAR", "", "VEC3", "VEC4"};
    cr_json_object_begin(json);
    cr_glb_put_integer(json, "bufferView", view);
    cr_glb_put_integer(json, "componentType", array->type);
    if (array->byte) {
        cr_json_key(json, "normalized");
        cr_json_bool(json, true);
    }
    cr_glb_put_integer(json, "count", (long long)array->count);
    cr_glb_put_text(json, "type", types[array->width]);
    if (array->bounds) put_bounds(json, array);
    cr_json_object_end(json);
}

static size_t put_arrays(cr_json *json, const cr_glb_array *arrays, int count) {
    size_t offset = 0;
    cr_json_key(json, "accessors");
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) put_accessor(json, &arrays[i], i);
    cr_json_array_end(json);
    cr_json_key(json, "bufferViews");
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_glb_put_integer(json, "buffer", 0);
        cr_glb_put_integer(json, "byteOffset", (long long)offset);
        cr_glb_put_integer(json, "byteLength", (long long)array_bytes(&arrays[i]));
        if (arrays[i].use != CR_GLB_DATA) cr_glb_put_integer(json, "target", arrays[i].use);
        cr_json_object_end(json);
        offset += padded(array_bytes(&arrays[i]));
    }
    cr_json_array_end(json);
    cr_glb_list(json, "buffers");
    cr_glb_put_integer(json, "byteLength", (long long)offset);
    cr_glb_list_end(json);
    return offset;
}

static void put_container(FILE *out, const char *json, size_t length, const cr_glb_array *arrays, int count,
                          size_t binary) {
    fwrite("glTF", 1, 4, out);
    put_word(out, 2);
    put_word(out, (uint32_t)(12 + 8 + padded(length) + 8 + binary));
    put_word(out, (uint32_t)padded(length));
    fwrite("JSON", 1, 4, out);
    fwrite(json, 1, length, out);
    put_padding(out, length, ' ');
    put_word(out, (uint32_t)binary);
    fwrite("BIN", 1, 4, out); // with its NUL
    for (int i = 0; i < count; i++) put_array(out, &arrays[i]);
}

cr_status cr_glb_write(const char *path, const cr_glb_array *arrays, int count,
                       void (*put_members)(const void *context, cr_json *json), const void *context,
                       cr_error *error) {
    const double most = 4294967295.0;
    double bytes = 0.0;
    char *text = NULL;
    size_t length = 0;
    for (int i = 0; i < count; i++) bytes += (double)padded(array_bytes(&arrays[i]));
    if (bytes > 0.9 * most)
        return cr_fail(error, CR_ERR_RANGE, path, "%.2g GB are too many for .glb: fewer modes or pictures",
                       1e-9 * bytes);
    FILE *memory = open_memstream(&text, &length);
    if (!memory) return cr_fail(error, CR_ERR_MEMORY, path, "out of memory");
    cr_json json = cr_json_on(memory);
    cr_json_object_begin(&json);
    put_members(context, &json);
    size_t binary = put_arrays(&json, arrays, count);
    cr_json_object_end(&json);
    cr_file_out *file = NULL;
    cr_status status = CR_OK;
    if (fclose(memory) != 0) status = cr_fail(error, CR_ERR_MEMORY, path, "out of memory");
    if (status == CR_OK && !(file = cr_file_create(path, error))) status = error->status;
    if (file) {
        put_container(cr_file_stream(file), text, length, arrays, count, binary);
        status = cr_file_commit(file, error);
    }
    free(text);
    return status;
}
