// docs/rec-format.md says the same in words.
#include "record/entry.h"
#include "record/entry_flags.h"

size_t cr_entry_motion_most(int modes) {
    return 1 + 3 * CR_VARINT_MOST + 8 * (2 + 13 + 6) + 24 * (size_t)modes;
}

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

// Bitwise: -0 is not left out.
static bool all_zero(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!same(x[i], 0.0)) return false;
    return true;
}

static bool is_zero(cr_vec v) {
    return all_zero((double[]){v.x, v.y, v.z}, 3);
}

static unsigned time_flags(double t0, double t1, const cr_entry_before *before) {
    return (same(t0, before->t0) ? CR_FLAG_T0 : 0u) | (same(t1, before->t1) ? CR_FLAG_T1 : 0u);
}

static unsigned char *put_times(unsigned char *to, unsigned flags, double t0, double t1,
                                cr_entry_before *before) {
    if (!(flags & CR_FLAG_T0)) to = cr_put_f64(to, t0);
    if (!(flags & CR_FLAG_T1)) to = cr_put_f64(to, t1);
    before->t0 = t0;
    before->t1 = t1;
    return to;
}

unsigned char *cr_entry_put_state(unsigned char *to, const cr_body_state *state) {
    const cr_quat q = state->pose.turn;
    to = cr_put_vec(to, state->pose.at);
    to = cr_put_f64s(to, (double[]){q.w, q.x, q.y, q.z}, 4);
    to = cr_put_vec(to, state->velocity);
    return cr_put_vec(to, state->spin);
}

unsigned char *cr_entry_put_motion(unsigned char *to, const cr_world_motion *motion,
                                   cr_entry_before *before) {
    const cr_world_motion *m = motion;
    const cr_quat q = m->start.pose.turn;
    unsigned flags = time_flags(m->t0, m->t1, before);
    if (is_zero(m->start.velocity)) flags |= CR_MOTION_STILL;
    if (is_zero(m->start.spin)) flags |= CR_MOTION_NO_SPIN;
    if (is_zero(m->force)) flags |= CR_MOTION_NO_FORCE;
    if (is_zero(m->torque)) flags |= CR_MOTION_NO_TORQUE;
    if (!m->modes || (all_zero(m->shape, m->modes) && all_zero(m->rate, m->modes)))
        flags |= CR_MOTION_NO_SHAPE;
    if (!m->modes || all_zero(m->push, m->modes)) flags |= CR_MOTION_NO_PUSH;
    *to++ = (unsigned char)flags;
    to = cr_put_varint(to, (uint32_t)m->body);
    to = cr_put_varint(to, (uint32_t)m->awake);
    to = put_times(to, flags, m->t0, m->t1, before);
    to = cr_put_vec(to, m->start.pose.at);
    to = cr_put_f64s(to, (double[]){q.w, q.x, q.y, q.z}, 4);
    if (!(flags & CR_MOTION_STILL)) to = cr_put_vec(to, m->start.velocity);
    if (!(flags & CR_MOTION_NO_SPIN)) to = cr_put_vec(to, m->start.spin);
    if (!(flags & CR_MOTION_NO_FORCE)) to = cr_put_vec(to, m->force);
    if (!(flags & CR_MOTION_NO_TORQUE)) to = cr_put_vec(to, m->torque);
    if (!(flags & CR_MOTION_NO_SHAPE)) {
        to = cr_put_f64s(to, m->shape, (size_t)m->modes);
        to = cr_put_f64s(to, m->rate, (size_t)m->modes);
    }
    return flags & CR_MOTION_NO_PUSH ? to : cr_put_f64s(to, m->push, (size_t)m->modes);
}

unsigned char *cr_entry_put_contact(unsigned char *to, const cr_world_contact *contact,
                                    cr_entry_before *before) {
    const cr_world_contact *c = contact;
    unsigned flags = time_flags(c->t0, c->t1, before);
    if (c->a == before->a && c->b == before->b) flags |= CR_CONTACT_PAIR;
    if (is_zero(c->impulse)) flags |= CR_CONTACT_NO_IMPULSE;
    if (is_zero(c->force)) flags |= CR_CONTACT_NO_FORCE;
    if (same(c->slip, 0.0)) flags |= CR_CONTACT_STICKS;
    if (!same(c->curvature, 0.0)) flags |= CR_CONTACT_CURVED;
    *to++ = (unsigned char)flags;
    if (!(flags & CR_CONTACT_PAIR)) {
        to = cr_put_varint(to, (uint32_t)c->a);
        to = cr_put_varint(to, (uint32_t)c->b);
    }
    to = cr_put_varint(to, (uint32_t)c->key);
    to = put_times(to, flags, c->t0, c->t1, before);
    to = cr_put_vec(to, c->point);
    to = cr_put_vec(to, c->on_a);
    to = cr_put_vec(to, c->on_b);
    to = cr_put_vec(to, c->normal);
    if (!(flags & CR_CONTACT_NO_IMPULSE)) to = cr_put_vec(to, c->impulse);
    if (!(flags & CR_CONTACT_NO_FORCE)) to = cr_put_vec(to, c->force);
    if (!(flags & CR_CONTACT_STICKS)) to = cr_put_f64(to, c->slip);
    before->a = c->a;
    before->b = c->b;
    to = cr_put_f64(to, c->gap);
    return flags & CR_CONTACT_CURVED ? cr_put_f64(to, c->curvature) : to;
}

unsigned char *cr_entry_put_energy(unsigned char *to, double time, const cr_world_energy *energy) {
    const cr_world_energy *e = energy;
    const double numbers[CR_ENERGY_NUMBERS] = {e->kinetic, e->potential, e->vibration, e->springs,
                                               e->impacts, e->friction,  e->damping,   e->dropped - e->scheme,
                                               e->driven,  e->loaded,    e->pushed,    e->residual};
    return cr_put_f64s(cr_put_f64(to, time), numbers, CR_ENERGY_NUMBERS);
}
