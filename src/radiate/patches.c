#include "radiate/patches.h"

#include "base/maths.h"
#include "base/numeric.h"
#include "radiate/turn.h"
#include "radiate/waves.h"

enum { LANES = CR_PATCH_LANES };

// Compiled into each of the functions that have their own instructions.
#define EVERYWHERE __attribute__((always_inline)) static inline

enum { STRETCH = 64 }; // patches at a time, summed in float

// The listener seen from patches: unit vectors to them, 1/R, what R is longer than the distance in turns per
// wave number, and 1/(4 pi R).
typedef struct views {
    float to[3][STRETCH], inverse[STRETCH], late[STRETCH], amplitude[STRETCH];
} views;

EVERYWHERE void look(const float (*at)[3], int count, const double listener[3], double distance,
                     double nearest, views *v) {
    for (int i = 0; i < count; i++) {
        double x = (double)at[i][0] - listener[0], y = (double)at[i][1] - listener[1],
               z = (double)at[i][2] - listener[2], r = sqrt(x * x + y * y + z * z);
        double far = r > nearest ? r : nearest, unit = 1.0 / (r > 1e-12 ? r : 1e-12), inverse = 1.0 / far;
        v->to[0][i] = (float)(x * unit);
        v->to[1][i] = (float)(y * unit);
        v->to[2][i] = (float)(z * unit);
        v->inverse[i] = (float)inverse;
        v->late[i] = (float)((far - distance) * (0.5 / cr_pi));
        v->amplitude[i] = (float)(inverse * (0.25 / cr_pi));
    }
}

// d u of a patch, u from the listener to it.
EVERYWHERE void along(const float (*t)[LANES], const views *v, int i, float x[LANES], float y[LANES]) {
    const float a = v->to[0][i], b = v->to[1][i], c = v->to[2][i];
    for (int l = 0; l < LANES; l++) {
        x[l] = t[2][l] * a + t[4][l] * b + t[6][l] * c;
        y[l] = t[3][l] * a + t[5][l] * b + t[7][l] * c;
    }
}

// (q + d grad_y) e^(ikR)/(4 pi R) = (q + (ik - 1/R) d u) e^(ikR)/(4 pi R).
EVERYWHERE void add_patch(const float (*t)[LANES], const float k[LANES], const views *v, int i,
                          const float x[LANES], const float y[LANES], float re[LANES], float im[LANES]) {
    const float inverse = v->inverse[i], late = v->late[i], amplitude = v->amplitude[i];
    for (int l = 0; l < LANES; l++) {
        float a = t[0][l] - inverse * x[l] - k[l] * y[l], b = t[1][l] + k[l] * x[l] - inverse * y[l];
        cr_turn e = cr_turn_of(k[l] * late);
        re[l] += amplitude * (a * e.cosine - b * e.sine);
        im[l] += amplitude * (a * e.sine + b * e.cosine);
    }
}

static const double wire_most = 8.0; // of k a: no wire beyond

// What a wire that is not thin does to its dipoles, over those of a thin one: 2i/(pi s^2 H_1'(s)), s = k a
// sin(theta) with the angle theta between the wire and the listener (the dipole of a cylinder whose motion
// goes as e^(i k z cos(theta))).
static cr_status fill_wire(cr_patch_bank *bank, cr_arena *arena, cr_error *error) {
    bank->wire = cr_arena_take(arena, CR_PATCH_WIRE + 1, sizeof *bank->wire);
    if (!bank->wire) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for wires");
    bank->wire[0][0] = 1.0f;
    bank->wire[0][1] = 0.0f;
    for (int i = 1; i <= CR_PATCH_WIRE; i++) {
        double s = wire_most * i / CR_PATCH_WIRE, h[2][2];
        cr_cylindrical_hankel(s, h);
        double re = h[0][0] - h[1][0] / s, im = h[0][1] - h[1][1] / s;
        double scale = 2.0 / (cr_pi * s * s * (re * re + im * im));
        bank->wire[i][0] = (float)(scale * im); // i (re - i im)
        bank->wire[i][1] = (float)(scale * re);
    }
    return CR_OK;
}

EVERYWHERE void wire_gain(const cr_patch_bank *bank, const float k[LANES], const float wire[4],
                          const views *v, int at_patch, float x[LANES], float y[LANES]) {
    const float cosine =
        wire[0] * v->to[0][at_patch] + wire[1] * v->to[1][at_patch] + wire[2] * v->to[2][at_patch];
    const float scale = wire[3] * sqrtf(cosine * cosine < 1.0f ? 1.0f - cosine * cosine : 0.0f) *
                        (float)(CR_PATCH_WIRE / wire_most);
    const float(*table)[2] = (const float(*)[2])bank->wire, last = CR_PATCH_WIRE - 1e-3f;
    for (int l = 0; l < LANES; l++) {
        const float at = k[l] * scale < last ? k[l] * scale : last;
        const int i = (int)at;
        const float share = at - (float)i, kept = x[l];
        const float a = table[i][0] + share * (table[i + 1][0] - table[i][0]);
        const float b = table[i][1] + share * (table[i + 1][1] - table[i][1]);
        x[l] = a * kept - b * y[l];
        y[l] = b * kept + a * y[l];
    }
}

