#include "base/def.h"
#include "carom/prep.h"

cr_radiation_def cr_radiation_def_default(void) {
    return (cr_radiation_def){.way = CR_RADIATE_EXACT,
                              .speed = 343.0,
                              .density = 1.204,
                              .parts = 1,
                              .threads = 1,
                              .made = CR_DEF_MADE};
}
