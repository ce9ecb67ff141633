// The kick: impulses at the start of a step that stop what approaches, so that a body arrives at the other's
// surface at the end of the step and no sooner.
//   J_n >= 0  ⟂  u_n + W_K J + max(gap, 0)/h >= 0,   |J_t| <= mu J_n + budget
// W_K = B^T M^-1 B with columns B at the start of the step.
#include "base/numeric.h"
#include "world/joint.h"

#include <float.h>

// Several points of a body may share an impulse in many ways: a tenth of the diagonal makes it one, and
// passes that begin from the last answer take the give away again.
static const double softness_shared = 0.1, softness_alone = 1e-9;
// What passes leave depends on how exactly each was solved, and so on the order of bodies: only where there
// are many are passes rough.
enum { PASSES = 6, MEMBERS_MANY = 200 };
// Approach that is slower than this part of g h, or moves points by no more than this part of their rounding,
// is left to the hold, which is passive alone: v swings there for long and shows as 2 v/g h of the weight.
static const double skip = 1e-12, skip_rounding = 0.1;

cr_metric cr_metric_at_start(const cr_world *w, int body) {
    const cr_mover *m = &w->mover[body];
    const cr_body *b = cr_body_of(w, body);
    return (cr_metric){.body = b,
                       .at = m->before.at,
                       .turn = m->before.turn,
                       .turn_start = m->before.turn,
                       .linear = b->moves ? 1.0 / sqrt(b->rigid.mass) : 0.0,
                       .angular = 1.0,
                       .shape = m->q};
}

static void metric_of(const cr_world *w, const cr_group *g, int member, cr_system *s) {
    const cr_mover *m = &w->mover[g->member[member]];
    s->metric[member] = cr_metric_at_start(w, g->member[member]);
    cr_metric_scale(&s->metric[member], m->before.velocity, m->before.spin, m->rate_before, s->free[member]);
}

// The velocity of a driven body at a point, against the normal of a contact: what the rows do not know.
static cr_vec driven_velocity(const cr_world *w, int body, double time, cr_vec point) {
    const cr_body *b = cr_body_of(w, body);
    if (b->drive.keys == 0) return (cr_vec){0};
    cr_rigid_state s;
    cr_drive_state(b, time, &s);
    cr_vec spin = cr_quat_turn(s.turn, s.spin);
    return cr_vec_add(s.velocity, cr_vec_cross(spin, cr_vec_sub(point, s.at)));
}

// mu(v) at the slip of the last hold.
double cr_point_mu(const cr_grip *grip, double slip) {
    if (slip < 0.0 || grip->rest == grip->dynamic) return grip->rest;
    double x = grip->stribeck > 0.0 ? slip / grip->stribeck : HUGE_VAL;
    return grip->dynamic + (grip->rest - grip->dynamic) * (x < 30.0 ? cr_exp(-x * x) : 0.0);
}

double cr_point_mu_fall(const cr_grip *grip, double slip) {
    if (!(slip > 0.0) || !(grip->rest > grip->dynamic) || !(grip->stribeck > 0.0)) return 0.0;
    double x = slip / grip->stribeck;
    return x < 30.0 ? 2.0 * x / grip->stribeck * (grip->rest - grip->dynamic) * cr_exp(-x * x) : 0.0;
}

typedef struct kick {
    cr_world *w;
    cr_group *g;
    double h, softness;
    cr_system s;
    int *point;      // of each block
    double *driven;  // 3 for each block: velocity of driven bodies in its rows
    double *before;  // 3 for each block: u before the kick
    double *stop;    // 3 for each block: the right-hand side of a kick that only stops what approaches
    double rebound;  // restitution of an impact that rebounds
    bool wedged;     // it cannot: what gives way does so along other lines
    double fastest;  // approach, or slip of what should stick
    double farthest; // m from the origin: of a point
} kick;

cr_vec cr_point_rows(const cr_world *w, const cr_group *g, cr_system *s, int block, cr_point *p,
                     double driven[3]) {
    const cr_touch *t = &p->before.touch;
    cr_rigid_state state[2];
    for (int end = 0; end < 2; end++) cr_mover_at(w, p->body[end], g->t0, &state[end]);
    const cr_pair *pair = &w->pairs.items[p->pair];
    p->kicked = cr_rough_normal(w, pair, t, state);
    cr_vec at = cr_vec_scale(0.5, cr_vec_add(t->point_a, t->point_b)), d[3] = {p->kicked}, drive = {0};
    cr_vec_frame(d[0], &d[1], &d[2]);
    for (int end = 0; end < 2; end++) {
        double sign = end == 0 ? 1.0 : -1.0;
        cr_skin_hint *hint = end == 0 ? &p->before.place_a : &p->before.place_b;
        int member = p->member[end];
        if (member >= 0)
            cr_columns_point(&s->metric[member], at, cr_pair_unbent(pair, t, end), d, sign, hint,
                             cr_system_rows(s, block, end));
        drive = cr_vec_along(drive, sign, driven_velocity(w, p->body[end], g->t0, at));
    }
    for (int i = 0; i < 3; i++) driven[i] = cr_vec_dot(d[i], drive);
    return at;
}

