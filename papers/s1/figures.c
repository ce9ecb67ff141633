// S1, drawn: the paper has no results of its own to show.
#include "papers/s1/s1.h"

#include "carom/exact.h"

static const int mode_colors[3] = {CR_BLUE, CR_ORANGE, CR_GREEN};
static const char *const mode_labels[3] = {"psi", "plain (12)", "2021"};

// --- mass and barrier --------------------------------------------------------------------------------------

static void fly(cr_contact_mode mode, cr_curve *displacement, cr_curve *force) {
    const double rate = 50000.0, samples = 5.0, distance = 3.05 / rate;
    cr_law law = cr_law_with(
        "power",
        (cr_setting[]){{"k", cr_lossless_stiffness(1.0, 1.0, 1.0, samples / rate)}, {"alpha", 1.0}, {0}});
    cr_s1_rig rig = cr_s1_open(rate, mode);
    int mass = cr_s1_add(&rig, "mass", (cr_setting[]){{"mass", 1.0}, {0}});
    cr_s1_touch(&rig, (cr_place){mass, {0.0}}, cr_s1_ground, 0.0, &law);
    cr_s1_throw(&rig, mass, -distance, 1.0);
    bool ready = cr_s1_prepare(&rig);
    for (int i = 0; ready && i < 20; i++) {
        cr_curve_add(displacement, i / rate * 1e6, 1e6 * cr_s1_element(&rig, mass)->u[0]);
        cr_network_step(rig.network);
        cr_curve_add(force, i / rate * 1e6, 1e-3 * cr_network_contact_force(rig.network, 0));
    }
    cr_s1_close(&rig);
}

// Free flight, half a sine, free flight: the displacement or the force, as in fly().
static void add_exact(cr_curve *curve, bool force) {
    enum { POINTS = 400 };
    const double rate = 50000.0, tau = 5.0 / rate, begin = 3.05 / rate, w = cr_pi / tau;
    for (int i = 0; i < POINTS; i++) {
        double t = 19.0 / rate * i / (POINTS - 1), s = t - begin;
        bool inside = s > 0.0 && s < tau;
        double x = s < 0.0 ? s : inside ? sin(w * s) / w : tau - s;
        cr_curve_add(curve, 1e6 * t, force ? (inside ? 1e-3 * w * sin(w * s) : 0.0) : 1e6 * x);
    }
}

static void draw_barrier(cr_sheet *sheet) {
    cr_curve spare = {.count = 0};
    cr_sheet_panel(sheet, "Displacement", "time [\xC2\xB5s]", "displacement [\xC2\xB5m]")->width = 460;
    for (int m = 0; m < 3; m++) {
        spare.count = 0;
        fly(cr_s1_modes[m], cr_sheet_curve(sheet, mode_labels[m], CR_PLOT_LINE_POINTS, mode_colors[m]),
            &spare);
    }
    add_exact(cr_sheet_curve(sheet, "exact", CR_PLOT_DASHED, CR_INK), false);
    cr_sheet_line(sheet, 0.0, false, "barrier");
    cr_sheet_panel(sheet, "Contact force", "time [\xC2\xB5s]", "force [kN]")->width = 460;
    for (int m = 0; m < 3; m++) {
        spare.count = 0;
        fly(cr_s1_modes[m], &spare, cr_sheet_curve(sheet, mode_labels[m], CR_PLOT_STEPS, mode_colors[m]));
    }
    add_exact(cr_sheet_curve(sheet, "exact", CR_PLOT_DASHED, CR_INK), true);
}

const cr_figure cr_s1_fig_barrier = {
    .id = "s1-fig-barrier",
    .columns = 2,
    .caption =
        "S1 Section 2. A mass of 1 kg at 1 m/s meets a linear lossless barrier for five samples at 50 "
        "kHz. With the paper's g the contact pulls in its last step and a quarter of the energy stays "
        "in psi; the mass leaves at 0.87 m/s. The 2021 rule pulls too, then gives the energy back. The "
        "mode psi returns all of it and never pulls.",
    .draw = draw_barrier,
};

