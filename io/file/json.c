#include "io/file/json.h"

#include "io/file/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

cr_json cr_json_on(FILE *out) {
    return (cr_json){.out = out};
}

static void new_line(cr_json *json) {
    fprintf(json->out, "\n%*s", 2 * json->depth, "");
}

static void separate(cr_json *json) {
    if (json->level[json->depth].filled) fputc(',', json->out);
    if (json->depth) new_line(json);
    json->level[json->depth].filled = true;
}

static bool in_object(const cr_json *json) {
    return json->depth && !json->level[json->depth].array;
}

static void before_value(cr_json *json) {
    assert(json->keyed == in_object(json));
    assert(json->depth || !json->level[0].filled);
    if (!in_object(json)) separate(json);
    json->keyed = false;
}

static void after_value(cr_json *json) {
    if (!json->depth) fputc('\n', json->out);
}

static void begin(cr_json *json, bool array) {
    before_value(json);
    assert(json->depth < CR_JSON_DEPTH);
    fputc(array ? '[' : '{', json->out);
    json->depth++;
    json->level[json->depth].array = array;
    json->level[json->depth].filled = false;
}

static void end(cr_json *json, bool array) {
    assert(json->depth && json->level[json->depth].array == array && !json->keyed);
    bool filled = json->level[json->depth].filled;
    json->depth--;
    if (filled) new_line(json);
    fputc(array ? ']' : '}', json->out);
    after_value(json);
}

void cr_json_object_begin(cr_json *json) {
    begin(json, false);
}

void cr_json_object_end(cr_json *json) {
    end(json, false);
}

void cr_json_array_begin(cr_json *json) {
    begin(json, true);
}

void cr_json_array_end(cr_json *json) {
    end(json, true);
}

static char short_escape(char c) {
    switch (c) {
    case '"':
    case '\\':
        return c;
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    default:
        return 0;
    }
}

// Beyond 16 bits as two halves.
static void escape(FILE *out, unsigned long code) {
    if (code > 0xFFFF) {
        fprintf(out, "\\u%04lx", 0xD800 + ((code - 0x10000) >> 10));
        code = 0xDC00 + ((code - 0x10000) & 0x3FF);
    }
    fprintf(out, "\\u%04lx", code);
}

static void quote(FILE *out, const char *text) {
    fputc('"', out);
    while (*text) {
        int length = cr_text_character(text);
        char escaped = short_escape(*text);
        if (escaped) fprintf(out, "\\%c", escaped);
        else if (!length) fputs("\\ufffd", out);
        else if (!cr_text_is_plain(text, length)) escape(out, cr_text_code(text, length));
        else fwrite(text, 1, (size_t)length, out);
        text += length ? length : 1;
    }
    fputc('"', out);
}

void cr_json_key(cr_json *json, const char *key) {
    assert(in_object(json) && !json->keyed);
    separate(json);
    quote(json->out, key);
    fputs(": ", json->out);
    json->keyed = true;
}

static void write_value(cr_json *json, const char *text) {
    before_value(json);
    fputs(text, json->out);
    after_value(json);
}

void cr_json_string(cr_json *json, const char *text) {
    if (!text) {
        cr_json_null(json);
        return;
    }
    before_value(json);
    quote(json->out, text);
    after_value(json);
}

void cr_json_number(cr_json *json, double value) {
    char text[CR_TEXT_NUMBER];
    write_value(json, isfinite(value) ? cr_text_number(text, value) : "null");
}

void cr_json_integer(cr_json *json, long long value) {
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    write_value(json, text);
}

void cr_json_bool(cr_json *json, bool value) {
    write_value(json, value ? "true" : "false");
}

void cr_json_null(cr_json *json) {
    write_value(json, "null");
}
