#include "io/file/text.h"
#include "command.h"
#include "io/file/json_pairs.h"
#include "simulate/job.h"

#include <string.h>

static double speed(const cr_simulate_outcome *o) {
    double simulated = o->duration - o->resumed;
    return o->cpu_seconds > 0.0 ? simulated / o->cpu_seconds : CR_NAN;
}

// Of what was stored at most.
static double residual(const cr_simulate_outcome *o) {
    return o->energy_greatest > 0.0 ? fabs(o->energy.residual) / o->energy_greatest : 0.0;
}

static void put_end(const cr_simulate_job *job, const cr_simulate_outcome *o, FILE *out) {
    static const char *const ends[] = {"", ": everything rests", "", ": it did not come to rest"};
    fprintf(out, "duration    %.6g s", o->duration);
    if (o->end == CR_SIMULATE_BOUNDS)
        fprintf(out, ": \"%s\" is out of bounds", cr_world_model_name(job->model, o->beyond));
    else fputs(ends[o->end], out);
    if (o->resumed > 0.0) fprintf(out, ", gone on from %.6g s", o->resumed);
    putc('\n', out);
}

void cr_simulate_text(const cr_simulate_job *job, const cr_simulate_outcome *o, FILE *out) {
    const cr_world_stats *s = &o->stats;
    cr_text_plain(out, job->output);
    fputs(":\n", out);
    put_end(job, o, out);
    fprintf(out, "computing   %.3g s, %.3g times as fast as time\n", o->cpu_seconds, speed(o));
    fprintf(out, "bodies      %d, at most %d contact point%s and %d freedoms together\n",
            cr_world_model_bodies(job->model), s->contacts_greatest, s->contacts_greatest == 1 ? "" : "s",
            s->freedoms_greatest);
    fprintf(out, "steps       %lld, %lld of single bodies, %lld cut short, %lld repeated\n", s->steps,
            s->body_steps, s->rollbacks, s->redone);
    fprintf(out,
            "energy      %.6g J moving, %.6g J vibrating; lost %.6g J by impacts, %.6g J by friction, %.6g J "
            "by damping\n",
            o->energy.kinetic, o->energy.vibration, o->energy.impacts, o->energy.friction, o->energy.damping);
    if (s->contacts_before > 0)
        fprintf(
            out,
            "preset s3   %.6g J given by the scheme, %.3g of 100 contacts bear load, no friction in %lld of "
            "%lld solves\n",
            o->energy.scheme, 100.0 * (double)s->contacts_after / (double)s->contacts_before,
            s->friction_culled, s->holds);
    fprintf(out, "balance     error %.2g of the greatest energy, greatest gain of a step %.2g J\n",
            residual(o), s->gain_greatest);
    fprintf(out, "solver      greatest residual %.2g, %lld thorough solves, %lld not solved\n",
            s->residual_greatest, s->fallbacks, s->unsolved);
    fprintf(out, "overlap     at most %.3g m beyond what contact springs give\n",
            s->penetration_greatest + 0.0); // not -0
}

void cr_simulate_json(const cr_simulate_job *job, const cr_simulate_outcome *o, cr_json *json) {
    const cr_world_stats *s = &o->stats;
    cr_json_object_begin(json);
    cr_json_pair(json, "duration", o->duration);
    cr_json_pair_integer(json, "steps", s->steps);
    cr_json_pair(json, "cpu_seconds", o->cpu_seconds);
    cr_json_pair(json, "realtime_factor", speed(o));
    cr_json_pair_integer(json, "bodies", cr_world_model_bodies(job->model));
    cr_json_pair_integer(json, "contacts_greatest", s->contacts_greatest);
    cr_json_pair_integer(json, "dof_greatest", s->freedoms_greatest);
    cr_json_pair(json, "energy_residual", residual(o));
    cr_json_pair(json, "energy_gain_greatest", s->gain_greatest);
    cr_json_pair_integer(json, "unsolved", s->unsolved);
    cr_json_pair(json, "residual_greatest", s->residual_greatest);
    cr_json_pair_integer(json, "fallbacks", s->fallbacks);
    cr_json_pair(json, "penetration_greatest", s->penetration_greatest);
    cr_json_pair(json, "momentum_error", s->momentum_error);
    cr_json_pair_integer(json, "rollbacks", s->rollbacks);
    cr_json_pair_integer(json, "redone", s->redone);
    cr_json_pair_integer(json, "ups", s->ups);
    cr_json_pair_integer(json, "downs", s->downs);
    cr_json_pair_integer(json, "friction_culled", s->friction_culled);
    bool reduced = s->contacts_before > 0; // the default step does not reduce points
    cr_json_pair(json, "contacts_before", reduced ? (double)s->contacts_before : CR_NAN);
    cr_json_pair(json, "contacts_after", reduced ? (double)s->contacts_after : CR_NAN);
    cr_json_key(json, "step_histogram");
    cr_json_array_begin(json);
    for (size_t i = 0; i < sizeof s->step_histogram / sizeof *s->step_histogram; i++)
        cr_json_integer(json, s->step_histogram[i]);
    cr_json_array_end(json);
    cr_json_object_end(json);
}

void cr_simulate_warn(const cr_simulate_job *job, const cr_simulate_outcome *o) {
    const cr_world_stats *s = &o->stats;
    char line[320];
    if (o->end == CR_SIMULATE_BOUNDS) {
        snprintf(
            line, sizeof line,
            "warning: \"%s\" is farther than %g m from the origin, which ended it at %.4g s (world.bounds)",
            cr_world_model_name(job->model, o->beyond), job->plan.bounds, o->duration);
        cr_report("simulate", job->path, line);
    }
    if (s->unsolved && s->contacts_before > 0) {
        snprintf(line, sizeof line, "warning: staggered projections did not settle in %lld of %lld steps",
                 s->unsolved, s->steps);
        cr_report("simulate", job->path, line);
    } else if (s->unsolved) {
        snprintf(line, sizeof line,
                 "warning: %lld of %lld steps were not solved to 1e-8; what was taken gives no energy",
                 s->unsolved, s->steps);
        cr_report("simulate", job->path, line);
    }
    if (s->dropped_points) {
        snprintf(line, sizeof line,
                 "warning: %lld contact points were more than two bodies may have and were left out",
                 s->dropped_points);
        cr_report("simulate", job->path, line);
    }
}
