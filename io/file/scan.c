#include "io/file/scan.h"
#include "io/file/file.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

static int line_at(const scan *s) {
    int line = 1;
    for (size_t i = 0; i < s->at && line < INT_MAX; i++) line += s->bytes[i] == '\n';
    return line;
}

bool scan_fail(scan *s, const char *format, ...) {
    char reason[240];
    if (s->status != CR_OK) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    for (char *c = reason; *c; c++)
        if (!isprint((unsigned char)*c)) *c = '?'; // words of the file
    const cr_file_place place = cr_file_place_at(s->path, s->binary ? 0 : line_at(s), 0);
    if (s->binary) s->status = cr_fail(s->error, CR_ERR_INPUT, place.text, "byte %zu: %s", s->at, reason);
    else s->status = cr_fail(s->error, CR_ERR_INPUT, place.text, "%s", reason);
    return false;
}

bool scan_no_memory(scan *s, size_t count, const char *of) {
    const cr_file_place place = cr_file_place_at(s->path, 0, 0);
    if (s->status == CR_OK)
        s->status = cr_fail(s->error, CR_ERR_MEMORY, place.text, "no memory for %zu %s", count, of);
    return false;
}

bool scan_begin(scan *s, const char *path, const char *bytes, size_t size, cr_arena *arena, cr_error *error) {
    *s = (scan){.path = path, .bytes = bytes, .size = size, .arena = arena, .error = error, .status = CR_OK};
    s->work = cr_arena_new(cr_arena_allocator(arena));
    return s->work || scan_no_memory(s, size, "bytes");
}

cr_status scan_end(scan *s, cr_arena_mark mark) {
    cr_arena_free(s->work);
    if (s->status != CR_OK) cr_arena_rewind(s->arena, mark);
    return s->status;
}

static bool blank(char c) {
    return isspace((unsigned char)c) != 0;
}

bool scan_word(scan *s, char *word, size_t room) {
    while (s->at < s->size && blank(s->bytes[s->at])) s->at++;
    size_t length = 0;
    for (; s->at < s->size && !blank(s->bytes[s->at]); s->at++)
        if (length + 1 < room) word[length++] = s->bytes[s->at];
    word[length] = '\0';
    return length > 0;
}

bool scan_expect(scan *s, const char *expected) {
    char word[WORD];
    size_t at = s->at;
    if (scan_word(s, word, sizeof word) && strcmp(word, expected) == 0) return true;
    s->at = at;
    if (!*word) return scan_fail(s, "cut off: %s is missing", expected);
    return scan_fail(s, "%s should be here, not \"%.20s\"", expected, word);
}

void scan_skip_line(scan *s) {
    while (s->at < s->size && s->bytes[s->at] != '\n') s->at++;
    if (s->at < s->size) s->at++;
}

// The next word as a number for strtod or strtoll; false with an error when it is not all of the word.
static bool number_word(scan *s, const char *what, char word[WORD], bool whole) {
    if (!scan_word(s, word, WORD)) return scan_fail(s, "cut off: %s is missing", what);
    if (strlen(word) == WORD - 1) return scan_fail(s, "%s is too long", what);
    const char *digits = word + (*word == '-' || *word == '+');
    bool good = isdigit((unsigned char)*digits) || (!whole && *digits == '.');
    for (const char *c = digits; good && *c; c++)
        good = isdigit((unsigned char)*c) || (!whole && strchr(".eE+-", *c));
    bool named = !whole && (strcmp(digits, "nan") == 0 || strcmp(digits, "inf") == 0);
    if (good || named) return true;
    return scan_fail(s, "%s should be %s, not \"%.20s\"", what, whole ? "a whole number" : "a number", word);
}

bool scan_text_integer(scan *s, const char *what, long long *value) {
    char word[WORD];
    if (!number_word(s, what, word, true)) return false;
    if (strlen(word) > 18) return scan_fail(s, "%s %s is too large", what, word);
    *value = strtoll(word, NULL, 10);
    return true;
}

bool scan_take(scan *s, const char *what, void *to, size_t size) {
    if (s->size - s->at < size) {
        s->at = s->size;
        return scan_fail(s, "cut off: %s is missing", what);
    }
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++)
        bytes[s->swapped ? size - 1 - i : i] = (unsigned char)s->bytes[s->at + i];
    s->at += size;
    return true;
}

bool scan_integer(scan *s, const char *what, int *value) {
    long long x = 0;
    int32_t short_one = 0;
    if (s->binary) {
        if (!scan_take(s, what, &short_one, sizeof short_one)) return false;
        *value = short_one;
        return true;
    }
    if (!scan_text_integer(s, what, &x)) return false;
    if (x < INT_MIN || x > INT_MAX) return scan_fail(s, "%s %lld is too large", what, x);
    *value = (int)x;
    return true;
}

bool scan_long(scan *s, const char *what, long long *value) {
    uint64_t x = 0;
    if (!s->binary) return scan_text_integer(s, what, value);
    if (!scan_take(s, what, &x, sizeof x)) return false;
    if (x > LLONG_MAX) return scan_fail(s, "%s %llu is too large", what, (unsigned long long)x);
    *value = (long long)x;
    return true;
}

bool scan_double(scan *s, const char *what, double *value) {
    char word[WORD];
    if (s->binary) {
        if (!scan_take(s, what, value, sizeof *value)) return false;
    } else {
        char *end;
        if (!number_word(s, what, word, false)) return false;
        *value = strtod(word, &end);
        if (*end) return scan_fail(s, "%s should be a number, not \"%.20s\"", what, word);
    }
    return isfinite(*value) || scan_fail(s, "%s is not finite", what);
}

bool scan_fits(scan *s, const char *what, long long count, size_t binary, size_t text) {
    size_t left = s->size - s->at, least = s->binary ? binary : text;
    if (count < 0) return scan_fail(s, "%lld %s", count, what);
    // the last word needs no blank behind it
    if ((unsigned long long)count > (left + 1) / least)
        return scan_fail(s, "%lld %s do not fit into the %zu bytes that are left", count, what, left);
    return count <= INT_MAX / 16 || scan_fail(s, "%lld %s, at most %d are read", count, what, INT_MAX / 16);
}
