// What is varied: PATH=lin:FROM:TO:N, PATH=log:FROM:TO:N or PATH=list:X,Y,...
#include "io/file/text.h"
#include "parse.h"
#include "sweep/sweep.h"

#include <string.h>

static const long long cases_most = 1000000000;

static const char needs[] =
    "needs PATH=lin:FROM:TO:N, PATH=log:FROM:TO:N or PATH=list:X,Y,..., got \"%.80s\"";

// Copies one of the parts between `separator`; false when there is none of that number or it is too long.
static bool copy_part(const char *text, char separator, long number, char part[CR_SWEEP_VALUE]) {
    for (; number > 0 && text; number--) {
        text = strchr(text, separator);
        if (text) text++;
    }
    if (!text) return false;
    const char *end = strchr(text, separator);
    size_t length = end ? (size_t)(end - text) : strlen(text);
    if (length >= CR_SWEEP_VALUE) return false;
    memcpy(part, text, length);
    part[length] = '\0';
    return true;
}

static cr_status read_list(cr_sweep_axis *axis, const char *place, const char *list, cr_error *error) {
    char value[CR_SWEEP_VALUE];
    axis->spacing = CR_SWEEP_LIST;
    axis->list = list;
    axis->count = 1;
    for (const char *c = list; *c; c++) axis->count += *c == ',';
    for (long i = 0; i < axis->count; i++)
        if (!copy_part(list, ',', i, value) || !*value)
            return cr_fail(error, CR_ERR_INPUT, place, "value %ld of the list is empty or too long", i + 1);
    return CR_OK;
}

static cr_status read_range(cr_sweep_axis *axis, const char *place, const char *range, cr_error *error) {
    char part[4][CR_SWEEP_VALUE];
    if (!copy_part(range, ':', 0, part[0]) || !copy_part(range, ':', 1, part[1]) ||
        !copy_part(range, ':', 2, part[2]) || copy_part(range, ':', 3, part[3]))
        return cr_fail(error, CR_ERR_INPUT, place, "needs FROM:TO:N, got \"%.80s\"", range);
    cr_status status = cr_parse_number(place, part[0], &axis->from, error);
    if (status == CR_OK) status = cr_parse_number(place, part[1], &axis->to, error);
    if (status == CR_OK) status = cr_parse_integer(place, part[2], 1, (long)cases_most, &axis->count, error);
    if (status != CR_OK || axis->spacing == CR_SWEEP_LINEAR) return status;
    if (axis->from > 0.0 && axis->to > 0.0) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, place, "log needs numbers above 0, got %g and %g", axis->from,
                   axis->to);
}

static cr_status read_axis(const cr_sweep *sweep, const cr_given *option, cr_sweep_axis *axis,
                           cr_error *error) {
    const char *given = option->value, *equals = strchr(given, '='), *name = option->option->name;
    if (!equals || equals == given) return cr_fail(error, CR_ERR_INPUT, name, needs, given);
    size_t length = (size_t)(equals - given);
    char *path = cr_command_take(sweep->command, length + 1, 1, error), place[80];
    if (!path) return error->status;
    memcpy(path, given, length);
    axis->path = path;
    snprintf(place, sizeof place, "%s %.70s", name, path);
    if (strncmp(equals + 1, "list:", 5) == 0) return read_list(axis, place, equals + 6, error);
    axis->spacing = strncmp(equals + 1, "log:", 4) == 0 ? CR_SWEEP_LOGARITHMIC : CR_SWEEP_LINEAR;
    if (axis->spacing == CR_SWEEP_LINEAR && strncmp(equals + 1, "lin:", 4) != 0)
        return cr_fail(error, CR_ERR_INPUT, name, needs, given);
    return read_range(axis, place, equals + 5, error);
}

static bool assigns(const char *assignment, const char *path) {
    size_t length = strlen(path);
    return strncmp(assignment, path, length) == 0 && assignment[length] == '=';
}

// A path that is varied has one source of values.
static cr_status check_single(const cr_sweep *sweep, int axis, cr_error *error) {
    const cr_render_source *source = &sweep->job.source;
    const char *path = sweep->axes[axis].path;
    for (int i = 0; i < axis; i++)
        if (strcmp(sweep->axes[i].path, path) == 0)
            return cr_fail(error, CR_ERR_INPUT, "--vary", "\"%s\" is varied twice", path);
    for (int i = 0; i < source->change_count; i++)
        if (assigns(source->changes[i].assignment, path))
            return cr_fail(error, CR_ERR_INPUT, "--vary", "\"%s\" is varied and also given by %s", path,
                           source->changes[i].origin);
    return CR_OK;
}

static cr_status count_cases(cr_sweep *sweep, cr_error *error) {
    sweep->cases = 1;
    for (int i = sweep->axis_count - 1; i >= 0; i--) {
        if (sweep->axes[i].with >= 0) continue;
        sweep->axes[i].stride = sweep->cases;
        if (sweep->axes[i].count > cases_most / sweep->cases)
            return cr_fail(error, CR_ERR_RANGE, "--vary", "more than %lld cases", cases_most);
        sweep->cases *= sweep->axes[i].count;
    }
    for (int i = 0; i < sweep->axis_count; i++)
        if (sweep->axes[i].with >= 0) sweep->axes[i].stride = sweep->axes[sweep->axes[i].with].stride;
    return CR_OK;
}

