// One hard impact by six schemes, and what a hundred rebounds make of their errors.
#include "demo/demo.h"

enum { TRACE_MOST = 64, EXACT_POINTS = 400 };

static const char *const scheme_names[CR_DEMO_SCHEMES] = {"am1", "verlet",  "heun",
                                                          "rk4", "psi-foh", "dg-invariant-time"};

// S0's case 2: the contact lasts 5.9 samples.
static cr_impact hard_impact(const char *scheme) {
    cr_impact impact = cr_impact_default();
    cr_law_set(&impact.law, "k", 1e9, NULL);
    cr_law_prepare(&impact.law, NULL);
    impact.velocity = 1.0;
    impact.scheme = cr_scheme_find(scheme, NULL);
    return impact;
}

static void hear(void *trace, const cr_sample *sample) {
    cr_trace_add(trace, sample);
}

static cr_status run_scheme(const cr_command *command, const char *name, cr_demo_run *run, cr_error *error) {
    run->impact = hard_impact(name);
    cr_status status = cr_trace_new(&run->trace, command, TRACE_MOST, error);
    if (status != CR_OK) return status;
    cr_sample first = cr_sample_first(&run->impact);
    cr_trace_add(&run->trace, &first);
    status = cr_impact_run(&run->impact, (cr_sample_sink){hear, &run->trace}, &run->result, error);
    cr_impact next = run->impact;
    cr_impact_exact exact = {.v_out = -run->impact.velocity};
    for (int i = 0; i < CR_DEMO_REBOUNDS && status == CR_OK; i++) {
        cr_impact_result result;
        status = cr_impact_run(&next, (cr_sample_sink){0}, &result, error);
        if (status == CR_OK) status = cr_impact_reference(&next.law, next.mass, 0.0, -exact.v_out, &exact);
        double ratio = result.v_out / exact.v_out;
        run->H_error_percent[i] = 100.0 * (ratio * ratio - 1.0);
        next.velocity = -result.v_out;
    }
    return status;
}

static cr_status compute(const cr_command *command, cr_demo *demo, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; i < CR_DEMO_SCHEMES && status == CR_OK; i++)
        status = run_scheme(command, scheme_names[i], &demo->runs[i], error);
    if (status == CR_OK) status = cr_trace_new(&demo->exact, command, EXACT_POINTS, error);
    if (status != CR_OK) return status;
    double h = 1.0 / demo->runs[0].impact.rate;
    return cr_trace_exact(&demo->exact, &demo->runs[0].impact, -0.4 * h, 7.0 * h, error);
}

cr_status cr_demo_impact(const cr_command *command, const char *path, cr_error *error) {
    cr_demo *demo = cr_command_take(command, 1, sizeof *demo, error);
    cr_status status = demo ? compute(command, demo, error) : error->status;
    return status == CR_OK ? cr_demo_plot(demo, path, error) : status;
}
