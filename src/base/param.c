#include "carom/base.h"

#include <math.h>
#include <string.h>

void cr_param_defaults(const cr_param *table, int count, double *values) {
    for (int i = 0; i < count; i++) values[i] = table[i].value;
}

static cr_status unknown(const cr_param *table, int count, const char *owner, const char *name,
                         cr_error *error) {
    enum { MOST = 32 };
    const char *names[MOST];
    char known[200] = "";
    for (int i = 0; i < count && i < MOST; i++) {
        names[i] = table[i].name;
        if (strlen(known) + strlen(names[i]) + 2 < sizeof known) {
            if (i) strcat(known, " ");
            strcat(known, names[i]);
        }
    }
    const char *near = cr_name_nearest(name, names, count < MOST ? count : MOST);
    if (near)
        return cr_fail(error, CR_ERR_UNKNOWN, name, "%s has no such parameter (did you mean \"%s\"?)", owner,
                       near);
    return cr_fail(error, CR_ERR_UNKNOWN, name, "%s has no such parameter; it knows: %s", owner, known);
}

cr_status cr_param_set(const cr_param *table, int count, double *values, const char *owner, const char *name,
                       double value, cr_error *error) {
    for (int i = 0; i < count; i++) {
        const cr_param *p = &table[i];
        if (strcmp(p->name, name) != 0) continue;
        if (!(value >= p->min && value <= p->max))
            return cr_fail(error, CR_ERR_RANGE, name, "%s needs %g to %g%s%s, got %g", owner, p->min, p->max,
                           *p->unit ? " " : "", p->unit, value);
        values[i] = value;
        return CR_OK;
    }
    return unknown(table, count, owner, name, error);
}
