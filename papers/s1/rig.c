// Networks of S1's systems.
#include "papers/s1/s1.h"

const double cr_s1_rate = 44100.0;
const cr_place cr_s1_ground = {CR_GROUND, {0.0, 0.0}};

cr_s1_rig cr_s1_open(double rate, cr_contact_mode mode) {
    cr_s1_rig rig = {.arena = cr_arena_new(cr_allocator_default()), .mode = mode, .k = 1.0 / rate};
    if (rig.arena) rig.network = cr_network_new(rig.arena, rate);
    if (!rig.network) rig.status = CR_ERR_MEMORY;
    return rig;
}

void cr_s1_close(cr_s1_rig *rig) {
    cr_arena_free(rig->arena);
    *rig = (cr_s1_rig){.status = CR_ERR_MEMORY};
}

int cr_s1_add(cr_s1_rig *rig, const char *type, const cr_setting *settings) {
    cr_error error;
    int index = rig->status == CR_OK ? cr_network_add(rig->network, type, settings, &error) : 0;
    if (index < 0) rig->status = error.status;
    return index < 0 ? 0 : index;
}

int cr_s1_add_modal(cr_s1_rig *rig, int modes, const double *given, int given_count) {
    cr_error error;
    int index =
        rig->status == CR_OK ? cr_network_add_modal(rig->network, modes, given, given_count, &error) : 0;
    if (index < 0) rig->status = error.status;
    return index < 0 ? 0 : index;
}

int cr_s1_touch(cr_s1_rig *rig, cr_place a, cr_place b, double gap, const cr_law *law) {
    cr_contact_def def = cr_contact_def_between(a, b, *law);
    def.gap = gap;
    def.mode = rig->mode;
    int index = 0;
    if (rig->status == CR_OK) rig->status = cr_network_add_contact(rig->network, &def, &index, NULL);
    rig->contacts = index + 1;
    return index;
}

void cr_s1_join(cr_s1_rig *rig, cr_place a, cr_place b, double k1, double k3, double r) {
    cr_spring_def def = cr_spring_def_default();
    def.a = a;
    def.b = b;
    def.k1 = k1;
    def.k3 = k3;
    def.r = r;
    int index;
    if (rig->status == CR_OK) rig->status = cr_network_add_spring(rig->network, &def, &index, NULL);
}

bool cr_s1_prepare(cr_s1_rig *rig) {
    if (rig->status == CR_OK) rig->status = cr_network_prepare(rig->network, NULL);
    return rig->status == CR_OK;
}

cr_element *cr_s1_element(const cr_s1_rig *rig, int index) {
    return rig->status == CR_OK ? cr_network_element(rig->network, index) : NULL;
}

void cr_s1_throw(cr_s1_rig *rig, int element, double u, double velocity) {
    cr_element *e = cr_s1_element(rig, element);
    if (!e) return;
    e->u[0] = u;
    e->d[0] = velocity * rig->k;
}

void cr_s1_pluck(cr_s1_rig *rig, int element, double at, double height) {
    cr_element *e = cr_s1_element(rig, element);
    for (int i = 1; e && i < e->grid.n[0]; i++) {
        double x = (double)i / e->grid.n[0];
        e->u[cr_grid_at(&e->grid, i, 0)] = height * (x < at ? x / at : (1.0 - x) / (1.0 - at));
    }
}
