// An object of a test: built, with its modes and shapes.
#ifndef CAROM_TEST_OBJECT_BODY_H
#define CAROM_TEST_OBJECT_BODY_H

#include "element/object.h"
#include "test.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct body {
    cr_element element;
    cr_arena *arena;
} body;

static inline cr_status build(body *b, const char *type, const cr_setting *settings, double rate,
                              cr_error *error) {
    b->arena = cr_arena_new(cr_allocator_default());
    CHECK(cr_element_make(type, settings, &b->element, error) == CR_OK, "%s", type);
    return cr_element_build(&b->element, 1.0 / rate, b->arena, error);
}

static inline body make(const char *type, const cr_setting *settings) {
    body b;
    cr_error error = {.reason = ""};
    CHECK(build(&b, type, settings, 96000, &error) == CR_OK, "%s: %s", type, error.reason);
    return b;
}

static inline double f(const body *b, int n) {
    return b->element.type->mode(&b->element, n, true);
}

// Shapes at a point, one per mode.
static inline const double *shapes(const body *b, double x, double y) {
    cr_port port;
    cr_error error = {.reason = ""};
    const double where[2] = {x, y};
    CHECK(cr_element_port(&b->element, where, b->arena, &port, &error) == CR_OK, "%s", error.reason);
    return port.read;
}

#endif
