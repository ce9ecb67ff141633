#include "parse.h"

#include <stdlib.h>
#include <string.h>

cr_status cr_parse_number(const char *place, const char *text, double *value, cr_error *error) {
    char *end;
    bool decimal = *text && strspn(text, "+-.0123456789eE") == strlen(text); // no blanks, hex, inf, nan
    double number = strtod(text, &end);
    if (!decimal || *end) return cr_fail(error, CR_ERR_INPUT, place, "\"%.80s\" is not a number", text);
    if (!isfinite(number)) return cr_fail(error, CR_ERR_INPUT, place, "\"%.80s\" is too large", text);
    *value = number;
    return CR_OK;
}

cr_status cr_parse_integer(const char *place, const char *text, long min, long max, long *value,
                           cr_error *error) {
    double number = 0.0;
    cr_status status = cr_parse_number(place, text, &number, error);
    if (status != CR_OK) return status;
    bool whole = number == floor(number), inside = number >= (double)min && number <= (double)max;
    if (!whole || !inside)
        return cr_fail(error, CR_ERR_RANGE, place, "needs a whole number from %ld to %ld, got %.80s", min,
                       max, text);
    *value = (long)number;
    return CR_OK;
}
