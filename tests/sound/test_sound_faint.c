// What has died away costs no more than what sounds: no number is subnormal, on which some processors spend a
// hundred cycles each, where one mode rings on while others have long died away, and where a ball that
// clicked is pushed for ever.
#include "carom/sound.h"
#include "sounding.h"
#include "test.h"

#include <fenv.h>
#include <string.h>

static sounding_ear ear;

// From the second block on: the first has the blow.
static void modes(cr_bank_precision precision) {
    enum { MODES = 9, SECONDS = 5, BLOCKS = SECONDS * 44100 / CR_SOUND_BLOCK };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = sounding_modes(MODES, 200, 3000, 200, 1, arena);
    double out[CR_SOUND_BLOCK], *at = out, size = 0.0;
    modes.sigma[0] = 0.1;
    cr_sounder_def def = cr_sounder_def_default();
    def.precision = precision;
    def.modes = &modes;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    cr_sound_contact blow = sounding_contact(1e-4, 1e-4, 1, 0);
    CHECK(sounder && cr_sounder_contact(sounder, &blow, NULL) == CR_OK, "blow");
    for (int b = 0; b < BLOCKS; b++) {
        memset(out, 0, sizeof out);
        cr_sounder_run(sounder, &ear.weights, &at);
        if (b == 0) feclearexcept(FE_UNDERFLOW);
    }
    for (int i = 0; i < CR_SOUND_BLOCK; i++) size = fmax(size, fabs(out[i]));
    CHECK(!fetestexcept(FE_UNDERFLOW), "modes, precision %d: subnormal numbers", precision);
    CHECK(size > 1.0, "it rings on: %g Pa", size);
    cr_arena_free(arena);
}

static void clicks(void) {
    enum { BLOCKS = 200 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_clicker_def def = cr_clicker_def_default();
    def.mass = 1e-3;
    def.volume = 1e-7;
    cr_clicker *clicker = cr_clicker_new(&def, arena, NULL);
    cr_sound_contact blow = {.t0 = 1e-5, .t1 = 1e-5, .duration = 1e-4, .impulse = {1e-3, 0, 0}};
    CHECK(clicker && cr_clicker_contact(clicker, &blow, NULL) == CR_OK, "blow");
    const cr_vec at[1][2] = {{{0.3, 0.4, 0.5}, {0.3, 0.4, 0.5}}};
    double out[CR_SOUND_BLOCK], *to = out, push[CR_SOUND_BLOCK], size = 0.0;
    for (int i = 0; i < CR_SOUND_BLOCK; i++) push[i] = 1.0;
    for (int b = 0; b < BLOCKS; b++) {
        memset(out, 0, sizeof out);
        cr_clicker_push(clicker, cr_vec_make(0, 0, 1), push);
        cr_clicker_run(clicker, at, &to);
        if (b == 0) feclearexcept(FE_UNDERFLOW);
        for (int i = 0; i < CR_SOUND_BLOCK; i++) size = fmax(size, fabs(out[i]));
    }
    CHECK(!fetestexcept(FE_UNDERFLOW), "clicks: subnormal numbers");
    CHECK(size > 1e-3, "it clicked: %g Pa", size);
    cr_arena_free(arena);
}

int main(void) {
    sounding_weigh(&ear, 0, 1, 0, 1);
    modes(CR_BANK_DOUBLE);
    modes(CR_BANK_FLOAT);
    clicks();
    return test_summary();
}
