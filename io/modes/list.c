#include "io/modes/list.h"
#include "io/file/csv_cells.h"
#include "io/file/file.h"
#include "io/file/json_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const size_t longest = (size_t)64 << 20;
static const double sixty_decibels = 6.907755278982137; // ln 1000

// Names of the numbers of a mode; of several decays the first counts.
enum { FREQUENCY, F, SIGMA, DECAY, T60, GAIN, NUMBERS };
static const char *const names[NUMBERS] = {"frequency", "f", "sigma", "decay", "t60", "gain"};

typedef struct row {        // a mode
    double number[NUMBERS]; // CR_NAN: not given
    char place[96];         // "bell.csv:3"
    char which[24];         // "mode 3: " in JSON
} row;

static cr_status bad(const row *r, cr_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static cr_status bad(const row *r, cr_error *error, const char *format, ...) {
    char reason[200];
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    return cr_fail(error, CR_ERR_INPUT, r->place, "%s%s", r->which, reason);
}

// Frequency and decay. T60 is the time in which the amplitude falls to a thousandth.
static cr_status take_mode(const row *r, cr_modes_list *list, cr_error *error) {
    const double *n = r->number;
    double f = isnan(n[FREQUENCY]) ? n[F] : n[FREQUENCY], sigma = isnan(n[SIGMA]) ? n[DECAY] : n[SIGMA];
    if (isnan(f)) return bad(r, error, "needs a frequency [Hz]");
    if (!(f > 0.0 && f <= 1e6))
        return bad(r, error, "a frequency of %g Hz; needs more than 0, at most 1e6", f);
    if (isnan(sigma) && isnan(n[T60])) return bad(r, error, "needs sigma [1/s] or t60 [s]");
    if (isnan(sigma) && !(n[T60] > 0.0)) return bad(r, error, "a t60 of %g s; needs more than 0", n[T60]);
    if (isnan(sigma)) sigma = sixty_decibels / n[T60];
    if (!(sigma >= 0.0 && sigma <= 1e6))
        return bad(r, error, "a decay of %g/s; needs 0 to 1e6, the amplitude falls as exp(-decay t)", sigma);
    list->frequency[list->modes] = f;
    list->sigma[list->modes] = sigma;
    return CR_OK;
}

// One gain is heard at the second of two points after a blow at the first; gains are those of the points.
static cr_status take_gains(const row *r, const double *gain, int count, cr_modes_list *list,
                            cr_error *error) {
    double *shape = list->shape + (size_t)list->modes * (size_t)list->points;
    bool one = !count && !isnan(r->number[GAIN]);
    if (list->points != (count ? count : one ? 2 : 1))
        return bad(r, error, "%d gains, the first mode has %d", count, list->points);
    shape[0] = 1.0;
    if (one) shape[1] = r->number[GAIN];
    for (int i = 0; i < count; i++) shape[i] = gain[i];
    for (int i = 0; i < list->points; i++)
        if (!(fabs(shape[i]) <= 1e6))
            return bad(r, error, "a gain of %g; needs a number from -1e6 to 1e6", shape[i]);
    return CR_OK;
}

static cr_status take_row(const row *r, const double *gain, int count, cr_modes_list *list, cr_error *error) {
    cr_status status = take_mode(r, list, error);
    if (status == CR_OK) status = take_gains(r, gain, count, list, error);
    list->modes++;
    return status;
}

static cr_status begin_list(cr_modes_list *list, const char *path, int modes, int points, cr_arena *arena,
                            cr_error *error) {
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    if (modes < 1 || modes > CR_MODES_LIST_MOST)
        return cr_fail(error, CR_ERR_INPUT, place.text, "%d modes; needs 1 to %d", modes, CR_MODES_LIST_MOST);
    *list = (cr_modes_list){.points = points,
                            .frequency = cr_arena_take(arena, (size_t)modes, sizeof(double)),
                            .sigma = cr_arena_take(arena, (size_t)modes, sizeof(double)),
                            .shape = cr_arena_take(arena, (size_t)modes * (size_t)points, sizeof(double))};
    if (list->frequency && list->sigma && list->shape) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, place.text, "no memory for %d modes", modes);
}

// --- tables ---------------------------------------------------------------------------------------------

typedef struct columns {
    int number[NUMBERS], gain[CR_CSV_CELLS], gains; // -1: not there
} columns;

static cr_status find_columns(const cr_csv_table *table, columns *c) {
    char name[16];
    for (int i = 0; i < NUMBERS; i++) c->number[i] = cr_csv_table_column(table, names[i]);
    for (c->gains = 0; c->gains < CR_CSV_CELLS; c->gains++) {
        snprintf(name, sizeof name, "gain%d", c->gains + 1);
        c->gain[c->gains] = cr_csv_table_column(table, name);
        if (c->gain[c->gains] < 0) break;
    }
    bool tuned = c->number[FREQUENCY] >= 0 || c->number[F] >= 0;
    if (tuned && (c->number[SIGMA] >= 0 || c->number[DECAY] >= 0 || c->number[T60] >= 0)) return CR_OK;
    return cr_csv_table_fail(table,
                             "needs the names of the columns in the first line: frequency, one of sigma "
                             "(or decay) and t60, and gain, or gain1 gain2 ... for points");
}

