#include "carom/base.h"

#include <string.h>

enum { LONGEST = 63 };

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static bool same_letter(char a, char b) {
    return a == b || ((a | 0x20) == (b | 0x20) && (a | 0x20) >= 'a' && (a | 0x20) <= 'z');
}

// Edits from one to the other, a letter put in, left out or replaced, or two neighbours exchanged: the
// restricted Damerau-Levenshtein distance, row by row. Case does not count.
static int edit_distance(const char *a, const char *b) {
    int rows[3][LONGEST + 1];
    int na = (int)strlen(a), nb = (int)strlen(b);
    if (na > LONGEST || nb > LONGEST) return LONGEST;
    for (int j = 0; j <= nb; j++) rows[0][j] = j;
    for (int i = 1; i <= na; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            row[j] =
                smaller(above[j - 1] + !same_letter(a[i - 1], b[j - 1]), 1 + smaller(above[j], row[j - 1]));
            bool exchanged =
                i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
            if (exchanged) row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[na % 3][nb];
}

// Whether one may be meant for the other. Who mistypes gets the first letter right as a rule: with it two
// letters of five may be wrong, without it one of four.
static bool is_near(const char *name, const char *other, int distance) {
    int longer = larger((int)strlen(name), (int)strlen(other));
    if (!same_letter(*name, *other)) return 4 * distance <= longer;
    return distance <= 1 || 5 * distance <= 2 * longer;
}

const char *cr_name_nearest(const char *name, const char *const *names, int count) {
    const char *best = NULL;
    int best_distance = LONGEST;
    name += strspn(name, "-"); // of options
    size_t length = strlen(name);
    for (int i = 0; i < count && length; i++) {
        const char *other = names[i] + strspn(names[i], "-");
        bool begins_it = length > 1 && strncmp(name, other, length) == 0;
        int distance = edit_distance(name, other);
        if (begins_it) distance = smaller(distance, 1);
        if (distance < best_distance && is_near(name, other, distance)) {
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
