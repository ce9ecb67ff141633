// A block lies on a board that swings in its only mode, along it or up and down, by less than lets it slide or
// throws it off. Most steps begin with a kick, which is no blow (derivation U10): as blows kicks along the
// board take no time, and are heard at the rate of steps, where nothing swings. What falls strikes as before.
#include "passing.h"
#include "plain_modes.h"
#include "test.h"

#include <string.h>

static const double side = 0.1, edge = 0.02, frequency = 500.0, step = 1e-4;
enum { ALONG = 0, UP = 2 };

// What the contacts of a run were; `land`: all are told as if they had just landed.
typedef struct contacts {
    cr_world_sink sink;
    bool land;
    int kicks, blows;    // of points that were pressed already; of these those that are blows
    int landings, lost;  // blows of points that were not; those that are not heard as blows
    double bears, least; // N s: of all contacts along z; s: the shortest step
    double off;          // the greatest of what is heard less what was told, part of that
} contacts;

static void count(contacts *k, const cr_world_contact *told) {
    const cr_sound_contact c = cr_sound_contact_of(told, true, cr_quat_none), heard = cr_sound_contact_heard(&c);
    double span = c.t1 - c.t0, given = c.impulse.z + c.force.z * span,
           taken = heard.impulse.z + heard.force.z * span;
    bool struck = cr_vec_length(heard.impulse) > 0.0;
    k->bears += given;
    k->least = fmin(k->least, span);
    k->off = fmax(k->off, fabs(taken - given) / given);
    if (!(c.impulse.z > 0.01 * c.force.z * span)) return;
    if (c.pressed) k->kicks++, k->blows += struck;
    else k->landings++, k->lost += !struck;
}

static cr_status contact(void *context, const cr_world_contact *c) {
    contacts *k = context;
    cr_world_contact told = *c;
    count(k, c);
    if (k->land) told.gap = 0.0;
    return k->sink.contact(k->sink.context, &told);
}

static cr_status motion(void *context, const cr_world_motion *m) {
    contacts *k = context;
    return k->sink.motion(k->sink.context, m);
}

// The ball begins `above` the board, which is struck so that it swings at `speed`.
static void run(double above, double speed, double end, contacts *k, passing *heard) {
    const double modal_mass = 2.0;
    cr_ear ear;
    const cr_scene_listener listener = passing_microphone((cr_vec){0, 0, 1.5}, &ear);
    cr_record_memory r = {0};
    cr_record_head head;
    cr_record_out out = cr_record_memory_out(&r);
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    const cr_modes modes = sway_modes(side, side, side, 10, 2, modal_mass, frequency, 1e-4, rig.arena);
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", side}, {0}}, ball[] = {{"radius", radius}, {0}};
    cr_body_def rigid = body_at(0, 0, 0.5 * side + radius + above), board = body_at(0, 0, 0);
    board.fixed = true;
    board.modes = &modes;
    cr_load_def blow = cr_load_def_default();
    world_add(&rig, "ball", "sphere", ball, rigid);
    blow.body = world_add(&rig, "board", "box", size, board);
    blow.force.z = modal_mass * speed;
    blow.start = blow.end = 5e-3;
    if (speed > 0.0)
        CHECK(cr_world_model_load(rig.model, &blow, &rig.error) == CR_OK, "%s", rig.error.reason);
    world_start(&rig);
    CHECK(cr_record_head_of(rig.model, rig.world, rig.arena, &head, &rig.error) == CR_OK, "%s",
          rig.error.reason);
    cr_recorder *recorder = cr_recorder_new(&head, &out, rig.arena, &rig.error);
    k->sink = cr_recorder_sink(recorder);
    k->least = HUGE_VAL;
    const cr_world_sink sink = {.context = k, .motion = motion, .contact = contact};
    world_run(&rig, end, &sink);
    cr_recorder_catch_up(recorder, rig.world, 0.0, &rig.error);
    CHECK(cr_recorder_flush(recorder, true, &rig.error) == CR_OK, "%s", rig.error.reason);
    const cr_sound_body body[] = {{.def = &rigid}, {.def = &board, .damped = true}};
    cr_scene_sound sound = passing_bare();
    sound.contact_time = sound.clicks = true;
    passing_listen(&rig, &r, body, &sound, &listener, end, heard);
    world_end(&rig);
    cr_record_memory_free(&r);
}

// Root of the power of the lines between two frequencies, by Hann's window over a time.
static double band(const passing *heard, double low, double high, double from, double end) {
    double power = 0.0, apart = 1.0 / (end - from);
    for (double f = low; f < high; f += apart) {
        double re = 0.0, im = 0.0, weight = 0.0;
        for (int n = (int)(from * PASSING_RATE); n < (int)(end * PASSING_RATE); n++) {
            double t = (double)n / PASSING_RATE, hann = 0.5 - 0.5 * cos(2.0 * cr_pi * (t - from) * apart);
            re += hann * heard->sample[0][n] * cos(2.0 * cr_pi * f * t);
            im += hann * heard->sample[0][n] * sin(2.0 * cr_pi * f * t);
            weight += hann;
        }
        power += (re * re + im * im) / (weight * weight);
    }
    return sqrt(power);
}

static double decibels(double x) {
    return 20.0 * log10(x);
}

// 0.7 of the speed at which the board would leave the ball behind, g/w.
static void test_swinging(void) {
    static passing as_blows, as_told;
    contacts blows = {.land = true}, told = {0};
    const double speed = 0.9 * 9.81 / (2.0 * cr_pi * frequency), end = 0.12, rate = 1.0 / step;
    run(0.0, speed, end, &blows, &as_blows);
    run(0.0, speed, end, &told, &as_told);
    double before = band(&as_blows, 0.9 * rate, 1.1 * rate, 0.03, 0.11),
           after = band(&as_told, 0.9 * rate, 1.1 * rate, 0.03, 0.11),
           tone = band(&as_told, 0.9 * frequency, 1.1 * frequency, 0.03, 0.11);
    printf("%d kicks of what bears, %d of them blows, shortest step %.1e s; heard as told to %.1e\n", told.kicks,
           told.blows, told.least, told.off);
    printf("at the rate of steps %.1f dB of the tone as blows, %.1f dB as they are\n", decibels(before / tone),
           decibels(after / tone));
    (void)before;
}

static void test_landing(void) {
    static passing as_blows, as_told;
    contacts blows = {.land = true}, told = {0};
    run(1e-3, 0.0, 0.06, &blows, &as_blows);
    run(1e-3, 0.0, 0.06, &told, &as_told);
    double most = 0.0, off = 0.0;
    for (int n = 0; n < as_told.count; n++) {
        most = fmax(most, fabs(as_blows.sample[0][n]));
        off = fmax(off, fabs(as_told.sample[0][n] - as_blows.sample[0][n]));
    }
    printf("%d landings, %d of them lost, %d kicks; blow of %.3g Pa off by %.1e of it\n", told.landings, told.lost, told.kicks, most,
           off / most);
}

int main(void) {
    test_swinging();
    test_landing();
    return test_summary();
}
