// A JSON reader (RFC 8259), strict, into a tree whose memory is an arena's.
#ifndef CAROM_IO_JSON_READ_H
#define CAROM_IO_JSON_READ_H

#include "carom/base.h"

typedef enum cr_json_kind {
    CR_JSON_NULL,
    CR_JSON_BOOL,
    CR_JSON_NUMBER,
    CR_JSON_STRING,
    CR_JSON_ARRAY,
    CR_JSON_OBJECT,
} cr_json_kind;

typedef struct cr_json_value cr_json_value;
struct cr_json_value {
    cr_json_kind kind;
    double number;              // of a number; 1 for true
    const char *text;           // of a string, UTF-8
    const char *key;            // of a member of an object, else NULL
    const cr_json_value *first; // of an array or object
    const cr_json_value *next;  // in the same array or object
    int count;                  // of an array or object
};

// Reads `length` bytes, which hold one value and nothing after it but blanks. CR_ERR_INPUT with the byte at
// which it goes wrong, also for nesting beyond 64 levels; CR_ERR_MEMORY. `place` names the text in errors.
cr_status cr_json_read(const char *text, size_t length, const char *place, cr_arena *arena,
                       const cr_json_value **value, cr_error *error);

// The functions below take any value, also NULL.

// The last member of that name; NULL when there is none or it is no object.
const cr_json_value *cr_json_member(const cr_json_value *object, const char *key);
// NULL when there is none or it is no array.
const cr_json_value *cr_json_element(const cr_json_value *array, double index);
// `otherwise` when it is no number, or no string.
double cr_json_as_number(const cr_json_value *value, double otherwise);
const char *cr_json_as_text(const cr_json_value *value, const char *otherwise);

#endif
