// Joints: rows that hold points (and axes) together, in the same solve as contacts.
#include "world/joint.h"

#include "base/numeric.h"
#include "world/hold.h"

static const double stiffness = 1e-6; // 1/(k W) of a joint's own give, at the longest step

static void joint_frames(const cr_world_model *model, cr_joint *j) {
    const cr_rigid_state *a = &model->bodies.items[j->def.a].start;
    const cr_rigid_state *b = j->def.b >= 0 ? &model->bodies.items[j->def.b].start : NULL;
    cr_vec axis = cr_vec_unit(j->def.axis, (cr_vec){0, 0, 1});
    j->on_a = cr_quat_back(a->turn, cr_vec_sub(j->def.at, a->at));
    j->axis_a = cr_quat_back(a->turn, axis);
    j->on_b = b ? cr_quat_back(b->turn, cr_vec_sub(j->def.at, b->at)) : j->def.at;
    j->axis_b = b ? cr_quat_back(b->turn, axis) : axis;
    j->apart = b ? cr_quat_mul(cr_quat_inverse(a->turn), b->turn) : cr_quat_inverse(a->turn);
}

// Its give is constant, so that what it stores is well defined: small beside the answer of the bodies to the
// longest step.
static void joint_give(const cr_world_model *model, cr_joint *j) {
    double h = model->def.step, linear = 0.0, angular = 0.0;
    for (int end = 0; end < 2; end++) {
        int body = end == 0 ? j->def.a : j->def.b;
        if (body < 0 || !model->bodies.items[body].moves) continue;
        const cr_rigid *r = &model->bodies.items[body].rigid;
        linear += 1.0 / r->mass;
        angular += 3.0 / (r->inertia[0] + r->inertia[1] + r->inertia[2]);
    }
    j->compliance = stiffness * 0.5 * h * h * linear;
    j->bend = stiffness * 0.5 * h * h * angular;
}

int cr_world_model_join(cr_world_model *model, const cr_joint_def *def, cr_error *error) {
    int count = model->bodies.count;
    bool known = def->a >= 0 && def->a < count && def->b >= -1 && def->b < count && def->a != def->b;
    if (!known) {
        cr_fail(error, CR_ERR_INPUT, "joint", "needs two different bodies, or one and the world");
        return -1;
    }
    bool free = model->bodies.items[def->a].moves || (def->b >= 0 && model->bodies.items[def->b].moves);
    if (!free) {
        cr_fail(error, CR_ERR_INPUT, "joint", "one of its bodies must be free to move");
        return -1;
    }
    double sum = cr_vec_length(def->at) + cr_vec_length(def->axis) + def->damping;
    if (!isfinite(sum) || !(def->damping >= 0.0)) {
        cr_fail(error, CR_ERR_RANGE, "joint", "its place, axis and damping must be finite");
        return -1;
    }
    if (def->kind == CR_JOINT_HINGE && !(cr_vec_length(def->axis) > 0.0)) {
        cr_fail(error, CR_ERR_INPUT, "joint", "a hinge needs an axis");
        return -1;
    }
    cr_joint *joint = CR_ARRAY_ADD(&model->joints, model->arena);
    if (!joint) {
        cr_fail(error, CR_ERR_MEMORY, "world", "no memory");
        return -1;
    }
    joint->def = *def;
    joint_frames(model, joint);
    joint_give(model, joint);
    return model->joints.count - 1;
}

// Where the frame of one end is: of a member in the middle of a step, or of a body that is not moved by it.
static cr_pose end_pose(const cr_world *w, int body, double time) {
    if (body < 0) return (cr_pose){.turn = cr_quat_none};
    cr_rigid_state s;
    cr_drive_state(cr_body_of(w, body), time, &s);
    return (cr_pose){s.at, s.turn};
}

static void point_rows(cr_system *s, const cr_joint *j, int block, const cr_vec d[3]) {
    for (int end = 0; end < 2; end++) {
        int member = s->body[2 * block + end], hint = -1;
        if (member < 0) continue;
        cr_columns_anchor(&s->metric[member], end == 0 ? j->on_a : j->on_b, d, end == 0 ? 1.0 : -1.0, &hint,
                          cr_system_rows(s, block, end));
    }
}

