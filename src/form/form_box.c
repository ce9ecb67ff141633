// Box and plate, with rounded edges.
#include "form/form_internal.h"
#include "form/sizes.h"

const cr_param cr_box_params[] = {
    {"x", "m", "length", 0.3, 1e-4, 100},
    {"y", "m", "width", 0.03, 1e-4, 100},
    {"z", "m", "height", 0.01, 1e-4, 100},
    CR_ROUND_PARAM,
};

const cr_param cr_plate_params[] = {
    {"x", "m", "length", 0.3, 1e-4, 100},
    {"y", "m", "width", 0.3, 1e-4, 100},
    {"thickness", "m", "thickness, along z", 0.003, 1e-5, 10},
    CR_ROUND_PARAM,
};

enum { X, Y, Z, ROUND };

// A point that has gone past the middle of the thinnest side is pushed back to where it came from.
static bool pushed_back(const cr_form *form, cr_vec p, int side, cr_near *near) {
    const double *size = form->value;
    double at[3] = {p.x, p.y, p.z}, normal[3] = {0.0, 0.0, 0.0};
    int thin = size[X] < size[Y] ? (size[X] < size[Z] ? X : Z) : size[Y] < size[Z] ? Y : Z;
    if (side * at[thin] > 0.0) return false;
    for (int i = 0; i < 3; i++)
        if (i != thin && fabs(at[i]) > 0.5 * size[i]) return false;
    normal[thin] = side;
    near->distance = side * at[thin] - 0.5 * size[thin];
    near->normal = (cr_vec){normal[0], normal[1], normal[2]};
    return true;
}

static cr_near near_box(const cr_form *form, cr_vec p, int side) {
    const double *size = form->value;
    cr_near near;
    if (side && pushed_back(form, p, side, &near)) return near;
    double round = form->round;
    cr_vec inner = {0.5 * size[X] - round, 0.5 * size[Y] - round, 0.5 * size[Z] - round};
    return cr_near_box(p, inner, round);
}

void cr_form_add_box(cr_form *form, cr_vec c, cr_vec in, double round, bool leg) {
    double sign[2] = {-1.0, 1.0};
    for (int i = 0; i < 8; i++) {
        double sx = sign[i & 1], sy = sign[(i >> 1) & 1], sz = sign[i >> 2];
        cr_vec corner = {c.x + sx * in.x, c.y + sy * in.y, c.z + sz * in.z}, to = corner;
        if (leg && i >> 2) continue;
        cr_form_add_point(form, corner, round);
        for (int axis = 0; axis < 3; axis++) {
            if ((i >> axis) & 1) continue;
            to = corner;
            if (axis == 0) to.x = c.x + in.x;
            if (axis == 1) to.y = c.y + in.y;
            if (axis == 2) to.z = c.z + in.z;
            cr_feature *line = cr_form_add_line(form, corner, to, round);
            line->ends = CR_END_FIRST | CR_END_LAST;
        }
    }
}

static cr_status make_box(cr_form *form, cr_arena *arena, cr_error *error) {
    cr_vec half = {0.5 * form->value[X], 0.5 * form->value[Y], 0.5 * form->value[Z]};
    form->wall = 2.0 * cr_min(half.x, cr_min(half.y, half.z));
    form->nook = HUGE_VAL;
    cr_status status = cr_form_set_round(form, ROUND, form->wall, error);
    if (status != CR_OK) return status;
    if (!cr_form_room(form, CR_BOX_FEATURES, arena, error)) return CR_ERR_MEMORY;
    cr_vec grown = {form->round, form->round, form->round};
    cr_form_add_box(form, (cr_vec){0}, cr_vec_sub(half, grown), form->round, false);
    cr_form_set_bounds(form, cr_vec_scale(-1.0, half), half);
    form->reach = cr_vec_length(cr_vec_sub(half, grown)) + form->round;
    cr_moments m = {0};
    cr_moments_add_box(&m, (cr_vec){0}, half);
    cr_form_set_mass(form, &m);
    return CR_OK;
}

static const cr_form_ops ops = {.near = near_box};

const cr_form_type cr_form_box = {
    .name = "box",
    .doc = "box, a bar or a block",
    .params = cr_box_params,
    .param_count = CR_BOX_PARAMS + 1,
    .make = make_box,
    .ops = &ops,
};

const cr_form_type cr_form_plate = {
    .name = "plate",
    .doc = "flat rectangular plate",
    .params = cr_plate_params,
    .param_count = CR_PLATE_PARAMS + 1,
    .make = make_box,
    .ops = &ops,
};
