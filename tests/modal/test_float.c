// Modes in floats against modes in doubles: what a blow leaves behind, also a short one, changes of step,
// momentum inside a sample, energy over many steps, flights, and the key of scenes. One rounding is at most
// `unit` of what is rounded, and a step rounds each number of the state three times: products, their sum, and
// the kick.
#include "base/random.h"
#include "carom/scene.h"
#include "modal/flight.h"
#include "network/network_internal.h"
#include "seeds.h"
#include "test.h"
#include "touch_scene.h"

#include <fenv.h>
#include <float.h>
#include <string.h>

static const double unit = (double)(0.5f * FLT_EPSILON);

static touch_scene make_float(const modal_impact *p, const cr_law *law, int level) {
    touch_scene s = make_scene(p, law, 0.37, level);
    cr_network_set_precision(s.network, CR_FLOAT);
    CHECK(cr_network_prepare(s.network, NULL) == CR_OK, "prepare");
    CHECK(s.network->movers[s.object]->single, "kept in doubles");
    return s;
}

// Root mean square of q and v/w over the modes, of a and of the difference of two scenes.
static double amplitude_error(const touch_scene *a, const touch_scene *b) {
    double q[2][MOST_MODES], v[2][MOST_MODES], off = 0.0, size = 0.0;
    const cr_resonator *body = a->network->movers[a->object];
    read_modes(a, q[0], v[0]);
    read_modes(b, q[1], v[1]);
    for (int i = 0; i < body->modes; i++) {
        double w = 2.0 * cr_pi * body->frequency[i];
        size += cr_square(w * q[0][i]) + cr_square(v[0][i]);
        off += cr_square(w * (q[0][i] - q[1][i])) + cr_square(v[0][i] - v[1][i]);
    }
    return sqrt(off / size);
}

// A blow of `steps` steps: rounding at worst adds up, 3 units per step; the contact hands it on to the bodies
// enlarged by as much as it enlarges any disturbance, for which 4 is allowed.
static void check_blow(int which, const modal_object *object, int level) {
    enum { SAMPLES = 60 };
    modal_impact p = s0_impact(which, object);
    cr_law law = hunt_crossley(p.k, p.mu, p.alpha);
    touch_scene a = make_scene(&p, &law, 0.37, level), b = make_float(&p, &law, level);
    double x, v[2], bound = 4.0 * 3.0 * unit * (SAMPLES << level);
    for (int i = 0; i < SAMPLES; i++) {
        cr_network_step(a.network);
        cr_network_step(b.network);
    }
    hammer_state(&a, &x, &v[0]);
    hammer_state(&b, &x, &v[1]);
    double speed = fabs(v[1] - v[0]) / p.v_in, modes = amplitude_error(&a, &b);
    printf("case %d, %3d modes, %d steps per sample: v_out off by %.1e of v_in, modes by %.1e\n", which,
           object->count, 1 << level, speed, modes);
    CHECK(speed <= bound && modes <= bound, "%g, %g, allowed %g", speed, modes, bound);
    free_scene(&a);
    free_scene(&b);
}

// Contacts of any stiffness as the rule divides the sample, at 16 times inside it: the bound of check_blow
// for the steps that it took, and the same blows and steps as in doubles.
static void check_rule(double k, const modal_object *object, int finest, long blows) {
    enum { SAMPLES = 60, PHASES = 16 };
    modal_impact p = {.object = object, .mass = .01, .k = k, .mu = .5, .alpha = 1.5, .v_in = .5};
    cr_law law = hunt_crossley(p.k, p.mu, p.alpha);
    double worst = 0.0, allowed = 0.0;
    for (int phase = 0; phase < PHASES; phase++) {
        touch_scene s[2];
        double x, v[2], steps = 0.0;
        cr_contact_effort effort[2];
        for (int i = 0; i < 2; i++) {
            s[i] = make_scene(&p, &law, (phase + 0.5) / PHASES, -1);
            if (i) cr_network_set_precision(s[i].network, CR_FLOAT);
            cr_network_set_booking(s[i].network, phase % 2);
            CHECK(cr_network_prepare(s[i].network, NULL) == CR_OK, "prepare");
            for (int n = 0; n < SAMPLES; n++) cr_network_step(s[i].network);
            hammer_state(&s[i], &x, &v[i]);
            effort[i] = cr_network_effort(s[i].network);
        }
        for (int level = 0; level < CR_LEVELS; level++) {
            steps += (double)(effort[0].samples[level] << level);
            CHECK(effort[0].samples[level] == effort[1].samples[level], "k %g: %ld or %ld samples at 1/%d", k,
                  effort[0].samples[level], effort[1].samples[level], 1 << level);
        }
        CHECK(effort[0].blows == blows && effort[1].blows == blows, "k %g: %ld and %ld blows", k,
              effort[0].blows, effort[1].blows);
        CHECK(effort[1].samples[finest] > 0, "k %g: not 1/%d", k, 1 << finest);
        double off = fmax(fabs(v[1] - v[0]) / p.v_in, amplitude_error(&s[0], &s[1]));
        double bound = 4.0 * 3.0 * unit * (SAMPLES + steps);
        CHECK(off <= bound, "k %g, phase %d: %g, allowed %g", k, phase, off, bound);
        worst = fmax(worst, off);
        allowed = fmax(allowed, bound);
        free_scene(&s[0]);
        free_scene(&s[1]);
    }
    printf("k %.0e by the rule, finest step 1/%d, %ld blows: off by %.1e, allowed %.1e\n", k, 1 << finest,
           blows, worst, allowed);
}