static cr_status read_cells(const cr_csv_table *table, const columns *c, row *r, double *gain) {
    cr_status status = CR_OK;
    for (int i = 0; i < NUMBERS; i++) {
        r->number[i] = CR_NAN;
        bool second = i == T60 && (!isnan(r->number[SIGMA]) || !isnan(r->number[DECAY])); // may be infinite
        if (status == CR_OK && c->number[i] >= 0 && !second)
            status = cr_csv_table_number(table, c->number[i], names[i], &r->number[i]);
    }
    for (int i = 0; i < c->gains && status == CR_OK; i++)
        status = cr_csv_table_number(table, c->gain[i], "gain", &gain[i]);
    memcpy(r->place, cr_file_place_at(table->path, table->line, 0).text, sizeof r->place);
    r->which[0] = '\0';
    return status;
}

static int count_lines(const char *text, size_t length) {
    int lines = 1;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n' || text[i] == '\r';
    return lines < CR_MODES_LIST_MOST ? lines : CR_MODES_LIST_MOST;
}

static cr_status parse_table(const char *path, char *text, size_t length, cr_arena *arena,
                             cr_modes_list *list, cr_error *error) {
    cr_csv_table table;
    columns c;
    row r;
    double gain[CR_CSV_CELLS];
    int most = count_lines(text, length);
    cr_status status = cr_csv_table_begin(&table, path, text, length, error);
    if (status == CR_OK) status = find_columns(&table, &c);
    if (status == CR_OK)
        status = begin_list(list, path, most, c.gains ? c.gains : c.number[GAIN] >= 0 ? 2 : 1, arena, error);
    while (status == CR_OK) {
        status = cr_csv_table_next(&table);
        if (status == CR_OK && list->modes == most)
            return cr_csv_table_fail(&table, "more than %d modes", CR_MODES_LIST_MOST);
        if (status == CR_OK) status = read_cells(&table, &c, &r, gain);
        if (status == CR_OK) status = take_row(&r, gain, c.gains, list, error);
    }
    if (status == CR_RESTING && !list->modes) return cr_csv_table_fail(&table, "no mode below the names");
    return status == CR_RESTING ? CR_OK : status;
}

// --- JSON -----------------------------------------------------------------------------------------------

static cr_status read_mode(const cr_json_value *json, row *r, double *gain, int *gains, cr_error *error) {
    const cr_json_value *list = cr_json_member(json, "gains");
    *gains = 0;
    if (json->kind != CR_JSON_OBJECT) return bad(r, error, "needs an object with frequency, t60, gains");
    for (int i = 0; i < NUMBERS; i++) {
        const cr_json_value *value = cr_json_member(json, names[i]);
        r->number[i] = cr_json_as_number(value, CR_NAN);
        bool nothing = !value || value->kind == CR_JSON_NULL; // what our own JSON has for no number
        if (!nothing && isnan(r->number[i])) return bad(r, error, "%s needs a number", names[i]);
    }
    if (list && (list->kind != CR_JSON_ARRAY || list->count < 1 || list->count > CR_CSV_CELLS))
        return bad(r, error, "gains needs 1 to %d numbers in brackets", CR_CSV_CELLS);
    for (const cr_json_value *value = list ? list->first : NULL; value; value = value->next)
        gain[(*gains)++] = cr_json_as_number(value, CR_NAN);
    return CR_OK;
}

static cr_status parse_json(const char *path, const char *text, size_t length, cr_arena *arena,
                            cr_modes_list *list, cr_error *error) {
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    const cr_json_value *root;
    double gain[CR_CSV_CELLS];
    row r = {.which = ""};
    int count = 0;
    cr_status status = cr_json_read(text, length, place.text, arena, &root, error);
    if (status != CR_OK) return status;
    if (root->kind == CR_JSON_OBJECT) root = cr_json_member(root, "modes");
    if (!root || root->kind != CR_JSON_ARRAY)
        return cr_fail(error, CR_ERR_INPUT, place.text,
                       "needs a list of modes, [{\"frequency\": 440, \"t60\": 2, \"gain\": 1}, ...], or an "
                       "object with such a list as \"modes\"");
    memcpy(r.place, place.text, sizeof r.place);
    for (const cr_json_value *mode = root->first; mode && status == CR_OK; mode = mode->next) {
        int gains = 0;
        snprintf(r.which, sizeof r.which, "mode %d: ", ++count);
        status = read_mode(mode, &r, gain, &gains, error);
        if (status == CR_OK && count == 1)
            status = begin_list(list, path, root->count,
                                gains                   ? gains
                                : isnan(r.number[GAIN]) ? 1
                                                        : 2,
                                arena, error);
        if (status == CR_OK) status = take_row(&r, gain, gains, list, error);
    }
    return count || status != CR_OK ? status : cr_fail(error, CR_ERR_INPUT, place.text, "no mode in it");
}

bool cr_modes_list_is_path(const char *path) {
    return cr_file_ends_with(path, ".csv") || cr_file_ends_with(path, ".json");
}

cr_status cr_modes_list_parse(const char *path, char *text, size_t length, cr_arena *arena,
                              cr_modes_list *list, cr_error *error) {
    *list = (cr_modes_list){.modes = 0};
    return cr_file_ends_with(path, ".json") ? parse_json(path, text, length, arena, list, error)
                                            : parse_table(path, text, length, arena, list, error);
}

cr_status cr_modes_list_read(const char *path, cr_arena *arena, cr_modes_list *list, cr_error *error) {
    char *text;
    size_t length;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = cr_file_read_all(path, longest, arena, &text, &length, error);
    if (status == CR_OK) status = cr_modes_list_parse(path, text, length, arena, list, error);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
