// Forces that are given by samples, on all modes at once.
#include "modal/bank_internal.h"
#include "sound/sounder.h"

#include <string.h>

enum { HOLD = 16 }; // samples over which damping by contact does not change

#define DRIVE_NAME(word) word##_any
#define DRIVE_TARGET
#include "sound/drive_kernel.h"
#if CR_BANK_HAS_FMA
#undef DRIVE_NAME
#undef DRIVE_TARGET
#define DRIVE_NAME(word) word##_wide
#define DRIVE_TARGET __attribute__((target("avx2,fma")))
#include "sound/drive_kernel.h"
#endif

static void set_unit(cr_sounder *s, cr_push *p) {
    const cr_lanes *l = &s->lanes;
    const double *unit = cr_sounder_turned(s, p->unit, s->step);
    for (int j = 0; j < l->modes; j++) {
        p->drive[0][j] = l->inverse[0][j] * unit[j];
        p->drive[1][j] = l->inverse[1][j] * unit[j];
    }
}

// Rows of all lanes: those beyond the modes are heard by 0.
static void set_weights(cr_sounder *s, const cr_sound_weights *weights, int ear) {
    const double *const from[4] = {weights->re[0], weights->im[0], weights->re[1], weights->im[1]};
    size_t modes = (size_t)s->lanes.modes, count = (size_t)s->lanes.count;
    for (int k = 0; k < 4; k++) {
        double *row = s->weight + ((size_t)ear * 4 + (size_t)k) * count;
        if (row != from[k]) memcpy(row, from[k], modes * sizeof *row);
        memset(row + modes, 0, (count - modes) * sizeof *row);
        s->drive.weight[ear][k] = row;
    }
}

bool cr_sounder_drive_begin(cr_sounder *s, const cr_sound_weights *weights, const bool *stands) {
    cr_drive *d = &s->drive;
    d->lanes = &s->lanes;
    d->forces = 0;
    d->ears = s->def.ears;
    d->moving = false;
    for (int i = 0; i < CR_SOUND_PUSHES; i++) {
        cr_push *p = &s->push[i];
        if (!p->used || !p->fresh) continue;
        set_unit(s, p);
        for (int n = CR_SOUND_BLOCK - 1; n > 0; n--) p->step[n] = p->force[n] - p->force[n - 1];
        p->step[0] = 0.0; // with what was held before: cr_sounder_push_events
        d->unit[d->forces][0] = p->drive[0];
        d->unit[d->forces][1] = p->drive[1];
        d->step[d->forces++] = p->step;
    }
    for (int e = 0; d->forces && e < d->ears; e++) {
        set_weights(s, &weights[e], e);
        d->moving = d->moving || !stands[e];
    }
    return d->forces > 0;
}

void cr_sounder_drive(cr_sounder *s, int first, int n, double *const *out) {
    s->drive.first = first;
    s->drive.count = n;
#if CR_BANK_HAS_FMA
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        drive_wide(&s->drive, out);
        return;
    }
#endif
    drive_any(&s->drive, out);
}
