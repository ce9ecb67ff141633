#include "modal/job.h"

#include "io/file/file.h"
#include "naming.h"
#include "parse.h"

#include <string.h>
#include <unistd.h>

static cr_status read_setting(const cr_command *command, int index, cr_solid_def *solid, cr_error *error) {
    const char *text = command->given[index].value, *equals = strchr(text, '=');
    char key[48], place[64];
    double value;
    if (!equals || equals == text)
        return cr_fail(error, CR_ERR_INPUT, "--set",
                       "needs NAME=VALUE, for example radius=0.04, got \"%.80s\"", text);
    size_t length = (size_t)(equals - text) + 1;
    snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length - 1 : sizeof key - 1), text);
    snprintf(place, sizeof place, "--set %s", key);
    for (int i = 0; i < index; i++)
        if (command->given[i].option == command->given[index].option &&
            strncmp(command->given[i].value, text, length) == 0)
            return cr_fail(error, CR_ERR_INPUT, place, "given twice");
    cr_status status = cr_parse_number(place, equals + 1, &value, error);
    if (status != CR_OK) return status;
    status = cr_param_set(solid->shape->params, solid->shape->param_count, solid->value, solid->shape->name,
                          key, value, error);
    if (status != CR_OK) snprintf(error->place, sizeof error->place, "%s", place);
    return status;
}

// A word with a dot, a slash or a file of that name is a file; any other is a shape.
static bool is_file(const char *word) {
    return strpbrk(word, "./") || access(word, F_OK) == 0;
}

static cr_status read_subject(const cr_command *command, cr_solid_def *solid, cr_error *error) {
    const char *word = command->words[0];
    solid->shape = cr_shape_find(word, error);
    if (!solid->shape && is_file(word)) solid->file = word;
    else if (!solid->shape) return error->status;
    if (solid->shape) cr_param_defaults(solid->shape->params, solid->shape->param_count, solid->value);
    for (int i = 0; i < command->given_count; i++) {
        if (strcmp(command->given[i].option->name, "--set") != 0) continue;
        if (!solid->shape)
            return cr_fail(error, CR_ERR_INPUT, "--set", "a file has no values to set; shapes have");
        cr_status status = read_setting(command, i, solid, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

static cr_status read_positive(const cr_command *command, const char *option, double *value,
                               cr_error *error) {
    cr_status status = cr_command_number(command, option, value, error);
    if (status != CR_OK || !cr_command_has(command, option) || *value > 0.0) return status;
    return cr_fail(error, CR_ERR_RANGE, option, "needs a value above 0, got %g", *value);
}

static cr_status read_detail(const cr_command *command, cr_solid_def *solid, cr_error *error) {
    long order = solid->detail.order, layers = 0, count = solid->count,
         threads = sysconf(_SC_NPROCESSORS_ONLN);
    double accuracy = 100.0 * solid->accuracy;
    cr_status status = read_positive(command, "--fmax", &solid->fmax, error);
    if (status == CR_OK) status = read_positive(command, "--accuracy", &accuracy, error);
    if (status == CR_OK) status = cr_command_integer(command, "-n", 1, 100000, &count, error);
    if (status == CR_OK) status = cr_command_integer(command, "--order", 1, 2, &order, error);
    if (status == CR_OK) status = read_positive(command, "--edge", &solid->detail.edge, error);
    if (status == CR_OK) status = cr_command_integer(command, "--layers", 1, 1000, &layers, error);
    if (status == CR_OK) status = read_positive(command, "--unit", &solid->unit, error);
    if (status == CR_OK) status = cr_command_integer(command, "--threads", 1, 1024, &threads, error);
    solid->accuracy = 0.01 * accuracy;
    solid->count = (int)count;
    solid->detail.order = (int)order;
    solid->detail.layers = (int)layers;
    solid->threads = threads > 0 ? (int)threads : 1;
    return status;
}

// What others read by the name it has; a stream has none.
static cr_status check_names(const cr_modal_request *request, cr_error *error) {
    const struct {
        const char *option, *path, *ending;
    } files[] = {{"-o", request->modes, ".modes"},
                 {"--glb", request->glb, ".glb"},
                 {"--anim", request->clips, ".glb"}};
    cr_status status = CR_OK;
    for (size_t i = 0; status == CR_OK && i < sizeof files / sizeof *files; i++)
        if (files[i].path && !cr_file_is_stream(files[i].path))
            status = cr_name_check(files[i].option, files[i].path, files[i].ending, error);
    return status;
}

cr_status cr_modal_request_read(const cr_command *command, cr_modal_request *request, cr_error *error) {
    *request = (cr_modal_request){.command = command,
                                  .solid = cr_solid_def_default(),
                                  .fresh = cr_command_has(command, "--fresh"),
                                  .json = cr_command_has(command, "--json"),
                                  .modes = cr_command_text(command, "-o", NULL),
                                  .csv = cr_command_text(command, "--csv", NULL),
                                  .shapes = cr_command_text(command, "--shapes", NULL),
                                  .faust = cr_command_text(command, "--faust", NULL),
                                  .glb = cr_command_text(command, "--glb", NULL),
                                  .clips = cr_command_text(command, "--anim", NULL),
                                  .report = cr_command_text(command, "--report", NULL)};
    cr_status status = check_names(request, error);
    if (status == CR_OK) status = read_subject(command, &request->solid, error);
    if (status == CR_OK) status = cr_modal_material_read(command, request, error);
    if (status == CR_OK) status = read_detail(command, &request->solid, error);
    if (status == CR_OK) status = cr_modal_supports_read(command, &request->solid, error);
    if (status == CR_OK) status = cr_modal_radiation_read(command, &request->radiation, error);
    request->radiation.threads = request->solid.threads;
    return status;
}