// Changes of step, momentum inside a sample, modes set anew, and a step after each. The first three round p
// and r once, which is a unit of the state at most, the last thrice; twice that, as a change of step is no
// mere turn and may enlarge a little what was off before. What taps show of it is read from the rounded
// state, a product and a sum for every mode; a path is looked at over a whole sample, up to 16 steps long.
static void check_conversions(uint64_t seed) {
    enum { ROUNDS = 64 };
    modal_object bar = damped_bar();
    modal_impact p = {.object = &bar, .mass = 0.01, .v_in = -0.1};
    cr_law law = hunt_crossley(1e8, 0.1, 1.5);
    touch_scene s[2] = {make_scene(&p, &law, 0.37, -1), make_float(&p, &law, -1)};
    cr_resonator *body[] = {s[0].network->movers[s[0].object], s[1].network->movers[s[1].object]};
    uint64_t state = cr_random_seed(seed);
    double jump = 0.0, way = 0.0, path = 0.0;
    for (int i = 0; i < body[0]->modes; i++) {
        double v = cr_random_uniform(&state);
        for (int k = 0; k < 2; k++) cr_resonator_set(body[k], i, 0.0, v);
    }
    for (int round = 0; round < ROUNDS; round++) {
        double momentum = 0.1 * cr_random_uniform(&state), reach = 0.0, v = cr_random_uniform(&state);
        double time = 0.5 * (1.0 + cr_random_uniform(&state)) / test_rate;
        for (int k = 0; k < 2; k++) {
            cr_resonator_set_level(body[k], (3 * round + 2) % CR_LEVELS);
            cr_resonator_kick(body[k], 0, momentum, time);
        }
        const cr_tap *a = &body[0]->taps[0], *b = &body[1]->taps[0];
        for (int i = 0; i < body[0]->modes; i++)
            reach += fabs(a->a[body[0]->level][i]) * hypot(body[0]->p[i], body[0]->r[i]);
        jump = fmax(jump, fabs(a->change - b->change) / reach);
        for (int k = 0; k < 2; k++) {
            cr_resonator_step(body[k], false);
            if (round % 2) cr_resonator_set(body[k], round % bar.count, 0.0, v);
            cr_resonator_read(body[k], 0);
            body[k]->taps[0].change = 0.0;
        }
        way = fmax(way, fabs(a->travel - b->travel) / reach);
        for (int k = 0; k < 8; k++) {
            cr_tap_path ahead[2];
            for (int i = 0; i < 2; i++) ahead[i] = cr_resonator_ahead(body[i], 0, k / (8.0 * test_rate));
            path = fmax(path, fabs(ahead[0].way - ahead[1].way) / reach);
        }
    }
    double modes = amplitude_error(&s[0], &s[1]), bound = 2.0 * 6.0 * ROUNDS * unit;
    printf("changes of step and momentum: modes off by %.1e, ways by %.1e and %.1e, jumps by %.1e\n", modes,
           way, path, jump);
    CHECK(modes <= bound, "modes %g, allowed %g", modes, bound);
    CHECK(way <= bound + 2.0 * bar.count * unit, "ways %g", way);
    CHECK(path <= bound * (1 << (CR_LEVELS - 1)), "paths %g", path);
    CHECK(jump <= 1e-12, "jumps %g", jump); // computed in double from the momentum alone
    free_scene(&s[0]);
    free_scene(&s[1]);
}

