// S0, Figs. 1 to 5: the closed forms.
#include "papers/s0/s0.h"

enum { POINTS = 240 };
static const double mass = 0.01, gravity = 9.81;
static const double speeds[] = {4.0, 2.0, 1.0, 0.5};
static const char *const speed_names[] = {"v\xE1\xB5\xA2\xE2\x82\x99 = 4 m/s", "2", "1", "0.5"};

static cr_hc portrait_at(double v_in) {
    cr_s0_case c = cr_s0_portrait;
    c.v_in = v_in;
    return cr_s0_exact(&c);
}

// Rates from v_in down to v_out, dense at both ends.
static double rate_at(const cr_hc *hc, int i) {
    double share = 0.5 - 0.5 * cos(cr_pi * i / (POINTS - 1));
    return hc->v_in + (hc->v_out - hc->v_in) * share;
}

static void draw_1(cr_sheet *sheet) {
    cr_sheet_panel(sheet, "Phase portraits", "compression x [mm]", "rate v [m/s]");
    for (int s = 0; s < 4; s++) {
        cr_hc hc = portrait_at(speeds[s]);
        cr_curve *contact = cr_sheet_curve(sheet, speed_names[s], CR_PLOT_LINE, s);
        for (int i = 0; i < POINTS; i++) {
            double v = rate_at(&hc, i);
            cr_curve_add(contact, 1e3 * fmax(cr_hc_x_of_v(&hc, v), 0.0), v);
        }
        cr_curve *flight = cr_sheet_curve(sheet, NULL, CR_PLOT_DASHED, s);
        const double before[] = {-0.08, 0.0, CR_NAN, 0.0, -0.08};
        for (int i = 0; i < 5; i++) cr_curve_add(flight, before[i], i < 2 ? hc.v_in : hc.v_out);
    }
    cr_sheet_line(sheet, -1.0 / cr_s0_portrait.mu, false,
                  "\xE2\x88\x92"
                  "1/\xCE\xBC");
}

const cr_figure cr_s0_fig_1 = {
    .id = "s0-fig-1",
    .columns = 1,
    .caption = "S0 Fig. 1. One impact is one loop, from the upper left clockwise to the lower left: solid "
               "in contact, by (3), dashed in free flight. The faster the mass arrives, the larger the "
               "share that is lost; no release is faster than $1/\\mu$ = 2 m/s.",
    .draw = draw_1,
};

static void draw_2(cr_sheet *sheet) {
    cr_sheet_panel(sheet, "Force against compression", "compression x [mm]", "contact force f [N]");
    for (int s = 0; s < 4; s++) {
        cr_hc hc = portrait_at(speeds[s]);
        cr_curve *loop = cr_sheet_curve(sheet, speed_names[s], CR_PLOT_LINE, s);
        for (int i = 0; i < POINTS; i++) {
            double v = rate_at(&hc, i), x = fmax(cr_hc_x_of_v(&hc, v), 0.0);
            cr_curve_add(loop, 1e3 * x, hc.k * pow(x, hc.alpha) * (1.0 + hc.mu * v));
        }
    }
    cr_hc deepest = portrait_at(speeds[0]);
    cr_curve *elastic = cr_sheet_curve(sheet, "k x\xE1\xB5\x85", CR_PLOT_DASHED, CR_INK);
    for (int i = 0; i < POINTS; i++) {
        double x = deepest.x_max * i / (POINTS - 1);
        cr_curve_add(elastic, 1e3 * x, deepest.k * pow(x, deepest.alpha));
    }
}

const cr_figure cr_s0_fig_2 = {
    .id = "s0-fig-2",
    .columns = 1,
    .caption = "S0 Fig. 2. The same impacts as loops of force, upper branch on the way in. The area of a "
               "loop is the energy that the impact takes; without loss (dashed) there is none.",
    .draw = draw_2,
};

static void draw_3(cr_sheet *sheet) {
    static const int orders[] = {4, 6, 8};
    static const char *const names[] = {"n = 4, the paper's", "n = 6", "n = 8"};
    cr_plot *plot = cr_sheet_panel(sheet, "Error of the approximate release velocity (7)",
                                   "\xCE\xBC v\xE1\xB5\xA2\xE2\x82\x99",
                                   "|error| of v\xE2\x82\x92\xE1\xB5\xA4\xE2\x82\x9C [%]");
    plot->log_x = plot->log_y = true;
    plot->x_min = 0.01;
    plot->x_max = 20.0;
    plot->y_min = 1e-8;
    plot->y_max = 100.0;
    for (int n = 0; n < 3; n++) {
        cr_curve *curve = cr_sheet_curve(sheet, names[n], CR_PLOT_LINE, n);
        for (int i = 0; i < 1000; i++) {
            double u = cr_log_spread(plot->x_min, plot->x_max, i, 1000);
            cr_curve_add(curve, u, fabs(cr_s0_approx_error(u, orders[n])));
        }
    }
    cr_sheet_line(sheet, 1.0, false, "1 %");
    cr_sheet_line(sheet, 0.1, false, "0.1 %");
    const double top = 3.0; // where n = 4 is worst
    cr_sheet_line(sheet, cr_s0_limit(4, 0.1, 0.05, top), true, "<0.1 %");
    cr_sheet_line(sheet, cr_s0_limit(4, 1.0, 0.05, top), true, "<1 %");
    cr_sheet_line(sheet, cr_s0_limit(4, 1.0, 40.0, top), true, "<1 %");
    cr_sheet_line(sheet, cr_s0_limit(4, 0.1, 40.0, top), true, "<0.1 %");
}

