// The engine: building, and handing out chunks in blocks of any size.
#include "carom/rt.h"
#include "base/def.h"
#include "base/maths.h"

#include "rt/cpu.h"
#include "rt/rt_internal.h"

cr_rt_def cr_rt_def_default(void) {
    return (cr_rt_def){
        .rate = 44100.0,
        .channels = 2,
        .voices = 1,
        .ports = 1,
        .queue = 1024,
        .smoothing = 0.01,
        .silence_level = 1e-6,
        .silence_time = 0.5,
        .ceiling = 1e9,
        .meter_fall = 0.1,
        .allocator = cr_allocator_default(),
        .made = CR_DEF_MADE,
    };
}

static cr_status check_count(const char *name, int value, int most, cr_error *error) {
    if (value >= 1 && value <= most) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, name, "needs 1 to %d, got %d", most, value);
}

static cr_status check(const cr_rt_def *d, cr_error *error) {
    const struct {
        const char *name;
        int value, most;
    } counts[] = {{"channels", d->channels, 64},
                  {"voices", d->voices, CR_RT_VOICES_MAX},
                  {"ports", d->ports, CR_RT_PORTS_MAX},
                  {"queue", d->queue, 1 << 20}};
    cr_status status = cr_def_check(d->made, "rt", error);
    for (int i = 0; i < 4 && status == CR_OK; i++)
        status = check_count(counts[i].name, counts[i].value, counts[i].most, error);
    if (status != CR_OK) return status;
    if (d->mallets < 0 || d->mallets > CR_MALLETS_MAX)
        return cr_fail(error, CR_ERR_RANGE, "mallets", "needs 0 to %d, got %d", CR_MALLETS_MAX, d->mallets);
    if (!(d->rate >= 1.0 && d->rate <= 1e7))
        return cr_fail(error, CR_ERR_RANGE, "rate", "needs 1 to 1e7 Hz, got %g", d->rate);
    if (!(d->smoothing >= 0.0 && d->smoothing <= 60.0))
        return cr_fail(error, CR_ERR_RANGE, "smoothing", "needs 0 to 60 s, got %g", d->smoothing);
    if (!(d->meter_modes >= 0 && d->meter_fall >= 0.0))
        return cr_fail(error, CR_ERR_RANGE, "meters", "needs modes and a time of at least 0");
    if (!(d->silence_level >= 0.0 && d->silence_time >= 0.0))
        return cr_fail(error, CR_ERR_RANGE, "silence", "needs a level and a time of at least 0");
    if (!(d->ceiling > 0.0 && d->ceiling <= 1e30)) // a float must be able to hold it
        return cr_fail(error, CR_ERR_RANGE, "ceiling", "needs more than 0 and at most 1e30, got %g",
                       d->ceiling);
    if (!d->build) return cr_fail(error, CR_ERR_INPUT, "build", "is missing: who makes the voices?");
    return CR_OK;
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "engine", "no memory");
}

static cr_status check_voice(const cr_rt *e, const cr_rt_voice *v, int number, cr_error *error) {
    cr_network *n = cr_sim_network(v->sim);
    if (v->channels < 1 || v->channels > e->def.channels)
        return cr_fail(error, CR_ERR_INPUT, "build", "voice %d has %d channels, the engine %d", number,
                       v->channels, e->def.channels);
    double rate = cr_network_rate(n);
    if (fabs(rate / e->def.rate - 1.0) > 1e-9)
        return cr_fail(error, CR_ERR_INPUT, "build", "voice %d was built for %g Hz, the engine runs at %g Hz",
                       number, rate, e->def.rate);
    if (!cr_network_flush(n, 0.0))
        return cr_fail(error, CR_ERR_NUMERIC, "build",
                       "voice %d is not prepared, or starts with a number that is not finite", number);
    return CR_OK;
}

// Where a mass or barrier starts.
static double start_of(const cr_element *element) {
    double q = 0.0, v;
    if (cr_element_is(element->type, CR_TRAIT_POINT)) cr_element_get_motion(element, 0, &q, &v);
    return q;
}

// `build` may have reserved them before it prepared the network, which saves memory.
static cr_status reserve_mallets(const cr_rt *e, cr_sim *sim, cr_error *error) {
    cr_network *n = cr_sim_network(sim);
    if (e->def.mallets <= cr_network_mallet_count(n)) return CR_OK;
    cr_status status = cr_network_reserve_mallets(n, e->def.mallets, error);
    return status == CR_OK ? cr_sim_prepare(sim, error) : status;
}

