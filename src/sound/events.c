// Contacts as they act on the modes: steps of modal forces and impulses that take their time (derivation U1).
#include "sound/sounder.h"

#include "base/numeric.h"
#include "carom/exact.h"
#include "modal/bank_internal.h"

#include <string.h>

static const cr_corner *corner_of(cr_sounder *s, int vertex) {
    cr_corner *c = &s->corner[vertex % CR_SOUND_CORNERS];
    if (c->vertex == vertex) return c;
    const cr_modes *m = s->def.modes;
    const float *shape = m->shape + 3 * (size_t)vertex;
    for (int j = 0; j < s->lanes.modes; j++, shape += 3 * (size_t)m->vertices)
        for (int d = 0; d < 3; d++) c->shape[d][j] = shape[d];
    c->vertex = vertex;
    return c;
}

CR_CLONES static void add_corner(const cr_corner *c, double weight, int modes, double *const here[3]) {
    for (int d = 0; d < 3; d++) {
        const float *shape = c->shape[d];
        double *out = here[d];
        for (int j = 0; j < modes; j++) out[j] += weight * (double)shape[j];
    }
}

// The shapes of all modes at the place that was found: its corners' by their weights, one after the other,
// since two may share a row.
static void set_here(cr_sounder *s) {
    const int *vertex = s->def.modes->triangle + 3 * (size_t)s->place.triangle;
    for (int d = 0; d < 3; d++) memset(s->here[d], 0, (size_t)s->lanes.count * sizeof(double));
    for (int k = 0; k < 3; k++)
        add_corner(corner_of(s, vertex[k]), s->place.weight[k], s->lanes.modes, s->here);
}

CR_CLONES static void add_projection(double *const here[3], cr_vec f, int modes, double *restrict out) {
    const double *x = here[0], *y = here[1], *z = here[2];
    for (int j = 0; j < modes; j++) out[j] += x[j] * f.x + y[j] * f.y + z[j] * f.z;
}

// The hint of the point that was nearest, unless others may be near there: then the oldest makes room.
static cr_skin_hint *hint_for(cr_sounder *s, cr_vec p) {
    int nearest = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < CR_SOUND_HINTS; i++) {
        cr_vec way = cr_vec_sub(p, s->hint[i].about);
        double square = cr_vec_dot(way, way);
        if (s->hint[i].count > 0 && square < least) least = square, nearest = i;
    }
    if (least < cr_square(s->hint[nearest].beyond)) return &s->hint[nearest];
    cr_skin_hint *oldest = &s->hint[s->next_hint];
    s->next_hint = (s->next_hint + 1) % CR_SOUND_HINTS;
    *oldest = (cr_skin_hint){.triangle = s->hint[nearest].triangle};
    return oldest;
}

void cr_sounder_project(cr_sounder *s, cr_vec at, cr_vec f, double *out) {
    const cr_modes *m = s->def.modes;
    cr_vec p = cr_vec_add(at, cr_vec_make(m->centre[0], m->centre[1], m->centre[2]));
    if (s->place.triangle < 0 || p.x != s->found.x || p.y != s->found.y || p.z != s->found.z) {
        s->place = cr_skin_follow(s->skin, p, hint_for(s, p));
        s->found = p;
        set_here(s);
    }
    add_projection(s->here, f, s->lanes.modes, out);
}

// The force of a mass on the spring k x^alpha without loss, in CR_PULSE_PARTS straight pieces, of unit
// impulse and duration: changes of slope at the corners.
void cr_pulse_bends(double exponent, double bend[CR_PULSE_PARTS + 1]) {
    cr_hc impact = cr_hc_make(1.0, 1.0, exponent, 0.0, 1.0);
    double force[CR_PULSE_PARTS + 1] = {0}, sum = 0.0, x, v;
    for (int i = 1; i < CR_PULSE_PARTS; i++) {
        cr_hc_state(&impact, impact.duration * i / CR_PULSE_PARTS, &x, &v);
        sum += force[i] = cr_pow(x, exponent);
    }
    for (int i = 0; i <= CR_PULSE_PARTS; i++) {
        double before = i ? force[i - 1] : 0.0, after = i < CR_PULSE_PARTS ? force[i + 1] : 0.0;
        bend[i] = (before - 2.0 * force[i] + after) / sum * cr_square(CR_PULSE_PARTS);
    }
}

