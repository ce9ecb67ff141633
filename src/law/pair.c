#include "carom/material.h"

#include <math.h>
#include <string.h>

#define MARKS "friction: Fuller in Marks' Standard Handbook, dry"
#define NEWTON "; restitution: handbook"
#define REST "; the rest estimates"
#define ESTIMATE "estimates"
#define NONE CR_NAN

// a, b, friction at rest, sliding, restitution, rolling, roughness, loss, source. Losses and roughnesses of
// contacts are orders (docs/theory/sound.md, U3): to be fitted to a recording where it matters.
static const cr_material_pair pairs[] = {
    {"steel", "steel", 0.74, 0.57, 0.9, 1e-4, 2e-6, 0.01, MARKS NEWTON REST},
    {"aluminium", "steel", 0.61, 0.47, 0.7, 2e-4, 2e-6, 0.01, MARKS REST},
    {"brass", "steel", 0.51, 0.44, 0.8, 2e-4, 2e-6, 0.01, MARKS REST},
    {"copper", "steel", 0.53, 0.36, 0.6, 2e-4, 2e-6, 0.01, MARKS REST},
    {"copper", "glass", 0.68, 0.53, 0.7, 2e-4, 1e-6, 0.01, MARKS REST},
    {"cast-iron", "cast-iron", 1.10, 0.15, 0.6, 2e-4, 1e-5, 0.01, MARKS REST},
    {"glass", "glass", 0.94, 0.40, 0.94, 1e-4, 1e-7, 0.01, MARKS NEWTON REST},
    {"oak", "oak", 0.62, 0.48, 0.5, 5e-3, 1e-5, 0.03, MARKS REST},
    {"cast-iron", "oak", NONE, 0.49, 0.5, 2e-3, 1e-5, 0.03, MARKS REST},
    {"lead", "lead", 0.90, NONE, 0.2, 5e-3, 1e-5, 0.03, "friction and restitution: handbook" REST},
    {"cork", "cork", NONE, NONE, 0.56, 1e-2, 5e-5, 0.15, "restitution: handbook" REST},
    {"nylon", "nylon", 0.20, 0.15, 0.7, 2e-3, 2e-6, 0.03, "friction: handbook" REST},
    {"polystyrene", "polystyrene", 0.50, 0.50, 0.7, 2e-3, 2e-6, 0.03, "friction: handbook" REST},
    {"polystyrene", "steel", 0.35, 0.30, 0.8, 1e-3, 2e-6, 0.02, "friction: handbook" REST},
    {"wood", "wood", 0.40, 0.30, 0.5, 5e-3, 1e-5, 0.03, "friction: handbook" REST},
    {"ceramic", "ceramic", 0.50, 0.40, 0.7, 5e-4, 1e-6, 0.01, ESTIMATE},
    {"ceramic", "wood", 0.30, 0.25, 0.5, 2e-3, 1e-5, 0.03, ESTIMATE},
    {"ceramic", "steel", 0.30, 0.25, 0.7, 5e-4, 2e-6, 0.01, ESTIMATE},
    {"ceramic", "rubber", 0.80, 0.70, 0.6, 1e-2, 1e-5, 0.15, ESTIMATE},
    {"steel", "wood", 0.40, 0.30, 0.6, 2e-3, 1e-5, 0.03, ESTIMATE},
    {"steel", "rubber", 0.80, 0.70, 0.6, 1e-2, 1e-5, 0.15, ESTIMATE},
    {"rubber", "concrete", 1.00, 0.80, 0.7, 1e-2, 2e-5, 0.15, "friction: handbook" REST},
    {"leather", "steel", 0.40, NONE, 0.4, 1e-2, 1e-5, 0.1, "friction: handbook" REST},
    {"leather", "wood", 0.50, 0.40, 0.4, 1e-2, 2e-5, 0.1, ESTIMATE},
    {"felt", "wood", 0.40, 0.30, 0.3, 2e-2, 5e-5, 0.15, ESTIMATE},
    {"felt", "steel", 0.30, 0.25, 0.3, 2e-2, 5e-5, 0.15, ESTIMATE},
    {"cork", "wood", 0.50, 0.40, 0.5, 1e-2, 5e-5, 0.15, ESTIMATE},
    {"cork", "glass", 0.50, 0.40, 0.5, 1e-2, 5e-5, 0.15, ESTIMATE},
    {"steel", "concrete", 0.45, 0.35, 0.7, 1e-3, 2e-5, 0.02, ESTIMATE},
    {"wood", "concrete", 0.60, 0.50, 0.5, 3e-3, 2e-5, 0.03, ESTIMATE},
    {"steel", "stone", 0.40, 0.30, 0.8, 5e-4, 5e-6, 0.01, ESTIMATE},
    {"glass", "stone", 0.50, 0.40, 0.8, 5e-4, 5e-6, 0.01, ESTIMATE},
    {"ceramic", "stone", 0.50, 0.40, 0.7, 5e-4, 5e-6, 0.01, ESTIMATE},
    {"stone", "stone", 0.65, 0.50, 0.7, 1e-3, 1e-5, 0.01, "friction: handbook" REST},
    {"glass", "wood", 0.30, 0.25, 0.6, 2e-3, 1e-5, 0.03, ESTIMATE},
    {"glass", "steel", 0.60, 0.50, 0.8, 2e-4, 2e-6, 0.01, ESTIMATE},
};

enum { PAIR_COUNT = sizeof pairs / sizeof *pairs };

const cr_material_pair *cr_material_pairs(int *count) {
    *count = PAIR_COUNT;
    return pairs;
}

static double figure(double value, double rule) {
    return isnan(value) ? rule : value;
}

cr_material_pair cr_material_pair_of(const cr_material *a, const cr_material *b) {
    cr_material_pair pair = {a->name, b->name, NONE, NONE, NONE, NONE, NONE, NONE, "rule"};
    for (int i = 0; i < PAIR_COUNT; i++) {
        const cr_material_pair *p = &pairs[i];
        bool straight = !strcmp(p->a, a->name) && !strcmp(p->b, b->name);
        bool turned = !strcmp(p->a, b->name) && !strcmp(p->b, a->name);
        if (straight || turned) pair = *p;
    }
    pair.a = a->name;
    pair.b = b->name;
    pair.friction = figure(pair.friction, 0.4);
    pair.sliding = figure(pair.sliding, 0.3);
    pair.restitution = figure(pair.restitution, 0.5);
    pair.rolling = figure(pair.rolling, 1e-3);
    pair.roughness = figure(pair.roughness, 5e-6);
    pair.loss = figure(pair.loss, fmax(fmax(a->loss, b->loss), 0.01));
    return pair;
}