static cr_status build_voice(cr_rt *e, int number, cr_error *error) {
    cr_rt_voice *v = &e->voices[number];
    v->arena = cr_arena_new(e->def.allocator);
    if (!v->arena) return no_memory(error);
    cr_status status = e->def.build(e->def.context, number, v->arena, &v->sim, error);
    if (status != CR_OK) return status;
    if (!v->sim) return cr_fail(error, CR_ERR_INPUT, "build", "made no simulation for voice %d", number);
    cr_network *n = cr_sim_network(v->sim);
    int elements = cr_network_element_count(n);
    v->channels = cr_sim_channels(v->sim);
    status = check_voice(e, v, number, error);
    if (status != CR_OK) return status;
    status = reserve_mallets(e, v->sim, error);
    if (status == CR_OK) status = cr_rt_make_board(e, v, error);
    if (status != CR_OK) return status;
    cr_network_set_booking(n, e->def.booking);
    if (e->def.meters) cr_sim_watch_forces(v->sim, v->board.forces);
    v->snapshot = cr_arena_take(e->arena, cr_arena_size(v->arena), 1);
    v->start = cr_arena_take(e->arena, (size_t)elements + 1, sizeof(double));
    if (!v->snapshot || !v->start) return no_memory(error);
    for (int i = 0; i < elements; i++) v->start[i] = start_of(cr_network_element(n, i));
    cr_arena_save(v->arena, v->snapshot);
    cr_sim_run(v->sim, CR_RT_CHUNK, e->scratch);
    cr_rt_voice_reset(v);
    return CR_OK;
}

static cr_status build_engine(cr_rt *e, cr_error *error) {
    size_t samples = (size_t)CR_RT_CHUNK * (size_t)e->def.channels, slots = 1;
    while (slots < (size_t)e->def.queue) slots *= 2;
    e->voices = cr_arena_take(e->arena, (size_t)e->def.voices, sizeof *e->voices);
    e->ports = cr_arena_take(e->arena, (size_t)e->def.ports, sizeof *e->ports);
    e->scratch = cr_arena_take(e->arena, samples, sizeof(double));
    e->mix = cr_arena_take(e->arena, samples, sizeof(double));
    if (!e->voices || !e->ports || !e->scratch || !e->mix) return no_memory(error);
    for (int i = 0; i < e->def.ports; i++) {
        e->ports[i].mask = slots - 1;
        e->ports[i].events = cr_arena_take(e->arena, slots, sizeof(cr_rt_event));
        if (!e->ports[i].events) return no_memory(error);
    }
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < e->def.voices; i++) status = build_voice(e, i, error);
    return status;
}

cr_status cr_rt_new(const cr_rt_def *def, cr_rt **engine, cr_error *error) {
    *engine = NULL;
    cr_status status = check(def, error);
    if (status != CR_OK) return status;
    cr_arena *arena = cr_arena_new(def->allocator);
    cr_rt *e = arena ? cr_arena_take(arena, 1, sizeof *e) : NULL;
    if (!e) {
        cr_arena_free(arena);
        return no_memory(error);
    }
    e->def = *def;
    e->arena = arena;
    e->master = (cr_ramp){.now = 1.0, .goal = 1.0};
    e->smoothing = (int)(def->smoothing * def->rate + 0.5);
    e->meter_kept = def->meter_fall > 0.0 ? cr_exp(-CR_RT_CHUNK / (def->rate * def->meter_fall)) : 0.0;
    status = build_engine(e, error);
    if (status == CR_OK) *engine = e;
    else cr_rt_free(e);
    return status;
}

void cr_rt_free(cr_rt *e) {
    if (!e) return;
    for (int i = 0; e->voices && i < e->def.voices; i++) cr_arena_free(e->voices[i].arena);
    cr_arena_free(e->arena);
}

// --- the audio thread
// ---------------------------------------------------------------------------------------

static void apply_master(cr_rt *e, int from, int frames) {
    bool good = true;
    double ceiling = e->def.ceiling, *begin = e->mix + from * e->def.channels,
           *end = begin + frames * e->def.channels;
    for (double *sample = begin; sample < end;) { // all frames of the same level at once
        double *last = e->master.left ? sample + e->def.channels : end, level = cr_ramp_next(&e->master);
        for (; sample < last; sample++) {
            *sample *= level;
            good = good && fabs(*sample) <= ceiling;
        }
    }
    if (good) return;
    for (double *sample = begin; sample < end; sample++) *sample = 0.0;
    cr_rt_add(&e->contained, 1);
}

