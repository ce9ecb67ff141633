#include "io/hrtf/hrtf.h"
#include "base/maths.h"
#include "io/file/file.h"

#include <mysofa.h>

static cr_status fail_open(const char *path, int trouble, cr_error *error) {
    if (trouble == MYSOFA_NO_MEMORY)
        return cr_fail(error, CR_ERR_MEMORY, path, "no memory for the filters of a head");
    return cr_fail(error, CR_ERR_INPUT, path, "is no SOFA file of a head (SimpleFreeFieldHRIR, two ears)");
}

// Where each direction's responses are, and the delays before them: one for all, or one for each.
static cr_status describe(const struct MYSOFA_HRTF *file, cr_arena *arena, cr_head_def *def,
                          cr_error *error) {
    const double degree = cr_pi / 180.0;
    size_t count = file->M, taps = file->N;
    cr_head_measure *measure = cr_arena_take(arena, count, sizeof *measure);
    double *response = cr_arena_take(arena, 2 * count * taps, sizeof *response);
    if (!measure || !response)
        return cr_fail(error, CR_ERR_MEMORY, "head", "no memory for %zu directions", count);
    for (size_t i = 0; i < 2 * count * taps; i++) response[i] = (double)file->DataIR.values[i];
    for (size_t i = 0; i < count; i++) {
        const float *from = file->SourcePosition.values + 3 * i;
        const float *delay = file->DataDelay.values + (file->DataDelay.elements >= 2 * count ? 2 * i : 0);
        double azimuth = (double)from[0] * degree, elevation = (double)from[1] * degree;
        measure[i] = (cr_head_measure){.from = {cr_cos(elevation) * cr_cos(azimuth),
                                                cr_cos(elevation) * cr_sin(azimuth), cr_sin(elevation)}};
        for (size_t side = 0; side < 2; side++) {
            measure[i].ear[side] = response + (2 * i + side) * taps;
            measure[i].delay[side] = file->DataDelay.elements >= 2 ? (double)delay[side] : 0.0;
        }
    }
    def->measure = measure;
    def->count = (int)count;
    def->taps = (int)taps;
    return CR_OK;
}

static cr_status make_head(struct MYSOFA_HRTF *file, const char *path, double rate, cr_arena *arena,
                           cr_head **head, cr_error *error) {
    const unsigned most = 100000;
    cr_head_def def = cr_head_def_default();
    if (file->R != 2 || file->C != 3 || file->M < 1 || file->M > most || file->N < 1 || file->N > most)
        return fail_open(path, MYSOFA_INVALID_FORMAT, error);
    int trouble = mysofa_resample(file, (float)rate);
    if (trouble != MYSOFA_OK) return fail_open(path, trouble, error);
    mysofa_loudness(file);
    mysofa_tospherical(file);
    def.rate = rate;
    cr_status status = describe(file, arena, &def, error);
    if (status == CR_OK) *head = cr_head_new(arena, &def, error);
    return status == CR_OK && !*head ? error->status : status;
}

cr_status cr_hrtf_load(const char *path, double rate, cr_arena *arena, cr_head **head, cr_error *error) {
    if (!path) path = CAROM_HRTF_DEFAULT;
    FILE *probe;
    cr_status status = cr_file_open(path, &probe, error);
    if (status != CR_OK) return status;
    fclose(probe);
    cr_arena_mark mark = cr_arena_here(arena);
    int trouble = MYSOFA_OK;
    struct MYSOFA_HRTF *file = mysofa_load(path, &trouble);
    if (!file) return fail_open(path, trouble, error);
    trouble = mysofa_check(file);
    status = trouble == MYSOFA_OK ? make_head(file, path, rate, arena, head, error)
                                  : fail_open(path, trouble, error);
    mysofa_free(file);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
