// Numbers from the command line, strictly: the whole text or an error that quotes it.
#ifndef CAROM_APPS_CAROM_PARSE_H
#define CAROM_APPS_CAROM_PARSE_H

#include "carom/base.h"

// A finite decimal number. CR_ERR_INPUT otherwise.
cr_status cr_parse_number(const char *place, const char *text, double *value, cr_error *error);
// A whole number. CR_ERR_INPUT when it is none, CR_ERR_RANGE outside min..max.
cr_status cr_parse_integer(const char *place, const char *text, long min, long max, long *value,
                           cr_error *error);

#endif
