// Text of unknown origin: what reaches a terminal, a page and JSON of each Unicode character and of broken
// UTF-8.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/file/json.h"
#include "io/file/text.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static char *written(void (*write)(FILE *, const char *), const char *text) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    write(out, text);
    fclose(out);
    return bytes;
}

static void write_json(FILE *out, const char *text) {
    cr_json json = cr_json_on(out);
    cr_json_string(&json, text);
}

static int encode(unsigned long code, char text[5]) {
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (int i = length - 1; i > 0; i--, code >>= 6) text[i] = (char)(0x80 | (code & 0x3F));
    text[0] = (char)(leads[length] | code);
    text[length] = '\0';
    return length;
}

// Those of UAX 9 that change the direction, and those of which ECMA-48 makes commands.
static bool is_obeyed(unsigned long code) {
    static const unsigned long turns[] = {0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D,
                                          0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x2028, 0x2029};
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return true;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        if (code == turns[i]) return true;
    return false;
}

static void test_every_character(void) {
    int changed = 0;
    for (unsigned long code = 1; code < 0x110000; code++) {
        char text[8];
        if (code >= 0xD800 && code < 0xE000) continue;
        int length = encode(code, text);
        bool plain = cr_text_is_plain(text, cr_text_character(text));
        changed += !plain;
        CHECK(cr_text_character(text) == length && cr_text_code(text, length) == code, "U+%04lX", code);
        CHECK(!plain || !is_obeyed(code), "U+%04lX", code);
        if (code > 0x3000 && (code < 0xFE00 || code > 0xFFFF) && code < 0xE0000)
            CHECK(plain, "U+%04lX is lost", code);
    }
    CHECK(changed < 256, "%d characters are lost", changed); // 65 controls, 128 tags, some dozens
}

static void test_writers(void) {
    static const struct {
        const char *text, *plain, *page, *json;
    } cases[] = {
        {"a\xC3\xA9 \xE2\x82\xAC", "a\xC3\xA9 \xE2\x82\xAC", "a\xC3\xA9 \xE2\x82\xAC",
         "\"a\xC3\xA9 \xE2\x82\xAC\"\n"},
        {"a\33[2Jb", "a?[2Jb", "a\xEF\xBF\xBD[2Jb", "\"a\\u001b[2Jb\"\n"},
        {"\xC2\x9B"
         "31m\x7F",
         "?31m?",
         "\xEF\xBF\xBD"
         "31m\xEF\xBF\xBD",
         "\"\\u009b31m\\u007f\"\n"},
        {"a\nb\tc", "a?b?c", "a\nb\tc", "\"a\\nb\\tc\"\n"},
        {"\xE2\x80\xAEx", "?x", "\xEF\xBF\xBDx", "\"\\u202ex\"\n"},
        {"\xF3\xA0\x81\x81", "?", "\xEF\xBF\xBD", "\"\\udb40\\udc41\"\n"}, // a tag
        {"\xFF\xC0\x80", "???", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "\"\\ufffd\\ufffd\\ufffd\"\n"},
        {"\xE2\x80", "??", "\xEF\xBF\xBD\xEF\xBF\xBD", "\"\\ufffd\\ufffd\"\n"}, // cut off
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *plain = written(cr_text_plain, cases[i].text), *page = written(cr_text_xml, cases[i].text);
        char *json = written(write_json, cases[i].text);
        CHECK(strcmp(plain, cases[i].plain) == 0, "case %zu: %s", i, plain);
        CHECK(strcmp(page, cases[i].page) == 0, "case %zu: %s", i, page);
        CHECK(strcmp(json, cases[i].json) == 0, "case %zu: %s", i, json);
        free(plain);
        free(page);
        free(json);
    }
    char *nothing = written(cr_text_plain, NULL);
    CHECK(!*nothing, "%s", nothing);
    free(nothing);
}

int main(void) {
    test_every_character();
    test_writers();
    return test_summary();
}
