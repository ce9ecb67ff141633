#include "record/entry.h"
#include "record/entry_flags.h"

static bool finite_vec(cr_vec v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool all_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool take_times(cr_cursor *from, unsigned flags, cr_entry_before *before, double *t0, double *t1) {
    *t0 = flags & CR_FLAG_T0 ? before->t0 : cr_take_f64(from);
    *t1 = flags & CR_FLAG_T1 ? before->t1 : cr_take_f64(from);
    before->t0 = *t0;
    before->t1 = *t1;
    return isfinite(*t0) && isfinite(*t1) && *t0 <= *t1;
}

static cr_vec take_unless(cr_cursor *from, unsigned left_out) {
    return left_out ? cr_vec_make(0.0, 0.0, 0.0) : cr_take_vec(from);
}

cr_body_state cr_entry_take_state(cr_cursor *from) {
    cr_body_state state;
    double q[4];
    state.pose.at = cr_take_vec(from);
    cr_take_f64s(from, q, 4);
    state.pose.turn = (cr_quat){q[0], q[1], q[2], q[3]};
    state.velocity = cr_take_vec(from);
    state.spin = cr_take_vec(from);
    return state;
}

// The turn is a rotation but for rounding, which the rotations of many steps have gathered.
bool cr_entry_state_good(const cr_body_state *state) {
    const cr_quat q = state->pose.turn;
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return finite_vec(state->pose.at) && fabs(square - 1.0) < 1e-6 && finite_vec(state->velocity) &&
           finite_vec(state->spin);
}

// An array of `count` numbers, zeros where they were left out.
static const double *take_modes(cr_cursor *from, bool left_out, double *x, int count) {
    for (int i = 0; i < count; i++) x[i] = left_out ? 0.0 : cr_take_f64(from);
    return x;
}

bool cr_entry_take_motion(cr_cursor *from, const cr_record_head *head, cr_entry_before *before, double *modes,
                          cr_world_motion *motion) {
    unsigned flags = cr_take_byte(from);
    uint32_t body = cr_take_varint(from), awake = cr_take_varint(from);
    if (body >= (uint32_t)head->bodies) return false;
    int count = head->body[body].modes;
    *motion = (cr_world_motion){.body = (int)body, .modes = count};
    if (awake > INT32_MAX || !take_times(from, flags, before, &motion->t0, &motion->t1)) return false;
    motion->awake = (int)awake;
    motion->start.pose.at = cr_take_vec(from);
    double q[4];
    cr_take_f64s(from, q, 4);
    motion->start.pose.turn = (cr_quat){q[0], q[1], q[2], q[3]};
    motion->start.velocity = take_unless(from, flags & CR_MOTION_STILL);
    motion->start.spin = take_unless(from, flags & CR_MOTION_NO_SPIN);
    motion->force = take_unless(from, flags & CR_MOTION_NO_FORCE);
    motion->torque = take_unless(from, flags & CR_MOTION_NO_TORQUE);
    motion->shape = take_modes(from, flags & CR_MOTION_NO_SHAPE, modes, count);
    motion->rate = take_modes(from, flags & CR_MOTION_NO_SHAPE, modes + count, count);
    motion->push = take_modes(from, flags & CR_MOTION_NO_PUSH, modes + 2 * (size_t)count, count);
    return !from->short_of && cr_entry_state_good(&motion->start) && finite_vec(motion->force) &&
           finite_vec(motion->torque) && all_finite(modes, 3 * count);
}

bool cr_entry_take_contact(cr_cursor *from, const cr_record_head *head, cr_entry_before *before,
                           cr_world_contact *contact) {
    cr_world_contact *c = contact;
    *c = (cr_world_contact){.a = before->a, .b = before->b};
    unsigned flags = cr_take_byte(from);
    if (flags > CR_CONTACT_FLAGS) return false;
    if (!(flags & CR_CONTACT_PAIR)) {
        uint32_t a = cr_take_varint(from), b = cr_take_varint(from);
        if (a >= (uint32_t)head->bodies || b >= (uint32_t)head->bodies) return false;
        c->a = (int)a;
        c->b = (int)b;
    }
    if (c->a < 0) return false; // the first of its block has no pair before it
    c->key = cr_take_varint(from);
    if (!take_times(from, flags, before, &c->t0, &c->t1)) return false;
    c->point = cr_take_vec(from);
    c->on_a = cr_take_vec(from);
    c->on_b = cr_take_vec(from);
    c->normal = cr_take_vec(from);
    c->impulse = take_unless(from, flags & CR_CONTACT_NO_IMPULSE);
    c->force = take_unless(from, flags & CR_CONTACT_NO_FORCE);
    c->slip = flags & CR_CONTACT_STICKS ? 0.0 : cr_take_f64(from);
    c->gap = cr_take_f64(from);
    c->curvature = flags & CR_CONTACT_CURVED ? cr_take_f64(from) : 0.0;
    before->a = c->a;
    before->b = c->b;
    return !from->short_of && finite_vec(c->point) && finite_vec(c->on_a) && finite_vec(c->on_b) &&
           finite_vec(c->normal) && finite_vec(c->impulse) && finite_vec(c->force) && isfinite(c->slip) &&
           isfinite(c->gap) && isfinite(c->curvature);
}

bool cr_entry_take_energy(cr_cursor *from, double *time, cr_world_energy *energy) {
    double e[CR_ENERGY_NUMBERS];
    *time = cr_take_f64(from);
    cr_take_f64s(from, e, CR_ENERGY_NUMBERS);
    *energy =
        (cr_world_energy){e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7], e[8], e[9], e[10], e[11], 0.0};
    return !from->short_of && isfinite(*time) && all_finite(e, CR_ENERGY_NUMBERS);
}
