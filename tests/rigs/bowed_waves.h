// A bowed string by its two travelling waves, which are exact: an ideal string with the losses of a
// bowed_string, whose waves come back from the ends inverted, later and rounded, and a bow with the friction
// and the give of the default one. It shares no code with the network and runs at many times its rate, so
// that steps do not matter. After McIntyre, Schumacher, Woodhouse, J. Acoust. Soc. Am. 74, 1325 (1983).
#ifndef CAROM_TEST_BOWED_WAVES_H
#define CAROM_TEST_BOWED_WAVES_H

#include "bowing.h"

// How the string is when it begins: at rest, under the firm start of the default bow, or in Helmholtz's
// motion.
typedef enum bowed_begin { BOWED_FROM_REST, BOWED_FROM_HELMHOLTZ } bowed_begin;

// What the bow is: the speed by which its friction falls over its own, 0.5, and how hair and string give, the
// resistance over the wave impedance, 5, and the time constant over the usual one, 1 (src/network/bow.c). An
// infinite resistance is a rigid bow on a string that does not turn.
typedef struct bowed_hair {
    double falls_by, resistance, give;
} bowed_hair;
extern const bowed_hair bowed_usual, bowed_rigid;

// Bows for 1.6 s from rest, 1 s otherwise, and measures the last 0.4 s; all but the books. `how->oversample`
// is the rate over BOWED_RATE.
bowed_tone bow_waves(const bowed_string *string, const bowing *how, bowed_begin begin,
                     const bowed_hair *hair);

#endif