static void contact_block(kick *k, int index) {
    cr_point *p = &k->g->point[index];
    const cr_pair *pair = &k->w->pairs.items[p->pair];
    int block = cr_system_block(&k->s, CR_ROWS_CONTACT, p->member[0], p->member[1]);
    if (k->s.failed) return;
    cr_vec at = cr_point_rows(k->w, k->g, &k->s, block, p, k->driven + 3 * block);
    double w[3], u[3], *q = k->s.q + 3 * block;
    cr_system_free(&k->s, block, u);
    cr_system_diagonal(&k->s, block, w);
    double mean = (w[0] + w[1] + w[2]) / 3.0;
    for (int i = 0; i < 3; i++) {
        k->before[3 * block + i] = q[i] = u[i] + k->driven[3 * block + i];
        k->s.compliance[3 * block + i] = k->softness * mean;
    }
    double approach = q[0];
    q[0] += cr_max(p->gap, 0.0) / k->h;
    for (int i = 0; i < 3; i++) k->stop[3 * block + i] = q[i];
    // An impact of two bodies alone that rebounds: it leaves with e times the speed it came with.
    if (pair->rule.restitution > 0.0 && k->g->points == 1 && q[0] < 0.0 &&
        approach < -2.0 * k->h * cr_vec_length(k->w->model->def.gravity)) {
        k->rebound = pair->rule.restitution;
        q[0] = (1.0 + k->rebound) * approach;
    }
    k->s.mu[block] = cr_point_mu(&pair->rule.grip, p->before.slip);
    k->s.radius[2 * block] = p->before.budget;
    k->point[block] = index;
    k->farthest = cr_max(k->farthest, cr_vec_length(at));
    k->fastest = cr_max(k->fastest, -q[0]);
    if (p->before.budget > 0.0) k->fastest = cr_max(k->fastest, sqrt(q[1] * q[1] + q[2] * q[2]));
}

// What kept a point from rolling or spinning in the last hold brakes it in the kick too.
static void disk_block(kick *k, int index) {
    cr_point *p = &k->g->point[index];
    const double *budget = p->before.bend_budget;
    if (!(budget[0] > 0.0 || budget[1] > 0.0)) return;
    int block = cr_system_block(&k->s, CR_ROWS_DISK, p->member[0], p->member[1]);
    if (k->s.failed) return;
    cr_vec d[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, p->before.touch.normal};
    cr_vec_frame(d[2], &d[0], &d[1]);
    for (int end = 0; end < 2; end++)
        if (p->member[end] >= 0)
            cr_columns_turn(&k->s.metric[p->member[end]], d, end == 0 ? 1.0 : -1.0,
                            cr_system_rows(&k->s, block, end));
    double u[3], w[3], *q = k->s.q + 3 * block;
    cr_system_free(&k->s, block, u);
    cr_system_diagonal(&k->s, block, w);
    for (int i = 0; i < 3; i++) {
        k->before[3 * block + i] = k->stop[3 * block + i] = q[i] = u[i];
        k->s.compliance[3 * block + i] = k->softness * (w[0] + w[1] + w[2]) / 3.0;
    }
    k->s.radius[2 * block] = budget[0];
    k->s.radius[2 * block + 1] = budget[1];
    k->point[block] = -1;
    double reach = 0.0; // of the bodies that turn: a floor may have its origin at the point
    for (int end = 0; end < 2; end++)
        if (p->member[end] >= 0)
            reach = cr_max(reach, cr_vec_length(cr_vec_sub(p->before.touch.point_a,
                                                           k->w->mover[p->body[end]].before.at)));
    k->fastest = cr_max(k->fastest, cr_min(reach, 1.0) * (fabs(u[0]) + fabs(u[1]) + fabs(u[2])));
}

static void clear_third(kick *k, int block) {
    for (int end = 0; end < 2; end++) {
        int member = k->s.body[2 * block + end];
        double *rows = cr_system_rows(&k->s, block, end);
        if (member < 0) continue;
        int n = k->s.freedoms[member];
        for (int i = 2 * n; i < 3 * n; i++) rows[i] = 0.0;
    }
}

