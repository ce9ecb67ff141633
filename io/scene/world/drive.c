// Bodies that are moved: keyframes in the scene or in a table beside it.
#include "io/file/csv.h"
#include "io/scene/world/world.h"

#include <string.h>

typedef struct keys {
    int count;
    double *time;
    cr_pose *pose;
} keys;

static bool take_keys(cr_scene_worlds *w, int count, keys *k) {
    k->count = count;
    k->time = cr_arena_take(w->arena, (size_t)count, sizeof *k->time);
    k->pose = cr_arena_take(w->arena, (size_t)count, sizeof *k->pose);
    return k->time && k->pose;
}

// As written: places of what `origin` says. What is not told is that of `own`.
static cr_status read_lists(cr_scene_worlds *w, const cr_scene_node *drive, const cr_pose *own, keys *k) {
    const cr_scene_node *time = cr_scene_find(drive, "times"), *at = cr_scene_find(drive, "at"),
                        *turn = cr_scene_find(drive, "turn");
    if (!take_keys(w, time->count, k)) return cr_scene_no_memory(w->scene, w->error);
    at = at ? at->first : NULL;
    turn = turn ? turn->first : NULL;
    time = time->first;
    for (int i = 0; i < k->count; i++, time = time->next) {
        k->time[i] = time->number;
        k->pose[i].turn = turn ? cr_scene_turn(turn) : own->turn;
        k->pose[i].at = at ? cr_scene_vector(at) : own->at;
        at = at ? at->next : NULL;
        turn = turn ? turn->next : NULL;
    }
    return CR_OK;
}

static cr_status read_row(const double *row, int columns, const cr_pose *own, cr_pose *pose) {
    pose->at = (cr_vec){row[1], row[2], row[3]};
    pose->turn = own->turn;
    if (columns == 4) return CR_OK;
    cr_quat q = {row[4], row[5], row[6], row[7]};
    double size = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!(size > 1e-6 && size < 1e6)) return CR_ERR_INPUT;
    pose->turn = cr_quat_unit(q);
    return CR_OK;
}

cr_status cr_scene_fail_table(const cr_scene *scene, const cr_scene_node *file, const char *path,
                              const cr_error *cause, cr_error *error) {
    const char *position = strncmp(cause->place, path, strlen(path)) == 0 ? cause->place + strlen(path) : "";
    return cr_scene_fail(scene, file, CR_AT_VALUE, error, cause->status, "%s%s: %s", file->text,
                         *position == ':' ? position : "", cause->reason);
}

static cr_status read_file(cr_scene_worlds *w, const cr_scene_node *file, const cr_pose *own, keys *k) {
    enum { PLACE = 4, POSE = 8 };
    cr_error cause = {.place = ""};
    double *values = NULL;
    int rows = 0, columns = POSE;
    char *path = cr_scene_beside(w->scene, w->arena, file->text);
    if (!path) return cr_scene_no_memory(w->scene, w->error);
    cr_status status = cr_csv_read(path, columns, w->arena, &values, &rows, &cause);
    if (status == CR_ERR_INPUT) {
        columns = PLACE;
        status = cr_csv_read(path, columns, w->arena, &values, &rows, &cause);
    }
    if (status != CR_OK) return cr_scene_fail_table(w->scene, file, path, &cause, w->error);
    if (!take_keys(w, rows, k)) return cr_scene_no_memory(w->scene, w->error);
    for (int i = 0; i < rows; i++) {
        const double *row = values + (size_t)i * (size_t)columns;
        k->time[i] = row[0];
        if (i && !(row[0] > k->time[i - 1]))
            return cr_scene_fail(w->scene, file, CR_AT_VALUE, w->error, CR_ERR_INPUT,
                                 "row %d: times rise, got %g after %g", i + 1, row[0], k->time[i - 1]);
        if (read_row(row, columns, own, &k->pose[i]) != CR_OK)
            return cr_scene_fail(w->scene, file, CR_AT_VALUE, w->error, CR_ERR_INPUT,
                                 "row %d: qw,qx,qy,qz is no rotation", i + 1);
    }
    return CR_OK;
}

cr_status cr_scene_read_drive(cr_scene_worlds *w, const cr_scene_node *drive, const cr_pose *own,
                              cr_vec centre, cr_drive_def *def) {
    const cr_scene_node *file = cr_scene_find(drive, "file");
    keys k = {0};
    cr_status status = file ? read_file(w, file, own, &k) : read_lists(w, drive, own, &k);
    for (int i = 0; status == CR_OK && i < k.count; i++) {
        k.time[i] += w->settle;
        k.pose[i].at = cr_vec_add(k.pose[i].at, cr_quat_turn(k.pose[i].turn, centre));
    }
    *def = (cr_drive_def){k.count, k.time, k.pose, cr_scene_is_on(drive, "smooth", true)};
    return status;
}

cr_status cr_scene_describe_drive(cr_scene_worlds *w, cr_scene_body *body) {
    const cr_scene_node *item = body->item, *drive = cr_scene_find(item, "drive"),
                        *origin = cr_scene_find(item, "origin"), *at = cr_scene_find(item, "at"),
                        *turn = cr_scene_find(item, "turn");
    const cr_pose own = {at ? cr_scene_vector(at) : (cr_vec){0}, turn ? cr_scene_turn(turn) : cr_quat_none};
    const bool of_shape = origin && origin->word == 1;
    if (!drive) return CR_OK;
    return cr_scene_read_drive(w, drive, &own, of_shape ? body->centre : (cr_vec){0}, &body->def.drive);
}

cr_status cr_scene_shift_drive(cr_scene_worlds *w, const cr_drive_def *drive, cr_vec by,
                               cr_drive_def *shifted) {
    *shifted = *drive;
    if (!drive->keys || (by.x == 0.0 && by.y == 0.0 && by.z == 0.0)) return CR_OK;
    cr_pose *pose = cr_arena_take(w->arena, (size_t)drive->keys, sizeof *pose);
    if (!pose) return cr_scene_no_memory(w->scene, w->error);
    for (int i = 0; i < drive->keys; i++)
        pose[i] = (cr_pose){cr_vec_add(drive->pose[i].at, by), drive->pose[i].turn};
    shifted->pose = pose;
    return CR_OK;
}
