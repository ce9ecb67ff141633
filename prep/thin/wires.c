#include "prep/thin/wires.h"

#include "prep/bem/vector.h"

// Gauss' rule of four points: where bending waves have two pieces per half of their length or more, it is
// better than what the lumps at the ends leave.
enum { POINTS = 4, LEAST = 2 };
static const double node[POINTS] = {0.0694318442029737, 0.3300094782075719, 0.6699905217924281,
                                    0.9305681557970263};
static const double weight[POINTS] = {0.1739274225687269, 0.3260725774312731, 0.3260725774312731,
                                      0.1739274225687269};

static double length_of(const cr_wire *w) {
    double d[3];
    cr_sub3(w->to, w->from, d);
    return cr_length3(d);
}

static int stretches(const cr_wire *w, double length) {
    return (int)fmin(4096.0, fmax(LEAST, ceil(length_of(w) / (POINTS * length) - 1e-9)));
}

cr_status cr_wire_pieces_make(const cr_wire *wire, int wires, double length, cr_arena *arena,
                              cr_wire_pieces *pieces, cr_error *error) {
    const double inside = 0.3; // radii from the end, where its lump is
    int count = 0;
    for (int i = 0; i < wires; i++)
        count += POINTS * stretches(&wire[i], length) + !wire[i].joined[0] + !wire[i].joined[1];
    *pieces = (cr_wire_pieces){.wire = cr_arena_take(arena, (size_t)count + 1, sizeof *pieces->wire),
                               .along = cr_arena_take(arena, (size_t)count + 1, sizeof *pieces->along),
                               .weight = cr_arena_take(arena, (size_t)count + 1, sizeof *pieces->weight)};
    if (!pieces->wire || !pieces->along || !pieces->weight)
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for %d pieces of wire", count);
    for (int i = 0; i < wires; i++) {
        int all = stretches(&wire[i], length);
        double whole = length_of(&wire[i]);
        for (int s = 0; s < all * POINTS; s++) {
            int n = pieces->count++;
            pieces->wire[n] = i;
            pieces->along[n] = (s / POINTS + node[s % POINTS]) / all;
            pieces->weight[n] = weight[s % POINTS] * whole / all;
        }
        for (int end = 0; end < 2; end++) {
            double in = fmin(0.5, inside * wire[i].radius / whole);
            if (wire[i].joined[end]) continue;
            pieces->wire[pieces->count] = i;
            pieces->along[pieces->count++] = end ? 1.0 - in : in;
        }
    }
    return CR_OK;
}

void cr_wire_pieces_place(const cr_wire *wire, const cr_wire_pieces *pieces, cr_patches *set) {
    set->count = pieces->count;
    for (int n = 0; n < pieces->count; n++) {
        const cr_wire *w = &wire[pieces->wire[n]];
        double whole = length_of(w);
        for (int d = 0; d < 3; d++) {
            set->at[n][d] = (float)(w->from[d] + pieces->along[n] * (w->to[d] - w->from[d]));
            set->along[n][d] = (float)((w->to[d] - w->from[d]) / whole);
        }
        set->along[n][3] = pieces->weight[n] > 0.0 ? (float)w->radius : 0.0f;
    }
}

// A cubic through four nodes (Lagrange), or what fewer allow.
static void moved_at(const cr_wire *w, double along, double u[3]) {
    int points = w->nodes < 4 ? w->nodes : 4, first = 0;
    while (first + points < w->nodes && w->place[first + points / 2] < along) first++;
    for (int d = 0; d < 3; d++) u[d] = 0.0;
    for (int i = 0; i < points; i++) {
        const double *x = w->place + first;
        double share = 1.0;
        for (int j = 0; j < points; j++)
            if (j != i) share *= (along - x[j]) / (x[i] - x[j]);
        for (int d = 0; d < 3; d++) u[d] += share * w->moved[first + i][d];
    }
}

// A cylinder that swings across its axis is a line of dipoles -2 pi a^2 g per length, g = -density u: its own
// volume, and as much air that goes with it. Over the last half radius at a free end no air does: the dipole
// +pi a^3 g/2 there. Motion along the rod is not heard.
void cr_wire_pieces_fill(const cr_wire *wire, const cr_wire_pieces *pieces, double density, float *to,
                         double *square) {
    *square = 0.0;
    for (int n = 0; n < pieces->count; n++, to += CR_RADIATION_PATCH) {
        const cr_wire *w = &wire[pieces->wire[n]];
        double u[3], tangent[3], whole = length_of(w), a = w->radius;
        bool lump = !(pieces->weight[n] > 0.0);
        cr_sub3(w->to, w->from, tangent);
        for (int d = 0; d < 3; d++) tangent[d] /= whole;
        moved_at(w, lump ? round(pieces->along[n]) : pieces->along[n], u);
        double out = cr_dot3(u, tangent);
        double strength = lump ? 0.5 * cr_pi * a * a * a : -2.0 * cr_pi * a * a * pieces->weight[n];
        to[0] = to[1] = 0.0f;
        for (int d = 0; d < 3; d++) {
            double g = -density * (u[d] - out * tangent[d]);
            to[2 + 2 * d] = (float)(strength * g);
            to[3 + 2 * d] = 0.0f;
            *square += cr_pi * a * pieces->weight[n] * g * g;
        }
    }
}
