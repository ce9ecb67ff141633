// S0, Figs. 6 to 12: the simulations against the closed forms.
#include "papers/s0/s0.h"

static const double mass = 0.01, gravity = 9.81;
static const int method_colors[CR_S0_METHODS] = {CR_BLUE, CR_ORANGE, CR_GREEN, CR_PURPLE};

// Where the samples of an impact go: (x, v) or (v, H), from the first touch on.
typedef struct tracer {
    cr_curve *phase, *energy;
    long every, count; // of many samples only some are kept
} tracer;

static void trace(void *context, const cr_sample *sample) {
    tracer *t = context;
    if (t->count++ % t->every != 0 && sample->x > 0.0) return;
    if (t->phase) cr_curve_add(t->phase, 1e3 * sample->x, sample->v);
    if (t->energy) cr_curve_add(t->energy, sample->v, 1e3 * sample->energy);
}

static void add_simulated(cr_curve *phase, cr_curve *energy, const cr_impact *impact) {
    cr_impact_result result;
    double tau = cr_law_duration(&impact->law, mass, impact->velocity) * impact->rate;
    tracer t = {phase, energy, 1 + (long)(tau / 800.0), 0};
    cr_sample start = {0.0, 0.0, impact->velocity, 0.0, 0.5 * mass * impact->velocity * impact->velocity};
    trace(&t, &start);
    cr_impact_run(impact, (cr_sample_sink){trace, &t}, &result, NULL);
}

static void add_exact(cr_curve *phase, cr_curve *energy, const cr_s0_case *c) {
    enum { POINTS = 400 };
    cr_hc hc = cr_s0_exact(c);
    for (int i = 0; i < POINTS; i++) {
        double v = hc.v_in + (hc.v_out - hc.v_in) * i / (POINTS - 1);
        if (phase) cr_curve_add(phase, 1e3 * fmax(cr_hc_x_of_v(&hc, v), 0.0), v);
        if (energy) cr_curve_add(energy, v, 1e3 * cr_hc_energy_of_v(&hc, v));
    }
}

static cr_plot *phase_panel(cr_sheet *sheet, const char *title) {
    cr_plot *plot = cr_sheet_panel(sheet, title, "compression x [mm]", "rate v [m/s]");
    plot->width = 460;
    return plot;
}

static cr_plot *energy_panel(cr_sheet *sheet, const char *title) {
    cr_plot *plot = cr_sheet_panel(sheet, title, "rate v [m/s]", "energy H [mJ]");
    plot->reverse_x = true;
    plot->width = 460;
    return plot;
}

// All methods and the closed form, in one of the two planes.
static void add_methods(cr_sheet *sheet, const cr_s0_case *c, bool energy, cr_plot_style style) {
    for (int method = 0; method < CR_S0_METHODS; method++) {
        cr_curve *curve = cr_sheet_curve(sheet, cr_s0_names[method], style, method_colors[method]);
        cr_impact impact = cr_s0_impact(c, method);
        add_simulated(energy ? NULL : curve, energy ? curve : NULL, &impact);
    }
    cr_curve *exact = cr_sheet_curve(sheet, "exact", CR_PLOT_DASHED, CR_INK);
    add_exact(energy ? NULL : exact, energy ? exact : NULL, c);
}

static void draw_6(cr_sheet *sheet) {
    cr_hc hc = cr_s0_exact(&cr_s0_noncritical);
    phase_panel(sheet, "Phase portrait");
    add_methods(sheet, &cr_s0_noncritical, false, CR_PLOT_LINE);
    cr_sheet_line(sheet, 1e3 * hc.x_max, true, "x\xE2\x82\x98\xE2\x82\x90\xE2\x82\x93");
    cr_sheet_line(sheet, hc.v_out, false, "v\xE2\x82\x92\xE1\xB5\xA4\xE2\x82\x9C");
    energy_panel(sheet, "Energy");
    add_methods(sheet, &cr_s0_noncritical, true, CR_PLOT_LINE);
    cr_sheet_line(sheet, 0.5e3 * mass * hc.v_in * hc.v_in, false, "H\xE2\x82\x80");
    cr_sheet_line(sheet, 0.5e3 * mass * hc.v_out * hc.v_out, false, "H(\xCF\x84)");
}

const cr_figure cr_s0_fig_6 = {
    .id = "s0-fig-6",
    .columns = 2,
    .caption = "S0 Fig. 6. A soft contact of 1659 samples: all four methods lie on the closed form, and on "
               "each other. Table I says by how little they differ.",
    .draw = draw_6,
};

