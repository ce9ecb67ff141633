#include "modal/job.h"
#include "parse.h"

#include <string.h>

static cr_status bad(const char *option, const char *text, cr_error *error) {
    bool spring = strcmp(option, "--spring") == 0;
    return cr_fail(error, CR_ERR_INPUT, option, "needs %s, got \"%.80s\"",
                   spring ? "PLACE:AXES=N/M, for example z-:z=1e4" : "PLACE:AXES, for example z-:xyz", text);
}

// "x-:xyz" or "x-:z=1e4": the place may hold colons itself.
static cr_status read_support(const char *option, const char *text, cr_support *support, cr_error *error) {
    const char *equals = strrchr(text, '='), *end = equals ? equals : text + strlen(text), *colon = end;
    bool spring = strcmp(option, "--spring") == 0;
    while (colon > text && *colon != ':') colon--;
    if (*colon != ':' || colon == text || end - colon < 2 || spring != (equals != NULL) ||
        (size_t)(colon - text) >= sizeof support->place)
        return bad(option, text, error);
    *support = (cr_support){.stiffness = HUGE_VAL};
    memcpy(support->place, text, (size_t)(colon - text));
    for (const char *axis = colon + 1; axis < end; axis++) {
        if (*axis < 'x' || *axis > 'z' || support->axis[*axis - 'x']) return bad(option, text, error);
        support->axis[*axis - 'x'] = true;
    }
    if (!spring) return CR_OK;
    cr_status status = cr_parse_number(option, equals + 1, &support->stiffness, error);
    if (status == CR_OK && !(support->stiffness > 0.0))
        return cr_fail(error, CR_ERR_RANGE, option, "needs a stiffness above 0 N/m, got %g",
                       support->stiffness);
    return status;
}

cr_status cr_modal_supports_read(const cr_command *command, cr_solid_def *solid, cr_error *error) {
    for (int i = 0; i < command->given_count; i++) {
        const char *option = command->given[i].option->name;
        if (strcmp(option, "--fix") != 0 && strcmp(option, "--spring") != 0) continue;
        if (solid->supports == CR_SOLID_SUPPORT_MAX)
            return cr_fail(error, CR_ERR_RANGE, option, "at most %d supports", CR_SOLID_SUPPORT_MAX);
        cr_status status =
            read_support(option, command->given[i].value, &solid->support[solid->supports++], error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}