const cr_figure cr_s0_fig_3 = {
    .id = "s0-fig-3",
    .columns = 1,
    .caption =
        "S0 Fig. 3. How far (7) is from the exact release velocity, which we compute to rounding. "
        "The dips are changes of sign. For $n = 4$ the error is below 1 % outside $\\mu v_{in} = 1.66$ "
        "to 5.00 and below 0.1 % outside 0.80 to 8.05 (upright lines); higher orders gain little below and "
        "lose much above.",
    .draw = draw_3,
};

static void draw_4(cr_sheet *sheet) {
    cr_hc hc = portrait_at(0.5);
    cr_plot *plot = cr_sheet_panel(sheet, "Energy during the impact", "rate v [m/s]", "energy H [mJ]");
    plot->reverse_x = true;
    cr_curve *curve = cr_sheet_curve(sheet, NULL, CR_PLOT_LINE, CR_BLUE);
    for (int i = 0; i < POINTS; i++) {
        double v = rate_at(&hc, i);
        cr_curve_add(curve, v, 1e3 * cr_hc_energy_of_v(&hc, v));
    }
    double first = 0.5 * mass * hc.v_in * hc.v_in;
    cr_sheet_line(sheet, 1e3 * first, false, "before");
    cr_sheet_line(sheet, 1e3 * first * cr_hc_energy_ratio(&hc), false, "after");
}

const cr_figure cr_s0_fig_4 = {
    .id = "s0-fig-4",
    .columns = 1,
    .caption =
        "S0 Fig. 4. Energy against rate by (20), read from left to right as time passes ($v_{in} = 0.5$ "
        "m/s). It falls all the way, least where the mass turns: at v = 0 the damper does nothing.",
    .draw = draw_4,
};

// One trajectory under a constant force, from the touch until the mass is out again.
static void add_pressed(cr_curve *entry, cr_curve *release, double force) {
    enum { STEPS = 3000 };
    cr_impact impact = cr_s0_impact(&cr_s0_portrait, CR_S0_RK4);
    cr_located sim;
    cr_event event;
    cr_located_init(&sim, &impact.law, mass, force, 0.0, impact.velocity, impact.velocity);
    for (int i = 0; i < STEPS && sim.x >= 0.0; i++) {
        if (sim.v > 0.49) cr_curve_add(entry, 1e6 * sim.x, sim.v);
        if (sim.v < -0.40) cr_curve_add(release, 1e6 * sim.x, sim.v);
        cr_located_run(&sim, (i + 1) * 4e-7, false, &event);
    }
    if (sim.x < 0.0) cr_curve_add(release, 0.0, sim.v);
}

static void draw_5(cr_sheet *sheet) {
    static const double shares[] = {4.0, 2.0, 1.0, 0.5, 0.0};
    static const char *const names[] = {"f\xE2\x82\x91 = 4 m g", "2 m g", "m g", "m g/2", "no force"};
    static const int colors[] = {CR_ORANGE, CR_GREEN, CR_PURPLE, CR_SKY, CR_INK};
    enum { FORCES = 5 };
    cr_curve *entry[FORCES], *release[FORCES];
    cr_plot *in = cr_sheet_panel(sheet, "Entry", "compression x [\xC2\xB5m]", "rate v [m/s]");
    for (int i = 0; i < FORCES; i++) entry[i] = cr_sheet_curve(sheet, names[i], CR_PLOT_LINE, colors[i]);
    cr_plot *out = cr_sheet_panel(sheet, "Release", "compression x [\xC2\xB5m]", "rate v [m/s]");
    for (int i = 0; i < FORCES; i++) release[i] = cr_sheet_curve(sheet, names[i], CR_PLOT_LINE, colors[i]);
    in->x_min = out->x_min = 0.0;
    in->x_max = 20.0;
    in->y_min = 0.498;
    out->x_max = 60.0;
    out->y_max = -0.405;
    in->width = out->width = 460;
    for (int i = 0; i < FORCES; i++) add_pressed(entry[i], release[i], shares[i] * mass * gravity);
}

const cr_figure cr_s0_fig_5 = {
    .id = "s0-fig-5",
    .columns = 2,
    .caption =
        "S0 Fig. 5. Details of the phase portrait under a constant force into the wall, integrated "
        "with every contact event located ($v_{in} = 0.5$ m/s). At first the force outweighs the contact "
        "and the mass gets faster than it came; on the way out it costs speed.",
    .draw = draw_5,
};
