#include "carom/surface.h"
#include "list/list.h"

void cr_list_surfaces(FILE *out) {
    int count;
    const cr_rough_preset *presets = cr_rough_presets(&count);
    fprintf(out, "%-14s  %8s  %5s  %11s  %s\n", "surface", "rms", "hurst", "correlation",
            "like (figures are estimates)");
    fprintf(out, "%-14s  %8s  %5s  %11s\n", "", "m", "", "m");
    for (int i = 0; i < count; i++)
        fprintf(out, "%-14s  %8g  %5g  %11g  %s\n", presets[i].name, presets[i].rms, presets[i].hurst,
                presets[i].correlation, presets[i].doc);
}

void cr_list_surfaces_json(cr_json *json) {
    int count;
    const cr_rough_preset *presets = cr_rough_presets(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", presets[i].name);
        cr_json_pair_text(json, "doc", presets[i].doc);
        cr_json_pair(json, "rms", presets[i].rms);
        cr_json_pair(json, "hurst", presets[i].hurst);
        cr_json_pair(json, "correlation", presets[i].correlation);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
