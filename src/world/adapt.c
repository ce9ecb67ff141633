// How long steps are: modes that are excited shorten them, and bodies at rest sleep.
#include "base/numeric.h"
#include "world/s3.h"

static double step_of_mode(const cr_world *w, const cr_body *b, int mode) {
    return 2.0 * cr_pi / (w->model->def.steps_per_period * b->w[mode]);
}

// Friction takes mu from the last slip: a mode that it feeds needs so many steps per period, or it is silent.
static double step_of_squeak(double w) {
    const double steps = 20.0;
    return 2.0 * cr_pi / (steps * w);
}

// While bodies stick for part of a period nothing is fed: the rule goes on for as long as modes stay awake.
void cr_mover_squeak(cr_world *w, int body, double time) {
    cr_mover *m = &w->mover[body];
    if (m->squeaks == 0.0 || (m->squeaks < m->squeaky && time < m->squeaky_until)) return;
    m->squeaky = m->squeaks;
    m->squeaky_until = time + cr_max(w->model->def.hold, 4.0 * cr_pi / m->squeaky);
}

double cr_mover_wish(const cr_world *w, int body) {
    const cr_body *b = cr_body_of(w, body);
    const cr_mover *m = &w->mover[body];
    const double turn = 0.2; // rad: greatest turn in a step
    double h = cr_min(cr_min(w->model->def.step, m->pace), m->limit), spin = cr_vec_length(m->before.spin);
    int awake = w->model->def.adaptive ? m->awake : b->modes;
    if (awake > 0) h = cr_min(h, step_of_mode(w, b, awake - 1));
    if (m->t0 < m->squeaky_until) h = cr_min(h, step_of_squeak(m->squeaky));
    if (b->moves && spin * h > turn && !cr_world_is_s3(w)) h = turn / spin;
    double event = cr_world_next_event(w, body, m->t0) - m->t0;
    return cr_min(h, event);
}

// Twice the energy of a mode about where its force holds it.
static double ringing(double w, double q, double rate, double force) {
    return cr_square(rate) + cr_square(w * q - force / w);
}

// The highest mode that the kick and the change of force of this step excite: |U^T J| + |U^T dF| min(h, 1/w);
// or that has been fed by and by, as by friction that falls with speed, to twice the amplitude at which modes
// let go.
static int excited(const cr_world *w, int body, double h) {
    const cr_body *b = cr_body_of(w, body);
    const cr_mover *m = &w->mover[body];
    for (int j = b->modes - 1; j >= m->awake; j--) {
        double kick = fabs(m->rate[j] - m->rate_before[j]);
        double force = fabs(m->total[j] - m->total_last[j]) * cr_min(h, 1.0 / b->w[j]);
        double rings = ringing(b->w[j], m->q[j], m->rate[j], m->total[j]);
        if (kick + force >= w->model->def.awake || rings >= 8.0 * w->model->def.asleep) return j + 1;
    }
    return m->awake;
}

bool cr_group_raise(cr_world *w, cr_group *g) {
    if (!w->model->def.adaptive) return false;
    double h = g->t1 - g->t0;
    bool shorter = false;
    for (int i = 0; i < g->members; i++) {
        int body = g->member[i], awake = excited(w, body, h);
        cr_mover *m = &w->mover[body];
        if (awake <= m->awake) continue;
        const cr_body *b = cr_body_of(w, body);
        m->awake = awake;
        m->awake_until = g->t0 + cr_max(w->model->def.hold, 4.0 * cr_pi / b->w[awake - 1]);
        shorter = shorter || step_of_mode(w, b, awake - 1) < 0.999 * h;
        g->ups++;
    }
    return shorter;
}

void cr_mover_lower(cr_world *w, int body, double time) {
    const cr_body *b = cr_body_of(w, body);
    cr_mover *m = &w->mover[body];
    if (m->awake == 0 || time < m->awake_until) return;
    int awake = m->awake;
    while (awake > 0) {
        int j = awake - 1;
        if (ringing(b->w[j], m->q[j], m->rate_before[j], m->total[j]) >= 2.0 * w->model->def.asleep) break;
        awake--;
    }
    if (awake == m->awake) return;
    m->awake = awake;
    w->stats.downs++;
    if (awake > 0) m->awake_until = time + cr_max(w->model->def.hold, 4.0 * cr_pi / b->w[awake - 1]);
}

// Still: slower than a micrometre per second at any point, and modes likewise.
static bool still(const cr_world *w, int body) {
    const double slow = 1e-6;
    const cr_body *b = cr_body_of(w, body);
    const cr_mover *m = &w->mover[body];
    double speed = cr_vec_length(m->end.velocity) + b->reach * cr_vec_length(m->end.spin), modal = 0.0;
    for (int j = 0; j < b->modes; j++) modal += cr_square(m->rate_end[j]);
    return (!b->moves || speed < slow) && modal < slow * slow * b->rigid.mass;
}

// Bodies that a force is yet to come for stay awake, and all do while a drive is going on: it might come to
// them unseen.
bool cr_group_calm(cr_world *w, cr_group *g) {
    const double patience = 0.1; // s
    bool calm = w->model->def.sleeping && g->t1 > w->model->drives_end;
    for (int i = 0; i < g->members; i++) {
        const cr_body *b = cr_body_of(w, g->member[i]);
        cr_mover *m = &w->mover[g->member[i]];
        if (!still(w, g->member[i])) m->calm_since = HUGE_VAL;
        else if (m->calm_since == HUGE_VAL) m->calm_since = g->t1;
        calm = calm && g->t1 - m->calm_since >= patience && b->drive.keys == 0;
        calm = calm && cr_world_next_event(w, g->member[i], nextafter(g->t1, 0.0)) == HUGE_VAL;
    }
    return calm && g->points + g->joints > 0 && !g->driven;
}
