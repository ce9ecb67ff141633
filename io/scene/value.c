// Single values against what a table says of them.
#include "io/scene/internal.h"

#include <stdlib.h>
#include <string.h>

cr_status cr_scene_fail_name(const cr_scene *scene, const cr_scene_node *node, cr_scene_spot spot,
                             const char *what, const char *name, const char *const *names, int count,
                             cr_error *error) {
    const char *near = cr_name_nearest(name, names, count);
    char known[160] = "";
    if (near)
        return cr_scene_fail(scene, node, spot, error, CR_ERR_UNKNOWN,
                             "unknown %s \"%s\" (did you mean \"%s\"?)", what, name, near);
    for (int i = 0; i < count; i++) {
        size_t used = strlen(known);
        if (used + strlen(names[i]) + 2 < sizeof known)
            snprintf(known + used, sizeof known - used, " %s", names[i]);
    }
    return cr_scene_fail(scene, node, spot, error, CR_ERR_UNKNOWN, "unknown %s \"%s\"; known:%s", what, name,
                         *known ? known : " none");
}

cr_status cr_scene_need_text(const cr_scene *scene, const cr_scene_node *node, const char *what,
                             cr_error *error) {
    if (cr_scene_is_text(node)) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "needs %s, got %s", what,
                         cr_scene_kind_text(node));
}

// Decimal digits only: no 0x10, no 1_000, no 12:30.
static bool is_number(const char *text, double *value) {
    char *end;
    if (strspn(text, "+-.0123456789eE") < strlen(text)) return false;
    *value = strtod(text, &end);
    return end != text && !*end;
}

static bool names_no_finite_number(const char *text) {
    static const char *const odd[] = {"inf",   "-inf",  "+inf", "nan",     ".inf",
                                      "-.inf", "+.inf", ".nan", "infinity"};
    char lower[16] = "";
    for (size_t i = 0; text[i] && i + 1 < sizeof lower; i++)
        lower[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (strcmp(lower, odd[i]) == 0) return true;
    return false;
}

// What a number may be: its table entry, and what else it may be instead.
typedef struct numeral {
    const cr_param *param;
    bool whole;
    const char *or_word; // NULL: nothing
} numeral;

static cr_status read_number(const cr_scene *scene, cr_scene_node *node, const numeral *n, cr_error *error) {
    const char *what = n->whole ? "a whole number" : "a number", *unit = n->param->unit;
    cr_status status = cr_scene_need_text(scene, node, what, error);
    if (status != CR_OK) return status;
    bool number = !node->quoted && is_number(node->text, &node->number);
    if ((number && !isfinite(node->number)) || (!node->quoted && names_no_finite_number(node->text)))
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "needs a finite number, got %s",
                             node->text);
    if (number) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "needs %s%s%s%s%s, got %s\"%s\"",
                         what, *unit ? " in " : "", unit, n->or_word ? " or " : "",
                         n->or_word ? n->or_word : "", node->quoted ? "the text " : "", node->text);
}

static cr_status check_range(const cr_scene *scene, const cr_scene_node *node, const cr_param *param,
                             const char *owner, cr_error *error) {
    cr_error cause;
    double ignored;
    cr_status status = cr_param_set(param, 1, &ignored, owner, param->name, node->number, &cause);
    if (status == CR_OK) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, status, "%s", cause.reason);
}

static cr_status check_number(const cr_scene *scene, cr_scene_node *node, const numeral *n, const char *owner,
                              cr_error *error) {
    cr_status status = read_number(scene, node, n, error);
    if (status == CR_OK && n->whole && node->number != floor(node->number))
        status = cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "needs a whole number, got %s",
                               node->text);
    return status == CR_OK ? check_range(scene, node, n->param, owner, error) : status;
}

static bool is_word(cr_scene_node *node, const char *const *words, int count) {
    if (node->kind != CR_SCENE_SCALAR) return false;
    for (int i = 0; i < count && words[i]; i++)
        if (strcmp(node->text, words[i]) == 0) node->word = i;
    return node->word >= 0;
}

