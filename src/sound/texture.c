// Rough contact. A mass m under the load N rides on the heights h = h_1(x_1) + h_2(x_2) that pass beneath it,
// with compression delta = h - y:  m y'' = F - N. A step by the discrete gradient (S4 (8)) and the midpoint
// rule:
//   y+ = y + T v + T^2/(2m) (F - N),  v+ = v + T/m (F - N),  F = (V(delta+) - V(delta))/(delta+ - delta) +
//   damper,
// so that  change of (m v^2/2 + V + N y) = F (h+ - h) - loss,  to rounding (derivation U7): the first is what
// the drag F dh/dx takes from the sweep.
#include "carom/sound.h"

#include "base/def.h"
#include "base/numeric.h"
#include "carom/exact.h"
#include "scheme/gradient.h"

enum { FINE = 4 }; // steps per sample

struct cr_texture {
    cr_texture_def def;
    double x[2];               // m, along the surfaces
    double height, y, v, load; // of the surfaces, of the mass
    cr_sum swept, lost, loaded;
    bool begun;
};

cr_texture_def cr_texture_def_default(void) {
    return (cr_texture_def){.rate = 44100.0, .mass = 0.01, .made = CR_DEF_MADE};
}

static cr_status check_def(const cr_texture_def *def, cr_error *error) {
    cr_status status = cr_def_check(def->made, "texture", error);
    if (status != CR_OK) return status;
    bool fine = def->rate >= 1000.0 && def->rate <= 1e7 && def->mass > 0.0 && def->law.type &&
                isfinite(def->start[0]) && isfinite(def->start[1]);
    if (fine) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "texture",
                   "needs a rate of 1000 .. 1e7 Hz, a mass above 0, a law and finite places");
}

cr_status cr_texture_begin(cr_texture *t, const cr_texture_def *def, cr_error *error) {
    cr_status status = check_def(def, error);
    if (status == CR_OK) *t = (cr_texture){.def = *def, .x = {def->start[0], def->start[1]}};
    return status;
}

cr_texture *cr_texture_new(const cr_texture_def *def, cr_arena *arena, cr_error *error) {
    if (check_def(def, error) != CR_OK) return NULL;
    cr_texture *t = cr_arena_take(arena, 1, sizeof *t);
    if (!t) {
        cr_fail(error, CR_ERR_MEMORY, "texture", "no memory");
        return NULL;
    }
    cr_texture_begin(t, def, NULL);
    return t;
}

static double height(const cr_texture *t) {
    double sum = 0.0;
    for (int i = 0; i < 2; i++)
        if (t->def.surface[i]) sum += cr_rough_height(t->def.surface[i], t->x[i]);
    return sum;
}

static double step(cr_texture *t, double load, const double speed[2], double T) {
    double before = t->height, m = t->def.mass, elastic, force;
    for (int i = 0; i < 2; i++) t->x[i] += speed[i] * T;
    t->height = height(t);
    double fall = T * t->v - T * T / (2.0 * m) * load;
    cr_gradient_step s = {.law = &t->def.law,
                          .from = before - t->y,
                          .reach = t->height - before - fall,
                          .compliance = T * T / (2.0 * m),
                          .span = T};
    double travel = cr_gradient_solve(&s, &force, &elastic, NULL);
    double rise = T * t->v + s.compliance * (force - load);
    t->y += rise;
    t->v += T / m * (force - load);
    cr_sum_add(&t->swept, force * (t->height - before));
    cr_sum_add(&t->lost, (force - elastic) * travel);
    return force;
}

void cr_texture_run(cr_texture *t, double load, const double speed[2], double excess[CR_SOUND_BLOCK]) {
    load = cr_max(load, 0.0);
    if (!t->begun) {
        t->begun = true;
        t->height = height(t);
        t->y = t->height - (load > 0.0 ? cr_equilibrium_depth(&t->def.law, load) : 0.0);
        t->load = load;
    }
    double T = 1.0 / (t->def.rate * FINE), rise = (load - t->load) / (CR_SOUND_BLOCK * FINE);
    for (int n = 0; n < CR_SOUND_BLOCK; n++) {
        double sum = 0.0;
        for (int i = 0; i < FINE; i++) {
            t->load += rise;
            cr_sum_add(&t->loaded, rise * t->y);
            sum += step(t, t->load, speed, T) - t->load;
        }
        excess[n] = sum / FINE;
    }
    t->load = load;
}

cr_texture_energy cr_texture_ledger(const cr_texture *t) {
    const cr_law *law = &t->def.law;
    double spring = law->type->ops->potential(law, t->height - t->y);
    return (cr_texture_energy){.stored = 0.5 * t->def.mass * t->v * t->v + spring + t->load * t->y,
                               .swept = t->swept.sum + t->swept.carried,
                               .lost = t->lost.sum + t->lost.carried,
                               .loaded = t->loaded.sum + t->loaded.carried};
}
