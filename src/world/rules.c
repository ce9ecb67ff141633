// How bodies meet, and what a sealed model promises.
#include "base/numeric.h"
#include "carom/material.h"
#include "geom/broad.h"
#include "geom/touch.h"
#include "world/compress.h"

static double mean(double a, double b) {
    return sqrt(a * b);
}

static double chosen(double given, double rule) {
    return isnan(given) ? rule : given;
}

// The step at which the spring of a point answers like the bodies themselves: modes are followed with
// steps_per_period of the highest in contact, rigid bodies with a tenth of the longest step.
static double stiff_step(const cr_world_model *model, const cr_body *a, const cr_body *b) {
    double top = 0.0;
    if (a->modes > 0) top = a->w[a->modes - 1];
    if (b->modes > 0) top = cr_max(top, b->w[b->modes - 1]);
    double h = 0.1 * model->def.step;
    return top > 0.0 ? cr_min(h, 2.0 * cr_pi / (model->def.steps_per_period * top)) : h;
}

// Infinite: not a ball.
static double ball_of(const cr_body *b) {
    double radius = b->parts == 1 ? b->part[0].form->ball : 0.0;
    return radius > 0.0 ? radius : HUGE_VAL;
}

// A ball gives at its point by Hertz's law, F = K d^(3/2), dF/dd = 3/2 K^(2/3) F^(1/3), here under ten times
// the weight. Two balls that move have no stiffer spring than that. One on something else may: its spring
// would store 1e-7 of its energy and ring for long. But where balls are many those at floor and walls hold
// each other by more rows than they have freedoms, and with the stiff springs that the rule of steps makes in
// short steps a pile takes twice as long: the more there are the softer these are, down to Hertz's law.
static double hertz_most(const cr_world_model *model, const cr_body *a, const cr_body *b, double mass) {
    const double many = 100.0;
    bool two = ball_of(a) < HUGE_VAL && ball_of(b) < HUGE_VAL && a->moves && b->moves;
    double radius = cr_hertz_radius(ball_of(a), ball_of(b)), g = cr_vec_length(model->def.gravity);
    if (!(radius < HUGE_VAL)) return HUGE_VAL;
    const cr_material matter[2] = {{.young = a->young, .poisson = a->poisson},
                                   {.young = b->young, .poisson = b->poisson}};
    double k = cr_hertz_stiffness(&matter[0], &matter[1], radius);
    double force = 10.0 * mass * (g > 0.0 ? g : 9.81), few = cr_max(1.0, many / cr_max(model->balls, 1.0));
    return 1.5 * cr_pow(k * k * force, 1.0 / 3.0) * (two ? 1.0 : few * few);
}

// kappa = 1/(k W) with W = h^2/2m of the pair at that step: 0.2 keeps point forces unique and the solver
// quick, and gives by F/k only.
static double spring_rule(const cr_world_model *model, const cr_body *a, const cr_body *b) {
    const double kappa = 0.2;
    double ma = a->rigid.mass, mb = b->rigid.mass, h = stiff_step(model, a, b), m;
    if (a->moves && b->moves) m = ma * mb / (ma + mb);
    else if (a->moves || b->moves) m = a->moves ? ma : mb;
    else m = cr_min(a->modes > 0 ? ma : HUGE_VAL, b->modes > 0 ? mb : HUGE_VAL); // only modes answer
    return cr_min(2.0 * m / (kappa * h * h), hertz_most(model, a, b, m));
}

// The square of a radius of gyration: the spring of a turn is that of a point at this radius, so that both
// answer alike.
static double gyration(const cr_body *a, const cr_body *b) {
    double least = HUGE_VAL;
    for (int i = 0; i < 2; i++) {
        const cr_body *body = i == 0 ? a : b;
        const double *inertia = body->rigid.inertia;
        if (body->moves)
            least = cr_min(least, (inertia[0] + inertia[1] + inertia[2]) / (3.0 * body->rigid.mass));
    }
    return least < HUGE_VAL ? least : 1.0;
}

static int order_of(const cr_pair_def *p, int a, int b) {
    int low = p->a < p->b ? p->a : p->b, high = p->a < p->b ? p->b : p->a;
    return low != a ? (low > a) - (low < a) : (high > b) - (high < b);
}

