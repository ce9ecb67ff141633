#include "impact/trace.h"

cr_status cr_trace_new(cr_trace *trace, const cr_command *command, int capacity, cr_error *error) {
    double *columns = cr_command_take(command, 5 * (size_t)capacity, sizeof *columns, error);
    if (!columns) return error->status;
    *trace = (cr_trace){.t = columns,
                        .x = columns + capacity,
                        .v = columns + 2 * capacity,
                        .force = columns + 3 * capacity,
                        .energy = columns + 4 * capacity,
                        .capacity = capacity,
                        .stride = 1};
    return CR_OK;
}

static void keep_every_other(cr_trace *trace) {
    double *columns[] = {trace->t, trace->x, trace->v, trace->force, trace->energy};
    int kept = (trace->count + 1) / 2;
    for (int c = 0; c < 5; c++)
        for (int i = 0; i < kept; i++) columns[c][i] = columns[c][2 * i];
    trace->count = kept;
    trace->stride *= 2;
}

void cr_trace_add(cr_trace *trace, const cr_sample *sample) {
    if (trace->seen++ % trace->stride) return;
    if (trace->count == trace->capacity) {
        keep_every_other(trace);
        if ((trace->seen - 1) % trace->stride) return;
    }
    int i = trace->count++;
    trace->t[i] = sample->t;
    trace->x[i] = sample->x;
    trace->v[i] = sample->v;
    trace->force[i] = sample->force;
    trace->energy[i] = sample->energy;
}

static cr_sample sample_at(const cr_impact *impact, double t, double x, double v, bool touching) {
    const cr_law *law = &impact->law;
    double energy = 0.5 * impact->mass * v * v + law->type->ops->potential(law, x);
    return (cr_sample){t + 0.0, x + 0.0, v, touching ? cr_law_force(law, x, v) : 0.0, energy};
}

cr_sample cr_sample_first(const cr_impact *impact) {
    double h = 1.0 / (impact->rate * impact->oversample), x, v;
    cr_approach(impact->mass, h, impact->force, impact->velocity, impact->phase, &x, &v);
    return sample_at(impact, -impact->phase * h, x, v, true);
}

// Where to look at the motion: once in flight, then from the touch on, densely while all is fast.
static double time_of(int i, int count, double t_begin, double t_dense, double t_end) {
    int half = count / 2;
    if (i == 0) return t_begin;
    double near = (double)(i - 1) / half, far = (double)(i - 1 - half) / (count - 2 - half);
    return i <= half ? t_dense * near * near : t_dense + (t_end - t_dense) * far;
}

cr_status cr_trace_exact(cr_trace *trace, const cr_impact *impact, double t_begin, double t_end,
                         cr_error *error) {
    cr_located sim;
    cr_event event;
    double x, v;
    if (impact->law.two_sided) t_begin = 0.0; // no flight before it: it would pull
    cr_approach(impact->mass, -t_begin, impact->force, impact->velocity, 1.0, &x, &v);
    cr_located_init(&sim, &impact->law, impact->mass, impact->force, x, v, impact->velocity);
    double slow = cr_law_duration(&impact->law, impact->mass, impact->velocity);
    trace->count = 0;
    for (int i = 0; i < trace->capacity; i++) {
        double t = time_of(i, trace->capacity, t_begin, fmin(2.0 * slow, t_end), t_end);
        if (cr_located_run(&sim, t - t_begin, false, &event) != CR_OK)
            return cr_fail(error, CR_ERR_NUMERIC, "reference", "the exact motion could not be followed");
        cr_sample sample = sample_at(impact, t, sim.x, sim.v, sim.touching);
        cr_trace_add(trace, &sample);
    }
    return CR_OK;
}

void cr_column_scale(double *column, int count, double factor) {
    for (int i = 0; i < count; i++) column[i] *= factor;
}
