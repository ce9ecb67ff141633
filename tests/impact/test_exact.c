// Closed forms against stored digits, against each other and against the event-located reference.
#include "base/numeric.h"
#include "carom/exact.h"
#include "test.h"

// mu v_out for u = mu v_in, by Newton in 600-digit arithmetic.
static const double rebound[][2] = {
    {1e-08, -9.999999933333333987003e-9},    {1.78e-08, -1.779999978877333641083e-8},
    {3.16e-08, -3.159999933429334576878e-8}, {5.62e-08, -5.619999789437341253972e-8},
    {1e-07, -9.999999333333377325256e-8},    {1.78e-07, -1.779999788773358455989e-7},
    {3.16e-07, -3.159999334293473813674e-7}, {5.62e-07, -5.619997894374122007993e-7},
    {1e-06, -9.999993333337777322000e-7},    {1.78e-06, -1.779997887735839784782e-6},
    {3.16e-06, -3.159993342947357335932e-6}, {5.62e-06, -5.619978943812224222776e-6},
    {1e-05, -9.999933333777775336564e-6},    {1.78e-05, -1.779978877583985604210e-5},
    {3.16e-05, -3.159933430735723117952e-5}, {5.62e-05, -5.619789445222089181368e-5},
    {0.0001, -9.999333377774519254441e-5},   {0.000178, -1.779788798395626243190e-4},
    {0.000316, -3.159334433543046905040e-4}, {0.000562, -5.617895161916466337653e-4},
    {0.001, -9.993337774521084513037e-4},    {0.00178, -1.777890236622467856257e-3},
    {0.00316, -3.153356925135686300877e-3},  {0.00562, -5.599022300443465982336e-3},
    {0.01, -9.933774543987673839449e-3},     {0.0178, -1.759124762308768395563e-2},
    {0.0316, -3.094800045183771433530e-2},   {0.0562, -5.417015039374458397707e-2},
    {0.1, -9.374755799499051125568e-2},      {0.178, -1.590967369263515262365e-1},
    {0.316, -2.608465017551779007493e-1},    {0.562, -4.076868270794433148188e-1},
    {1, -5.936242600400400923230e-1},        {1.78, -7.864811669637535407611e-1},
    {3.16, -9.303920860387154425324e-1},     {5.62, -9.910937174564524790215e-1},
    {10, -9.998162475294388687928e-1},       {17.8, -9.999998713464882305768e-1},
    {31.6, -9.999999999997734221299e-1},     {56.2, -1.000000000000000000000e+0},
    {100, -1.000000000000000000000e+0},      {178, -1.000000000000000000000e+0},
    {316, -1.000000000000000000000e+0},      {562, -1.000000000000000000000e+0},
    {1e+03, -1.000000000000000000000e+0},
};

static void test_rebound(void) {
    for (size_t i = 0; i < sizeof rebound / sizeof *rebound; i++)
        CHECK_REL(cr_hc_rebound(rebound[i][0]), rebound[i][1], 1e-15);
}

typedef struct golden {
    double k, mu, alpha, v_in, v_out, x_max, tau, samples, ratio;
} golden;

static const golden table[] = {
    {1e7, .5, 1.5, .5, -0.428425508757633, 1.484634107229e-4, 9.450619324227e-4, 41.677231, .734193666},
    {1e7, .5, 1.5, 1, -0.748434931597434, 2.456048014301e-4, 8.385311802588e-4, 36.979225, .560154847},
    {1e7, .5, 1.5, 2, -1.187248520080080, 3.933435628271e-4, 7.600361099051e-4, 33.517592, .352389762},
    {1e7, .5, 1.5, 4, -1.642878744244158, 6.052916086697e-4, 7.196303102507e-4, 31.735697, .168690661},
    {1e3, .5, 1.5, .5, -0.428425508757633, 5.910434837360e-3, 3.762359319146e-2, 1659.200460, .734193666},
    {1e7, .01, 1.3, .5, -0.498338868598436, 7.095019094325e-5, 4.283360733786e-4, 18.889621, .993366512},
    {1e9, .5, 1.5, 1, -0.748434931597434, 3.892573778224e-5, 1.328982359259e-4, 5.860812, .560154847},
};

