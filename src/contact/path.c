// The central path of contact/inner.h has folds for dense packs and high friction, where no step in tau alone
// gets on. Followed by its length instead, in (x, z, theta):
//   phi(z) - W' x - q' - tau rd_0 = 0,   x o z = tau e,   tau = e^theta,
// from tau = 1, where x = z = e, or another start with x o z = e, is a solution (rd_0 is the residue there),
// to tau = 0. A step is Newton's correction a across the path and a length h along its tangent b, both from
// one factorisation; lengths are measured scaled by G,
//   <d, d> = (|G dx|^2 + |G^-1 dz|^2)/tau + dtheta^2.
#include "base/numeric.h"
#include "base/random.h"
#include "contact/cone.h"
#include "contact/interior.h"

#include <string.h>

enum { REJECTIONS = 12 };

typedef struct direction {
    double *x, *z, theta;
} direction;

typedef struct path {
    cr_inner inner;
    cr_interior method;
    cr_inner_state base, trial;
    const cr_path_rule *rule;
    double *start, *f, *c;       // rd_0, right sides
    direction a, b;              // correction and tangent where it stands
    direction last_a, last_b, d; // those of the last step, and that step
    double length;               // of that step along last_b
    double theta, base_theta, h;
    double next; // tau below which the end is tried
    int down, rejected, steps;
} path;

// Across and along: inner products of one contact, as above.
static double contact_product(const cr_inner *in, int i, const direction *p, const direction *q) {
    double u[3], v[3], sum;
    cr_apply3(in->g + 9 * i, p->x + 3 * i, u);
    cr_apply3(in->g + 9 * i, q->x + 3 * i, v);
    sum = cr_dot3(u, v);
    cr_apply3(in->g_inverse + 9 * i, p->z + 3 * i, u);
    cr_apply3(in->g_inverse + 9 * i, q->z + 3 * i, v);
    return sum + cr_dot3(u, v);
}

static double product(const path *w, const direction *p, const direction *q) {
    double sum = 0.0;
    for (int i = 0; i < w->inner.s->contacts; i++) sum += contact_product(&w->inner, i, p, q);
    return sum * cr_exp(-w->theta) + p->theta * q->theta;
}

static double largest(const path *w, const direction *d) {
    double most = 0.0;
    for (int i = 0; i < w->inner.s->contacts; i++) most = cr_max(most, contact_product(&w->inner, i, d, d));
    return sqrt(most * cr_exp(-w->theta));
}

static void scale(const path *w, direction *d, double factor) {
    for (int k = 0; k < 3 * w->inner.s->contacts; k++) {
        d->x[k] *= factor;
        d->z[k] *= factor;
    }
    d->theta *= factor;
}

static void add(const path *w, direction *d, double factor, const direction *e) {
    for (int k = 0; k < 3 * w->inner.s->contacts; k++) {
        d->x[k] += factor * e->x[k];
        d->z[k] += factor * e->z[k];
    }
    d->theta += factor * e->theta;
}

static void copy(const path *w, direction *to, const direction *from) {
    size_t bytes = 3 * (size_t)w->inner.s->contacts * sizeof *to->x;
    memcpy(to->x, from->x, bytes);
    memcpy(to->z, from->z, bytes);
    to->theta = from->theta;
}

// Newton's correction at this tau.
static void correct(path *w) {
    cr_inner *in = &w->inner;
    double tau = cr_exp(w->theta);
    cr_inner_residue(in, w->f);
    for (int i = 0; i < in->s->contacts; i++) {
        const double target[3] = {tau, 0.0, 0.0};
        cr_inner_divide(in, i, target, w->c + 3 * i);
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            w->f[k] = tau * w->start[k] - w->f[k];
            w->c[k] -= in->lambda[k];
        }
    }
    cr_inner_direction(in, w->f, w->c, w->a.x, w->a.z);
    w->a.theta = 0.0;
}

// d/dtheta, and which way is on: theta falls where the determinant is positive, as it is at the start.
static void turn(path *w) {
    cr_inner *in = &w->inner;
    double tau = cr_exp(w->theta);
    for (int i = 0; i < in->s->contacts; i++) {
        const double target[3] = {tau, 0.0, 0.0};
        cr_inner_divide(in, i, target, w->c + 3 * i);
        for (int k = 3 * i; k < 3 * i + 3; k++) w->f[k] = tau * w->start[k];
    }
    cr_inner_direction(in, w->f, w->c, w->b.x, w->b.z);
    w->b.theta = 1.0;
    double length = sqrt(product(w, &w->b, &w->b)), sign = in->s->lu.sign > 0 ? -1.0 : 1.0;
    if (w->rule->by_tangent && w->steps > 0) {
        double cosine = product(w, &w->b, &w->last_b) / (length * sqrt(product(w, &w->last_b, &w->last_b)));
        if (fabs(cosine) > 0.5) sign = cosine > 0.0 ? 1.0 : -1.0;
    }
    scale(w, &w->b, sign / length);
}

// G, the correction and the tangent; how far it is across, in the contact that is farthest.
static double look(path *w) {
    cr_inner *in = &w->inner;
    if (!cr_inner_scale(in) || !cr_scaled_factor(in->s, in->e, NULL, in->e_inverse)) return HUGE_VAL;
    correct(w);
    turn(w);
    add(w, &w->a, -product(w, &w->a, &w->b), &w->b);
    double across = largest(w, &w->a);
    return across < HUGE_VAL ? across : HUGE_VAL;
}