// Too short for any mode to notice, and for the sum of its bends over (w duration)^2 to be exact to 1e-5.
static const double shortest = 1e-6; // s

// The first sample at or after a time, but for its rounding.
static long long sample_of(const cr_sounder *s, double t) {
    double n = ceil((t - s->def.start) * s->def.rate - 1e-6);
    return n > 9e15 ? (long long)9e15 : n < 0.0 ? 0 : (long long)n;
}

// When the force of a span changes next, or its slope.
static double change_time(const cr_span *p) {
    if (p->stage == CR_SPAN_TO_COME) return p->t0 + p->late - p->half;
    if (p->stage == CR_SPAN_GOES_OVER) return p->t0 + p->late + p->half;
    return p->followed ? HUGE_VAL : p->t1 + p->late;
}

static double corner_time(const cr_pulse *p) {
    if (p->duration < shortest) return p->t0 + 0.5 * p->duration;
    return p->t0 + p->duration * p->next / CR_PULSE_PARTS;
}

static void keep_first(long long *first, long long n, long long from) {
    n = n < from ? from : n;
    if (n < *first) *first = n;
}

long long cr_sounder_next(const cr_sounder *s, long long from, long long until) {
    long long first = until;
    for (int i = 0; i < s->spans; i++) {
        const cr_span *p = &s->span[i];
        if (p->used) keep_first(&first, sample_of(s, change_time(p)), from);
    }
    for (int i = 0; i < s->pulses; i++)
        if (s->pulse[i].used) keep_first(&first, sample_of(s, corner_time(&s->pulse[i])), from);
    return first;
}

// The earliest change of a held force up to sample n, or infinity.
static double next_change(const cr_sounder *s, long long n) {
    double first = HUGE_VAL;
    for (int i = 0; i < s->spans; i++) {
        const cr_span *p = &s->span[i];
        double t = change_time(p);
        if (p->used && t < first && sample_of(s, t) <= n) first = t;
    }
    return first;
}

static void add_row(int modes, double scale, const double *row, double *to) {
    for (int j = 0; j < modes; j++) to[j] += scale * row[j];
}

static void end_slope(cr_sounder *s, cr_span *p) {
    add_row(s->lanes.modes, -1.0, p->slope, s->bent);
    s->sloping--;
    p->stage = CR_SPAN_HOLDS;
}

// The span before ends with that: it is over, as its force acts later.
static void begin_slope(cr_sounder *s, cr_span *p) {
    if (p->last->stage == CR_SPAN_GOES_OVER) end_slope(s, p->last); // at the same time
    for (int j = 0; j < s->lanes.modes; j++)
        p->slope[j] = (p->force[j] - p->last->force[j]) / (2.0 * p->half);
    add_row(s->lanes.modes, 1.0, p->slope, s->bent);
    s->sloping++;
    p->last->used = false;
    p->stage = CR_SPAN_GOES_OVER;
}

// The next change of a span, for which it is time: of the force at once, or of its slope.
static void change_span(cr_sounder *s, cr_span *p) {
    if (p->stage == CR_SPAN_GOES_OVER) end_slope(s, p);
    else if (p->stage == CR_SPAN_TO_COME && p->half > 0.0) begin_slope(s, p);
    else {
        bool begins = p->stage == CR_SPAN_TO_COME;
        if (!begins || !p->before) add_row(s->lanes.modes, begins ? 1.0 : -1.0, p->force, s->step);
        p->stage = CR_SPAN_HOLDS;
        p->used = begins;
    }
}

