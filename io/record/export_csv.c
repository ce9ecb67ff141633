#include "base/array.h"
#include "io/file/csv.h"
#include "io/file/file.h"
#include "io/file/text.h"
#include "io/record/export.h"

#include <string.h>

static const char *const motion_columns[] = {"time", "body", "x",  "y",  "z",  "qw", "qx", "qy",
                                             "qz",   "vx",   "vy", "vz", "wx", "wy", "wz"};
static const char *const contact_columns[] = {"time",       "body_a",     "body_b",    "x",    "y",
                                              "z",          "nx",         "ny",        "nz",   "force_n",
                                              "force_t1",   "force_t2",   "impulse_n", "slip", "duration",
                                              "impulse_t1", "impulse_t2", "curvature"};

typedef struct motion_table {
    FILE *out;
    const cr_record_head *head;
} motion_table;

static cr_status put_states(void *context, double time, const cr_body_state *bodies) {
    const motion_table *table = context;
    char when[CR_TEXT_NUMBER];
    cr_text_number(when, time);
    for (int i = 0; i < table->head->bodies; i++) {
        const cr_body_state *b = &bodies[i];
        const double numbers[] = {b->pose.at.x,   b->pose.at.y,   b->pose.at.z,   b->pose.turn.w,
                                  b->pose.turn.x, b->pose.turn.y, b->pose.turn.z, b->velocity.x,
                                  b->velocity.y,  b->velocity.z,  b->spin.x,      b->spin.y,
                                  b->spin.z};
        fprintf(table->out, "%s,", when);
        cr_csv_text(table->out, table->head->body[i].name);
        fputc(',', table->out);
        cr_csv_row(table->out, numbers, sizeof numbers / sizeof *numbers);
    }
    return ferror(table->out) ? CR_ERR_IO : CR_OK; // the commit says why
}

cr_status cr_record_write_motion(cr_record_reader *reader, const char *path, double rate, cr_arena *arena,
                                 cr_error *error) {
    cr_error own = {0};
    if (!error) error = &own;
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    const cr_record_head *head = cr_record_reader_head(reader);
    motion_table table = {cr_file_stream(file), head};
    const cr_record_frames frames = {.context = &table, .frame = put_states};
    cr_csv_header(table.out, motion_columns, sizeof motion_columns / sizeof *motion_columns);
    cr_status status = cr_record_sample(reader, head->start, rate, &frames, arena, error);
    if (status == CR_OK || status == CR_ERR_IO) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

static void put_contact(FILE *out, const cr_record_head *head, const cr_world_contact *c) {
    cr_vec first, second;
    cr_vec_frame(c->normal, &first, &second);
    const double numbers[] = {c->point.x,
                              c->point.y,
                              c->point.z,
                              c->normal.x,
                              c->normal.y,
                              c->normal.z,
                              cr_vec_dot(c->force, c->normal),
                              cr_vec_dot(c->force, first),
                              cr_vec_dot(c->force, second),
                              cr_vec_dot(c->impulse, c->normal),
                              c->slip,
                              c->t1 - c->t0,
                              cr_vec_dot(c->impulse, first),
                              cr_vec_dot(c->impulse, second),
                              c->curvature};
    fprintf(out, "%.17g,", c->t0);
    cr_csv_text(out, head->body[c->a].name);
    fputc(',', out);
    cr_csv_text(out, head->body[c->b].name);
    fputc(',', out);
    cr_csv_row(out, numbers, sizeof numbers / sizeof *numbers);
}

// Contacts come in the order in which their steps end; what begins before `time` goes out as they begin.
typedef CR_ARRAY(cr_world_contact) waiting;

static bool wait_for_turn(waiting *w, const cr_world_contact *contact, cr_arena *arena) {
    cr_world_contact *place = CR_ARRAY_ADD(w, arena);
    if (!place) return false;
    for (; place > w->items && place[-1].t0 > contact->t0; place--) *place = place[-1];
    *place = *contact;
    return true;
}

static void put_until(FILE *out, const cr_record_head *head, waiting *w, double time) {
    int due = 0;
    while (due < w->count && w->items[due].t0 < time) put_contact(out, head, &w->items[due++]);
    w->count -= due;
    if (due) memmove(w->items, w->items + due, (size_t)w->count * sizeof *w->items);
}

static cr_status put_contacts(cr_record_reader *reader, FILE *out, cr_arena *arena, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    waiting w = {0};
    cr_record_item item = {0};
    cr_status status = CR_OK;
    cr_csv_header(out, contact_columns, sizeof contact_columns / sizeof *contact_columns);
    cr_record_reader_rewind(reader);
    while (status == CR_OK && !ferror(out)) {
        status = cr_record_reader_next(reader, CR_RECORD_CONTACT, &item, error);
        if (status != CR_OK || item.kind == CR_RECORD_END) break;
        put_until(out, head, &w, item.contact.t1 - head->step);
        if (!wait_for_turn(&w, &item.contact, arena))
            status = cr_fail(error, CR_ERR_MEMORY, "contacts", "out of memory");
    }
    put_until(out, head, &w, HUGE_VAL);
    cr_record_reader_rewind(reader);
    return status;
}

cr_status cr_record_write_contacts(cr_record_reader *reader, const char *path, cr_error *error) {
    cr_error own = {0};
    if (!error) error = &own;
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_status status = arena ? put_contacts(reader, cr_file_stream(file), arena, error)
                             : cr_fail(error, CR_ERR_MEMORY, "contacts", "out of memory");
    cr_arena_free(arena);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}
