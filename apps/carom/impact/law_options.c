#include "impact/law_options.h"

#include "parse.h"

#include <string.h>

static bool is_setting_of(const cr_given *given, const char *key, size_t length) {
    bool set = strcmp(given->option->name, "--set") == 0;
    return set && strncmp(given->value, key, length) == 0 && given->value[length] == '=';
}

bool cr_law_was_set(const cr_command *command, const char *name) {
    for (int i = 0; i < command->given_count; i++)
        if (is_setting_of(&command->given[i], name, strlen(name))) return true;
    return false;
}

// "k" of the library becomes "--set k".
static cr_status place_at_set(cr_error *error) {
    char name[sizeof error->place];
    snprintf(name, sizeof name, "%s", error->place);
    snprintf(error->place, sizeof error->place, "--set %.80s", name);
    return error->status;
}

static cr_status read_setting(const cr_command *command, int index, cr_law *law, cr_error *error) {
    const char *text = command->given[index].value, *equals = strchr(text, '=');
    char key[48], place[64];
    if (!equals || equals == text)
        return cr_fail(error, CR_ERR_INPUT, "--set", "needs KEY=VALUE, for example k=1e7, got \"%.80s\"",
                       text);
    size_t length = (size_t)(equals - text);
    snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length : sizeof key - 1), text);
    snprintf(place, sizeof place, "--set %s", key);
    for (int i = 0; i < index; i++)
        if (is_setting_of(&command->given[i], text, length))
            return cr_fail(error, CR_ERR_INPUT, place, "given twice");
    double value;
    cr_status status = cr_parse_number(place, equals + 1, &value, error);
    if (status != CR_OK) return status;
    return cr_law_set(law, key, value, error) == CR_OK ? CR_OK : place_at_set(error);
}

cr_status cr_law_read(const cr_command *command, cr_law *law, cr_error *error) {
    const char *name = cr_command_text(command, "--law", law->type->name);
    const cr_law_type *type = cr_law_find(name, error);
    if (!type) return error->status;
    *law = cr_law_default(type);
    for (int i = 0; i < command->given_count; i++) {
        if (strcmp(command->given[i].option->name, "--set") != 0) continue;
        cr_status status = read_setting(command, i, law, error);
        if (status != CR_OK) return status;
    }
    return cr_law_prepare(law, error) == CR_OK ? CR_OK : place_at_set(error);
}

double cr_law_parameter(const cr_law *law, const char *name) {
    for (int i = 0; i < law->type->param_count; i++)
        if (strcmp(law->type->params[i].name, name) == 0) return law->value[i];
    return CR_NAN;
}

// Hunt-Crossley takes mu or lambda; the other one follows.
static double effective(const cr_law *law, int i) {
    const char *name = law->type->params[i].name;
    if (!isnan(law->value[i])) return law->value[i];
    if (strcmp(name, "mu") == 0) return law->lambda / law->k;
    return strcmp(name, "lambda") == 0 ? law->lambda : CR_NAN;
}

void cr_law_print_parameters(const cr_law *law, FILE *out) {
    bool by_lambda = !isnan(cr_law_parameter(law, "lambda"));
    const char *comma = "";
    for (int i = 0; i < law->type->param_count; i++) {
        const cr_param *param = &law->type->params[i];
        bool flag = strcmp(param->unit, "0|1") == 0;
        const char *other = by_lambda ? "mu" : "lambda";
        bool follows = isnan(law->value[i]) && strcmp(param->name, other) == 0;
        if (follows || (flag && law->value[i] == 0.0)) continue;
        fprintf(out, "%s%s = %g%s%s", comma, param->name, effective(law, i), *param->unit && !flag ? " " : "",
                flag ? "" : param->unit);
        comma = ", ";
    }
}

void cr_law_json_parameters(const cr_law *law, cr_json *json) {
    cr_json_object_begin(json);
    for (int i = 0; i < law->type->param_count; i++) {
        cr_json_key(json, law->type->params[i].name);
        cr_json_number(json, effective(law, i));
    }
    cr_json_object_end(json);
}
