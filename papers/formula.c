// Formulas in texts, between dollar signs: letters and numbers, runs of letters as one name, _ and ^ with
// what follows or {...}, \frac{}{}, \sqrt{}, \tilde{}, \bar{}, and the symbols of the table below.
#include "io/file/text.h"
#include "papers/papers.h"

#include <ctype.h>
#include <string.h>

typedef struct symbol {
    const char *name, *plain, *math; // math: UTF-8
    bool operator;
} symbol;

static const symbol symbols[] = {
    {"alpha", "alpha", "\xCE\xB1", false},    {"beta", "beta", "\xCE\xB2", false},
    {"gamma", "gamma", "\xCE\xB3", false},    {"delta", "delta", "\xCE\xB4", false},
    {"Delta", "d", "\xCE\x94", false},        {"eta", "eta", "\xCE\xB7", false},
    {"theta", "theta", "\xCE\xB8", false},    {"Theta", "Theta", "\xCE\x98", false},
    {"kappa", "kappa", "\xCE\xBA", false},    {"lambda", "lambda", "\xCE\xBB", false},
    {"Lambda", "Lambda", "\xCE\x9B", false},  {"mu", "mu", "\xCE\xBC", false},
    {"pi", "pi", "\xCF\x80", false},          {"phi", "phi", "\xCF\x86", false},
    {"psi", "psi", "\xCF\x88", false},        {"rho", "rho", "\xCF\x81", false},
    {"sigma", "sigma", "\xCF\x83", false},    {"tau", "tau", "\xCF\x84", false},
    {"omega", "w", "\xCF\x89", false},        {"infty", "inf", "\xE2\x88\x9E", false},
    {"le", "<=", "\xE2\x89\xA4", true},       {"ge", ">=", "\xE2\x89\xA5", true},
    {"approx", "~", "\xE2\x89\x88", true},    {"to", "->", "\xE2\x86\x92", true},
    {"pm", "+-", "\xC2\xB1", true},           {"cdot", "*", "\xE2\x8B\x85", true},
    {"times", "x", "\xC3\x97", true},         {"int", "integral", "\xE2\x88\xAB", true},
    {"sum", "sum", "\xE2\x88\x91", true},     {"propto", "~", "\xE2\x88\x9D", true},
    {"nabla", "grad", "\xE2\x88\x87", false}, {"dt", "dt", "\xCE\x94t", false},
    {"nu", "nu", "\xCE\xBD", false},          {"ne", "!=", "\xE2\x89\xA0", true},
};

typedef struct span {
    const char *begin, *end;
} span;

static bool is_letter(char c) {
    return isalpha((unsigned char)c) != 0;
}

// After the group, name, number or character at `at`, a command with what it holds.
static const char *atom_end(const char *at, const char *end) {
    const char *p = at;
    if (*p == '{') {
        for (int depth = 0; p < end; p++) {
            depth += (*p == '{') - (*p == '}');
            if (depth == 0) return p + 1;
        }
        return end;
    }
    if (*p == '\\') {
        for (p++; p < end && is_letter(*p); p++) {
        }
        while (p < end && *p == '{') p = atom_end(p, end);
        return p;
    }
    if (is_letter(*p)) {
        while (p < end && is_letter(*p)) p++;
        return p;
    }
    if (isdigit((unsigned char)*p)) {
        while (p < end && (isdigit((unsigned char)*p) || *p == '.')) p++;
        return p;
    }
    return p + 1;
}

static span inside(span group) {
    return *group.begin == '{' ? (span){group.begin + 1, group.end - 1} : group;
}

// The arguments of a command: \frac{a}{b} has two.
static span argument(span command, int index) {
    const char *p = command.begin + 1;
    while (p < command.end && is_letter(*p)) p++;
    for (; index > 0 && p < command.end; index--) p = atom_end(p, command.end);
    return inside((span){p, p < command.end ? atom_end(p, command.end) : p});
}

static bool is_command(span atom, const char *name) {
    size_t length = strlen(name);
    return *atom.begin == '\\' && strncmp(atom.begin + 1, name, length) == 0 &&
           !is_letter(atom.begin[length + 1]);
}

static const symbol *symbol_of(span atom) {
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (is_command(atom, symbols[i].name)) return &symbols[i];
    return NULL;
}

static void put(FILE *out, span s) {
    fwrite(s.begin, 1, (size_t)(s.end - s.begin), out);
}

// An atom with what stands below and above it.
typedef struct term {
    span atom, below, above; // begin NULL: none
} term;

static term next_term(const char **at, const char *end) {
    bool bare = **at == '_' || **at == '^'; // a script of the words before
    term t = {.atom = {*at, bare ? *at : atom_end(*at, end)}};
    const char *p = t.atom.end;
    while (p < end && (*p == '_' || *p == '^')) {
        span *script = *p == '_' ? &t.below : &t.above;
        *script = (span){p + 1, atom_end(p + 1, end)};
        p = script->end;
    }
    *at = p;
    return t;
}

// --- for a terminal ----------------------------------------------------------------------------------------

static void plain_group(FILE *out, span s);

static bool is_single(span s) {
    return s.begin < s.end && atom_end(s.begin, s.end) == s.end && *s.begin != '\\';
}

static void plain_grouped(FILE *out, span s) {
    bool single = is_single(s) || (*s.begin == '\\' && symbol_of(s) && atom_end(s.begin, s.end) == s.end);
    if (!single) fputc('(', out);
    plain_group(out, s);
    if (!single) fputc(')', out);
}

