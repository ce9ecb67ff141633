// A log as a recording: bodies go straight from one place that is known to the next, under the forces of
// their contacts, which change where these begin and end.
#include "base/array.h"
#include "io/record/log.h"

#include <stdlib.h>

// Length of the motions of a body that nothing is told of [s].
static double slice_of(double start, double end) {
    const double least = 5e-3, most = 20000; // how many
    return fmax(least, (end - start) / most);
}

typedef struct mark { // a change of the force on a body
    double time;
    cr_vec force;
} mark;

typedef struct making {
    const cr_contact_log *log;
    const cr_record_head *head;
    double end;
    cr_arena *arena; // for the time being
    CR_ARRAY(cr_world_motion) motions;
    CR_ARRAY(mark) marks; // of one body
    int *first, *next;    // contact of each body, and behind each end of a contact the next of its body; -1
    cr_error *error;
} making;

double cr_contact_log_step(const cr_contact_log *log, double end) {
    double longest = slice_of(log->start, end);
    for (int i = 0; i < log->contacts; i++) longest = fmax(longest, log->contact[i].duration);
    return longest;
}

static cr_status no_memory(const making *m) {
    return cr_fail(m->error, CR_ERR_MEMORY, "log", "no memory for %d contacts", m->log->contacts);
}

// --- places ---------------------------------------------------------------------------------------------

// The last pose that is known at a time; -1: none is.
static int last_pose(const cr_log_body *body, double time) {
    int low = -1, high = body->poses;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (body->pose[middle].time <= time) low = middle;
        else high = middle;
    }
    return low;
}

static cr_pose pose_at(const making *m, int index, double time) {
    const cr_log_body *body = &m->log->body[index];
    int before = last_pose(body, time);
    if (!body->poses) return m->head->body[index].start.pose;
    if (before < 0) return body->pose[0].pose;
    if (before == body->poses - 1) return body->pose[before].pose;
    const cr_log_pose *a = &body->pose[before], *b = a + 1;
    double share = (time - a->time) / (b->time - a->time), rest = 1.0 - share;
    cr_quat p = a->pose.turn, q = b->pose.turn;
    double sign = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0.0 ? -share : share;
    return (cr_pose){cr_vec_along(cr_vec_scale(rest, a->pose.at), share, b->pose.at),
                     cr_quat_unit((cr_quat){rest * p.w + sign * q.w, rest * p.x + sign * q.x,
                                            rest * p.y + sign * q.y, rest * p.z + sign * q.z})};
}

static cr_vec in_space(cr_vec normal, cr_vec parts) {
    cr_vec first, second;
    cr_vec_frame(normal, &first, &second);
    return cr_vec_along(cr_vec_along(cr_vec_scale(parts.x, normal), parts.y, first), parts.z, second);
}

// --- motions --------------------------------------------------------------------------------------------

