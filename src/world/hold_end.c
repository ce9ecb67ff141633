// What a hold leaves behind: motion, memories, books.
#include "base/numeric.h"
#include "world/compress.h"

#include <float.h>

cr_vec cr_hold_force(const cr_hold *hold, int block) {
    const double *r = hold->s.r + 3 * block;
    const cr_vec *d = hold->direction + 3 * block;
    if (hold->torque[block]) return (cr_vec){0};
    return cr_vec_along(cr_vec_along(cr_vec_scale(r[0], d[0]), r[1], d[1]), r[2], d[2]);
}

// Total force on each member, exactly opposite on the two bodies of a contact.
static void gather_forces(cr_hold *hold) {
    cr_group *g = hold->g;
    for (int i = 0; i < g->members; i++) hold->w->mover[g->member[i]].force = hold->member[i].force;
    for (int block = 0; block < hold->s.blocks; block++) {
        cr_vec force = cr_hold_force(hold, block);
        for (int end = 0; end < 2; end++) {
            int member = hold->s.body[2 * block + end];
            if (member < 0) continue;
            cr_mover *m = &hold->w->mover[g->member[member]];
            m->force = cr_vec_along(m->force, end == 0 ? 1.0 : -1.0, force);
        }
    }
}

static void move_members(cr_hold *hold) {
    const double *y = hold->s.y;
    for (int i = 0; i < hold->g->members; i++) {
        cr_hold_member *out = &hold->member[i];
        const cr_body *b = hold->s.metric[i].body;
        cr_mover *m = &hold->w->mover[hold->g->member[i]];
        const double *modal = y + (b->moves ? 6 : 0);
        double vibration = cr_propagator_energy(&m->response, m->q, m->rate), work = 0.0;
        for (int j = 0; j < b->modes; j++) {
            m->push[j] = hold->s.blocks > 0 && out->root[j] > 0.0 ? modal[j] / out->root[j] : 0.0;
            m->total[j] = out->push[j] += m->push[j];
        }
        cr_propagator_run(&m->response, m->q, m->rate, out->push, m->q_end, m->rate_end);
        for (int j = 0; j < b->modes; j++) {
            double moved = m->q_end[j] - m->q[j];
            work += out->push[j] * moved;
            hold->g->hold.loaded += out->loaded[j] * moved;
            hold->g->hold.driven += out->carried[j] * moved;
        }
        hold->g->hold.damping +=
            work - (cr_propagator_energy(&m->response, m->q_end, m->rate_end) - vibration);
        m->torque = cr_vec_add(out->torque, out->contact_torque);
        if (b->moves) {
            cr_flow_rigid(&b->rigid, &m->start, m->force, m->torque, hold->h, &m->end);
            cr_vec mean = cr_vec_scale(0.5, cr_vec_add(m->start.spin, m->end.spin));
            cr_vec weight = cr_vec_scale(b->rigid.mass, hold->w->model->def.gravity);
            cr_vec load = cr_vec_sub(out->force, weight);
            hold->g->hold.loaded += cr_vec_dot(load, cr_vec_sub(m->end.at, m->start.at)) +
                                    hold->h * cr_vec_dot(out->torque, mean);
        } else {
            cr_drive_state(b, hold->g->t0 + hold->h, &m->end);
        }
        y += b->freedoms;
    }
}

// Spring energy of a point: compressed, bent across and turned, or of its law.
double cr_point_stored(const cr_meeting_rule *rule, const cr_point_memory *m) {
    double bristles = cr_vec_dot(m->shear, m->shear) / (2.0 * rule->shear) +
                      cr_vec_dot(m->bend, m->bend) / (2.0 * rule->twist);
    if (rule->law) return 0.5 * m->psi * m->psi + bristles;
    return m->force * m->force / (2.0 * rule->stiffness) + bristles;
}

// psi after a step in which the depth changed by d. A law without loss keeps what it stored while it parts
// without force; one with a damper comes back with the surface.
static double psi_after(const cr_point *p, const cr_meeting_rule *rule, double force, double d) {
    double psi = p->law_psi;
    const double nothing = 1e-6; // of what was stored: where all of it is let go, the solver leaves so much
    double left = psi + p->law_gradient * d;
    if (force > 0.0) return left > nothing * psi ? left : 0.0;
    cr_law law = cr_compress_law(rule, &p->after);
    if (law.lambda > 0.0) return cr_min(psi, law.type->ops->psi(&law, cr_max(0.0, p->law_depth + d)));
    return psi;
}

static const double psi_least = 1e-12; // sqrt J: less is nothing, and numbers stay within range

// The gap after the step. What moved is the difference of the free way and the answer to it: less than their
// rounding is nothing, and what rests goes on from the same numbers.
static double gap_after(const cr_point *p, double moved, double free) {
    return fabs(moved) > 8.0 * DBL_EPSILON * fabs(free) ? p->gap + moved : p->gap;
}

