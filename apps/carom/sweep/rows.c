#include "io/file/csv.h"
#include "io/file/file.h"
#include "io/file/text.h"
#include "sweep/sweep.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY = 96 };

void cr_sweep_sound_name(const cr_sweep *sweep, long long index, char name[CR_SWEEP_VALUE]) {
    snprintf(name, CR_SWEEP_VALUE, "%0*lld.%s", sweep->width, index, sweep->format);
}

cr_status cr_sweep_sound_path(const cr_sweep *sweep, long long index, char **path, cr_error *error) {
    char name[CR_SWEEP_VALUE];
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

static bool has_sound(const cr_sweep *sweep, long long index) {
    char path[CR_SWEEP_PATH], name[CR_SWEEP_VALUE];
    struct stat info;
    cr_sweep_sound_name(sweep, index, name);
    snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

// The row of a case, read up to the end of its key; NULL when it is not done.
static FILE *open_row(const cr_sweep *sweep, long long index, cr_sweep_state *state) {
    char path[CR_SWEEP_PATH], found[KEY] = "", done[KEY], failed[KEY];
    row_path(sweep, index, path);
    FILE *row;
    *state = CR_SWEEP_MISSING;
    if (cr_file_open(path, &row, NULL) != CR_OK) return NULL;
    write_key(sweep, index, "ok", done);
    write_key(sweep, index, "failed", failed);
    bool read = fgets(found, sizeof found, row) != NULL;
    if (read && strcmp(found, failed) == 0) *state = CR_SWEEP_FAILED;
    else if (read && strcmp(found, done) == 0 && has_sound(sweep, index)) *state = CR_SWEEP_DONE;
    if (*state != CR_SWEEP_MISSING) return row;
    fclose(row);
    return NULL;
}

cr_sweep_state cr_sweep_state_of(const cr_sweep *sweep, long long index) {
    cr_sweep_state state;
    FILE *row = open_row(sweep, index, &state);
    if (row) fclose(row);
    return state;
}

cr_status cr_sweep_row_remove(const cr_sweep *sweep, long long index, cr_error *error) {
    char path[CR_SWEEP_PATH];
    row_path(sweep, index, path);
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
    put_number(out, o ? o->gain : CR_NAN);
    if (loudness) put_number(out, o ? o->loudness.lufs : CR_NAN);
    if (loudness) put_number(out, o ? 20.0 * log10(o->loudness.true_peak) : CR_NAN);
    put_number(out, o ? o->summary.energy_residual : CR_NAN);
    put_number(out, o ? o->summary.contact_force_least : CR_NAN);
    if (o) put_warnings(out, o);
    else fputc(',', out);
}

static void put_row(const cr_sweep *sweep, long long index, const cr_render_outcome *outcome,
                    const cr_error *failure, FILE *out) {
    char text[CR_SWEEP_VALUE];
    cr_sweep_sound_name(sweep, index, text);
    fprintf(out, "%lld,%s", index, outcome ? text : "");
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
                             const cr_error *failure, cr_error *error) {
    char path[CR_SWEEP_PATH], key[KEY];
    row_path(sweep, index, path);
    write_key(sweep, index, outcome ? "ok" : "failed", key);
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    fputs(key, cr_file_stream(file));
    put_row(sweep, index, outcome, failure, cr_file_stream(file));
    return cr_file_commit(file, error);
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

static bool copy_row(const cr_sweep *sweep, long long index, FILE *out) {
    cr_sweep_state state;
    FILE *row = open_row(sweep, index, &state);
    if (!row) return false;
    for (int c; (c = getc(row)) != EOF;) putc(c, out);
    fclose(row);
    return true;
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
        *complete = copy_row(sweep, index, cr_file_stream(file));
    if (*complete) return cr_file_commit(file, error);
    cr_file_discard(file);
    return CR_OK;
}
