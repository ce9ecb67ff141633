// The queue: the body whose step ends first goes on first.
#include "world/s3.h"

// Bodies that are fixed or wait stand in the tree of boxes from the start.
static void place_still(cr_world *w) {
    for (int i = 0; i < w->model->bodies.count; i++)
        if (!cr_body_of(w, i)->joins || w->mover[i].asleep) cr_world_place(w, i);
}

static cr_status finish_at(cr_world *w, double time, const cr_world_sink *sink, cr_error *error) {
    cr_status status = CR_OK;
    while (w->heap_count > 0 && w->heap[0].t1 == time && status == CR_OK) {
        cr_group *g = &w->group[w->mover[w->heap[0].body].group];
        if (g->asleep) cr_group_wake(w, g, time);
        else status = cr_group_finish(w, g, sink, error);
    }
    return status;
}

static bool is_finite(const cr_world *w) {
    cr_world_energy e = cr_world_ledger(w);
    return isfinite(e.kinetic + e.vibration + e.potential + e.springs);
}

cr_status cr_world_run(cr_world *w, double until, const cr_world_sink *sink, cr_error *error) {
    enum { BETWEEN_REPORTS = 256 };
    cr_status status = CR_OK;
    if (!(until >= w->time)) return cr_fail(error, CR_ERR_RANGE, "world", "time does not run backwards");
    if (w->serial == 0) {
        place_still(w);
        status = cr_world_begin_steps(w, 0.0, sink, error);
    }
    for (long long n = 0; status == CR_OK && w->heap_count > 0 && w->heap[0].t1 <= until; n++) {
        double time = w->heap[0].t1;
        status = finish_at(w, time, sink, error);
        if (status == CR_OK) status = cr_world_begin_steps(w, time, sink, error);
        if (status != CR_OK) break;
        w->time = time;
        if (n % BETWEEN_REPORTS) continue;
        if (!is_finite(w))
            return cr_fail(
                error, CR_ERR_NUMERIC, "world", "became NaN or infinite%s",
                cr_world_is_s3(w) ? ": the preset s3 does not bear fast turning, take shorter steps" : "");
        if (sink && sink->progress && !sink->progress(sink->context, time)) return CR_STOPPED;
    }
    if (status == CR_OK) w->time = until;
    return status;
}
