// Contacts that somebody else's physics logged (docs/logs.md): read from tables, and made a recording.
#ifndef CAROM_IO_RECORD_LOG_H
#define CAROM_IO_RECORD_LOG_H

#include "carom/record.h"

enum { CR_LOG_BODIES = 4096 }; // at most

// A row: an impulse at `time`, and a force from then on for `duration`; on body a, body b has the opposite.
typedef struct cr_log_contact {
    double time, duration; // s
    int a, b;
    cr_vec at;        // m, in space
    cr_vec normal;    // unit, from b to a
    cr_vec force;     // N: along the normal, and along both vectors of cr_vec_frame
    cr_vec impulse;   // N s: likewise
    double slip;      // m/s
    double curvature; // 1/m
} cr_log_contact;

typedef struct cr_log_pose {
    double time; // s
    cr_pose pose;
} cr_log_pose;

typedef struct cr_log_body {
    const char *name;
    int line;                // where it is named first
    const cr_log_pose *pose; // as time goes on; none: it stays where it is
    int poses;
} cr_log_body;

typedef struct cr_contact_log {
    cr_log_body *body;
    int bodies;
    cr_log_contact *contact;
    int contacts;
    double start, end; // s: the first time and the last, 0 at most and at least
} cr_contact_log;

// The table of contacts, from memory (the text, which has a NUL behind its `length` bytes, is changed) or a
// file. Everything lives in the arena. CR_ERR_INPUT with place "path:line": a column that is missing, a
// number that is none, time that goes back; CR_ERR_IO, CR_ERR_MEMORY.
cr_status cr_contact_log_parse(const char *path, char *text, size_t length, cr_arena *arena,
                               cr_contact_log *log, cr_error *error);
cr_status cr_contact_log_read(const char *path, cr_arena *arena, cr_contact_log *log, cr_error *error);
// The table of motions of bodies of the log; others in it are passed over. Errors likewise.
cr_status cr_contact_log_parse_motion(const char *path, char *text, size_t length, cr_arena *arena,
                                      cr_contact_log *log, cr_error *error);
cr_status cr_contact_log_read_motion(const char *path, cr_arena *arena, cr_contact_log *log, cr_error *error);

// Tells a recorder, which was begun with this head, of everything until `end` [s]; bodies of the head are
// those of the log. The step of the head is to be cr_contact_log_step. CR_ERR_MEMORY, and what the recorder
// fails with.
cr_status cr_contact_log_record(const cr_contact_log *log, const cr_record_head *head, cr_recorder *recorder,
                                double end, cr_error *error);
double cr_contact_log_step(const cr_contact_log *log, double end);

#endif
