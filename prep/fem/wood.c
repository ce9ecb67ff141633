#include "prep/fem/wood.h"

// Forest Products Laboratory, Wood Handbook (USDA, FPL-GTR-190, 2010): elastic ratios and Poisson's ratios at
// about 12 % moisture of Tables 5-1 and 5-2, gravity and modulus at 12 % of Tables 5-3a and 5-5a (balsa:
// green). Only woods for which it has all of them.
static const cr_wood woods[] = {
    {"spruce", 0.40, 10.8e9, {0.043, 0.078, 0.064, 0.061, 0.003}, {0.372, 0.467, 0.435}}, // Sitka
    {"douglas-fir", 0.48, 13.4e9, {0.050, 0.068, 0.064, 0.078, 0.007}, {0.292, 0.449, 0.390}},
    {"birch", 0.62, 13.9e9, {0.050, 0.078, 0.074, 0.068, 0.017}, {0.426, 0.451, 0.697}},    // yellow
    {"walnut", 0.55, 11.6e9, {0.056, 0.106, 0.085, 0.062, 0.021}, {0.495, 0.632, 0.718}},   // black
    {"mahogany", 0.45, 10.3e9, {0.064, 0.107, 0.066, 0.086, 0.028}, {0.314, 0.533, 0.600}}, // Honduras
    {"poplar", 0.42, 10.9e9, {0.043, 0.092, 0.075, 0.069, 0.011}, {0.318, 0.392, 0.703}},   // yellow-poplar
    {"balsa", 0.16, 3.4e9, {0.015, 0.046, 0.054, 0.037, 0.005}, {0.229, 0.488, 0.665}},
};

enum { WOODS = sizeof woods / sizeof *woods };

const cr_wood *cr_woods(int *count) {
    *count = WOODS;
    return woods;
}

const cr_wood *cr_wood_find(const char *name, cr_error *error) {
    const char *names[WOODS];
    for (int i = 0; i < WOODS; i++) names[i] = woods[i].name;
    int index = cr_name_find("wood", name, names, WOODS, error);
    return index < 0 ? NULL : &woods[index];
}

// E_L is a tenth above the modulus from bending, which contains shear (Wood Handbook, 5-2); wood at 12 %
// moisture weighs 1.12 of its dry mass.
cr_elastic cr_wood_elastic(const cr_wood *wood) {
    const double along = 1.1 * wood->bending, *r = wood->ratio, *nu = wood->poisson;
    return (cr_elastic){.density = 1.12 * 1000.0 * wood->gravity,
                        .young = {along, r[1] * along, r[0] * along},
                        .shear = {r[4] * along, r[3] * along, r[2] * along},
                        .poisson = {nu[2], nu[1], nu[0]},
                        .rayleigh = {60.0, 2e-6}};
}
