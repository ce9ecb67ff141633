#include "io/file/csv.h"
#include "io/file/file.h"
#include "io/file/text.h"
#include "sweep/sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY = 96 };
static const char gain_later = '\1'; // in a row, where the gain of all cases belongs

// Letters, digits and what names of files take everywhere; anything else becomes _.
static void put_in_name(char name[CR_SWEEP_NAME], const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-=@_";
    size_t used = strlen(name);
    for (; *text && used + sizeof ".flac" < CR_SWEEP_NAME; text++)
        name[used++] = strchr(plain, *text) ? *text : '_';
    name[used] = '\0';
}

// A number with four digits: the index has all of them, and the number of the case tells it from others.
static void shorten(char value[CR_SWEEP_VALUE]) {
    char *end;
    double number = strtod(value, &end);
    if (end != value && !*end) snprintf(value, CR_SWEEP_VALUE, "%.4g", number);
}

void cr_sweep_sound_name(const cr_sweep *sweep, long long index, char name[CR_SWEEP_NAME]) {
    char value[CR_SWEEP_VALUE];
    snprintf(name, CR_SWEEP_NAME, "%0*lld", sweep->width, index);
    for (int i = 0; i < sweep->axis_count; i++) {
        const cr_sweep_axis *axis = &sweep->axes[i];
        cr_sweep_value(axis, cr_sweep_step(axis, index), value);
        shorten(value);
        put_in_name(name, "-");
        put_in_name(name, axis->label);
        put_in_name(name, "=");
        put_in_name(name, value);
    }
    size_t used = strlen(name);
    snprintf(name + used, CR_SWEEP_NAME - used, ".%s", sweep->format);
}

cr_status cr_sweep_sound_path(const cr_sweep *sweep, long long index, char **path, cr_error *error) {
    char name[CR_SWEEP_NAME];
    cr_sweep_sound_name(sweep, index, name);
    size_t room = strlen(sweep->folder) + strlen(name) + 2;
    *path = cr_command_take(sweep->command, room, 1, error);
    if (!*path) return error->status;
    snprintf(*path, room, "%s/%s", sweep->folder, name);
    return CR_OK;
}

static void row_path(const cr_sweep *sweep, long long index, char path[CR_SWEEP_PATH]) {
    snprintf(path, CR_SWEEP_PATH, "%s/.rows/%0*lld", sweep->folder, sweep->width, index);
}

// The first line of a row: version, and a hash of scene, settings and values.
static void write_key(const cr_sweep *sweep, long long index, const char *state, char key[KEY]) {
    unsigned long long hash = sweep->hash;
    for (int i = 0; i < sweep->axis_count; i++) {
        const cr_sweep_axis *axis = &sweep->axes[i];
        char value[CR_SWEEP_VALUE];
        cr_sweep_value(axis, cr_sweep_step(axis, index), value);
        hash = cr_text_hash(hash, axis->path, strlen(axis->path) + 1);
        hash = cr_text_hash(hash, value, strlen(value) + 1);
    }
    snprintf(key, KEY, "carom %s %016llx %s\n", CAROM_VERSION, hash, state);
}

void cr_sweep_raw_path(const cr_sweep *sweep, long long index, char path[CR_SWEEP_PATH]) {
    snprintf(path, CR_SWEEP_PATH, "%s/.rows/%0*lld.raw", sweep->folder, sweep->width, index);
}

static bool is_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool has_sound(const cr_sweep *sweep, long long index) {
    char path[CR_SWEEP_PATH], name[CR_SWEEP_NAME];
    cr_sweep_sound_name(sweep, index, name);
    snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
    return is_file(path);
}

static bool has_samples(const cr_sweep *sweep, long long index) {
    char path[CR_SWEEP_PATH];
    cr_sweep_raw_path(sweep, index, path);
    return is_file(path);
}

static const char *const states[CR_SWEEP_STATES] = {
    [CR_SWEEP_RAW] = "raw", [CR_SWEEP_DONE] = "ok", [CR_SWEEP_FAILED] = "failed"};

static bool shares_gain(const cr_sweep *sweep) {
    return sweep->job.gain == CR_GAIN_SET;
}

static cr_sweep_state state_by(const cr_sweep *sweep, long long index, const char *found) {
    cr_sweep_state state = CR_SWEEP_MISSING;
    for (int i = CR_SWEEP_RAW; i < CR_SWEEP_STATES; i++) {
        char key[KEY];
        write_key(sweep, index, states[i], key);
        if (strcmp(found, key) == 0) state = (cr_sweep_state)i;
    }
    if (state == CR_SWEEP_RAW && !has_samples(sweep, index)) return CR_SWEEP_MISSING;
    return state == CR_SWEEP_DONE && !has_sound(sweep, index) ? CR_SWEEP_MISSING : state;
}