// Of a sealed model, whose pairs are in order; the last of equal ones counts.
static const cr_pair_def *pair_of(const cr_world_model *model, int a, int b) {
    int low = 0, high = model->pairs.count, first = a < b ? a : b, second = a < b ? b : a;
    while (low < high) {
        int middle = (low + high) / 2;
        if (order_of(&model->pairs.items[middle], first, second) <= 0) low = middle + 1;
        else high = middle;
    }
    const cr_pair_def *p = low > 0 ? &model->pairs.items[low - 1] : NULL;
    return p && order_of(p, first, second) == 0 ? p : NULL;
}

// Merge sort: equal pairs stay in the order in which they were given.
static void merge(cr_pair_def *items, int from, int middle, int to, cr_pair_def *room) {
    int a = from, b = middle, n = 0;
    while (a < middle || b < to) {
        const cr_pair_def *q = &items[b];
        bool first = b >= to || (a < middle && order_of(&items[a], q->a < q->b ? q->a : q->b,
                                                        q->a < q->b ? q->b : q->a) <= 0);
        room[n++] = first ? items[a++] : items[b++];
    }
    for (int i = 0; i < n; i++) items[from + i] = room[i];
}

static cr_status sort_pairs(cr_world_model *model, cr_error *error) {
    int n = model->pairs.count;
    cr_arena_mark mark = cr_arena_here(model->arena);
    cr_pair_def *room = cr_arena_take(model->arena, (size_t)n + 1, sizeof *room);
    if (!room) return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d pairs", n);
    for (int width = 1; width < n; width *= 2)
        for (int from = 0; from + width < n; from += 2 * width)
            merge(model->pairs.items, from, from + width, from + 2 * width < n ? from + 2 * width : n, room);
    cr_arena_rewind(model->arena, mark);
    return CR_OK;
}

// The later of both bodies' compressions, or what the pair says; a law that is given counts before all. What
// a law returns of an impact is its own matter.
static void compress_rule(const cr_world_model *model, const cr_body *a, const cr_body *b,
                          const cr_pair_def *p, cr_meeting_rule *rule) {
    cr_compress kind = p->compress;
    double restitution = rule->restitution;
    if (kind == CR_COMPRESS_BY_BODIES) kind = a->compress > b->compress ? a->compress : b->compress;
    if (!rule->law && kind == CR_COMPRESS_STIFF) return;
    rule->restitution = 0.0;
    if (rule->law) return;
    const cr_material matter[2] = {{.young = a->young, .poisson = a->poisson},
                                   {.young = b->young, .poisson = b->poisson}};
    rule->law = &model->compress[kind];
    rule->modulus = cr_hertz_modulus(&matter[0], &matter[1]);
    rule->loss = cr_compress_loss(kind, restitution);
}

cr_meeting_rule cr_world_model_rule(const cr_world_model *model, int ia, int ib) {
    const cr_body *a = CR_ARRAY_AT(&model->bodies, ia), *b = CR_ARRAY_AT(&model->bodies, ib);
    cr_pair_def none = cr_pair_def_default();
    const cr_pair_def *pair = pair_of(model, ia, ib), *p = pair ? pair : &none;
    cr_meeting_rule rule = {.apart = p->apart || (a->filter & b->filter), .law = p->law};
    rule.grip.rest = chosen(p->grip.rest, mean(a->grip.rest, b->grip.rest));
    rule.grip.dynamic = chosen(p->grip.dynamic, mean(a->grip.dynamic, b->grip.dynamic));
    rule.grip.stribeck = chosen(p->grip.stribeck, mean(a->grip.stribeck, b->grip.stribeck));
    rule.grip.rolling = chosen(p->grip.rolling, a->grip.rolling + b->grip.rolling);
    rule.grip.spinning = chosen(p->grip.spinning, a->grip.spinning + b->grip.spinning);
    rule.restitution = chosen(p->restitution, a->restitution * b->restitution);
    compress_rule(model, a, b, p, &rule);
    rule.stiffness = chosen(p->stiffness, spring_rule(model, a, b));
    rule.shear = rule.stiffness;
    rule.twist = rule.stiffness * gyration(a, b);
    if (model->def.preset != CR_WORLD_CAROM) {
        rule.law = NULL;
        rule.modulus = rule.restitution = rule.grip.rolling = rule.grip.spinning = 0.0;
        rule.stiffness = rule.shear = rule.twist = HUGE_VAL;
    }
    return rule;
}

