#include "io/file/json_pairs.h"
#include "list/list.h"
#include "prep/fem/wood.h"

void cr_list_woods(FILE *out) {
    int count;
    const cr_wood *woods = cr_woods(&count);
    fprintf(out, "%-12s %8s  %7s %7s %7s  %7s %7s %7s  %6s %6s %6s\n", "wood", "density", "E_L", "E_R", "E_T",
            "G_LR", "G_LT", "G_RT", "nu_LR", "nu_LT", "nu_RT");
    fprintf(out, "%-12s %8s  %7s %7s %7s  %7s %7s %7s\n", "", "kg/m^3", "GPa", "GPa", "GPa", "GPa", "GPa",
            "GPa");
    for (int i = 0; i < count; i++) {
        cr_elastic e = cr_wood_elastic(&woods[i]);
        fprintf(out, "%-12s %8.0f  %7.3g %7.3g %7.3g  %7.3g %7.3g %7.3g  %6.3g %6.3g %6.3g\n", woods[i].name,
                e.density, 1e-9 * e.young[0], 1e-9 * e.young[1], 1e-9 * e.young[2], 1e-9 * e.shear[2],
                1e-9 * e.shear[1], 1e-9 * e.shear[0], e.poisson[2], e.poisson[1], e.poisson[0]);
    }
    fputs("L along the grain (x), R across the rings (y), T along them (z); at 12 % moisture.\n"
          "Source: Forest Products Laboratory, Wood Handbook, USDA FPL-GTR-190, 2010, chapter 5.\n",
          out);
}

static void put_triple(cr_json *json, const char *key, const double *values) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    for (int i = 0; i < 3; i++) cr_json_number(json, values[i]);
    cr_json_array_end(json);
}

void cr_list_woods_json(cr_json *json) {
    int count;
    const cr_wood *woods = cr_woods(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_elastic e = cr_wood_elastic(&woods[i]);
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", woods[i].name);
        cr_json_pair(json, "density", e.density);
        put_triple(json, "young", e.young);
        put_triple(json, "shear", e.shear);
        put_triple(json, "poisson", e.poisson);
        cr_json_pair_text(json, "source", "Wood Handbook, USDA FPL-GTR-190, 2010");
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
