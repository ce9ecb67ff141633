#include "modal_reference.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;
enum { COLUMNS = 9, MOST = 2 + 2 * MOST_MODES };

static const real pi = 3.14159265358979323846264338327950288L;
static const real tolerance = 1e-15L;  // of speeds and energies, per step
static const real shortest = 1e-17L;   // s: to this contact is located
static const real scan_step = 2e-7L;   // s: touches that are shorter may be missed
static const real first_step = 1e-11L; // s: e^alpha is not smooth at the touch, so steps grow from there

static real angular(const modal_object *o, int i) {
    return 2 * pi * (real)o->frequency[i];
}

double modal_agility(const modal_impact *p) {
    double sum = 1 / p->mass;
    for (int i = 0; i < p->object->count; i++) sum += p->object->phi[i] * p->object->phi[i];
    return sum;
}

// --- without contact

// q' = a11 q + a12 u, u' = a21 q + a22 u
typedef struct turn {
    real t, a11[MOST_MODES], a12[MOST_MODES], a21[MOST_MODES], a22[MOST_MODES];
} turn;

static void make_turn(const modal_object *o, real t, turn *f) {
    f->t = t;
    for (int i = 0; i < o->count; i++) {
        real w = angular(o, i), s = o->sigma[i], wd = sqrtl(w * w - s * s), e = expl(-s * t);
        real c = cosl(wd * t), sine = sinl(wd * t) / wd;
        f->a11[i] = e * (c + s * sine);
        f->a12[i] = e * sine;
        f->a21[i] = -e * w * w * sine;
        f->a22[i] = e * (c - s * sine);
    }
}

static void apply_turn(const modal_impact *p, const turn *f, modal_state *s) {
    real g = p->gravity;
    s->x += f->t * s->v + g * f->t * f->t / 2;
    s->v += f->t * g;
    for (int i = 0; i < p->object->count; i++) {
        real q = f->a11[i] * s->q[i] + f->a12[i] * s->u[i];
        s->u[i] = f->a21[i] * s->q[i] + f->a22[i] * s->u[i];
        s->q[i] = q;
    }
}

static void fly(const modal_impact *p, real t, modal_state *s) {
    turn f;
    make_turn(p->object, t, &f);
    apply_turn(p, &f, s);
}

void modal_fly(const modal_impact *p, double t, modal_state *s) {
    fly(p, t, s);
}

// --- in contact: y = x, v, q.., u..

static real depth(const modal_object *o, const real *y) {
    real e = y[0];
    for (int i = 0; i < o->count; i++) e -= o->phi[i] * y[2 + i];
    return e;
}

static real depth_rate(const modal_object *o, const real *y) {
    real e = y[1];
    for (int i = 0; i < o->count; i++) e -= o->phi[i] * y[2 + o->count + i];
    return e;
}

static void slopes(const modal_impact *p, const real *y, real *d) {
    const modal_object *o = p->object;
    int n = o->count;
    real e = depth(o, y), f = e > 0 ? p->k * powl(e, p->alpha) * (1 + p->mu * depth_rate(o, y)) : 0;
    d[0] = y[1];
    d[1] = p->gravity - f / p->mass;
    for (int i = 0; i < n; i++) {
        real w = angular(o, i);
        d[2 + i] = y[2 + n + i];
        d[2 + n + i] = -w * w * y[2 + i] - 2 * o->sigma[i] * y[2 + n + i] + o->phi[i] * f;
    }
}

// Gragg's midpoint rule with `parts` parts.
static void midpoints(const modal_impact *p, const real *y, const real *slope, real step, int parts,
                      real *end) {
    int n = 2 + 2 * p->object->count;
    real h = step / parts, before[MOST], now[MOST], d[MOST];
    for (int i = 0; i < n; i++) {
        before[i] = y[i];
        now[i] = y[i] + h * slope[i];
    }
    for (int j = 1; j < parts; j++) {
        slopes(p, now, d);
        for (int i = 0; i < n; i++) {
            real next = before[i] + 2 * h * d[i];
            before[i] = now[i];
            now[i] = next;
        }
    }
    slopes(p, now, d);
    for (int i = 0; i < n; i++) end[i] = (now[i] + before[i] + h * d[i]) / 2;
}

