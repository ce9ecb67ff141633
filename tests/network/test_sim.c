// A network that plays: the same samples for every block size, excitations on time, trouble contained.
#include "base/numeric.h"
#include "carom/sim.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { RATE = 44100, FRAMES = 6000 };

static int add(cr_network *n, const char *type, const cr_setting *settings) {
    cr_error error = {.reason = ""};
    int index = cr_network_add(n, type, settings, &error);
    CHECK(index >= 0, "%s: %s", type, error.reason);
    return index;
}

static cr_status excite(cr_sim *sim, const char *type, cr_place at, const cr_setting *settings,
                        cr_error *error) {
    cr_excitation x = cr_excitation_default(cr_excitation_find(type, NULL));
    x.at = at;
    for (; settings->name; settings++)
        CHECK(cr_excitation_set(&x, settings->name, settings->value, NULL) == CR_OK, "%s: %s", type,
              settings->name);
    return cr_sim_add_excitation(sim, &x, error);
}

enum { HOLD, PULSE, SINE, NOISE };

// A string struck by a mass, driven by noise, glided, against a shaken wall: two channels.
static cr_sim *make_sim(cr_arena *arena, unsigned long long seed) {
    cr_network *n = cr_network_new(arena, RATE);
    cr_sim *sim = cr_sim_new(n, seed);
    int string = add(n, "string", (cr_setting[]){{"f0", 110}, {"f0_max", 180}, {0}});
    int hammer = add(n, "mass", (cr_setting[]){{"mass", 5e-3}, {0}}),
        wall = add(n, "barrier", (cr_setting[]){{"position", 2e-3}, {0}});
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_prepare(&law, NULL);
    cr_contact_def hit = cr_contact_def_between((cr_place){hammer, {0}}, (cr_place){string, {0.12}}, law);
    hit.mode = CR_CONTACT_PREDICTED;
    cr_contact_def buzz = cr_contact_def_between((cr_place){string, {0.6}}, (cr_place){wall, {0}}, law);
    buzz.mode = CR_CONTACT_PREDICTED;
    int contact, left, right;
    cr_network_add_contact(n, &hit, &contact, NULL);
    cr_network_add_contact(n, &buzz, &contact, NULL);
    cr_network_add_pickup(n, (cr_place){string, {0.77}}, &left, NULL);
    cr_network_add_pickup(n, (cr_place){string, {0.23}}, &right, NULL);
    const cr_setting noise[] = {{"shape", NOISE},
                                {"amplitude", 0.2},
                                {"start", 0.02},
                                {"attack", 0.01},
                                {"duration", 0.05},
                                {"release", 0.01},
                                {0}};
    const cr_setting shake[] = {{"shape", SINE}, {"amplitude", 5e-4}, {"frequency", 30},
                                {"start", 0.01}, {"duration", 1},     {0}};
    const cr_setting glide[] = {{"to", 165}, {"start", 0.05}, {"duration", 0.05}, {0}};
    CHECK(excite(sim, "force", (cr_place){string, {0.3}}, noise, NULL) == CR_OK &&
              excite(sim, "move", (cr_place){wall, {0}}, shake, NULL) == CR_OK &&
              excite(sim, "tune", (cr_place){string, {0}}, glide, NULL) == CR_OK,
          "excitations");
    cr_sim_add_listen(sim, &(cr_listen){cr_pickup_find("velocity", NULL), left, 0, 1}, NULL);
    cr_sim_add_listen(sim, &(cr_listen){cr_pickup_find("displacement", NULL), right, 1, 1000}, NULL);
    cr_sim_displace(sim, (cr_place){hammer, {0}}, CR_PLUCK_TRIANGLE, -1e-3, 1, NULL);
    cr_sim_throw(sim, hammer, 2, NULL);
    CHECK(cr_sim_prepare(sim, NULL) == CR_OK, "prepare");
    return sim;
}

static void play(double *out, int block, unsigned long long seed, cr_sim_summary *summary) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sim *sim = make_sim(arena, seed);
    for (int done = 0; done < FRAMES;) {
        int frames = done + block > FRAMES ? FRAMES - done : block;
        cr_sim_run(sim, frames, out + 2 * done);
        done += frames;
    }
    if (summary) *summary = cr_sim_summarise(sim);
    cr_element *string = cr_network_element(cr_sim_network(sim), 0);
    CHECK_REL(string->type->mode(string, 1, false), 165, 1e-9);
    cr_arena_free(arena);
}

static void test_block_sizes(void) {
    static double reference[2 * FRAMES], other[2 * FRAMES];
    cr_sim_summary whole, summary;
    play(reference, FRAMES, 1, &whole);
    const int blocks[] = {1, 7, 64, 1000, 4096};
    for (int i = 0; i < 5; i++) {
        play(other, blocks[i], 1, &summary);
        CHECK(memcmp(reference, other, sizeof reference) == 0, "blocks of %d give other samples", blocks[i]);
        CHECK(summary.energy_greatest == whole.energy_greatest, "blocks of %d: %.17g J, in one %.17g J",
              blocks[i], summary.energy_greatest, whole.energy_greatest);
        CHECK(summary.energy_residual < 5e-12, "books %g", summary.energy_residual);
        CHECK(summary.contact_force_least >= 0, "pulls %g", summary.contact_force_least);
    }
    CHECK(summary.steps == FRAMES && summary.peak > 0, "%ld steps, peak %g", summary.steps, summary.peak);
    play(other, 64, 2, NULL);
    CHECK(memcmp(reference, other, sizeof reference) != 0, "another seed sounds different");
}

