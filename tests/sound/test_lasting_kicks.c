// A block lies on a board that swings in its only mode, along it or up and down, by less than lets it slide
// or throws it off. Most steps begin with a kick, which is no blow (derivation U10): as blows kicks along the
// board take no time, and are heard at the rate of steps, where nothing swings. A ball that falls strikes as
// before.
#include "base/maths.h"
#include "passing.h"
#include "plain_modes.h"
#include "test.h"

#include <string.h>

enum { ALONG = 0, UP = 2, MOST = 40000, COUNT = PASSING_RATE / 8 };
static const double side = 0.1, edge = 0.02, frequency = 500.0, step = 1e-4, modal_mass = 2.0,
                    struck_at = 5e-3, end = 0.12;

// What a run did to the block.
typedef struct contacts {
    int block, count;
    cr_sound_contact told[MOST];
} contacts;

static cr_status keep(void *context, const cr_world_contact *c, const cr_world_sink *to) {
    contacts *k = context;
    if (k->count < MOST) k->told[k->count++] = cr_sound_contact_of(c, c->a == k->block, cr_quat_none);
    return to->contact(to->context, c);
}

static cr_modes swinging(int axis, cr_arena *arena) {
    return sway_modes(side, side, side, 10, axis, modal_mass, frequency, 1e-4, arena);
}

static cr_vec place_of_ear(int axis) {
    return axis == UP ? (cr_vec){0, 0, 1} : (cr_vec){1, 0, 0};
}

// Something begins `above` the board, which is struck so that it swings at `speed`.
static void run(const char *form, double above, int axis, double speed, contacts *k, passing *heard) {
    const cr_vec rest = {0, 0, 0.5 * (side + edge)};
    cr_ear ear;
    const cr_scene_listener listener = passing_microphone(cr_vec_add(rest, place_of_ear(axis)), &ear);
    cr_record_memory r = {0};
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    const cr_modes modes = swinging(axis, rig.arena);
    const cr_setting large[] = {{"x", side}, {"y", side}, {"z", side}, {0}},
                     cube[] = {{"x", edge}, {"y", edge}, {"z", edge}, {0}},
                     ball[] = {{"radius", 0.5 * edge}, {0}};
    cr_body_def rigid = body_at(0, 0, 0.5 * (side + edge) + above), board = body_at(0, 0, 0);
    board.fixed = true;
    board.modes = &modes;
    board.fmax = 0.1 * frequency; // it is not heard
    *k = (contacts){.block = world_add(&rig, "block", form, form[0] == 'b' ? cube : ball, rigid)};
    cr_load_def blow = cr_load_def_default();
    blow.body = world_add(&rig, "board", "box", large, board);
    blow.force = cr_vec_scale(modal_mass * speed, axis == UP ? (cr_vec){0, 0, 1} : (cr_vec){1, 0, 0});
    blow.start = blow.end = struck_at;
    if (speed > 0.0)
        CHECK(cr_world_model_load(rig.model, &blow, &rig.error) == CR_OK, "%s", rig.error.reason);
    world_start(&rig);
    passing_record_by(&rig, &r, end, keep, k);
    const cr_sound_body body[] = {{.def = &rigid}, {.def = &board, .damped = true}};
    cr_scene_sound sound = passing_bare();
    sound.contact_time = sound.clicks = true;
    passing_listen(&rig, &r, body, &sound, &listener, end, heard);
    world_end(&rig);
    cr_record_memory_free(&r);
}

// The click of the block under its contacts as they were told, or as they are heard.
static void click_of(const contacts *k, int axis, bool as_heard, double out[COUNT]) {
    const cr_vec ear[1][2] = {{place_of_ear(axis), place_of_ear(axis)}};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {0};
    cr_clicker_def def = cr_clicker_def_default();
    def.volume = edge * edge * edge;
    def.blend = 0.5 * step;
    def.forces = 4096;
    cr_clicker *clicker = cr_clicker_new(&def, arena, &error);
    CHECK(clicker, "%s: %s", error.place, error.reason);
    memset(out, 0, COUNT * sizeof *out);
    int told = 0;
    for (int n = 0; n + CR_SOUND_BLOCK <= COUNT; n += CR_SOUND_BLOCK) {
        double *to = out + n;
        for (; told < k->count && k->told[told].t0 * def.rate < n + CR_SOUND_BLOCK; told++) {
            cr_sound_contact c = k->told[told];
            if (as_heard) c = cr_sound_contact_heard(&c);
            if (cr_clicker_contact(clicker, &c, &error) != CR_OK) CHECK(false, "%s", error.reason);
        }
        cr_clicker_run(clicker, ear, &to);
    }
    cr_arena_free(arena);
}

// Root of the power between two frequencies from 30 to 110 ms, by Hann's window.
static double band(const double *sample, double low, double high) {
    const double from = 0.03, apart = 12.5; // s, Hz
    double power = 0.0;
    for (double f = low; f < high; f += apart) {
        double re = 0.0, im = 0.0;
        for (int n = (int)(from * PASSING_RATE); n < (int)((from + 1.0 / apart) * PASSING_RATE); n++) {
            double t = (double)n / PASSING_RATE, hann = 1.0 - cos(2.0 * cr_pi * (t - from) * apart);
            re += hann * sample[n] * cos(2.0 * cr_pi * f * t);
            im += hann * sample[n] * sin(2.0 * cr_pi * f * t);
        }
        power += re * re + im * im;
    }
    return sqrt(power);
}

