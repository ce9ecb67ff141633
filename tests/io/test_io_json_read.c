// The JSON reader: what the grammar allows, and nothing else.
#include "io/file/json_read.h"
#include "test.h"

#include <string.h>

static cr_arena *arena;

static const cr_json_value *read_text(const char *text) {
    const cr_json_value *value = NULL;
    cr_error error;
    cr_status status = cr_json_read(text, strlen(text), "text", arena, &value, &error);
    CHECK(status == CR_OK, "%s: %s", text, error.reason);
    return value;
}

static void expect_error(const char *text, const char *reason) {
    const cr_json_value *value;
    cr_error error = {0};
    CHECK(cr_json_read(text, strlen(text), "text", arena, &value, &error) == CR_ERR_INPUT, "\"%s\" is read",
          text);
    CHECK(strstr(error.reason, reason), "\"%s\": %s", text, error.reason);
}

static void test_values(void) {
    static const struct {
        const char *text;
        double number;
    } numbers[] = {{"0", 0.0},        {"-0.5", -0.5}, {" 12 ", 12.0},
                   {"1.5e3", 1500.0}, {"2E-2", 0.02}, {"1e-400", 0.0}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        CHECK(cr_json_as_number(read_text(numbers[i].text), -7.0) == numbers[i].number, "%s",
              numbers[i].text);
    CHECK(read_text("true")->kind == CR_JSON_BOOL && read_text("true")->number == 1.0, "true");
    CHECK(read_text("false")->number == 0.0 && read_text("null")->kind == CR_JSON_NULL, "false, null");
    const cr_json_value *root = read_text("{\"a\":[1,[2,3],{}],\"b\":{\"c\":\"d\"},\"a2\":[],\"b\":4}");
    CHECK(root->kind == CR_JSON_OBJECT && root->count == 4, "members");
    CHECK(cr_json_as_number(cr_json_member(root, "b"), 0.0) == 4.0, "the last of two members counts");
    const cr_json_value *a = cr_json_member(root, "a");
    CHECK(a->count == 3 && cr_json_as_number(cr_json_element(cr_json_element(a, 1), 1), 0) == 3.0,
          "elements");
    CHECK(!cr_json_element(a, 3) && !cr_json_element(a, -1) && !cr_json_element(a, (double)NAN) &&
              !cr_json_element(root, 0) && !cr_json_element(NULL, 0),
          "no such element");
    CHECK(!cr_json_member(a, "x") && !cr_json_member(NULL, "x"), "no such member");
}

static void expect_string(const char *text, const char *expected) {
    const char *got = cr_json_as_text(read_text(text), "?");
    CHECK(strcmp(got, expected) == 0, "%s gives \"%s\"", text, got);
}

static void test_strings(void) {
    expect_string("\"\"", "");
    expect_string("\"a\\\"b\\\\c\\/d\\n\\t\\b\\f\\r\"", "a\"b\\c/d\n\t\b\f\r");
    expect_string("\"caf\xC3\xA9\"", "caf\xC3\xA9");
    expect_string("\"\\u00e9\\u20AC\"", "\xC3\xA9\xE2\x82\xAC");
    expect_string("\"\\ud83c\\udfb1\"", "\xF0\x9F\x8E\xB1");
    expect_string("\"\\ud83cx\"", "\xEF\xBF\xBDx");
    expect_string("\"\\ud83c\\u0041\"", "\xEF\xBF\xBD"
                                        "A");
    expect_string("\"\\u0000\"", "\xEF\xBF\xBD");
}

static void test_errors(void) {
    static const char *const cut[] = {"",     "[", "[1", "{\"a\"", "{\"a\":", "\"abc",
                                      "\"\\", "-", "1.", "1e",     "tru",     "\"\\u12\""};
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) expect_error(cut[i], "byte");
    expect_error("[1,]", "no value begins");
    expect_error("{a:1}", "name in quotes");
    expect_error("{\"a\" 1}", "colon");
    expect_error("[1 2]", "comma");
    expect_error("01", "follows");
    expect_error("1 2", "follows");
    expect_error("+1", "no value");
    expect_error("NaN", "no value");
    expect_error("1e999", "too large");
    expect_error("\"\\x\"", "escape");
    expect_error("\"a\nb\"", "control");
    expect_error("\"\xFF\"", "UTF-8");
    expect_error("'a'", "no value");
    char deep[400];
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    expect_error(deep, "deeply");
    char digits[100];
    memset(digits, '1', sizeof digits);
    digits[sizeof digits - 1] = '\0';
    expect_error(digits, "63");
}

// No text is read past its end: every beginning of a text fails or is a number.
static void test_ends(void) {
    static const char text[] = "{\"a\": [1.5e+3, true, null, \"x\\u00e9\\n\"], \"b\": {}}";
    for (size_t length = 0; length < sizeof text - 1; length++) {
        const cr_json_value *value;
        CHECK(cr_json_read(text, length, "text", arena, &value, NULL) == CR_ERR_INPUT, "%zu bytes", length);
    }
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    test_values();
    test_strings();
    test_errors();
    test_ends();
    cr_arena_free(arena);
    return test_summary();
}
