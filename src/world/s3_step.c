// One step of a contact group, S3 Algorithm 2:
//   predict      v_p = v + h (g + f/m), I w_p = I w + h (I w x w + t), modes by explicit Newmark    (3)
//   estimate     (5a) alone with the friction of the last step
//   adapt        which modes are simulated, and with them h; predict again
//   solve        staggered projections, or (5a) alone where friction is culled                     (4), (5)
//   move         x += h v, turn by h w; modes stay where Newmark has put them: impulses change rates alone
#include "base/numeric.h"
#include "world/s3.h"

#include <string.h>

static void *take(cr_s3 *s, size_t count, size_t size) {
    void *memory = cr_arena_take(s->g->scratch, count + 1, size);
    if (!memory) s->s.failed = true;
    return memory;
}

static void take_member(cr_s3 *s, int member) {
    size_t modes = (size_t)cr_body_of(s->w, s->g->member[member])->modes;
    cr_hold_member *out = &s->outside.member[member];
    out->push = take(s, modes, sizeof *out->push);
    out->loaded = take(s, modes, sizeof *out->loaded);
    out->carried = take(s, modes, sizeof *out->carried);
    s->predicted[member].q = take(s, modes, sizeof(double));
    s->predicted[member].rate = take(s, modes, sizeof(double));
    s->predicted[member].push = take(s, modes, sizeof(double));
}

static bool begin(cr_s3 *s) {
    int points = s->g->points, members = s->g->members;
    if (!cr_system_begin(&s->s, s->w, s->g, points, s->g->scratch)) return false;
    s->outside = (cr_hold){.w = s->w, .g = s->g};
    s->outside.member = take(s, (size_t)members, sizeof *s->outside.member);
    s->predicted = take(s, (size_t)members, sizeof *s->predicted);
    s->freedoms = take(s, (size_t)members, sizeof *s->freedoms);
    s->offset = take(s, (size_t)members, sizeof *s->offset);
    s->arms = take(s, 2 * (size_t)points, sizeof *s->arms);
    s->driven = take(s, 3 * (size_t)points, sizeof *s->driven);
    for (int i = 0; i < members && !s->s.failed; i++) {
        cr_mover *m = &s->w->mover[s->g->member[i]];
        m->start = m->before;
        s->s.metric[i] = cr_metric_at_start(s->w, s->g->member[i]);
        take_member(s, i);
    }
    return !s->s.failed;
}

// Columns at the start of the step; they do not depend on its length.
static void add_point(cr_s3 *s, int index) {
    cr_point *p = &s->g->point[index];
    int block = cr_system_block(&s->s, CR_ROWS_CONTACT, p->member[0], p->member[1]);
    for (int end = 0; end < 2 && !s->s.failed; end++) {
        int member = p->member[end];
        if (member < 0) continue;
        s->arms[2 * block + end] = take(s, 3 * (size_t)s->s.freedoms[member], sizeof(double));
    }
    if (s->s.failed) return;
    cr_point_rows(s->w, s->g, &s->s, block, p, s->driven + 3 * block);
    p->normal = p->kicked;
    cr_vec_frame(p->normal, &p->side[0], &p->side[1]);
    s->s.mu[block] = cr_point_mu(&s->w->pairs.items[p->pair].rule.grip, p->before.slip);
}

// Explicit Newmark (beta = 0, gamma = 1/2) of q'' + 2 sigma q' + w^2 q = f. A mode that is not simulated
// rests where gravity and loads hold it.
static void predict_mode(const cr_body *b, int j, bool simulated, double h, double f, double *q,
                         double *rate) {
    double k = b->w[j] * b->w[j], a = f - 2.0 * b->sigma[j] * *rate - k * *q;
    if (!simulated) {
        *q = f / k;
        *rate = 0.0;
        return;
    }
    *q += h * *rate + 0.5 * h * h * a;
    *rate = (*rate + 0.5 * h * (a + f - k * *q)) / (1.0 + h * b->sigma[j]);
}