typedef struct place {
    double at[3], distance; // of the listener, and what phases are counted from
    int first, last;        // patches
} place;

CR_CLONES static void sum_group(const cr_patch_bank *bank, const cr_patch_set *set, const cr_patch_group *g,
                                const place *p, double re[LANES], double im[LANES]) {
    float k[LANES];
    for (int l = 0; l < LANES; l++) {
        re[l] = im[l] = 0.0;
        k[l] = g->k[l];
    }
    for (int start = p->first; start < p->last; start += STRETCH) {
        float sum[2][LANES] = {{0.0f}}, x[LANES], y[LANES];
        int count = p->last - start < STRETCH ? p->last - start : STRETCH;
        views v;
        look((const float(*)[3])set->at + start, count, p->at, p->distance, set->nearest, &v);
        for (int i = 0; i < count; i++) {
            const float(*t)[LANES] = (const float(*)[LANES])g->term[start + i];
            along(t, &v, i, x, y);
            if (set->along && set->along[start + i][3] > 0.0f)
                wire_gain(bank, k, set->along[start + i], &v, i, x, y);
            add_patch(t, k, &v, i, x, y, sum[0], sum[1]);
        }
        for (int l = 0; l < LANES; l++) {
            re[l] += (double)sum[0][l];
            im[l] += (double)sum[1][l];
        }
    }
}

void cr_patch_bank_add(const cr_patch_bank *bank, int part, const double listener[3], double distance,
                       double share, const bool *has_series, double *re, double *im) {
    place p = {.at = {listener[0], listener[1], listener[2]}, .distance = distance};
    for (int s = 0; s < bank->sets; s++) {
        const cr_patch_set *set = &bank->set[s];
        p.first = part < 0 ? 0 : set->first[part];
        p.last = set->first[part < 0 ? bank->parts : part + 1];
        for (int i = 0; i < set->groups && p.first < p.last; i++) {
            const cr_patch_group *g = &set->group[i];
            double sum[2][LANES];
            bool wanted = share < 1.0;
            for (int l = 0; l < g->lanes; l++) wanted = wanted || !has_series[g->mode[l]];
            if (!wanted) continue;
            sum_group(bank, set, g, &p, sum[0], sum[1]);
            for (int l = 0; l < g->lanes; l++) {
                double kept = has_series[g->mode[l]] ? 1.0 - share : 1.0;
                re[g->mode[l]] += kept * sum[0][l];
                im[g->mode[l]] += kept * sum[1][l];
            }
        }
    }
}

// --- parts and groups -------------------------------------------------------------------------------------

// Cubes of the space that hold patches: which part each of them is.
typedef struct cubes {
    double low[3], side;
    int count[3];
    int *part; // -1: empty
    int parts;
} cubes;

static int cube_of(const cubes *c, const float at[3]) {
    int index[3];
    for (int d = 0; d < 3; d++) {
        int i = (int)(((double)at[d] - c->low[d]) / c->side);
        index[d] = i < 0 ? 0 : i < c->count[d] ? i : c->count[d] - 1;
    }
    return (index[2] * c->count[1] + index[1]) * c->count[0] + index[0];
}

enum { CUBES_MOST = 4096 };

static void fill_cubes(const cr_radiation *r, double side, cubes *c) {
    c->side = side;
    c->parts = 0;
    for (int d = 0; d < 3; d++) {
        c->count[d] = (int)ceil(2.0 * r->radius / side);
        c->low[d] = r->centre[d] - 0.5 * side * c->count[d];
    }
    for (int i = 0; i < c->count[0] * c->count[1] * c->count[2]; i++) c->part[i] = -1;
    for (int s = 0; s < r->sets; s++)
        for (int i = 0; i < r->set[s].count; i++) c->part[cube_of(c, r->set[s].at[i])] = 0;
    for (int i = 0; i < c->count[0] * c->count[1] * c->count[2]; i++)
        if (c->part[i] == 0) c->part[i] = c->parts++;
}

// Parts of 0.3 m, wider where these would be too many.
static bool divide(const cr_radiation *r, int most, cubes *c) {
    const double small = 0.15, large = 1e4, first = 0.3, wider = 1.2; // m, m, m
    if (r->radius <= small || r->radius > large || most < 2 || r->sets == 0) return false;
    for (int j = 0; j < r->count; j++)
        if (r->mode[j].c && !r->mode[j].patch) return false;
    double side = cr_max(first, 2.0 * r->radius / 15.0); // CUBES_MOST
    for (fill_cubes(r, side, c); c->parts > most; fill_cubes(r, side, c)) side *= wider;
    return c->parts > 1;
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for its patches");
}

