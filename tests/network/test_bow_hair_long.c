// label: long
// Other bows on the exact string: friction that falls sooner or later, hair and string that give less, more,
// slower, faster or not at all. None sings in much more of Schelleng's triangle than the default bow: what a
// pressed string lacks is the pitch.
#include "bowed_waves.h"
#include "test.h"

enum { DRAWS = 100, FINE = 4 };

typedef struct other_bow {
    const char *name;
    bowed_hair hair;
} other_bow;

// Forces over F_max and F_min are the same for all: both go as 1/dmu, dmu = 0.5/(1 + falls_by beta).
static int count_singing(const bowed_hair *hair) {
    int sing = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        bowed_string string;
        bowing how;
        random_in_triangle(300000 + i, ((double)i + 0.5) / DRAWS, &string, &how);
        how.oversample = FINE;
        how.force *= (1.0 + hair->falls_by * how.position) / (1.0 + bowed_usual.falls_by * how.position);
        bowed_tone tone = bow_waves(&string, &how, BOWED_FROM_REST, hair);
        sing += bowed_tone_sings(&tone);
    }
    return sing;
}

int main(void) {
    const other_bow others[] = {{"rigid", bowed_rigid},
                                {"friction falls sooner", {0.2, 5.0, 1.0}},
                                {"friction falls later", {1.0, 5.0, 1.0}},
                                {"turns less", {0.5, 10.0, 1.0}},
                                {"turns more", {0.5, 2.0, 1.0}},
                                {"gives faster", {0.5, 5.0, 0.5}},
                                {"gives slower", {0.5, 5.0, 2.0}}};
    int usual = count_singing(&bowed_usual);
    printf("of %d draws, the default bow: %d sing\n", DRAWS, usual);
    CHECK(usual >= 0.85 * DRAWS, "%d", usual);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        int sing = count_singing(&others[i].hair);
        printf("%s: %d\n", others[i].name, sing);
        CHECK(sing <= usual + DRAWS / 20, "%s sings in %d, the default bow in %d", others[i].name, sing,
              usual);
    }
    return test_summary();
}