static bool inside(const cr_inner *in) {
    for (int i = 0; i < in->s->contacts; i++)
        if (!(in->x_gap[i] > 0.0 && in->z_gap[i] > 0.0)) return false;
    return true;
}

// From the base: the correction and a share of the length along the tangent, less where that leaves the
// cones.
static bool move(path *w, double share) {
    copy(w, &w->d, &w->last_a);
    add(w, &w->d, share * w->length, &w->last_b);
    double part = 1.0;
    for (int i = 0; i < 40; i++, part *= 0.7) {
        cr_inner_restore(&w->inner, &w->base);
        cr_inner_move(&w->inner, part, w->d.x, w->d.z);
        if (inside(&w->inner)) break;
    }
    w->theta = w->base_theta + part * w->d.theta;
    return inside(&w->inner);
}

// A new base where it stands, and a step from there.
static bool advance(path *w, double across) {
    double reach = largest(w, &w->b);
    w->length = across > 0.5 ? 0.0 : cr_min(w->h / reach, w->rule->fall / fabs(w->b.theta));
    if (w->steps++ > 0) w->h *= cr_clamp(sqrt(0.1 / (across + 1e-12)), 0.5, 2.0);
    w->h = cr_clamp(w->h, 1e-6, 0.9);
    if (across > 0.8) scale(w, &w->a, 0.8 / across);
    copy(w, &w->last_a, &w->a);
    copy(w, &w->last_b, &w->b);
    cr_inner_save(&w->inner, &w->base);
    w->base_theta = w->theta;
    return move(w, 1.0);
}

// From a copy of the point, to the end by the interior point method.
static bool end(path *w, cr_stage *stage) {
    cr_inner_save(&w->inner, &w->trial);
    bool solved = false;
    for (int kind = 0; kind < 2 && !solved; kind++) {
        if (kind == 1 && cr_exp(w->theta) > 1e-6) break;
        cr_inner_restore(&w->inner, &w->trial);
        solved = cr_interior_run(&w->method, stage, kind ? 40 : 25, kind ? 0.2 : 1e-6, kind == 0);
    }
    cr_inner_restore(&w->inner, &w->trial);
    w->next = 0.1 * cr_exp(w->theta);
    return solved;
}

static bool follow(path *w, cr_stage *stage) {
    for (int i = 0; i < w->rule->steps; i++) {
        double across = look(w);
        stage->iterations++;
        if (!(across < 0.5) && w->rejected < REJECTIONS && w->length > 0.0) {
            w->rejected++;
            w->h = cr_max(0.5 * w->h, 1e-6);
            if (!move(w, ldexp(1.0, -w->rejected))) return false;
            continue;
        }
        if (across == HUGE_VAL) return false;
        w->rejected = 0;
        if (cr_interior_better(&w->method, stage)) return true;
        w->down = w->b.theta < 0.0 ? w->down + 1 : 0;
        if (w->down >= 2 && across < 0.3 && cr_exp(w->theta) < w->next) {
            if (end(w, stage)) return true;
            if (!(look(w) < HUGE_VAL)) return false;
        }
        if (w->theta < -60.0 || !advance(w, across)) return false;
    }
    return false;
}

// Another start on the same terms, x o z = e: x = a e, z = e/a at each contact. Start 0 is x = z = e.
static void scatter(cr_inner *in, int start) {
    uint64_t state = cr_random_seed((uint64_t)start);
    for (int i = 0; start && i < in->s->contacts; i++) {
        double a = cr_exp(1.5 * cr_random_uniform(&state));
        in->x[3 * i] = in->x_gap[i] = a;
        in->z[3 * i] = in->z_gap[i] = 1.0 / a;
    }
}

static cr_status make(path *w, cr_stage *stage, const cr_path_rule *rule, cr_arena *arena, cr_error *error) {
    size_t count = 3 * (size_t)stage->scaled->contacts + 1;
    *w = (path){.rule = rule, .h = 0.5, .next = 1e-3};
    cr_status status = cr_inner_make(&w->inner, stage->scaled, arena, error);
    if (status == CR_OK) status = cr_interior_make(&w->method, &w->inner, arena, error);
    if (status != CR_OK) return status;
    double **vectors[] = {&w->start,    &w->f,        &w->c,        &w->a.x,      &w->a.z, &w->b.x, &w->b.z,
                          &w->last_a.x, &w->last_a.z, &w->last_b.x, &w->last_b.z, &w->d.x, &w->d.z};
    bool all = true;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        all = (*vectors[i] = cr_arena_take(arena, count, sizeof **vectors[i])) && all;
    w->base = cr_inner_state_take(&w->inner, arena);
    w->trial = cr_inner_state_take(&w->inner, arena);
    if (!all || !w->base.numbers || !w->trial.numbers)
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for a path");
    scatter(&w->inner, rule->start);
    cr_inner_residue(&w->inner, w->start);
    cr_inner_save(&w->inner, &w->base);
    return CR_OK;
}

cr_status cr_stage_path(cr_stage *stage, const cr_path_rule *rule, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    path w;
    cr_status status = make(&w, stage, rule, arena, error);
    if (status == CR_OK) follow(&w, stage);
    cr_arena_rewind(arena, mark);
    return status;
}
