// The course of a load over time: a shape, keys in the scene, or a table beside it.
#include "base/random.h"
#include "io/file/csv.h"
#include "io/scene/world/world.h"

static cr_status take_keys(cr_scene_worlds *w, int count, cr_load_def *def, double **time, cr_vec **forces,
                           cr_vec **torques) {
    *time = cr_arena_take(w->arena, (size_t)count, sizeof **time);
    *forces = cr_arena_take(w->arena, (size_t)count, sizeof **forces);
    *torques = cr_arena_take(w->arena, (size_t)count, sizeof **torques);
    if (!*time || !*forces || !*torques) return cr_scene_no_memory(w->scene, w->error);
    def->keys = count;
    def->time = *time;
    def->forces = *forces;
    def->torques = *torques;
    return CR_OK;
}

static cr_status read_levels(cr_scene_worlds *w, const cr_scene_node *item, cr_load_def *def) {
    const cr_scene_node *times = cr_scene_find(item, "times"), *t = times->first,
                        *level = cr_scene_find(item, "levels")->first;
    double *time;
    cr_vec *forces, *torques;
    cr_status status = take_keys(w, times->count, def, &time, &forces, &torques);
    for (int i = 0; status == CR_OK && i < def->keys; i++, t = t->next, level = level->next) {
        time[i] = w->settle + t->number;
        forces[i] = cr_vec_scale(level->number, def->force);
        torques[i] = cr_vec_scale(level->number, def->torque);
    }
    return status;
}

// Rows time,level: of force and torque; time,x,y,z: forces; time,x,y,z,x,y,z: forces and torques.
static void read_row(const double *row, int columns, const cr_load_def *def, cr_vec *force, cr_vec *torque) {
    if (columns == 2) {
        *force = cr_vec_scale(row[1], def->force);
        *torque = cr_vec_scale(row[1], def->torque);
        return;
    }
    *force = (cr_vec){row[1], row[2], row[3]};
    *torque = columns == 7 ? (cr_vec){row[4], row[5], row[6]} : (cr_vec){0.0, 0.0, 0.0};
}

static cr_status read_file(cr_scene_worlds *w, const cr_scene_node *item, const cr_scene_node *file,
                           cr_load_def *def) {
    static const int widths[] = {7, 4, 2};
    double *values = NULL, *time;
    cr_vec *forces, *torques;
    int rows = 0, columns = 0;
    cr_error cause = {.place = ""};
    char *path = cr_scene_beside(w->scene, w->arena, file->text);
    if (!path) return cr_scene_no_memory(w->scene, w->error);
    cr_status status = CR_ERR_INPUT;
    for (int i = 0; i < 3 && status == CR_ERR_INPUT; i++)
        status = cr_csv_read(path, columns = widths[i], w->arena, &values, &rows, &cause);
    if (status != CR_OK) return cr_scene_fail_table(w->scene, file, path, &cause, w->error);
    bool given = cr_scene_find(item, "force") || cr_scene_find(item, "torque");
    if (given != (columns == 2))
        return cr_scene_fail(w->scene, file, CR_AT_VALUE, w->error, CR_ERR_INPUT, "%s",
                             given
                                 ? "rows time,level belong to a force or torque that is given; this has more "
                                   "columns"
                                 : "rows time,level need a force or torque beside the file");
    status = take_keys(w, rows, def, &time, &forces, &torques);
    for (int i = 0; status == CR_OK && i < rows; i++) {
        const double *row = values + (size_t)i * (size_t)columns;
        time[i] = w->settle + row[0];
        read_row(row, columns, def, &forces[i], &torques[i]);
        if (i && !(time[i] > time[i - 1]))
            return cr_scene_fail(w->scene, file, CR_AT_VALUE, w->error, CR_ERR_INPUT,
                                 "row %d: times rise, got %g after %g", i + 1, row[0],
                                 time[i - 1] - w->settle);
    }
    return status;
}

cr_status cr_scene_describe_load(cr_scene_worlds *w, const cr_scene_node *item, cr_load_def *def) {
    const cr_scene_form *form = &cr_scene_form_load;
    const cr_scene_node *force = cr_scene_find(item, "force"), *impulse = cr_scene_find(item, "impulse"),
                        *torque = cr_scene_find(item, "torque"), *end = cr_scene_find(item, "end"),
                        *length = cr_scene_find(item, "duration"), *shape = cr_scene_find(item, "shape"),
                        *file = cr_scene_find(item, "file"), *seed = cr_scene_find(item, "seed");
    if (force || impulse) def->force = cr_scene_vector(force ? force : impulse);
    if (torque) def->torque = cr_scene_vector(torque);
    def->turns = cr_scene_is_on(item, "turns", false);
    def->start = w->settle + cr_scene_number(item, form, "start");
    def->end = impulse ? def->start : end ? w->settle + end->number : HUGE_VAL;
    if (length) def->end = def->start + length->number;
    if (shape) def->shape = (cr_load_shape)shape->word;
    def->frequency = cr_scene_number(item, form, "frequency");
    def->seed = seed ? (unsigned long long)seed->number
                     : cr_random_seed(w->world.seed) + (unsigned long long)cr_world_model_loads(w->model);
    def->attack = cr_scene_number(item, form, "attack");
    def->release = cr_scene_number(item, form, "release");
    if (file) return read_file(w, item, file, def);
    return cr_scene_find(item, "times") ? read_levels(w, item, def) : CR_OK;
}
