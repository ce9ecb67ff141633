#include "io/file/file.h"
#include "io/file/npy.h"

#include <stdlib.h>
#include <string.h>

enum { DICTIONARY_MOST = 4096 };

// After the key, its colon and blanks; NULL when the key is missing.
static const char *value_of(const char *dictionary, const char *key) {
    const char *at = strstr(dictionary, key);
    if (!at) return NULL;
    at += strlen(key);
    return at + strspn(at, ": ");
}

static bool read_shape(const char *text, cr_npy_info *info) {
    if (*text != '(') return false;
    text++;
    for (info->axes = 0; *text && *text != ')'; info->axes++) {
        char *end;
        if (info->axes == CR_NPY_AXES) return false;
        info->shape[info->axes] = strtoll(text, &end, 10);
        if (end == text || info->shape[info->axes] < 0) return false;
        text = end + strspn(end, ", ");
    }
    return *text == ')';
}

static bool read_dictionary(const char *dictionary, cr_npy_info *info) {
    const char *type = value_of(dictionary, "'descr'"), *order = value_of(dictionary, "'fortran_order'");
    const char *shape = value_of(dictionary, "'shape'");
    if (!type || !order || !shape || *type != '\'') return false;
    size_t length = strcspn(++type, "'");
    if (length == 0 || length >= sizeof info->type) return false;
    memcpy(info->type, type, length);
    info->column_major = strncmp(order, "True", 4) == 0;
    return read_shape(shape, info);
}

static bool read_header(FILE *file, cr_npy_info *info) {
    unsigned char start[12];
    char dictionary[DICTIONARY_MOST + 1];
    if (fread(start, 1, 10, file) != 10 || memcmp(start, "\x93NUMPY", 6) != 0) return false;
    size_t length = start[8] + 256u * start[9];
    if (start[6] >= 2) {
        if (fread(start + 10, 1, 2, file) != 2) return false;
        length += 65536u * start[10] + 16777216u * start[11];
    }
    if (length > DICTIONARY_MOST || fread(dictionary, 1, length, file) != length) return false;
    dictionary[length] = '\0';
    return read_dictionary(dictionary, info);
}

cr_status cr_npy_read_info(const char *path, cr_npy_info *info, cr_error *error) {
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    *info = (cr_npy_info){.axes = 0};
    FILE *file;
    cr_status status = cr_file_open(path, &file, error);
    if (status != CR_OK) return status;
    bool good = read_header(file, info);
    fclose(file);
    return good ? CR_OK : cr_fail(error, CR_ERR_INPUT, place.text, "not an array of numbers in .npy format");
}
