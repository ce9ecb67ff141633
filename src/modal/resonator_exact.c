// The state of a resonator as the free decay that its samples lie on, which no length of step changes.
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

static void set_mode(cr_resonator *body, const cr_mode_table *t, int i, motion m) {
    double p = t->angular[i] * m.q, r = (m.v - t->exact_p[i] * p) / t->exact_r[i];
    body->p[i] = t->c[i] * p + t->s[i] * r;
    body->r[i] = t->c[i] * r - t->s[i] * p;
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
    set_mode(body, t, row_of(body, given), (motion){q, v});
}

void cr_resonator_get(const cr_resonator *body, int given, double *q, double *v) {
    const cr_mode_table *t = &body->table[body->level];
    if (body->rigid && given == body->rigid_at) {
        *q = body->rigid_x;
        *v = body->rigid_v * t->rigid_exact;
        return;
    }
    motion m = get_mode(body, t, row_of(body, given));
    *q = m.q;
    *v = m.v;
}

double cr_resonator_set_level(cr_resonator *body, int level) {
    if (level == body->level) return 0.0;
    double before = cr_resonator_energy(body);
    const cr_mode_table *from = &body->table[body->level], *to = &body->table[level];
    for (int i = 0; i < body->modes; i++) set_mode(body, to, i, get_mode(body, from, i));
    body->rigid_v *= from->rigid_exact / to->rigid_exact;
    body->level = level;
    cr_resonator_read(body, 0);
    return cr_resonator_energy(body) - before;
}
