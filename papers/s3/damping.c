// S3 Figure 4: a mug, tapped in four states of contact.
#include "papers/s3/s3.h"

enum { HANGING, UPRIGHT, SIDE, UPTURNED };
static const char *const states[CR_S3_STATES] = {"hanging", "upright", "on its side", "upside down"};

typedef struct mugs {
    const cr_s3_trial *s3, *physical;
} mugs;

static double decay_time(const cr_s3_trial *t, int state, int mode) {
    return 3.0 * log(10.0) / t->sigma[state][mode];
}

static void draw_mugs(cr_sheet *sheet, const cr_s3_trial *t, const char *title) {
    cr_plot *plot = cr_sheet_panel(sheet, title, "frequency [kHz]", "time for 60 dB [s]");
    plot->width = 460;
    plot->y_min = 0.0;
    for (int state = 0; state < CR_S3_STATES; state++) {
        cr_curve *curve = cr_sheet_curve(sheet, states[state], CR_PLOT_LINE_POINTS, state);
        for (int j = 0; j < CR_S3_MODES; j++)
            cr_curve_add(curve, 1e-3 * t->frequency[state][j], decay_time(t, state, j));
    }
}

static void draw_4(cr_sheet *sheet) {
    const mugs *m = sheet->data;
    draw_mugs(sheet, m->s3, "Contact damping by (20), the paper's figures");
    draw_mugs(sheet, m->physical, "By materials, roughness and load");
}

static const cr_figure fig_4 = {
    .id = "s3-fig-4",
    .columns = 2,
    .caption = "S3 Fig. 4. How long the six lowest modes of a mug ring in four states of contact. Left: "
               "viscous dampers of "
               "0.03 s/m for each newton of contact force, as Table 1 has for ceramic: under its own weight "
               "the states differ by "
               "a few per cent. Right: lossy springs in series with a wooden floor (docs/theory/sound.md).",
    .draw = draw_4,
};

// Of the lowest mode; (19) without contact: sigma = (alpha + beta w^2)/2.
static void add_rows(cr_rows *rows, const mugs *m) {
    double w = 2.0 * cr_pi * m->s3->frequency[HANGING][0],
           free = 2.0 * 3.0 * log(10.0) / (6.0 + 1e-7 * w * w);
    double most = 0.0;
    for (int j = 0; j < CR_S3_MODES; j++)
        most = fmax(most, m->s3->sigma[UPTURNED][j] / m->s3->sigma[HANGING][j] - 1.0);
    cr_rows_table(rows, "Fig. 4: a mug in four states of contact",
                  "`carom render s3/mug`, computed now. The paper shows pictures and refers to its video; it "
                  "gives no figures. "
                  "Which state rings longest is what one hears.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "(19), (20), and what the paper says of its figure");
    cr_rows_add(rows,
                &(cr_claim){"(19): hanging, lowest mode, time over that of alpha and beta", .reference = "1",
                            .tolerance = 1e-3},
                decay_time(m->s3, HANGING, 0) / free);
    cr_rows_add(rows, &(cr_claim){"(20): upside down, greatest gain of damping [%]", .reference = ">0.1"},
                100.0 * most);
    cr_rows_add(
        rows,
        &(cr_claim){"physical: upright over hanging, lowest mode, time", .reference = "1", .tolerance = 0.15},
        decay_time(m->physical, UPRIGHT, 0) / decay_time(m->physical, HANGING, 0));
    cr_rows_add(rows, &(cr_claim){"physical: hanging over upside down", .reference = ">1.5"},
                decay_time(m->physical, HANGING, 0) / decay_time(m->physical, UPTURNED, 0));
}

void cr_s3_damping(cr_rows *rows) {
    cr_s3_wish wish = {.sound = true, .look = 0.05};
    mugs *m = cr_arena_take(rows->arena, 1, sizeof *m);
    if (!m) return;
    m->physical = cr_s3_try(rows, "s3/mug", &wish);
    wish.changes[0] = "sound.preset=s3";
    m->s3 = cr_s3_try(rows, "s3/mug", &wish);
    if (!m->physical || !m->s3) return;
    add_rows(rows, m);
    cr_rows_figure_of(rows, &fig_4, m);
    cr_s3_play(rows, m->physical, 0.0,
               "A mug that hangs, stands, lies, stands upside down: contact damping by materials and load.");
    cr_s3_play(rows, m->s3, 0.0, "The same by (20) with the figures of Table 1.");
}
