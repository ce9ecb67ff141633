// What would run: elements and their grids, what joins them, and how fast it is.
#include "check/advice.h"
#include "check/params.h"
#include "check/world.h"
#include "io/file/json_pairs.h"
#include "io/file/text.h"
#include "render/job.h"
#include "render/solve.h"
#include "render/source.h"

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
    const char *missing; // a solid whose modes are not computed yet; then there is no simulation
    cr_sim *sim;
    int steps; // per sample
    cr_scene_names names;
    const char **listeners;
    int listener_count;
    int channels;
    cr_scene_remarks idle;
    const cr_scene_param *params;
    int param_count;
    double cost; // seconds of computing per second of sound
} checked;

static cr_status load(const cr_command *command, const char *path, cr_scene **scene, cr_error *error) {
    cr_render_source source;
    cr_status status = cr_render_source_read(command, path, &source, error);
    return status == CR_OK ? cr_render_source_parse(command, &source, NULL, 0, scene, error) : status;
}

static cr_status name_listeners(const cr_command *command, const cr_scene *scene, checked *c,
                                cr_error *error) {
    cr_scene_air air;
    cr_status status = cr_scene_air_of(scene, command->arena, &air, error);
    if (status != CR_OK) return status;
    c->listeners = cr_command_take(command, (size_t)air.listener_count, sizeof *c->listeners, error);
    if (!c->listeners) return error->status;
    c->listener_count = air.listener_count;
    c->channels = 0;
    for (int i = 0; i < air.listener_count; i++) {
        c->listeners[i] = air.listeners[i].name;
        c->channels += air.listeners[i].ear_count;
    }
    return CR_OK;
}

static cr_status build(const cr_command *command, cr_scene *scene, checked *c, cr_error *error) {
    cr_status status;
    c->settings = cr_scene_output_of(scene);
    status = cr_scene_find_idle(
        scene, c->settings->automatic_duration ? CR_AUDIO_AUTOMATIC_MOST : c->settings->duration,
        command->arena, &c->idle, error);
    if (status != CR_OK) return status;
    status = cr_scene_params(scene, command->arena, &c->params, &c->param_count, error);
    if (status != CR_OK) return status;
    status = cr_render_solve_stored(command, scene, &c->missing, error);
    if (status != CR_OK || c->missing) return status;
    c->steps = c->settings->oversample;
    status =
        cr_scene_build_steps(scene, c->settings->rate, &c->steps, command->arena, &c->sim, &c->names, error);
    if (status != CR_OK) return status;
    c->channels = cr_sim_channels(c->sim);
    return cr_scene_has_listeners(scene) ? name_listeners(command, scene, c, error) : CR_OK;
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

static void put_names(const char *what, const char *const *names, int count) {
    if (!count) return;
    printf("%-10s %d:", what, count);
    for (int i = 0; i < count; i++) printf("%s %s", i ? "," : "", names[i]);
    putchar('\n');
}

static const char *or_dash(const char *text) {
    return text ? text : "-";
}

// One of a row stands for all of it.
static int row_end(const char *const *names, int first, int count) {
    int last = first;
    size_t length = stem(names[first]);
    while (names[first][length] && last + 1 < count &&
           strncmp(names[last + 1], names[first], length + 1) == 0)
        last++;
    return last;
}

static const char *clock_of(const checked *c, int contact) {
    return cr_network_contact_linear(cr_sim_network(c->sim), contact) ? "linear" : "psi";
}

static void put_contacts(const checked *c) {
    const cr_scene_names *n = &c->names;
    if (!n->contact_count) return;
    printf("\n%-14s  %-6s  %-17s  %-20s  %-20s  %s\n", "contact", "scheme", "law", "a", "b", "surface");
    for (int i = 0, last; i < n->contact_count; i = last + 1) {
        const cr_scene_joint *j = &n->contact_joints[i];
        char name[96];
        last = row_end(n->contacts, i, n->contact_count);
        if (last > i)
            snprintf(name, sizeof name, "%.*s[0..%d]", (int)stem(n->contacts[i]), n->contacts[i], last - i);
        else snprintf(name, sizeof name, "%s", n->contacts[i]);
        printf("%-14s  %-6s  %-17s  %-20s  %-20s  %s\n", name, clock_of(c, i), j->law, j->a, j->b,
               or_dash(j->surface));
    }
}

static void put_frictions(const checked *c) {
    const cr_scene_names *n = &c->names;
    if (!n->friction_count) return;
    printf("\n%-14s  %-20s  %-20s  %s\n", "friction", "a", "b", "pressed by");
    for (int i = 0; i < n->friction_count; i++) {
        const cr_scene_joint *j = &n->friction_joints[i];
        printf("%-14s  %-20s  %-20s  %s\n", n->frictions[i], j->a, j->b,
               j->pressed_by ? j->pressed_by : "its force");
    }
}

static double rms_of(const cr_rough *s) {
    double sum = 0.0;
    for (int i = 0; i < s->count; i++) sum += s->height[i] * s->height[i];
    return sqrt(sum / s->count);
}

static void put_surfaces(const checked *c) {
    const cr_scene_names *n = &c->names;
    if (!n->surface_count) return;
    printf("\n%-14s  %9s  %9s  %10s\n", "surface", "rms [m]", "points", "length [m]");
    for (int i = 0; i < n->surface_count; i++) {
        const cr_rough *s = n->surface_profiles[i];
        printf("%-14s  %9.3g  %9d  %10.4g\n", n->surfaces[i], rms_of(s), s->count, s->length);
    }
}

static void put_idle(const checked *c) {
    for (int i = 0; i < c->idle.count; i++) {
        fputs("warning    ", stdout);
        cr_text_plain(stdout, c->idle.text[i]);
        putchar('\n');
    }
}

// A scene that is good, as far as can be told without its modes.
static void put_missing(const checked *c) {
    cr_check_put_title(c->path, c->settings);
    printf("the modes of %s are not computed yet; `carom render` computes and keeps them\n", c->missing);
    put_idle(c);
}

static void put_names_json(cr_json *json, const char *key, const char *const *names, int count) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) cr_json_string(json, names[i]);
    cr_json_array_end(json);
}

