// S3 Figures 7, 10 and 11: a slab at rest is silent, and its impulses are spread.
#include "papers/s3/s3.h"

// --- Figure 7 ----------------------------------------------------------------------------------------------

typedef struct resting {
    const cr_s3_trial *naive, *s3, *carom;
} resting;

static void add_levels(cr_curve *curve, const cr_heard *h) {
    const int columns = 150;
    for (int i = 0; i < columns; i++) {
        long long first = h->frames * i / columns, last = h->frames * (i + 1) / columns;
        double sum = 0.0;
        for (long long k = first * h->channels; k < last * h->channels; k++)
            sum += h->samples[k] * h->samples[k];
        double rms = sqrt(sum / (double)((last - first) * h->channels));
        cr_curve_add(curve, (double)(first + last) / 2.0 / h->rate,
                     fmax(20.0 * log10(rms / 2e-5 + 1e-30), -100.0));
    }
}

static void draw_7(cr_sheet *sheet) {
    const resting *r = sheet->data;
    cr_plot *plot = cr_sheet_panel(sheet, "A slab at rest", "time [s]", "sound pressure level [dB SPL]");
    plot->y_min = -100.0;
    plot->y_max = 90.0;
    add_levels(cr_sheet_curve(sheet, "contacts where bodies approach", CR_PLOT_LINE, CR_ORANGE),
               &r->naive->heard);
    add_levels(cr_sheet_curve(sheet, "contacts where they overlap (S3)", CR_PLOT_LINE, CR_BLUE),
               &r->s3->heard);
    add_levels(cr_sheet_curve(sheet, "Carom", CR_PLOT_DASHED, CR_GREEN), &r->carom->heard);
}

static const cr_figure fig_7 = {
    .id = "s3-fig-7",
    .columns = 1,
    .caption =
        "S3 Fig. 7. A steel slab lies on a floor for 1.5 s. With contacts only where bodies approach it "
        "falls "
        "for a step and is caught in the next, and hums; with contacts wherever they overlap it is silent "
        "once it lies. Levels below -100 dB are drawn there.",
    .draw = draw_7,
};

