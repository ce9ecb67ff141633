// The state of a run as bytes: every number of it in a fixed order, little-endian, with a checksum. One walk
// over the state counts, writes and reads.
#include "base/crc32.h"
#include "world/world_internal.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

enum { VERSION = 4, HEAD = 24, CHECKSUM = 4 };
static const unsigned char magic[8] = {0x89, 'C', 'R', 'W', 'L', 'D', '\r', '\n'};

typedef enum mode { COUNT, WRITE, READ } mode;

typedef struct stream {
    mode mode;
    unsigned char *to;
    const unsigned char *from;
    size_t at, size;
    bool bad;
} stream;

static void word(stream *s, uint64_t *x) {
    if (s->mode == READ && (s->size - s->at < 8 || s->bad)) {
        s->bad = true;
        return;
    }
    if (s->mode == WRITE)
        for (int i = 0; i < 8; i++) s->to[s->at + (size_t)i] = (unsigned char)(*x >> 8 * i & 255);
    if (s->mode == READ) {
        *x = 0;
        for (int i = 0; i < 8; i++) *x |= (uint64_t)s->from[s->at + (size_t)i] << 8 * i;
    }
    s->at += 8;
}

static void real(stream *s, double *x) {
    uint64_t bits;
    memcpy(&bits, x, sizeof bits);
    word(s, &bits);
    memcpy(x, &bits, sizeof bits);
}

static void reals(stream *s, double *x, int count) {
    for (int i = 0; i < count; i++) real(s, &x[i]);
}

// An integer that must lie in [low, high].
static void integer(stream *s, int *x, int low, int high) {
    uint64_t bits = (uint64_t)(int64_t)*x;
    word(s, &bits);
    int64_t value = (int64_t)bits;
    if (value < low || value > high) s->bad = true;
    else *x = (int)value;
}

static void whole(stream *s, long long *x) {
    uint64_t bits = (uint64_t)*x;
    word(s, &bits);
    *x = (long long)bits;
}

static void flag(stream *s, bool *x) {
    int value = *x;
    integer(s, &value, 0, 1);
    *x = value == 1;
}

static void vec(stream *s, cr_vec *v) {
    real(s, &v->x);
    real(s, &v->y);
    real(s, &v->z);
}

static void rigid(stream *s, cr_rigid_state *r) {
    vec(s, &r->at);
    real(s, &r->turn.w);
    real(s, &r->turn.x);
    real(s, &r->turn.y);
    real(s, &r->turn.z);
    vec(s, &r->velocity);
    vec(s, &r->spin);
}

static void touch(stream *s, cr_touch *t) {
    int key;
    memcpy(&key, &t->key, sizeof key);
    integer(s, &key, INT_MIN, INT_MAX);
    memcpy(&t->key, &key, sizeof key);
    integer(s, &t->owner, 0, 1);
    integer(s, &t->feature, 0, INT_MAX);
    integer(s, &t->sample, -1, INT_MAX);
    integer(s, &t->side, -1, 1);
    real(s, &t->u);
    real(s, &t->v);
    real(s, &t->gap);
    real(s, &t->offset);
    vec(s, &t->seat);
    vec(s, &t->point_a);
    vec(s, &t->point_b);
    vec(s, &t->normal);
    real(s, &t->curvature);
}

static void memory(stream *s, cr_point_memory *m) {
    touch(s, &m->touch);
    real(s, &m->stiff);
    real(s, &m->damp);
    real(s, &m->swift);
    real(s, &m->sunk);
    real(s, &m->gap);
    flag(s, &m->row);
    real(s, &m->force);
    vec(s, &m->shear);
    vec(s, &m->bristle_normal);
    real(s, &m->budget);
    real(s, &m->slip);
    real(s, &m->psi);
    vec(s, &m->bend);
    reals(s, m->bend_budget, 2);
    integer(s, &m->place_a.triangle, -1, INT_MAX);
    integer(s, &m->place_b.triangle, -1, INT_MAX);
}

static void books(stream *s, cr_books *b) {
    double *value[] = {&b->impacts, &b->friction, &b->damping, &b->dropped,
                       &b->scheme,  &b->driven,   &b->loaded,  &b->pushed};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) real(s, value[i]);
}