// --- energy of two mass-springs ----------------------------------------------------------------------------

static void draw_energy(cr_sheet *sheet) {
    enum { TWO_MASSES = 2, STEPS = 1200, PARTS = 4 };
    static const char *const labels[PARTS] = {"mass 1", "mass 2", "contact", "sum"};
    static const int colors[PARTS] = {CR_BLUE, CR_ORANGE, CR_GREEN, CR_INK};
    cr_curve *curves[PARTS];
    cr_plot *plot = cr_sheet_panel(sheet, "Two mass-springs", "time [ms]", "energy [mJ]");
    plot->y_min = 0.0;
    for (int i = 0; i < PARTS; i++) curves[i] = cr_sheet_curve(sheet, labels[i], CR_PLOT_LINE, colors[i]);
    cr_s1_rig rig = cr_s1_open(cr_s1_rate, CR_CONTACT_PREDICTED);
    cr_s1_systems[TWO_MASSES].build(&rig, false);
    bool ready = cr_s1_prepare(&rig);
    for (int i = 0; ready && i < STEPS; i++) {
        cr_network_step(rig.network);
        cr_ledger ledger = cr_network_ledger(rig.network);
        double part[PARTS] = {cr_element_energy(cr_s1_element(&rig, 0)),
                              cr_element_energy(cr_s1_element(&rig, 1)), ledger.contacts,
                              ledger.elements + ledger.contacts};
        for (int p = 0; p < PARTS; p++) cr_curve_add(curves[p], 1e3 * i * rig.k, 1e3 * part[p]);
    }
    cr_s1_close(&rig);
}

const cr_figure cr_s1_fig_energy = {
    .id = "s1-fig-energy",
    .columns = 1,
    .caption = "S1 Section 4. Two mass-springs, 10 g at 200 Hz above 30 g at 310 Hz, hand energy to each "
               "other through a lossless contact; the sum stays.",
    .draw = draw_energy,
};

// --- tromba marina -----------------------------------------------------------------------------------------

enum { TROMBA_SPRING = 5 };

static void draw_tromba(cr_sheet *sheet) {
    enum { STEPS = 1550, STRING = 0, BRIDGE = 1, BODY = 2 };
    cr_s1_rig rig = cr_s1_open(cr_s1_rate, CR_CONTACT_PREDICTED);
    cr_s1_systems[TROMBA_SPRING].build(&rig, true);
    cr_element *string = cr_s1_element(&rig, STRING);
    double at = string ? round(1.65 / 1.9 * string->grid.n[0]) / string->grid.n[0] : 0.0;
    const cr_place places[] = {{STRING, {at}}, {BRIDGE, {0.0}}, {BODY, {0.8, 0.75}}};
    int pickups[3] = {0};
    for (int i = 0; i < 3 && rig.status == CR_OK; i++)
        rig.status = cr_network_add_pickup(rig.network, places[i], &pickups[i], NULL);
    cr_plot *plot = cr_sheet_panel(sheet, "String and bridge", "time [ms]", "displacement [\xC2\xB5m]");
    plot->height = 300;
    plot->y_max = 40.0;
    cr_curve *u = cr_sheet_curve(sheet, "string at the bridge", CR_PLOT_LINE, CR_ORANGE);
    cr_curve *w = cr_sheet_curve(sheet, "bridge", CR_PLOT_LINE, CR_BLUE);
    cr_sheet_panel(sheet, "Body below the bridge", "time [ms]", "displacement [\xC2\xB5m]")->height = 240;
    cr_curve *v = cr_sheet_curve(sheet, NULL, CR_PLOT_LINE, CR_GREEN);
    cr_sheet_panel(sheet, "Contact force between bridge and body", "time [ms]", "force [N]")->height = 240;
    cr_curve *force = cr_sheet_curve(sheet, NULL, CR_PLOT_LINE, CR_PURPLE);
    bool ready = cr_s1_prepare(&rig);
    for (int i = 0; ready && i < STEPS; i++) {
        double t = 1e3 * i * rig.k;
        cr_curve_add(u, t, 1e6 * cr_network_displacement(rig.network, pickups[0]));
        cr_curve_add(w, t, 1e6 * cr_network_displacement(rig.network, pickups[1]));
        cr_curve_add(v, t, 1e6 * cr_network_displacement(rig.network, pickups[2]));
        cr_network_step(rig.network);
        cr_curve_add(force, t, cr_network_contact_force(rig.network, 0));
    }
    cr_s1_close(&rig);
}

