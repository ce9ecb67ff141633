#include "recording.h"

#include <string.h>

cr_record_head recording_head(void) {
    static const double frequency[PLATE_MODES] = {110.0, 300.25, 4800.0},
                        sigma[PLATE_MODES] = {2.0, 0.0, 90.0}, shape[PLATE_MODES] = {1e-6, -0.0, 0.0},
                        rate[PLATE_MODES] = {0.0, 1e-3, 0.0};
    static const cr_record_body body[BODIES] = {
        [FLOOR] = {.name = "floor",
                   .form = "plane",
                   .mass = HUGE_VAL,
                   .inertia = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                   .start = {.pose = {.turn = {1.0, 0.0, 0.0, 0.0}}}},
        [BOX] = {.name = "a box, with \"quotes\"",
                 .form = "box",
                 .mass = 0.5,
                 .inertia = {1e-3, 2e-3, 2.5e-3, 1e-4, -2e-4, 3e-4},
                 .centre = {0.01, 0.0, 0.0},
                 .start = {{{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0, 0.0}}, {1.0, 0.0, 2.0}, {3.0, -20.0, 7.0}}},
        [PLATE] = {.name = "plate",
                   .form = "",
                   .mass = 1.25,
                   .inertia = {1e-2, 1e-2, 2e-2, 0.0, 0.0, 0.0},
                   .start = {.pose = {{0.3, 0.2, 0.1}, {0.6, 0.8, 0.0, 0.0}}},
                   .modes = PLATE_MODES,
                   .frequency = frequency,
                   .sigma = sigma,
                   .shape = shape,
                   .rate = rate}};
    return (cr_record_head){
        .note = "test", .scene = "carom: 1\n", .start = 0.0, .step = 1e-3, .body = body, .bodies = BODIES};
}

// A number that depends on i and k alone; now and then one of the odd ones.
static double number(int i, int k) {
    unsigned x = (unsigned)i * 2654435761u + (unsigned)k * 40503u;
    x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
    if (x % 11 == 0) return 0.0;
    if (x % 13 == 0) return -0.0;
    if (x % 17 == 0) return 4.9406564584124654e-324;
    return ((double)x - 2147483648.0) * 1.1102230246251565e-13 * (1 + k);
}

static cr_vec vector(int i, int k) {
    return (i + k) % 4 ? cr_vec_make(number(i, k), number(i, k + 1), number(i, k + 2))
                       : cr_vec_make(0.0, 0.0, 0.0);
}

static void make_motion(int i, recording_entry *e) {
    cr_world_motion *m = &e->motion;
    m->body = BOX + i / 3 % 2;
    m->t0 = e->time;
    m->t1 = e->time + 1e-3;
    m->start = (cr_body_state){{vector(i, 1), {0.6, 0.0, -0.8, 0.0}}, vector(i, 4), vector(i, 7)};
    m->force = vector(i, 10);
    m->torque = vector(i, 13);
    if (m->body != PLATE) return;
    m->modes = PLATE_MODES;
    m->awake = i % 4;
    for (int k = 0; k < 3 * PLATE_MODES; k++) e->modes[k] = i / 6 % 3 ? number(i, 20 + k) : 0.0;
    m->shape = e->modes;
    m->rate = e->modes + PLATE_MODES;
    m->push = e->modes + 2 * PLATE_MODES;
}

void recording_make(int i, recording_entry *entry) {
    recording_entry *e = entry;
    *e = (recording_entry){.kind = (cr_record_kind)(1 << i % 3), .time = 1e-3 * (i / 6)};
    if (e->kind == CR_RECORD_MOTION) make_motion(i, e);
    if (e->kind == CR_RECORD_CONTACT)
        e->contact = (cr_world_contact){.t0 = e->time,
                                        .t1 = e->time + 1e-3,
                                        .a = BOX + i / 9 % 2,
                                        .b = FLOOR,
                                        .key = (unsigned)i * 77777777u,
                                        .point = vector(i, 1),
                                        .on_a = vector(i, 4),
                                        .on_b = vector(i, 7),
                                        .normal = {0.0, 0.0, 1.0},
                                        .impulse = vector(i, 10),
                                        .force = vector(i, 13),
                                        .slip = number(i, 16),
                                        .gap = number(i, 17)};
    if (e->kind == CR_RECORD_ENERGY)
        e->energy = (cr_world_energy){number(i, 0),  number(i, 1),  number(i, 2), number(i, 3), number(i, 4),
                                      number(i, 5),  number(i, 6),  number(i, 7), number(i, 8), number(i, 9),
                                      number(i, 10), number(i, 11), 0.0};
}

