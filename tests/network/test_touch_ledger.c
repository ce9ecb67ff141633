// Books of contacts with a linear force: random systems, several hammers on one object, long bouncing.
#include "base/numeric.h"
#include "base/random.h"
#include "seeds.h"
#include "test.h"
#include "touch_scene.h"

static double between(uint64_t *state, double lo, double hi) {
    return lo + (hi - lo) * 0.5 * (1 + cr_random_uniform(state));
}

static double decades(uint64_t *state, double lo, double hi) {
    return pow(10, between(state, log10(lo), log10(hi)));
}

static modal_object random_object(uint64_t *state) {
    modal_object o = {.count = between(state, 0, 1) < 0.8 ? (int)between(state, 0, 33) : 0};
    double mass = decades(state, 1e-3, 10);
    for (int i = 0; i < o.count; i++) {
        o.frequency[i] = decades(state, 20, 20000);
        o.phi[i] = between(state, -1, 1) * sqrt(2 / mass);
    }
    return o;
}

static cr_law random_law(uint64_t *state) {
    double k = decades(state, 1e3, 1e14), alpha = between(state, 1, 3), kind = between(state, 0, 1);
    if (kind < 0.3) return azad(k, decades(state, 1e-2, 1e4));
    return hunt_crossley(k, kind < 0.65 ? 0 : decades(state, 1e-3, 3), alpha);
}

// Undamped objects, so that what is not lost in contact stays.
static void check_random_systems(int level, uint64_t seed) {
    enum { SYSTEMS = TEST_AMOUNT(700, 100) };
    uint64_t state = cr_random_seed(seed);
    double worst = 0, most_gain = 0;
    int still = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        modal_object object = random_object(&state);
        cr_law law = random_law(&state);
        modal_impact p = {
            .object = &object, .mass = decades(&state, 1e-4, 1), .v_in = decades(&state, .01, 10)};
        touch_scene s = make_scene(&p, &law, between(&state, 0, 1), level);
        double start = cr_network_ledger(s.network).start, off = 0, pull = 0;
        for (int n = 0; n < 1000; n++) {
            cr_network_step(s.network);
            off = fmax(off, ledger_error(s.network) / start);
            pull = fmin(pull, cr_network_contact_force(s.network, s.contact));
        }
        cr_ledger end = cr_network_ledger(s.network);
        most_gain = fmax(most_gain, cr_ledger_stored(&end) / start - 1);
        worst = fmax(worst, off);
        still += cr_network_contact_depth(s.network, s.contact) > 0;
        CHECK(off <= 1e-12, "system %d: %g", i, off); // false for NaN, too
        CHECK(pull >= 0, "system %d pulls with %g N", i, pull);
        free_scene(&s);
    }
    printf("%d systems, %s: books %.1e, gain %.1e, %d still in contact\n", SYSTEMS,
           level < 0 ? "rule" : "S = 1", worst, most_gain, still);
    CHECK(most_gain <= 1e-12, "%g", most_gain);
}

