#include "prep/bem/profile.h"

#include "base/array.h"
#include "prep/bem/vector.h"

#include <string.h>

// A triangle cut by the half plane: from end to end in (radius, height), outside on the right. An end is on
// an edge of the surface, or on the axis (-1).
typedef struct piece {
    double end[2][2];
    long long edge[2];
    bool used;
} piece;

typedef struct pieces {
    CR_ARRAY(piece) list;
    cr_arena *arena;
    bool whole; // no memory was lacking
} pieces;

static long long edge_name(int a, int b) {
    return a < b ? (long long)a << 32 | b : (long long)b << 32 | a;
}

// Where the edge from p to q meets the plane y = 0.
static void cross_plane(const double p[3], const double q[3], double at[2]) {
    double share = p[1] / (p[1] - q[1]);
    at[0] = p[0] + share * (q[0] - p[0]);
    at[1] = p[2] + share * (q[2] - p[2]);
}

// Cuts at the axis: of an end with a negative radius remains where the line between them has none. False when
// nothing else remains. A radius of a nanometre is none.
static bool clip(piece *s) {
    const double none = 1e-9;
    if (s->end[0][0] <= none && s->end[1][0] <= none) return false;
    for (int e = 0; e < 2; e++) {
        if (s->end[e][0] > none) continue;
        double share = s->end[e][0] / (s->end[e][0] - s->end[1 - e][0]);
        s->end[e][1] += share * (s->end[1 - e][1] - s->end[e][1]);
        s->end[e][0] = 0.0;
        s->edge[e] = -1;
    }
    return true;
}

static void flip(piece *s) {
    piece was = *s;
    for (int e = 0; e < 2; e++) {
        memcpy(s->end[e], was.end[1 - e], sizeof s->end[e]);
        s->edge[e] = was.edge[1 - e];
    }
}

// x, y, z of a vertex, turned so that the half plane is y = 0, x > 0.
static void turned(const cr_modes *m, int vertex, double angle, double at[3]) {
    const float *x = m->position + 3 * (size_t)vertex;
    at[0] = cos(angle) * (double)x[0] + sin(angle) * (double)x[1];
    at[1] = cos(angle) * (double)x[1] - sin(angle) * (double)x[0];
    at[2] = (double)x[2];
}

static void cut_triangle(const cr_modes *m, int t, double angle, pieces *to) {
    const int *v = m->triangle + 3 * t;
    double p[3][3], a[3], b[3], n[3];
    piece s = {.used = false};
    int ends = 0;
    for (int i = 0; i < 3; i++) turned(m, v[i], angle, p[i]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if ((p[i][1] > 0.0) == (p[j][1] > 0.0) || ends == 2) continue;
        cross_plane(p[i], p[j], s.end[ends]);
        s.edge[ends++] = edge_name(v[i], v[j]);
    }
    if (ends < 2 || !clip(&s)) return;
    cr_sub3(p[1], p[0], a);
    cr_sub3(p[2], p[0], b);
    cr_cross3(a, b, n);
    if ((s.end[1][1] - s.end[0][1]) * n[0] - (s.end[1][0] - s.end[0][0]) * n[2] < 0.0) flip(&s);
    piece *added = CR_ARRAY_ADD(&to->list, to->arena);
    if (added) *added = s;
    else to->whole = false;
}

// The piece that goes on from an edge, or begins on the axis (-1).
static piece *follow(pieces *all, long long edge) {
    for (int i = 0; i < all->list.count; i++) {
        piece *s = CR_ARRAY_AT(&all->list, i);
        if (!s->used && s->edge[0] == edge) return s;
    }
    return NULL;
}

// One line through all pieces that form the outer surface; a closed cavity has lines of its own, which bound
// it the other way round.
static int chain(pieces *all, piece *first, double (*point)[2], double *area) {
    int count = 0;
    *area = 0.0;
    memcpy(point[count++], first->end[0], sizeof *point);
    for (piece *s = first; s; s = s->edge[1] < 0 ? NULL : follow(all, s->edge[1])) {
        s->used = true;
        *area += 0.5 * (s->end[0][0] + s->end[1][0]) * (s->end[1][1] - s->end[0][1]); // int r dz
        memcpy(point[count++], s->end[1], sizeof *point);
    }
    return count;
}

// The line that holds the others: the one with the largest area, all others negative.
static bool outer_line(pieces *all, cr_arena *arena, cr_profile *profile) {
    int room = all->list.count + 2, positive = 0;
    double(*point)[2] = cr_arena_take(arena, (size_t)room, sizeof *point);
    profile->point = cr_arena_take(arena, (size_t)room, sizeof *profile->point);
    if (!point || !profile->point) return false;
    for (int round = 0; round < 2; round++) // from the axis first, then closed ones
        for (int i = 0; i < all->list.count; i++) {
            piece *s = CR_ARRAY_AT(&all->list, i);
            double area;
            if (s->used || (round == 0 && s->edge[0] >= 0)) continue;
            int count = chain(all, s, point, &area);
            if (area <= 0.0) continue;
            positive++;
            profile->points = count;
            memcpy(profile->point, point, (size_t)count * sizeof *point);
        }
    return positive == 1 && profile->points > 2;
}

static double distance_to(const double p[2], const double q[2], double r, double z) {
    double dr = q[0] - p[0], dz = q[1] - p[1], square = dr * dr + dz * dz;
    double share = square > 0.0 ? ((r - p[0]) * dr + (z - p[1]) * dz) / square : 0.0;
    share = fmin(fmax(share, 0.0), 1.0);
    double a = p[0] + share * dr - r, b = p[1] + share * dz - z;
    return a * a + b * b;
}

// Every vertex near the line, but for those of a cavity, which are inside of it.
static bool all_on_line(const cr_modes *m, const cr_profile *profile, double tolerance) {
    for (int v = 0; v < m->vertices; v++) {
        const float *x = m->position + 3 * (size_t)v;
        double r = sqrt((double)(x[0] * x[0] + x[1] * x[1])), z = (double)x[2], nearest = HUGE_VAL;
        for (int i = 0; i + 1 < profile->points && nearest > tolerance * tolerance; i++)
            nearest = fmin(nearest, distance_to(profile->point[i], profile->point[i + 1], r, z));
        if (nearest > tolerance * tolerance) return false;
    }
    return true;
}

bool cr_profile_find(const cr_modes *modes, double size, cr_arena *arena, cr_profile *profile) {
    const double angle = 0.7390851; // no mesh has its vertices there
    pieces all = {.arena = arena, .whole = true};
    *profile = (cr_profile){0};
    for (int t = 0; t < modes->triangles; t++) cut_triangle(modes, t, angle, &all);
    if (!all.whole || all.list.count < 3 || !outer_line(&all, arena, profile)) return false;
    const double *first = profile->point[0], *last = profile->point[profile->points - 1];
    bool closed = first[0] == last[0] && first[1] == last[1];
    if (!closed && (first[0] > 0.0 || last[0] > 0.0)) return false;
    return all_on_line(modes, profile, 0.004 * size);
}
