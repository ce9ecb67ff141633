// A table: a board on four square legs.
#include "form/form_internal.h"
#include "form/sizes.h"

const cr_param cr_table_params[] = {
    {"x", "m", "length of the board", 1.2, 1e-2, 50},
    {"y", "m", "width of the board", 0.7, 1e-2, 50},
    {"height", "m", "of the table", 0.74, 1e-2, 50},
    {"thickness", "m", "of the board", 0.025, 1e-4, 5},
    {"leg", "m", "side of the square legs", 0.06, 1e-3, 5},
    {"inset", "m", "from the edge of the board to the legs", 0.03, 0, 5},
    CR_ROUND_PARAM,
};

enum { LENGTH, WIDTH, HEIGHT, BOARD, LEG, INSET, ROUND };

typedef struct table {
    cr_vec board, leg;       // centres; that of the leg with x and y above 0
    cr_vec board_in, leg_in; // half sides without the rounding
    double under;            // height of the lower side of the board
    double fillet;
} table;

// By symmetry one leg is enough: the nearest is the one in the same quarter.
static cr_near near_table(const cr_form *form, cr_vec p, int side) {
    const table *t = form->data;
    const double *v = form->value;
    cr_vec q = {fabs(p.x), fabs(p.y), p.z};
    double up = p.z - t->board.z; // farther below there are legs to touch
    if (side && side * up <= 0.0 && fabs(up) < 2.0 * v[BOARD] && q.x <= 0.5 * v[LENGTH] &&
        q.y <= 0.5 * v[WIDTH])
        return (cr_near){side * up - 0.5 * v[BOARD], {0.0, 0.0, side}};
    cr_near part[2] = {cr_near_box(cr_vec_sub(q, t->board), t->board_in, form->round),
                       cr_near_box(cr_vec_sub(q, t->leg), t->leg_in, form->round)};
    cr_near near = cr_near_union(part, 2, t->fillet);
    near.normal.x = copysign(1.0, p.x) * near.normal.x;
    near.normal.y = copysign(1.0, p.y) * near.normal.y;
    return near;
}

cr_status cr_table_fits(const double *v, cr_error *error) {
    double room = 0.5 * cr_min(v[LENGTH], v[WIDTH]);
    if (v[INSET] > 0.0 && v[INSET] < 0.02 * v[LEG])
        return cr_fail(error, CR_ERR_RANGE, "inset", "needs 0 or at least %g m with legs of %g m, got %g",
                       0.02 * v[LEG], v[LEG], v[INSET]);
    if (v[INSET] + v[LEG] > 0.9 * room)
        return cr_fail(error, CR_ERR_RANGE, "leg",
                       "legs of %g m at %g m from the edge do not fit under a board of %g by %g m", v[LEG],
                       v[INSET], v[LENGTH], v[WIDTH]);
    if (v[BOARD] > 0.8 * v[HEIGHT])
        return cr_fail(error, CR_ERR_RANGE, "thickness",
                       "a table of height %g m needs a board of at most %g m, got %g", v[HEIGHT],
                       0.8 * v[HEIGHT], v[BOARD]);
    return CR_OK;
}

static void place_parts(table *t, const cr_form *form) {
    const double *v = form->value;
    double r = form->round, half = 0.5 * v[LEG], board = 0.5 * v[BOARD];
    t->under = v[HEIGHT] - v[BOARD];
    t->board = (cr_vec){0.0, 0.0, v[HEIGHT] - board};
    t->board_in = (cr_vec){0.5 * v[LENGTH] - r, 0.5 * v[WIDTH] - r, board - r};
    // The leg goes on to the middle of the board.
    double top = t->under + board;
    t->leg = (cr_vec){0.5 * v[LENGTH] - v[INSET] - half, 0.5 * v[WIDTH] - v[INSET] - half, 0.5 * top};
    t->leg_in = (cr_vec){half - r, half - r, 0.5 * top - r};
    // No rounding where faces are flush or nearly so: it would stand out of them.
    t->fillet = cr_min(cr_max(r, 1e-4), cr_min(0.5 * board, v[INSET]));
}

static void add_parts(const table *t, cr_form *form, cr_moments *moments) {
    const double *v = form->value;
    double half = 0.5 * v[LEG], r = form->round;
    cr_form_add_box(form, t->board, t->board_in, r, false);
    cr_moments_add_box(moments, t->board, (cr_vec){0.5 * v[LENGTH], 0.5 * v[WIDTH], 0.5 * v[BOARD]});
    for (int i = 0; i < 4; i++) {
        cr_vec at = {i % 2 ? t->leg.x : -t->leg.x, i / 2 ? t->leg.y : -t->leg.y, 0.5 * t->under};
        cr_vec in = {half - r, half - r, 0.5 * t->under - r};
        cr_form_add_box(form, at, in, r, true);
        cr_moments_add_box(moments, at, (cr_vec){half, half, 0.5 * t->under});
    }
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    const double *v = form->value;
    cr_status status = cr_table_fits(v, error);
    if (status != CR_OK) return status;
    form->wall = cr_min(v[BOARD], v[LEG]);
    status = cr_form_set_round(form, ROUND, form->wall, error);
    if (status != CR_OK) return status;
    table *t = cr_arena_take(arena, 1, sizeof *t);
    if (!t) return cr_fail(error, CR_ERR_MEMORY, "table", "no memory for a form");
    if (!cr_form_room(form, CR_BOX_FEATURES + 4 * CR_LEG_FEATURES, arena, error)) return CR_ERR_MEMORY;
    form->data = t;
    place_parts(t, form);
    cr_moments moments = {0};
    add_parts(t, form, &moments);
    cr_form_set_mass(form, &moments);
    cr_form_set_bounds(form, (cr_vec){-0.5 * v[LENGTH], -0.5 * v[WIDTH], 0.0},
                       (cr_vec){0.5 * v[LENGTH], 0.5 * v[WIDTH], v[HEIGHT]});
    return CR_OK;
}

static const cr_form_ops ops = {.near = near_table};

const cr_form_type cr_form_table = {
    .name = "table",
    .doc = "table: a board on four square legs",
    .params = cr_table_params,
    .param_count = CR_TABLE_PARAMS + 1,
    .make = make,
    .ops = &ops,
};