static void turn_rows(cr_system *s, int block, const cr_vec d[3], bool third) {
    for (int end = 0; end < 2; end++) {
        int member = s->body[2 * block + end];
        if (member < 0) continue;
        double *rows = cr_system_rows(s, block, end);
        int n = s->freedoms[member];
        cr_columns_turn(&s->metric[member], d, end == 0 ? 1.0 : -1.0, rows);
        for (int i = 2 * n; !third && i < 3 * n; i++) rows[i] = 0.0;
    }
}

static cr_quat turn_of(const cr_world *w, const cr_system *s, int block, int end, int body, double time) {
    int member = s->body[2 * block + end];
    return member >= 0 ? s->metric[member].turn : end_pose(w, body, time).turn;
}

void cr_joint_columns(const cr_world *w, cr_system *s, int index, int block, const cr_vec direction[6]) {
    const cr_joint *j = &w->model->joints.items[index];
    point_rows(s, j, block, direction);
    if (j->def.kind == CR_JOINT_BALL) return;
    turn_rows(s, block + 1, direction + 3, j->def.kind == CR_JOINT_WELD || j->def.damping > 0.0);
}

int cr_joint_rows(const cr_world *w, cr_system *s, int index, const int member[2], double time,
                  cr_vec direction[6]) {
    const cr_joint *j = &w->model->joints.items[index];
    cr_vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int block = cr_system_block(s, CR_ROWS_JOINT, member[0], member[1]);
    if (s->failed) return block;
    for (int i = 0; i < 3; i++) direction[i] = axes[i];
    if (j->def.kind == CR_JOINT_BALL) {
        cr_joint_columns(w, s, index, block, direction);
        return block;
    }
    int bend = cr_system_block(s, CR_ROWS_JOINT, member[0], member[1]);
    if (s->failed) return block;
    cr_quat b = turn_of(w, s, bend, 1, j->def.b, time);
    if (j->def.kind == CR_JOINT_HINGE) {
        axes[2] = cr_quat_turn(b, j->axis_b);
        cr_vec_frame(axes[2], &axes[0], &axes[1]);
    }
    for (int i = 0; i < 3; i++) direction[3 + i] = axes[i];
    cr_joint_columns(w, s, index, block, direction);
    return block;
}

int cr_joint_blocks(const cr_world *w, int index) {
    return w->model->joints.items[index].def.kind == CR_JOINT_BALL ? 1 : 2;
}

// Where an end is that modes bend.
static cr_vec anchor(const cr_world *w, int body, const cr_rigid_state *s, cr_vec on) {
    cr_pose at = {s->at, s->turn};
    int hint = -1;
    if (body >= 0) on = cr_vec_add(on, cr_bend_own(cr_body_of(w, body), w->mover[body].q, on, &hint));
    return cr_pose_out(&at, on);
}

// How far the ends have come apart, in space: points [m], and turns [rad] of a against b.
void cr_joint_gap(const cr_world *w, int index, const cr_rigid_state *a, const cr_rigid_state *b,
                  cr_vec *apart, cr_vec *turned) {
    const cr_joint *j = &w->model->joints.items[index];
    *apart = cr_vec_sub(anchor(w, j->def.a, a, j->on_a), anchor(w, j->def.b, b, j->on_b));
    *turned = (cr_vec){0};
    if (j->def.kind == CR_JOINT_HINGE)
        *turned = cr_vec_cross(cr_quat_turn(b->turn, j->axis_b), cr_quat_turn(a->turn, j->axis_a));
    if (j->def.kind == CR_JOINT_WELD) {
        cr_quat wanted = cr_quat_mul(b->turn, cr_quat_inverse(j->apart));
        cr_quat off = cr_quat_mul(a->turn, cr_quat_inverse(wanted));
        *turned = cr_vec_scale(off.w < 0.0 ? -2.0 : 2.0, (cr_vec){off.x, off.y, off.z});
    }
}

static void end_state(const cr_hold *hold, int body, int member, cr_rigid_state *s) {
    if (body < 0) *s = (cr_rigid_state){.turn = cr_quat_none};
    else if (member >= 0 && cr_body_of(hold->w, body)->moves) *s = hold->w->mover[body].start;
    else cr_drive_state(cr_body_of(hold->w, body), hold->g->t0, s);
}

