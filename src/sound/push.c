// Forces that are known sample by sample: steps of force at every sample.
#include "sound/sounder.h"

#include "base/numeric.h"

#include <string.h>

cr_status cr_sounder_push(cr_sounder *s, unsigned key, cr_vec at, cr_vec direction,
                          const double force[CR_SOUND_BLOCK], cr_error *error) {
    cr_push *push = NULL;
    for (int i = 0; i < CR_SOUND_PUSHES; i++)
        if (s->push[i].used && s->push[i].key == key) push = &s->push[i];
    for (int i = 0; i < CR_SOUND_PUSHES && !push; i++)
        if (!s->push[i].used) push = &s->push[i];
    if (!push)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "push", "more than %d keys at a time", CR_SOUND_PUSHES);
    for (int n = 0; n < CR_SOUND_BLOCK; n++)
        if (!isfinite(force[n])) return cr_fail(error, CR_ERR_INPUT, "push", "sample %d is not finite", n);
    if (!push->used) push->last = 0.0;
    push->key = key;
    push->used = push->fresh = true;
    memset(push->unit, 0, (size_t)s->lanes.count * sizeof(double));
    cr_sounder_project(s, at, direction, push->unit);
    memcpy(push->force, force, sizeof push->force);
    return CR_OK;
}

// v += step/lambda at the first sample of a block: what was held ends where it was.
void cr_sounder_push_events(cr_sounder *s) {
    bool any = false;
    for (int i = 0; i < CR_SOUND_PUSHES; i++) {
        cr_push *p = &s->push[i];
        if (!p->used) continue;
        if (!any) memset(s->step, 0, (size_t)s->lanes.count * sizeof(double));
        any = true;
        double now = p->fresh ? p->force[0] : 0.0;
        for (int j = 0; j < s->lanes.modes; j++) s->step[j] += now * p->unit[j] - p->last * p->before[j];
        if (!p->fresh) p->used = false;
    }
    if (!any) return;
    for (int j = 0; j < s->lanes.count; j++) {
        s->phasor[0][j] = 1.0;
        s->phasor[1][j] = 0.0;
    }
    cr_lanes_kick(&s->lanes, cr_sounder_turned(s, s->step, s->step), 1, s->phasor[0], s->phasor[1]);
}

void cr_sounder_push_end(cr_sounder *s) {
    for (int i = 0; i < CR_SOUND_PUSHES; i++) {
        cr_push *p = &s->push[i];
        if (!p->used) continue;
        p->fresh = false;
        p->last = p->force[CR_SOUND_BLOCK - 1];
        memcpy(p->before, p->unit, (size_t)s->lanes.count * sizeof(double));
    }
}