// A joint is stopped whole: its ends have one velocity after the kick.
static void joint_blocks(kick *k, int index) {
    const cr_joint *j = &k->w->model->joints.items[index];
    int member[2] = {cr_group_member(k->g, j->def.a), cr_group_member(k->g, j->def.b)};
    cr_vec direction[6], driven[2];
    int first = cr_joint_rows(k->w, &k->s, index, member, k->g->t0, direction);
    if (k->s.failed) return;
    cr_joint_driven(k->w, index, k->g->t0, &driven[0], &driven[1]);
    for (int block = first; block < first + cr_joint_blocks(k->w, index); block++) {
        double u[3], w[3], *q = k->s.q + 3 * block;
        cr_system_free(&k->s, block, u);
        cr_system_diagonal(&k->s, block, w);
        for (int i = 0; i < 3; i++) {
            bool loose = block > first && i == 2 && j->def.kind == CR_JOINT_HINGE;
            double drive = cr_vec_dot(direction[3 * (block - first) + i], driven[block - first]);
            k->driven[3 * block + i] = loose ? 0.0 : drive;
            k->before[3 * block + i] = k->stop[3 * block + i] = q[i] = loose ? 0.0 : u[i] + drive;
            k->s.compliance[3 * block + i] = (loose ? 1.0 : 1e-9) * (w[0] + w[1] + w[2]);
            k->fastest = cr_max(k->fastest, fabs(q[i]));
        }
        k->point[block] = -1;
        if (j->def.kind == CR_JOINT_HINGE && block > first) clear_third(k, block);
    }
}

static void apply(kick *k) {
    const double *y = k->s.y;
    for (int i = 0; i < k->g->members; i++) {
        cr_mover *m = &k->w->mover[k->g->member[i]];
        const cr_body *b = k->s.metric[i].body;
        const double *modal = y + (b->moves ? 6 : 0);
        if (b->moves) {
            cr_vec v = {y[0], y[1], y[2]}, spin = {y[3], y[4], y[5]};
            m->start.velocity = cr_vec_along(m->start.velocity, k->s.metric[i].linear, v);
            m->start.spin = cr_vec_add(m->start.spin, cr_rigid_root_solve_back(&b->rigid, spin));
        }
        for (int j = 0; j < b->modes; j++) m->rate[j] += modal[j];
        y += b->freedoms;
    }
}

static void book(kick *k) {
    for (int block = 0; block < k->s.blocks; block++) {
        const double *r = k->s.r + 3 * block, *before = k->before + 3 * block;
        double u[3], lost[3];
        cr_system_answer(&k->s, block, u);
        for (int i = 0; i < 3; i++) {
            lost[i] = -r[i] * (before[i] + 0.5 * u[i]);
            k->g->kick.driven -= r[i] * k->driven[3 * block + i];
        }
        k->g->kick.impacts += lost[0];
        bool joint = k->s.kind[block] == CR_ROWS_JOINT;
        if (joint) k->g->kick.impacts += lost[1] + lost[2];
        else k->g->kick.friction += lost[1] + lost[2];
        if (k->point[block] < 0) continue;
        cr_point *p = &k->g->point[k->point[block]];
        p->impulse = (cr_vec){r[0], r[1], r[2]};
    }
}

static cr_status begin(kick *k, cr_arena *arena, cr_error *error) {
    int blocks = 2 * k->g->points + 2 * k->g->joints;
    bool memory = cr_system_begin(&k->s, k->w, k->g, blocks, arena);
    k->point = cr_arena_take(arena, (size_t)blocks + 1, sizeof *k->point);
    k->driven = cr_arena_take(arena, 3 * (size_t)blocks + 1, sizeof *k->driven);
    k->before = cr_arena_take(arena, 3 * (size_t)blocks + 1, sizeof *k->before);
    k->stop = cr_arena_take(arena, 3 * (size_t)blocks + 1, sizeof *k->stop);
    if (!memory || !k->point || !k->driven || !k->before || !k->stop)
        return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d contacts", blocks);
    return CR_OK;
}

static double softness_of(const kick *k) {
    const cr_group *g = k->g;
    bool shared = g->points > g->members;
    for (int i = 1; i < g->points; i++) shared = shared || g->point[i].pair == g->point[i - 1].pair;
    return shared ? softness_shared : softness_alone;
}

