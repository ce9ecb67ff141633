#include "fit.h"

static const double g = 9.81;

// The sum of all forces of a step on the body with the higher number, upwards.
typedef struct support {
    double time, force, least, most;
    int steps, points;
} support;

static void end_step(support *s) {
    if (s->time < 0.0 || s->points == 0) return;
    s->least = fmin(s->least, s->force);
    s->most = fmax(s->most, s->force);
    s->steps++;
}

static cr_status add_force(void *context, const cr_world_contact *c) {
    support *s = context;
    if (c->t0 != s->time) {
        end_step(s);
        s->time = c->t0;
        s->force = 0.0;
        s->points = 0;
    }
    s->force -= c->force.z + c->impulse.z / (c->t1 - c->t0);
    s->points++;
    return CR_OK;
}

double fit_noise_until(world_rig *rig, double until, double weight, int *points) {
    support s = {.time = -1.0, .least = HUGE_VAL, .most = -HUGE_VAL};
    cr_world_sink sink = {.context = &s, .contact = add_force};
    world_run(rig, until, &sink);
    end_step(&s);
    *points = s.points;
    return fmax(s.most - weight, weight - s.least) / weight;
}

int fit_add(world_rig *rig, const char *name, const cr_form *form, cr_body_def def) {
    cr_part_def part = {.form = form, .pose = {.turn = cr_quat_none}};
    def.name = name, def.parts = &part, def.part_count = 1;
    int body = cr_world_model_add(rig->model, &def, &rig->error);
    if (body < 0) abort();
    return body;
}

const cr_form *fit_ellipsoid(test_field *field, double a, double b, double c) {
    test_ellipsoid(field, a, b, c);
    double v = 4.0 / 3.0 * test_pi * a * b * c;
    field->form.volume = v;
    field->form.inertia[0] = 0.2 * v * (b * b + c * c);
    field->form.inertia[1] = 0.2 * v * (a * a + c * c);
    field->form.inertia[2] = 0.2 * v * (a * a + b * b);
    return &field->form;
}

// How far a body is above what is below it.
static double room_below(const cr_form *body, const cr_form *hollow, cr_vec at, cr_quat turn) {
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(body, hollow);
    m.pose_a = (cr_pose){at, turn};
    cr_touch_find(&m, 0.02, &memory, NULL);
    double gap = HUGE_VAL;
    for (int i = 0; i < memory.count; i++) gap = fmin(gap, memory.touch[i].gap);
    return gap;
}

fit_ends fit_two_ends(double ratio, double step, double duration) {
    const double c = 0.01, a = sqrt(ratio * 1e-3 * c), wide = 0.06;
    test_field one, two;
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    const cr_form *hollow = test_field_make(&two, &test_hollow_ops, wide),
                  *form = fit_ellipsoid(&one, a, c, c);
    cr_body_def shell = body_at(0, 0, 0), body = body_at(0, 0, -0.04);
    shell.fixed = true;
    body.turn = turn_about((cr_vec){0, 1, 0}, 0.02);
    body.spin.x = 0.2;
    body.density = 0.05 / form->volume;
    for (int i = 0; i < 60; i++) body.at.z -= room_below(form, hollow, body.at, body.turn);
    body.at.z += 1e-7;
    fit_add(&rig, "hollow", hollow, shell);
    int b = fit_add(&rig, "ellipsoid", form, body);
    world_start(&rig);
    double weight = g * cr_world_model_mass(rig.model, b), start = world_energy(&rig);
    world_run(&rig, duration - 0.02, NULL);
    int points;
    fit_ends ends = {.noise = fit_noise_until(&rig, duration, weight, &points)};
    ends.points = points;
    ends.deep = cr_world_statistics(rig.world).penetration_greatest;
    ends.gained = world_energy(&rig) - start;
    ends.residual = cr_world_ledger(rig.world).residual;
    world_end(&rig);
    return ends;
}
