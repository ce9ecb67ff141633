// Cost per step of every scheme, in contact and in free flight, as ratios to RK4 in the same run.
#include "carom/impact.h"
#include "bench.h"

enum { PHASES = 97, ROUNDS = 7 };

typedef struct cost {
    double contact, flight; // ns per step
} cost;

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
        double start = bench_now();
        for (int i = 0; i < BATCH; i++) {
            while (!cr_stepper_apart(&all[i])) cr_stepper_step(&all[i]);
            steps += all[i].steps - 1;
        }
        double ns = 1e9 * (bench_now() - start) / (double)steps;
        bench_keep_least(&best, ns);
    }
    free(all);
    return best;
}

// With both corrections of S0 IV-A; begun at the wall.
static double corrected_ns(const char *name, const cr_law *law, double v_in) {
    enum { IMPACTS = 970 };
    cr_impact impact = {.law = *law, .mass = 0.01, .scheme = cr_scheme_find(name, NULL)};
    double best = 1e9;
    cr_impact_correct(&impact, "hybrid", NULL);
    cr_impact_correct(&impact, "vout", NULL);
    for (int round = 0; round < ROUNDS; round++) {
        long steps = 0;
        double start = bench_now();
        for (int i = 0; i < IMPACTS; i++) {
            cr_stepper s;
            cr_correction_state state = {0};
            cr_stepper_init(&s, impact.scheme, law, 0.01, 1 / 44100.0, 0, 0, v_in, NULL);
            for (int c = 0; c < 2; c++) impact.corrections[c]->begin(&s, v_in, &state, NULL);
            do {
                bool inside = s.x > 0;
                cr_stepper_step(&s);
                for (int c = 0; c < 2; c++) impact.corrections[c]->after_step(&s, inside, &state);
            } while (s.x > 0);
            steps += s.steps;
        }
        double ns = 1e9 * (bench_now() - start) / (double)steps;
        bench_keep_least(&best, ns);
    }
    return best;
}

static double flight_ns(const cr_scheme *scheme, const cr_law *law) {
    enum { STEPS = 200000 };
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        cr_stepper s;
        cr_stepper_init(&s, scheme, law, 0.01, 1 / 44100.0, 0, -1, -1, NULL);
        double start = bench_now();
        for (int i = 0; i < STEPS; i++) cr_stepper_step(&s);
        double ns = 1e9 * (bench_now() - start) / STEPS;
        bench_keep_least(&best, ns);
    }
    return best;
}

static void table(const char *exponent, const cr_law *law, double v_in) {
    int count;
    const cr_scheme *const *schemes = cr_schemes(&count);
    const cr_scheme *rk4 = cr_scheme_find("rk4", NULL);
    cost base = {contact_ns(rk4, law, v_in), flight_ns(rk4, law)};
    char in_contact[64], in_flight[64];
    snprintf(in_contact, sizeof in_contact, "in contact at alpha = %s", exponent);
    snprintf(in_flight, sizeof in_flight, "in flight at alpha = %s", exponent);
    for (int i = 0; i < count; i++) {
        cost c = {contact_ns(schemes[i], law, v_in), flight_ns(schemes[i], law)};
        bench_figure(schemes[i]->name, in_contact, "of RK4", c.contact / base.contact);
        bench_figure(schemes[i]->name, in_flight, "of RK4", c.flight / base.flight);
    }
    static const char *const corrected[] = {"am1", "verlet", "heun", "rk4"};
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s corrected", corrected[i]);
        bench_figure(name, in_contact, "of RK4", corrected_ns(corrected[i], law, v_in) / base.contact);
    }
    bench_figure("rk4 itself", in_contact, "ns", base.contact);
    bench_figure("rk4 itself", in_flight, "ns", base.flight);
}

int main(void) {
    cr_law roots = make_law(1e9, 0.5, 1.5), powers = make_law(1e7, 0.01, 1.3);
    table("1.5", &roots, 1);    // S0 case 2, square roots, 6 samples of contact
    table("1.3", &powers, 0.5); // S0 case 1, pow, 19 samples of contact
    return 0;
}
