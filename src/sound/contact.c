// Telling a sounder of contacts.
#include "sound/sounder.h"

#include "base/dense.h"
#include "base/numeric.h"
#include "carom/exact.h"

#include <string.h>

cr_sound_contact cr_sound_contact_of(const cr_world_contact *c, bool of_a, cr_quat turn) {
    double sign = of_a ? 1.0 : -1.0;
    return (cr_sound_contact){.t0 = c->t0,
                              .t1 = c->t1,
                              .at = of_a ? c->on_a : c->on_b,
                              .normal = cr_vec_scale(sign, cr_quat_back(turn, c->normal)),
                              .impulse = cr_vec_scale(sign, cr_quat_back(turn, c->impulse)),
                              .force = cr_vec_scale(sign, cr_quat_back(turn, c->force)),
                              .slip = c->slip,
                              .stiffness = HUGE_VAL,
                              .pressed = c->gap < 0.0};
}

// Of what a point bears in its step: a normal impulse up to there is no blow (derivation U10), nor is what
// comes without any, by friction. Of a point that lands it is one unless it is as weak as rounding deals out
// to all that touches: such blows would last long and pile up.
static const double part_of_load = 1.0, part_of_landing = 0.01;

cr_sound_contact cr_sound_contact_heard(const cr_sound_contact *contact) {
    cr_sound_contact c = *contact;
    double span = c.t1 - c.t0, bears = cr_max(cr_vec_dot(c.force, c.normal), 0.0) * span;
    double least = (c.pressed ? part_of_load : part_of_landing) * bears;
    if (!(span > 0.0) || cr_vec_dot(c.impulse, c.normal) > least) return c;
    c.force = cr_vec_along(c.force, 1.0 / span, c.impulse);
    c.impulse = (cr_vec){0};
    return c;
}

// v = J/(m (1 + e)); S0 (9) without loss
double cr_sound_duration(double stiffness, double exponent, double mass, double restitution, double impulse) {
    if (!(impulse > 0.0) || !(mass > 0.0) || !(stiffness > 0.0) || isinf(mass)) return 0.0;
    return cr_lossless_duration(mass, stiffness, exponent, impulse / (mass * (1.0 + restitution)));
}

// 1/m* = 1/m + (r x n) I^-1 (r x n)
double cr_sound_effective_mass(double mass, const double i[6], cr_vec at, cr_vec normal) {
    if (isinf(mass)) return mass;
    double inverse[9] = {i[0], i[5], i[4], i[5], i[1], i[3], i[4], i[3], i[2]};
    cr_vec a = cr_vec_cross(at, normal);
    if (cr_dense_invert3(inverse) == 0) return mass;
    cr_vec turned = {inverse[0] * a.x + inverse[1] * a.y + inverse[2] * a.z,
                     inverse[3] * a.x + inverse[4] * a.y + inverse[5] * a.z,
                     inverse[6] * a.x + inverse[7] * a.y + inverse[8] * a.z};
    return 1.0 / (1.0 / mass + cr_vec_dot(a, turned));
}

