// Mehrotra's predictor and corrector on the central path of contact/inner.h, from the middle of the cones.
#include "contact/interior.h"
#include "base/numeric.h"
#include "contact/cone.h"
#include "contact/stages.h"

#include <string.h>

enum { SHORT_STEPS = 4 };

static bool take(cr_interior *m, cr_arena *arena) {
    size_t count = 3 * (size_t)m->inner->s->contacts + 1;
    double **vectors[] = {&m->rd, &m->f, &m->c, &m->ax, &m->az, &m->dx, &m->dz, &m->r};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!(*vectors[i] = cr_arena_take(arena, count, sizeof **vectors[i]))) return false;
    m->before = cr_inner_state_take(m->inner, arena);
    return m->before.numbers != NULL;
}

cr_status cr_interior_make(cr_interior *m, cr_inner *inner, cr_arena *arena, cr_error *error) {
    m->inner = inner;
    if (take(m, arena)) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for the interior point method");
}

// c = lambda^-1 o (target e - dx_a o dz_a) - lambda; without the last product where `second` is false.
static void aim(cr_interior *m, double target, bool second) {
    cr_inner *in = m->inner;
    for (int i = 0; i < in->s->contacts; i++) {
        double v[3] = {target, 0.0, 0.0}, a[3], b[3];
        if (second) {
            cr_apply3(in->g + 9 * i, m->ax + 3 * i, a);
            cr_apply3(in->g_inverse + 9 * i, m->az + 3 * i, b);
            v[0] -= cr_dot3(a, b);
            v[1] -= a[0] * b[1] + b[0] * a[1];
            v[2] -= a[0] * b[2] + b[0] * a[2];
        }
        cr_inner_divide(in, i, v, m->c + 3 * i);
        for (int k = 0; k < 3; k++) m->c[3 * i + k] -= in->lambda[3 * i + k];
    }
}

static double dot_after(const cr_interior *m, double share) {
    double sum = 0.0;
    for (int k = 0; k < 3 * m->inner->s->contacts; k++)
        sum += (m->inner->x[k] + share * m->ax[k]) * (m->inner->z[k] + share * m->az[k]);
    return sum / m->inner->s->contacts;
}

// No contact far from the path: det x det z >= (1e-3 tau)^2.
static bool near_path(const cr_inner *in) {
    double least = cr_square(1e-3 * cr_inner_tau(in));
    for (int i = 0; i < in->s->contacts; i++)
        if (!(cr_inner_det_x(in, i) * cr_inner_det_z(in, i) >= least)) return false;
    return true;
}

static double step(cr_interior *m) {
    cr_inner *in = m->inner;
    double share = 0.99 * cr_inner_reach(in, m->dx, m->dz);
    cr_inner_save(in, &m->before);
    for (int i = 0; i < 60; i++, share *= 0.8) {
        cr_inner_move(in, share, m->dx, m->dz);
        if (near_path(in)) return share;
        cr_inner_restore(in, &m->before);
    }
    return 0.0;
}

static double centring(cr_interior *m, double tau) {
    double after = dot_after(m, cr_min(1.0, cr_inner_reach(m->inner, m->ax, m->az)));
    double ratio = cr_max(after, 0.0) / tau;
    return cr_clamp(ratio * ratio * ratio, 1e-6, 1.0);
}

double cr_interior_step(cr_interior *m, double centre, bool second) {
    cr_inner *in = m->inner;
    double tau = cr_inner_tau(in);
    if (!(tau < 1e100) || tau < 1e-25 || !cr_inner_scale(in)) return 0.0;
    if (!cr_scaled_factor(in->s, in->e, NULL, in->e_inverse)) return 0.0;
    cr_inner_residue(in, m->rd);
    for (int k = 0; k < 3 * in->s->contacts; k++) {
        m->f[k] = -m->rd[k];
        m->c[k] = -in->lambda[k];
    }
    cr_inner_direction(in, m->f, m->c, m->ax, m->az);
    aim(m, cr_max(centre, centring(m, tau)) * tau, second);
    cr_inner_direction(in, m->f, m->c, m->dx, m->dz);
    return step(m);
}

bool cr_interior_better(cr_interior *m, cr_stage *stage) {
    cr_scaled_reactions(m->inner->s, m->inner->x, m->r);
    double residual = cr_operator_residual(m->inner->s->origin, m->r, stage->scale);
    if (residual < stage->residual) {
        stage->residual = residual;
        memcpy(stage->r, m->r, 3 * (size_t)m->inner->s->contacts * sizeof *m->r);
    }
    return stage->residual <= stage->tolerance;
}

bool cr_interior_run(cr_interior *m, cr_stage *stage, int iterations, double centre, bool second) {
    int short_steps = 0;
    for (int i = 0; i < iterations; i++) {
        double share = cr_interior_step(m, centre, second);
        stage->iterations++;
        if (share == 0.0) return false;
        if (cr_interior_better(m, stage)) return true;
        if (share < 0.05) short_steps++;
        else if (short_steps > 0) short_steps--;
        if (short_steps >= SHORT_STEPS) return false;
    }
    return false;
}

cr_status cr_stage_interior(cr_stage *stage, int iterations, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_inner inner;
    cr_interior method;
    cr_status status = cr_inner_make(&inner, stage->scaled, arena, error);
    if (status == CR_OK) status = cr_interior_make(&method, &inner, arena, error);
    if (status == CR_OK) cr_interior_run(&method, stage, iterations, 1e-6, true);
    cr_arena_rewind(arena, mark);
    return status;
}
