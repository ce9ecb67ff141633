#include "io/file/json_read.h"

#include "io/file/text.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64, NUMBER_MAX = 64 };

typedef struct reader {
    const char *begin, *at, *end;
    const char *place;
    cr_arena *arena;
    cr_error *error;
} reader;

static cr_status fail(reader *r, const char *reason) {
    return cr_fail(r->error, CR_ERR_INPUT, r->place, "JSON: byte %lld: %s", (long long)(r->at - r->begin),
                   reason);
}

static void *take(reader *r, size_t size, cr_status *status) {
    void *memory = cr_arena_take(r->arena, 1, size);
    if (!memory) *status = cr_fail(r->error, CR_ERR_MEMORY, r->place, "out of memory");
    return memory;
}

static void skip_blanks(reader *r) {
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at) r->at++;
}

static bool accept(reader *r, char c) {
    skip_blanks(r);
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static bool is_digit(const reader *r) {
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

static bool skip_digits(reader *r) {
    if (!is_digit(r)) return false;
    while (is_digit(r)) r->at++;
    return true;
}

static cr_status read_number(reader *r, cr_json_value *value) {
    const char *begin = r->at;
    char text[NUMBER_MAX];
    bool good = true;
    if (*r->at == '-') r->at++;
    if (r->at < r->end && *r->at == '0') r->at++;
    else good = skip_digits(r);
    if (good && r->at < r->end && *r->at == '.') {
        r->at++;
        good = skip_digits(r);
    }
    if (good && r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        if (r->at < r->end && (*r->at == '+' || *r->at == '-')) r->at++;
        good = skip_digits(r);
    }
    size_t length = (size_t)(r->at - begin);
    if (!good) return fail(r, "a number is cut off");
    if (length >= sizeof text) return fail(r, "a number of more than 63 characters");
    memcpy(text, begin, length);
    text[length] = '\0';
    value->kind = CR_JSON_NUMBER;
    value->number = strtod(text, NULL);
    return isfinite(value->number) ? CR_OK : fail(r, "a number is too large");
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Four hexadecimal digits, or -1.
static int read_unit(reader *r) {
    int unit = 0;
    if (r->end - r->at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(*r->at++);
        if (digit < 0) return -1;
        unit = 16 * unit + digit;
    }
    return unit;
}

static char *put_utf8(char *out, int code) {
    static const int first[] = {0, 0xC0, 0xE0, 0xF0};
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *out++ = (char)(first[more] | code >> 6 * more);
    while (more--) *out++ = (char)(0x80 | (code >> 6 * more & 0x3F));
    return out;
}

// After "\u": a character, or half of one that the next escape completes. NUL and lone halves become U+FFFD.
static cr_status read_escape_code(reader *r, char **out) {
    enum { REPLACEMENT = 0xFFFD };
    int code = read_unit(r);
    if (code < 0) return fail(r, "\\u needs four hexadecimal digits");
    if (code >= 0xD800 && code < 0xDC00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
        const char *before = r->at;
        r->at += 2;
        int low = read_unit(r);
        if (low >= 0xDC00 && low < 0xE000) code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        else r->at = before;
    }
    if (code == 0 || (code >= 0xD800 && code < 0xE000)) code = REPLACEMENT;
    *out = put_utf8(*out, code);
    return CR_OK;
}

static cr_status read_escape(reader *r, char **out) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (r->at == r->end) return fail(r, "a string is cut off");
    char c = *r->at++;
    if (c == 'u') return read_escape_code(r, out);
    const char *name = c ? strchr(names, c) : NULL;
    if (!name) return fail(r, "unknown escape");
    *(*out)++ = meanings[name - names];
    return CR_OK;
}

// A UTF-8 character within the text.
static bool copy_character(reader *r, char **out) {
    char copy[5] = {0};
    size_t left = (size_t)(r->end - r->at);
    memcpy(copy, r->at, left < 4 ? left : 4);
    int length = cr_text_character(copy);
    if (!length || (unsigned char)*copy < 0x20) return false;
    memcpy(*out, copy, (size_t)length);
    *out += length;
    r->at += length;
    return true;
}

// After the opening quote. What is written is never longer than what is read.
static cr_status read_string(reader *r, const char **text) {
    cr_status status = CR_OK;
    const char *end = r->at;
    while (end < r->end && *end != '"') end += *end == '\\' && end + 1 < r->end ? 2 : 1;
    if (end >= r->end) return fail(r, "a string is cut off");
    char *out = take(r, (size_t)(end - r->at) + 4, &status);
    if (!out) return status;
    *text = out;
    while (r->at < end && status == CR_OK) {
        if (*r->at == '\\') {
            r->at++;
            status = read_escape(r, &out);
        } else if (!copy_character(r, &out)) {
            status = fail(r, "a string holds a control character or is not UTF-8");
        }
    }
    if (status == CR_OK) r->at = end + 1;
    *out = '\0';
    return status;
}

static cr_status read_word(reader *r, cr_json_value *value) {
    static const struct {
        const char *word;
        cr_json_kind kind;
        double number;
    } words[] = {{"true", CR_JSON_BOOL, 1.0}, {"false", CR_JSON_BOOL, 0.0}, {"null", CR_JSON_NULL, 0.0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if ((size_t)(r->end - r->at) < length || memcmp(r->at, words[i].word, length) != 0) continue;
        value->kind = words[i].kind;
        value->number = words[i].number;
        r->at += length;
        return CR_OK;
    }
    return fail(r, "no value begins like this");
}

static cr_status read_value(reader *r, int depth, cr_json_value *value);

static cr_status read_key(reader *r, const char **key) {
    if (!accept(r, '"')) return fail(r, "needs a name in quotes");
    cr_status status = read_string(r, key);
    if (status == CR_OK && !accept(r, ':')) return fail(r, "needs a colon after the name");
    return status;
}

// After the opening bracket or brace.
static cr_status read_items(reader *r, int depth, cr_json_value *owner) {
    bool object = owner->kind == CR_JSON_OBJECT;
    const cr_json_value **link = &owner->first;
    cr_status status = CR_OK;
    if (accept(r, object ? '}' : ']')) return CR_OK;
    do {
        cr_json_value *item = take(r, sizeof *item, &status);
        if (!item) return status;
        if (object) status = read_key(r, &item->key);
        if (status == CR_OK) status = read_value(r, depth + 1, item);
        if (status != CR_OK) return status;
        *link = item;
        link = &item->next;
        owner->count++;
    } while (accept(r, ','));
    return accept(r, object ? '}' : ']') ? CR_OK : fail(r, "needs a comma or the end of the list");
}

static cr_status read_value(reader *r, int depth, cr_json_value *value) {
    skip_blanks(r);
    if (r->at == r->end) return fail(r, "cut off");
    if (depth > DEPTH_MAX) return fail(r, "nested too deeply");
    switch (*r->at) {
    case '{':
    case '[':
        value->kind = *r->at++ == '{' ? CR_JSON_OBJECT : CR_JSON_ARRAY;
        return read_items(r, depth, value);
    case '"':
        r->at++;
        value->kind = CR_JSON_STRING;
        return read_string(r, &value->text);
    default:
        return *r->at == '-' || is_digit(r) ? read_number(r, value) : read_word(r, value);
    }
}

cr_status cr_json_read(const char *text, size_t length, const char *place, cr_arena *arena,
                       const cr_json_value **value, cr_error *error) {
    reader r = {text, text, text + length, place, arena, error};
    cr_status status = CR_OK;
    cr_json_value *root = take(&r, sizeof *root, &status);
    if (!root) return status;
    status = read_value(&r, 0, root);
    if (status != CR_OK) return status;
    skip_blanks(&r);
    if (r.at != r.end) return fail(&r, "something follows the value");
    *value = root;
    return CR_OK;
}

const cr_json_value *cr_json_member(const cr_json_value *object, const char *key) {
    const cr_json_value *found = NULL;
    if (!object || object->kind != CR_JSON_OBJECT) return NULL;
    for (const cr_json_value *item = object->first; item; item = item->next)
        if (strcmp(item->key, key) == 0) found = item;
    return found;
}

const cr_json_value *cr_json_element(const cr_json_value *array, double index) {
    if (!array || array->kind != CR_JSON_ARRAY || !(index >= 0.0) || index >= array->count) return NULL;
    const cr_json_value *item = array->first;
    for (int i = (int)index; i > 0; i--) item = item->next;
    return item;
}

double cr_json_as_number(const cr_json_value *value, double otherwise) {
    return value && value->kind == CR_JSON_NUMBER ? value->number : otherwise;
}

const char *cr_json_as_text(const cr_json_value *value, const char *otherwise) {
    return value && value->kind == CR_JSON_STRING ? value->text : otherwise;
}