static void plain_atom(FILE *out, span atom) {
    const symbol *s = symbol_of(atom);
    if (atom.begin == atom.end) return;
    if (s) fputs(s->plain, out);
    else if (*atom.begin == '{') plain_group(out, inside(atom));
    else if (is_command(atom, "frac")) {
        plain_grouped(out, argument(atom, 0));
        fputc('/', out);
        plain_grouped(out, argument(atom, 1));
    } else if (is_command(atom, "sqrt")) {
        fputs("sqrt(", out);
        plain_group(out, argument(atom, 0));
        fputc(')', out);
    } else if (is_command(atom, "tilde")) {
        plain_group(out, argument(atom, 0));
        fputc('~', out);
    } else if (is_command(atom, "bar")) plain_group(out, argument(atom, 0));
    else put(out, atom);
}

static void plain_group(FILE *out, span s) {
    while (s.begin < s.end) {
        term t = next_term(&s.begin, s.end);
        plain_atom(out, t.atom);
        if (t.below.begin) {
            fputc('_', out);
            plain_grouped(out, inside(t.below));
        }
        if (t.above.begin) {
            fputc('^', out);
            span above = inside(t.above);
            bool negative = *above.begin == '-' && is_single((span){above.begin + 1, above.end});
            if (negative) plain_group(out, above);
            else plain_grouped(out, above);
        }
    }
}

// --- MathML ------------------------------------------------------------------------------------------------

static void math_group(FILE *out, span s);

static void math_row(FILE *out, span s) {
    fputs("<mrow>", out);
    math_group(out, s);
    fputs("</mrow>", out);
}

static void math_element(FILE *out, const char *name, span text) {
    fprintf(out, "<%s>", name);
    put(out, text);
    fprintf(out, "</%s>", name);
}

static void math_character(FILE *out, char c) {
    const char *const text = c == '-' ? "\xE2\x88\x92" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : NULL;
    if (c == ' ') return;
    fputs("<mo>", out);
    if (text) fputs(text, out);
    else fputc(c, out);
    fputs("</mo>", out);
}

static void math_atom(FILE *out, span atom) {
    const symbol *s = symbol_of(atom);
    if (atom.begin == atom.end) fputs("<mrow></mrow>", out);
    else if (s) fprintf(out, s->operator? "<mo>%s</mo>" : "<mi>%s</mi>", s->math);
    else if (*atom.begin == '{') math_row(out, inside(atom));
    else if (is_command(atom, "frac")) {
        fputs("<mfrac>", out);
        math_row(out, argument(atom, 0));
        math_row(out, argument(atom, 1));
        fputs("</mfrac>", out);
    } else if (is_command(atom, "sqrt")) {
        fputs("<msqrt>", out);
        math_group(out, argument(atom, 0));
        fputs("</msqrt>", out);
    } else if (is_command(atom, "tilde") || is_command(atom, "bar")) {
        fputs("<mover accent=\"true\">", out);
        math_row(out, argument(atom, 0));
        fputs(is_command(atom, "bar") ? "<mo>\xC2\xAF</mo></mover>" : "<mo>~</mo></mover>", out);
    } else if (is_letter(*atom.begin)) math_element(out, "mi", atom);
    else if (isdigit((unsigned char)*atom.begin)) math_element(out, "mn", atom);
    else math_character(out, *atom.begin);
}

static void math_group(FILE *out, span s) {
    while (s.begin < s.end) {
        term t = next_term(&s.begin, s.end);
        const char *name = t.below.begin && t.above.begin ? "msubsup"
                           : t.below.begin                ? "msub"
                           : t.above.begin                ? "msup"
                                                          : NULL;
        if (name) fprintf(out, "<%s>", name);
        math_atom(out, t.atom);
        if (t.below.begin) math_row(out, inside(t.below));
        if (t.above.begin) math_row(out, inside(t.above));
        if (name) fprintf(out, "</%s>", name);
    }
}

// --- texts -------------------------------------------------------------------------------------------------

static void put_xml(FILE *out, span s) {
    char piece[256];
    while (s.begin < s.end) {
        size_t length = 0, room = sizeof piece - 1;
        while (s.begin < s.end && length + 4 < room) {
            int bytes = cr_text_character(s.begin);
            for (int i = 0; i < (bytes ? bytes : 1); i++) piece[length++] = *s.begin++;
        }
        piece[length] = '\0';
        cr_text_xml(out, piece);
    }
}

static const char *tick(const char *begin, const char *end) {
    return begin < end ? memchr(begin, '`', (size_t)(end - begin)) : NULL;
}

// What stands between two ` is a command or a name of the program.
static void put_words(FILE *out, span s) {
    const char *open, *close;
    while ((open = tick(s.begin, s.end)) && (close = tick(open + 1, s.end))) {
        put_xml(out, (span){s.begin, open});
        fputs("<code>", out);
        put_xml(out, (span){open + 1, close});
        fputs("</code>", out);
        s.begin = close + 1;
    }
    put_xml(out, s);
}

// Words and formulas in turn.
static void write_text(FILE *out, const char *text, bool html) {
    while (text && *text) {
        const char *open = strchr(text, '$'), *close = open ? strchr(open + 1, '$') : NULL;
        span words = {text, close ? open : text + strlen(text)};
        if (html) put_words(out, words);
        else put(out, words);
        if (!close) return;
        span formula = {open + 1, close};
        if (html) fputs("<math>", out);
        if (html) math_row(out, formula);
        else plain_group(out, formula);
        if (html) fputs("</math>", out);
        text = close + 1;
    }
}

const char *cr_formula_plain(const char *text, char room[CR_FORMULA_ROOM]) {
    if (!text) return NULL;
    FILE *out = fmemopen(room, CR_FORMULA_ROOM - 1, "w");
    room[0] = room[CR_FORMULA_ROOM - 1] = '\0';
    if (!out) return text;
    write_text(out, text, false);
    fclose(out);
    return room;
}

void cr_formula_html(FILE *out, const char *text) {
    write_text(out, text, true);
}
