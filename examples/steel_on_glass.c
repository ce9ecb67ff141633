// A steel ball falls on a thick glass plate. Hertz gives the stiffness of the contact from the materials,
// Hunt and Crossley its loss, and the closed form tells how long they touch and how fast the ball leaves.
#include "carom/exact.h"
#include "carom/material.h"

#include <math.h>
#include <stdio.h>

int main(void) {
    const double radius = 5e-3; // m
    const double height = 0.1;  // m
    const double mu = 0.2;      // s/m, loss of the contact

    cr_error error;
    const cr_material *steel = cr_material_find("steel", &error);
    const cr_material *glass = steel ? cr_material_find("glass", &error) : NULL;
    if (!glass) {
        fprintf(stderr, "%s: %s\n", error.place, error.reason);
        return 1;
    }
    const double mass = steel->density * 4.0 / 3.0 * acos(-1.0) * pow(radius, 3);
    const double stiffness = cr_hertz_stiffness(steel, glass, radius);
    const double speed = sqrt(2 * 9.81 * height);
    const cr_hc impact = cr_hc_make(mass, stiffness, 1.5, mu, speed);

    printf("mass         %8.3f g\n", 1e3 * mass);
    printf("stiffness    %8.3g N/m^1.5\n", stiffness);
    printf("speed        %8.3f m/s\n", speed);
    printf("contact time %8.2f us\n", 1e6 * impact.duration);
    printf("compression  %8.2f um\n", 1e6 * impact.x_max);
    printf("restitution  %8.4f\n", -impact.v_out / impact.v_in);
    return 0;
}