static cr_status check_word(const cr_scene *scene, cr_scene_node *node, const char *const *words, int count,
                            cr_error *error) {
    node->word = -1;
    if (is_word(node, words, count)) return CR_OK;
    int known = 0;
    while (known < count && words[known]) known++;
    cr_status status = cr_scene_need_text(scene, node, "a word", error);
    return status == CR_OK
               ? cr_scene_fail_name(scene, node, CR_AT_VALUE, "word", node->text, words, known, error)
               : status;
}

static cr_status check_numbers(const cr_scene *scene, cr_scene_node *list, const cr_scene_key *key, int depth,
                               const char *owner, cr_error *error) {
    if (depth == 0) return check_number(scene, list, &(numeral){&key->number, false, NULL}, owner, error);
    if (list->kind != CR_SCENE_LIST || !list->count)
        return cr_scene_fail(scene, list, CR_AT_VALUE, error, CR_ERR_INPUT, "needs a list of %s, got %s",
                             depth == 2 ? "lists" : "numbers",
                             list->kind == CR_SCENE_LIST ? "an empty one" : cr_scene_kind_text(list));
    cr_status status = CR_OK;
    for (cr_scene_node *i = list->first; status == CR_OK && i; i = i->next)
        status = check_numbers(scene, i, key, depth - 1, owner, error);
    return status;
}

cr_status cr_scene_check_value(const cr_scene *scene, cr_scene_node *node, const cr_scene_key *key,
                               const char *owner, cr_error *error) {
    enum { ANY = 1 << 20, NAMES = 64 };
    bool whole = key->kind == CR_VALUE_INTEGER || key->kind == CR_VALUE_INTEGER_OR_WORD;
    node->word = -1;
    switch (key->kind) {
    case CR_VALUE_NUMBER_OR_WORD:
    case CR_VALUE_INTEGER_OR_WORD:
        if (is_word(node, key->words, ANY)) {
            node->number = CR_NAN;
            return CR_OK;
        }
        return check_number(scene, node, &(numeral){&key->number, whole, key->words[0]}, owner, error);
    case CR_VALUE_NUMBER:
    case CR_VALUE_INTEGER:
        return check_number(scene, node, &(numeral){&key->number, whole, NULL}, owner, error);
    case CR_VALUE_WORD:
        return check_word(scene, node, key->words, ANY, error);
    case CR_VALUE_MODEL:
    case CR_VALUE_QUANTITY: {
        const char *names[NAMES];
        return check_word(scene, node, names, cr_scene_table_names(key->kind, names, NAMES), error);
    }
    case CR_VALUE_TEXT:
        return cr_scene_need_text(scene, node, "a word", error);
    case CR_VALUE_NUMBERS:
        return check_numbers(scene, node, key, 1, owner, error);
    case CR_VALUE_TABLE:
        return check_numbers(scene, node, key, 2, owner, error);
    case CR_VALUE_VECTOR:
    case CR_VALUE_TURN:
    case CR_VALUE_GRIP:
    case CR_VALUE_DRIVE:
    case CR_VALUE_PARTS:
        return cr_scene_check_inside(scene, node, key, owner, error);
    default:
        return cr_scene_check_reference(scene, node, key->kind, error);
    }
}

// A choice may be written as its word or as its number.
cr_status cr_scene_check_param(const cr_scene *scene, cr_scene_node *node, const cr_param *param,
                               const char *owner, cr_error *error) {
    int count;
    double number;
    const char *const *words = cr_scene_param_words(param, &count);
    if (!words) return check_number(scene, node, &(numeral){param, false, NULL}, owner, error);
    cr_status status = CR_OK;
    bool numbered = cr_scene_is_text(node) && !node->quoted && is_number(node->text, &number);
    if (numbered && number >= 0.0 && number < count && number == floor(number)) node->word = (int)number;
    else status = check_word(scene, node, words, count, error);
    node->number = node->word;
    return status;
}