// All that changes at a time: v += (step/lambda + bend/lambda^2) e^(lambda (t_n - t)).
static void change_forces(cr_sounder *s, double t, double lag) {
    const double same = 1e-12; // s: where one force has gone over and the next begins to
    size_t bytes = (size_t)s->lanes.count * sizeof(double);
    bool slopes = false, steps = false;
    memset(s->step, 0, bytes);
    memset(s->bent, 0, bytes);
    for (int i = 0; i < s->spans; i++) {
        cr_span *p = &s->span[i];
        while (p->used && change_time(p) <= t + same) {
            bool sloping = p->half > 0.0 && p->stage != CR_SPAN_HOLDS;
            slopes = slopes || sloping;
            steps = steps || !sloping;
            change_span(s, p);
        }
    }
    cr_lanes_phasor(&s->lanes, lag, s->phasor[0], s->phasor[1]);
    if (steps)
        cr_lanes_kick(&s->lanes, cr_sounder_turned(s, s->step, s->step), 1, s->phasor[0], s->phasor[1]);
    if (!slopes) return;
    if (s->sloping) add_row(s->lanes.modes, 1.0, s->bent, s->slope);
    else memset(s->slope, 0, bytes);
    cr_lanes_kick(&s->lanes, cr_sounder_turned(s, s->bent, s->bent), 2, s->phasor[0], s->phasor[1]);
}

// sum = sum over k of scale bend_k phasor, the phasor turned by `more` from each to the one before.
CR_CLONES static void sum_bends(const cr_sounder *s, int from, int until, double scale) {
    for (int j = 0; j < s->lanes.count; j += 4) {
        const cr_lanes_four c = *(const cr_lanes_four *)(s->more[0] + j),
                            d = *(const cr_lanes_four *)(s->more[1] + j);
        cr_lanes_four x = *(const cr_lanes_four *)(s->phasor[0] + j),
                      y = *(const cr_lanes_four *)(s->phasor[1] + j), sum[2] = {{0}};
        for (int k = until - 1; k >= from; k--) {
            cr_lanes_four turned = x * c - y * d;
            double bend = s->bend[k] * scale;
            sum[0] += bend * x;
            sum[1] += bend * y;
            y = x * d + y * c;
            x = turned;
        }
        *(cr_lanes_four *)(s->sum[0] + j) = sum[0];
        *(cr_lanes_four *)(s->sum[1] + j) = sum[1];
    }
}

// Corners of a pulse up to sample n, at time t: sum of bends e^(lambda (t - t_k))/lambda^2, the last first.
static void bend_pulse(cr_sounder *s, cr_pulse *p, long long n, double t) {
    const cr_lanes *l = &s->lanes;
    int from = p->next;
    while (p->next <= CR_PULSE_PARTS && sample_of(s, corner_time(p)) <= n) p->next++;
    double apart = p->duration / CR_PULSE_PARTS;
    cr_lanes_phasor(l, cr_max(t - (p->t0 + apart * (p->next - 1)), 0.0), s->phasor[0], s->phasor[1]);
    if (p->next - from > 1) cr_lanes_phasor(l, apart, s->more[0], s->more[1]);
    sum_bends(s, from, p->next, 1.0 / cr_square(p->duration));
    cr_lanes_kick(l, cr_sounder_turned(s, p->impulse, s->step), 2, s->sum[0], s->sum[1]);
    p->used = p->next <= CR_PULSE_PARTS;
}

void cr_sounder_events(cr_sounder *s, long long n) {
    double now = s->def.start + (double)n / s->def.rate, t;
    if (n % CR_SOUND_BLOCK == 0) cr_sounder_push_events(s);
    while ((t = next_change(s, n)) < HUGE_VAL) change_forces(s, t, cr_max(now - t, 0.0));
    for (int i = 0; i < s->pulses; i++) {
        cr_pulse *p = &s->pulse[i];
        if (!p->used || sample_of(s, corner_time(p)) > n) continue;
        if (p->duration >= shortest) bend_pulse(s, p, n, now);
        else {
            cr_lanes_phasor(&s->lanes, cr_max(now - corner_time(p), 0.0), s->phasor[0], s->phasor[1]);
            cr_lanes_kick(&s->lanes, cr_sounder_turned(s, p->impulse, s->step), 0, s->phasor[0],
                          s->phasor[1]);
            p->used = false;
        }
    }
}
