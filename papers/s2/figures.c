// S2, Figs. 3 to 5 and the dropped ball.
#include "papers/s2/s2.h"

static const double speed_low = 0.05, speed_high = 20.0;

static void add_new(cr_curve *curve, const cr_law *law, double m, double low, double high) {
    enum { POINTS = 120 };
    for (int i = 0; i < POINTS; i++) {
        double v = cr_log_spread(low, high, i, POINTS);
        cr_curve_add(curve, v, cr_s2_restitution(law, m, v, NULL));
    }
}

static void add_hunt_crossley(cr_curve *curve, double mu, double low, double high) {
    enum { POINTS = 200 };
    for (int i = 0; i < POINTS; i++) {
        double v = cr_log_spread(low, high, i, POINTS);
        cr_curve_add(curve, v, cr_s2_hunt_crossley(mu, v));
    }
}

static cr_law new_law_through(double restitution) {
    cr_law law = cr_s2_law(cr_s2_stiffness, 1.0);
    double number = cr_s2_number_for(restitution);
    return cr_s2_law(cr_s2_stiffness, cr_restitution_damping(&law, cr_s2_mass, 1.0, number));
}

static void draw_3(cr_sheet *sheet) {
    const double e = 0.7;
    cr_plot *plot =
        cr_sheet_panel(sheet, "Restitution of three models", "impact speed [m/s]", "restitution e");
    plot->x_min = 0.0;
    plot->x_max = 6.0;
    plot->y_min = 0.0;
    plot->y_max = 1.0;
    cr_law law = new_law_through(e);
    cr_curve *curve = cr_sheet_curve(sheet, "new model", CR_PLOT_LINE, CR_BLUE);
    add_new(curve, &law, cr_s2_mass, 1e-5, plot->x_max);
    curve = cr_sheet_curve(sheet, "Hunt-Crossley", CR_PLOT_LINE, CR_ORANGE);
    add_hunt_crossley(curve, cr_s2_hunt_crossley_mu(e), 1e-3, plot->x_max);
    law = cr_s2_lee_wang(e);
    add_new(cr_sheet_curve(sheet, "Lee and Wang", CR_PLOT_DASHED, CR_PURPLE), &law, cr_s2_mass, 1e-4,
            plot->x_max);
    curve = cr_sheet_curve(sheet, "linear", CR_PLOT_LINE, CR_GREEN);
    cr_curve_add(curve, plot->x_min, e);
    cr_curve_add(curve, plot->x_max, e);
}

const cr_figure cr_s2_fig_3 = {
    .id = "s2-fig-3",
    .columns = 1,
    .caption = "S2 Fig. 3. Three models that agree at 1 m/s, where $e = 0.7$, and that of Lee and Wang, "
               "which the paper names ($p = 1$). The linear one does not depend "
               "on speed; the new one falls steeply at first and slowly later.",
    .draw = draw_3,
};

static void draw_4(cr_sheet *sheet) {
    static const double dampings[] = {1e4, 3e4, 1e5, 3e5, 1e6};
    cr_plot *plot = cr_sheet_panel(sheet, "Restitution against the logarithm of speed", "impact speed [m/s]",
                                   "restitution e");
    plot->subtitle = "k = 10\xC2\xB9\xE2\x81\xB0, 66 g; new model with \xCE\xBB = 10\xE2\x81\xB4 to "
                     "10\xE2\x81\xB6, Hunt-Crossley through the same points at 1 m/s";
    plot->log_x = true;
    plot->x_min = speed_low;
    plot->x_max = speed_high;
    plot->y_min = 0.0;
    plot->y_max = 1.0;
    for (int i = 0; i < 5; i++) {
        cr_law law = cr_s2_law(cr_s2_stiffness, dampings[i]);
        double e = cr_s2_restitution(&law, cr_s2_mass, 1.0, NULL);
        cr_curve *curve = cr_sheet_curve(sheet, i ? NULL : "new model", CR_PLOT_LINE, CR_BLUE);
        add_new(curve, &law, cr_s2_mass, speed_low, speed_high);
        curve = cr_sheet_curve(sheet, i ? NULL : "Hunt-Crossley", CR_PLOT_DASHED, CR_ORANGE);
        add_hunt_crossley(curve, cr_s2_hunt_crossley_mu(e), speed_low, speed_high);
        law = cr_s2_lee_wang(e);
        curve = cr_sheet_curve(sheet, i ? NULL : "Lee and Wang", CR_PLOT_DASHED, CR_PURPLE);
        add_new(curve, &law, cr_s2_mass, speed_low, speed_high);
    }
}

const cr_figure cr_s2_fig_4 = {
    .id = "s2-fig-4",
    .columns = 1,
    .caption = "S2 Fig. 4. On a logarithmic scale the new model is almost a straight line over two decades "
               "of speed, as measurements are; Hunt-Crossley bends.",
    .draw = draw_4,
};

