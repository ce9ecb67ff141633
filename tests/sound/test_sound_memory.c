// Memory of what makes sound: it may run out at any allocation, nothing is then taken, and nothing allocates
// once all is there.
#include "budget.h"
#include "carom/sound.h"
#include "sounding.h"
#include "test.h"

#include <string.h>

typedef struct all {
    cr_sounder *sounder;
    cr_clicker *clicker;
    cr_redistribution *spread;
    cr_texture *texture;
} all;

static cr_status make(const cr_modes *modes, cr_arena *arena, all *a) {
    cr_error error = {0};
    cr_sounder_def sounder = cr_sounder_def_default();
    sounder.modes = modes;
    cr_clicker_def clicker = cr_clicker_def_default();
    cr_texture_def texture = cr_texture_def_default();
    const cr_setting settings[] = {{"k", 1e9}, {"alpha", 1.5}, {"mu", 0.1}, {0}};
    CHECK(cr_law_make("hunt-crossley", settings, &texture.law, NULL) == CR_OK, "law");
    size_t taken = cr_arena_size(arena);
    if (!(a->sounder = cr_sounder_new(&sounder, arena, &error))) goto failed;
    taken = cr_arena_size(arena);
    if (!(a->clicker = cr_clicker_new(&clicker, arena, &error))) goto failed;
    taken = cr_arena_size(arena);
    if (!(a->spread = cr_redistribution_new(3000, arena, &error))) goto failed;
    taken = cr_arena_size(arena);
    if (!(a->texture = cr_texture_new(&texture, arena, &error))) goto failed;
    return CR_OK;
failed:
    CHECK(cr_arena_size(arena) == taken, "keeps what it took");
    return error.status;
}

static void use(all *a) {
    static sounding_ear ear;
    const cr_sound_pair pair = {.friction = 0.3, .poisson = 0.3, .roughness = 1e-6, .loss = 0.01};
    const cr_vec at[1][2] = {{{1, 0, 0}, {1, 0.1, 0}}};
    double out[CR_SOUND_BLOCK] = {0}, *outs[] = {out}, force[CR_SOUND_BLOCK], speed[2] = {0.1, 0};
    cr_spread_contact spread[4] = {0};
    sounding_weigh(&ear, 1, 0, 0.5, 0);
    for (int b = 0; b < 10; b++) {
        cr_sound_contact c = sounding_contact(b * 1e-3, (b + 1) * 1e-3, b == 0, 1);
        c.duration = 1e-4;
        c.pair = &pair;
        cr_texture_run(a->texture, 1, speed, force);
        CHECK(cr_sounder_contact(a->sounder, &c, NULL) == CR_OK, "contact");
        CHECK(cr_clicker_contact(a->clicker, &c, NULL) == CR_OK, "contact");
        CHECK(cr_sounder_push(a->sounder, 1, (cr_vec){0}, c.normal, force, NULL) == CR_OK, "push");
        cr_sounder_run(a->sounder, &ear.weights, outs);
        cr_clicker_run(a->clicker, at, outs);
    }
    for (int k = 0; k < 4; k++)
        spread[k] = (cr_spread_contact){.at = {k & 1, k & 2, 0}, .normal = {0, 0, 1}, .pressed = k == 0};
    cr_redistribute(a->spread, spread, 4);
    for (int i = 0; i < CR_SOUND_BLOCK; i++) CHECK(isfinite(out[i]), "sample %d", i);
}

int main(void) {
    cr_arena *own = cr_arena_new(cr_allocator_default());
    cr_modes modes = sounding_modes(40, 100, 9000, 5, 1, own);
    int enough = 1;
    for (;; enough++) {
        budget b = {enough, 0};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        if (!arena) continue;
        all a = {0};
        cr_status status = make(&modes, arena, &a);
        CHECK(status == CR_OK || status == CR_ERR_MEMORY, "status %d", status);
        if (status == CR_OK) {
            b.left = 0;
            use(&a);
            CHECK(b.left == 0, "allocates while it runs");
        }
        cr_arena_free(arena);
        CHECK(b.live == 0, "leaks");
        if (status == CR_OK) break;
    }
    printf("%d allocations\n", enough);
    CHECK(enough > 2 && enough < 100, "%d", enough);
    cr_arena_free(own);
    return test_summary();
}
