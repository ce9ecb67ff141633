// A form of triangles as bytes: head, numbers, counts, bricks, features, triangles (where they are sharp),
// checksum.
#include "base/bytes.h"
#include "base/crc32.h"
#include "geom/grid.h"

static const unsigned char magic[8] = {0x89, 'C', 'R', 'G', 'R', 'D', '\r', '\n'};

enum {
    VERSION = 2,
    AT_VERSION = 8,
    AT_RESERVED = 12,
    AT_SIZE = 16,
    AT_NUMBERS = 24,
    NUMBERS = 33,
    AT_COUNTS = AT_NUMBERS + 8 * NUMBERS,
    COUNTS = 10,
    AT_ARRAYS = AT_COUNTS + 4 * COUNTS,
    SEED = 52,     // bytes
    FEATURE = 108, // bytes
    POINT = 24,
    SMALLEST = AT_ARRAYS + 4,
    MOST_BRICKS = 1 << 20, // along one axis
};

static size_t bricks_of(const int n[3], int more) {
    return (size_t)(n[0] + more) * (size_t)(n[1] + more) * (size_t)(n[2] + more);
}

static size_t coefficients_of(const cr_grid *g) {
    return (size_t)g->bricks * (size_t)g->fields * CR_GRID_CUBE;
}

// given: only its counts are asked for.
static size_t size_of(const cr_grid *g, int features, const cr_faces *given) {
    return SMALLEST + 4 * (bricks_of(g->n, 0) + bricks_of(g->n, 1) + coefficients_of(g)) +
           SEED * (size_t)g->seeds + FEATURE * (size_t)features + POINT * (size_t)g->points +
           12 * ((size_t)given->vertices + (size_t)given->triangles);
}

// The triangles of sharp edges, or none.
static cr_faces given_of(const cr_grid *g) {
    return g->sharp ? g->sharp->given : (cr_faces){.triangles = 0};
}

size_t cr_form_grid_size(const cr_form *form) {
    cr_faces given = given_of(form->data);
    return size_of(form->data, form->features, &given);
}

static unsigned char *put_numbers(unsigned char *to, const cr_form *f, const cr_grid *g) {
    to = cr_put_vec(cr_put_vec(cr_put_vec(to, g->low), g->inner_low), g->inner_high);
    to = cr_put_f64s(to, (double[]){g->cell, g->half, g->spacing}, 3);
    to = cr_put_vec(cr_put_vec(cr_put_vec(to, f->low), f->high), f->centre);
    to = cr_put_f64s(to, (double[]){f->reach, f->wall, f->round, f->band, f->off, f->volume}, 6);
    return cr_put_f64s(to, f->inertia, 6);
}

static unsigned char *put_features(unsigned char *to, const cr_form *f, const cr_grid *g) {
    for (int i = 0; i < f->features; i++) {
        const cr_feature *x = &f->feature[i];
        bool bent = x->kind == CR_FEATURE_CURVE;
        to = cr_put_u32(cr_put_u32(to, (uint32_t)x->kind), (uint32_t)x->samples);
        to = cr_put_u32(to, x->ends);
        to = cr_put_u32(to, bent ? (uint32_t)g->curve[i].first : 0);
        to = cr_put_u32(to, bent ? (uint32_t)g->curve[i].count : 0);
        to = cr_put_vec(cr_put_vec(cr_put_vec(to, x->at), x->along), x->first);
        to = cr_put_f64s(to, (double[]){x->round, x->radius}, 2);
    }
    return to;
}