// Greatest difference of two states: speeds against v_in, displacements by the speeds that belong to them.
static real distance(const modal_impact *p, const real *a, const real *b) {
    int n = p->object->count;
    real share = sqrtl(p->mass), worst = fabsl(a[1] - b[1]);
    worst = fmaxl(worst, fabsl(a[0] - b[0]) * sqrtl(p->k / p->mass) * 1e-2L);
    for (int i = 0; i < n; i++) {
        worst = fmaxl(worst, fabsl(a[2 + n + i] - b[2 + n + i]) / share);
        worst = fmaxl(worst, fabsl(a[2 + i] - b[2 + i]) * angular(p->object, i) / share);
    }
    return worst / p->v_in;
}

// The column at which the extrapolation has settled, 0 if it has not.
static int extrapolate(const modal_impact *p, const real *y, real step, real *end) {
    int n = 2 + 2 * p->object->count;
    real table[COLUMNS][MOST], slope[MOST];
    slopes(p, y, slope);
    for (int k = 0; k < COLUMNS; k++) {
        midpoints(p, y, slope, step, 2 * (k + 1), table[k]);
        for (int j = k - 1; j >= 0; j--) {
            real ratio = (real)(k + 1) / (j + 1), weight = 1 / (ratio * ratio - 1);
            for (int i = 0; i < n; i++)
                table[j][i] = table[j + 1][i] + (table[j + 1][i] - table[j][i]) * weight;
        }
        bool settled = k >= 2 && distance(p, table[0], end) < tolerance;
        memcpy(end, table[0], (size_t)n * sizeof(real));
        if (settled) return k;
    }
    return 0;
}

static void pack(const modal_object *o, const modal_state *s, real *y) {
    y[0] = s->x;
    y[1] = s->v;
    memcpy(y + 2, s->q, (size_t)o->count * sizeof(real));
    memcpy(y + 2 + o->count, s->u, (size_t)o->count * sizeof(real));
}

static void unpack(const modal_object *o, const real *y, modal_state *s) {
    s->x = y[0];
    s->v = y[1];
    memcpy(s->q, y + 2, (size_t)o->count * sizeof(real));
    memcpy(s->u, y + 2 + o->count, (size_t)o->count * sizeof(real));
}

// Until release or for `left`; the time it took.
static real press(const modal_impact *p, real left, modal_state *s) {
    const modal_object *o = p->object;
    real y[MOST], next[MOST], t = 0, step = first_step;
    pack(o, s, y);
    while (t < left) {
        step = fminl(step, left - t);
        int column = extrapolate(p, y, step, next);
        real e = depth(o, next);
        if (!column || e <= 0) {
            step /= 2;
            if (step < shortest) break;
            continue;
        }
        memcpy(y, next, sizeof y);
        t += step;
        step *= column < 5 ? 2 : column < 7 ? 1.4L : 1;
        real rate = depth_rate(o, y);
        if (rate < 0) step = fminl(step, 0.7L * e / -rate);
        if (step < shortest && t < left) break;
    }
    unpack(o, y, s);
    return t;
}

static bool closing(const modal_object *o, const modal_state *s) {
    real y[MOST];
    pack(o, s, y);
    return depth(o, y) > 0 && depth_rate(o, y) > 0;
}

// Until the next touch or for `left`; the time it took.
static real wait(const modal_impact *p, real left, modal_state *s) {
    turn small;
    make_turn(p->object, scan_step, &small);
    for (real t = 0; t + scan_step <= left; t += scan_step) {
        modal_state before = *s;
        apply_turn(p, &small, s);
        if (!closing(p->object, s)) continue;
        real early = 0, late = scan_step;
        while (late - early > shortest) {
            real middle = (early + late) / 2;
            *s = before;
            fly(p, middle, s);
            if (closing(p->object, s)) late = middle;
            else early = middle;
        }
        *s = before;
        fly(p, early, s);
        return t + early;
    }
    return left;
}

modal_outcome modal_reference(const modal_impact *p, double t_end, modal_state *s) {
    modal_outcome outcome = {0};
    real t = 0;
    *s = (modal_state){.v = p->v_in};
    while (t < t_end) {
        real contact = press(p, t_end - t, s);
        outcome.total += (double)contact;
        if (!outcome.contacts++) outcome.first = (double)contact;
        t += contact;
        modal_state released = *s;
        real flight = wait(p, t_end - t, s);
        if (flight >= t_end - t) {
            *s = released;
            fly(p, t_end - t, s);
            break;
        }
        t += flight;
    }
    return outcome;
}