const cr_figure cr_s1_fig_tromba = {
    .id = "s1-fig-tromba",
    .columns = 1,
    .caption =
        "S1 Section 7. A tromba marina, plucked: the string carries the bridge, which rests 5 um above "
        "a wooden body and rattles on it. The contact force never pulls.",
    .draw = draw_tromba,
};

// --- books -------------------------------------------------------------------------------------------------

static void draw_ledger(cr_sheet *sheet) {
    enum { STEPS = 44100 };
    static const char *const titles[2] = {"Lossless", "Damped"};
    static const int shown[] = {2, 3, 4, 5, 6, 8};
    for (int damped = 0; damped < 2; damped++) {
        cr_plot *plot = cr_sheet_panel(sheet, titles[damped], "time [s]", "energy balance error / energy");
        plot->width = 460;
        plot->log_y = true;
        plot->y_min = 1e-16;
        plot->y_max = 1e-11;
        for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
            const cr_s1_system *system = &cr_s1_systems[shown[i]];
            cr_s1_balance(system, CR_CONTACT_PREDICTED, damped, STEPS,
                          cr_sheet_curve(sheet, damped ? NULL : system->name, CR_PLOT_LINE, (int)i));
        }
        cr_sheet_line(sheet, 5e-12, false, "asked: 5e-12");
    }
}

const cr_figure cr_s1_fig_ledger = {
    .id = "s1-fig-ledger",
    .columns = 2,
    .caption =
        "Greatest error of the energy balance so far, over the greatest energy, mode psi: rounding that "
        "adds up.",
    .draw = draw_ledger,
};

// --- convergence -------------------------------------------------------------------------------------------

static void draw_convergence(cr_sheet *sheet) {
    enum { RATES = 6 };
    static const int times[RATES] = {1, 2, 4, 8, 16, 32};
    static const char *const labels[2] = {"spring and contact", "signed psi and contact"};
    cr_plot *plot = cr_sheet_panel(sheet, "Error after 20 ms", "rate [kHz]", "error");
    plot->log_x = plot->log_y = true;
    double first = 1.0;
    for (int two_sided = 0; two_sided < 2; two_sided++) {
        double errors[RATES];
        cr_s1_convergence(two_sided, times, RATES, errors);
        cr_curve *curve =
            cr_sheet_curve(sheet, labels[two_sided], CR_PLOT_LINE_POINTS, two_sided ? CR_ORANGE : CR_BLUE);
        for (int r = 0; r < RATES; r++) cr_curve_add(curve, 1e-3 * cr_s1_rate * times[r], errors[r]);
        first = errors[0];
    }
    cr_curve *second = cr_sheet_curve(sheet, "second order", CR_PLOT_DASHED, CR_INK);
    for (int r = 0; r < RATES; r++)
        cr_curve_add(second, 1e-3 * cr_s1_rate * times[r], 0.5 * first / (times[r] * times[r]));
}

const cr_figure cr_s1_fig_convergence = {
    .id = "s1-fig-convergence",
    .columns = 1,
    .caption = "S1 Sections 7, 8. A tromba marina of modes: four times as close for each doubling of the "
               "rate, joined by the spring (32f) or by a two-sided contact with a signed psi.",
    .draw = draw_convergence,
};
