// label: long
// The default bow on strings from 65 to 660 Hz, at five positions, forces over the middle of Schelleng's
// triangle, three speeds and three rates: it sings everywhere.
#include "bowing.h"
#include "test.h"

int main(void) {
    const double positions[] = {0.05, 0.08, 0.1, 0.13, 0.2}, shares[] = {0.3, 0.5, 0.7};
    for (int s = 0; s < BOWED_STRINGS; s++)
        for (int i = 0; i < 15; i++) {
            double position = positions[i / 3], share = shares[i % 3];
            CHECK_SINGS(&bowed_strings[s], position, share, 0.05, 1);
            CHECK_SINGS(&bowed_strings[s], position, share, 1.0, 1);
            for (int times = 1; times <= 4; times *= 2)
                CHECK_SINGS(&bowed_strings[s], position, share, 0.2, times);
        }
    return test_summary();
}
