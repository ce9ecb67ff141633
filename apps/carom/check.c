// What would run: elements and their grids, what joins them, and how fast it is.
#include "json_pairs.h"
#include "render_source.h"

#include <string.h>
#include <time.h>

static const cr_option options[] = {
    {"-r", "HZ", "sample rate of the sound", false},
    {"--oversample", "N", "steps of the simulation per sample", false},
    {"--set", "PATH=VALUE", "change the scene, elements.NAME.f0=220", true},
    {"--json", NULL, "print one JSON object instead of text", false},
};

typedef struct checked {
    const char *path;
    const cr_scene_output *settings;
    cr_sim *sim;
    cr_scene_names names;
    double cost; // seconds of computing per second of sound
} checked;

static cr_status build(const cr_command *command, checked *c, cr_error *error) {
    cr_render_source source;
    cr_scene *scene;
    cr_status status = cr_render_source_read(command, c->path, &source, error);
    if (status == CR_OK) status = cr_render_source_parse(command, &source, NULL, 0, &scene, error);
    if (status != CR_OK) return status;
    c->settings = cr_scene_output_of(scene);
    return cr_scene_build(scene, c->settings->rate * c->settings->oversample, command->arena, &c->sim,
                          &c->names, error);
}

// Runs for a fifth of a second, or for one second of sound when that is faster.
static cr_status measure(const cr_command *command, checked *c, cr_error *error) {
    enum { BLOCK = 64 };
    const double enough = 0.2;
    size_t channels = (size_t)cr_sim_channels(c->sim);
    double *samples = cr_command_take(command, BLOCK * channels + 1, sizeof *samples, error), spent = 0.0;
    if (!samples) return error->status;
    clock_t begin = clock();
    while (spent < enough && cr_sim_time(c->sim) < 1.0) {
        cr_sim_run(c->sim, BLOCK, samples);
        spent = (double)(clock() - begin) / CLOCKS_PER_SEC;
    }
    c->cost = spent / cr_sim_time(c->sim);
    return CR_OK;
}

static double lowest(const cr_element *e, bool ideal) {
    return e->type->mode ? e->type->mode(e, 1, ideal) : CR_NAN;
}

static void put_number(const char *format, double value) {
    char text[40];
    snprintf(text, sizeof text, format, value);
    printf("  %12s", isfinite(value) ? text : "-");
}

static void put_elements(const checked *c) {
    int width = 7;
    for (int i = 0; i < c->names.element_count; i++) {
        int length = (int)strlen(c->names.elements[i]);
        width = length > width ? length : width;
    }
    printf("\n%-*s  %-12s  %7s  %9s  %9s  %12s  %12s\n", width, "element", "type", "points", "grid", "margin",
           "f1 [Hz]", "ideal [Hz]");
    for (int i = 0; i < c->names.element_count; i++) {
        const cr_element *e = cr_network_element(cr_sim_network(c->sim), i);
        char grid[32] = "-", margin[32] = "-";
        if (e->grid.n[1]) snprintf(grid, sizeof grid, "%dx%d", e->grid.n[0], e->grid.n[1]);
        else if (e->grid.n[0]) snprintf(grid, sizeof grid, "%d", e->grid.n[0]);
        if (e->margin > 0.0 && e->margin < 1e6) snprintf(margin, sizeof margin, "%.5f", e->margin);
        printf("%-*s  %-12s  %7d  %9s  %9s", width, c->names.elements[i], e->type->name, e->points, grid,
               margin);
        put_number("%.6g", lowest(e, false));
        put_number("%.6g", lowest(e, true));
        putchar('\n');
    }
}

// Bytes of a name without the index of a row.
static size_t stem(const char *name) {
    return strcspn(name, "[");
}

// "rattle, row[0..9]"
static void put_names(const char *what, const char *const *names, int count) {
    if (!count) return;
    printf("%-10s %d:", what, count);
    for (int i = 0; i < count;) {
        int last = i;
        size_t length = stem(names[i]);
        while (names[i][length] && last + 1 < count && strncmp(names[last + 1], names[i], length + 1) == 0)
            last++;
        if (last > i) printf("%s %.*s[0..%d]", i ? "," : "", (int)length, names[i], last - i);
        else printf("%s %s", i ? "," : "", names[i]);
        i = last + 1;
    }
    putchar('\n');
}