static void result(stream *s, cr_rows_result *r) {
    int method = (int)r->method;
    integer(s, &method, 0, CR_COULOMB_UNSOLVED);
    r->method = (cr_coulomb_method)method;
    real(s, &r->residual);
    real(s, &r->energy);
    integer(s, &r->sweeps, 0, INT_MAX);
    integer(s, &r->factorisations, 0, INT_MAX);
}

static void mover(stream *s, cr_world *w, int body) {
    cr_mover *m = &w->mover[body];
    int modes = cr_body_of(w, body)->modes;
    real(s, &m->t0);
    real(s, &m->t1);
    integer(s, &m->group, -1, w->groups - 1);
    flag(s, &m->asleep);
    rigid(s, &m->before);
    rigid(s, &m->start);
    rigid(s, &m->end);
    double *arrays[] = {m->q,    m->rate_before, m->rate,   m->q_end, m->rate_end,
                        m->push, m->total_last,  m->weight, m->total};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) reals(s, arrays[i], modes);
    vec(s, &m->force);
    vec(s, &m->torque);
    integer(s, &m->awake, 0, modes);
    real(s, &m->awake_until);
    real(s, &m->calm_since);
    real(s, &m->limit);
    real(s, &m->pace);
    real(s, &m->squeaks);
    real(s, &m->squeaky);
    real(s, &m->squeaky_until);
    real(s, &m->rubbed);
    whole(s, &m->changed);
    vec(s, &m->low);
    vec(s, &m->high);
}

// A chain and the table are made again when pairs are read.
static void pair(stream *s, cr_world *w, int index) {
    cr_pair empty = {0}, *p = s->mode == READ ? &empty : &w->pairs.items[index];
    int bodies = w->model->bodies.count;
    integer(s, &p->a, 0, bodies - 1);
    integer(s, &p->b, 0, bodies - 1);
    if (s->bad) return;
    integer(s, &p->part_a, 0, cr_body_of(w, p->a)->parts - 1);
    integer(s, &p->part_b, 0, cr_body_of(w, p->b)->parts - 1);
    if (s->mode == READ && !s->bad) {
        int made = cr_pair_find_index(w, p->a, p->part_a, p->b, p->part_b);
        s->bad = made >= 0 || cr_pair_add(w, p->a, p->part_a, p->b, p->part_b, NULL) != index;
        if (s->bad) return;
        p = &w->pairs.items[index];
    }
    for (size_t i = 0; i < sizeof p->flat; i++) {
        int value = p->flat[i];
        integer(s, &value, 0, 255);
        p->flat[i] = (unsigned char)value;
    }
    vec(s, &p->bent[0]);
    vec(s, &p->bent[1]);
    whole(s, &p->found);
    whole(s, &p->listed);
    integer(s, &p->rows, 0, CR_TOUCH_MAX);
    int count = p->points.count;
    integer(s, &count, 0, CR_TOUCH_MAX);
    for (int i = 0; i < count && !s->bad; i++) {
        if (s->mode == READ && !CR_ARRAY_ADD(&p->points, w->pair_arena)) {
            s->bad = true;
            return;
        }
        memory(s, &p->points.items[i]);
    }
}

static void point(stream *s, cr_world *w, cr_point *p) {
    integer(s, &p->pair, 0, w->pairs.count - 1);
    integer(s, &p->slot, 0, CR_TOUCH_MAX);
    for (int i = 0; i < 2; i++) {
        integer(s, &p->body[i], 0, w->model->bodies.count - 1);
        integer(s, &p->member[i], -1, w->model->bodies.count);
    }
    memory(s, &p->before);
    memory(s, &p->after);
    vec(s, &p->kicked);
    vec(s, &p->impulse);
    real(s, &p->gap);
    touch(s, &p->mid);
    vec(s, &p->normal);
    vec(s, &p->side[0]);
    vec(s, &p->side[1]);
    reals(s, p->force, 3);
    real(s, &p->law_gradient);
    real(s, &p->law_damping);
    real(s, &p->law_depth);
    real(s, &p->law_psi);
}

