// S3 Table 2: what the examples cost, from the file that tools/measure-s3 wrote.
#include "io/file/csv_cells.h"
#include "io/file/file.h"
#include "papers/s3/measured.h"

#include <stdlib.h>
#include <string.h>

static const char *const figures[CR_S3_FIGURES] = {"vertices", "tetrahedra", "dof",  "time",
                                                   "dynamics", "sound",      "modes"};
static const char *const columns[CR_S3_FIGURES + 1] = {"vertices",     "tetrahedra", "freedoms", "time [s]",
                                                       "dynamics [s]", "sound [s]",  "modes",    NULL};

typedef struct example {
    const char *name, *title;
    const char *printed[CR_S3_FIGURES]; // costs as bounds, hours as seconds
    const char *eight;                  // sound [s], of eight cores one after the other
    const char *aim;                    // of the dynamics, times as fast as the paper
} example;

static const example examples[] = {
    {"ruler", "Ruler", {"5760", "18860", "108", "2.0", "<288", "<7.2", "305"}, "<57.6", ">14"},
    {"table", "Table", {"362550", "2836215", "132", "2.2", "<17280", "<22.2", "1005"}, "<177.6", ">28"},
    {"mug", "Mug", {"29718", "161543", "6", "3.0", "<432", "<5.3", "64"}, "<42.4", ">144"},
    {"fork", "Tuning fork", {"6601", "44076", "6", "2.0", "<288", "<4.3", "30"}, "<34.4", ">96"},
    {"pipes", "Pipes", {"185912", "910765", "138", "12.2", "<22680", "<15.7", "842"}, "<125.6", ">37"},
    {"tracks",
     "Marble tracks",
     {"188864", "310844", "426", "35", "<34560", "<32.4", "3822"},
     "<259.2",
     ">38"},
    {"cart", "Shopping cart", {"215150", "992355", "186", "4.0", "<16920", "<14.2", "2060"}, "<113.6", ">18"},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static const char meshes[] = "the paper's meshes are its authors'; ours are of quadratic tetrahedra, where "
                             "fewer do, and each of several equal "
                             "bodies counts";
static const char freedoms[] = "follows from shapes and sizes, which the paper does not give";
static const char times[] = "chosen with the scene";
static const char sounding[] = "follows from shapes and from the highest frequency: 20 kHz in the paper (12 "
                               "kHz of the cart), in ours what the "
                               "scene says";
static const char cores[] =
    "the paper's seconds are of eight cores at once, ours of one after the other: what is more must be less "
    "than "
    "eight times the paper's. Ours computes contact damping by materials, roughness and load at every step";

// --- the file ----------------------------------------------------------------------------------------------

static cr_status read_entry(const cr_csv_table *table, cr_s3_measured *all) {
    if (all->count == CR_S3_ENTRIES) return cr_csv_table_fail(table, "more than %d lines", CR_S3_ENTRIES);
    cr_s3_entry *e = &all->entry[all->count++];
    *e = (cr_s3_entry){
        .scene = table->cell[0], .figure = table->cell[1], .at = CR_NAN, .text = table->cell[3]};
    if (*table->cell[2]) {
        cr_status status = cr_csv_table_number(table, 2, "at", &e->at);
        if (status != CR_OK) return status;
    }
    return strcmp(e->scene, "machine") == 0 ? CR_OK : cr_csv_table_number(table, 3, "value", &e->value);
}

cr_status cr_s3_measured_read(const char *path, cr_arena *arena, cr_s3_measured **all, cr_error *error) {
    static const char *const names[] = {"scene", "figure", "at", "value"};
    cr_csv_table table;
    char *text;
    size_t length;
    *all = cr_arena_take(arena, 1, sizeof **all);
    if (!*all) return cr_fail(error, CR_ERR_MEMORY, path, "out of memory");
    cr_status status = cr_file_read_all(path, 1 << 20, arena, &text, &length, error);
    if (status == CR_OK) status = cr_csv_table_begin(&table, path, text, length, error);
    for (int i = 0; i < 4 && status == CR_OK; i++)
        if (cr_csv_table_column(&table, names[i]) != i)
            status = cr_csv_table_fail(&table, "needs the columns scene,figure,at,value");
    while (status == CR_OK && (status = cr_csv_table_next(&table)) == CR_OK)
        status = read_entry(&table, *all);
    return status == CR_RESTING ? CR_OK : status;
}

double cr_s3_measured_value(const cr_s3_measured *all, const char *scene, const char *figure) {
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->entry[i].scene, scene) == 0 && strcmp(all->entry[i].figure, figure) == 0)
            return all->entry[i].value;
    return CR_NAN;
}

const char *cr_s3_measured_machine(const cr_s3_measured *all, const char *figure) {
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->entry[i].scene, "machine") == 0 && strcmp(all->entry[i].figure, figure) == 0)
            return all->entry[i].text;
    return "unknown";
}

// --- the tables --------------------------------------------------------------------------------------------

static cr_claim claim_of(const example *e, int figure, double ours) {
    cr_claim claim = {.printed = e->printed[figure]};
    bool same = strcmp(e->name, "mug") == 0 || strcmp(e->name, "fork") == 0,
         laid = strcmp(e->name, "table") == 0;
    if (figure == CR_S3_VERTICES || figure == CR_S3_TETRAHEDRA) claim.why = meshes;
    if (figure == CR_S3_DOF && laid) claim.tolerance = 0.1 * atof(claim.printed); // laid to be like it
    else if (figure == CR_S3_DOF && !same) claim.why = freedoms;
    if (figure == CR_S3_TIME) claim.why = times;
    if (figure == CR_S3_SOUNDING) claim.why = sounding;
    if (figure == CR_S3_SOUND && ours > atof(claim.printed + 1)) {
        claim.reference = e->eight;
        claim.why = cores;
    }
    return claim;
}

