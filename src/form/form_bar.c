// A bar whose four long edges are cut off at 45 degrees.
#include "form/form_internal.h"
#include "form/sizes.h"

const cr_param cr_bar_params[] = {
    {"length", "m", "along x", 0.3, 1e-3, 100},
    {"width", "m", "along y", 0.04, 1e-4, 10},
    {"height", "m", "along z", 0.01, 1e-4, 10},
    {"chamfer", "m", "cut off the long edges, 0 for none", 0.002, 0, 1},
    CR_ROUND_PARAM,
};

enum { LENGTH, WIDTH, HEIGHT, CHAMFER, ROUND };

// Without the rounding: half sides, and y + z of the cut; where the cut meets the sides.
typedef struct bar {
    double x, y, z, cut;
    double side_z, top_y;
} bar;

// The section in the quarter y, z >= 0, without the rounding: x of the normal is along y.
static cr_near near_section(const bar *b, double y, double z) {
    double slant = sqrt(0.5), out = slant * (y + z - b->cut);
    if (y <= b->y && z <= b->z && out <= 0.0) {
        if (out >= y - b->y && out >= z - b->z) return (cr_near){out, {slant, 0.0, slant}};
        return y - b->y >= z - b->z ? (cr_near){y - b->y, {1.0, 0.0, 0.0}}
                                    : (cr_near){z - b->z, {0.0, 0.0, 1.0}};
    }
    // Outside: a side, the cut, or a corner between them.
    double along = slant * (y - z), from = slant * (b->top_y - b->z), to = slant * (b->y - b->side_z);
    if (along > from && along < to) return (cr_near){out, {slant, 0.0, slant}};
    double ey, ez;
    if (along >= to) ey = b->y, ez = cr_min(z, b->side_z);
    else ey = cr_min(y, b->top_y), ez = b->z;
    double dy = y - ey, dz = z - ez, far = sqrt(dy * dy + dz * dz);
    if (!(far > 0.0)) return (cr_near){0.0, {slant, 0.0, slant}};
    return (cr_near){far, {dy / far, 0.0, dz / far}};
}

static cr_near near_bar(const cr_form *form, cr_vec p, int side) {
    const bar *b = form->data;
    const double *v = form->value;
    bool flat = v[HEIGHT] <= v[WIDTH];
    double thin = flat ? p.z : p.y, wide = flat ? p.y : p.z, half = 0.5 * cr_min(v[WIDTH], v[HEIGHT]);
    if (side && side * thin <= 0.0 && fabs(p.x) <= 0.5 * v[LENGTH] &&
        fabs(wide) <= 0.5 * cr_max(v[WIDTH], v[HEIGHT]))
        return (cr_near){side * thin - half, {0.0, flat ? 0.0 : side, flat ? side : 0.0}};
    cr_near near = near_section(b, fabs(p.y), fabs(p.z));
    double x = fabs(p.x) - b->x, s = near.distance, c = 0.0;
    if (x > 0.0 && s > 0.0) {
        near.distance = sqrt(x * x + s * s);
        c = x / near.distance;
        s /= near.distance;
    } else if (x > s) {
        near.distance = x;
        c = 1.0, s = 0.0;
    } else {
        s = 1.0;
    }
    near.distance -= form->round;
    near.normal =
        (cr_vec){copysign(c, p.x), copysign(s * near.normal.x, p.y), copysign(s * near.normal.z, p.z)};
    return near;
}

// The corners of the section in order, eight of them, or four without a cut.
static int corners_of(const bar *b, bool cut, double at[8][2]) {
    double y[2] = {b->y, b->top_y}, z[2] = {b->side_z, b->z};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        double sy = i == 1 || i == 2 ? -1.0 : 1.0, sz = i >= 2 ? -1.0 : 1.0;
        for (int k = 0; k < (cut ? 2 : 1); k++) {
            int j = i % 2 ? 1 - k : k; // round about
            at[count][0] = sy * y[cut ? j : 0];
            at[count++][1] = sz * z[cut ? j : 1];
        }
    }
    return count;
}

