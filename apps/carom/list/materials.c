#include "carom/material.h"
#include "list/list.h"

void cr_list_figure(FILE *out, int width, double value) {
    if (isnan(value)) fprintf(out, "  %*s", width, "-");
    else fprintf(out, "  %*.5g", width, value);
}

void cr_list_materials(FILE *out) {
    int count;
    const cr_material *materials = cr_materials(&count);
    fprintf(out, "%-13s  %7s  %8s  %7s  %8s  %8s  %7s  %7s  %s\n", "material", "density", "Young", "Poisson",
            "damping", "damping", "contact", "loss", "source");
    fprintf(out, "%-13s  %7s  %8s  %7s  %8s  %8s  %7s  %7s  %s\n", "", "kg/m^3", "Pa", "", "mass 1/s",
            "stiff. s", "s/m", "factor", "");
    for (int i = 0; i < count; i++) {
        const cr_material *m = &materials[i];
        fprintf(out, "%-13s", m->name);
        cr_list_figure(out, 7, m->density);
        cr_list_figure(out, 8, m->young);
        cr_list_figure(out, 7, m->poisson);
        cr_list_figure(out, 8, m->rayleigh_mass);
        cr_list_figure(out, 8, m->rayleigh_stiff);
        cr_list_figure(out, 7, m->contact_damping);
        cr_list_figure(out, 7, m->loss);
        fprintf(out, "  %s\n", m->source);
    }
}

void cr_list_materials_json(cr_json *json) {
    int count;
    const cr_material *materials = cr_materials(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        const cr_material *m = &materials[i];
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", m->name);
        cr_json_pair(json, "density", m->density);
        cr_json_pair(json, "young", m->young);
        cr_json_pair(json, "poisson", m->poisson);
        cr_json_pair(json, "rayleigh_mass", m->rayleigh_mass);
        cr_json_pair(json, "rayleigh_stiff", m->rayleigh_stiff);
        cr_json_pair(json, "contact_damping", m->contact_damping);
        cr_json_pair(json, "loss", m->loss);
        cr_json_pair_text(json, "damping", m->damping == CR_MATERIAL_LOSS ? "loss" : "rayleigh");
        cr_json_pair_text(json, "source", m->source);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
