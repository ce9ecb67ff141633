// What stands between the entries of a recording: bodies in flight by closed forms and conservation laws,
// modes by their exact solution, samples at any rate, states to begin another scene with.
#include "record/flow.h"
#include "recording.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const double gravity = 9.81;

static cr_vec momentum_of(const cr_record_body *body, const cr_body_state *state) {
    const double *t = body->inertia;
    cr_vec w = cr_quat_back(state->pose.turn, state->spin);
    cr_vec l = {t[0] * w.x + t[5] * w.y + t[4] * w.z, t[5] * w.x + t[1] * w.y + t[3] * w.z,
                t[4] * w.x + t[3] * w.y + t[2] * w.z};
    return cr_quat_turn(state->pose.turn, l);
}

// A tumbling body keeps its angular momentum, as a vector, and its energy to rounding: Cayley's map with the
// midpoint's own spin; 1000 steps gather 2 to 3 units in the last place each.
static void tumbles(void) {
    const cr_record_body body = recording_head().body[BOX];
    cr_body_state state = body.start;
    cr_vec before = momentum_of(&body, &state), none = {0};
    double energy = cr_vec_dot(before, state.spin);
    for (int i = 0; i < 1000; i++) cr_record_flow(&body, &state, none, none, 1e-3, &state);
    cr_vec after = momentum_of(&body, &state);
    CHECK(cr_vec_length(cr_vec_sub(after, before)) <= 1e-12 * cr_vec_length(before), "momentum off by %g",
          cr_vec_length(cr_vec_sub(after, before)) / cr_vec_length(before));
    CHECK_REL(cr_vec_dot(after, state.spin), energy, 1e-12);
}

// Under a torque about a principal axis the spin grows by torque s/I; a falling body keeps to the parabola.
static void falls_and_spins_up(void) {
    cr_record_body body = {.mass = 2.0, .inertia = {1e-3, 2e-3, 4e-3}};
    cr_body_state state = {.pose = {.turn = cr_quat_none}, .velocity = {1.0, 2.0, 3.0}, .spin = {0, 0, 5.0}};
    const cr_vec force = {0.0, 0.0, -2.0 * gravity}, torque = {0.0, 0.0, 8e-3};
    cr_record_flow(&body, &state, force, torque, 0.25, &state);
    CHECK_REL(state.spin.z, 5.0 + 0.25 * 8e-3 / 4e-3, 1e-14);
    CHECK_REL(state.pose.at.z, 0.75 - 0.5 * gravity * 0.0625, 1e-14);
    CHECK_REL(state.velocity.z, 3.0 - 0.25 * gravity, 1e-14);
    body.mass = HUGE_VAL; // imposed motion takes no notice of forces
    cr_record_flow(&body, &state, force, torque, 1.0, &state);
    CHECK_REL(state.velocity.z, 3.0 - 0.25 * gravity, 1e-14);
}

// Two steps of a mode make one, at any damping; a static force holds it at push/omega^2.
static void modes_go_on(void) {
    const double sigma[] = {0.0, 3.0, 628.31853071795865, 2000.0}, frequency = 100.0;
    for (int i = 0; i < 4; i++) {
        double x = 1e-3, v = 0.2, y = x, u = v, omega = 2.0 * cr_pi * frequency, rest = 7.0 / (omega * omega);
        cr_record_flow_mode(frequency, sigma[i], 7.0, 3e-3, &x, &v);
        cr_record_flow_mode(frequency, sigma[i], 7.0, 1.1e-3, &y, &u);
        cr_record_flow_mode(frequency, sigma[i], 7.0, 1.9e-3, &y, &u);
        CHECK_NEAR(x, y, 1e-16);
        CHECK_NEAR(v, u, 1e-13);
        double still = rest, zero = 0.0;
        cr_record_flow_mode(frequency, sigma[i], 7.0, 0.5, &still, &zero);
        CHECK_REL(still, rest, 1e-12);
        CHECK_NEAR(zero, 0.0, 1e-12 * omega * rest);
    }
}

// The box flies a parabola in steps of many lengths and bounces at 0.1 s; it falls asleep at 0.3 s and wakes
// at 0.4 s; the plate swings in steps of its own. Motions are told in the order of their ends.
enum { STEPS = 2000 };

static const double bounce = 0.1, sleeps = 0.3, wakes = 0.4, duration = 0.5, rise = 2.0;

