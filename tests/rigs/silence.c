#include "silence.h"

#include "worlds.h"

#include <math.h>

silence silence_of(int body, double from) {
    return (silence){.body = body, .from = from};
}

static struct silence_point *point_of(silence *s, int other, unsigned key) {
    for (int i = 0; i < s->points; i++)
        if (s->point[i].other == other && s->point[i].key == key) return &s->point[i];
    if (s->points == SILENCE_POINTS) return NULL;
    s->point[s->points] = (struct silence_point){.other = other, .key = key};
    return &s->point[s->points++];
}

cr_status silence_hear(void *context, const cr_world_contact *c) {
    silence *s = context;
    double time = c->t1 - c->t0;
    bool bears = cr_vec_length(c->force) + cr_vec_length(c->impulse) > 0.0;
    if (!bears || c->t0 < s->from || (c->a != s->body && c->b != s->body) || !(time > 0.0)) return CR_OK;
    struct silence_point *p = point_of(s, c->a == s->body ? c->b : c->a, c->key);
    if (!p) return CR_STOPPED;
    cr_vec force = cr_vec_along(c->force, 1.0 / time, c->impulse);
    if (p->time == 0.0) p->first = force;
    cr_vec differs = cr_vec_sub(force, p->first);
    p->time += time;
    p->sum = cr_vec_along(p->sum, time, differs);
    p->squares += time * cr_vec_dot(differs, differs);
    return CR_OK;
}

double silence_level(const silence *s, double until, double weight) {
    double whole = until - s->from, squares = 0.0;
    for (int i = 0; i < s->points; i++) {
        const struct silence_point *p = &s->point[i];
        double apart = fmax(whole - p->time, 0.0); // without force
        if (apart < 1e-9 * whole) apart = 0.0;
        cr_vec mean = cr_vec_scale(1.0 / whole, cr_vec_along(p->sum, -apart, p->first));
        squares += (p->squares + apart * cr_vec_dot(p->first, p->first)) / whole - cr_vec_dot(mean, mean);
    }
    return fmax(10.0 * log10(fmax(squares, 0.0) / (weight * weight)), -340.0);
}

double silence_of_slab(const cr_world_def *def, bool curved, silence *s) {
    const double until = 0.5;
    world_rig rig = world_begin(def);
    world_floor(&rig, cr_quat_none, 0.4);
    const cr_setting flat[] = {{"x", 0.2}, {"y", 0.1}, {"thickness", 0.01}, {0}},
                     bowl[] = {{"radius", 0.06}, {"height", 0.04}, {0}};
    cr_body_def body = body_at(0.0, 0.0, curved ? 0.0 : 0.005);
    body.from_origin = true;
    if (curved) body.turn = turn_about((cr_vec){1, 0, 0}, cr_pi);
    if (curved) body.at.z = 0.04; // the rim of a bowl is its height above its origin
    int slab = world_add(&rig, "slab", curved ? "bowl" : "plate", curved ? bowl : flat, body);
    world_start(&rig);
    *s = silence_of(slab, 0.25);
    cr_world_sink sink = {.context = s, .contact = silence_hear};
    world_run(&rig, until, &sink);
    cr_world_tell_running(rig.world, &sink);
    double weight = cr_world_model_mass(rig.model, slab) * cr_vec_length(def->gravity);
    double level = silence_level(s, until, weight);
    world_end(&rig);
    return level;
}
