// The JSON writer: layout, escapes, numbers that read back.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/file/json.h"
#include "seeds.h"
#include "test.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct capture {
    char *text;
    size_t length;
    FILE *out;
} capture;

static cr_json open_capture(capture *c) {
    c->text = NULL;
    c->out = open_memstream(&c->text, &c->length);
    return cr_json_on(c->out);
}

static void expect(capture *c, const char *expected) {
    fclose(c->out);
    CHECK(strcmp(c->text, expected) == 0, "got\n%s\nexpected\n%s", c->text, expected);
    free(c->text);
}

static void test_layout(void) {
    capture c;
    cr_json json = open_capture(&c);
    cr_json_object_begin(&json);
    cr_json_key(&json, "name");
    cr_json_string(&json, "steel");
    cr_json_key(&json, "values");
    cr_json_array_begin(&json);
    cr_json_integer(&json, -3);
    cr_json_number(&json, 0.1);
    cr_json_object_begin(&json);
    cr_json_object_end(&json);
    cr_json_array_end(&json);
    cr_json_key(&json, "flags");
    cr_json_object_begin(&json);
    cr_json_key(&json, "yes");
    cr_json_bool(&json, true);
    cr_json_key(&json, "no");
    cr_json_bool(&json, false);
    cr_json_key(&json, "none");
    cr_json_null(&json);
    cr_json_object_end(&json);
    cr_json_key(&json, "empty");
    cr_json_array_begin(&json);
    cr_json_array_end(&json);
    cr_json_object_end(&json);
    expect(&c, "{\n"
               "  \"name\": \"steel\",\n"
               "  \"values\": [\n"
               "    -3,\n"
               "    0.1,\n"
               "    {}\n"
               "  ],\n"
               "  \"flags\": {\n"
               "    \"yes\": true,\n"
               "    \"no\": false,\n"
               "    \"none\": null\n"
               "  },\n"
               "  \"empty\": []\n"
               "}\n");
}

static void expect_string(const char *text, const char *expected) {
    capture c;
    cr_json json = open_capture(&c);
    cr_json_string(&json, text);
    expect(&c, expected);
}

static void test_strings(void) {
    expect_string("", "\"\"\n");
    expect_string(NULL, "null\n");
    expect_string("a\"b\\c/d", "\"a\\\"b\\\\c/d\"\n");
    expect_string("\n\r\t\b\f\x01\x1f", "\"\\n\\r\\t\\b\\f\\u0001\\u001f\"\n");
    expect_string("caf\xC3\xA9 \xE2\x9C\x93 \xF0\x9F\x8E\xB1",
                  "\"caf\xC3\xA9 \xE2\x9C\x93 \xF0\x9F\x8E\xB1\"\n");
    expect_string("\xFF"
                  "a",
                  "\"\\ufffda\"\n");
    expect_string("\xC0\xAF", "\"\\ufffd\\ufffd\"\n");
    expect_string("\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\"\n");
    expect_string("\xE2\x9C", "\"\\ufffd\\ufffd\"\n");
}

static void expect_number(double value, const char *expected) {
    capture c;
    cr_json json = open_capture(&c);
    cr_json_number(&json, value);
    expect(&c, expected);
}

static double reread(double value) {
    capture c;
    cr_json json = open_capture(&c);
    cr_json_number(&json, value);
    fclose(c.out);
    double read = strtod(c.text, NULL);
    free(c.text);
    return read;
}

static void test_random_numbers(uint64_t state, int count) {
    for (int i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double value;
        memcpy(&value, &state, sizeof value);
        if (isfinite(value)) CHECK(reread(value) == value, "%.17g", value);
    }
}

static void test_numbers(void) {
    expect_number(0.0, "0\n");
    expect_number(0.1, "0.1\n");
    expect_number(1e300, "1e+300\n");
    expect_number(1.0 / 3.0, "0.3333333333333333\n");
    expect_number(0.1 + 0.2, "0.30000000000000004\n");
    expect_number((double)NAN, "null\n");
    expect_number(HUGE_VAL, "null\n");
    expect_number(-HUGE_VAL, "null\n");
    CHECK(reread(DBL_MIN) == DBL_MIN && reread(DBL_MAX) == DBL_MAX, "extremes");
    CHECK(reread(DBL_TRUE_MIN) == DBL_TRUE_MIN, "smallest");
    CHECK(signbit(reread(-0.0)), "negative zero");
    for (TEST_SEEDS(seed, 42, 1, 2)) test_random_numbers(seed, 7000);
}

static void test_depth(void) {
    capture c;
    cr_json json = open_capture(&c);
    for (int i = 0; i < CR_JSON_DEPTH; i++) cr_json_array_begin(&json);
    cr_json_integer(&json, 1);
    for (int i = 0; i < CR_JSON_DEPTH; i++) cr_json_array_end(&json);
    fclose(c.out);
    int depth = 0, deepest = 0;
    for (const char *p = c.text; *p; p++) {
        depth += (*p == '[') - (*p == ']');
        deepest = depth > deepest ? depth : deepest;
    }
    CHECK(depth == 0 && deepest == CR_JSON_DEPTH, "depth %d of %d", deepest, CR_JSON_DEPTH);
    free(c.text);
}

static void test_long_integers(void) {
    capture c;
    cr_json json = open_capture(&c);
    cr_json_integer(&json, INT64_MIN);
    expect(&c, "-9223372036854775808\n");
}

int main(void) {
    test_layout();
    test_strings();
    test_numbers();
    test_depth();
    test_long_integers();
    return test_summary();
}