static cr_body_state box_at(double t) {
    double begin = t < bounce ? 0.0 : bounce, s = t - begin;
    cr_body_state state = recording_head().body[BOX].start;
    state.spin = (cr_vec){0};
    state.velocity = (cr_vec){1.0, 0.0, rise - gravity * s};
    state.pose.at = (cr_vec){t, 0.0, begin > 0.0 ? 1.5 : 1.0};
    state.pose.at.z += s * (rise - 0.5 * gravity * s);
    return state;
}

typedef struct told {
    cr_world_motion motion;
    double modes[3 * PLATE_MODES];
} told;

static int by_end(const void *a, const void *b) {
    const told *p = a, *q = b;
    if (p->motion.t1 != q->motion.t1) return p->motion.t1 < q->motion.t1 ? -1 : 1;
    return p->motion.body - q->motion.body;
}

static void plate_at(double t, double *shape, double *rate) {
    const cr_record_body body = recording_head().body[PLATE];
    for (int m = 0; m < PLATE_MODES; m++) {
        shape[m] = body.shape[m];
        rate[m] = body.rate[m];
        cr_record_flow_mode(body.frequency[m], body.sigma[m], 0.5, t, &shape[m], &rate[m]);
    }
}

static int make_motions(told *all) {
    int count = 0;
    unsigned random = 1;
    for (double t = 0.0; t < duration && count < STEPS;) {
        random = random * 1664525u + 1013904223u;
        double end = fmin(t + 1e-4 + 9e-4 * (random >> 8) / 16777216.0, duration);
        if (t < bounce) end = fmin(end, bounce);
        else if (t < sleeps) end = fmin(end, sleeps);
        else if (t < wakes) end = t = wakes;
        if (end > t) {
            cr_body_state start = box_at(t);
            all[count++].motion = (cr_world_motion){
                .body = BOX, .t0 = t, .t1 = end, .start = start, .force = {0.0, 0.0, -0.5 * gravity}};
        }
        t = end;
    }
    for (int i = 0; i < 625 && count < STEPS; i++, count++) {
        told *p = &all[count];
        p->motion =
            (cr_world_motion){.body = PLATE, .t0 = 8e-4 * i, .t1 = 8e-4 * (i + 1), .modes = PLATE_MODES};
        p->motion.start = recording_head().body[PLATE].start;
        plate_at(p->motion.t0, p->modes, p->modes + PLATE_MODES);
        for (int m = 0; m < PLATE_MODES; m++) p->modes[2 * PLATE_MODES + m] = 0.5;
    }
    qsort(all, (size_t)count, sizeof *all, by_end);
    return count;
}

static void record(cr_record_memory *r, bool end) {
    static told all[STEPS];
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_record_head head = recording_head();
    cr_record_body bodies[BODIES];
    memcpy(bodies, head.body, sizeof bodies);
    bodies[BOX].start = box_at(0.0);
    head.body = bodies;
    cr_record_out out = cr_record_memory_out(r);
    cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
    cr_world_sink sink = cr_recorder_sink(recorder);
    memset(all, 0, sizeof all);
    int count = make_motions(all);
    CHECK(count < STEPS, "too many steps");
    for (int i = 0; i < count; i++) {
        all[i].motion.shape = all[i].modes;
        all[i].motion.rate = all[i].modes + PLATE_MODES;
        all[i].motion.push = all[i].modes + 2 * PLATE_MODES;
        CHECK(sink.motion(sink.context, &all[i].motion) == CR_OK, "sink");
    }
    CHECK(cr_recorder_flush(recorder, end, &error) == CR_OK, "%s", error.reason);
    cr_arena_free(arena);
}

// While it sleeps it is as it was.
static cr_body_state expected(double t) {
    return box_at(t > sleeps && t < wakes ? sleeps : t);
}

typedef struct seen {
    int frames;
    double rate, worst;
    double shape[PLATE_MODES]; // of the plate, if it is wanted
} seen;

static cr_status look(void *context, double time, const cr_body_state *bodies) {
    seen *s = context;
    cr_body_state box = expected(time);
    CHECK_NEAR(time, s->frames / s->rate, 1e-12);
    double off =
        cr_vec_length(cr_vec_sub(bodies[BOX].pose.at, box.pose.at)) +
        cr_vec_length(cr_vec_sub(bodies[BOX].velocity, box.velocity)) +
        cr_vec_length(cr_vec_sub(bodies[PLATE].pose.at, recording_head().body[PLATE].start.pose.at)) +
        cr_vec_length(bodies[FLOOR].pose.at);
    for (int m = 0; m < PLATE_MODES && isfinite(s->shape[m]); m++) {
        double shape[PLATE_MODES], rate[PLATE_MODES];
        plate_at(time, shape, rate);
        off += fabs(s->shape[m] - shape[m]);
    }
    s->worst = fmax(s->worst, off);
    s->frames++;
    return CR_OK;
}

