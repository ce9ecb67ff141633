#include "io/file/csv.h"
#include "io/file/file.h"
#include "io/record/export.h"

static const char *const motion_columns[] = {"time", "body", "x",  "y",  "z",  "qw", "qx", "qy",
                                             "qz",   "vx",   "vy", "vz", "wx", "wy", "wz"};
static const char *const contact_columns[] = {"time",     "body_a",   "body_b",    "x",   "y",
                                              "z",        "nx",       "ny",        "nz",  "force_n",
                                              "force_t1", "force_t2", "impulse_n", "slip"};

typedef struct motion_table {
    FILE *out;
    const cr_record_head *head;
} motion_table;

static cr_status put_states(void *context, double time, const cr_body_state *bodies) {
    const motion_table *table = context;
    for (int i = 0; i < table->head->bodies; i++) {
        const cr_body_state *b = &bodies[i];
        const double numbers[] = {b->pose.at.x,   b->pose.at.y,   b->pose.at.z,   b->pose.turn.w,
                                  b->pose.turn.x, b->pose.turn.y, b->pose.turn.z, b->velocity.x,
                                  b->velocity.y,  b->velocity.z,  b->spin.x,      b->spin.y,
                                  b->spin.z};
        fprintf(table->out, "%.17g,", time);
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
    const cr_record_frames frames = {&table, put_states};
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
                              c->slip};
    fprintf(out, "%.17g,", c->t0);
    cr_csv_text(out, head->body[c->a].name);
    fputc(',', out);
    cr_csv_text(out, head->body[c->b].name);
    fputc(',', out);
    cr_csv_row(out, numbers, sizeof numbers / sizeof *numbers);
}

cr_status cr_record_write_contacts(cr_record_reader *reader, const char *path, cr_error *error) {
    cr_error own = {0};
    if (!error) error = &own;
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    FILE *out = cr_file_stream(file);
    cr_record_item item = {0};
    cr_status status = CR_OK;
    cr_csv_header(out, contact_columns, sizeof contact_columns / sizeof *contact_columns);
    cr_record_reader_rewind(reader);
    while (status == CR_OK && !ferror(out)) {
        status = cr_record_reader_next(reader, CR_RECORD_CONTACT, &item, error);
        if (status != CR_OK || item.kind == CR_RECORD_END) break;
        put_contact(out, cr_record_reader_head(reader), &item.contact);
    }
    cr_record_reader_rewind(reader);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}
