// The tables of schemes and corrections, and what every stepper can do whatever its scheme.
#include "exact/parabola.h"
#include "scheme/scheme_internal.h"

static const cr_scheme *const schemes[] = {
#define X(name) &cr_scheme_##name,
    CR_SCHEME_LIST(X)
#undef X
};
static const cr_correction *const corrections[] = {
#define X(name) &cr_correction_##name,
    CR_CORRECTION_LIST(X)
#undef X
};
enum {
    SCHEME_COUNT = sizeof schemes / sizeof *schemes,
    CORRECTION_COUNT = sizeof corrections / sizeof *corrections
};

const cr_scheme *const *cr_schemes(int *count) {
    *count = SCHEME_COUNT;
    return schemes;
}

const cr_correction *const *cr_corrections(int *count) {
    *count = CORRECTION_COUNT;
    return corrections;
}

const cr_scheme *cr_scheme_find(const char *name, cr_error *error) {
    const char *names[SCHEME_COUNT];
    for (int i = 0; i < SCHEME_COUNT; i++) names[i] = schemes[i]->name;
    int index = cr_name_find("scheme", name, names, SCHEME_COUNT, error);
    return index < 0 ? NULL : schemes[index];
}

const cr_correction *cr_correction_find(const char *name, cr_error *error) {
    const char *names[CORRECTION_COUNT];
    for (int i = 0; i < CORRECTION_COUNT; i++) names[i] = corrections[i]->name;
    int index = cr_name_find("correction", name, names, CORRECTION_COUNT, error);
    return index < 0 ? NULL : corrections[index];
}

static const double most_loss =
    600.0; // mu v up to which 1 + mu v = e^-(1 + mu v_in) at release is a normal number

static cr_status check_support(const cr_scheme *scheme, const cr_law *law, double force, double v,
                               cr_error *error) {
    const char *name = scheme->name, *law_name = law->type->name;
    double mu;
    bool invariant = cr_law_has_invariant(law, &mu);
    if ((scheme->traits & CR_NEEDS_INVARIANT) && !invariant)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "scheme",
                       "%s needs a law with the Hunt-Crossley invariant (hunt-crossley, power), not %s", name,
                       law_name);
    if ((scheme->traits & CR_NEEDS_INVARIANT) && force != 0.0)
        return cr_fail(
            error, CR_ERR_UNSUPPORTED, "scheme",
            "%s has no invariant under an external force; psi-foh, psi and two-point keep the balance", name);
    if ((scheme->traits & CR_NEEDS_INVARIANT) && fabs(law->mu * v) > most_loss)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "scheme", "%s needs mu v up to %g, got %g", name, most_loss,
                       fabs(law->mu * v));
    if ((scheme->traits & CR_NEEDS_ONE_SIDED) && law->two_sided)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "scheme", "%s needs a one-sided law, not %s", name,
                       law_name);
    if ((scheme->traits & CR_NEEDS_LINEAR_DAMPER) && law->lambda > 0.0 && law->q != 1.0)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "scheme",
                       "%s needs damping in proportion to speed, q = 1, got q = %g", name, law->q);
    if (law->recovers && !(scheme->traits & CR_ALLOWS_RECOVERY))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "scheme", "%s cannot do recovery=1; adaptive can", name);
    return CR_OK;
}

cr_status cr_stepper_init(cr_stepper *stepper, const cr_scheme *scheme, const cr_law *law, double m, double h,
                          double force, double x, double v, cr_error *error) {
    cr_status status = check_support(scheme, law, force, v, error);
    if (status != CR_OK) return status;
    *stepper = (cr_stepper){.scheme = scheme, .law = *law, .m = m, .h = h, .force = force, .x = x, .v = v};
    scheme->init(stepper);
    return CR_OK;
}

void cr_stepper_step(cr_stepper *stepper) {
    stepper->scheme->step(stepper);
    stepper->steps++;
}

double cr_stepper_energy(const cr_stepper *stepper) {
    return stepper->scheme->energy(stepper);
}

double cr_stepper_velocity(const cr_stepper *stepper) {
    bool ahead = (stepper->scheme->traits & CR_STAGGERED) && (stepper->x > 0.0 || stepper->law.two_sided);
    if (!ahead) return stepper->v;
    return stepper->v - 0.5 * stepper->h / stepper->m * cr_law_force(&stepper->law, stepper->x, stepper->v);
}

bool cr_stepper_apart(const cr_stepper *stepper) {
    bool free = stepper->f_mean == 0.0 || stepper->law.two_sided;
    return free && stepper->x <= 0.0 && stepper->v < 0.0;
}

// A two-sided connection is not free beyond the surface: its spring has taken some of the speed since.
static void leave_two_sided(const cr_stepper *s, cr_parabola now, double *back, double *v) {
    double taken = 2.0 / s->m * s->law.type->ops->potential(&s->law, now.x);
    *v = -sqrt(cr_max(now.v * now.v - 2.0 * now.a * now.x + taken, 0.0));
    *back = now.x == 0.0 ? 0.0 : 2.0 * now.x / (now.v + *v);
}

void cr_stepper_release(const cr_stepper *stepper, double *t, double *v) {
    cr_parabola now = {stepper->x, cr_stepper_velocity(stepper), stepper->force / stepper->m};
    double back;
    if (stepper->law.two_sided) {
        leave_two_sided(stepper, now, &back, v);
    } else { // the flight in reverse: in through the surface, then on until contact holds
        cr_parabola reverse = {now.x, -now.v, now.a};
        double turn = now.a < 0.0 ? now.v / now.a : HUGE_VAL,
               surface = fmin(cr_parabola_time_in(reverse), turn);
        double begun = fmin(turn, cr_max((double)stepper->steps * stepper->h, 2.0 * surface));
        double held = cr_parabola_contact(now, &stepper->law, -surface, -begun);
        back = held == HUGE_VAL ? surface : -held;
        *v = now.v - now.a * back;
    }
    *t = (double)stepper->steps * stepper->h - back;
}

void cr_approach(double m, double h, double force, double v_in, double phase, double *x, double *v) {
    double dt = phase * h, a = force / m;
    *v = v_in - a * dt;
    *x = -dt * (v_in - 0.5 * a * dt);
}

double cr_sample_energy(const cr_stepper *stepper) {
    double stored = stepper->law.type->ops->potential(&stepper->law, stepper->x);
    return 0.5 * stepper->m * stepper->v * stepper->v + stored - stepper->force * stepper->x;
}

double cr_interval_energy(const cr_stepper *stepper, double stored) {
    double rate = stepper->travel / stepper->h;
    return 0.5 * stepper->m * rate * rate + stored - 0.5 * stepper->force * (stepper->x + stepper->x_before);
}

void cr_three_level_init(cr_stepper *s) {
    s->travel = s->h * (s->v - 0.5 * s->h * s->force / s->m);
    s->x_before = s->x - s->travel;
    const cr_law_ops *ops = s->law.type->ops;
    s->psi = 0.5 * (ops->psi(&s->law, s->x) + ops->psi(&s->law, s->x_before));
}

double cr_three_level_travel(const cr_stepper *s, double f) {
    return s->travel + s->h * s->h / s->m * (s->force - f);
}

double cr_three_level_free(const cr_stepper *s) {
    return s->x + cr_three_level_travel(s, 0.0);
}

double cr_three_level_advance(cr_stepper *s, double travel, double f) {
    double way = s->travel + travel;
    s->travel = travel;
    s->x_before = s->x;
    s->x += travel;
    s->v = travel / s->h + 0.5 * s->h * s->force / s->m;
    s->f_mean = f;
    return way;
}
