#include "carom/material.h"

#include <math.h>

#define S3 "S3 Table 1"
#define WJ "Wang & James 2019, Table 4"
#define HB "handbook"
#define CH "; loss Cremer & Heckl 1988"

// mass/w + stiff w at w = 2 pi 1000: loss factor of a mode with Rayleigh damping at 1 kHz
#define AT_1_KHZ(mass, stiff) ((mass) / 6283.185307179586 + (stiff)*6283.185307179586)
#define RAYLEIGH(mass, stiff, contact) mass, stiff, contact, AT_1_KHZ(mass, stiff), CR_MATERIAL_RAYLEIGH
#define LOSS(loss) loss, CR_MATERIAL_LOSS
#define NO_RAYLEIGH CR_NAN, CR_NAN, CR_NAN

static const cr_material materials[] = {
    {"ceramic", 2700, 7.4e10, 0.19, RAYLEIGH(6, 1e-7, 3e-2), S3},
    {"polystyrene", 1050, 3.5e9, 0.34, RAYLEIGH(30, 8e-7, 4e-4), S3},
    {"steel", 7850, 2e11, 0.29, 5, 3e-8, 3e-1, LOSS(2e-4), S3 CH},
    {"mdf", 615, 4e9, 0.32, RAYLEIGH(35, 5e-6, 9e-3), S3},
    {"wood", 750, 1.1e10, 0.25, RAYLEIGH(60, 2e-6, 5e-4), S3},
    {"glass", 2600, 6.2e10, 0.20, 1, 1e-7, CR_NAN, LOSS(1e-3), WJ CH},
    {"plastic", 1070, 1.4e9, 0.35, RAYLEIGH(30, 1e-6, CR_NAN), WJ},
    {"iron", 8000, 2.1e11, 0.28, 5, 1e-7, CR_NAN, LOSS(6e-4), WJ CH},
    {"polycarbonate", 1190, 2.4e9, 0.37, RAYLEIGH(0.5, 4e-7, CR_NAN), WJ},
    {"brass", 8500, 1.05e11, 0.35, NO_RAYLEIGH, LOSS(5e-4), HB ", elastic values of S2 case A" CH},
    {"cast-iron", 7200, 1.1e11, 0.26, NO_RAYLEIGH, LOSS(2e-3), HB ", elastic values of S2 case B"},
    {"lead", 11340, 1.6e10, 0.44, NO_RAYLEIGH, LOSS(2e-2), HB ", elastic values of S2 case F" CH},
    {"cork", 180, 2e7, 0.0, NO_RAYLEIGH, LOSS(0.15), HB ", elastic values of S2 cases C and D" CH},
    {"aluminium", 2700, 7e10, 0.33, NO_RAYLEIGH, LOSS(1e-4), HB CH},
    {"copper", 8960, 1.2e11, 0.34, NO_RAYLEIGH, LOSS(2e-3), HB CH},
    {"bronze", 8700, 1e11, 0.34, NO_RAYLEIGH, LOSS(3e-4), HB ", bell metal"},
    {"oak", 720, 1.2e10, 0.35, NO_RAYLEIGH, LOSS(1e-2), HB ", along the grain" CH},
    {"spruce", 440, 1.2e10, 0.37, NO_RAYLEIGH, LOSS(8e-3), HB ", along the grain" CH},
    {"rosewood", 850, 1.5e10, 0.35, NO_RAYLEIGH, LOSS(6e-3), HB ", along the grain"},
    {"nylon", 1140, 3e9, 0.4, NO_RAYLEIGH, LOSS(3e-2), HB},
    {"rubber", 1100, 5e6, 0.49, NO_RAYLEIGH, LOSS(0.15), HB ", soft"},
    {"leather", 900, 2e8, 0.4, NO_RAYLEIGH, LOSS(0.1),
     HB " (Ashby 2011: 810-1050, 0.1-0.5 GPa); loss estimate"},
    {"felt", 250, 2e6, 0.0, NO_RAYLEIGH, LOSS(0.15),
     "wool; Tyzzer & Hardy 1947: 20 Hz on 25.4 mm under 50 kPa; loss estimate"},
    {"concrete", 2300, 2.6e10, 0.2, NO_RAYLEIGH, LOSS(6e-3), HB ", dense" CH},
    {"stone", 2650, 5e10, 0.25, NO_RAYLEIGH, LOSS(8e-3), HB ", granite; loss Birch & Bancroft 1938, Q 125"},
};

enum { MATERIAL_COUNT = sizeof materials / sizeof *materials };

const cr_material *cr_materials(int *count) {
    *count = MATERIAL_COUNT;
    return materials;
}

const cr_material *cr_material_find(const char *name, cr_error *error) {
    const char *names[MATERIAL_COUNT];
    for (int i = 0; i < MATERIAL_COUNT; i++) names[i] = materials[i].name;
    int index = cr_name_find("material", name, names, MATERIAL_COUNT, error);
    return index < 0 ? NULL : &materials[index];
}

double cr_material_decay(const cr_material *m, double w) {
    if (m->damping == CR_MATERIAL_LOSS || isnan(m->rayleigh_stiff)) return 0.5 * m->loss * w;
    return 0.5 * (m->rayleigh_mass + m->rayleigh_stiff * w * w);
}

// 1/R = 1/R1 + 1/R2   S2 (10)
double cr_hertz_radius(double radius1, double radius2) {
    return 1.0 / (1.0 / radius1 + 1.0 / radius2);
}

// 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2   S2 (6)
double cr_hertz_modulus(const cr_material *a, const cr_material *b) {
    return 1.0 / ((1.0 - a->poisson * a->poisson) / a->young + (1.0 - b->poisson * b->poisson) / b->young);
}

// k = 4/3 E* sqrt(R)   S2 (5)
double cr_hertz_stiffness(const cr_material *a, const cr_material *b, double radius) {
    return 4.0 / 3.0 * cr_hertz_modulus(a, b) * sqrt(radius);
}