// The turn from one attitude to another, in space, as rows count it: h m of Cayley's map. Half a turn within
// a step has none; what it lacks is a gap for the next.
static cr_vec turn_between(cr_quat from, cr_quat to) {
    const double least = 0.1;
    cr_quat q = cr_quat_mul(to, cr_quat_inverse(from));
    double w = copysign(cr_max(fabs(q.w), least), q.w);
    return cr_vec_scale(2.0 / w, (cr_vec){q.x, q.y, q.z});
}

// The way and turn of a driven end over the step, taken from the other.
static void driven_way(const cr_hold *hold, const cr_joint *j, cr_vec *way, cr_vec *turn) {
    *way = *turn = (cr_vec){0};
    for (int end = 0; end < 2; end++) {
        int body = end == 0 ? j->def.a : j->def.b;
        if (body < 0 || cr_body_of(hold->w, body)->drive.keys == 0) continue;
        cr_vec on = end == 0 ? j->on_a : j->on_b;
        double sign = end == 0 ? 1.0 : -1.0;
        cr_pose from = end_pose(hold->w, body, hold->g->t0),
                to = end_pose(hold->w, body, hold->g->t0 + hold->h);
        *way = cr_vec_along(*way, sign, cr_vec_sub(cr_pose_out(&to, on), cr_pose_out(&from, on)));
        *turn = cr_vec_along(*turn, sign, turn_between(from.turn, to.turn));
    }
}

void cr_joint_driven(const cr_world *w, int index, double time, cr_vec *velocity, cr_vec *spin) {
    const cr_joint *j = &w->model->joints.items[index];
    *velocity = *spin = (cr_vec){0};
    for (int end = 0; end < 2; end++) {
        int body = end == 0 ? j->def.a : j->def.b;
        if (body < 0 || cr_body_of(w, body)->drive.keys == 0) continue;
        cr_rigid_state s;
        cr_drive_state(cr_body_of(w, body), time, &s);
        double sign = end == 0 ? 1.0 : -1.0;
        cr_vec turns = cr_quat_turn(s.turn, s.spin), arm = cr_quat_turn(s.turn, end == 0 ? j->on_a : j->on_b);
        *velocity = cr_vec_along(*velocity, sign, cr_vec_add(s.velocity, cr_vec_cross(turns, arm)));
        *spin = cr_vec_along(*spin, sign, turns);
    }
}

static void hold_rows(cr_hold *hold, int slot, int block, cr_vec gap, cr_vec way, double give, bool torque) {
    const double *before = hold->g->joint_before + 6 * slot + (torque ? 3 : 0);
    for (int i = 0; i < 3; i++) {
        cr_vec d = hold->direction[3 * block + i];
        hold->base[3 * block + i] = cr_vec_dot(d, gap);
        hold->driven[3 * block + i] = cr_vec_dot(d, way);
        hold->s.compliance[3 * block + i] = give;
        hold->s.r[3 * block + i] = before[i];
    }
    hold->point[block] = -1 - slot;
    hold->torque[block] = torque;
}

// The row of a hinge's damper is counted in units in which its give h/damping is as large as what a torque
// turns the bodies by: the solver weighs the rows of a block alike. Returns the give.
static double scale_damper(cr_hold *hold, int index, int block, cr_vec direction[6]) {
    const cr_joint *j = &hold->w->model->joints.items[index];
    double part = hold->h / hold->w->model->def.step, turns = part * part * j->bend / stiffness;
    double give = hold->h / j->def.damping, square = turns / (turns + give);
    direction[5] = cr_vec_scale(sqrt(square), direction[5]);
    cr_joint_columns(hold->w, &hold->s, index, block, direction);
    return square * give;
}