static void test_golden(void) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const golden *g = &table[i];
        cr_hc hc = cr_hc_make(0.01, g->k, g->alpha, g->mu, g->v_in);
        CHECK_REL(hc.v_out, g->v_out, 1e-12);
        CHECK_REL(hc.x_max, g->x_max, 1e-12);
        CHECK_REL(hc.duration, g->tau, 1e-12);
        CHECK_NEAR(hc.duration * 44100, g->samples, 6e-7); // half a unit of the digits stored
        CHECK_NEAR(cr_hc_energy_ratio(&hc), g->ratio, 6e-10);
        CHECK_REL(cr_hc_x_of_v(&hc, 0.0), hc.x_max, 1e-15);
        CHECK_REL(cr_hc_energy_of_v(&hc, hc.v_out), 0.005 * hc.v_out * hc.v_out, 1e-13);
    }
}

// Exact x(t), v(t): the invariant holds, time derivatives agree, and the located reference agrees.
static void test_state_in_time(void) {
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    for (int c = 0; c < 3; c++) {
        const double k[] = {1e9, 1e7, 1e6}, mu[] = {0.5, 0.01, 0}, alpha[] = {1.5, 1.3, 2.5};
        cr_law_set(&law, "k", k[c], NULL);
        cr_law_set(&law, "mu", mu[c], NULL);
        cr_law_set(&law, "alpha", alpha[c], NULL);
        cr_law_prepare(&law, NULL);
        cr_hc hc = cr_hc_make(0.01, k[c], alpha[c], mu[c], 1.0);
        cr_located sim;
        cr_event event;
        cr_located_init(&sim, &law, 0.01, 0, -1e-9, 1.0, 1.0);
        double whole = cr_hc_invariant(&hc, 0, 1);
        for (int i = -2; i <= 23; i++) {
            double t = hc.duration * i / 21, x, v;
            cr_hc_state(&hc, t, &x, &v);
            CHECK_REL(cr_hc_invariant(&hc, x, v), whole, 5e-15);
            if (t <= 0) continue;
            CHECK(cr_located_run(&sim, t + 1e-9, false, &event) == CR_OK, "reference at t=%g", t);
            CHECK_NEAR(x, sim.x, 1e-12 * hc.x_max);
            CHECK_NEAR(v, sim.v, 1e-12);
        }
    }
}

static void test_lossless(void) {
    for (double alpha = 1; alpha <= 4; alpha += 0.25) {
        cr_hc hc = cr_hc_make(0.3, 2e8, alpha, 0, 0.7);
        double tau = cr_lossless_duration(0.3, 2e8, alpha, 0.7);
        CHECK_REL(hc.duration, tau, 1e-14);
        CHECK_REL(hc.x_max, cr_lossless_depth(0.3, 2e8, alpha, 0.7), 1e-15);
        CHECK_REL(cr_lossless_stiffness(0.3, alpha, 0.7, tau), 2e8, 1e-13);
        // small loss: tau = tau0 (1 + u (a-1)/(3(a+1)) + O(u^2))
        double u = 1e-4, slightly = cr_hc_make(0.3, 2e8, alpha, u / 0.7, 0.7).duration;
        CHECK_NEAR(slightly / tau - 1, u * (alpha - 1) / (3 * (alpha + 1)), 2 * u * u);
    }
    CHECK_REL(cr_lossless_duration(1, 1e9, 1, 1), cr_pi / sqrt(1e9), 1e-14);
    for (double alpha = 1; alpha <= 1.5; alpha += 0.5) { // which are kept: the same to the last bit
        double a = 1 / (alpha + 1), factor = sqrt(cr_pi) * cr_gamma(1 + a) / cr_gamma(0.5 + a);
        double tau = 2 * cr_lossless_depth(1, 2, alpha, 3) / 3 * factor;
        CHECK(cr_lossless_duration(1, 2, alpha, 3) == tau, "alpha %g", alpha);
    }
    const double lag[][2] = {{1, cr_pi * cr_pi / 12}, {1.3, .94298}, {1.5, 1.02077}, {2, 1.20920},
                             {2.5, 1.39185},          {3, cr_pi / 2}};
    for (int i = 0; i < 6; i++) CHECK_NEAR(cr_two_point_lag(lag[i][0]), lag[i][1], 6e-6);
}

static double approx_error(double u, int order) {
    return 100 * (cr_hc_rebound_approx(u, order) / cr_hc_rebound(u) - 1);
}

// S0 Fig. 3: where the approximation (7) is off by more than `limit` percent.
static void find_range(int order, double limit, double *from, double *to) {
    *from = *to = 0;
    for (double u = 0.05; u < 30; u *= 1.0005)
        if (fabs(approx_error(u, order)) > limit) {
            if (*from == 0) *from = u;
            *to = u;
        }
}

