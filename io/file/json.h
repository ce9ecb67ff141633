// A JSON writer: values go straight to a stream, indented by two spaces, without allocation. Misuse (a value
// without its key, an end without its begin, nesting beyond CR_JSON_DEPTH) is a caller's mistake and asserts;
// write errors stay in the stream for its owner to find.
#ifndef CAROM_IO_JSON_H
#define CAROM_IO_JSON_H

#include <stdbool.h>
#include <stdio.h>

enum { CR_JSON_DEPTH = 16 };

typedef struct cr_json {
    FILE *out;
    int depth;
    bool keyed; // a key waits for its value
    struct {
        bool array, filled;
    } level[CR_JSON_DEPTH + 1];
} cr_json;

// A writer on `out`, which stays the caller's. One value follows; a line end is written after it.
cr_json cr_json_on(FILE *out);

void cr_json_object_begin(cr_json *json);
void cr_json_object_end(cr_json *json);
void cr_json_array_begin(cr_json *json);
void cr_json_array_end(cr_json *json);
// Inside an object, before each value.
void cr_json_key(cr_json *json, const char *key);

// NULL is written as null; bytes that are not UTF-8 become U+FFFD.
void cr_json_string(cr_json *json, const char *text);
// The shortest of 15, 16 or 17 digits that reads back as the same number; null when not finite.
void cr_json_number(cr_json *json, double value);
void cr_json_integer(cr_json *json, long long value);
void cr_json_bool(cr_json *json, bool value);
void cr_json_null(cr_json *json);

#endif