void cr_hold_joint(cr_hold *hold, int slot) {
    int index = hold->g->joint[slot];
    const cr_joint *j = &hold->w->model->joints.items[index];
    int member[2] = {cr_group_member(hold->g, j->def.a), cr_group_member(hold->g, j->def.b)};
    cr_rigid_state a, b;
    cr_vec apart, turned, direction[6], way, turn;
    end_state(hold, j->def.a, member[0], &a);
    end_state(hold, j->def.b, member[1], &b);
    cr_joint_gap(hold->w, index, &a, &b, &apart, &turned);
    int block = cr_joint_rows(hold->w, &hold->s, index, member, hold->g->t0 + 0.5 * hold->h, direction);
    if (hold->s.failed) return;
    double give = j->bend;
    if (j->def.kind == CR_JOINT_HINGE && j->def.damping > 0.0)
        give = scale_damper(hold, index, block, direction);
    for (int i = 0; i < 3 * cr_joint_blocks(hold->w, index); i++)
        hold->direction[3 * block + i] = direction[i];
    driven_way(hold, j, &way, &turn);
    hold_rows(hold, slot, block, apart, way, j->compliance, false);
    if (j->def.kind == CR_JOINT_BALL) return;
    hold_rows(hold, slot, block + 1, turned, turn, j->bend, true);
    if (j->def.kind != CR_JOINT_HINGE) return;
    hold->base[3 * block + 5] = 0.0;
    hold->s.r[3 * block + 5] = 0.0;
    hold->s.compliance[3 * block + 5] = give;
    if (!(j->def.damping > 0.0)) hold->driven[3 * block + 5] = 0.0;
}

// A joint holds to parts of 1e-6: one that is torn is told to go two ways at once.
cr_status cr_joints_intact(const cr_world *w, const cr_group *g, cr_error *error) {
    const double part = 0.01, angle = 0.1; // of the smaller body; rad
    for (int i = 0; i < g->joints; i++) {
        int index = g->joint[i];
        const cr_joint *j = &w->model->joints.items[index];
        const cr_body *a = cr_body_of(w, j->def.a), *b = j->def.b < 0 ? a : cr_body_of(w, j->def.b);
        double size = cr_min(a->reach, b->reach), apart = 0.0, turned = 0.0;
        for (int k = 0; k < 3; k++) {
            apart += cr_square(j->compliance * g->joint_force[6 * i + k]);
            turned += cr_square(j->bend * g->joint_force[6 * i + 3 + k]);
        }
        if (sqrt(apart) <= part * size && sqrt(turned) <= angle) continue;
        return cr_fail(error, CR_ERR_INPUT, a->name,
                       "is torn from a joint, by %.3g mm and %.3g rad: its joints or drives contradict each "
                       "other; leave one out",
                       1e3 * sqrt(apart), sqrt(turned));
    }
    return CR_OK;
}

// What a spring holds at an extension beyond what its force tells: (e^2 - (c r)^2)/2c.
static double stored_beyond(double extension, double force, double c) {
    return 0.5 * (extension - c * force) * (extension + c * force) / c;
}

// A spring of a joint holds no more than its extension e tells, e^2/2c, with which the next step begins, and
// no more than its force r tells, c r^2/2, by which it is remembered: the solver leaves a little of e + c r =
// 0. Where the extension tells more, that is booked as pushed when the next step finds it, like what linear
// rows leave; where it tells less, here (docs/theory/worlds.md, W3). The damper of a hinge stores nothing.
void cr_joint_book(cr_hold *hold, int block, const double moved[3]) {
    int slot = -1 - hold->point[block], first = hold->torque[block] ? 3 : 0;
    const cr_joint *j = &hold->w->model->joints.items[hold->g->joint[slot]];
    cr_books *books = &hold->g->hold;
    for (int i = 0; i < 3; i++) {
        double r = hold->s.r[3 * block + i], before = hold->g->joint_before[6 * slot + first + i];
        hold->g->joint_force[6 * slot + first + i] = r;
        if (j->def.kind == CR_JOINT_HINGE && first + i == 5) {
            hold->g->joint_force[6 * slot + 5] = 0.0;
            books->friction -= r * moved[i];
            continue;
        }
        double c = hold->s.compliance[3 * block + i], gap = hold->base[3 * block + i], end = gap + moved[i];
        double open = stored_beyond(end, r, c);
        books->pushed += stored_beyond(gap, before, c) - cr_min(open, 0.0);
        books->impacts += cr_max(open, 0.0) - moved[i] * (gap + 0.5 * moved[i] + c * r) / c;
    }
}

double cr_joint_stored(const cr_world *w, int index) {
    const cr_joint *j = &w->model->joints.items[index];
    const double *r = w->joint_memory[index];
    return 0.5 * j->compliance * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) +
           0.5 * j->bend * (r[3] * r[3] + r[4] * r[4] + r[5] * r[5]);
}
