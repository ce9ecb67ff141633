// Options that verbs share: the contact law with its parameters.
#ifndef CAROM_APPS_CAROM_LAW_OPTIONS_H
#define CAROM_APPS_CAROM_LAW_OPTIONS_H

#include "app.h"
#include "carom/law.h"
#include "io/file/json.h"

// clang-format off
#define CR_LAW_OPTIONS                                                                                       \
    {"--law", "LAW", "contact law (default hunt-crossley; `carom list laws`)", false},                       \
    {"--set", "KEY=VALUE", "parameter of the law, may repeat", true}
// clang-format on

// The law of --law with every --set, prepared; *law holds the default law.
cr_status cr_law_read(const cr_command *command, cr_law *law, cr_error *error);
// True if `--set name=...` was given.
bool cr_law_was_set(const cr_command *command, const char *name);
// The value of a parameter, or CR_NAN when the law has none of that name.
double cr_law_parameter(const cr_law *law, const char *name);
// "k = 1e7 N/m^n, alpha = 1.5, ..."
void cr_law_print_parameters(const cr_law *law, FILE *out);
void cr_law_json_parameters(const cr_law *law, cr_json *json);

#endif
