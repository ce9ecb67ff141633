// label: long
// The least and the greatest force with which the default bow sings against its position, beside Schelleng's
// laws. Leaves the picture of docs/bowing.md, bow-forces.svg, where it runs. It begins at 0.05: closer to the
// end the start decides between two motions even in the middle of the triangle (test_bow_waves.c).
#include "bowing.h"
#include "io/plot/svg.h"
#include "test.h"

enum { POSITIONS = 10, STEPS_MOST = 200 };
static const double speed = 0.2, stride = 1.15; // m/s; from one force to the next

typedef struct limits {
    double position[POSITIONS], least[POSITIONS], most[POSITIONS]; // N, measured
    double law_least[POSITIONS], law_most[POSITIONS];
} limits;

static bool sings_at(const bowed_string *string, double position, double force) {
    bowing how = bowing_between(string, position, 1.0, speed, 1);
    how.force = force;
    bowed_tone tone = bow_string(string, &how);
    return bowed_tone_sings(&tone);
}

// The last force that sings on the way from the middle of the triangle. The start is a transient of many
// slips, and at single forces it ends in another motion: one miss does not end the way.
static double last_singing(const bowed_string *string, double position, double force, double factor) {
    int missed = 0;
    double last = force;
    for (int i = 0; i < STEPS_MOST && missed < 2; i++) {
        force *= factor;
        missed = sings_at(string, position, force) ? 0 : missed + 1;
        if (!missed) last = force;
    }
    return last;
}

static void measure(const bowed_string *string, limits *l) {
    for (int i = 0; i < POSITIONS; i++) {
        double beta = l->position[i] = 0.05 * pow(0.25 / 0.05, i / (POSITIONS - 1.0));
        schelleng law = schelleng_forces(string, beta, speed);
        double middle = sqrt(law.least * law.most);
        l->law_least[i] = law.least;
        l->law_most[i] = law.most;
        CHECK(sings_at(string, beta, middle), "%g Hz at %.3f: the middle of the triangle", string->f0, beta);
        l->least[i] = last_singing(string, beta, middle, 1.0 / stride);
        l->most[i] = last_singing(string, beta, middle, stride);
        CHECK(l->least[i] < 3.0 * law.least && l->most[i] > 0.4 * law.most && l->most[i] < law.most,
              "sings from %.2f times Schelleng's least to %.2f times his greatest force",
              l->least[i] / law.least, l->most[i] / law.most);
        printf("%g Hz at %.3f: %.3g to %.3g N, Schelleng %.3g to %.3g N\n", string->f0, beta, l->least[i],
               l->most[i], law.least, law.most);
    }
}

static void draw(cr_plot *plot, cr_plot_series *series, const char *title, const limits *l) {
    const double *y[] = {l->law_most, l->most, l->least, l->law_least};
    const char *labels[] = {"Schelleng's greatest", "greatest that sings", "least that sings",
                            "Schelleng's least"};
    for (int i = 0; i < 4; i++)
        series[i] = (cr_plot_series){
            labels[i], l->position, y[i], POSITIONS, i % 3 ? CR_PLOT_LINE_POINTS : CR_PLOT_DASHED, i / 2};
    *plot = cr_plot_default();
    plot->title = title;
    plot->subtitle = "bow at 0.2 m/s; within 10 cents, one slip per period";
    plot->x_label = "bow position over length";
    plot->y_label = "bow force [N]";
    plot->log_x = plot->log_y = true;
    plot->series = series;
    plot->series_count = 4;
    plot->width = 560;
}

int main(void) {
    static limits low, high;
    cr_plot plots[2];
    cr_plot_series series[2][4];
    measure(&bowed_strings[0], &low);
    measure(&bowed_strings[2], &high);
    draw(&plots[0], series[0], "65 Hz, 0.69 m, 10.9 g", &low);
    draw(&plots[1], series[1], "196 Hz, 0.325 m, 0.98 g", &high);
    FILE *out = fopen("bow-forces.svg", "w");
    CHECK(out, "bow-forces.svg cannot be written");
    if (!out) return test_summary();
    cr_plot_write_panels(out, plots, 2, 2);
    fclose(out);
    return test_summary();
}