static void check_four_hammers(int level) {
    static const double mass[] = {.01, .02, .005, .015}, v[] = {.5, 1, .8, .3},
                        x[] = {0, -1e-5, -3e-5, -5e-6};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, test_rate);
    enum { MODES = 32, HAMMERS = 4 };
    double given[(2 + HAMMERS) * MODES];
    modal_object bar = bar_object(MODES);
    for (int i = 0; i < MODES; i++) {
        double w = 2 * cr_pi * bar.frequency[i];
        given[2 * i] = bar.frequency[i];
        given[2 * i + 1] = 0.5 * (5 + 1e-7 * w * w);
        for (int c = 0; c < HAMMERS; c++)
            given[(2 + c) * MODES + i] = sqrt(2 / .3) * cos(cr_pi * (i + 1) * (.11 + .17 * c) + .3);
    }
    int body = cr_network_add_modal(n, MODES, given, (2 + HAMMERS) * MODES, NULL), contact[HAMMERS];
    for (int c = 0; c < HAMMERS; c++) {
        int hammer = add_mass(n, mass[c], 0);
        cr_contact_def def =
            cr_contact_def_between((cr_place){hammer, {0}}, (cr_place){body, {c / (HAMMERS - 1.0)}},
                                   c & 1 ? hunt_crossley(1e9, .5, 1.5) : hunt_crossley(1e7, .01, 1.3));
        CHECK(cr_network_add_contact(n, &def, &contact[c], NULL) == CR_OK, "contact");
        cr_network_element(n, hammer)->u[0] = x[c];
        cr_network_element(n, hammer)->d[0] = v[c] / test_rate;
    }
    if (level >= 0) cr_network_divide(n, level, level);
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    double worst = 0, start = cr_network_ledger(n).start, pull = 0;
    for (int i = 0; i < 2000; i++) {
        cr_network_step(n);
        worst = fmax(worst, ledger_error(n) / start);
        for (int c = 0; c < HAMMERS; c++) pull = fmin(pull, cr_network_contact_force(n, contact[c]));
    }
    printf("4 hammers, level %d: books %.1e\n", level, worst);
    CHECK(worst <= 1e-12, "%g", worst);
    CHECK(pull >= 0, "%g N", pull);
    CHECK(cr_network_trouble(n).not_finite == 0, "not finite");
    cr_arena_free(arena);
}

// Bouncing under gravity from `height`. Energy is counted from the place where the mass would rest, where a
// lossless ball keeps m g height for ever.
static void check_bouncing(const char *what, const modal_object *object, cr_law law, double seconds,
                           double bound) {
    const double height = 0.02, gravity = 9.81;
    modal_impact p = {.object = object, .mass = 0.01, .gravity = gravity, .v_in = sqrt(2 * gravity * height)};
    touch_scene s = make_scene(&p, &law, 0.37, -1);
    double energy = p.mass * gravity * height, worst = 0, start = cr_network_ledger(s.network).start,
           most = start;
    for (int n = 0; n < seconds * test_rate; n++) {
        cr_network_step(s.network);
        cr_ledger ledger = cr_network_ledger(s.network);
        worst = fmax(worst, fabs(cr_ledger_error(&ledger)));
        most = fmax(most, cr_ledger_stored(&ledger));
    }
    printf("%s, %g s: books %.1e\n", what, seconds, worst / energy);
    CHECK(worst <= bound * energy, "%s: %g", what, worst / energy);
    CHECK(most - start <= bound * energy, "%s gains %g", what, (most - start) / energy);
    free_scene(&s);
}

int main(void) {
    for (TEST_SEEDS(seed, 7, 1, 2)) {
        check_random_systems(0, seed);
        check_random_systems(-1, seed);
    }
    for (int level = -1; level < 5; level += level < 1 ? 1 : 3) check_four_hammers(level);
    modal_object wall = {0}, bar = bar_object(8), damped = damped_bar();
    check_bouncing("lossless wall", &wall, hunt_crossley(1e8, 0, 1.5), TEST_AMOUNT(10, 2), 1e-11);
    check_bouncing("lossless hard wall", &wall, hunt_crossley(1e12, 0, 1.5), TEST_AMOUNT(10, 2), 1e-11);
    check_bouncing("lossless bar", &bar, hunt_crossley(1e8, 0, 1.5), TEST_AMOUNT(10, 2), 1e-11);
    check_bouncing("Hunt-Crossley, bar", &bar, hunt_crossley(1e8, .3, 1.5), TEST_AMOUNT(10, 2), 1e-11);
    check_bouncing("Azad, bar", &bar, azad(1e8, 100), TEST_AMOUNT(10, 2), 1e-11);
    check_bouncing("Hunt-Crossley, damped bar", &damped, hunt_crossley(1e8, .3, 1.5), 3, 5e-11);
    check_bouncing("Azad, damped bar", &damped, azad(1e9, 1e3), TEST_AMOUNT(10, 2), 1e-11);
    return test_summary();
}