static void draw_7(cr_sheet *sheet) {
    cr_plot *plot = energy_panel(sheet, "Energy, case 1: low dissipation");
    plot->width = 720;
    add_methods(sheet, &cr_s0_case_1, true, CR_PLOT_LINE_POINTS);
}

const cr_figure cr_s0_fig_7 = {
    .id = "s0-fig-7",
    .columns = 1,
    .caption = "S0 Fig. 7. Nineteen samples of contact, each a point. The loss is so small that the errors "
               "of the second-order methods reach 60 % of it: Verlet and Heun lose energy, gain it and lose "
               "it again, AM1 loses too much, and all three jump at the release. RK4 follows the closed "
               "form.",
    .draw = draw_7,
};

static void draw_8(cr_sheet *sheet) {
    phase_panel(sheet, "Phase portrait, case 2");
    add_methods(sheet, &cr_s0_case_2, false, CR_PLOT_LINE_POINTS);
    cr_plot *detail = phase_panel(sheet, "Detail of it");
    detail->x_min = 0.02;
    detail->x_max = 0.042;
    detail->y_min = -0.6;
    detail->y_max = 0.8;
    add_methods(sheet, &cr_s0_case_2, false, CR_PLOT_LINE_POINTS);
    energy_panel(sheet, "Energy, case 2: hard impact");
    add_methods(sheet, &cr_s0_case_2, true, CR_PLOT_LINE_POINTS);
}

const cr_figure cr_s0_fig_8 = {
    .id = "s0-fig-8",
    .columns = 2,
    .caption = "S0 Fig. 8. Only six samples of contact. Heun loses far too much energy, AM1 and Verlet are "
               "off by some percent, RK4 stays close. Points left of x = 0 are the first samples after the "
               "release.",
    .draw = draw_8,
};

static void add_heun(cr_sheet *sheet, const cr_s0_case *c, bool energy) {
    cr_curve *plain = cr_sheet_curve(sheet, "Heun", CR_PLOT_LINE_POINTS, CR_ORANGE);
    cr_curve *mended = cr_sheet_curve(sheet, "Heun, corrected", CR_PLOT_LINE_POINTS, CR_BLUE);
    cr_curve *exact = cr_sheet_curve(sheet, "exact", CR_PLOT_DASHED, CR_INK);
    cr_impact impact = cr_s0_impact(c, CR_S0_HEUN), corrected = cr_s0_corrected(c, CR_S0_HEUN);
    add_simulated(energy ? NULL : plain, energy ? plain : NULL, &impact);
    add_simulated(energy ? NULL : mended, energy ? mended : NULL, &corrected);
    add_exact(energy ? NULL : exact, energy ? exact : NULL, c);
}

static void draw_9(cr_sheet *sheet) {
    cr_plot *plot = energy_panel(sheet, "Energy, case 1: Heun with and without corrections");
    plot->width = 720;
    add_heun(sheet, &cr_s0_case_1, true);
}

const cr_figure cr_s0_fig_9 = {
    .id = "s0-fig-9",
    .columns = 1,
    .caption = "S0 Fig. 9. With both corrections, compression from the rate by (3) and the release velocity "
               "imposed, every sample lies on the closed form and the energy after the impact is right.",
    .draw = draw_9,
};

static void draw_10(cr_sheet *sheet) {
    phase_panel(sheet, "Phase portrait, case 2");
    add_heun(sheet, &cr_s0_case_2, false);
    energy_panel(sheet, "Energy, case 2");
    add_heun(sheet, &cr_s0_case_2, true);
}

const cr_figure cr_s0_fig_10 = {
    .id = "s0-fig-10",
    .columns = 2,
    .caption = "S0 Fig. 10. The same for the hard impact. The corrected samples lie on the loop, but the "
               "contact still ends on a sample, so its duration is a whole number of samples.",
    .draw = draw_10,
};

static void draw_11(cr_sheet *sheet) {
    for (int panel = 0; panel < 2; panel++) {
        bool vary_mu = panel == 0;
        cr_plot *plot = cr_sheet_panel(sheet,
                                       vary_mu ? "\xCE\xBC varied, v\xE1\xB5\xA2\xE2\x82\x99 = 0.5"
                                               : "v\xE1\xB5\xA2\xE2\x82\x99 varied, \xCE\xBC = 0.5",
                                       vary_mu ? "\xCE\xBC [s/m]" : "v\xE1\xB5\xA2\xE2\x82\x99 [m/s]",
                                       "error of H [% of the loss]");
        plot->log_x = plot->log_y = true;
        plot->width = 460;
        plot->y_min = 1e-9;
        plot->y_max = 1e3;
        cr_curve *plain = cr_sheet_curve(sheet, "RK4, in contact", CR_PLOT_LINE_POINTS, CR_PURPLE);
        cr_curve *mended = cr_sheet_curve(sheet, "corrected, after release", CR_PLOT_LINE_POINTS, CR_BLUE);
        for (int i = 0; i < CR_S0_TREND_COUNT; i++) {
            double without, with;
            cr_s0_trend_at(cr_s0_trend[i], vary_mu, &without, &with);
            cr_curve_add(plain, cr_s0_trend[i] / 0.5, without);
            cr_curve_add(mended, cr_s0_trend[i] / 0.5, with);
        }
    }
}