void cr_form_grid_encode(const cr_form *form, unsigned char *bytes) {
    const cr_grid *g = form->data;
    cr_faces given = given_of(g);
    size_t size = cr_form_grid_size(form);
    memcpy(bytes, magic, sizeof magic);
    cr_put_u32(bytes + AT_VERSION, VERSION);
    cr_put_u32(bytes + AT_RESERVED, 0);
    cr_put_u64(bytes + AT_SIZE, size);
    unsigned char *to = put_numbers(bytes + AT_NUMBERS, form, g);
    to = cr_put_i32s(to, g->n, 3);
    to = cr_put_i32s(to, (int[]){g->fields, g->bricks, g->seeds, form->features, g->points}, 5);
    to = cr_put_i32s(to, (int[]){given.vertices, given.triangles}, 2);
    to = cr_put_i32s(to, g->index, bricks_of(g->n, 0));
    to = cr_put_f32s(to, g->corner, bricks_of(g->n, 1));
    to = cr_put_f32s(to, g->coefficient, coefficients_of(g));
    for (int i = 0; i < g->seeds; i++) {
        to = cr_put_vec(cr_put_vec(to, g->seed[i].at), g->seed[i].normal);
        to = cr_put_u32(to, (uint32_t)g->seed[i].side);
    }
    to = put_features(to, form, g);
    for (int i = 0; i < g->points; i++) to = cr_put_vec(to, g->point[i]);
    to = cr_put_f32s(to, given.position, 3 * (size_t)given.vertices);
    to = cr_put_i32s(to, given.triangle, 3 * (size_t)given.triangles);
    cr_put_u32(to, cr_crc32(bytes, size - 4));
}

