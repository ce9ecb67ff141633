// Numbers of a voice for other threads: the audio thread writes them once per chunk and waits for nobody.
#include "rt/rt_internal.h"

enum { TRIES = 64 };

static int modes_shown(const cr_rt *e, const cr_network *n, int element) {
    int count = cr_network_mode_count(n, element);
    return count < e->def.meter_modes ? count : e->def.meter_modes;
}

// What there is to show; only counted if `to` is NULL.
static int list(const cr_rt *e, cr_rt_voice *v, cr_rt_meter *to) {
    const cr_network *n = cr_sim_network(v->sim);
    int count = 0, contacts = cr_network_contact_count(n), mallets = cr_network_mallet_count(n);
    if (to) to[count] = (cr_rt_meter){.kind = CR_RT_METER_PEAK};
    count++;
    for (int i = 0; i < contacts; i++, count++)
        if (to) to[count] = (cr_rt_meter){.kind = CR_RT_METER_CONTACT, .target = i};
    for (int i = 0; i < mallets; i++, count++)
        if (to) to[count] = (cr_rt_meter){.kind = CR_RT_METER_MALLET, .target = i};
    for (int i = 0; i < cr_network_element_count(n); i++)
        for (int k = 0; k < modes_shown(e, n, i); k++, count++)
            if (to) to[count] = (cr_rt_meter){.kind = CR_RT_METER_MODE, .target = i, .mode = k};
    return count;
}

cr_status cr_rt_make_board(cr_rt *e, cr_rt_voice *v, cr_error *error) {
    const cr_network *n = cr_sim_network(v->sim);
    cr_rt_board *b = &v->board;
    if (!e->def.meters) return CR_OK;
    b->force_count = cr_network_contact_count(n) + cr_network_mallet_count(n);
    b->count = list(e, v, NULL);
    b->meters = cr_arena_take(e->arena, (size_t)b->count, sizeof *b->meters);
    b->values = cr_arena_take(e->arena, (size_t)b->count, sizeof *b->values);
    b->forces = cr_arena_take(e->arena, (size_t)b->force_count + 1, sizeof *b->forces);
    if (!b->meters || !b->values || !b->forces) return cr_fail(error, CR_ERR_MEMORY, "engine", "no memory");
    list(e, v, b->meters);
    return CR_OK;
}

// --- the audio thread

static double value_of(cr_rt_voice *v, int index) {
    const cr_rt_board *b = &v->board;
    const cr_rt_meter *m = &b->meters[index];
    if (v->state == CR_RT_IDLE) return 0.0;
    if (m->kind == CR_RT_METER_PEAK) return v->shown;
    if (m->kind == CR_RT_METER_MODE)
        return cr_network_mode_amplitude(cr_sim_network(v->sim), m->target, m->mode);
    return b->forces[index - 1];
}

void cr_rt_publish(cr_rt *e, cr_rt_voice *v) {
    cr_rt_board *b = &v->board;
    bool idle = v->state == CR_RT_IDLE;
    double kept = idle ? 0.0 : e->meter_kept;
    if (!b->count || (idle && b->silent)) return;
    long long turn = atomic_load_explicit(&b->turn, memory_order_relaxed);
    atomic_store_explicit(&b->turn, turn + 1, memory_order_relaxed);
    atomic_store_explicit(&b->frame, e->chunk, memory_order_release);
    for (int i = 0; i < b->count; i++)
        atomic_store_explicit(&b->values[i], value_of(v, i), memory_order_release);
    atomic_store_explicit(&b->turn, turn + 2, memory_order_release);
    for (int i = 0; i < b->force_count; i++) b->forces[i] *= kept;
    v->shown *= kept;
    b->silent = idle;
}

// --- any thread

static const cr_rt_board *board_of(const cr_rt *e, int voice) {
    return voice >= 0 && voice < e->def.voices ? &e->voices[voice].board : NULL;
}

int cr_rt_meter_count(const cr_rt *e, int voice) {
    const cr_rt_board *b = board_of(e, voice);
    return b ? b->count : 0;
}

bool cr_rt_meter_at(const cr_rt *e, int voice, int index, cr_rt_meter *meter) {
    const cr_rt_board *b = board_of(e, voice);
    if (!b || index < 0 || index >= b->count) return false;
    *meter = b->meters[index];
    return true;
}

bool cr_rt_read_meters(const cr_rt *e, int voice, double *values, long long *frame) {
    const cr_rt_board *b = board_of(e, voice);
    for (int i = 0; b && b->count && i < TRIES; i++) {
        long long before = atomic_load_explicit(&b->turn, memory_order_acquire);
        if (before % 2) continue;
        long long at = atomic_load_explicit(&b->frame, memory_order_acquire);
        for (int k = 0; k < b->count; k++)
            values[k] = atomic_load_explicit(&b->values[k], memory_order_acquire);
        if (atomic_load_explicit(&b->turn, memory_order_relaxed) != before) continue;
        if (frame) *frame = at;
        return true;
    }
    return false;
}