// The patches of a set in the order of their parts; `order` has where each of them was.
static cr_status sort_set(const cr_patches *from, const cubes *c, int parts, cr_arena *arena,
                          cr_patch_set *set, int *order, cr_error *error) {
    size_t count = (size_t)from->count;
    set->count = from->count;
    set->nearest = 0.5 * from->side;
    set->first = cr_arena_take(arena, (size_t)parts + 1, sizeof *set->first);
    set->at = cr_arena_take(arena, count, sizeof *set->at);
    set->along = from->along ? cr_arena_take(arena, count, sizeof *set->along) : NULL;
    if (!set->first || !set->at || (from->along && !set->along)) return no_memory(error);
    int sorted = 0;
    for (int part = 0; part < parts; part++) {
        set->first[part] = sorted;
        for (int i = 0; i < from->count; i++)
            if (parts == 1 || c->part[cube_of(c, from->at[i])] == part) order[sorted++] = i;
    }
    set->first[parts] = sorted;
    for (int i = 0; i < sorted; i++) {
        for (int d = 0; d < 3; d++) set->at[i][d] = from->at[order[i]][d];
        for (int d = 0; d < 4 && set->along; d++) set->along[i][d] = from->along[order[i]][d];
    }
    return CR_OK;
}

static cr_status fill_groups(const cr_radiation *r, int index, const int *order, cr_arena *arena,
                             cr_patch_set *set, cr_error *error) {
    int modes = 0;
    for (int j = 0; j < r->count; j++) modes += r->mode[j].set == index + 1;
    int groups = (modes + LANES - 1) / LANES, filled = 0;
    set->groups = groups;
    set->group = cr_arena_take(arena, groups ? (size_t)groups : 1, sizeof *set->group);
    if (!set->group) return no_memory(error);
    for (int g = 0; g < groups; g++) {
        set->group[g].lanes = 0;
        set->group[g].term = cr_arena_take(arena, (size_t)set->count, sizeof *set->group[g].term);
        if (!set->group[g].term) return no_memory(error);
        for (int l = 0; l < LANES; l++) set->group[g].k[l] = 0.0f;
    }
    for (int j = 0; j < r->count; j++) {
        if (r->mode[j].set != index + 1) continue;
        cr_patch_group *g = &set->group[filled / LANES];
        int lane = g->lanes++;
        filled++;
        g->mode[lane] = j;
        g->k[lane] = (float)r->mode[j].wave_number;
        for (int i = 0; i < set->count; i++)
            for (int p = 0; p < CR_RADIATION_PATCH; p++)
                g->term[i][p][lane] =
                    r->mode[j].patch[(size_t)CR_RADIATION_PATCH * (size_t)order[i] + (size_t)p];
    }
    return CR_OK;
}

// The middle of the boxes around the patches of each part.
static cr_status place_parts(cr_patch_bank *bank, cr_arena *arena, cr_error *error) {
    bank->centre = cr_arena_take(arena, (size_t)bank->parts, sizeof *bank->centre);
    if (!bank->centre) return no_memory(error);
    for (int part = 0; part < bank->parts; part++)
        for (int d = 0; d < 3; d++) {
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (int s = 0; s < bank->sets; s++)
                for (int i = bank->set[s].first[part]; i < bank->set[s].first[part + 1]; i++) {
                    low = cr_min(low, (double)bank->set[s].at[i][d]);
                    high = cr_max(high, (double)bank->set[s].at[i][d]);
                }
            bank->centre[part][d] = low <= high ? 0.5 * (low + high) : 0.0;
        }
    return CR_OK;
}

cr_status cr_patch_bank_make(const cr_radiation *radiation, int parts, cr_arena *arena, cr_patch_bank *bank,
                             cr_error *error) {
    const cr_radiation *r = radiation;
    int most = 1;
    bool wires = false;
    for (int s = 0; s < r->sets; s++) {
        most = r->set[s].count > most ? r->set[s].count : most;
        wires = wires || r->set[s].along;
    }
    cubes c = {.part = cr_arena_take(arena, CUBES_MOST, sizeof *c.part)};
    int *order = cr_arena_take(arena, (size_t)most, sizeof *order);
    *bank = (cr_patch_bank){.sets = r->sets};
    bank->set = cr_arena_take(arena, r->sets ? (size_t)r->sets : 1, sizeof *bank->set);
    if (!c.part || !order || !bank->set) return no_memory(error);
    bank->parts = divide(r, parts, &c) ? c.parts : 1;
    cr_status status = wires ? fill_wire(bank, arena, error) : CR_OK;
    for (int s = 0; s < r->sets && status == CR_OK; s++) {
        status = sort_set(&r->set[s], &c, bank->parts, arena, &bank->set[s], order, error);
        if (status == CR_OK) status = fill_groups(r, s, order, arena, &bank->set[s], error);
    }
    return status == CR_OK ? place_parts(bank, arena, error) : status;
}