static bool all_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool floats_finite(const float *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool vec_finite(cr_vec a) {
    return all_finite((double[]){a.x, a.y, a.z}, 3);
}

static void take_numbers(cr_cursor *c, cr_form *f, cr_grid *g, cr_faces *given) {
    g->low = cr_take_vec(c), g->inner_low = cr_take_vec(c), g->inner_high = cr_take_vec(c);
    g->cell = cr_take_f64(c), g->half = cr_take_f64(c), g->spacing = cr_take_f64(c);
    f->low = cr_take_vec(c), f->high = cr_take_vec(c), f->centre = cr_take_vec(c);
    f->reach = cr_take_f64(c), f->wall = cr_take_f64(c), f->round = cr_take_f64(c);
    f->band = cr_take_f64(c), f->off = cr_take_f64(c), f->volume = cr_take_f64(c);
    cr_take_f64s(c, f->inertia, 6);
    for (int i = 0; i < 3; i++) g->n[i] = cr_take_int(c);
    g->fields = cr_take_int(c), g->bricks = cr_take_int(c), g->seeds = cr_take_int(c);
    f->features = cr_take_int(c), g->points = cr_take_int(c);
    given->vertices = cr_take_int(c), given->triangles = cr_take_int(c);
}

// Numbers that a grid may have, and counts that fit the size; the counts are checked before anything is
// multiplied that might not fit.
static bool head_fits(const unsigned char *bytes, const cr_form *f, const cr_grid *g, const cr_faces *given,
                      size_t size) {
    double numbers[NUMBERS];
    cr_get_f64s(bytes + AT_NUMBERS, numbers, NUMBERS);
    if (!all_finite(numbers, NUMBERS)) return false;
    if (!(g->cell > 0.0 && g->half >= 0.0 && g->spacing >= 0.0 && f->reach > 0.0 && f->wall > 0.0))
        return false;
    if (!(f->round >= 0.0 && f->off >= 0.0 && f->band > 0.0 && f->volume > 0.0)) return false;
    double room = (double)size / 4.0, bricks = 1.0;
    for (int i = 0; i < 3; i++) {
        if (g->n[i] < 1 || g->n[i] > MOST_BRICKS) return false;
        bricks *= g->n[i] + 1.0;
    }
    if (bricks > room || g->fields < 1 || g->fields > 2 || (g->fields == 2 && !(g->half > 0.0))) return false;
    if (g->bricks < 0 || g->seeds < 0 || f->features < 0 || g->points < 0) return false;
    if (f->features > CR_GRID_FEATURES || (g->seeds > 0 && !(g->spacing > 0.0))) return false;
    if (given->vertices < 0 || given->triangles < 0 || (given->triangles > 0 && g->half > 0.0)) return false;
    return size_of(g, f->features, given) == size;
}

static bool take_bricks(cr_cursor *c, cr_grid *g, int *index, float *corner, float *coefficient) {
    size_t all = bricks_of(g->n, 0), corners = bricks_of(g->n, 1), count = coefficients_of(g);
    int next = 0;
    c->at = cr_get_ints(c->at, index, all);
    for (size_t i = 0; i < all; i++) {
        bool none = index[i] == -1;
        if (none ? cr_get_u32(c->at - 4 * (all - i)) != UINT32_MAX : index[i] != next++) return false;
    }
    c->at = cr_get_f32s(c->at, corner, corners);
    c->at = cr_get_f32s(c->at, coefficient, count);
    g->index = index, g->corner = corner, g->coefficient = coefficient;
    return next == g->bricks && floats_finite(corner, corners) && floats_finite(coefficient, count);
}

static bool take_seeds(cr_cursor *c, cr_grid *g) {
    for (int i = 0; i < g->seeds; i++) {
        cr_grid_seed *s = &g->seed[i];
        s->at = cr_take_vec(c), s->normal = cr_take_vec(c);
        uint32_t side = cr_take_u32(c);
        s->side = side == UINT32_MAX ? -1 : (int)(side & 1);
        if (!vec_finite(s->at) || !vec_finite(s->normal) || (side > 1 && side != UINT32_MAX)) return false;
        if (fabs(cr_vec_dot(s->normal, s->normal) - 1.0) > 1e-9) return false;
    }
    return true;
}

static bool take_feature(cr_cursor *c, const cr_grid *g, cr_feature *x, cr_grid_curve *curve) {
    uint32_t kind = cr_take_u32(c);
    x->kind = kind <= CR_FEATURE_CURVE ? (cr_feature_kind)kind : CR_FEATURE_POINT;
    x->samples = cr_take_int(c), x->ends = cr_take_u32(c);
    *curve = (cr_grid_curve){cr_take_int(c), 0};
    curve->count = cr_take_int(c);
    x->at = cr_take_vec(c), x->along = cr_take_vec(c), x->first = cr_take_vec(c);
    x->round = cr_take_f64(c), x->radius = cr_take_f64(c);
    if (kind > CR_FEATURE_CURVE || x->samples < 1 || x->ends > (CR_END_FIRST | CR_END_LAST)) return false;
    if (!vec_finite(x->at) || !vec_finite(x->along) || !vec_finite(x->first)) return false;
    if (!(x->round >= 0.0 && x->round < HUGE_VAL && x->radius >= 0.0 && x->radius < HUGE_VAL)) return false;
    if (kind == CR_FEATURE_SURFACE ? x->samples != g->seeds : x->samples > 4096) return false;
    if (kind != CR_FEATURE_CURVE) return curve->first == 0 && curve->count == 0;
    return curve->first >= 0 && curve->count >= 2 && curve->count <= g->points - curve->first;
}

static bool take_features(cr_cursor *c, cr_form *f, cr_grid *g) {
    for (int i = 0; i < f->features; i++)
        if (!take_feature(c, g, &f->feature[i], &g->curve[i])) return false;
    for (int i = 0; i < g->points; i++) {
        g->point[i] = cr_take_vec(c);
        if (!vec_finite(g->point[i])) return false;
    }
    return !c->short_of;
}

// The surface is closed, has sharp edges, and is drawn in by a length that is small: what it was made from.
static cr_status take_sharp(cr_cursor *c, const cr_form *f, cr_grid *g, cr_faces *given, cr_arena *arena,
                            cr_error *error) {
    if (given->vertices + given->triangles == 0) return CR_OK;
    cr_arena *work = cr_arena_new(cr_arena_allocator(arena));
    size_t numbers = 3 * (size_t)given->vertices, corners = 3 * (size_t)given->triangles;
    float *position = work ? cr_arena_take(work, numbers, sizeof *position) : NULL;
    int *triangle = work ? cr_arena_take(work, corners, sizeof *triangle) : NULL;
    cr_status status = CR_ERR_MEMORY;
    if (position && triangle) {
        c->at = cr_get_f32s(c->at, position, numbers);
        c->at = cr_get_ints(c->at, triangle, corners);
        status =
            cr_faces_link(position, given->vertices, triangle, given->triangles, false, work, given, error);
        if (status == CR_OK)
            status = cr_grid_sharp_new(given, g->cell, f->wall, f->round, arena, &g->sharp, error);
        if (status == CR_OK && !g->sharp) status = CR_ERR_INPUT;
    }
    cr_arena_free(work);
    return status;
}

static cr_status decode(const unsigned char *bytes, size_t size, const char *place, cr_arena *arena,
                        cr_form *form, cr_grid *g, cr_error *error) {
    if (size < SMALLEST || memcmp(bytes, magic, sizeof magic) != 0)
        return cr_fail(error, CR_ERR_INPUT, place, "not a grid of distances");
    if (cr_get_u32(bytes + AT_VERSION) != VERSION)
        return cr_fail(error, CR_ERR_INPUT, place, "grid of distances of version %u, this program reads %d",
                       (unsigned)cr_get_u32(bytes + AT_VERSION), VERSION);
    if (cr_get_u64(bytes + AT_SIZE) != size)
        return cr_fail(error, CR_ERR_INPUT, place, "cut off or too long: %zu bytes", size);
    if (cr_get_u32(bytes + size - 4) != cr_crc32(bytes, size - 4))
        return cr_fail(error, CR_ERR_INPUT, place, "damaged: the checksum does not fit");
    cr_cursor c = {bytes + AT_NUMBERS, bytes + size - 4, false};
    cr_faces given = {.triangles = 0};
    take_numbers(&c, form, g, &given);
    if (cr_get_u32(bytes + AT_RESERVED) != 0 || !head_fits(bytes, form, g, &given, size))
        return cr_fail(error, CR_ERR_INPUT, place, "values that no grid has");
    int *index = cr_arena_take(arena, bricks_of(g->n, 0), sizeof *index);
    float *corner = cr_arena_take(arena, bricks_of(g->n, 1), sizeof *corner);
    float *coefficient = cr_arena_take(arena, coefficients_of(g), sizeof *coefficient);
    g->seed = cr_arena_take(arena, (size_t)g->seeds, sizeof *g->seed);
    g->point = cr_arena_take(arena, (size_t)g->points, sizeof *g->point);
    g->curve = cr_arena_take(arena, (size_t)form->features, sizeof *g->curve);
    form->feature = cr_arena_take(arena, (size_t)form->features, sizeof *form->feature);
    if (!index || !corner || !coefficient || !g->seed || !g->point || !g->curve || !form->feature)
        return cr_fail(error, CR_ERR_MEMORY, place, "no memory for a grid of %zu bytes", size);
    if (!take_bricks(&c, g, index, corner, coefficient) || !take_seeds(&c, g) || !take_features(&c, form, g))
        return cr_fail(error, CR_ERR_INPUT, place, "values that no grid has");
    cr_error cause = {.reason = ""};
    cr_status status = take_sharp(&c, form, g, &given, arena, &cause);
    if (status == CR_ERR_MEMORY) return cr_fail(error, status, place, "no memory for its triangles");
    return status == CR_OK ? CR_OK : cr_fail(error, CR_ERR_INPUT, place, "triangles that no grid has");
}

cr_form *cr_form_grid_decode(const unsigned char *bytes, size_t size, const char *place, cr_arena *arena,
                             cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_form *form = cr_arena_take(arena, 1, sizeof *form);
    cr_grid *grid = cr_arena_take(arena, 1, sizeof *grid);
    cr_status status = form && grid ? decode(bytes, size, place, arena, form, grid, error)
                                    : cr_fail(error, CR_ERR_MEMORY, place, "no memory");
    if (status != CR_OK) {
        cr_arena_rewind(arena, mark);
        return NULL;
    }
    form->type = &cr_form_grid;
    form->data = grid;
    return form;
}