static void group(stream *s, cr_world *w, cr_group *g) {
    flag(s, &g->used);
    if (!g->used || s->bad) return;
    flag(s, &g->asleep);
    flag(s, &g->driven);
    real(s, &g->t0);
    real(s, &g->t1);
    integer(s, &g->members, 1, w->model->bodies.count);
    integer(s, &g->points, 0, INT_MAX / 1024);
    integer(s, &g->joints, 0, w->model->joints.count);
    if (s->mode == READ && !s->bad) {
        bool fits = (size_t)g->points <= s->size / 64 + 1;
        s->bad = !fits || !cr_group_take(w, g, g->members, g->points, g->joints);
        for (int i = 0; i < g->points && !s->bad; i++) g->point[i] = (cr_point){0};
    }
    for (int i = 0; i < g->members && !s->bad; i++) integer(s, &g->member[i], 0, w->model->bodies.count - 1);
    for (int i = 0; i < g->points && !s->bad; i++) point(s, w, &g->point[i]);
    for (int i = 0; i < g->joints && !s->bad; i++) {
        integer(s, &g->joint[i], 0, w->model->joints.count - 1);
        reals(s, g->joint_before + 6 * i, 6);
        reals(s, g->joint_force + 6 * i, 6);
    }
    books(s, &g->kick);
    books(s, &g->hold);
    result(s, &g->kicked);
    result(s, &g->held);
    integer(s, &g->ups, 0, INT_MAX);
    integer(s, &g->downs, 0, INT_MAX);
    integer(s, &g->redone, 0, INT_MAX);
    integer(s, &g->bearing, 0, INT_MAX);
    flag(s, &g->culled);
}

static void statistics(stream *s, cr_world_stats *t) {
    long long *number[] = {
        &t->steps,     &t->body_steps,      &t->rollbacks,       &t->redone,         &t->ups,
        &t->downs,     &t->kicks,           &t->kicks_skipped,   &t->holds,          &t->unsolved,
        &t->fallbacks, &t->friction_culled, &t->contacts_before, &t->contacts_after, &t->dropped_points};
    double *value[] = {&t->residual_greatest, &t->gain_greatest, &t->penetration_greatest,
                       &t->momentum_error};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) whole(s, number[i]);
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) real(s, value[i]);
    for (int i = 0; i < 32; i++) whole(s, &t->step_histogram[i]);
    integer(s, &t->contacts_greatest, 0, INT_MAX);
    integer(s, &t->freedoms_greatest, 0, INT_MAX);
}

static void walk(stream *s, cr_world *w) {
    real(s, &w->time);
    whole(s, &w->serial);
    whole(s, &w->moment);
    real(s, &w->energy_start);
    books(s, &w->books);
    statistics(s, &w->stats);
    for (int i = 0; i < w->model->bodies.count && !s->bad; i++) mover(s, w, i);
    int pairs = w->pairs.count;
    integer(s, &pairs, 0, INT_MAX);
    for (int i = 0; i < pairs && !s->bad; i++) pair(s, w, i);
    for (int i = 0; i < w->groups && !s->bad; i++) group(s, w, &w->group[i]);
    for (int i = 0; i < w->model->joints.count && !s->bad; i++) reals(s, w->joint_memory[i], 6);
    integer(s, &w->idle_groups, 0, w->groups);
    for (int i = 0; i < w->idle_groups && !s->bad; i++) integer(s, &w->idle_group[i], 0, w->groups - 1);
    integer(s, &w->ready_count, 0, w->model->bodies.count);
    for (int i = 0; i < w->ready_count && !s->bad; i++)
        integer(s, &w->ready[i], 0, w->model->bodies.count - 1);
}

