#include "play/play_internal.h"

enum { AT, HEIGHT, SHAPE, WIDTH, KEYS };

static const char *const shapes[] = {"triangle", "cosine", NULL}; // as cr_pluck_shape

static const cr_key keys[] = {
    CR_KEY_AT,
    {.number = {"height", "m", "displacement at that point before it is let go", CR_NAN, -1, 1},
     .required = true,
     .spread = CR_SPREAD_THROWN},
    {.number = {"shape", "", "initial shape", CR_PLUCK_TRIANGLE, 0, 1},
     .kind = CR_VALUE_WORD,
     .words = shapes},
    {.number = {"width", "", "width of a cosine over the length", 0.2, 1e-3, 2}},
};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    (void)x;
    cr_status status = cr_target_need_free(target, error);
    bool shaped =
        cr_element_is(target->element, CR_TRAIT_GRID) || cr_element_is(target->element, CR_TRAIT_POINT);
    if (status != CR_OK || shaped) return status;
    return cr_fail(error, CR_ERR_UNSUPPORTED, "at", "a modal object cannot be plucked; use a force");
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    const double *v = p->is.value;
    return cr_sim_displace(sim, p->is.at, (cr_pluck_shape)v[SHAPE], v[HEIGHT], v[WIDTH], error);
}

const cr_excitation_type cr_excitation_pluck = {
    .name = "pluck",
    .doc = "initial shape",
    .acts_on = "a point of a string, bar, membrane or plate, or a mass",
    .keys = keys,
    .key_count = KEYS,
    .check = check,
    .prepare = prepare,
};