static void predict(cr_s3 *s) {
    size_t freedoms = 0;
    s->outside.h = s->h;
    for (int i = 0; i < s->g->members; i++) {
        int body = s->g->member[i];
        const cr_body *b = cr_body_of(s->w, body);
        const cr_mover *m = &s->w->mover[body];
        cr_s3_prediction *p = &s->predicted[i];
        cr_hold_member *out = &s->outside.member[i];
        size_t bytes = (size_t)b->modes * sizeof(double);
        memset(out->loaded, 0, bytes);
        memset(out->carried, 0, bytes);
        out->mid = m->before;
        out->torque = (cr_vec){0};
        cr_hold_outside(&s->outside, i);
        p->velocity = m->before.velocity;
        p->spin = m->before.spin;
        if (b->moves) {
            cr_vec gyro = cr_vec_cross(cr_rigid_momentum(&b->rigid, p->spin), p->spin);
            cr_vec gain = cr_rigid_root_solve(&b->rigid, cr_vec_add(gyro, out->torque));
            p->velocity = cr_vec_along(p->velocity, s->h / b->rigid.mass, out->force);
            p->spin = cr_vec_along(p->spin, s->h, cr_rigid_root_solve_back(&b->rigid, gain));
        }
        p->coupled = s->w->model->def.adaptive ? m->awake : b->modes;
        memcpy(p->q, m->q, bytes);
        memcpy(p->rate, m->rate_before, bytes);
        for (int j = 0; j < b->modes; j++)
            predict_mode(b, j, j < p->coupled, s->h, out->push[j], &p->q[j], &p->rate[j]);
        cr_metric_scale(&s->s.metric[i], p->velocity, p->spin, p->rate, s->s.free[i]);
        s->freedoms[i] = (b->moves ? 6 : 0) + p->coupled;
        s->offset[i] = freedoms;
        freedoms += (size_t)s->freedoms[i];
    }
}

// Rows of the freedoms that are simulated, and their velocities as predicted.
static void couple(cr_s3 *s) {
    for (int block = 0; block < s->s.blocks; block++) {
        cr_system_free(&s->s, block, s->s.q + 3 * block);
        for (int i = 0; i < 3; i++) s->s.q[3 * block + i] += s->driven[3 * block + i];
        for (int end = 0; end < 2; end++) {
            int member = s->s.body[2 * block + end];
            if (member < 0) continue;
            size_t all = (size_t)s->s.freedoms[member], some = (size_t)s->freedoms[member];
            const double *from = s->s.arms[2 * block + end];
            double *to = (double *)(size_t)s->arms[2 * block + end];
            for (size_t row = 0; row < 3; row++) memcpy(to + row * some, from + row * all, some * sizeof *to);
        }
    }
}

// The impulses of the last step, as long as this one.
static void guess(cr_s3 *s) {
    for (int i = 0; i < s->g->points; i++) {
        const cr_point *p = &s->g->point[i];
        double *r = s->s.r + 3 * i;
        r[0] = s->h * p->before.force;
        for (int k = 0; k < 2; k++) r[1 + k] = s->h * cr_vec_dot(p->side[k], p->before.shear);
    }
}

static cr_status solve(cr_s3 *s, cr_staggered_kind kind, cr_error *error) {
    const cr_rows rows = {.blocks = s->s.blocks,
                          .bodies = s->s.members,
                          .freedoms = s->freedoms,
                          .body = s->s.body,
                          .arms = s->arms,
                          .q = s->s.q,
                          .kind = s->s.kind,
                          .mu = s->s.mu};
    return cr_staggered_solve(&rows, kind, s->g->scratch, s->s.r, s->s.y, &s->result, error);
}

static cr_status advance(cr_s3 *s, cr_error *error) {
    cr_status status = CR_OK;
    s->h = cr_s3_length(s->w, s->g);
    predict(s);
    couple(s);
    guess(s);
    if (s->w->model->def.adaptive) {
        if (s->g->points > 0) status = solve(s, CR_STAGGERED_NORMALS, error);
        if (status != CR_OK) return status;
        cr_s3_modal_impulses(s);
        cr_s3_adapt(s);
        s->h = cr_s3_length(s->w, s->g);
        predict(s);
        couple(s);
    }
    s->g->culled = s->g->points > 0 && cr_s3_cull(s);
    if (s->g->points > 0)
        status = solve(s, s->g->culled ? CR_STAGGERED_FRICTIONLESS : CR_STAGGERED_BOTH, error);
    if (status == CR_OK) cr_s3_end(s);
    return status;
}

cr_status cr_s3_step(cr_world *w, cr_group *g, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(g->scratch);
    cr_s3 s = {.w = w, .g = g};
    cr_status status = CR_OK;
    bool memory = begin(&s);
    for (int i = 0; memory && i < g->points && !s.s.failed; i++) add_point(&s, i);
    if (s.s.failed) status = cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d contacts", g->points);
    else status = advance(&s, error);
    cr_arena_rewind(g->scratch, mark);
    return status;
}
