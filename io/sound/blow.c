#include "io/sound/blow.h"

#include "carom/material.h"

// Half the size of a body: how far its mass is from its middle.
static double size_of(const cr_record_body *body) {
    const double *i = body->inertia;
    return body->mass < HUGE_VAL ? sqrt(0.5 * (i[0] + i[1] + i[2]) / body->mass) : HUGE_VAL;
}

double cr_sound_blow_duration(const cr_sound_pass_def *def, const cr_world_contact *contact,
                              const cr_quat turn[2]) {
    const double hertz = 1.5, largest = 1.0; // m: what both are flat and fixed gives like
    const cr_record_head *head = cr_record_reader_head(def->motion);
    const int index[] = {contact->a, contact->b};
    const cr_vec at[] = {contact->on_a, contact->on_b};
    double impulse = cr_vec_dot(contact->impulse, contact->normal), lightness = 0.0, give = 0.0, back = 1.0,
           radius = fmin(largest, contact->curvature > 0.0 ? 1.0 / contact->curvature : HUGE_VAL);
    if (!(impulse > 0.0)) return 0.0;
    for (int i = 0; i < 2; i++) {
        const cr_record_body *body = &head->body[index[i]];
        const cr_body_def *made = def->body[index[i]].def;
        cr_vec normal = cr_quat_back(turn[i], contact->normal);
        lightness += 1.0 / cr_sound_effective_mass(body->mass, body->inertia, at[i], normal);
        give += (1.0 - made->poisson * made->poisson) / made->young;
        back *= made->restitution;
        radius = fmin(radius, size_of(body));
    }
    if (!(lightness > 0.0)) return 0.0;
    return cr_sound_duration(cr_hertz_stiffness_ellipse(1.0 / give, radius, radius), hertz, 1.0 / lightness,
                             back, impulse);
}