// The second line of a row of cases that share their gain.
static void write_figures(const cr_sweep_figures *f, FILE *out) {
    fprintf(out, "%.17g %.17g %d %d %lld\n", f->peak, f->gain, f->channels, f->rate, f->frames);
}

static bool read_figures(FILE *row, cr_sweep_figures *f) {
    char line[128];
    return fgets(line, sizeof line, row) &&
           sscanf(line, "%lf %lf %d %d %lld", &f->peak, &f->gain, &f->channels, &f->rate, &f->frames) == 5;
}

// The row of a case, read up to the end of its key and figures; NULL when it is not done.
static FILE *open_row(const cr_sweep *sweep, long long index, cr_sweep_state *state,
                      cr_sweep_figures *figures) {
    char path[CR_SWEEP_PATH], found[KEY] = "";
    row_path(sweep, index, path);
    FILE *row;
    *state = CR_SWEEP_MISSING;
    if (cr_file_open(path, &row, NULL) != CR_OK) return NULL;
    if (fgets(found, sizeof found, row)) *state = state_by(sweep, index, found);
    bool whole = *state != CR_SWEEP_MISSING && (!shares_gain(sweep) || read_figures(row, figures));
    if (whole) return row;
    *state = CR_SWEEP_MISSING;
    fclose(row);
    return NULL;
}

cr_sweep_state cr_sweep_state_of(const cr_sweep *sweep, long long index, cr_sweep_figures *figures) {
    cr_sweep_state state;
    cr_sweep_figures unused;
    FILE *row = open_row(sweep, index, &state, figures ? figures : &unused);
    if (row) fclose(row);
    return state;
}

// The sound that a row tells of, which may have had other values in its name.
static void remove_sound(const cr_sweep *sweep, long long index, const char *row_path) {
    char line[CR_SWEEP_PATH], begin[32], path[2 * CR_SWEEP_PATH];
    size_t length = (size_t)snprintf(begin, sizeof begin, "%lld,", index);
    FILE *row;
    if (cr_file_open(row_path, &row, NULL) != CR_OK) return;
    while (fgets(line, sizeof line, row)) {
        if (strncmp(line, begin, length) != 0) continue;
        char *name = line + length;
        name[strcspn(name, ",\n")] = '\0';
        snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
        if (*name && !strchr(name, '/')) unlink(path);
    }
    fclose(row);
}

cr_status cr_sweep_row_remove(const cr_sweep *sweep, long long index, cr_error *error) {
    char path[CR_SWEEP_PATH];
    row_path(sweep, index, path);
    remove_sound(sweep, index, path);
    if (unlink(path) == 0 || errno == ENOENT) return CR_OK;
    return cr_fail(error, CR_ERR_IO, cr_file_place_at(path, 0, 0).text, "cannot remove: %s", strerror(errno));
}

// Empty when there is no number.
static void put_number(FILE *out, double value) {
    char text[CR_TEXT_NUMBER];
    fprintf(out, ",%s", isfinite(value) ? cr_text_number(text, value) : "");
}

static void put_warnings(FILE *out, const cr_render_outcome *o) {
    const char *before = ",";
    if (o->summary.warnings.unsettled) {
        fprintf(out, "%sunsettled:%ld", before, o->summary.warnings.unsettled);
        before = " ";
    }
    if (o->clipped) {
        fprintf(out, "%sclipped:%lld", before, o->clipped);
        before = " ";
    }
    if (o->loudness_limited) {
        fprintf(out, "%sloudness-limited", before);
        before = " ";
    }
    if (o->mono_loss > CR_RENDER_MONO_LOSS_MOST) {
        fprintf(out, "%smono-loss:%.0f", before, o->mono_loss);
        before = " ";
    }
    if (*o->silence) {
        fprintf(out, "%ssilent", before);
        before = " ";
    }
    if (*before == ',') fputc(',', out);
}

static void put_figures(const cr_sweep *sweep, const cr_render_outcome *o, FILE *out) {
    bool loudness = isfinite(sweep->job.loudness);
    put_number(out, o ? o->duration : CR_NAN);
    put_number(out, o ? o->peak : CR_NAN);
    if (o && shares_gain(sweep)) fprintf(out, ",%c", gain_later);
    else put_number(out, o ? o->gain : CR_NAN);
    if (loudness) put_number(out, o ? o->loudness.lufs : CR_NAN);
    if (loudness) put_number(out, o ? 20.0 * log10(o->loudness.true_peak) : CR_NAN);
    put_number(out, o ? o->summary.energy_residual : CR_NAN);
    put_number(out, o ? o->summary.contact_force_least : CR_NAN);
    if (o) put_warnings(out, o);
    else fputc(',', out);
}

