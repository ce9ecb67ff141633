#include "io/scene/yaml_words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// One line of the text, without its end.
typedef struct line {
    const char *begin, *end;
} line;

static line line_at(const char *text, size_t length, size_t number) {
    const char *end = text + length, *at = text;
    for (; number > 0 && at < end; at++) number -= *at == '\n';
    line l = {at, at};
    while (l.end < end && *l.end != '\n' && *l.end != '\r') l.end++;
    return l;
}

// The byte of a column, which counts characters; the end of the line if it has fewer.
static const char *column_of(line l, size_t column) {
    const char *at = l.begin;
    for (; column > 0 && at < l.end; column--) {
        at++;
        while (at < l.end && ((unsigned char)*at & 0xC0) == 0x80) at++;
    }
    return at;
}

static bool is_indented_by_tab(line l) {
    while (l.begin < l.end && *l.begin == ' ') l.begin++;
    return l.begin < l.end && *l.begin == '\t';
}

// A key with its colon stands before this place in the line.
static bool has_colon_before(line l, const char *place) {
    for (const char *at = l.begin; at + 1 < place; at++)
        if (*at == ':' && at[1] == ' ') return true;
    return false;
}

static bool follows_quote(line l, const char *place) {
    while (place > l.begin && place[-1] == ' ') place--;
    return place > l.begin && (place[-1] == '\'' || place[-1] == '"');
}

// What a problem of libyaml means; %d is the line in which what it belongs to begins.
static const struct {
    const char *problem, *context, *words;
} meanings[] = {
    {"did not find expected ',' or '}'", "", "a comma is missing, or the } of the { in line %d"},
    {"did not find expected ',' or ']'", "", "a comma is missing, or the ] of the [ in line %d"},
    {"found unexpected end of stream", "quoted", "the quotes that open in line %d are never closed"},
    {"found unexpected document indicator", "quoted", "the quotes that open in line %d are never closed"},
    {"found unknown escape character", "",
     "a \\ within double quotes means something else; use single quotes, or write it twice"},
    {"did not find expected key", "block mapping",
     "this line is indented otherwise than those it belongs to, from line %d on"},
    {"did not find expected '-' indicator", "",
     "the list that begins in line %d goes on with a - in the same column, or ends with a line further left"},
    {"could not find expected ':'", "", "a colon and a blank are missing after the key in line %d"},
    {"did not find expected node content", "", "a value is missing here"},
    {"block sequence entries are not allowed in this context", "",
     "a list of lines with - begins on a line of its own"},
    {"did not find expected alphabetic or numeric character", "",
     "text that begins with & or * needs quotes; else a name follows"},
    {"found undefined alias", "", "no & before it gives this name; text that begins with * needs quotes"},
    {"did not find expected <document start>", "",
     "what was begun in the first line is over; this line does not belong to it"},
    {"did not find expected comment or line break", "", "what follows | or > begins on the next line"},
    {"found a tab character that violates indentation", "", "a tab cannot indent; use blanks"},
    {"found a tab character where an indentation space is expected", "", "a tab cannot indent; use blanks"},
    {"control characters are not allowed", "", "a control character; only tabs and line ends are text"},
    {"invalid leading UTF-8 octet", "", "is no UTF-8 text; save the file as UTF-8"},
    {"invalid trailing UTF-8 octet", "", "is no UTF-8 text; save the file as UTF-8"},
    {"incomplete UTF-8 octet sequence", "", "is no UTF-8 text; save the file as UTF-8"},
    {"invalid length of a UTF-8 sequence", "", "is no UTF-8 text; save the file as UTF-8"},
};

static bool tell_character(line l, const char *place, char *words) {
    if (place >= l.end) return false;
    if (*place == '\t') snprintf(words, CR_YAML_WORDS, "a tab cannot indent; use blanks");
    else snprintf(words, CR_YAML_WORDS, "a value cannot begin with %c; put it in quotes", *place);
    return *place == '\t' || strchr("%@`", *place);
}

// What the line itself shows.
static bool tell_by_line(const char *problem, line l, const char *place, char *words) {
    if (is_indented_by_tab(l)) return snprintf(words, CR_YAML_WORDS, "a tab cannot indent; use blanks") > 0;
    if (strcmp(problem, "found character that cannot start any token") == 0)
        return tell_character(l, place, words);
    if (strcmp(problem, "mapping values are not allowed in this context") == 0)
        return snprintf(words, CR_YAML_WORDS, "%s",
                        has_colon_before(l, place)
                            ? "a second colon in the line: text that holds one needs quotes"
                            : "a key cannot stand here: the line before has a value, or lacks its colon") > 0;
    if (strcmp(problem, "did not find expected key") == 0 && follows_quote(l, place))
        return snprintf(words, CR_YAML_WORDS,
                        "text goes on behind closing quotes; a ' within single quotes is written twice") > 0;
    return false;
}

static const char *meaning_of(const yaml_parser_t *parser) {
    const char *context = parser->context ? parser->context : "";
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcmp(meanings[i].problem, parser->problem) == 0 && strstr(context, meanings[i].context))
            return meanings[i].words;
    return NULL;
}

static void put_meaning(const char *meaning, size_t number, char *words) {
    const char *mark = strstr(meaning, "%d");
    if (!mark) snprintf(words, CR_YAML_WORDS, "%s", meaning);
    else snprintf(words, CR_YAML_WORDS, "%.*s%zu%s", (int)(mark - meaning), meaning, number, mark + 2);
}

void cr_scene_yaml_words(const yaml_parser_t *parser, const char *text, size_t length,
                         char words[CR_YAML_WORDS]) {
    line l = line_at(text, length, parser->problem_mark.line);
    const char *place = column_of(l, parser->problem_mark.column), *meaning = meaning_of(parser);
    bool reader = parser->error == YAML_READER_ERROR;
    if (!reader && tell_by_line(parser->problem, l, place, words)) return;
    if (meaning) put_meaning(meaning, parser->context_mark.line + 1, words);
    else
        snprintf(words, CR_YAML_WORDS, "%s%s%s", parser->problem, parser->context ? " " : "",
                 parser->context ? parser->context : "");
}
