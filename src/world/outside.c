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

static void add_load(cr_hold *hold, int member, const cr_load_def *load) {
    cr_hold_member *out = &hold->member[member];
    const cr_body *b = cr_body_of(hold->w, load->body);
    cr_vec arm = cr_quat_turn(out->mid.turn, load->at), point = cr_vec_add(out->mid.at, arm);
    if (b->moves) {
        const cr_mover *m = &hold->w->mover[load->body];
        out->force = cr_vec_add(out->force, load->force);
        out->torque = cr_vec_add(out->torque, cr_quat_back(m->start.turn, cr_vec_cross(arm, load->force)));
    }
    if (b->modes == 0) return;
    int hint = -1;
    cr_modes_pull(b, &out->mid, load->force, point, &hint, out->loaded);
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
        if (load->body == body && load->start <= hold->g->t0 && hold->g->t0 < load->end)
            add_load(hold, member, load);
    }
    for (int j = 0; j < b->modes; j++) out->push[j] = m->weight[j] + out->loaded[j] + out->carried[j];
}

// Impulses at the very time at which a step begins.
void cr_mover_strike(cr_world *w, int body, double time) {
    const cr_body *b = cr_body_of(w, body);
    cr_mover *m = &w->mover[body];
    for (int i = 0; i < w->model->loads.count; i++) {
        const cr_load_def *load = &w->model->loads.items[i];
        if (load->body != body || load->start != time || load->end != load->start) continue;
        double before = cr_mover_energy(w, body);
        cr_vec arm = cr_quat_turn(m->before.turn, load->at);
        if (b->moves) {
            cr_vec turn = cr_quat_back(m->before.turn, cr_vec_cross(arm, load->force));
            m->before.velocity = cr_vec_along(m->before.velocity, 1.0 / b->rigid.mass, load->force);
            m->before.spin = cr_vec_add(
                m->before.spin, cr_rigid_root_solve_back(&b->rigid, cr_rigid_root_solve(&b->rigid, turn)));
        }
        int hint = -1;
        if (b->modes > 0)
            cr_modes_pull(b, &m->before, load->force, cr_vec_add(m->before.at, arm), &hint, m->rate_before);
        w->books.loaded += cr_mover_energy(w, body) - before;
    }
}

double cr_world_next_event(const cr_world *w, int body, double time) {
    double next = HUGE_VAL;
    for (int i = 0; i < w->model->loads.count; i++) {
        const cr_load_def *load = &w->model->loads.items[i];
        if (load->body != body) continue;
        if (load->start > time) next = cr_min(next, load->start);
        if (load->end > time) next = cr_min(next, load->end);
    }
    return next;
}