static void put_row(const cr_sweep *sweep, long long index, const cr_render_outcome *outcome,
                    const cr_error *failure, FILE *out) {
    char text[CR_SWEEP_VALUE], name[CR_SWEEP_NAME];
    cr_sweep_sound_name(sweep, index, name);
    fprintf(out, "%lld,%s", index, outcome ? name : "");
    for (int i = 0; i < sweep->axis_count; i++) {
        cr_sweep_value(&sweep->axes[i], cr_sweep_step(&sweep->axes[i], index), text);
        fputc(',', out);
        cr_csv_text(out, text);
    }
    put_figures(sweep, outcome, out);
    fputs(outcome ? ",ok," : ",failed,", out);
    if (!outcome) {
        char reason[sizeof failure->place + sizeof failure->reason + 2];
        snprintf(reason, sizeof reason, "%s: %s", failure->place, failure->reason);
        cr_csv_text(out, reason);
    }
    fputc('\n', out);
}

cr_status cr_sweep_row_write(const cr_sweep *sweep, long long index, const cr_render_outcome *outcome,
                             const cr_sweep_figures *figures, const cr_error *failure, cr_error *error) {
    char path[CR_SWEEP_PATH], key[KEY];
    cr_sweep_state state = !outcome ? CR_SWEEP_FAILED : shares_gain(sweep) ? CR_SWEEP_RAW : CR_SWEEP_DONE;
    row_path(sweep, index, path);
    write_key(sweep, index, states[state], key);
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    fputs(key, cr_file_stream(file));
    if (shares_gain(sweep)) write_figures(figures, cr_file_stream(file));
    put_row(sweep, index, outcome, failure, cr_file_stream(file));
    return cr_file_commit(file, error);
}

static void copy_rest(FILE *from, FILE *to) {
    for (int c; (c = getc(from)) != EOF;) putc(c, to);
}

cr_status cr_sweep_row_end(const cr_sweep *sweep, long long index, const cr_sweep_figures *figures,
                           cr_error *error) {
    char path[CR_SWEEP_PATH], key[KEY];
    cr_sweep_state state;
    cr_sweep_figures before;
    FILE *row = open_row(sweep, index, &state, &before);
    row_path(sweep, index, path);
    if (!row) return cr_fail(error, CR_ERR_IO, cr_file_place_at(path, 0, 0).text, "has gone meanwhile");
    write_key(sweep, index, states[CR_SWEEP_DONE], key);
    cr_file_out *file = cr_file_create(path, error);
    if (file) {
        fputs(key, cr_file_stream(file));
        write_figures(figures, cr_file_stream(file));
        copy_rest(row, cr_file_stream(file));
    }
    fclose(row);
    return file ? cr_file_commit(file, error) : error->status;
}

static void put_header(const cr_sweep *sweep, FILE *out) {
    fputs("index,file", out);
    for (int i = 0; i < sweep->axis_count; i++) {
        fputc(',', out);
        cr_csv_text(out, sweep->axes[i].path);
    }
    fputs(",duration,peak,gain", out);
    if (isfinite(sweep->job.loudness)) fputs(",loudness,true_peak", out);
    fputs(",energy_residual,contact_force_min,warnings,status,error\n", out);
}

static bool copy_row(const cr_sweep *sweep, long long index, bool of_all, FILE *out) {
    cr_sweep_state state;
    cr_sweep_figures figures;
    char gain[CR_TEXT_NUMBER] = "";
    FILE *row = open_row(sweep, index, &state, &figures);
    if (row && of_all && shares_gain(sweep) && state == CR_SWEEP_DONE) cr_text_number(gain, figures.gain);
    for (int c; row && (c = getc(row)) != EOF;) {
        if (c == gain_later) fputs(gain, out);
        else putc(c, out);
    }
    if (row) fclose(row);
    return row && !(of_all && state == CR_SWEEP_RAW);
}

void cr_sweep_index_name(long shard, long shards, char name[CR_SWEEP_VALUE]) {
    if (shards == 1) snprintf(name, CR_SWEEP_VALUE, "index.csv");
    else snprintf(name, CR_SWEEP_VALUE, "index-%ld-of-%ld.csv", shard, shards);
}

cr_status cr_sweep_index_write(const cr_sweep *sweep, long shard, long shards, bool *complete,
                               cr_error *error) {
    char path[CR_SWEEP_PATH], name[CR_SWEEP_VALUE];
    cr_sweep_index_name(shard, shards, name);
    snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    put_header(sweep, cr_file_stream(file));
    *complete = true;
    for (long long index = shard - 1; index < sweep->cases && *complete; index += shards)
        *complete = copy_row(sweep, index, shards == 1, cr_file_stream(file));
    if (*complete) return cr_file_commit(file, error);
    cr_file_discard(file);
    return CR_OK;
}