const cr_figure cr_s0_fig_11 = {
    .id = "s0-fig-11",
    .columns = 2,
    .caption =
        "S0 Fig. 11. RK4 at $k = 10^9$; the product $\\mu v_{in}$ is the same at the same place of both "
        "panels. The error grows towards small $\\mu$ much faster than towards small $v_{in}$, because the "
        "loss that it is compared with vanishes. With the corrections no error is left in contact; "
        "what remains after the release is that of (7).",
    .draw = draw_11,
};

// Speed after each rebound, for the four lines of Fig. 12.
typedef struct bouncer {
    const char *name;
    int color;
    cr_impact impact;
    bool exact;
} bouncer;

static double next_speed(const bouncer *b, double v) {
    cr_impact impact = b->impact;
    cr_impact_result result;
    impact.velocity = v;
    if (b->exact) return -cr_hc_rebound(cr_s0_case_2.mu * v) / cr_s0_case_2.mu;
    return cr_impact_run(&impact, (cr_sample_sink){0}, &result, NULL) == CR_OK ? -result.v_out : CR_NAN;
}

static void add_flights(cr_curve *curve, const bouncer *b, double until) {
    enum { POINTS = 16 };
    double t = 0.0, v = cr_s0_case_2.v_in;
    while (t < until) {
        v = next_speed(b, v);
        double flight = 2.0 * v / gravity;
        for (int i = 0; i <= POINTS; i++) {
            double s = flight * i / POINTS;
            cr_curve_add(curve, t + s, 1e3 * (v * s - 0.5 * gravity * s * s));
        }
        t += flight;
    }
}

static void add_energies(cr_curve *curve, const bouncer *b) {
    double v = cr_s0_case_2.v_in, exact = v;
    for (int i = 1; i <= 100; i++) {
        v = next_speed(b, v);
        exact = -cr_hc_rebound(cr_s0_case_2.mu * exact) / cr_s0_case_2.mu;
        cr_curve_add(curve, i, 100.0 * (v * v / (exact * exact) - 1.0));
    }
}

static void draw_12(cr_sheet *sheet) {
    const cr_s0_case *c = &cr_s0_case_2;
    const bouncer bouncers[] = {
        {"Verlet", CR_ORANGE, cr_s0_impact(c, CR_S0_VERLET), false},
        {"RK4", CR_PURPLE, cr_s0_impact(c, CR_S0_RK4), false},
        {"corrected", CR_BLUE, cr_s0_corrected(c, CR_S0_HEUN), false},
        {"exact", CR_INK, cr_s0_impact(c, CR_S0_RK4), true},
    };
    cr_plot *heights = cr_sheet_panel(sheet, "Height between rebounds", "time [s]", "height [mm]");
    heights->width = 460;
    for (int i = 0; i < 4; i++) {
        cr_plot_style style = bouncers[i].exact ? CR_PLOT_DASHED : CR_PLOT_LINE;
        add_flights(cr_sheet_curve(sheet, bouncers[i].name, style, bouncers[i].color), &bouncers[i], 0.8);
    }
    heights->x_max = 0.8;
    cr_plot *energies = cr_sheet_panel(sheet, "Energy left, against exact", "rebound", "error of H [%]");
    energies->width = 460;
    for (int i = 0; i < 3; i++)
        add_energies(cr_sheet_curve(sheet, bouncers[i].name, CR_PLOT_LINE, bouncers[i].color), &bouncers[i]);
}

const cr_figure cr_s0_fig_12 = {
    .id = "s0-fig-12",
    .columns = 2,
    .caption =
        "S0 Fig. 12. A series of rebounds of case 2, with $g = 9.81$ m/s$^2$ in flight only. Left: small "
        "errors of each impact add up in height and time. Right: the error of the energy over the "
        "100 rebounds of Table III (b); the corrected series stays at zero.",
    .draw = draw_12,
};
