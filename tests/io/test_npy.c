// Arrays for NumPy: the header byte for byte, rows as they come, and reading the shape back.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "folder.h"
#include "io/file/npy.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t read_bytes(const char *name, char *bytes, size_t room) {
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(bytes, 1, room, file) : 0;
    if (file) fclose(file);
    return length;
}

static void test_whole(void) {
    const double values[] = {1, 2, 3, -0.5, 1e-300, 6};
    folder_path p = in_folder("a.npy");
    char bytes[512];
    cr_error error = {0};
    CHECK(cr_npy_write(p.text, values, 2, 3, &error) == CR_OK, "%s", error.reason);
    size_t length = read_bytes(p.text, bytes, sizeof bytes);
    CHECK(length == 128 + sizeof values, "%zu bytes", length);
    CHECK(memcmp(bytes, "\x93NUMPY\x01\x00\x76\x00", 10) == 0, "start");
    CHECK(memcmp(bytes + 10, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 59) == 0, "%.60s",
          bytes + 10);
    CHECK(bytes[127] == '\n' && bytes[126] == ' ', "padding");
    CHECK(memcmp(bytes + 128, values, sizeof values) == 0, "values");
    cr_npy_info info;
    CHECK(cr_npy_read_info(p.text, &info, &error) == CR_OK, "%s", error.reason);
    CHECK(info.axes == 2 && info.shape[0] == 2 && info.shape[1] == 3 && !info.column_major, "shape");
    CHECK(strcmp(info.type, "<f8") == 0, "%s", info.type);
    CHECK(cr_npy_write(p.text, values, 6, 0, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_npy_read_info(p.text, &info, &error) == CR_OK && info.axes == 1 && info.shape[0] == 6,
          "one axis");
    CHECK(cr_npy_write("/nowhere/a.npy", values, 1, 0, &error) == CR_ERR_IO, "no such folder");
    CHECK(cr_npy_write("/dev/full", values, 6, 0, &error) == CR_ERR_IO, "a full device");
}

static void test_rows(void) {
    folder_path p = in_folder("rows.npy");
    cr_error error = {0};
    FILE *file = fopen(p.text, "wb");
    cr_npy npy = cr_npy_begin(file, 2);
    for (int i = 0; i < 1000; i++) cr_npy_row(&npy, (double[]){i, 2 * i});
    CHECK(cr_npy_end(&npy, &error) == CR_OK, "%s", error.reason);
    fclose(file);
    static char bytes[20000];
    double last[2];
    CHECK(read_bytes(p.text, bytes, sizeof bytes) == 128 + 16000, "length");
    memcpy(last, bytes + 128 + 999 * 16, 16);
    CHECK(last[0] == 999 && last[1] == 1998, "%g %g", last[0], last[1]);
    cr_npy_info info;
    CHECK(cr_npy_read_info(p.text, &info, &error) == CR_OK && info.shape[0] == 1000 && info.shape[1] == 2,
          "shape");
    int ends[2];
    CHECK(pipe(ends) == 0, "pipe");
    file = fdopen(ends[1], "wb");
    npy = cr_npy_begin(file, 0);
    CHECK(cr_npy_end(&npy, &error) == CR_ERR_IO, "a pipe cannot go back");
    fclose(file);
    close(ends[0]);
}

static void test_bad(void) {
    static const char *const bad[] = {
        "", "text", "\x93NUMPY\x01", "\x93NUMPY\x01\x01\x10\x01{'descr': ",
        "\x93NUMPY\x01\x01\x30\x01{'descr': '<f8', 'fortran_order': False, 'shape': "};
    folder_path p = in_folder("bad.npy");
    cr_npy_info info;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        FILE *file = fopen(p.text, "wb");
        fputs(bad[i], file);
        fclose(file);
        CHECK(cr_npy_read_info(p.text, &info, NULL) == CR_ERR_INPUT, "case %zu", i);
    }
    CHECK(cr_npy_read_info("/nowhere.npy", &info, NULL) == CR_ERR_IO, "no file");
}

int main(void) {
    if (!folder_make()) return 1;
    test_whole();
    test_rows();
    test_bad();
    static const char *const names[] = {"a.npy", "rows.npy", "bad.npy"};
    for (int i = 0; i < 3; i++) remove(in_folder(names[i]).text);
    folder_remove();
    return test_summary();
}
