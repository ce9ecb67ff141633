// Steps one scheme through many impacts of S0's case 2, for counting instructions: bench_steps SCHEME
// [IMPACTS]
#include "carom/impact.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    cr_error error;
    const cr_scheme *scheme = argc > 1 ? cr_scheme_find(argv[1], &error) : NULL;
    if (!scheme) {
        fprintf(stderr, "usage: bench_steps SCHEME [IMPACTS]\n");
        return 2;
    }
    long impacts = argc > 2 ? strtol(argv[2], NULL, 10) : 970, steps = 0;
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_set(&law, "k", 1e9, NULL);
    cr_law_prepare(&law, NULL);
    for (long i = 0; i < impacts; i++) {
        double x, v, h = 1 / 44100.0;
        cr_stepper s;
        cr_approach(0.01, h, 0, 1, (double)(i % 97) / 97, &x, &v);
        if (cr_stepper_init(&s, scheme, &law, 0.01, h, 0, x, v, &error) != CR_OK) return 1;
        do cr_stepper_step(&s);
        while (!cr_stepper_apart(&s) || s.steps < 3);
        steps += s.steps;
    }
    printf("%ld\n", steps);
    return 0;
}