static void put_missing_json(const checked *c) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "scene", c->path);
    cr_json_pair_text(&json, "title", c->settings->title);
    cr_json_pair_text(&json, "not_computed", c->missing);
    put_names_json(&json, "warnings", c->idle.text, c->idle.count);
    cr_check_put_params(&json, c->params, c->param_count);
    cr_json_object_end(&json);
}

static void put_text(const checked *c) {
    const cr_scene_output *s = c->settings;
    int channels = c->channels;
    cr_check_put_title(c->path, c->settings);
    if (s->automatic_duration) fputs("until it has died away", stdout);
    else printf("%g s", s->duration);
    printf(" at %g Hz, %d step%s per sample%s, %d channel%s\n", s->rate, c->steps, c->steps == 1 ? "" : "s",
           c->steps > s->oversample ? " (for the bow)" : "", channels, channels == 1 ? "" : "s");
    put_elements(c);
    put_contacts(c);
    put_frictions(c);
    put_surfaces(c);
    putchar('\n');
    put_names("springs", c->names.springs, c->names.spring_count);
    put_names("bows", c->names.bows, c->names.bow_count);
    put_names("pickups", c->names.pickups, c->names.pickup_count);
    put_names("listeners", c->listeners, c->listener_count);
    cr_check_advise(cr_sim_network(c->sim), &c->names);
    printf("cost       %.3g s of computing per second of sound, measured at the start\n", c->cost);
    put_idle(c);
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

static void put_text_json(cr_json *json, const char *key, const char *text) {
    cr_json_key(json, key);
    if (text) cr_json_string(json, text);
    else cr_json_null(json);
}

static void put_contacts_json(cr_json *json, const checked *c) {
    cr_json_key(json, "contacts");
    cr_json_array_begin(json);
    for (int i = 0; i < c->names.contact_count; i++) {
        const cr_scene_joint *j = &c->names.contact_joints[i];
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", c->names.contacts[i]);
        cr_json_pair_text(json, "clock", clock_of(c, i));
        cr_json_pair_text(json, "law", j->law);
        cr_json_pair_text(json, "a", j->a);
        cr_json_pair_text(json, "b", j->b);
        put_text_json(json, "surface", j->surface);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

static void put_frictions_json(cr_json *json, const cr_scene_names *n) {
    cr_json_key(json, "frictions");
    cr_json_array_begin(json);
    for (int i = 0; i < n->friction_count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", n->frictions[i]);
        cr_json_pair_text(json, "a", n->friction_joints[i].a);
        cr_json_pair_text(json, "b", n->friction_joints[i].b);
        put_text_json(json, "contact", n->friction_joints[i].pressed_by);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

static void put_surfaces_json(cr_json *json, const cr_scene_names *n) {
    cr_json_key(json, "surfaces");
    cr_json_array_begin(json);
    for (int i = 0; i < n->surface_count; i++) {
        const cr_rough *s = n->surface_profiles[i];
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", n->surfaces[i]);
        cr_json_pair(json, "rms", rms_of(s));
        cr_json_pair_integer(json, "points", s->count);
        cr_json_pair(json, "length", s->length);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

static void put_json(const checked *c) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "scene", c->path);
    cr_json_pair_text(&json, "title", c->settings->title);
    cr_json_pair(&json, "rate", c->settings->rate);
    cr_json_pair_integer(&json, "oversample", c->steps);
    cr_json_pair(&json, "duration", c->settings->automatic_duration ? CR_NAN : c->settings->duration);
    cr_json_pair_integer(&json, "channels", c->channels);
    cr_json_key(&json, "elements");
    cr_json_array_begin(&json);
    for (int i = 0; i < c->names.element_count; i++)
        put_element_json(&json, c->names.elements[i], cr_network_element(cr_sim_network(c->sim), i));
    cr_json_array_end(&json);
    put_contacts_json(&json, c);
    put_frictions_json(&json, &c->names);
    put_surfaces_json(&json, &c->names);
    put_names_json(&json, "springs", c->names.springs, c->names.spring_count);
    put_names_json(&json, "bows", c->names.bows, c->names.bow_count);
    put_names_json(&json, "pickups", c->names.pickups, c->names.pickup_count);
    put_names_json(&json, "listeners", c->listeners, c->listener_count);
    cr_check_advise_json(&json, cr_sim_network(c->sim), &c->names);
    cr_json_pair(&json, "cost", c->cost);
    put_names_json(&json, "warnings", c->idle.text, c->idle.count);
    cr_check_put_params(&json, c->params, c->param_count);
    cr_json_object_end(&json);
}

static int run(const cr_command *command) {
    cr_error error = {0};
    if (command->word_count == 0) return cr_command_usage(command, "SCENE", "needs a scene file");
    checked c = {.path = command->words[0]};
    cr_scene *scene;
    cr_status status = load(command, c.path, &scene, &error);
    if (status == CR_OK && cr_scene_has_bodies(scene)) return cr_check_world(command, scene, c.path);
    if (status == CR_OK) status = build(command, scene, &c, &error);
    if (status == CR_OK && !c.missing) status = measure(command, &c, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    bool json = cr_command_has(command, "--json");
    if (c.missing) json ? put_missing_json(&c) : put_missing(&c);
    else json ? put_json(&c) : put_text(&c);
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