static bool finite_vec(cr_vec v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static cr_status check(const cr_sound_contact *c, cr_error *error) {
    bool fine = isfinite(c->t0) && !isnan(c->t1) && isfinite(c->duration) && c->duration >= 0.0 &&
                finite_vec(c->at) && finite_vec(c->normal) && finite_vec(c->impulse) &&
                finite_vec(c->force) && isfinite(c->slip) && c->stiffness > 0.0;
    if (!fine)
        return cr_fail(error, CR_ERR_INPUT, "contact",
                       "a value is not finite, or its duration or stiffness is negative");
    if (c->t1 < c->t0)
        return cr_fail(error, CR_ERR_INPUT, "contact", "ends at %g s before it begins at %g s", c->t1, c->t0);
    return CR_OK;
}

// Blows wait as long as forces that are held: within a step the one is not heard without the other.
static double lateness(const cr_sounder *s, const cr_sound_contact *c) {
    return c->ends ? 0.0 : s->def.blend;
}

// The span that this one follows on, of the same that presses; NULL: none.
static cr_span *span_before(const cr_sounder *s, const cr_sound_contact *c) {
    for (int i = 0; i < s->spans && !c->ends; i++) {
        cr_span *p = &s->span[i];
        if (p->used && !p->ends && !p->followed && p->from == c->from && p->t1 == c->t0) return p;
    }
    return NULL;
}

// How a new span begins: from the one before, half of which it leaves alone, or at once.
static void join(cr_span *span, cr_span *last) {
    if (!last || !(span->late > 0.0)) return;
    span->half = cr_min(cr_min(0.5 * (last->t1 - last->t0), 0.5 * (span->t1 - span->t0)), span->late);
    if (!(span->half > 0.0)) return;
    span->last = last;
    last->followed = true;
}

// The span of a step, or a new one; NULL: all are in use.
static cr_span *span_of(cr_sounder *s, const cr_sound_contact *c) {
    cr_span *spare = NULL;
    for (int i = 0; i < s->spans; i++) {
        cr_span *p = &s->span[i];
        bool same = p->t0 == c->t0 && p->t1 == c->t1 && p->before == c->before && p->ends == c->ends &&
                    p->from == c->from;
        if (p->used && p->stage == CR_SPAN_TO_COME && same) return p;
        if (!p->used && !spare) spare = p;
    }
    if (!spare && s->spans < s->def.steps) spare = &s->span[s->spans++];
    if (!spare) return NULL;
    size_t bytes = (size_t)s->lanes.count * sizeof(double);
    cr_span *last = s->def.blend > 0.0 ? span_before(s, c) : NULL;
    *spare = (cr_span){.t0 = c->t0,
                       .t1 = c->t1,
                       .late = lateness(s, c),
                       .used = true,
                       .before = c->before,
                       .ends = c->ends,
                       .from = c->from,
                       .force = memset(spare->force, 0, bytes),
                       .slope = spare->slope,
                       .extra = memset(spare->extra, 0, bytes),
                       .pitch = memset(spare->pitch, 0, bytes)};
    join(spare, last);
    return spare;
}

static cr_pulse *spare_pulse(cr_sounder *s) {
    for (int i = 0; i < s->pulses; i++)
        if (!s->pulse[i].used) return &s->pulse[i];
    return s->pulses < s->def.pulses ? &s->pulse[s->pulses++] : NULL;
}

static void gather(cr_sounder *s, cr_span *span, const cr_sound_contact *c) {
    cr_gather *g = &s->gather;
    int at = g->coupling.points;
    double load = cr_vec_dot(c->force, c->normal);
    if (g->span != span) {
        cr_sounder_settle(s);
        g->span = span;
        g->felt = false;
        at = 0;
    }
    if (!c->pair || !(load > 0.0) || at >= CR_COUPLING_POINTS) return;
    cr_coupling_point *p = &g->coupling.point[at];
    *p = (cr_coupling_point){.at = c->at, .axis = {c->normal}, .support = &c->pair->support};
    cr_vec_frame(c->normal, &p->axis[1], &p->axis[2]);
    for (int d = 0; d < 3; d++) {
        p->shape[d] = memset(g->shape[at][d], 0, (size_t)s->lanes.count * sizeof(double));
        cr_sounder_project(s, c->at, p->axis[d], g->shape[at][d]);
        for (int j = 0; j < c->felt && j < s->lanes.modes; j++) g->shape[at][d][j] = 0.0;
    }
    g->point[at] = (struct cr_gather_point){load, c->stiffness, c->pair};
    g->coupling.points = at + 1;
    g->felt = g->felt || c->felt > 0;
}

cr_status cr_sounder_contact(cr_sounder *s, const cr_sound_contact *contact, cr_error *error) {
    cr_sound_contact c = *contact;
    cr_status status = check(&c, error);
    if (status != CR_OK) return status;
    double earliest = cr_sounder_time(s) - s->lanes.h;
    c.t0 = cr_max(c.t0, earliest);
    c.t1 = cr_max(c.t1, c.t0);
    bool struck = cr_vec_dot(c.impulse, c.impulse) > 0.0, held = c.t1 > c.t0;
    cr_pulse *pulse = struck ? spare_pulse(s) : NULL;
    cr_span *span = held ? span_of(s, &c) : NULL;
    if ((struck && !pulse) || (held && !span))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "sounder",
                       "more than %d steps or %d impulses of contact are pending: run it further first",
                       s->def.steps, s->def.pulses);
    if (pulse) {
        memset(pulse->impulse, 0, (size_t)s->lanes.count * sizeof(double));
        *pulse = (cr_pulse){.t0 = c.t0 + lateness(s, &c),
                            .duration = c.duration,
                            .used = true,
                            .impulse = pulse->impulse,
                            .block = -1};
        cr_sounder_project(s, c.at, c.impulse, pulse->impulse);
    }
    if (span) {
        cr_sounder_project(s, c.at, c.force, span->force);
        if (s->def.damping != CR_CONTACT_DAMPING_NONE) gather(s, span, &c);
    }
    return CR_OK;
}

void cr_sounder_extend(cr_sounder *s, int number, double from, double until) {
    for (int i = 0; i < s->spans; i++) {
        cr_span *p = &s->span[i];
        if (p->used && !p->ends && p->from == number && p->t1 == from) p->t1 = cr_max(from, until);
    }
}