// --with goes along with the --vary before it, value by value.
static cr_status join(cr_sweep *sweep, int axis, bool along, cr_error *error) {
    cr_sweep_axis *a = &sweep->axes[axis];
    const cr_sweep_axis *before = axis ? &sweep->axes[axis - 1] : NULL;
    a->with = -1;
    if (!along) return CR_OK;
    if (!before)
        return cr_fail(error, CR_ERR_INPUT, "--with", "goes along with a --vary, which stands before it");
    a->with = before->with >= 0 ? before->with : axis - 1;
    const cr_sweep_axis *leader = &sweep->axes[a->with];
    if (a->count == leader->count) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "--with", "\"%s\" has %ld values, \"%s\" has %ld; they go in pairs",
                   a->path, a->count, leader->path, leader->count);
}

// The path from its n-th last word on.
static const char *last_words(const char *path, int n) {
    const char *from = path + strlen(path);
    while (from > path && (from[-1] != '.' || --n > 0)) from--;
    return from;
}

static void label_axes(cr_sweep *sweep) {
    for (int i = 0; i < sweep->axis_count; i++) {
        int words = 1;
        for (int k = 0; k < sweep->axis_count; k++)
            if (k != i && strcmp(last_words(sweep->axes[i].path, 1), last_words(sweep->axes[k].path, 1)) == 0)
                words = 2;
        snprintf(sweep->axes[i].label, CR_SWEEP_LABEL, "%s", last_words(sweep->axes[i].path, words));
    }
}

cr_status cr_sweep_axes_read(cr_sweep *sweep, cr_error *error) {
    const cr_command *command = sweep->command;
    sweep->axes = cr_command_take(command, (size_t)command->given_count + 1, sizeof *sweep->axes, error);
    if (!sweep->axes) return error->status;
    for (int i = 0; i < command->given_count; i++) {
        bool along = strcmp(command->given[i].option->name, "--with") == 0;
        if (!along && strcmp(command->given[i].option->name, "--vary") != 0) continue;
        cr_status status = read_axis(sweep, &command->given[i], &sweep->axes[sweep->axis_count], error);
        if (status == CR_OK) status = check_single(sweep, sweep->axis_count, error);
        if (status == CR_OK) status = join(sweep, sweep->axis_count, along, error);
        if (status != CR_OK) return status;
        sweep->axis_count++;
    }
    label_axes(sweep);
    return count_cases(sweep, error);
}

long cr_sweep_step(const cr_sweep_axis *axis, long long index) {
    return (long)(index / axis->stride % axis->count);
}

void cr_sweep_value(const cr_sweep_axis *axis, long step, char text[CR_SWEEP_VALUE]) {
    if (axis->spacing == CR_SWEEP_LIST) {
        copy_part(axis->list, ',', step, text);
        return;
    }
    double share = axis->count > 1 ? (double)step / (double)(axis->count - 1) : 0.0, value = axis->to;
    if (share < 1.0)
        value = axis->spacing == CR_SWEEP_LOGARITHMIC ? axis->from * pow(axis->to / axis->from, share)
                                                      : axis->from + share * (axis->to - axis->from);
    cr_text_number(text, value);
}

static cr_status change(const cr_sweep *sweep, const cr_sweep_axis *axis, long step, cr_scene_override *made,
                        cr_error *error) {
    size_t room = strlen(axis->path) + CR_SWEEP_VALUE + 2;
    char *assignment = cr_command_take(sweep->command, room, 1, error), value[CR_SWEEP_VALUE];
    if (!assignment) return error->status;
    cr_sweep_value(axis, step, value);
    snprintf(assignment, room, "%s=%s", axis->path, value);
    *made = (cr_scene_override){assignment, axis->with < 0 ? "--vary" : "--with"};
    return CR_OK;
}

cr_status cr_sweep_changes(const cr_sweep *sweep, long long index, cr_scene_override **changes,
                           cr_error *error) {
    *changes = cr_command_take(sweep->command, (size_t)sweep->axis_count + 1, sizeof **changes, error);
    cr_status status = *changes ? CR_OK : error->status;
    for (int i = 0; i < sweep->axis_count && status == CR_OK; i++)
        status = change(sweep, &sweep->axes[i], cr_sweep_step(&sweep->axes[i], index), &(*changes)[i], error);
    return status;
}

// A value out of range is the failure of its cases; a wrong name, or a scene that is wrong by itself,
// concerns all of them.
static bool concerns_all(const cr_error *error) {
    bool by_value = error->status == CR_ERR_RANGE || error->status == CR_ERR_UNSUPPORTED;
    bool varied = strncmp(error->place, "--vary", 6) == 0 || strncmp(error->place, "--with", 6) == 0;
    return !by_value || !varied;
}

static cr_status try_case(const cr_sweep *sweep, long long index, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(sweep->command->arena);
    cr_scene_override *changes;
    cr_scene *scene;
    cr_status status = cr_sweep_changes(sweep, index, &changes, error);
    if (status == CR_OK)
        status = cr_render_source_parse(sweep->command, &sweep->job.source, changes, sweep->axis_count,
                                        &scene, error);
    if (status == CR_OK && cr_scene_has_bodies(scene))
        status = cr_fail(error, CR_ERR_UNSUPPORTED, sweep->job.path,
                         "sweeps are for scenes of elements; this one has bodies: `carom render --set "
                         "PATH=VALUE` renders one case");
    cr_arena_rewind(sweep->command->arena, mark);
    return status == CR_OK || concerns_all(error) ? status : CR_OK;
}

cr_status cr_sweep_try_axes(const cr_sweep *sweep, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; i < sweep->axis_count; i++) {
        const cr_sweep_axis *axis = &sweep->axes[i];
        long hop = axis->spacing == CR_SWEEP_LIST || axis->count < 2 ? 1 : axis->count - 1;
        for (long step = 0; step < axis->count && status == CR_OK; step += hop)
            status = try_case(sweep, step * axis->stride, error);
    }
    return status;
}
