// The state of a resonator as the free decay that its samples lie on, which no length of step changes
// (derivation T7).
#include "base/maths.h"
#include "base/numeric.h"
#include "modal/resonator.h"
#include "modal/resonator_free.h"

typedef struct motion {
    double q, v;
} motion;

static motion get_mode(const cr_resonator *body, const cr_mode_table *t, int i) {
    double p = t->c[i] * body->p[i] - t->s[i] * body->r[i], r = t->s[i] * body->p[i] + t->c[i] * body->r[i];
    return (motion){p / t->angular[i], t->exact_r[i] * r + t->exact_p[i] * p};
}

static void add_to_mode(cr_resonator *body, const cr_mode_table *t, int i, motion m) {
    double p = t->angular[i] * m.q, r = (m.v - t->exact_p[i] * p) / t->exact_r[i];
    body->p[i] += t->c[i] * p + t->s[i] * r;
    body->r[i] += t->c[i] * r - t->s[i] * p;
}

static void set_mode(cr_resonator *body, const cr_mode_table *t, int i, motion m) {
    body->p[i] = body->r[i] = 0.0;
    add_to_mode(body, t, i, m);
}

static int row_of(const cr_resonator *body, int given) {
    return body->rigid && given > body->rigid_at ? given - 1 : given;
}

void cr_resonator_set(cr_resonator *body, int given, double q, double v) {
    const cr_mode_table *t = &body->table[body->level];
    if (body->rigid && given == body->rigid_at) {
        body->rigid_x = q;
        body->rigid_v = v / t->rigid_exact;
        return;
    }
    cr_resonator_unpack(body);
    set_mode(body, t, row_of(body, given), (motion){q, v});
    cr_resonator_pack(body);
}

void cr_resonator_get(const cr_resonator *body, int given, double *q, double *v) {
    const cr_mode_table *t = &body->table[body->level];
    if (body->rigid && given == body->rigid_at) {
        *q = body->rigid_x;
        *v = body->rigid_v * t->rigid_exact;
        return;
    }
    cr_resonator_unpack(body);
    motion m = get_mode(body, t, row_of(body, given));
    *q = m.q;
    *v = m.v;
}

void cr_resonator_motion(const cr_resonator *body, double *q, double *v) {
    const cr_mode_table *t = &body->table[body->level];
    cr_resonator_unpack(body);
    for (int given = 0; given < body->modes + body->rigid; given++) {
        if (body->rigid && given == body->rigid_at) {
            q[given] = body->rigid_x;
            v[given] = body->rigid_v * t->rigid_exact;
            continue;
        }
        int i = row_of(body, given);
        motion m = get_mode(body, t, i);
        for (int k = 0; k < body->pushed_count; k++) {
            const cr_tap *by = &body->taps[body->pushed[k]];
            m.v -= t->exact_p[i] * by->phi[i] * by->acted / t->angular[i];
        }
        q[given] = m.q;
        v[given] = m.v;
    }
}

double cr_resonator_amplitude(const cr_resonator *body, int given) {
    if (body->rigid && given == body->rigid_at) return fabs(body->rigid_x);
    int i = row_of(body, given);
    double p = body->single ? (double)((const float *)body->state.p)[i] : body->p[i];
    double r = body->single ? (double)((const float *)body->state.r)[i] : body->r[i];
    return sqrt(p * p + r * r) / body->table[body->level].angular[i];
}

double cr_resonator_set_level(cr_resonator *body, int level) {
    if (level == body->level) return 0.0;
    double before = cr_resonator_energy(body);
    const cr_mode_table *from = &body->table[body->level], *to = &body->table[level];
    for (int i = 0; i < body->modes; i++) set_mode(body, to, i, get_mode(body, from, i));
    cr_resonator_pack(body);
    body->rigid_v *= from->rigid_exact / to->rigid_exact;
    body->level = level;
    cr_resonator_load_lone(body);
    cr_resonator_read(body, 0);
    return cr_resonator_energy(body) - before;
}

