#include "base/array.h"
#include "io/file/csv_cells.h"
#include "io/file/file.h"
#include "io/record/log.h"

#include <stddef.h>
#include <string.h>

static const size_t size_limit = (size_t)1 << 30;

typedef struct column {
    const char *name;
    size_t offset; // of the number in the row
    bool needed;
} column;

#define AT(type, member, name, needed)                                                                       \
    { name, offsetof(type, member), needed }

static const column of_contact[] = {
    AT(cr_log_contact, time, "time", true),
    AT(cr_log_contact, at.x, "x", true),
    AT(cr_log_contact, at.y, "y", true),
    AT(cr_log_contact, at.z, "z", true),
    AT(cr_log_contact, normal.x, "nx", true),
    AT(cr_log_contact, normal.y, "ny", true),
    AT(cr_log_contact, normal.z, "nz", true),
    AT(cr_log_contact, force.x, "force_n", false),
    AT(cr_log_contact, force.y, "force_t1", false),
    AT(cr_log_contact, force.z, "force_t2", false),
    AT(cr_log_contact, impulse.x, "impulse_n", false),
    AT(cr_log_contact, impulse.y, "impulse_t1", false),
    AT(cr_log_contact, impulse.z, "impulse_t2", false),
    AT(cr_log_contact, slip, "slip", false),
    AT(cr_log_contact, duration, "duration", false),
    AT(cr_log_contact, curvature, "curvature", false),
};

static const column of_pose[] = {
    AT(cr_log_pose, time, "time", true),      AT(cr_log_pose, pose.at.x, "x", true),
    AT(cr_log_pose, pose.at.y, "y", true),    AT(cr_log_pose, pose.at.z, "z", true),
    AT(cr_log_pose, pose.turn.w, "qw", true), AT(cr_log_pose, pose.turn.x, "qx", true),
    AT(cr_log_pose, pose.turn.y, "qy", true), AT(cr_log_pose, pose.turn.z, "qz", true),
};

enum {
    OF_CONTACT = sizeof of_contact / sizeof *of_contact,
    OF_POSE = sizeof of_pose / sizeof *of_pose,
    COLUMNS_MOST = OF_CONTACT
};

// A table whose columns are found.
typedef struct reading {
    cr_csv_table table;
    cr_arena *arena;
    cr_contact_log *log;
    const column *columns;
    int count, at[COLUMNS_MOST];
    int body[2]; // columns of names
    double time; // of the row before
    int before[2];
    CR_ARRAY(cr_log_body) bodies;
    CR_ARRAY(cr_log_contact) contacts;
} reading;

static cr_status no_memory(const reading *r) {
    return cr_fail(r->table.error, CR_ERR_MEMORY, r->table.path, "no memory for the log");
}

static cr_status need(const reading *r, const char *name, int *at) {
    *at = cr_csv_table_column(&r->table, name);
    if (*at >= 0) return CR_OK;
    return cr_csv_table_fail(&r->table,
                             "there is no column \"%s\"; the first line has the names (docs/logs.md)", name);
}

static cr_status begin(reading *r, const char *path, char *text, size_t length, const column *columns,
                       int count, cr_error *error) {
    cr_status status = cr_csv_table_begin(&r->table, path, text, length, error);
    r->columns = columns;
    r->count = count;
    for (int i = 0; i < count && status == CR_OK; i++) {
        r->at[i] = cr_csv_table_column(&r->table, columns[i].name);
        if (columns[i].needed) status = need(r, columns[i].name, &r->at[i]);
    }
    return status;
}

static cr_status take_numbers(const reading *r, void *row) {
    cr_status status = CR_OK;
    for (int i = 0; i < r->count && status == CR_OK; i++) {
        double *to = (double *)((char *)row + r->columns[i].offset);
        if (r->at[i] >= 0) status = cr_csv_table_number(&r->table, r->at[i], r->columns[i].name, to);
    }
    return status;
}

// --- contacts -------------------------------------------------------------------------------------------

static cr_status find_body(reading *r, int end, int *index) {
    const char *name = r->table.cell[r->body[end]];
    int before = r->before[end];
    if (before < r->bodies.count && strcmp(r->bodies.items[before].name, name) == 0) {
        *index = before;
        return CR_OK;
    }
    for (*index = 0; *index < r->bodies.count; ++*index)
        if (strcmp(r->bodies.items[*index].name, name) == 0) break;
    r->before[end] = *index;
    if (*index < r->bodies.count) return CR_OK;
    if (!*name) return cr_csv_table_fail(&r->table, "%s: a body has a name", end ? "body_b" : "body_a");
    if (r->bodies.count == CR_LOG_BODIES)
        return cr_csv_table_fail(&r->table, "there are more than %d bodies", CR_LOG_BODIES);
    cr_log_body *added = CR_ARRAY_ADD(&r->bodies, r->arena);
    if (!added) return no_memory(r);
    *added = (cr_log_body){.name = name, .line = r->table.line};
    return CR_OK;
}

static cr_status check_contact(reading *r, cr_log_contact *c) {
    const double longest = 1e5; // s
    double length = cr_vec_length(c->normal);
    if (c->time < r->time)
        return cr_csv_table_fail(&r->table, "time goes back, from %.9g to %.9g s", r->time, c->time);
    if (fabs(c->time) > longest) return cr_csv_table_fail(&r->table, "time: needs at most %g s", longest);
    if (c->a == c->b) return cr_csv_table_fail(&r->table, "body_a and body_b are the same");
    if (!(length > 1e-6) || !isfinite(length))
        return cr_csv_table_fail(&r->table, "nx, ny, nz: needs a direction, got a vector of length %g",
                                 length);
    if (!(c->duration >= 0.0) || c->duration > longest)
        return cr_csv_table_fail(&r->table, "duration: needs 0 s or more, got %g", c->duration);
    if (!(c->curvature >= 0.0))
        return cr_csv_table_fail(&r->table, "curvature: needs 0 1/m or more, got %g", c->curvature);
    c->normal = cr_vec_scale(1.0 / length, c->normal);
    r->time = c->time;
    return CR_OK;
}

