// Forces that do not come from contact.
#include "base/numeric.h"
#include "world/hold.h"

#include <string.h>

// Gravity on the modes of a held body, from their participation: p . R^T g.
void cr_mover_weigh(const cr_world *w, int body) {
    const cr_body *b = cr_body_of(w, body);
    cr_mover *m = &w->mover[body];
    cr_vec g = cr_quat_back(m->before.turn, w->model->def.gravity);
    for (int j = 0; b->participation && !b->moves && j < b->modes; j++) {
        const double *p = b->participation + 6 * (size_t)j;
        m->weight[j] = p[0] * g.x + p[1] * g.y + p[2] * g.z;
    }
}

// A frame that is accelerated shakes what it holds: -p . a - l . alpha, with the mean over the step.
static void carry(const cr_hold *hold, int member) {
    const cr_body *b = cr_body_of(hold->w, hold->g->member[member]);
    cr_hold_member *out = &hold->member[member];
    if (b->drive.keys == 0 || !b->participation) return;
    cr_rigid_state from, to;
    cr_drive_state(b, hold->g->t0, &from);
    cr_drive_state(b, hold->g->t0 + hold->h, &to);
    cr_vec a = cr_quat_back(from.turn, cr_vec_sub(to.velocity, from.velocity));
    cr_vec alpha = cr_vec_sub(to.spin, from.spin);
    for (int j = 0; j < b->modes; j++) {
        const double *p = b->participation + 6 * (size_t)j;
        out->carried[j] =
            -(p[0] * a.x + p[1] * a.y + p[2] * a.z + p[3] * alpha.x + p[4] * alpha.y + p[5] * alpha.z) /
            hold->h;
    }
}

// The torque acts in the frame of the middle of the step: with it the angular momentum in space changes by h
// times the torque to second order (P of docs/theory/worlds.md is that frame but for h^2).
static void add_load(cr_hold *hold, int member, const cr_load_def *load) {
    cr_hold_member *out = &hold->member[member];
    const cr_body *b = cr_body_of(hold->w, load->body);
    cr_vec force, torque, arm = cr_quat_turn(out->mid.turn, load->at), point = cr_vec_add(out->mid.at, arm);
    cr_load_mean(load, hold->g->t0, hold->h, &force, &torque);
    if (load->turns) {
        force = cr_quat_turn(out->mid.turn, force);
        torque = cr_quat_turn(out->mid.turn, torque);
    }
    if (b->moves) {
        torque = cr_vec_add(torque, cr_vec_cross(arm, force));
        out->force = cr_vec_add(out->force, force);
        out->torque = cr_vec_add(out->torque, cr_quat_back(out->mid.turn, torque));
    }
    bool none = force.x == 0.0 && force.y == 0.0 && force.z == 0.0; // as of most loads most of the time
    if (b->modes == 0 || none) return;
    int hint = -1;
    cr_modes_pull(b, &out->mid, force, point, &hint, out->loaded);
}

void cr_hold_outside(cr_hold *hold, int member) {
    int body = hold->g->member[member];
    const cr_body *b = cr_body_of(hold->w, body);
    const cr_mover *m = &hold->w->mover[body];
    cr_hold_member *out = &hold->member[member];
    out->force = b->moves ? cr_vec_scale(b->rigid.mass, hold->w->model->def.gravity) : (cr_vec){0};
    carry(hold, member);
    for (int i = 0; i < hold->w->model->loads.count; i++) {
        const cr_load_def *load = &hold->w->model->loads.items[i];
        if (load->body == body && !cr_load_is_blow(load)) add_load(hold, member, load);
    }
    for (int j = 0; j < b->modes; j++) out->push[j] = m->weight[j] + out->loaded[j] + out->carried[j];
}

// Modes that a blow excites shorten the steps that follow; *rate is what it adds.
static void wake_modes(cr_world *w, int body, const double *rate, double time) {
    const cr_body *b = cr_body_of(w, body);
    cr_mover *m = &w->mover[body];
    int awake = b->modes;
    while (awake > m->awake && fabs(rate[awake - 1]) < w->model->def.awake) awake--;
    if (awake <= m->awake) return;
    m->awake = awake;
    m->awake_until = time + cr_max(w->model->def.hold, 4.0 * cr_pi / b->w[awake - 1]);
}

static void strike(cr_world *w, int body, const cr_load_def *load, double time) {
    const cr_body *b = cr_body_of(w, body);
    cr_mover *m = &w->mover[body];
    cr_quat frame = load->turns ? m->before.turn : cr_quat_none;
    cr_vec force = cr_quat_turn(frame, load->force), arm = cr_quat_turn(m->before.turn, load->at);
    if (b->moves) {
        cr_vec torque = cr_vec_add(cr_quat_turn(frame, load->torque), cr_vec_cross(arm, force));
        cr_vec turn = cr_quat_back(m->before.turn, torque);
        m->before.velocity = cr_vec_along(m->before.velocity, 1.0 / b->rigid.mass, force);
        m->before.spin = cr_vec_add(
            m->before.spin, cr_rigid_root_solve_back(&b->rigid, cr_rigid_root_solve(&b->rigid, turn)));
    }
    if (b->modes == 0) return;
    int hint = -1;
    memset(m->rate_now, 0, (size_t)b->modes * sizeof *m->rate_now);
    cr_modes_pull(b, &m->before, force, cr_vec_add(m->before.at, arm), &hint, m->rate_now);
    for (int j = 0; j < b->modes; j++) m->rate_before[j] += m->rate_now[j];
    wake_modes(w, body, m->rate_now, time);
}

// Impulses at the very time at which a step begins.
void cr_mover_strike(cr_world *w, int body, double time) {
    for (int i = 0; i < w->model->loads.count; i++) {
        const cr_load_def *load = &w->model->loads.items[i];
        if (load->body != body || load->start != time || !cr_load_is_blow(load)) continue;
        double before = cr_mover_energy(w, body);
        strike(w, body, load, time);
        w->books.loaded += cr_mover_energy(w, body) - before;
    }
}

// Where drives go straight, speeds jump at their keys: steps of what is joined to them end there.
static double next_bend(const cr_world *w, int body, double time) {
    double next = HUGE_VAL;
    for (int i = 0; i < w->model->joints.count; i++) {
        const cr_joint_def *j = &w->model->joints.items[i].def;
        int other = j->a == body ? j->b : j->b == body ? j->a : -1;
        const cr_drive_def *d = other < 0 ? NULL : &cr_body_of(w, other)->drive;
        int key = d && !d->smooth ? cr_keys_until(d->time, d->keys, time) : 0;
        if (d && !d->smooth && key < d->keys) next = cr_min(next, d->time[key]);
    }
    return next;
}

double cr_world_next_event(const cr_world *w, int body, double time) {
    double next = HUGE_VAL;
    for (int i = 0; i < w->model->loads.count; i++) {
        const cr_load_def *load = &w->model->loads.items[i];
        if (load->body == body) next = cr_min(next, cr_load_next(load, time));
    }
    return cr_min(next, next_bend(w, body, time));
}
