// Definitions (cr_..._def): their _default function marks them, and what takes one refuses it without the
// mark. One that was filled with zeros by hand would otherwise be a point of element 0.
#ifndef CAROM_BASE_DEF_H
#define CAROM_BASE_DEF_H

#include "carom/base.h"

#define CR_DEF_MADE 0xca40d3f1u // nothing that memory holds by chance

static inline cr_status cr_def_check(unsigned made, const char *what, cr_error *error) {
    if (made == CR_DEF_MADE) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, what, "needs a definition that begins with cr_%s_def_default()",
                   what);
}

#endif