// Modes left alone. Determinants are rounded down, by 4 units at most, so that undamped modes lose at most so
// much of their energy per step; above it they stay within the random walk of roundings, 3 per number and
// step, for which 6 deviations are allowed.
static void check_alone(uint64_t seed) {
    modal_object bar = bar_object(128);
    modal_impact p = {.object = &bar, .mass = 0.01, .v_in = -0.1};
    cr_law law = hunt_crossley(1e8, 0.1, 1.5);
    touch_scene s = make_float(&p, &law, -1);
    cr_resonator *body = s.network->movers[s.object];
    uint64_t state = cr_random_seed(seed);
    for (int i = 0; i < body->modes; i++) cr_resonator_set(body, i, 0.0, cr_random_uniform(&state));
    double start = cr_resonator_energy(body), most = 0.0, least = 0.0, steps = 10 * test_rate;
    for (int n = 0; n < steps; n++) {
        cr_resonator_step(body, false);
        double gain = cr_resonator_energy(body) / start - 1.0;
        most = fmax(most, gain);
        least = fmin(least, gain);
    }
    printf("undamped modes alone, 10 s: energy %+.1e to %+.1e\n", least, most);
    CHECK(most <= 6.0 * sqrt(3.0 * steps) * unit, "gains %g", most);
    CHECK(least >= -4.0 * unit * steps, "loses %g", -least);
    free_scene(&s);
}

// Books of a ball that bounces on: they miss what rounded determinants take, and roundings.
static void check_books(const char *what, const modal_object *object, double k, double mu) {
    const double gravity = 9.81, height = 0.02;
    modal_impact p = {.object = object, .mass = 0.01, .gravity = gravity, .v_in = sqrt(2 * gravity * height)};
    cr_law law = hunt_crossley(k, mu, 1.5);
    touch_scene s = make_float(&p, &law, -1);
    double energy = p.mass * gravity * height, worst = 0.0, gain = 0.0, steps = 10 * test_rate;
    double start = cr_network_ledger(s.network).start;
    for (int n = 0; n < steps; n++) {
        cr_network_step(s.network);
        cr_ledger ledger = cr_network_ledger(s.network);
        worst = fmax(worst, fabs(cr_ledger_error(&ledger)) / energy);
        gain = fmax(gain, (cr_ledger_stored(&ledger) - start) / energy);
    }
    printf("%s, 10 s: books %.1e, gain %.1e\n", what, worst, gain);
    CHECK(worst <= 4.0 * unit * steps, "books %g", worst);
    CHECK(gain <= 6.0 * sqrt(3.0 * steps) * unit, "gain %g", gain);
    CHECK(cr_network_trouble(s.network).not_finite == 0, "not finite");
    free_scene(&s);
}

// The same flight in blocks and step by step: 64 steps, and 3 roundings each.
static void check_flight(void) {
    modal_object bar = damped_bar();
    modal_impact p = {.object = &bar, .mass = 0.01, .v_in = 0.5};
    cr_law law = hunt_crossley(1e8, 0.1, 1.5);
    touch_scene flown = make_float(&p, &law, -1), stepped = make_float(&p, &law, -1);
    cr_resonator *a = flown.network->movers[flown.object], *b = stepped.network->movers[stepped.object];
    for (int i = 0; i < bar.count; i++) {
        cr_resonator_set(a, i, 0.0, 1e-3);
        cr_resonator_set(b, i, 0.0, 1e-3);
    }
    cr_resonator_start(a);
    cr_resonator_start(b);
    cr_network_place(flown.network, flown.hammer, -0.01, -0.5);
    cr_network_place(stepped.network, stepped.hammer, -0.01, -0.5);
    cr_network_set_booking(flown.network, false);
    cr_network_set_booking(stepped.network, false);
    double most = 0.0, off = 0.0;
    CHECK(cr_network_fly(flown.network), "does not fly");
    for (int i = 0; i < CR_FLIGHT; i++) {
        cr_network_step(stepped.network);
        cr_network_flown(flown.network, i);
        most = fmax(most, fabs(b->taps[0].change));
        off = fmax(off, fabs(a->taps[0].change - b->taps[0].change));
    }
    double modes = amplitude_error(&stepped, &flown);
    printf("flight: heard off by %.1e of the greatest, modes by %.1e\n", off / most, modes);
    CHECK(modes <= 3.0 * 64.0 * unit && off <= 3.0 * 64.0 * unit * most, "%g, %g", modes, off / most);
    free_scene(&flown);
    free_scene(&stepped);
}