static void remember(cr_hold *hold, int block, const double moved[3], const double free[3]) {
    cr_point *p = &hold->g->point[hold->point[block]];
    const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
    const double *r = hold->s.r + 3 * block;
    cr_point_memory *after = &p->after;
    double limit = hold->s.mu[block] * r[0], across = sqrt(r[1] * r[1] + r[2] * r[2]);
    bool stuck = across < (1.0 - 1e-9) * limit;
    for (int i = 0; i < 3; i++) p->force[i] = r[i];
    after->force = r[0];
    after->gap = gap_after(p, moved[0], free[0]);
    after->bend_budget[0] = after->bend_budget[1] = 0.0;
    after->shear = cr_vec_add(cr_vec_scale(r[1], p->side[0]), cr_vec_scale(r[2], p->side[1]));
    after->bristle_normal = p->normal;
    double slip[2];
    for (int i = 0; i < 2; i++)
        slip[i] = moved[1 + i] + hold->base[3 * block + 1 + i] + r[1 + i] / rule->shear;
    after->slip = stuck || r[0] == 0.0 ? -1.0 : sqrt(slip[0] * slip[0] + slip[1] * slip[1]) / hold->h;
    after->budget = stuck ? limit * hold->h : 0.0;
    if (rule->law) after->psi = psi_after(p, rule, r[0], -moved[0]);
    if (after->psi < psi_least) after->psi = 0.0;
}

static void book_contact(cr_hold *hold, int block, const double moved[3]) {
    cr_point *p = &hold->g->point[hold->point[block]];
    const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
    const double *r = hold->s.r + 3 * block;
    cr_point_memory normal_before = p->before, normal_after = p->after;
    normal_before.shear = normal_after.shear = normal_before.bend = normal_after.bend = (cr_vec){0};
    double stored = cr_point_stored(rule, &normal_before), pushed = 0.0;
    double pressed = p->before.force / rule->stiffness, gap = hold->base[3 * block];
    if (!rule->law && gap < -pressed) pushed = 0.5 * rule->stiffness * (gap * gap - pressed * pressed);
    if (rule->law) pushed = 0.5 * (p->law_psi - p->before.psi) * (p->law_psi + p->before.psi);
    cr_books *books = &hold->g->hold;
    books->pushed += pushed;
    books->impacts += pushed - r[0] * moved[0] - (cr_point_stored(rule, &normal_after) - stored);
    double across = cr_vec_dot(p->after.shear, p->after.shear) - cr_vec_dot(p->before.shear, p->before.shear);
    books->friction -= r[1] * moved[1] + r[2] * moved[2] + across / (2.0 * rule->shear);
}

static void end_disk(cr_hold *hold, int block, const double moved[3]) {
    cr_point *p = &hold->g->point[hold->point[block]];
    const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
    const double *r = hold->s.r + 3 * block, *radius = hold->s.radius + 2 * block;
    const cr_vec *d = hold->direction + 3 * block;
    double size[2] = {sqrt(r[0] * r[0] + r[1] * r[1]), fabs(r[2])};
    p->after.bend = cr_vec_along(cr_vec_along(cr_vec_scale(r[0], d[0]), r[1], d[1]), r[2], d[2]);
    double turned = cr_vec_dot(p->after.bend, p->after.bend) - cr_vec_dot(p->before.bend, p->before.bend);
    hold->g->hold.friction -=
        r[0] * moved[0] + r[1] * moved[1] + r[2] * moved[2] + turned / (2.0 * rule->twist);
    for (int i = 0; i < 2; i++)
        p->after.bend_budget[i] = size[i] < (1.0 - 1e-9) * radius[i] ? radius[i] * hold->h : 0.0;
}

// A point without a row has parted: what its springs held is gone, and so is what a law with a damper stored.
static void end_idle(cr_hold *hold, int index) {
    cr_point *p = &hold->g->point[index];
    const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
    p->after.force = 0.0;
    p->after.shear = p->after.bend = (cr_vec){0};
    p->after.budget = 0.0;
    p->after.slip = -1.0;
    if (rule->law && cr_compress_law(rule, &p->after).lambda > 0.0) p->after.psi = 0.0;
    p->after.bend_budget[0] = p->after.bend_budget[1] = 0.0;
    hold->g->hold.dropped += cr_point_stored(rule, &p->before) - cr_point_stored(rule, &p->after);
}

void cr_hold_end(cr_hold *hold) {
    gather_forces(hold);
    move_members(hold);
    cr_books *books = &hold->g->hold;
    for (int block = 0; block < hold->s.blocks; block++) {
        const double *r = hold->s.r + 3 * block, *driven = hold->driven + 3 * block;
        double moved[3], free[3];
        cr_hold_free(hold, block, free);
        cr_system_answer(&hold->s, block, moved);
        for (int i = 0; i < 3; i++) {
            moved[i] += free[i] + driven[i];
            books->driven -= r[i] * driven[i];
        }
        if (hold->s.kind[block] == CR_ROWS_DISK) {
            end_disk(hold, block, moved);
        } else if (hold->point[block] >= 0) {
            remember(hold, block, moved, free);
            book_contact(hold, block, moved);
        } else {
            cr_joint_book(hold, block, moved);
        }
    }
    for (int i = 0; i < hold->g->points; i++)
        if (hold->idle[i]) end_idle(hold, i);
    cr_hold_squeak(hold);
}
