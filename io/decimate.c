#include "io/decimate.h"

#include <assert.h>
#include <soxr.h>
#include <stdlib.h>
#include <string.h>

struct cr_decimate {
    soxr_t soxr; // NULL: ratio 1
    int channels;
};

cr_decimate *cr_decimate_new(int channels, int ratio, cr_error *error) {
    assert(channels > 0 && ratio > 0);
    cr_decimate *decimate = calloc(1, sizeof *decimate);
    soxr_error_t trouble = NULL;
    if (decimate && ratio > 1) {
        soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT64_I, SOXR_FLOAT64_I);
        soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
        decimate->soxr = soxr_create(ratio, 1.0, (unsigned)channels, &trouble, &io, &quality, NULL);
    }
    if (!decimate || trouble) {
        cr_fail(error, CR_ERR_MEMORY, "oversample", "no decimation by %d: %s", ratio,
                trouble ? trouble : "out of memory");
        cr_decimate_free(decimate);
        return NULL;
    }
    decimate->channels = channels;
    return decimate;
}

void cr_decimate_free(cr_decimate *decimate) {
    if (!decimate) return;
    if (decimate->soxr) soxr_delete(decimate->soxr);
    free(decimate);
}

int cr_decimate_run(cr_decimate *decimate, const double *in, int frames, double *out, int room) {
    if (!decimate->soxr) {
        assert(frames <= room);
        memcpy(out, in, (size_t)frames * (size_t)decimate->channels * sizeof *out);
        return frames;
    }
    size_t taken = 0, made = 0;
    soxr_error_t trouble =
        soxr_process(decimate->soxr, frames ? in : NULL, (size_t)frames, &taken, out, (size_t)room, &made);
    assert(!trouble && taken == (size_t)frames);
    (void)trouble;
    return (int)made;
}