// --- motion inside a sample

// (1 - exp(-2 sigma t))/(2 sigma)
static double rigid_slide(double sigma, double t) {
    return sigma > 0.0 ? -cr_expm1(-2.0 * sigma * t) / (2.0 * sigma) : t;
}

cr_tap_path cr_resonator_ahead(const cr_resonator *body, int tap, double time) {
    const cr_mode_table *t = &body->table[body->level];
    const cr_tap *at = &body->taps[tap];
    double v = body->rigid_v * t->rigid_exact, fall = body->gravity * time;
    cr_tap_path path = {at->rigid_phi * (rigid_slide(body->rigid_sigma, time) * v + 0.5 * fall * time),
                        at->rigid_phi * (cr_exp(-2.0 * body->rigid_sigma * time) * v + fall)};
    cr_resonator_unpack(body);
    for (int i = 0; i < body->modes; i++) {
        double w = 2.0 * cr_pi * body->frequency[i], sigma = body->sigma[i];
        cr_free_motion free = cr_free_motion_at(body->frequency[i], sigma, time);
        motion m = get_mode(body, t, i);
        path.way += at->phi[i] * ((free.turn + sigma * free.slide - 1.0) * m.q + free.slide * m.v);
        path.velocity += at->phi[i] * ((free.turn - sigma * free.slide) * m.v - w * w * free.slide * m.q);
    }
    return path;
}

// Going back in time, a decay grows: not for what is gone within a sample.
static double bounded(const cr_resonator *body, double sigma, double time) {
    return time < 0.0 && sigma * body->table[0].h >= 1.0 ? 0.0 : time;
}

double cr_resonator_answer(const cr_resonator *body, int j, int k, double time) {
    const cr_tap *a = &body->taps[j], *b = &body->taps[k];
    double sigma = body->rigid_sigma;
    double sum = a->rigid_phi * b->rigid_phi * rigid_slide(sigma, bounded(body, sigma, time));
    for (int i = 0; i < body->modes; i++) {
        double back = bounded(body, body->sigma[i], time);
        sum += a->phi[i] * b->phi[i] * cr_free_motion_at(body->frequency[i], body->sigma[i], back).slide;
    }
    return sum;
}

static void shift_taps(cr_resonator *body, int mode, double q) {
    for (int k = 0; k < body->tap_count; k++) body->taps[k].change += body->taps[k].phi[mode] * q;
}

// A unit of momentum at time 0 is q = slide, v = turn - sigma slide; now is the time -`time`.
double cr_resonator_kick(cr_resonator *body, int tap, double momentum, double time) {
    const cr_mode_table *t = &body->table[body->level];
    const cr_tap *source = &body->taps[tap];
    double before = cr_resonator_energy(body), rigid = source->rigid_phi * momentum;
    double rigid_back = bounded(body, body->rigid_sigma, -time);
    double rigid_x = rigid * rigid_slide(body->rigid_sigma, rigid_back);
    body->rigid_x += rigid_x;
    body->rigid_v += rigid * cr_exp(-2.0 * body->rigid_sigma * rigid_back) / t->rigid_exact;
    for (int k = 0; k < body->tap_count; k++) {
        body->taps[k].y -= body->taps[k].change;
        body->taps[k].change += body->taps[k].rigid_phi * rigid_x;
    }
    for (int i = 0; i < body->modes; i++) {
        double back = bounded(body, body->sigma[i], -time), given = source->phi[i] * momentum;
        cr_free_motion free = cr_free_motion_at(body->frequency[i], body->sigma[i], back);
        motion m = {given * free.slide, given * (free.turn - body->sigma[i] * free.slide)};
        add_to_mode(body, t, i, m);
        if (time > 0.0) shift_taps(body, i, m.q);
    }
    cr_resonator_pack(body);
    for (int k = 0; k < body->tap_count; k++) body->taps[k].y += body->taps[k].change;
    cr_resonator_read(body, 0);
    return cr_resonator_energy(body) - before;
}