// Three masses on springs, each rubbed from another time on: before, each is at rest.
static void test_rubs_begin(void) {
    enum { RUBS = 3, STEP = 1000 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, RATE);
    cr_sim *sim = cr_sim_new(n, 1);
    int rub[RUBS];
    double out[1]; // no channels: nothing is written
    for (int i = 0; i < RUBS; i++) {
        int mass = add(n, "mass", (cr_setting[]){{"mass", 0.05}, {"frequency", 440}, {0}});
        cr_friction_def def = cr_friction_def_default();
        def.a = (cr_place){mass, {0}};
        def.b = (cr_place){-1, {0}};
        def.contact = -1;
        def.force = 1;
        def.velocity = 0.1;
        def.law = cr_bristle_default();
        CHECK(cr_network_add_friction(n, &def, &rub[i], NULL) == CR_OK, "friction %d", i);
        const cr_setting when[] = {{"start", (double)(i * STEP) / RATE}, {"duration", 1}, {0}};
        CHECK(excite(sim, "rub", (cr_place){rub[i], {0}}, when, NULL) == CR_OK, "rub %d", i);
    }
    CHECK(cr_sim_prepare(sim, NULL) == CR_OK, "prepare");
    for (int step = 1; step <= RUBS * STEP; step++) {
        cr_sim_run(sim, 1, out);
        for (int i = 0; i < RUBS; i++)
            if (step <= i * STEP)
                CHECK(cr_network_friction_force(n, rub[i]) == 0.0, "rub %d acts in step %d", i, step);
    }
    for (int i = 0; i < RUBS; i++) CHECK(cr_network_friction_force(n, rub[i]) != 0.0, "rub %d rests", i);
    cr_arena_free(arena);
}

static void test_contained(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sim *sim = make_sim(arena, 1);
    double out[128];
    cr_sim_run(sim, 64, out);
    cr_network_element(cr_sim_network(sim), 0)->u[20] = CR_NAN;
    for (int i = 0; i < 50; i++) {
        cr_sim_run(sim, 64, out);
        for (int n = 0; n < 128; n++) CHECK(isfinite(out[n]), "sample %d of block %d", n, i);
    }
    CHECK(cr_sim_summarise(sim).warnings.not_finite > 0, "and it is counted");
    cr_arena_free(arena);
}

// Words are set by their number, and only those that there are.
static void test_words(void) {
    cr_excitation bow = cr_excitation_default(cr_excitation_find("bow", NULL));
    cr_error error;
    CHECK(cr_excitation_set(&bow, "model", CR_BOW_ELASTO_PLASTIC, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_excitation_set(&bow, "model", 99, &error) == CR_ERR_RANGE, "there are not so many");
    CHECK(cr_excitation_set(&bow, "modell", 1, &error) == CR_ERR_UNKNOWN, "no such key");
    cr_excitation force = cr_excitation_default(cr_excitation_find("force", NULL));
    CHECK(cr_excitation_set(&force, "shape", NOISE, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_excitation_set(&force, "shape", NOISE + 1, &error) == CR_ERR_RANGE, "no such shape");
}

static void test_refusals(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sim *sim = make_sim(arena, 1);
    cr_error error;
    enum { STRING, HAMMER, WALL };
    const cr_setting noise[] = {{"shape", NOISE}, {"amplitude", 1e-3}, {0}}, none[] = {{0}};
    CHECK(excite(sim, "move", (cr_place){WALL, {0}}, noise, &error) == CR_ERR_UNSUPPORTED,
          "noise does not move a barrier");
    CHECK(excite(sim, "move", (cr_place){STRING, {0}}, noise, &error) == CR_ERR_INPUT, "nor a string");
    CHECK(excite(sim, "tune", (cr_place){HAMMER, {0}}, none, &error) == CR_ERR_UNSUPPORTED, "no pitch");
    CHECK(excite(sim, "force", (cr_place){9, {0}}, noise, &error) == CR_ERR_INPUT, "no such element");
    CHECK(excite(sim, "rub", (cr_place){0, {0}}, none, &error) == CR_ERR_INPUT, "no such friction");
    CHECK(excite(sim, "travel", (cr_place){0, {0}}, none, &error) == CR_ERR_INPUT, "a contact that stays");
    CHECK(cr_sim_add_listen(sim, &(cr_listen){.gain = 1}, &error) == CR_ERR_INPUT, "of what?");
    CHECK(cr_sim_throw(sim, 0, 1, &error) == CR_ERR_INPUT, "a string is not thrown");
    CHECK(cr_sim_throw(sim, 9, 1, &error) == CR_ERR_INPUT, "no such element");
    CHECK(cr_sim_add_listen(sim, &(cr_listen){.channel = 99}, &error) == CR_ERR_RANGE, "channel");
    cr_arena_free(arena);
}

int main(void) {
    test_block_sizes();
    test_rubs_begin();
    test_contained();
    test_words();
    test_refusals();
    return test_summary();
}