// What another model would not have: sizes, masses and starts of its bodies.
static uint32_t fingerprint(const cr_world_model *model) {
    uint32_t sum = 0;
    for (int i = 0; i < model->bodies.count; i++) {
        const cr_body *b = &model->bodies.items[i];
        double number[] = {sum,           b->parts,      b->modes,  b->rigid.mass, b->start.at.x,
                           b->start.at.y, b->start.at.z, b->begins, b->young,      b->compress};
        sum = cr_crc32((const unsigned char *)number, sizeof number);
    }
    double number[] = {sum,
                       model->joints.count,
                       model->loads.count,
                       model->def.step,
                       model->def.gravity.z,
                       (double)model->def.preset};
    return cr_crc32((const unsigned char *)number, sizeof number);
}

static void head(stream *s, uint64_t size, uint32_t model) {
    for (int i = 0; i < 8; i++) s->to[i] = magic[i];
    s->at = 8;
    uint64_t version = (uint64_t)VERSION << 32 | model;
    word(s, &version);
    word(s, &size);
}

size_t cr_world_size(const cr_world *w) {
    stream s = {.mode = COUNT};
    walk(&s, (cr_world *)(uintptr_t)w);
    return HEAD + s.at + CHECKSUM;
}

void cr_world_save(const cr_world *w, unsigned char *bytes) {
    size_t size = cr_world_size(w);
    stream s = {.mode = WRITE, .to = bytes, .size = size};
    head(&s, size, fingerprint(w->model));
    walk(&s, (cr_world *)(uintptr_t)w);
    uint32_t sum = cr_crc32(bytes, size - CHECKSUM);
    for (int i = 0; i < CHECKSUM; i++)
        bytes[size - CHECKSUM + (size_t)i] = (unsigned char)(sum >> 8 * i & 255);
}

static cr_status check_head(const cr_world *w, const unsigned char *bytes, size_t size, cr_error *error) {
    if (size < HEAD + CHECKSUM || memcmp(bytes, magic, sizeof magic) != 0)
        return cr_fail(error, CR_ERR_INPUT, "checkpoint", "is no state of a world");
    uint64_t version, length;
    stream s = {.mode = READ, .from = bytes, .at = 8, .size = size};
    word(&s, &version);
    word(&s, &length);
    uint32_t sum = cr_crc32(bytes, size - CHECKSUM), kept = 0;
    for (int i = 0; i < CHECKSUM; i++) kept |= (uint32_t)bytes[size - CHECKSUM + (size_t)i] << 8 * i;
    if (version >> 32 != VERSION)
        return cr_fail(error, CR_ERR_INPUT, "checkpoint", "is of version %u, this program reads %d",
                       (unsigned)(version >> 32), VERSION);
    if (length != size || sum != kept)
        return cr_fail(error, CR_ERR_INPUT, "checkpoint", "is damaged or cut off");
    if ((uint32_t)version != fingerprint(w->model))
        return cr_fail(error, CR_ERR_INPUT, "checkpoint", "is of another scene");
    return CR_OK;
}

// Nothing of a run that was begun is kept.
static void forget(cr_world *w) {
    for (int i = 0; i < w->groups; i++)
        if (w->group[i].arena && w->group[i].used) cr_arena_rewind(w->group[i].arena, w->group[i].empty);
    memset(&w->pairs, 0, sizeof w->pairs);
    memset(&w->touching, 0, sizeof w->touching);
    for (int i = 0; i < w->table.size; i++) w->table.head[i] = -1;
    for (int i = 0; i < w->model->bodies.count; i++) cr_queue_remove(w, i);
}

cr_status cr_world_restore(cr_world *w, const unsigned char *bytes, size_t size, cr_error *error) {
    cr_status status = check_head(w, bytes, size, error);
    if (status != CR_OK) return status;
    forget(w);
    stream s = {.mode = READ, .from = bytes, .at = HEAD, .size = size - CHECKSUM};
    walk(&s, w);
    if (s.bad || s.at != s.size)
        return cr_fail(error, CR_ERR_INPUT, "checkpoint", "holds impossible numbers");
    for (int i = 0; i < w->model->bodies.count; i++) {
        cr_mover *m = &w->mover[i];
        if (w->serial > 0) cr_broad_set(w->broad, i, m->low, m->high);
        m->response.h = -1.0;
        if (m->group >= 0 && (!m->asleep || m->t1 > w->time)) cr_queue_put(w, i);
    }
    return CR_OK;
}
