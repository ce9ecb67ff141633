#include "prep/bem/row.h"

#include "prep/bem/wide.h"
#include "radiate/turn.h"

typedef struct view {
    float x[3], k;
    int count;
    const float *point[CR_BEM_POINTS][3], *unit[3], *weight;
} view;

// G = e^(ikr)/r,  dG/dn = G (ik - 1/r) (y - x) n/r, without the factor 1/(4 pi), which is in the weight. All
// points of a flat triangle have the same (y - x) n.
CR_EVERYWHERE void fill(const view *v, float *restrict sr, float *restrict si, float *restrict dr,
                        float *restrict di) {
    const float x = v->x[0], y = v->x[1], z = v->x[2], k = v->k, turns = k * 0.159154943f;
    const float *nx = v->unit[0], *ny = v->unit[1], *nz = v->unit[2], *weight = v->weight;
    const float *px[CR_BEM_POINTS], *py[CR_BEM_POINTS], *pz[CR_BEM_POINTS];
    for (int q = 0; q < CR_BEM_POINTS; q++) {
        px[q] = v->point[q][0];
        py[q] = v->point[q][1];
        pz[q] = v->point[q][2];
    }
    for (int j = 0; j < v->count; j++) {
        float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
        float high = (px[0][j] - x) * nx[j] + (py[0][j] - y) * ny[j] + (pz[0][j] - z) * nz[j];
        for (int q = 0; q < CR_BEM_POINTS; q++) {
            float ex = px[q][j] - x, ey = py[q][j] - y, ez = pz[q][j] - z;
            float r = sqrtf(ex * ex + ey * ey + ez * ez), over = 1.0f / r;
            cr_turn e = cr_turn_of(turns * r);
            float er = e.cosine * over, ei = e.sine * over;
            a += er;
            b += ei;
            c -= over * (over * er + k * ei);
            d += over * (k * er - over * ei);
        }
        sr[j] = weight[j] * a;
        si[j] = weight[j] * b;
        dr[j] = weight[j] * high * c;
        di[j] = weight[j] * high * d;
    }
}

static void fill_any(const view *v, const cr_bem_row *to) {
    fill(v, to->single[0], to->single[1], to->twofold[0], to->twofold[1]);
}

CR_WIDE_TARGET static void fill_wide(const view *v, const cr_bem_row *to) {
    fill(v, to->single[0], to->single[1], to->twofold[0], to->twofold[1]);
}

CR_WIDEST_TARGET static void fill_widest(const view *v, const cr_bem_row *to) {
    fill(v, to->single[0], to->single[1], to->twofold[0], to->twofold[1]);
}

bool cr_bem_row_take(cr_bem_row *row, int triangles, cr_arena *arena) {
    bool whole = true;
    for (int part = 0; part < 2; part++) {
        row->single[part] = cr_arena_take(arena, (size_t)triangles, sizeof(float));
        row->twofold[part] = cr_arena_take(arena, (size_t)triangles, sizeof(float));
        whole = whole && row->single[part] && row->twofold[part];
    }
    return whole;
}

void cr_bem_row_fill(const cr_bem_surface *surface, const double x[3], double k, const cr_bem_row *row) {
    view v = {.k = (float)k, .count = surface->triangles, .weight = surface->weight};
    for (int d = 0; d < 3; d++) {
        v.x[d] = (float)(x[d] - surface->origin[d]);
        v.unit[d] = surface->unit[d];
        for (int q = 0; q < CR_BEM_POINTS; q++) v.point[q][d] = surface->point[q][d];
    }
    if (cr_is_widest()) fill_widest(&v, row);
    else if (cr_is_wide()) fill_wide(&v, row);
    else fill_any(&v, row);
}