static void put_text(const checked *c) {
    const cr_scene_output *s = c->settings;
    int channels = cr_sim_channels(c->sim);
    printf("%s%s%s\n", c->path, *s->title ? ": " : "", s->title);
    if (s->automatic_duration) fputs("until it has died away", stdout);
    else printf("%g s", s->duration);
    printf(" at %g Hz, %d step%s per sample, %d channel%s\n", s->rate, s->oversample,
           s->oversample == 1 ? "" : "s", channels, channels == 1 ? "" : "s");
    put_elements(c);
    putchar('\n');
    put_names("contacts", c->names.contacts, c->names.contact_count);
    put_names("springs", c->names.springs, c->names.spring_count);
    put_names("bows", c->names.bows, c->names.bow_count);
    put_names("pickups", c->names.pickups, c->names.pickup_count);
    printf("cost       %.3g s of computing per second of sound, measured at the start\n", c->cost);
}

static void put_element_json(cr_json *json, const char *name, const cr_element *e) {
    cr_json_object_begin(json);
    cr_json_pair_text(json, "name", name);
    cr_json_pair_text(json, "type", e->type->name);
    cr_json_pair_integer(json, "points", e->points);
    cr_json_key(json, "grid");
    cr_json_array_begin(json);
    for (int axis = 0; axis < 2; axis++)
        if (e->grid.n[axis]) cr_json_integer(json, e->grid.n[axis]);
    cr_json_array_end(json);
    cr_json_pair(json, "margin", e->margin > 0.0 && e->margin < 1e6 ? e->margin : CR_NAN);
    cr_json_pair(json, "frequency", lowest(e, false));
    cr_json_pair(json, "frequency_ideal", lowest(e, true));
    cr_json_object_end(json);
}

static void put_names_json(cr_json *json, const char *key, const char *const *names, int count) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) cr_json_string(json, names[i]);
    cr_json_array_end(json);
}

static void put_json(const checked *c) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "scene", c->path);
    cr_json_pair_text(&json, "title", c->settings->title);
    cr_json_pair(&json, "rate", c->settings->rate);
    cr_json_pair_integer(&json, "oversample", c->settings->oversample);
    cr_json_pair(&json, "duration", c->settings->automatic_duration ? CR_NAN : c->settings->duration);
    cr_json_pair_integer(&json, "channels", cr_sim_channels(c->sim));
    cr_json_key(&json, "elements");
    cr_json_array_begin(&json);
    for (int i = 0; i < c->names.element_count; i++)
        put_element_json(&json, c->names.elements[i], cr_network_element(cr_sim_network(c->sim), i));
    cr_json_array_end(&json);
    put_names_json(&json, "contacts", c->names.contacts, c->names.contact_count);
    put_names_json(&json, "springs", c->names.springs, c->names.spring_count);
    put_names_json(&json, "bows", c->names.bows, c->names.bow_count);
    put_names_json(&json, "pickups", c->names.pickups, c->names.pickup_count);
    cr_json_pair(&json, "cost", c->cost);
    cr_json_object_end(&json);
}

static int run(const cr_command *command) {
    cr_error error = {0};
    if (command->word_count == 0) return cr_command_usage(command, "SCENE", "needs a scene file");
    checked c = {.path = command->words[0]};
    cr_status status = build(command, &c, &error);
    if (status == CR_OK) status = measure(command, &c, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    if (cr_command_has(command, "--json")) put_json(&c);
    else put_text(&c);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_check = {
    .name = "check",
    .usage = "SCENE",
    .doc = "read a scene and tell what would run, and how fast",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 1,
    .details =
        "margin is the grid spacing over the smallest stable one; f1 the lowest frequency of the discrete\n"
        "element without loss, ideal that of the continuous one. A bad scene ends with status 3 and a line\n"
        "that tells file, line and column.\n",
    .run = run};