static cr_status take_contact(reading *r) {
    cr_log_contact c = {0};
    cr_status status = take_numbers(r, &c);
    if (status == CR_OK) status = find_body(r, 0, &c.a);
    if (status == CR_OK) status = find_body(r, 1, &c.b);
    if (status == CR_OK) status = check_contact(r, &c);
    if (status != CR_OK) return status;
    cr_log_contact *added = CR_ARRAY_ADD(&r->contacts, r->arena);
    if (!added) return no_memory(r);
    *added = c;
    r->log->end = fmax(r->log->end, c.time + c.duration);
    return CR_OK;
}

cr_status cr_contact_log_parse(const char *path, char *text, size_t length, cr_arena *arena,
                               cr_contact_log *log, cr_error *error) {
    reading r = {.arena = arena, .log = log, .time = -HUGE_VAL};
    *log = (cr_contact_log){0};
    cr_status status = begin(&r, path, text, length, of_contact, OF_CONTACT, error);
    if (status == CR_OK) status = need(&r, "body_a", &r.body[0]);
    if (status == CR_OK) status = need(&r, "body_b", &r.body[1]);
    if (status == CR_OK && cr_csv_table_column(&r.table, "force_n") < 0) {
        int ignored;
        status = need(&r, "impulse_n", &ignored);
    }
    while (status == CR_OK && (status = cr_csv_table_next(&r.table)) == CR_OK) status = take_contact(&r);
    if (status != CR_RESTING) return status;
    if (!r.contacts.count) return cr_csv_table_fail(&r.table, "holds no contact");
    log->body = r.bodies.items;
    log->bodies = r.bodies.count;
    log->contact = r.contacts.items;
    log->contacts = r.contacts.count;
    log->start = fmin(0.0, r.contacts.items[0].time);
    return CR_OK;
}

// --- motion ---------------------------------------------------------------------------------------------

typedef CR_ARRAY(cr_log_pose) poses;

static cr_status take_pose(reading *r, poses *all) {
    const char *name = r->table.cell[r->body[0]];
    cr_contact_log *log = r->log;
    cr_log_pose p = {0};
    int body = 0;
    cr_status status = take_numbers(r, &p);
    while (body < log->bodies && strcmp(log->body[body].name, name) != 0) body++;
    if (status != CR_OK || body == log->bodies) return status;
    poses *own = &all[body];
    double size = sqrt(p.pose.turn.w * p.pose.turn.w + p.pose.turn.x * p.pose.turn.x +
                       p.pose.turn.y * p.pose.turn.y + p.pose.turn.z * p.pose.turn.z);
    if (own->count && p.time <= own->items[own->count - 1].time)
        return cr_csv_table_fail(&r->table, "time of \"%.40s\" goes back or stands, from %.9g to %.9g s",
                                 name, own->items[own->count - 1].time, p.time);
    if (!(fabs(size - 1.0) < 0.01))
        return cr_csv_table_fail(&r->table, "qw, qx, qy, qz: needs a turn of length 1, got %g", size);
    p.pose.turn = cr_quat_unit(p.pose.turn);
    cr_log_pose *added = CR_ARRAY_ADD(own, r->arena);
    if (!added) return no_memory(r);
    *added = p;
    log->end = fmax(log->end, p.time);
    return CR_OK;
}

cr_status cr_contact_log_parse_motion(const char *path, char *text, size_t length, cr_arena *arena,
                                      cr_contact_log *log, cr_error *error) {
    reading r = {.arena = arena, .log = log};
    poses *all = cr_arena_take(arena, (size_t)log->bodies, sizeof *all);
    cr_status status = begin(&r, path, text, length, of_pose, OF_POSE, error);
    if (status == CR_OK) status = need(&r, "body", &r.body[0]);
    if (status == CR_OK && !all) status = no_memory(&r);
    while (status == CR_OK && (status = cr_csv_table_next(&r.table)) == CR_OK) status = take_pose(&r, all);
    if (status != CR_RESTING) return status;
    for (int i = 0; i < log->bodies; i++) {
        log->body[i].pose = all[i].items;
        log->body[i].poses = all[i].count;
    }
    return CR_OK;
}

// --- files ----------------------------------------------------------------------------------------------

typedef cr_status (*parser)(const char *path, char *text, size_t length, cr_arena *arena, cr_contact_log *log,
                            cr_error *error);

static cr_status read_with(parser parse, const char *path, cr_arena *arena, cr_contact_log *log,
                           cr_error *error) {
    char *text;
    size_t length;
    cr_status status = cr_file_read_all(path, size_limit, arena, &text, &length, error);
    return status == CR_OK ? parse(path, text, length, arena, log, error) : status;
}

cr_status cr_contact_log_read(const char *path, cr_arena *arena, cr_contact_log *log, cr_error *error) {
    return read_with(cr_contact_log_parse, path, arena, log, error);
}

cr_status cr_contact_log_read_motion(const char *path, cr_arena *arena, cr_contact_log *log,
                                     cr_error *error) {
    return read_with(cr_contact_log_parse_motion, path, arena, log, error);
}
