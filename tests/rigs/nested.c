#include "nested.h"
#include "force_record.h"

#include <math.h>
#include <stdlib.h>

static double add_vessels(world_rig *rig, const stack_def *d) {
    static const char *const name[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    const cr_form *form = cr_form_new(d->form, d->size, rig->arena, NULL);
    if (!form) abort();
    for (int i = 0; i < d->count; i++) {
        double above = d->seated && i == 0 ? 0.0 : d->drop * (i + 1);
        cr_body_def body = body_at(d->off * i, i % 2 ? 0.0 : d->off * i, above + d->apart * i - form->low.z);
        body.from_origin = true;
        body.fixed = d->seated && i == 0;
        if (!body.fixed) body.turn = turn_about((cr_vec){1.0, 2.0 * i - 1.0, 0.0}, d->tilt * (i + 1));
        body.density = d->mass / form->volume;
        body.grip.rest = body.grip.dynamic = d->friction;
        body.grip.rolling = d->rolling;
        world_add(rig, name[i], d->form, d->size, body);
    }
    return 9.81 * d->mass * (d->count - d->seated);
}

static void measure(const world_rig *rig, const stack_def *d, const force_record *record, double weight,
                    stack_result *result) {
    int quarter = 1;
    while (8 * quarter <= record->count) quarter *= 2;
    double band[FORCE_BANDS];
    force_record_bands(record, record->count - 1 - quarter, quarter, weight, band);
    result->noise = force_record_worst(band);
    result->change = force_record_turning(record, record->count - 1 - quarter) / weight;
    result->force = record->force[record->count - 2] / weight;
    for (int i = 1; i < d->count; i++)
        result->apart[i - 1] =
            cr_world_body(rig->world, i + 1).pose.at.z - cr_world_body(rig->world, i).pose.at.z;
    result->stats = cr_world_statistics(rig->world);
    result->residual = cr_world_ledger(rig->world).residual;
}

stack_result stack_drop(const stack_def *d) {
    cr_world_def def = quiet_world(d->step);
    if (d->flat > 0.0) def.flat = d->flat;
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, d->friction);
    double weight = add_vessels(&rig, d);
    world_start(&rig);
    force_record record = force_record_new(d->step, d->duration, -1);
    cr_world_sink sink = force_record_sink(&record);
    stack_result result = {0};
    for (double t = 0.01; t < d->duration + 1e-9; t += 0.01) {
        world_run(&rig, t, &sink);
        result.kinetic = cr_world_ledger(rig.world).kinetic;
        if (result.kinetic > 1e-20) result.rest = t;
    }
    measure(&rig, d, &record, weight, &result);
    force_record_free(&record);
    world_end(&rig);
    return result;
}
