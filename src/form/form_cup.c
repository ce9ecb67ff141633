// A cup: flat bottom, rounded corner, straight side, round rim.
#include "form/outline.h"
#include "form/sizes.h"

const cr_param cr_cup_params[] = {
    {"radius", "m", "of the rim, to the middle of the wall", 0.04, 1e-3, 10},
    {"base", "m", "radius where side and bottom would meet", 0.032, 1e-3, 10},
    {"height", "m", "from the middle of the bottom to the rim", 0.09, 1e-3, 10},
    {"thickness", "m", "of the side", 0.003, 1e-5, 1},
    {"bottom", "m", "thickness of the bottom", 0.005, 1e-5, 1},
    {"corner", "m", "radius of the rounding between them, in the middle of the wall", 0.01, 1e-5, 1},
};

enum { RADIUS, BASE, HEIGHT, SIDE, BOTTOM, CORNER };

// The middle line: a flat piece, an arc, a straight side, as long as these; the thickness goes over along the
// arc.
typedef struct middle {
    double flat, arc, straight, corner, steep, thickness, bottom;
} middle;

static middle middle_of(const double *v) {
    double out = v[RADIUS] - v[BASE], steep = cr_atan2(v[HEIGHT], out);
    double cut = v[CORNER] * cr_tan(0.5 * steep);
    return (middle){.flat = v[BASE] - cut,
                    .arc = v[CORNER] * steep,
                    .straight = sqrt(v[HEIGHT] * v[HEIGHT] + out * out) - cut,
                    .corner = v[CORNER],
                    .steep = steep,
                    .thickness = v[SIDE],
                    .bottom = v[BOTTOM]};
}

static void wall_at(const void *context, double s, cr_wall *wall) {
    const middle *c = context;
    double turn = cr_clamp((s - c->flat) / c->corner, 0.0, c->steep),
           straight = cr_max(0.0, s - c->flat - c->arc);
    cr_flat along = {cr_cos(turn), cr_sin(turn)};
    double bend = turn > 0.0 && turn < c->steep ? 1.0 / c->corner : 0.0, share = turn / c->steep;
    *wall = (cr_wall){
        .line = {{cr_min(s, c->flat) + c->corner * along.z + straight * along.x,
                  c->corner * (1.0 - along.x) + straight * along.z},
                 along,
                 {-bend * along.z, bend * along.x}},
        .thickness = {c->bottom + (c->thickness - c->bottom) * share * share * (3.0 - 2.0 * share)}};
}

static cr_status check(const double *v, const middle *c, cr_error *error) {
    double thickest = cr_max(c->thickness, c->bottom);
    if (c->corner < 0.75 * thickest)
        return cr_fail(error, CR_ERR_RANGE, "corner", "needs at least %g m with a wall of %g m, got %g",
                       0.75 * thickest, thickest, c->corner);
    if (c->flat < 0.1 * v[BASE] || c->straight < 0.1 * v[HEIGHT])
        return cr_fail(
            error, CR_ERR_RANGE, "corner",
            "a rounding of %g m does not fit into a cup of base %g and height %g m: make it smaller",
            c->corner, v[BASE], v[HEIGHT]);
    if (c->flat + c->corner * cr_sin(c->steep) - thickest < 0.0 || v[RADIUS] < thickest)
        return cr_fail(error, CR_ERR_RANGE, "thickness", "walls of %g m leave no room in this cup", thickest);
    return CR_OK;
}

// Both surfaces have arcs of one radius each, that of the middle line and half the mean thickness more or
// less: the wall of the mesh, whose thickness goes over along the arc, is within 6 % of the difference of
// thicknesses of them.
static cr_status draw(cr_turned *turned, const double *v, double steep, cr_form *form, cr_error *error) {
    double half = 0.5 * v[SIDE], under = 0.5 * v[BOTTOM], mean = 0.5 * (half + under);
    double outer = v[CORNER] + mean, inner = v[CORNER] - mean;
    cr_flat down = {0.0, -1.0}, along = {cr_cos(steep), cr_sin(steep)}, out = cr_flat_right(along);
    cr_flat back = {-out.x, -out.z};
    cr_flat foot = {v[BASE] + (half - outer + (outer - under) * along.x) / along.z, outer - under};
    cr_flat nook = {v[BASE] + (-half - inner + (inner + under) * along.x) / along.z, inner + under};
    cr_flat rim = cr_flat_along((cr_flat){v[RADIUS], v[HEIGHT]}, -half, along);
    if (!(foot.x > 0.0 && nook.x > 0.0))
        return cr_fail(error, CR_ERR_RANGE, "corner",
                       "a rounding of %g m leaves no flat bottom: make it smaller", v[CORNER]);
    cr_outline *o = &turned->outline;
    cr_outline_line(o, (cr_flat){0.0, -under}, (cr_flat){foot.x, -under}, 1);
    cr_outline_arc(o, foot, outer, down, out, false, 1);
    cr_band side = {.first = o->count, .count = 1, .radius = v[RADIUS]};
    cr_outline_line(o, cr_flat_along(foot, outer, out), cr_flat_along(rim, half, out), 1);
    cr_outline_arc(o, rim, half, out, back, false, 0);
    cr_outline_line(o, cr_flat_along(rim, half, back), cr_flat_along(nook, inner, out), -1);
    cr_outline_arc(o, nook, inner, out, down, true, -1);
    cr_outline_line(o, (cr_flat){nook.x, under}, (cr_flat){0.0, under}, -1);
    cr_form_add_circle(form, foot.z, foot.x, outer)->wide = true;
    cr_form_add_circle(form, rim.z, rim.x, half);
    cr_turned_add_band(form, turned, side);
    return CR_OK;
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    middle m = middle_of(form->value);
    cr_status status = check(form->value, &m, error);
    if (status != CR_OK) return status;
    cr_turned *turned = cr_turned_new(form, 3, arena, error);
    if (!turned) return CR_ERR_MEMORY;
    status = draw(turned, form->value, m.steep, form, error);
    if (status != CR_OK) return status;
    form->wall = cr_min(m.thickness, m.bottom);
    form->nook = m.corner - 0.25 * (m.thickness + m.bottom);
    form->round = 0.5 * m.thickness;
    cr_outline_bounds(&turned->outline, form);
    cr_moments moments = {0};
    double at[4] = {0.0, m.flat, m.flat + m.arc, m.flat + m.arc + m.straight};
    for (int i = 0; i < 3; i++) cr_moments_add_wall(&moments, wall_at, &m, at[i], at[i + 1]);
    cr_form_set_mass(form, &moments);
    return CR_OK;
}

const cr_form_type cr_form_cup = {
    .name = "cup",
    .doc = "cup without a handle, a beaker or a flower pot",
    .params = cr_cup_params,
    .param_count = CR_CUP_PARAMS,
    .make = make,
    .ops = &cr_turned_ops,
};