// One pass after the other, each with the give of the rows counted from the last impulses, until what is left
// of approach is small beside the fastest, or shows little in the forces of the hold: v as 2 v/h. Below that
// one pass takes most of it, and the next step most of the rest; the last of it is taken whole, and what is
// at rest then needs no kick any more.
static cr_status run_passes(kick *k, double fall, double scale, cr_rows_result *result, cr_error *error) {
    int rows = 3 * k->s.blocks;
    double left = 1e-4 * k->fastest;
    if (k->fastest > 1e-7 * fall) left = cr_max(left, cr_min(1e-3 * fall, k->fastest));
    const double rough =
        k->g->members > MEMBERS_MANY ? 1e-2 : CR_SOLVED; // tolerance of passes but for the last
    double *q = cr_arena_take(k->g->scratch, (size_t)rows + 1, sizeof *q);
    if (!q) return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d contacts", k->s.blocks);
    for (int i = 0; i < rows; i++) q[i] = k->s.q[i];
    double before = HUGE_VAL;
    for (int pass = 0; pass < PASSES; pass++) {
        cr_status status = cr_system_solve(&k->s, rough, scale, false, result, error);
        k->wedged = k->rebound > 0.0 && result->method == CR_COULOMB_UNSOLVED;
        if (status != CR_OK || result->method == CR_COULOMB_UNSOLVED) return status;
        double given = 0.0;
        for (int i = 0; i < rows; i++)
            if (k->s.kind[i / 3] != CR_ROWS_JOINT)
                given = cr_max(given, fabs(k->s.compliance[i] * k->s.r[i] - (q[i] - k->s.q[i])));
        k->wedged = k->rebound > 0.0 && given > left;
        if (given <= left || given > 0.5 * before || k->wedged) break;
        before = given;
        for (int i = 0; i < rows; i++)
            if (k->s.kind[i / 3] != CR_ROWS_JOINT) k->s.q[i] = q[i] - k->s.compliance[i] * k->s.r[i];
    }
    return rough == CR_SOLVED ? CR_OK : cr_system_solve(&k->s, CR_SOLVED, scale, false, result, error);
}

static cr_status solve(kick *k, cr_rows_result *result, cr_error *error) {
    double fall = cr_vec_length(k->w->model->def.gravity) * k->h;
    double scale = sqrt((double)k->s.blocks) * cr_max(1e-3 * k->fastest, cr_min(1e-4 * fall, k->fastest));
    cr_status status = run_passes(k, fall, scale, result, error);
    if (status != CR_OK || !(k->wedged || cr_system_brings_energy(&k->s, k->before))) return status;
    return cr_system_throw_back(&k->s, k->before, k->stop, k->rebound, scale, result, error);
}

// What rests on something fixed and moves no point by that part of its rounding stands still: the hold would
// turn it round in every step, and forces would answer.
static void stand_still(kick *k, double slow) {
    bool grounded = false;
    for (int i = 0; i < k->g->points; i++)
        grounded = grounded || k->g->point[i].member[0] < 0 || k->g->point[i].member[1] < 0;
    for (int i = 0; i < k->g->members && grounded; i++) {
        cr_mover *m = &k->w->mover[k->g->member[i]];
        const cr_body *b = cr_body_of(k->w, k->g->member[i]);
        double speed = cr_vec_length(m->start.velocity) + b->reach * cr_vec_length(m->start.spin);
        if (!b->moves || speed > slow) continue;
        k->g->kick.dropped += cr_rigid_kinetic(&b->rigid, &m->start);
        m->start.velocity = m->start.spin = (cr_vec){0};
    }
}

cr_status cr_group_kick(cr_world *w, cr_group *g, double h, cr_rows_result *result, cr_error *error) {
    g->kick = (cr_books){0};
    *result = (cr_rows_result){0};
    for (int i = 0; i < g->members; i++) {
        cr_mover *m = &w->mover[g->member[i]];
        m->start = m->before;
        for (int j = 0; j < cr_body_of(w, g->member[i])->modes; j++) m->rate[j] = m->rate_before[j];
    }
    for (int i = 0; i < g->points; i++) g->point[i].impulse = (cr_vec){0};
    cr_arena_mark mark = cr_arena_here(g->scratch);
    kick k = {.w = w, .g = g, .h = h};
    cr_status status = begin(&k, g->scratch, error);
    k.softness = softness_of(&k);
    for (int i = 0; status == CR_OK && i < g->members; i++) metric_of(w, g, i, &k.s);
    for (int i = 0; status == CR_OK && i < g->points && !k.s.failed; i++)
        if (!w->pairs.items[g->point[i].pair].rule.law) contact_block(&k, i);
    for (int i = 0; status == CR_OK && i < g->points && !k.s.failed; i++) disk_block(&k, i);
    for (int i = 0; status == CR_OK && i < g->joints && !k.s.failed; i++) joint_blocks(&k, g->joint[i]);
    if (k.s.failed) status = cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d contacts", g->points);
    double slow = skip_rounding * DBL_EPSILON * k.farthest / h;
    double least = skip * cr_vec_length(w->model->def.gravity) * h + slow;
    if (status == CR_OK && k.fastest > least) {
        status = solve(&k, result, error);
        if (status == CR_OK) {
            apply(&k);
            book(&k);
        }
    } else if (status == CR_OK) {
        stand_still(&k, slow);
    }
    cr_arena_rewind(g->scratch, mark);
    return status;
}
