#include "carom/base.h"

#include <string.h>

enum { LONGEST = 63 };

static int smaller(int a, int b) {
    return a < b ? a : b;
}

// Levenshtein distance, one row at a time.
static int edit_distance(const char *a, const char *b) {
    int row[LONGEST + 1];
    int na = (int)strlen(a), nb = (int)strlen(b);
    if (na > LONGEST || nb > LONGEST) return LONGEST;
    for (int j = 0; j <= nb; j++) row[j] = j;
    for (int i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            int above = row[j];
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = smaller(replaced, 1 + smaller(above, row[j - 1]));
            diagonal = above;
        }
    }
    return row[nb];
}

const char *cr_name_nearest(const char *name, const char *const *names, int count) {
    const char *best = NULL;
    int best_distance = 1 + (int)strlen(name) / 3;
    for (int i = 0; i < count; i++) {
        int distance = edit_distance(name, names[i]);
        bool only_prefix = *name && strncmp(name, names[i], strlen(name)) == 0;
        if (only_prefix) distance = smaller(distance, 1);
        if (distance <= best_distance && (!best || distance < best_distance)) {
            best = names[i];
            best_distance = distance;
        }
    }
    return best;
}

int cr_name_find(const char *kind, const char *name, const char *const *names, int count, cr_error *error) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return i;
    if (!error) return -1; // nobody asks for the nearest
    const char *near = cr_name_nearest(name, names, count);
    if (near)
        cr_fail(error, CR_ERR_UNKNOWN, kind, "unknown %s \"%s\" (did you mean \"%s\"?)", kind, name, near);
    else
        cr_fail(error, CR_ERR_UNKNOWN, kind, "unknown %s \"%s\"; `carom list %ss` shows them", kind, name,
                kind);
    return -1;
}