static void test_approximation(void) {
    const double b[] = {1,         1,          2. / 3,        2. / 9,        14. / 135,
                        -2. / 405, 68. / 2835, -748. / 42525, 2098. / 127575};
    for (int j = 0; j <= 8; j++) CHECK_NEAR(cr_hc_series_b(j), b[j], 1e-15);
    double worst = 0, at = 0, from, to;
    for (double u = 0.01; u < 30; u *= 1.001)
        if (fabs(approx_error(u, 4)) > fabs(worst)) worst = approx_error(u, 4), at = u;
    CHECK_NEAR(worst, 2.045, 1e-3);
    CHECK_NEAR(at, 3.00, 0.01);
    find_range(4, 1, &from, &to);
    CHECK_NEAR(from, 1.66, 5e-3);
    CHECK_NEAR(to, 5.00, 5e-3);
    find_range(4, 0.1, &from, &to);
    CHECK_NEAR(from, 0.799, 5e-3);
    CHECK_NEAR(to, 8.053, 5e-3);
    CHECK_NEAR(approx_error(0.5, 6), -9.2e-3, 5e-5);
    CHECK_NEAR(approx_error(1.0, 8), -0.177, 5e-4);
    for (int order = 1; order <= 8;
         order++) // the error of the series is of the next order, coefficient below 1
        CHECK_NEAR(cr_hc_rebound_series(0.01, order), cr_hc_rebound(0.01), pow(0.01, order + 1) + 1e-17);
}

static void test_linear(void) {
    cr_law law = cr_law_default(cr_law_find("linear", NULL));
    for (int adhesive = 0; adhesive < 2; adhesive++)
        for (double zeta = 0.01; zeta < 3; zeta *= 1.7) {
            double lambda = 2 * zeta * sqrt(0.01 * 1e6);
            cr_linear_impact impact = cr_linear_exact(0.01, 1e6, lambda, 1, adhesive);
            cr_law_set(&law, "lambda", lambda, NULL);
            cr_law_set(&law, "adhesive", adhesive, NULL);
            cr_law_prepare(&law, NULL);
            cr_impact_exact located;
            CHECK(cr_impact_located(&law, 0.01, 0, 1, &located) == CR_OK, "located, zeta=%g", zeta);
            if (adhesive && zeta >= 1) {
                CHECK(isinf(impact.duration) && !located.released, "an overdamped glued mass stays");
                continue;
            }
            CHECK_REL(located.x_max, impact.x_max, 1e-11);
            CHECK_REL(-located.v_out, impact.restitution, 1e-11);
            CHECK_REL(located.duration, impact.duration, 1e-11);
            if (zeta >= 1) continue;
            double w = sqrt(1 - zeta * zeta);
            double e =
                adhesive ? exp(-cr_pi * zeta / w) : exp(-zeta / w * atan2(2 * zeta * w, 2 * zeta * zeta - 1));
            CHECK_REL(impact.restitution, e, 1e-13);
        }
}

static void test_constant_force(void) {
    cr_law law = cr_law_default(cr_law_find("azad-featherstone", NULL));
    cr_law_prepare(&law, NULL);
    double z0 = cr_equilibrium_depth(&law, 0.66);
    CHECK_REL(z0, 1.6332e-7, 3e-5);
    CHECK_REL(cr_law_force(&law, z0, 0), 0.66, 1e-14);
    CHECK_NEAR(cr_equilibrium_frequency(&law, 0.066, 0.66), 1524.5, 0.05);
}

// A flight is one step however long it is; a contact takes many.
static void test_steps(void) {
    cr_law law = cr_law_default(cr_law_find("azad-featherstone", NULL));
    cr_located sim;
    cr_event event;
    cr_law_prepare(&law, NULL);
    cr_located_init(&sim, &law, 0.066, 0.66, -1.0, 0.0, 1.0);
    CHECK(cr_located_run(&sim, 10.0, true, &event) == CR_OK && event == CR_EVENT_MAKE, "it falls");
    CHECK(sim.steps == 1, "%ld steps of the fall", sim.steps);
    CHECK(cr_located_run(&sim, 10.0, true, &event) == CR_OK && event == CR_EVENT_BREAK, "it leaves");
    CHECK(sim.steps > 10 && sim.steps < 100, "%ld steps of the contact", sim.steps - 1);
}

int main(void) {
    test_steps();
    test_rebound();
    test_golden();
    test_state_in_time();
    test_lossless();
    test_approximation();
    test_linear();
    test_constant_force();
    return test_summary();
}
