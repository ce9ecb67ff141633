// Nanoseconds per step of every scheme, in contact and in free flight, as ratios to RK4 in the same run.
#include "carom/impact.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PHASES = 97, ROUNDS = 7 };

typedef struct cost {
    double contact, flight; // ns per step
} cost;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cr_law make_law(double k, double mu, double alpha) {
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_set(&law, "k", k, NULL);
    cr_law_set(&law, "mu", mu, NULL);
    cr_law_set(&law, "alpha", alpha, NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

// Many impacts in one timed stretch: each stepper is made beforehand, so that only steps are timed.
static double contact_ns(const cr_scheme *scheme, const cr_law *law, double v_in) {
    enum { BATCH = 970 };
    static const double h = 1 / 44100.0;
    cr_stepper *all = malloc(BATCH * sizeof *all);
    double best = 1e9;
    for (int round = 0; all && round < ROUNDS; round++) {
        long steps = 0;
        for (int i = 0; i < BATCH; i++) {
            double x, v;
            cr_approach(0.01, h, 0, v_in, (i % PHASES) / (double)PHASES, &x, &v);
            cr_stepper_init(&all[i], scheme, law, 0.01, h, 0, x, v, NULL);
            cr_stepper_step(&all[i]); // to the wall
        }
        double start = now();
        for (int i = 0; i < BATCH; i++) {
            while (!cr_stepper_apart(&all[i])) cr_stepper_step(&all[i]);
            steps += all[i].steps - 1;
        }
        double ns = 1e9 * (now() - start) / (double)steps;
        if (ns < best) best = ns;
    }
    free(all);
    return best;
}

static double flight_ns(const cr_scheme *scheme, const cr_law *law) {
    enum { STEPS = 200000 };
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        cr_stepper s;
        cr_stepper_init(&s, scheme, law, 0.01, 1 / 44100.0, 0, -1, -1, NULL);
        double start = now();
        for (int i = 0; i < STEPS; i++) cr_stepper_step(&s);
        double ns = 1e9 * (now() - start) / STEPS;
        if (ns < best) best = ns;
    }
    return best;
}

static void table(const char *title, const cr_law *law, double v_in) {
    int count;
    const cr_scheme *const *schemes = cr_schemes(&count);
    const cr_scheme *rk4 = cr_scheme_find("rk4", NULL);
    cost base = {contact_ns(rk4, law, v_in), flight_ns(rk4, law)};
    printf("%s\n%-18s %10s %8s %10s %8s\n", title, "scheme", "contact ns", "/ rk4", "flight ns", "/ rk4");
    for (int i = 0; i < count; i++) {
        cost c = {contact_ns(schemes[i], law, v_in), flight_ns(schemes[i], law)};
        printf("%-18s %10.1f %8.2f %10.1f %8.2f\n", schemes[i]->name, c.contact, c.contact / base.contact,
               c.flight, c.flight / base.flight);
    }
    printf("\n");
}

int main(void) {
    cr_law roots = make_law(1e9, 0.5, 1.5), powers = make_law(1e7, 0.01, 1.3);
    table("S0 case 2, alpha = 1.5 (square roots), 6 samples of contact", &roots, 1);
    table("S0 case 1, alpha = 1.3 (pow), 19 samples of contact", &powers, 0.5);
    return 0;
}