static void add_example(cr_rows *rows, const example *e, const cr_s3_measured *all) {
    for (int k = 0; k < CR_S3_FIGURES; k++) {
        double ours = cr_s3_measured_value(all, e->name, figures[k]);
        cr_claim claim = claim_of(e, k, ours);
        cr_rows_cell(rows, e->title, k, &claim, ours);
    }
}

static void add_aim(cr_rows *rows, const example *e, const cr_s3_measured *all) {
    double ours = cr_s3_measured_value(all, e->name, figures[CR_S3_DYNAMICS]);
    cr_rows_add(rows, &(cr_claim){.what = e->title, .reference = e->aim},
                atof(e->printed[CR_S3_DYNAMICS] + 1) / ours);
}

static bool is_there(const cr_s3_measured *all, const example *e) {
    return isfinite(cr_s3_measured_value(all, e->name, "dynamics"));
}

static void add_examples(cr_rows *rows, const cr_s3_measured *all) {
    cr_rows_grid(rows, "Table 2: the examples", "Costs as bounds: ours must be below.", columns);
    cr_rows_basis(rows, CR_VERDICT_OWN, "our aim, of one core");
    for (int i = 0; i < EXAMPLES; i++)
        if (is_there(all, &examples[i])) add_example(rows, &examples[i], all);
    cr_rows_table(rows, "Table 2: dynamics, times as fast as the paper", NULL);
    cr_rows_basis(rows, CR_VERDICT_OWN, "our aim, of one core");
    for (int i = 0; i < EXAMPLES; i++)
        if (is_there(all, &examples[i])) add_aim(rows, &examples[i], all);
}

static double greatest_load(const cr_s3_measured *all) {
    double most = CR_NAN;
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->entry[i].figure, "load") == 0) most = fmax(most, all->entry[i].value);
    return most;
}

static const char *introduce(cr_rows *rows, const cr_s3_measured *all, const char *path) {
    enum { ROOM = 900 };
    char *text = cr_arena_take(rows->arena, ROOM, 1);
    if (!text) {
        cr_fail(&rows->error, CR_ERR_MEMORY, "S3", "out of memory");
        return NULL;
    }
    snprintf(
        text, ROOM,
        "Not computed now: whole scenes (`carom render s3/NAME`) as tools/measure-s3 measured them on %.20s, "
        "%.80s with %.8s cores and a load of %.3g at most, %.80s, commit %.20s, and wrote to %.200s. Costs "
        "are "
        "seconds of processor "
        "time, "
        "modes and radiation computed before; the paper's hours, of eight cores of a Xeon X5570, are given "
        "as "
        "seconds, and ours must be below.",
        cr_s3_measured_machine(all, "date"), cr_s3_measured_machine(all, "processor"),
        cr_s3_measured_machine(all, "cores"), greatest_load(all), cr_s3_measured_machine(all, "compiler"),
        cr_s3_measured_machine(all, "commit"), rows->means->measured ? path : "scenes/s3/measured.csv");
    return text;
}

// What all modes cost over what those that ring do.
static void add_ratio(cr_rows *rows, const cr_s3_measured *all, const char *scene, const char *some,
                      const cr_claim *claim) {
    double part = cr_s3_measured_value(all, scene, some),
           whole = cr_s3_measured_value(all, scene, "all modes");
    if (isfinite(whole)) cr_rows_add(rows, claim, whole / part);
}

static void add_ratios(cr_rows *rows, const cr_s3_measured *all) {
    static const char less[] =
        "ours, by our own step, has less to gain: most of its time goes to the contacts of the dishes, which "
        "all modes and few have alike. A board by the paper's step is with Figs. 14, 15";
    add_ratio(rows, all, "table", "dynamics",
              &(cr_claim){"table: all modes over those that ring, cost", .printed = ">2.6",
                          .reference = ">1.5", .why = less,
                          .basis = {CR_VERDICT_OWN, "our aim, a third saved"}});
    add_ratio(rows, all, "tracks", "part", &(cr_claim){"tracks: the same", .printed = ">6.8"});
}

void cr_s3_table_2(cr_rows *rows) {
    char path[1024];
    cr_s3_measured *all;
    snprintf(path, sizeof path, "%.1000s/s3/measured.csv", rows->means->scenes ? rows->means->scenes : ".");
    const char *file = rows->means->measured ? rows->means->measured : path;
    if (rows->error.status != CR_OK || cr_s3_measured_read(file, rows->arena, &all, &rows->error) != CR_OK)
        return;
    int missing = 0;
    cr_rows_table(rows, "Table 2: costs", introduce(rows, all, file));
    add_ratios(rows, all);
    add_examples(rows, all);
    for (int i = 0; i < EXAMPLES; i++) missing += !is_there(all, &examples[i]);
    cr_rows_figure_of(rows, &cr_s3_fig_costs, all);
    cr_rows_figure_of(rows, &cr_s3_fig_steps, all);
    cr_rows_figure_of(rows, &cr_s3_fig_modes, all);
    if (!missing) return;
    cr_rows_table(rows, "Table 2: not measured", NULL);
    for (int i = 0; i < EXAMPLES; i++)
        if (!is_there(all, &examples[i]))
            cr_rows_add(rows, &(cr_claim){.what = examples[i].title, .why = "the file has no figures of it"},
                        CR_NAN);
}