static void rest(cr_rows *rows) {
    static const cr_s3_wish wish = {.watched = "slab", .from = 0.75, .sound = true, .changes = {"loads={}"}};
    cr_s3_wish naive = wish, carom = wish;
    naive.changes[1] = "world.preset=s3-naive";
    carom.changes[1] = "world.preset=carom";
    resting *r = cr_arena_take(rows->arena, 1, sizeof *r);
    if (!r) return;
    r->naive = cr_s3_try(rows, cr_s3_slab, &naive);
    r->s3 = cr_s3_try(rows, cr_s3_slab, &wish);
    r->carom = cr_s3_try(rows, cr_s3_slab, &carom);
    if (!r->naive || !r->s3 || !r->carom) return;
    cr_rows_table(
        rows, "Fig. 7: contact forces of a slab at rest",
        "The paper shows noise and silence, without figures. Forces: rms about their means, over the "
        "weight. Sound: what is heard at 0.7 m. Both from 0.75 s on.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "what the paper's figure shows");
    cr_rows_add(rows, &(cr_claim){"forces where bodies approach [dB]", .reference = "-5", .tolerance = 3.0},
                r->naive->level);
    cr_rows_add(rows, &(cr_claim){"the same, heard [dB SPL]", .reference = ">40"}, r->naive->loud);
    cr_rows_add(rows, &(cr_claim){"preset s3: forces below the weight by [dB]", .reference = ">180"},
                -r->s3->level);
    cr_rows_add(rows, &(cr_claim){"Carom: forces below the weight by [dB]", .reference = ">180"},
                -r->carom->level);
    cr_rows_add(rows, &(cr_claim){"preset s3: heard, below that [dB]", .reference = ">120"},
                r->naive->loud - r->s3->loud);
    cr_rows_add(rows, &(cr_claim){"Carom: heard, below that [dB]", .reference = ">120"},
                r->naive->loud - r->carom->loud);
    cr_rows_figure_of(rows, &fig_7, r);
    cr_s3_play(rows, r->naive, r->naive->heard.gain,
               "A slab at rest, contacts where bodies approach: it hums.");
    cr_s3_play(rows, r->s3, r->naive->heard.gain, "The same as loud, contacts where they overlap: silence.");
}

// --- Figure 10 ---------------------------------------------------------------------------------------------

static void draw_10(cr_sheet *sheet) {
    const cr_s3_trial *t = sheet->data;
    cr_plot *plot = cr_sheet_panel(sheet, "Contact forces around the rim of a bowl",
                                   "place on the rim [degrees]", "force [N]");
    plot->x_min = -185.0;
    plot->x_max = 185.0;
    plot->y_min = 0.0;
    cr_curve *sparse = cr_sheet_curve(sheet, "as solved", CR_PLOT_POINTS, CR_ORANGE),
             *even = cr_sheet_curve(sheet, "redistributed", CR_PLOT_POINTS, CR_BLUE);
    for (int i = 0; i < t->loads; i++) {
        double degrees = t->angle[i] * 180.0 / cr_pi;
        cr_curve_add(sparse, degrees, t->load[i]);
        cr_curve_add(even, degrees, t->shared[i]);
    }
}

static const cr_figure fig_10 = {
    .id = "s3-fig-10",
    .columns = 1,
    .caption = "S3 Fig. 10. A bowl stands on its rim. The active set lets three points bear it, whichever "
               "comes first; "
               "redistribution shares the same force and moment among all.",
    .draw = draw_10,
};

static int bearing(const double *load, int count) {
    double greatest = 0.0;
    int points = 0;
    for (int i = 0; i < count; i++) greatest = fmax(greatest, load[i]);
    for (int i = 0; i < count; i++) points += load[i] > 1e-6 * greatest;
    return points;
}

static void spread(cr_rows *rows) {
    const cr_s3_wish wish = {.watched = "slab", .spread = true};
    const cr_s3_trial *t = cr_s3_try(rows, cr_s3_curved, &wish);
    if (!t) return;
    double before = 0.0, after = 0.0;
    for (int i = 0; i < t->loads; i++) {
        before += t->load[i];
        after += t->shared[i];
    }
    cr_rows_table(rows, "Fig. 10: impulses before and after redistribution",
                  "A bowl on its rim, which touches at 15 or 16 points, by rounding. Its weight and two "
                  "moments take three points.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "statics, and the points of the rim");
    cr_rows_add(rows, &(cr_claim){"points that touch", .reference = "16", .tolerance = 1.0}, t->loads);
    cr_rows_add(rows, &(cr_claim){"that bear load as solved, at most", .reference = "<6"},
                bearing(t->load, t->loads));
    cr_rows_add(rows, &(cr_claim){"that bear load when redistributed", .reference = "16", .tolerance = 1.0},
                bearing(t->shared, t->loads));
    cr_rows_add(rows, &(cr_claim){"change of the sum of the forces, relative", .reference = "<1e-10"},
                after / before - 1.0);
    cr_rows_figure_of(rows, &fig_10, t);
}

// --- Figure 11 ---------------------------------------------------------------------------------------------

typedef struct rocking {
    const cr_s3_trial *sparse, *even;
} rocking;

static void draw_11(cr_sheet *sheet) {
    const rocking *r = sheet->data;
    cr_sheet_panel(sheet, "A slab that is rocked", "time [s]", "level of its surface [dB]");
    add_levels(cr_sheet_curve(sheet, "impulses as solved", CR_PLOT_LINE, CR_ORANGE), &r->sparse->heard);
    add_levels(cr_sheet_curve(sheet, "redistributed", CR_PLOT_LINE, CR_BLUE), &r->even->heard);
}

static const cr_figure fig_11 = {
    .id = "s3-fig-11",
    .columns = 1,
    .caption = "S3 Fig. 11, as levels of what the surface does. The slab is leant over one corner after the "
               "other, slowly: nothing "
               "should be heard. "
               "Impulses that jump between points excite its modes; redistributed they change smoothly.",
    .draw = draw_11,
};

static void rock(cr_rows *rows) {
    const char *const whole = "sound.radiation=none", *const on = "sound.redistribute=true";
    cr_s3_wish wish = {.from = 0.7, .sound = true, .changes = {whole}};
    rocking *r = cr_arena_take(rows->arena, 1, sizeof *r);
    if (!r) return;
    r->sparse = cr_s3_try(rows, cr_s3_slab, &wish);
    wish.changes[1] = on;
    r->even = cr_s3_try(rows, cr_s3_slab, &wish);
    wish.changes[1] = NULL;
    wish.changes[0] = NULL;
    const cr_s3_trial *sparse = cr_s3_try(rows, cr_s3_slab, &wish);
    wish.changes[0] = on;
    const cr_s3_trial *even = cr_s3_try(rows, cr_s3_slab, &wish);
    if (!r->sparse || !r->even || !sparse || !even) return;
    cr_rows_table(rows, "Fig. 11: a slab that is rocked",
                  "The paper shows two spectrograms, without figures. From 0.7 s on. What moves between four "
                  "corners twists the slab, "
                  "and that hardly radiates: the surface is calmer by much, the air by little.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "what the paper's figure shows");
    cr_rows_add(rows, &(cr_claim){"surface calmer by redistribution [dB]", .reference = ">4"},
                r->sparse->loud - r->even->loud);
    cr_rows_add(rows, &(cr_claim){"heard softer [dB]", .reference = ">0"}, sparse->loud - even->loud);
    cr_rows_figure_of(rows, &fig_11, r);
    cr_s3_play(rows, r->sparse, r->sparse->heard.gain,
               "The surface of the slab that is rocked, impulses as solved.");
    cr_s3_play(rows, r->even, r->sparse->heard.gain, "The same, redistributed, as loud as it is beside it.");
}

void cr_s3_silence(cr_rows *rows) {
    rest(rows);
    spread(rows);
    rock(rows);
}
