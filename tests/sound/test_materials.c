// Damping of materials and how two of them meet.
#include "carom/sound.h"

#include "test.h"

#include <string.h>

// A coin of brass at 12.6 kHz rings for a third of a second; damping in proportion to the stiffness, right at
// 1 kHz, would leave it 28 ms.
static void decays(void) {
    const cr_material *brass = cr_material_find("brass", NULL), *ceramic = cr_material_find("ceramic", NULL);
    double w = 2 * cr_pi * 12600;
    CHECK_NEAR(6.908 / cr_material_decay(brass, w), 0.349, 0.001);
    CHECK_NEAR(6.908 / (0.5 * brass->loss / (2 * cr_pi * 1000) * w * w), 0.028, 0.001);
    CHECK_REL(cr_material_decay(ceramic, w), 0.5 * (6 + 1e-7 * w * w), 1e-14);
    cr_material own = {.name = "own", .loss = 0.01, .rayleigh_mass = CR_NAN, .rayleigh_stiff = CR_NAN};
    CHECK_REL(cr_material_decay(&own, w), 0.005 * w, 1e-14);
}

// Every row: materials that exist, once, and figures that can be.
static void table(void) {
    int count;
    const cr_material_pair *pairs = cr_material_pairs(&count);
    for (int i = 0; i < count; i++) {
        const cr_material_pair *p = &pairs[i];
        const cr_material *a = cr_material_find(p->a, NULL), *b = cr_material_find(p->b, NULL);
        CHECK(a && b && p->source && *p->source, "row %d", i);
        if (!a || !b) continue;
        CHECK(!(p->friction < p->sliding), "%s on %s: slides worse than it rests", p->a, p->b);
        CHECK(!(p->restitution < 0 || p->restitution > 1) && p->roughness > 0 && p->loss > 0 && p->loss < 1,
              "%s on %s", p->a, p->b);
        for (int j = 0; j < i; j++)
            CHECK(strcmp(p->a, pairs[j].a) || strcmp(p->b, pairs[j].b), "%s on %s twice", p->a, p->b);
        cr_material_pair turned = cr_material_pair_of(b, a);
        CHECK(turned.loss == p->loss && turned.a == b->name && !isnan(turned.friction), "either order");
    }
}

static void rule(void) {
    const cr_material *nylon = cr_material_find("nylon", NULL), *spruce = cr_material_find("spruce", NULL);
    cr_material_pair p = cr_material_pair_of(nylon, spruce);
    CHECK(p.friction == 0.4 && p.sliding == 0.3 && p.restitution == 0.5 && p.loss == nylon->loss, "rule");
    const cr_sound_support board = {CR_SOUND_SUPPORT_BOARD, 1e10, 650, 0.3, 0.02};
    const cr_material *steel = cr_material_find("steel", NULL), *wood = cr_material_find("wood", NULL);
    cr_sound_pair heard = cr_sound_pair_of(steel, wood, &board);
    CHECK(heard.gamma == 0.3 && heard.poisson == wood->poisson && heard.support.thickness == 0.02, "heard");
    CHECK_REL(heard.modulus, cr_hertz_modulus(steel, wood), 1e-15);
    CHECK(cr_sound_pair_of(nylon, wood, NULL).gamma == 0, "no figure");
}

int main(void) {
    decays();
    table();
    rule();
    return test_summary();
}
