// Figures of whole scenes, from what was measured.
#include "papers/s3/measured.h"

#include <string.h>

static const char *const scenes[] = {"ruler", "table", "mug", "fork", "pipes", "tracks", "cart"};
enum { SCENES = sizeof scenes / sizeof *scenes };

// Table 2 of the paper: dynamics and sound [s].
static const double printed[SCENES][2] = {{288, 7.2},    {17280, 22.2}, {432, 5.3},   {288, 4.3},
                                          {22680, 15.7}, {34560, 32.4}, {16920, 14.2}};

static void add_cost(cr_sheet *sheet, const cr_s3_measured *all, const char *figure, int column) {
    cr_curve *theirs = cr_sheet_curve(sheet, "paper, 8 cores", CR_PLOT_POINTS, CR_ORANGE),
             *ours = cr_sheet_curve(sheet, "Carom", CR_PLOT_POINTS, CR_BLUE);
    for (int i = 0; i < SCENES; i++) {
        double value = cr_s3_measured_value(all, scenes[i], figure);
        cr_curve_add(theirs, i + 1, printed[i][column]);
        if (isfinite(value)) cr_curve_add(ours, i + 1, value);
    }
}

static void draw_costs(cr_sheet *sheet) {
    static const char *const titles[] = {"Dynamics", "Sound"}, *const figures[] = {"dynamics", "sound"};
    for (int column = 0; column < 2; column++) {
        cr_plot *plot =
            cr_sheet_panel(sheet, titles[column], "1 ruler 2 table 3 mug 4 fork 5 pipes 6 tracks 7 cart",
                           "processor time [s]");
        plot->width = 460;
        plot->log_y = true;
        plot->x_min = 0.5;
        plot->x_max = SCENES + 0.5;
        add_cost(sheet, sheet->data, figures[column], column);
    }
}

const cr_figure cr_s3_fig_costs = {
    .id = "s3-fig-costs",
    .columns = 2,
    .caption = "S3 Table 2, the costs, beside those of the scenes that ship.",
    .draw = draw_costs,
};

// Entries of a curve of a scene, from the least on.
static void add_entries(cr_curve *curve, const cr_s3_measured *all, const char *scene, const char *figure,
                        double unit, double least) {
    for (int i = 0; i < all->count; i++) {
        const cr_s3_entry *e = &all->entry[i];
        if (strcmp(e->scene, scene) == 0 && strcmp(e->figure, figure) == 0 && e->at >= least)
            cr_curve_add(curve, unit * e->at, e->value);
    }
}

static void draw_steps(cr_sheet *sheet) {
    const double shortest = 1e-6; // s: what loads and blows cut off
    cr_plot *plot = cr_sheet_panel(sheet, "Steps by their size", "step [\xC2\xB5s]", "number of steps");
    plot->log_x = plot->log_y = true;
    for (int i = 0; i < SCENES; i++)
        if (isfinite(cr_s3_measured_value(sheet->data, scenes[i], "steps")))
            add_entries(cr_sheet_curve(sheet, scenes[i], CR_PLOT_LINE_POINTS, i), sheet->data, scenes[i],
                        "steps", 1e6, shortest);
}

const cr_figure cr_s3_fig_steps = {
    .id = "s3-fig-16",
    .columns = 1,
    .caption = "S3 Fig. 16. How many steps were how long, in classes of a factor of two, from 1 \xC2\xB5s "
               "on. Modes that ring make "
               "them short; the mugs and the fork are rigid in contact.",
    .draw = draw_steps,
};

static void draw_modes(cr_sheet *sheet) {
    static const char *const shown[] = {"ruler", "table", "cart", "tracks"};
    static const char *const titles[] = {"Ruler (Fig. 8)", "Table (Fig. 15)", "Cart (Fig. 17)",
                                         "Tracks (Fig. 17)"};
    for (int i = 0; i < 4; i++) {
        if (isnan(cr_s3_measured_value(sheet->data, shown[i], "awake"))) continue;
        cr_plot *plot = cr_sheet_panel(sheet, titles[i], "time [s]", "modes that shorten steps");
        plot->width = 460;
        plot->y_min = 0.0;
        add_entries(cr_sheet_curve(sheet, NULL, CR_PLOT_STEPS, CR_BLUE), sheet->data, shown[i], "awake", 1.0,
                    0.0);
    }
}

const cr_figure cr_s3_fig_modes = {
    .id = "s3-fig-17",
    .columns = 2,
    .caption = "S3 Figs. 8, 15, 17. Modes that ring so much that they shorten steps, over time in whole "
               "scenes: many at impacts, few between them, none on the tracks, whose balls roll.",
    .draw = draw_modes,
};
