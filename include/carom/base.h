// Ground shared by every layer: status codes, errors that name a place and a reason, an arena, and the
// parameter tables from which ranges, help and documentation are derived.
#ifndef CAROM_BASE_H
#define CAROM_BASE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

// Between these, declarations are those of C, also for C++, and visible outside a shared library.
#ifdef __cplusplus
#define CR_DECLARATIONS_BEGIN extern "C" {
#define CR_DECLARATIONS_END }
#elif defined __GNUC__
#define CR_DECLARATIONS_BEGIN _Pragma("GCC visibility push(default)")
#define CR_DECLARATIONS_END _Pragma("GCC visibility pop")
#else
#define CR_DECLARATIONS_BEGIN
#define CR_DECLARATIONS_END
#endif

CR_DECLARATIONS_BEGIN

#define CR_NAN ((double)NAN) // "no value"

static const double cr_pi = 3.14159265358979323846;

// One line per status: below zero the world made a mistake, above zero a good reason to stop.
#define CR_STATUS_LIST(X)                                                                                    \
    X(CR_OK, 0, "ok")                                                                                        \
    X(CR_RESTING, 1, "the mass stays in contact")                                                            \
    X(CR_STOPPED, 2, "stopped by the caller")                                                                \
    X(CR_ERR_MEMORY, -1, "out of memory")                                                                    \
    X(CR_ERR_RANGE, -2, "value out of range")                                                                \
    X(CR_ERR_UNKNOWN, -3, "unknown name")                                                                    \
    X(CR_ERR_UNSUPPORTED, -4, "combination not supported")                                                   \
    X(CR_ERR_INPUT, -5, "malformed input")                                                                   \
    X(CR_ERR_IO, -6, "input or output failed")                                                               \
    X(CR_ERR_NUMERIC, -7, "numerical failure")

typedef enum cr_status {
#define X(name, value, text) name = value,
    CR_STATUS_LIST(X)
#undef X
} cr_status;

// The text of a status; never NULL.
const char *cr_status_text(cr_status status);

typedef struct cr_error {
    cr_status status;
    char place[96];   // where: a file position, an option, a parameter
    char reason[288]; // what is wrong and what would be right
} cr_error;

// Fills an error (error may be NULL) and returns its status, so that callers can `return cr_fail(...)`.
cr_status cr_fail(cr_error *error, cr_status status, const char *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Where memory comes from. `allocate` returns NULL when there is none; `release` accepts NULL.
typedef struct cr_allocator {
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *memory);
    void *context;
} cr_allocator;

// malloc and free.
cr_allocator cr_allocator_default(void);

// Memory handed out in order and taken back all at once or down to a mark.
typedef struct cr_arena cr_arena;
typedef struct cr_arena_mark {
    void *block;
    size_t used;
} cr_arena_mark;

// NULL when there is no memory. The arena copies the allocator.
cr_arena *cr_arena_new(cr_allocator allocator);
void cr_arena_free(cr_arena *arena);
// Where the arena takes its memory from: for a second arena of things that end before those of this one.
cr_allocator cr_arena_allocator(const cr_arena *arena);
// Zeroed memory for count objects of the given size, aligned for any type; NULL when there is none.
void *cr_arena_take(cr_arena *arena, size_t count, size_t size);
// The same, but not zeroed: for much memory of which little may be used. Its pages cost nothing before.
void *cr_arena_take_unset(cr_arena *arena, size_t count, size_t size);
cr_arena_mark cr_arena_here(const cr_arena *arena);
// Gives back everything taken since the mark.
void cr_arena_rewind(cr_arena *arena, cr_arena_mark mark);
// Bytes taken so far, what a copy of them needs.
size_t cr_arena_size(const cr_arena *arena);
// Copies everything taken so far to `copy` (cr_arena_size bytes), and back to where it was, so that pointers
// into the arena stay good. Nothing may be taken or given back in between. Audio thread: one memcpy per block
// of the arena.
void cr_arena_save(const cr_arena *arena, void *copy);
void cr_arena_restore(cr_arena *arena, const void *copy);

// One parameter of a law, scheme or element. A default of CR_NAN means "not given".
typedef struct cr_param {
    const char *name, *unit, *doc;
    double value, min, max;
} cr_param;

// A parameter by name. Lists of them end with one without a name: {{"f0", 110}, {"sigma0", 4}, {0}}.
typedef struct cr_setting {
    const char *name;
    double value;
} cr_setting;

// Copies the defaults of a table.
void cr_param_defaults(const cr_param *table, int count, double *values);
// Sets values[i] of the parameter called `name`. CR_ERR_UNKNOWN or CR_ERR_RANGE with a reason that names the
// owner, the range and the nearest known name.
cr_status cr_param_set(const cr_param *table, int count, double *values, const char *owner, const char *name,
                       double value, cr_error *error);

// Index of `name` in names[0..count), or -1 with CR_ERR_UNKNOWN: what kind of thing it should be, the nearest
// name, and where to see them all (`carom list KINDs`).
int cr_name_find(const char *kind, const char *name, const char *const *names, int count, cr_error *error);
// The entry of names[0..count) nearest to `name` by edit distance, or NULL when none is close.
const char *cr_name_nearest(const char *name, const char *const *names, int count);

CR_DECLARATIONS_END

#endif
