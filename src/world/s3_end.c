// How a step of the preset s3 ends, is cut, and is told.
#include "base/numeric.h"
#include "world/s3.h"

#include <string.h>

static void put_spin(cr_mover *m, const cr_rigid *rigid, double h) {
    m->end = m->before;
    m->end.velocity = m->start.velocity;
    m->end.spin = m->start.spin;
    m->end.at = cr_vec_along(m->before.at, h, m->start.velocity);
    m->end.turn = cr_quat_unit(cr_quat_mul(m->before.turn, cr_quat_cayley(cr_vec_scale(h, m->start.spin))));
    // What is told: uniform motion, the torque that it takes included.
    m->force = (cr_vec){0};
    m->torque = cr_vec_cross(m->start.spin, cr_rigid_momentum(rigid, m->start.spin));
}

static void move_member(cr_s3 *s, int member, const double *y) {
    const cr_s3_prediction *p = &s->predicted[member];
    const cr_body *b = s->s.metric[member].body;
    cr_mover *m = &s->w->mover[s->g->member[member]];
    if (b->moves) {
        cr_vec v = {y[0], y[1], y[2]}, spin = {y[3], y[4], y[5]};
        m->start = m->before;
        m->start.velocity = cr_vec_along(p->velocity, s->s.metric[member].linear, v);
        m->start.spin = cr_vec_add(p->spin, cr_rigid_root_solve_back(&b->rigid, spin));
        put_spin(m, &b->rigid, s->h);
        y += 6;
    } else {
        cr_drive_state(b, s->g->t0 + s->h, &m->end);
    }
    for (int j = 0; j < b->modes; j++) {
        m->push[j] = p->push[j];
        m->q_end[j] = p->q[j];
        m->rate_end[j] = p->rate[j] + (j < p->coupled ? y[j] : 0.0);
    }
}

// The rate at the start and the constant force with which a mode comes to its end as it is: what is told,
// since a recording knows motion under constant forces.
static void tell_modes(const cr_body *b, cr_mover *m, double h) {
    cr_propagator_set(&m->response, h);
    for (int j = 0; j < b->modes; j++) {
        double k = b->w[j] * b->w[j], c = m->response.response[j].b, d = m->response.response[j].rate;
        double fades = 1.0 - 2.0 * b->sigma[j] * d - k * c, det = d * d - c * fades;
        double way = m->q_end[j] - (1.0 - k * c) * m->q[j], speed = m->rate_end[j] + k * d * m->q[j];
        m->rate[j] = det > 0.0 ? (d * way - c * speed) / det : m->rate_before[j];
        m->total[j] = det > 0.0 ? (d * speed - fades * way) / det : 0.0;
    }
}

// The size of the generalised friction impulses of each member, in its own units.
static void measure_friction(cr_s3 *s) {
    for (int i = 0; i < s->g->members; i++) memset(s->s.free[i], 0, (size_t)s->freedoms[i] * sizeof(double));
    for (int block = 0; block < s->s.blocks; block++)
        for (int end = 0; end < 2; end++) {
            int member = s->s.body[2 * block + end], n = member < 0 ? 0 : s->freedoms[member];
            const double *rows = s->arms[2 * block + end], *r = s->s.r + 3 * block;
            for (int j = 0; j < n; j++) s->s.free[member][j] += r[1] * rows[n + j] + r[2] * rows[2 * n + j];
        }
    for (int i = 0; i < s->g->members; i++) {
        const cr_metric *metric = &s->s.metric[i];
        const double *y = s->s.free[i];
        double sum = 0.0;
        int first = metric->body->moves ? 6 : 0;
        if (first > 0) {
            cr_vec turn = cr_rigid_root_apply(&metric->body->rigid, (cr_vec){y[3], y[4], y[5]});
            for (int j = 0; j < 3; j++) sum += cr_square(y[j] / metric->linear);
            sum += cr_vec_dot(turn, turn);
        }
        for (int j = first; j < s->freedoms[i]; j++) sum += y[j] * y[j];
        s->w->mover[s->g->member[i]].rubbed = sqrt(sum);
    }
}

static void remember(cr_s3 *s, int block, const double u[3]) {
    cr_point *p = &s->g->point[block];
    const double *r = s->s.r + 3 * block;
    p->impulse = (cr_vec){0};
    p->after = p->before;
    p->mid = p->before.touch;
    for (int i = 0; i < 3; i++) p->force[i] = r[i] / s->h;
    p->after.force = p->force[0];
    p->after.shear = cr_vec_along(cr_vec_scale(p->force[1], p->side[0]), p->force[2], p->side[1]);
    p->after.slip = r[0] > 0.0 ? sqrt(u[1] * u[1] + u[2] * u[2]) : -1.0;
    s->g->bearing += r[0] > 0.0;
}

// What contacts took from the motion as it was predicted: -r (u_p + u)/2.
static void book_contacts(cr_s3 *s) {
    cr_books *books = &s->g->hold;
    for (int block = 0; block < s->s.blocks; block++) {
        const double *r = s->s.r + 3 * block, *before = s->s.q + 3 * block, *driven = s->driven + 3 * block;
        double u[3] = {before[0], before[1], before[2]}, lost[3];
        for (int end = 0; end < 2; end++) {
            int member = s->s.body[2 * block + end], n = member < 0 ? 0 : s->freedoms[member];
            const double *y = n > 0 ? s->s.y + s->offset[member] : NULL, *rows = s->arms[2 * block + end];
            for (int j = 0; j < 3 * n; j++) u[j / n] += rows[j] * y[j % n];
        }
        for (int i = 0; i < 3; i++) {
            lost[i] = -0.5 * r[i] * (before[i] + u[i]);
            books->driven -= r[i] * driven[i];
        }
        books->impacts += lost[0];
        books->friction += lost[1] + lost[2];
        remember(s, block, u);
    }
}