static void play_voices(cr_rt *e, int from, int frames) {
    for (int i = 0; i < e->def.voices; i++)
        if (e->voices[i].state != CR_RT_IDLE) cr_rt_voice_play(e, &e->voices[i], from, frames);
    apply_master(e, from, frames);
}

// How far the chunk goes on without an event. After the last piece that it may have, what is still due in it
// waits for the next one.
static int piece_of_chunk(cr_rt *e, int from, int pieces) {
    long long end = e->chunk + CR_RT_CHUNK, next = cr_rt_next_event(e, end);
    if (pieces < CR_RT_PIECES_MAX - 1 || next == end) return (int)(next - e->chunk) - from;
    for (int p = 0; p < e->def.ports; p++) cr_rt_port_cut(&e->ports[p]);
    return CR_RT_CHUNK - from;
}

static void compute_chunk(cr_rt *e) {
    int playing = 0;
    for (int i = 0; i < e->def.ports; i++) e->ports[i].in_turn = 0;
    for (int i = 0; i < CR_RT_CHUNK * e->def.channels; i++) e->mix[i] = 0.0;
    for (int from = 0, pieces = 0; from < CR_RT_CHUNK; pieces++) {
        e->now = e->chunk + from;
        cr_rt_take_events(e);
        int frames = piece_of_chunk(e, from, pieces);
        play_voices(e, from, frames);
        from += frames;
    }
    e->chunk += CR_RT_CHUNK;
    for (int i = 0; i < e->def.voices; i++) {
        playing += e->voices[i].state != CR_RT_IDLE;
        if (e->def.meters) cr_rt_publish(e, &e->voices[i]);
    }
    e->ready = CR_RT_CHUNK;
    cr_rt_add(&e->chunks, 1);
    atomic_store_explicit(&e->playing, playing, memory_order_relaxed);
}

// Frames of the mix that can be handed out, at most `wanted`.
static int next_piece(cr_rt *e, int wanted, const double **from) {
    if (e->ready == 0) compute_chunk(e);
    int frames = wanted < e->ready ? wanted : e->ready;
    *from = e->mix + (CR_RT_CHUNK - e->ready) * e->def.channels;
    e->ready -= frames;
    return frames;
}

void cr_rt_process(cr_rt *e, int frames, double *out) {
    uint64_t mode = cr_cpu_flush_subnormals();
    for (int done = 0; done < frames;) {
        const double *from;
        int piece = next_piece(e, frames - done, &from);
        for (int i = 0; i < piece * e->def.channels; i++) *out++ = from[i];
        done += piece;
    }
    cr_rt_add(&e->time, frames > 0 ? frames : 0);
    cr_cpu_restore(mode);
}

void cr_rt_process_float(cr_rt *e, int frames, float *out) {
    uint64_t mode = cr_cpu_flush_subnormals();
    for (int done = 0; done < frames;) {
        const double *from;
        int piece = next_piece(e, frames - done, &from);
        for (int i = 0; i < piece * e->def.channels; i++) *out++ = (float)from[i];
        done += piece;
    }
    cr_rt_add(&e->time, frames > 0 ? frames : 0);
    cr_cpu_restore(mode);
}

cr_rt_port *cr_rt_port_at(cr_rt *e, int index) {
    return index >= 0 && index < e->def.ports ? &e->ports[index] : NULL;
}

long long cr_rt_time(const cr_rt *e) {
    return cr_rt_read(&e->time);
}

cr_rt_stats cr_rt_look(const cr_rt *e) {
    cr_rt_stats stats = {.chunks = cr_rt_read(&e->chunks),
                         .applied = cr_rt_read(&e->applied),
                         .refused = cr_rt_read(&e->refused),
                         .missed = cr_rt_read(&e->missed),
                         .jumped = cr_rt_read(&e->jumped),
                         .stolen = cr_rt_read(&e->stolen),
                         .contained = cr_rt_read(&e->contained),
                         .slipped = cr_rt_read(&e->slipped),
                         .playing = (int)cr_rt_read(&e->playing)};
    for (int i = 0; i < e->def.ports; i++) {
        stats.full += cr_rt_read(&e->ports[i].full);
        stats.refused += cr_rt_read(&e->ports[i].refused);
    }
    return stats;
}

cr_sim *cr_rt_voice_sim(cr_rt *e, int voice) {
    return voice >= 0 && voice < e->def.voices ? e->voices[voice].sim : NULL;
}