double cr_overlap_allowed(const cr_body *a, const cr_body *b) {
    return cr_min(1e-3, 0.5 * cr_min(a->wall, b->wall));
}

static cr_status check_overlap(const cr_world_model *model, int ia, int ib, cr_error *error) {
    const cr_body *a = &model->bodies.items[ia], *b = &model->bodies.items[ib];
    if (!a->joins && !b->joins) return CR_OK;
    cr_pose at_a = {a->start.at, a->start.turn}, at_b = {b->start.at, b->start.turn};
    if (cr_vec_length(cr_vec_sub(at_a.at, at_b.at)) > a->reach + b->reach) return CR_OK;
    if (cr_world_model_rule(model, ia, ib).apart) return CR_OK;
    double allowed = cr_overlap_allowed(a, b);
    for (int i = 0; i < a->parts; i++)
        for (int k = 0; k < b->parts; k++) {
            cr_meeting m = {.a = a->part[i].form, .b = b->part[k].form, .flat = model->def.flat};
            m.pose_a = cr_pose_of(&at_a, &a->part[i].pose);
            m.pose_b = cr_pose_of(&at_b, &b->part[k].pose);
            double gap = cr_touch_distance(&m);
            if (!(gap >= -allowed))
                return cr_fail(error, CR_ERR_INPUT, a->name,
                               "overlaps `%s` by %.3g mm at the start; move one of them", b->name,
                               -1e3 * gap);
        }
    return CR_OK;
}

// A box that holds a body at the start, however it is turned.
static void start_box(const cr_body *b, cr_vec *low, cr_vec *high) {
    double half = b->unbounded ? HUGE_VAL : 0.5 * cr_vec_length(cr_vec_sub(b->high, b->low));
    cr_vec at = b->start.at;
    if (!b->unbounded)
        at = cr_vec_add(at, cr_quat_turn(b->start.turn, cr_vec_scale(0.5, cr_vec_add(b->low, b->high))));
    *low = (cr_vec){at.x - half, at.y - half, at.z - half};
    *high = (cr_vec){at.x + half, at.y + half, at.z + half};
}

static cr_status check_overlaps(cr_world_model *model, cr_error *error) {
    int n = model->bodies.count;
    cr_vec low, high;
    cr_arena_mark mark = cr_arena_here(model->arena);
    cr_broad *broad = cr_broad_new(model->arena, n + 1);
    int *near = cr_arena_take(model->arena, (size_t)n + 1, sizeof *near);
    cr_status status = CR_OK;
    if (!broad || !near) status = cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d bodies", n);
    // Each against those before it.
    for (int i = 0; i < n && status == CR_OK; i++) {
        start_box(&model->bodies.items[i], &low, &high);
        int count = cr_broad_query(broad, low, high, near, n);
        for (int k = 0; k < count && status == CR_OK; k++) status = check_overlap(model, near[k], i, error);
        cr_broad_set(broad, i, low, high);
    }
    cr_arena_rewind(model->arena, mark);
    return status;
}

// Bodies of a joint are one machine: they do not touch each other.
static cr_status part_joined(cr_world_model *model, cr_error *error) {
    for (int i = 0; i < model->joints.count; i++) {
        const cr_joint_def *j = &model->joints.items[i].def;
        if (j->b < 0) continue;
        cr_pair_def apart = cr_pair_def_default();
        apart.a = j->a;
        apart.b = j->b;
        apart.apart = true;
        cr_status status = cr_world_model_pair(model, &apart, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

cr_status cr_world_model_seal(cr_world_model *model, cr_error *error) {
    if (model->def.preset != CR_WORLD_CAROM && model->joints.count > 0)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "world",
                       "the preset s3 has no joints; leave the preset out");
    cr_status status = part_joined(model, error);
    model->drives_end = -1.0;
    model->balls = 0;
    for (int i = 0; i < model->bodies.count; i++) {
        const cr_body *body = &model->bodies.items[i];
        const cr_drive_def *d = &body->drive;
        if (body->moves && ball_of(body) < HUGE_VAL) model->balls++;
        if (d->keys > 0) model->drives_end = cr_max(model->drives_end, d->time[d->keys - 1]);
    }
    if (status == CR_OK) status = sort_pairs(model, error);
    if (status == CR_OK) status = check_overlaps(model, error);
    model->sealed = status == CR_OK;
    return status;
}