cr_status recording_tell(cr_recorder *recorder, const recording_entry *entry, cr_error *error) {
    cr_world_sink sink = cr_recorder_sink(recorder);
    cr_status status = CR_OK;
    if (entry->kind == CR_RECORD_MOTION) status = sink.motion(sink.context, &entry->motion);
    else if (entry->kind == CR_RECORD_CONTACT) status = sink.contact(sink.context, &entry->contact);
    else return cr_recorder_energy(recorder, entry->time, &entry->energy, error);
    cr_recorder_trouble(recorder, error);
    return status;
}

static bool same(const void *a, const void *b, size_t bytes) {
    return memcmp(a, b, bytes) == 0;
}

static bool same_motion(const cr_world_motion *a, const cr_world_motion *b) {
    size_t modes = (size_t)a->modes * sizeof(double);
    bool head = a->body == b->body && a->awake == b->awake && a->modes == b->modes && a->t0 == b->t0 &&
                a->t1 == b->t1 && same(&a->start, &b->start, sizeof a->start) &&
                same(&a->force, &b->force, sizeof a->force) && same(&a->torque, &b->torque, sizeof a->torque);
    return head && (!modes || (same(a->shape, b->shape, modes) && same(a->rate, b->rate, modes) &&
                               same(a->push, b->push, modes)));
}

static bool same_contact(const cr_world_contact *a, const cr_world_contact *b) {
    const cr_vec *v[] = {&a->point, &a->on_a, &a->on_b, &a->normal, &a->impulse, &a->force},
                 *w[] = {&b->point, &b->on_a, &b->on_b, &b->normal, &b->impulse, &b->force};
    bool good = a->a == b->a && a->b == b->b && a->key == b->key && a->t0 == b->t0 && a->t1 == b->t1 &&
                same(&a->slip, &b->slip, sizeof a->slip) && same(&a->gap, &b->gap, sizeof a->gap);
    for (int i = 0; i < 6; i++) good = good && same(v[i], w[i], sizeof *v[i]);
    return good;
}

bool recording_same(const recording_entry *entry, const cr_record_item *item) {
    if (entry->kind != item->kind) return false;
    if (entry->kind == CR_RECORD_MOTION) return same_motion(&entry->motion, &item->motion);
    if (entry->kind == CR_RECORD_CONTACT) return same_contact(&entry->contact, &item->contact);
    return entry->time == item->time && same(&entry->energy, &item->energy, sizeof entry->energy);
}

cr_status recording_write_to(const cr_record_out *out, int entries, bool end, cr_error *error) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    if (!arena) return cr_fail(error, CR_ERR_MEMORY, "test", "out of memory");
    cr_record_head head = recording_head();
    cr_recorder *recorder = cr_recorder_new(&head, out, arena, error);
    cr_status status = recorder ? CR_OK : error->status;
    for (int i = 0; i < entries && status == CR_OK; i++) {
        recording_entry entry;
        recording_make(i, &entry);
        status = recording_tell(recorder, &entry, error);
    }
    if (status == CR_OK) status = cr_recorder_flush(recorder, end, error);
    cr_arena_free(arena);
    return status;
}

cr_status recording_write(cr_record_memory *r, int entries, bool end, cr_error *error) {
    const cr_record_out out = cr_record_memory_out(r);
    return recording_write_to(&out, entries, end, error);
}
