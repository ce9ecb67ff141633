#include "carom/base.h"

#include <stdarg.h>
#include <stdio.h>

const char *cr_status_text(cr_status status) {
    switch (status) {
#define X(name, value, text)                                                                                 \
    case name:                                                                                               \
        return text;
        CR_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

cr_status cr_fail(cr_error *error, cr_status status, const char *place, const char *format, ...) {
    if (!error) return status;
    error->status = status;
    snprintf(error->place, sizeof error->place, "%s", place ? place : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->reason, sizeof error->reason, format, arguments);
    va_end(arguments);
    return status;
}