static void book_outside(cr_s3 *s, int member) {
    const cr_body *b = s->s.metric[member].body;
    const cr_mover *m = &s->w->mover[s->g->member[member]];
    const cr_hold_member *out = &s->outside.member[member];
    cr_books *books = &s->g->hold;
    if (b->moves) {
        cr_vec load = cr_vec_along(out->force, -b->rigid.mass, s->w->model->def.gravity);
        books->loaded += cr_vec_dot(load, cr_vec_sub(m->end.at, m->before.at)) +
                         s->h * cr_vec_dot(out->torque, m->start.spin);
    }
    for (int j = 0; j < b->modes; j++) {
        double moved = m->q_end[j] - m->q[j];
        books->loaded += out->loaded[j] * moved;
        books->driven += out->carried[j] * moved;
        books->damping += b->sigma[j] * s->h * (cr_square(m->rate_before[j]) + cr_square(m->rate_end[j]));
    }
}

// What is left when everything with a name is booked: Euler's and Newmark's errors, modes that were left out.
static void book_scheme(const cr_world *w, cr_group *g) {
    cr_books *books = &g->hold;
    double change = -books->loaded - books->driven;
    for (int i = 0; i < g->members; i++) {
        int body = g->member[i];
        const cr_mover *m = &w->mover[body];
        change += cr_body_energy(w, body, &m->end, m->q_end, m->rate_end) - cr_mover_energy(w, body);
    }
    books->scheme = change + books->impacts + books->friction + books->damping;
}

void cr_s3_end(cr_s3 *s) {
    cr_group *g = s->g;
    g->t1 = cr_group_end(s->w, g, s->h);
    g->kick = g->hold = (cr_books){0};
    g->bearing = 0;
    bool solved = g->points == 0 || s->result.solved;
    g->held = (cr_rows_result){.method = solved ? CR_COULOMB_SWEEPS : CR_COULOMB_UNSOLVED,
                               .residual = cr_max(s->result.normal, s->result.friction)};
    cr_s3_modal_impulses(s);
    for (int i = 0; i < g->members; i++) {
        cr_mover *m = &s->w->mover[g->member[i]];
        move_member(s, i, s->s.y + s->offset[i]);
        tell_modes(s->s.metric[i].body, m, g->t1 - g->t0);
        book_outside(s, i);
    }
    book_contacts(s);
    measure_friction(s);
    book_scheme(s->w, g);
}

static double mixed(double from, double to, double share) {
    return from + share * (to - from);
}

static cr_vec mixed_vec(cr_vec from, cr_vec to, double share) {
    return cr_vec_along(from, share, cr_vec_sub(to, from));
}

// The state of a running step, a share of the way from its start to its end.
static void mix(const cr_mover *m, double h, double share, cr_rigid_state *state) {
    *state = m->before;
    state->at = mixed_vec(m->before.at, m->end.at, share);
    state->velocity = mixed_vec(m->before.velocity, m->end.velocity, share);
    state->spin = mixed_vec(m->before.spin, m->end.spin, share);
    cr_vec turn = cr_vec_scale(share * h, m->start.spin);
    state->turn = cr_quat_unit(cr_quat_mul(m->before.turn, cr_quat_cayley(turn)));
}

void cr_s3_at(const cr_world *w, int body, double time, cr_rigid_state *state) {
    const cr_mover *m = &w->mover[body];
    if (m->group < 0 || time <= m->t0) *state = m->before;
    else if (time >= m->t1) *state = m->end;
    else mix(m, m->t1 - m->t0, (time - m->t0) / (m->t1 - m->t0), state);
}

void cr_s3_modes_at(const cr_world *w, int body, double time, double *q, double *rate) {
    const cr_mover *m = &w->mover[body];
    bool running = m->group >= 0 && m->t1 > m->t0;
    double share = running ? cr_clamp((time - m->t0) / (m->t1 - m->t0), 0.0, 1.0) : 0.0;
    for (int j = 0; j < cr_body_of(w, body)->modes; j++) {
        q[j] = mixed(m->q[j], m->q_end[j], share);
        rate[j] = mixed(m->rate_before[j], m->rate_end[j], share);
    }
}

// A body that others meet within its step goes back to where linear interpolation has it (S3 4, "State
// Rollback"), and so do those that it stepped with.
void cr_s3_cut(cr_world *w, cr_group *g, double time) {
    double h = g->t1 - g->t0, share = h > 0.0 ? (time - g->t0) / h : 0.0;
    cr_books *books = &g->hold;
    for (int i = 0; i < g->members; i++) {
        int body = g->member[i];
        const cr_body *b = cr_body_of(w, body);
        cr_mover *m = &w->mover[body];
        cr_s3_modes_at(w, body, time, m->q_end, m->rate_end);
        if (b->moves) {
            cr_rigid_state end;
            mix(m, h, share, &end);
            m->end = end;
        } else {
            cr_drive_state(b, time, &m->end);
        }
        for (int j = 0; j < b->modes; j++) m->push[j] *= share;
        m->rubbed *= share;
        tell_modes(b, m, time - g->t0);
    }
    double *parts[] = {&books->impacts, &books->friction, &books->damping, &books->driven, &books->loaded};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] *= share;
    g->t1 = time;
    book_scheme(w, g);
}