static void add_features(cr_form *form, const bar *b, bool cut) {
    double at[8][2];
    int count = corners_of(b, cut, at);
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        cr_vec low = {-b->x, at[i][0], at[i][1]}, high = {b->x, at[i][0], at[i][1]};
        cr_vec low_next = {-b->x, at[next][0], at[next][1]}, high_next = {b->x, at[next][0], at[next][1]};
        cr_form_add_point(form, low, form->round);
        cr_form_add_point(form, high, form->round);
        cr_form_add_line(form, low, high, form->round)->ends = CR_END_FIRST | CR_END_LAST;
        cr_form_add_line(form, low, low_next, form->round)->ends = CR_END_FIRST | CR_END_LAST;
        cr_form_add_line(form, high, high_next, form->round)->ends = CR_END_FIRST | CR_END_LAST;
    }
}

// A box less four prisms whose sections are right triangles of legs c: area c^2/2, centre c/3 from the legs,
// second moment about it c^4/36, product c^4/72.
static void set_mass(cr_form *form, double c) {
    const double *v = form->value;
    cr_vec half = {0.5 * v[LENGTH], 0.5 * v[WIDTH], 0.5 * v[HEIGHT]};
    cr_moments m = {0};
    cr_moments_add_box(&m, (cr_vec){0}, half);
    double volume = 4.0 * v[LENGTH] * 0.5 * c * c, y = half.y - c / 3.0, z = half.z - c / 3.0,
           own = c * c / 18.0;
    m.volume -= volume;
    m.second[0] -= volume * half.x * half.x / 3.0;
    m.second[1] -= volume * (y * y + own);
    m.second[2] -= volume * (z * z + own);
    cr_form_set_mass(form, &m);
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    double *v = form->value, smallest = cr_min(v[WIDTH], v[HEIGHT]), most = 0.45 * smallest;
    if (v[CHAMFER] > most)
        return cr_fail(error, CR_ERR_RANGE, "chamfer", "a bar of %g by %g m needs at most %g m, got %g",
                       v[WIDTH], v[HEIGHT], most, v[CHAMFER]);
    double cut = v[CHAMFER] < 0.01 * smallest ? 0.0 : v[CHAMFER];
    form->wall = smallest;
    cr_status status = cr_form_set_round(form, ROUND, cr_min(smallest, v[LENGTH]), error);
    if (status != CR_OK) return status;
    // Rounding takes from the flanks of a cut: it must leave some of the sides.
    double r = form->round, lost = r * (sqrt(2.0) - 1.0);
    bar *b = cr_arena_take(arena, 1, sizeof *b);
    if (!b) return cr_fail(error, CR_ERR_MEMORY, "bar", "no memory for a form");
    if (!cr_form_room(form, 40, arena, error)) return CR_ERR_MEMORY;
    form->data = b;
    *b = (bar){.x = 0.5 * v[LENGTH] - r, .y = 0.5 * v[WIDTH] - r, .z = 0.5 * v[HEIGHT] - r};
    bool blunt = cut > r - lost; // else the rounding is all there is of the cut
    b->cut = blunt ? b->y + b->z - (cut - r + lost) : b->y + b->z;
    b->side_z = b->cut - b->y;
    b->top_y = b->cut - b->z;
    if (b->side_z < 0.0 || b->top_y < 0.0)
        return cr_fail(error, CR_ERR_RANGE, "round", "with a chamfer of %g m this bar needs less, got %g",
                       cut, r);
    add_features(form, b, blunt);
    cr_form_set_bounds(form, (cr_vec){-0.5 * v[LENGTH], -0.5 * v[WIDTH], -0.5 * v[HEIGHT]},
                       (cr_vec){0.5 * v[LENGTH], 0.5 * v[WIDTH], 0.5 * v[HEIGHT]});
    set_mass(form, cut);
    return CR_OK;
}

static const cr_form_ops ops = {.near = near_bar};

const cr_form_type cr_form_bar = {
    .name = "bar",
    .doc = "bar with chamfered long edges, as of a glockenspiel",
    .params = cr_bar_params,
    .param_count = CR_BAR_PARAMS + 1,
    .make = make,
    .ops = &ops,
};
