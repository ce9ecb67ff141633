#include "io/file.h"
#include "io/msh_internal.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

static int line_at(const msh *m) {
    int line = 1;
    for (size_t i = 0; i < m->at && line < INT_MAX; i++) line += m->bytes[i] == '\n';
    return line;
}

bool msh_fail(msh *m, const char *format, ...) {
    char reason[240];
    if (m->status != CR_OK) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    const cr_file_place place = cr_file_place_at(m->path, m->binary ? 0 : line_at(m), 0);
    if (m->binary) m->status = cr_fail(m->error, CR_ERR_INPUT, place.text, "byte %zu: %s", m->at, reason);
    else m->status = cr_fail(m->error, CR_ERR_INPUT, place.text, "%s", reason);
    return false;
}

bool msh_no_memory(msh *m, size_t count, const char *of) {
    const cr_file_place place = cr_file_place_at(m->path, 0, 0);
    if (m->status == CR_OK)
        m->status = cr_fail(m->error, CR_ERR_MEMORY, place.text, "no memory for %zu %s", count, of);
    return false;
}

static bool blank(char c) {
    return isspace((unsigned char)c) != 0;
}

bool msh_word(msh *m, char *word, size_t room) {
    while (m->at < m->size && blank(m->bytes[m->at])) m->at++;
    size_t length = 0;
    for (; m->at < m->size && !blank(m->bytes[m->at]); m->at++)
        if (length + 1 < room) word[length++] = m->bytes[m->at];
    word[length] = '\0';
    return length > 0;
}

bool msh_expect(msh *m, const char *expected) {
    char word[WORD];
    size_t at = m->at;
    if (msh_word(m, word, sizeof word) && strcmp(word, expected) == 0) return true;
    m->at = at;
    if (!*word) return msh_fail(m, "cut off: no %s", expected);
    return msh_fail(m, "%s should be here, not \"%.20s\"", expected,
                    isprint((unsigned char)*word) ? word : "?");
}

void msh_skip_line(msh *m) {
    while (m->at < m->size && m->bytes[m->at] != '\n') m->at++;
    if (m->at < m->size) m->at++;
}

// The next word as a number for strtod or strtoll; false with an error when it is not all of the word.
static bool number_word(msh *m, const char *what, char word[WORD], bool whole) {
    if (!msh_word(m, word, WORD)) return msh_fail(m, "cut off: no %s", what);
    const char *digits = word + (*word == '-' || *word == '+');
    bool good = isdigit((unsigned char)*digits) || (!whole && *digits == '.');
    for (const char *c = digits; good && *c; c++)
        good = isdigit((unsigned char)*c) || (!whole && strchr(".eE+-", *c));
    bool named = !whole && (strcmp(digits, "nan") == 0 || strcmp(digits, "inf") == 0);
    if (good || named) return true;
    return msh_fail(m, "%s should be %s, not \"%.20s\"", what, whole ? "a whole number" : "a number",
                    isprint((unsigned char)*word) ? word : "?");
}

bool msh_text_integer(msh *m, const char *what, long long *value) {
    char word[WORD];
    if (!number_word(m, what, word, true)) return false;
    if (strlen(word) > 18) return msh_fail(m, "%s %s is too large", what, word);
    *value = strtoll(word, NULL, 10);
    return true;
}

static bool take(msh *m, const char *what, void *to, size_t size) {
    if (m->size - m->at < size) {
        m->at = m->size;
        return msh_fail(m, "cut off: no %s", what);
    }
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++)
        bytes[m->swapped ? size - 1 - i : i] = (unsigned char)m->bytes[m->at + i];
    m->at += size;
    return true;
}

bool msh_integer(msh *m, const char *what, int *value) {
    long long x = 0;
    int32_t short_one = 0;
    if (m->binary) {
        if (!take(m, what, &short_one, sizeof short_one)) return false;
        *value = short_one;
        return true;
    }
    if (!msh_text_integer(m, what, &x)) return false;
    if (x < INT_MIN || x > INT_MAX) return msh_fail(m, "%s %lld is too large", what, x);
    *value = (int)x;
    return true;
}

bool msh_long(msh *m, const char *what, long long *value) {
    uint64_t x = 0;
    if (!m->binary) return msh_text_integer(m, what, value);
    if (!take(m, what, &x, sizeof x)) return false;
    if (x > LLONG_MAX) return msh_fail(m, "%s %llu is too large", what, (unsigned long long)x);
    *value = (long long)x;
    return true;
}

bool msh_double(msh *m, const char *what, double *value) {
    char word[WORD];
    if (m->binary) {
        if (!take(m, what, value, sizeof *value)) return false;
    } else {
        char *end;
        if (!number_word(m, what, word, false)) return false;
        *value = strtod(word, &end);
        if (*end) return msh_fail(m, "%s should be a number, not \"%.20s\"", what, word);
    }
    return isfinite(*value) || msh_fail(m, "%s is not finite", what);
}

bool msh_fits(msh *m, const char *what, long long count, size_t binary, size_t text) {
    size_t left = m->size - m->at, least = m->binary ? binary : text;
    if (count < 0) return msh_fail(m, "%lld %s", count, what);
    // the last word needs no blank behind it
    if ((unsigned long long)count > (left + 1) / least)
        return msh_fail(m, "%lld %s do not fit into the %zu bytes that are left", count, what, left);
    return count <= INT_MAX / 16 || msh_fail(m, "%lld %s, at most %d are read", count, what, INT_MAX / 16);
}