static void draw_5(cr_sheet *sheet) {
    enum { TARGETS = 3 };
    static const double targets[TARGETS] = {0.9, 0.7, 0.5};
    static const char *const names[TARGETS] = {"new model", NULL, NULL};
    for (int p = 0; p < CR_S2_PAIRS; p++) {
        cr_s2_pair pair = cr_s2_pair_at(p);
        cr_plot *plot = cr_sheet_panel(sheet, pair.name, "impact speed [m/s]", "restitution e");
        plot->log_x = true;
        plot->width = 360;
        plot->height = 300;
        plot->y_min = 0.0;
        plot->y_max = 1.0;
        for (int i = 0; i < TARGETS; i++) {
            cr_law law = cr_s2_law(pair.stiffness, 1.0);
            double number = cr_s2_number_for(targets[i]);
            law = cr_s2_law(pair.stiffness, cr_restitution_damping(&law, pair.mass, 1.0, number));
            add_new(cr_sheet_curve(sheet, p ? NULL : names[i], CR_PLOT_LINE, CR_BLUE), &law, pair.mass, 0.1,
                    10.0);
            add_hunt_crossley(
                cr_sheet_curve(sheet, p || i ? NULL : "Hunt-Crossley", CR_PLOT_DASHED, CR_ORANGE),
                cr_s2_hunt_crossley_mu(targets[i]), 0.1, 10.0);
        }
    }
}

const cr_figure cr_s2_fig_5 = {
    .id = "s2-fig-5",
    .columns = 2,
    .caption =
        "S2 Fig. 5, its six panels without the measured points, which are not in the text, and so without "
        "the $\\lambda$ that was fitted to them: instead $\\lambda$ that gives $e$ = 0.9, 0.7, 0.5 at 1 m/s, "
        "with $k$ "
        "and mass of each pair. A curve is fixed by its value at 1 m/s, whatever the bodies, because $k$ and "
        "$\\lambda$ act through one number $\\Lambda$.",
    .draw = draw_5,
};

static void draw_times(cr_sheet *sheet) {
    cr_plot *plot = cr_sheet_panel(sheet, "Contact time, e = 0.7 at 1 m/s", "impact speed [m/s]",
                                   "contact time [\xC2\xB5s]");
    plot->log_x = plot->log_y = true;
    double number = cr_s2_number_for(0.7);
    for (int i = 0; i < CR_S2_PAIRS; i++) {
        cr_s2_pair pair = cr_s2_pair_at(i);
        cr_law law = cr_s2_law(pair.stiffness, 1.0);
        law = cr_s2_law(pair.stiffness, cr_restitution_damping(&law, pair.mass, 1.0, number));
        cr_curve *curve = cr_sheet_curve(sheet, pair.name, CR_PLOT_LINE, i);
        for (int j = 0; j < 25; j++) {
            double duration, v = cr_log_spread(0.1, 10.0, j, 25);
            cr_s2_restitution(&law, pair.mass, v, &duration);
            cr_curve_add(curve, v, 1e6 * duration);
        }
    }
}

const cr_figure cr_s2_fig_times = {
    .id = "s2-fig-times",
    .columns = 1,
    .caption = "What tells the six pairs apart: the contact time, for the $\\lambda$ that gives $e = 0.7$ at "
               "1 m/s; B and "
               "E are as good as equal.",
    .draw = draw_times,
};

// Height [m] in `count` instants from t_begin on.
static void add_height(cr_curve *curve, double t_begin, double t_end, int count, double unit) {
    cr_law law = cr_s2_law(1e10, 1e5);
    cr_located sim;
    cr_event event;
    cr_located_init(&sim, &law, cr_s2_drop.mass, cr_s2_drop.mass * cr_s2_drop.gravity, -cr_s2_drop.height,
                    0.0, sqrt(2.0 * cr_s2_drop.gravity * cr_s2_drop.height));
    for (int i = 0; i < count; i++) {
        double t = t_begin + (t_end - t_begin) * i / (count - 1);
        if (cr_located_run(&sim, t, false, &event) != CR_OK) return;
        cr_curve_add(curve, t, -sim.x / unit);
    }
}

static void draw_drop(cr_sheet *sheet) {
    cr_plot *plot = cr_sheet_panel(sheet, "Height of the ball", "time [s]", "height [m]");
    plot->width = 460;
    plot->y_min = 0.0;
    add_height(cr_sheet_curve(sheet, NULL, CR_PLOT_LINE, CR_BLUE), 0.0, 2.8, 1500, 1.0);
    cr_drop_result r;
    cr_law law = cr_s2_law(1e10, 1e5);
    if (cr_drop_run(&law, &cr_s2_drop, &r, NULL) == CR_OK)
        cr_sheet_line(sheet, r.t_small, true, "below 1 mm");
    plot = cr_sheet_panel(sheet, "The last bounces", "time [s]", "height [\xC2\xB5m]");
    plot->width = 460;
    add_height(cr_sheet_curve(sheet, NULL, CR_PLOT_LINE, CR_BLUE), 2.505, 2.535, 1500, 1e-6);
}

const cr_figure cr_s2_fig_drop = {
    .id = "s2-fig-drop",
    .columns = 2,
    .caption = "S2 II-C. A steel ball dropped from 1 m. After 2.4 s its bounces are below 1 mm; another 26, "
               "some of them micrometres high, follow within an eighth of a second (right), then it rings "
               "at 1.5 kHz and rests 0.16 um deep.",
    .draw = draw_drop,
};