static int by_time(const void *a, const void *b) {
    const mark *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static bool add_mark(making *m, double time, cr_vec force) {
    mark *added = CR_ARRAY_ADD(&m->marks, m->arena);
    if (added) *added = (mark){time, force};
    return added != NULL;
}

// The ends of contacts by body, the latest first.
static cr_status list_ends(making *m) {
    const cr_contact_log *log = m->log;
    m->first = cr_arena_take(m->arena, (size_t)log->bodies, sizeof *m->first);
    m->next = cr_arena_take(m->arena, 2 * (size_t)log->contacts, sizeof *m->next);
    if (!m->first || !m->next) return no_memory(m);
    for (int i = 0; i < log->bodies; i++) m->first[i] = -1;
    for (int end = 0; end < 2 * log->contacts; end++) {
        const cr_log_contact *c = &log->contact[end / 2];
        int *first = &m->first[end % 2 ? c->b : c->a];
        m->next[end] = *first;
        *first = end;
    }
    return CR_OK;
}

// Where a body's motion is known anew, and where the force on it changes.
static cr_status gather(making *m, int index) {
    const cr_log_body *body = &m->log->body[index];
    const cr_vec none = {0};
    bool memory = true;
    m->marks.count = 0;
    for (int end = m->first[index]; end >= 0 && memory; end = m->next[end]) {
        const cr_log_contact *c = &m->log->contact[end / 2];
        cr_vec force = cr_vec_scale(end % 2 ? -1.0 : 1.0, in_space(c->normal, c->force));
        memory = add_mark(m, c->time, force) && add_mark(m, c->time + c->duration, cr_vec_scale(-1.0, force));
    }
    for (int i = 0; i < body->poses && memory; i++) memory = add_mark(m, body->pose[i].time, none);
    double span = m->end - m->head->start;
    int slices = (int)ceil(span / slice_of(m->head->start, m->end));
    for (int i = 0; i <= slices && memory; i++)
        memory = add_mark(m, m->head->start + span * i / slices, none);
    if (memory) qsort(m->marks.items, (size_t)m->marks.count, sizeof *m->marks.items, by_time);
    return memory ? CR_OK : no_memory(m);
}

static cr_vec inertia_times(const double i[6], cr_vec w) {
    return (cr_vec){i[0] * w.x + i[5] * w.y + i[4] * w.z, i[5] * w.x + i[1] * w.y + i[3] * w.z,
                    i[4] * w.x + i[3] * w.y + i[2] * w.z};
}

// From x0 to x1 under a force: v = (x1 - x0)/h - h F/(2 m); the spin stays by the torque w x I w. The spin
// whose Cayley map over h takes one turn to the other: 2 v/w of the quaternion between them, over h.
static cr_status move(making *m, int index, double t0, double t1, cr_vec force) {
    const cr_record_body *about = &m->head->body[index];
    cr_pose from = pose_at(m, index, t0), to = pose_at(m, index, t1);
    double h = t1 - t0;
    cr_world_motion *motion = CR_ARRAY_ADD(&m->motions, m->arena);
    if (!motion) return no_memory(m);
    *motion = (cr_world_motion){.body = index, .t0 = t0, .t1 = t1, .start = {.pose = from}};
    motion->start.velocity = cr_vec_scale(1.0 / h, cr_vec_sub(to.at, from.at));
    cr_quat q = cr_quat_mul(cr_quat_inverse(from.turn), to.turn);
    cr_vec spin = {0};
    if (fabs(q.w) > 1e-6) spin = cr_vec_scale(2.0 / (q.w * h), cr_vec_make(q.x, q.y, q.z));
    motion->start.spin = cr_quat_turn(from.turn, spin);
    if (!isfinite(about->mass)) return CR_OK;
    motion->force = force;
    motion->start.velocity = cr_vec_along(motion->start.velocity, -0.5 * h / about->mass, force);
    motion->torque = cr_vec_cross(spin, inertia_times(about->inertia, spin));
    return CR_OK;
}

static cr_status move_body(making *m, int index) {
    const double shortest = 1e-9; // s
    cr_vec force = {0};
    double time = m->head->start;
    cr_status status = gather(m, index);
    for (int i = 0; i < m->marks.count && status == CR_OK; i++) {
        const mark *at = &m->marks.items[i];
        double now = fmin(fmax(at->time, m->head->start), m->end);
        if (now - time > shortest) {
            status = move(m, index, time, now, force);
            time = now;
        }
        force = cr_vec_add(force, at->force);
    }
    return status;
}

// --- contacts -------------------------------------------------------------------------------------------

static cr_world_contact contact_of(const making *m, const cr_log_contact *c, unsigned key) {
    double middle = c->time + 0.5 * c->duration;
    cr_pose a = pose_at(m, c->a, middle), b = pose_at(m, c->b, middle);
    return (cr_world_contact){.t0 = c->time,
                              .t1 = c->time + c->duration,
                              .a = c->a,
                              .b = c->b,
                              .key = key,
                              .point = c->at,
                              .on_a = cr_pose_in(&a, c->at),
                              .on_b = cr_pose_in(&b, c->at),
                              .normal = c->normal,
                              .impulse = in_space(c->normal, c->impulse),
                              .force = in_space(c->normal, c->force),
                              .slip = c->slip,
                              .curvature = c->curvature};
}

// Points of one pair and time are told apart by their order, which is that of the rows.
static cr_world_contact *make_contacts(making *m) {
    const cr_contact_log *log = m->log;
    cr_world_contact *all = cr_arena_take(m->arena, (size_t)log->contacts, sizeof *all);
    unsigned point = 0;
    for (int i = 0; all && i < log->contacts; i++) {
        const cr_log_contact *c = &log->contact[i], *before = i ? c - 1 : NULL;
        bool beside = before && before->time == c->time && before->a == c->a && before->b == c->b;
        point = beside ? point + 1 : 0;
        all[i] = contact_of(m, c, 64 * (unsigned)(c->a * log->bodies + c->b) + point % 64);
    }
    return all;
}

static int by_end_of_motion(const void *a, const void *b) {
    const cr_world_motion *x = a, *y = b;
    return x->t1 != y->t1 ? (x->t1 > y->t1 ? 1 : -1) : (x->body > y->body) - (x->body < y->body);
}

static int by_end_of_contact(const void *a, const void *b) {
    const cr_world_contact *x = a, *y = b;
    if (x->t1 != y->t1) return x->t1 > y->t1 ? 1 : -1;
    if (x->t0 != y->t0) return x->t0 > y->t0 ? 1 : -1;
    return (x->key > y->key) - (x->key < y->key);
}

// --- all of it ------------------------------------------------------------------------------------------

// Both kinds in the order in which they end.
static cr_status tell(const making *m, cr_world_contact *contacts, cr_recorder *recorder) {
    cr_world_sink sink = cr_recorder_sink(recorder);
    int motion = 0, contact = 0;
    cr_status status = CR_OK;
    qsort(m->motions.items, (size_t)m->motions.count, sizeof *m->motions.items, by_end_of_motion);
    qsort(contacts, (size_t)m->log->contacts, sizeof *contacts, by_end_of_contact);
    while (status == CR_OK && (motion < m->motions.count || contact < m->log->contacts)) {
        bool next = contact == m->log->contacts ||
                    (motion < m->motions.count && m->motions.items[motion].t1 <= contacts[contact].t1);
        if (next) status = sink.motion(sink.context, &m->motions.items[motion++]);
        else status = sink.contact(sink.context, &contacts[contact++]);
    }
    return status == CR_OK ? CR_OK : cr_recorder_trouble(recorder, m->error);
}

cr_status cr_contact_log_record(const cr_contact_log *log, const cr_record_head *head, cr_recorder *recorder,
                                double end, cr_error *error) {
    making m = {
        .log = log, .head = head, .end = end, .arena = cr_arena_new(cr_allocator_default()), .error = error};
    if (!m.arena) return no_memory(&m);
    cr_status status = list_ends(&m);
    for (int i = 0; i < log->bodies && status == CR_OK; i++) status = move_body(&m, i);
    cr_world_contact *contacts = status == CR_OK ? make_contacts(&m) : NULL;
    if (status == CR_OK) status = contacts ? tell(&m, contacts, recorder) : no_memory(&m);
    cr_arena_free(m.arena);
    return status;
}