// How much of the tone is heard at the rate of steps, dB.
static double image(const double *sample) {
    return 20.0 *
           log10(band(sample, 0.9 / step, 1.1 / step) / band(sample, 0.9 * frequency, 1.1 * frequency));
}

static cr_vec impulse_of(const cr_sound_contact *c) {
    return cr_vec_along(c->impulse, c->t1 - c->t0, c->force);
}

// Kicks of more than 1 % of what a point bears that bore before, of these those that are blows; impulses.
static void count(const contacts *k, int *kicks, int *blows) {
    double off = 0.0;
    *kicks = *blows = 0;
    for (int i = 0; i < k->count; i++) {
        const cr_sound_contact *c = &k->told[i], heard = cr_sound_contact_heard(c);
        const cr_vec given = impulse_of(c), taken = impulse_of(&heard);
        off = fmax(off, cr_vec_length(cr_vec_sub(taken, given)) / cr_vec_length(given));
        bool kicked = cr_vec_length(c->impulse) > 0.01 * cr_vec_length(c->force) * (c->t1 - c->t0);
        *kicks += c->pressed && kicked;
        *blows += c->pressed && kicked && cr_vec_length(heard.impulse) > 0.0;
    }
    printf("%d of %d contacts begin with a kick, %d with a blow; impulses off by %.1e\n", *kicks, k->count,
           *blows, off);
    CHECK(off < 1e-13, "impulses off by %g", off);
}

// Kicks up are a sixth of what the force of a step grows by, h f'/6: the greatest of all points together
// against w (most - least)/2. Within 10 %: the board gives way to them.
static void test_size(const contacts *k) {
    double most = 0.0, least = HUGE_VAL, kick = 0.0, impulse = 0.0, force = 0.0;
    for (int i = 1; i < k->count; i++) {
        const cr_sound_contact *c = &k->told[i];
        impulse += c->impulse.z;
        force += c->force.z;
        if (i + 1 < k->count && k->told[i + 1].t0 == c->t0) continue;
        if (c->t0 > 0.02) {
            most = fmax(most, force);
            least = fmin(least, force);
            kick = fmax(kick, impulse);
        }
        impulse = force = 0.0;
    }
    double grows = 2.0 * cr_pi * frequency * step * 0.5 * (most - least);
    printf("kicks of %.4f of what the force grows by in a step\n", kick / (grows * step));
    CHECK_REL(kick / (grows * step), 1.0 / 6.0, 0.1);
}

// `share` of the speed at which the board would leave the block behind, g/w. At the rate of steps what is
// held has the image of straight lines, 22 dB below that of kicks. The stroke on the board itself passes
// through all points as one blow where it moves them up.
static void test_swing(int axis, double share, int strokes) {
    static contacts k;
    static passing heard;
    static double blows[COUNT], held[COUNT];
    int kicks, struck;
    run("box", 0.0, axis, share * 9.81 / (2.0 * cr_pi * frequency), &k, &heard);
    CHECK(k.count < MOST, "%d contacts", k.count);
    count(&k, &kicks, &struck);
    click_of(&k, axis, false, blows);
    click_of(&k, axis, true, held);
    double as_blows = image(blows), as_held = image(held), passed = image(heard.sample[0]);
    printf("at the rate of steps, %s: %.1f dB as blows, %.1f dB held, %.1f dB by the pass\n",
           axis == UP ? "up and down" : "along", as_blows, as_held, passed);
    CHECK(5 * kicks > k.count && struck == strokes, "%d blows of %d kicks", struck, kicks);
    CHECK(as_blows - as_held > 20.0, "%g dB as blows, %g dB held", as_blows, as_held);
    CHECK_NEAR(passed, as_held, 0.5);
    if (axis == UP) test_size(&k);
}

static double peak(const double *sample) {
    double most = 0.0;
    for (int n = 0; n < COUNT; n++) most = fmax(most, fabs(sample[n]));
    return most;
}

// A ball that falls by 1 mm strikes as it was told, and as loud.
static void test_landing(void) {
    static contacts k;
    static passing heard;
    static double blows[COUNT], held[COUNT];
    run("sphere", 1e-3, UP, 0.0, &k, &heard);
    const cr_sound_contact *first = &k.told[0], told = cr_sound_contact_heard(first);
    CHECK(!first->pressed && told.impulse.z == first->impulse.z, "%g of %g", told.impulse.z,
          first->impulse.z);
    click_of(&k, UP, false, blows);
    click_of(&k, UP, true, held);
    printf("landing: peak of %.6g and %.6g\n", peak(blows), peak(held));
    CHECK_REL(peak(held), peak(blows), 1e-3);
}

int main(void) {
    test_swing(ALONG, 0.3, 0);
    test_swing(UP, 0.7, 16);
    test_landing();
    return test_summary();
}
