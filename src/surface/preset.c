#include "carom/surface.h"
#include "surface/preset_list.h"

static const cr_rough_preset presets[] = {
#define X(name, rms, hurst, correlation, doc) {name, doc, rms, hurst, correlation},
    CR_SURFACE_PRESET_LIST(X)
#undef X
};

enum { PRESET_COUNT = sizeof presets / sizeof *presets };

const cr_rough_preset *cr_rough_presets(int *count) {
    *count = PRESET_COUNT;
    return presets;
}

const cr_rough_preset *cr_rough_preset_find(const char *name, cr_error *error) {
    const char *names[PRESET_COUNT];
    for (int i = 0; i < PRESET_COUNT; i++) names[i] = presets[i].name;
    int index = cr_name_find("surface", name, names, PRESET_COUNT, error);
    return index < 0 ? NULL : &presets[index];
}
