// Volume, centre and inertia of bodies of density 1.
#include "form/form_internal.h"

void cr_moments_add_box(cr_moments *m, cr_vec c, cr_vec half) {
    double volume = 8.0 * half.x * half.y * half.z, at[3] = {c.x, c.y, c.z},
           own[3] = {half.x, half.y, half.z};
    m->volume += volume;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        m->first[i] += volume * at[i];
        m->second[i] += volume * (at[i] * at[i] + own[i] * own[i] / 3.0);
        m->second[3 + i] += volume * at[j] * at[k];
    }
}

void cr_moments_add_round(cr_moments *m, const double section[4]) {
    m->volume += section[0];
    m->first[2] += section[1];
    m->second[2] += section[2];
    m->second[0] += section[3];
    m->second[1] += section[3];
}

void cr_moments_add_cylinder(cr_moments *m, double radius, double half, double sign) {
    double volume = sign * cr_pi * radius * radius * 2.0 * half;
    cr_moments_add_round(
        m, (double[4]){volume, 0.0, volume * half * half / 3.0, volume * radius * radius / 4.0});
}

// About the centre: I_xx = integral of y^2 + z^2, I_yz = - integral of y z (Huygens and Steiner).
void cr_form_set_mass(cr_form *form, const cr_moments *m) {
    double c[3], s[3];
    form->volume = m->volume;
    for (int i = 0; i < 3; i++) {
        c[i] = m->first[i] / m->volume;
        s[i] = m->second[i] - m->volume * c[i] * c[i];
    }
    form->centre = (cr_vec){c[0], c[1], c[2]};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        form->inertia[i] = s[j] + s[k];
        form->inertia[3 + i] = m->volume * c[j] * c[k] - m->second[3 + i];
    }
}
