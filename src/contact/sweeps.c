#include "contact/stages.h"

#include <string.h>

void cr_stage_sweeps(cr_stage *stage, double *best, int sweeps, int most) {
    double *r = stage->r, before = HUGE_VAL;
    size_t bytes = 3 * (size_t)stage->origin->p->contacts * sizeof *r;
    stage->residual = HUGE_VAL;
    for (int done = 0; done < most; done += 2) {
        cr_operator_move(stage->origin, r);
        cr_operator_sweep(stage->origin, r, false);
        cr_operator_sweep(stage->origin, r, true);
        stage->iterations += 2;
        double now = cr_operator_residual(stage->origin, r, stage->scale);
        if (now < stage->residual) {
            stage->residual = now;
            memcpy(best, r, bytes);
        }
        if (now <= stage->tolerance || (done + 2 >= sweeps && !(now <= 0.5 * before))) break;
        before = now;
    }
    memcpy(r, best, bytes);
}