static void samples(void) {
    cr_record_memory r = {0};
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    record(&r, true);
    cr_record_in in = cr_record_memory_in(&r);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    const double rates[] = {4.0, 60.0, 1000.0, 44100.0};
    for (int i = 0; i < 4 && reader; i++) {
        seen s = {.rate = rates[i], .shape = {CR_NAN}};
        double *shapes[BODIES] = {[PLATE] = s.shape};
        cr_record_frames frames = {.context = &s, .frame = look, .shape = i % 2 ? shapes : NULL};
        CHECK(cr_record_sample(reader, 0.0, rates[i], &frames, arena, &error) == CR_OK, "%s", error.reason);
        CHECK(s.frames == (int)(duration * rates[i] * (1.0 + 1e-12)) + 1, "%d frames at %g", s.frames,
              rates[i]);
        CHECK(s.worst < 1e-13, "off by %g at %g", s.worst, rates[i]);
        CHECK(isfinite(s.shape[0]) == !!frames.shape, "amplitudes only where they are wanted");
    }
    seen s = {.rate = 1.0};
    cr_record_frames frames = {.context = &s, .frame = look};
    CHECK(cr_record_sample(reader, 0.0, 0.0, &frames, arena, &error) == CR_ERR_RANGE, "rate 0");
    CHECK(cr_record_sample(reader, 0.0, 1e12, &frames, arena, &error) == CR_ERR_RANGE, "rate 1e12");
    cr_arena_free(arena);
    cr_record_memory_free(&r);
}

static void begins_from(void) {
    cr_record_memory r = {0}, cut = {0};
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double shape[PLATE_MODES], rate[PLATE_MODES], x[PLATE_MODES], v[PLATE_MODES];
    double *shapes[BODIES] = {NULL, NULL, shape}, *rates[BODIES] = {NULL, NULL, rate};
    cr_body_state state[BODIES];
    record(&r, true);
    record(&cut, false);
    cr_record_in in = cr_record_memory_in(&r), in_cut = cr_record_memory_in(&cut);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    const double times[] = {0.0, 0.05, bounce, 0.25, 0.35, 0.45, duration};
    for (int i = 0; i < 7 && reader; i++) {
        CHECK(cr_record_state_at(reader, times[i], state, shapes, rates, arena, &error) == CR_OK, "%s",
              error.reason);
        cr_body_state box = expected(times[i]);
        CHECK(cr_vec_length(cr_vec_sub(state[BOX].pose.at, box.pose.at)) < 1e-14, "box at %g s", times[i]);
        CHECK(cr_vec_length(cr_vec_sub(state[BOX].velocity, box.velocity)) < 1e-14, "speed at %g s",
              times[i]);
        plate_at(times[i], x, v);
        for (int m = 0; m < PLATE_MODES; m++) { // of 1e-3 at 4800 Hz for 0.5 s: 1.5e4 rad
            CHECK_NEAR(shape[m], x[m], 1e-15);
            CHECK_NEAR(rate[m], v[m], 1e-12);
        }
    }
    CHECK(cr_record_state_at(reader, 0.51, state, NULL, NULL, arena, &error) == CR_ERR_RANGE,
          "behind the end");
    CHECK(cr_record_state_at(reader, -0.1, state, NULL, NULL, arena, &error) == CR_ERR_RANGE, "before it");
    reader = cr_record_reader_new(&in_cut, "test.rec", arena, &error);
    CHECK(cr_record_state_at(reader, duration, state, NULL, NULL, arena, &error) == CR_ERR_RANGE &&
              strstr(error.reason, "cut off"),
          "%s", error.reason);
    CHECK(cr_record_state_at(reader, 0.49, state, NULL, NULL, arena, &error) == CR_OK, "%s", error.reason);
    cr_arena_free(arena);
    cr_record_memory_free(&r);
    cr_record_memory_free(&cut);
}

int main(void) {
    tumbles();
    falls_and_spins_up();
    modes_go_on();
    samples();
    begins_from();
    return test_summary();
}