// By the key of a scene, and heard: a sound in floats is the sound in doubles.
static void check_scene(void) {
    static const char text[] =
        "carom: 1\nelements:\n  hammer: {type: mass, mass: 5e-3}\n  bell: {type: bell}\n"
        "contacts: {hit: {a: hammer, b: bell, law: hunt-crossley, k: 1e8}}\n"
        "excitations: {go: {type: throw, element: hammer, velocity: 1}}\n"
        "pickups: {out: {at: bell@0.3 0.5, quantity: velocity}}\n"
        "output: {duration: 0.2, precision: %s}\n";
    enum { FRAMES = 8192 };
    static double out[2][FRAMES];
    for (int k = 0; k < 2; k++) {
        char scene_text[1024];
        int length = snprintf(scene_text, sizeof scene_text, text, k ? "float" : "double");
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_scene *scene;
        cr_sim *sim;
        cr_error error = {.reason = ""};
        cr_status status = cr_scene_parse("bell", scene_text, (size_t)length, NULL, 0, arena, &scene, &error);
        if (status == CR_OK) status = cr_scene_build(scene, 44100, arena, &sim, NULL, &error);
        CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
        if (status == CR_OK) {
            cr_network_set_booking(cr_sim_network(sim), false);
            cr_sim_run(sim, FRAMES, out[k]);
        }
        cr_arena_free(arena);
    }
    double power = 0.0, off = 0.0;
    for (int i = 0; i < FRAMES; i++) {
        power += cr_square(out[0][i]);
        off += cr_square(out[1][i] - out[0][i]);
    }
    printf("struck bell, 0.19 s: off by %.1f dB\n", 10 * log10(off / power));
    CHECK(power > 0.0 && sqrt(off / power) <= 3.0 * unit * FRAMES, "off by %g", sqrt(off / power));
}

// A blow so faint that the squares that the books take would be below 1e-38: no number of a step is
// subnormal, which some processors pay with a hundred cycles.
static void check_faint(const modal_object *object) {
    enum { SAMPLES = 60 };
    modal_impact p = s0_impact(1, object);
    p.v_in *= 1e-18;
    cr_law law = hunt_crossley(p.k, p.mu, p.alpha);
    touch_scene s = make_float(&p, &law, 0);
    cr_network_set_booking(s.network, true);
    cr_network_step(s.network); // the energy it begins with
    feclearexcept(FE_UNDERFLOW);
    for (int i = 0; i < SAMPLES; i++) cr_network_step(s.network);
    CHECK(!fetestexcept(FE_UNDERFLOW), "%d modes: numbers below 1e-38", object->count);
    cr_ledger books = cr_network_ledger(s.network);
    CHECK(cr_ledger_stored(&books) > 0.0, "nothing was struck");
    free_scene(&s);
}

int main(void) {
    modal_object bar8 = bar_object(8), bar32 = bar_object(32), plate = bar_object(128), damped = damped_bar();
    const modal_object *objects[] = {&bar8, &bar32, &plate, &damped};
    for (int i = 0; i < 4; i++)
        for (int which = 1; which <= 2; which++)
            for (int level = 0; level <= 2; level += 2) check_blow(which, objects[i], level);
    for (TEST_SEEDS(seed, 7, 3, 1)) {
        check_alone(seed);
        check_conversions(seed);
    }
    check_rule(1e8, &damped, 0, 0);
    check_rule(1e9, &damped, 1, 0);
    check_rule(1e10, &damped, 2, 0);
    check_rule(1e12, &damped, 4, 0);
    check_rule(1e13, &damped, 0, 1);
    check_books("lossless bar", &bar8, 1e8, 0.0);
    check_books("Hunt-Crossley, damped bar", &damped, 1e8, 0.3);
    check_books("very hard, damped bar", &damped, 1e13, 0.3);
    check_flight();
    check_faint(&damped);
    check_scene();
    return test_summary();
}
