#include "carom/material.h"
#include "list/list.h"

void cr_list_pairs(FILE *out) {
    int count;
    const cr_material_pair *pairs = cr_material_pairs(&count);
    fprintf(out, "%-12s  %-12s  %8s  %7s  %11s  %7s  %9s  %6s  %s\n", "material", "material", "friction",
            "sliding", "restitution", "rolling", "roughness", "loss", "source");
    fprintf(out, "%-12s  %-12s  %8s  %7s  %11s  %7s  %9s  %6s\n", "", "", "at rest", "", "", "radius",
            "rms m", "factor");
    for (int i = 0; i < count; i++) {
        const cr_material_pair *p = &pairs[i];
        fprintf(out, "%-12s  %-12s", p->a, p->b);
        cr_list_figure(out, 8, p->friction);
        cr_list_figure(out, 7, p->sliding);
        cr_list_figure(out, 11, p->restitution);
        cr_list_figure(out, 7, p->rolling);
        cr_list_figure(out, 9, p->roughness);
        cr_list_figure(out, 6, p->loss);
        fprintf(out, "  %s\n", p->source);
    }
}

void cr_list_pairs_json(cr_json *json) {
    int count;
    const cr_material_pair *pairs = cr_material_pairs(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        const cr_material_pair *p = &pairs[i];
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", p->a);
        cr_json_pair_text(json, "with", p->b);
        cr_json_pair(json, "friction", p->friction);
        cr_json_pair(json, "sliding", p->sliding);
        cr_json_pair(json, "restitution", p->restitution);
        cr_json_pair(json, "rolling", p->rolling);
        cr_json_pair(json, "roughness", p->roughness);
        cr_json_pair(json, "loss", p->loss);
        cr_json_pair_text(json, "source", p->source);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
