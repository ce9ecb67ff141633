#include "check/world.h"

#include "check/params.h"
#include "io/file/json_pairs.h"
#include "io/file/text.h"
#include "render/solve.h"

#include <string.h>

typedef struct checked {
    const char *path;
    const cr_scene_output *settings;
    const char *missing; // a body whose modes are not computed yet; then there is no model
    cr_world_model *model;
    cr_scene_plan plan;
    const cr_scene_param *params;
    int param_count;
} checked;

static bool is_led(const cr_body_def *def) {
    return def->fixed || def->drive.keys > 0;
}

// Pairs of bodies that could touch: two rigid ones that do not move by themselves do not matter.
static long long count_pairs(const checked *c) {
    int count = cr_world_model_bodies(c->model);
    long long pairs = 0;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++) {
            const cr_body_def *one = &c->plan.bodies[a], *other = &c->plan.bodies[b];
            bool idle = is_led(one) && is_led(other) && !one->modes && !other->modes;
            pairs += !idle && !(one->filter & other->filter);
        }
    return pairs;
}

// Hz, of the modes that feel contact; 0: all are rigid.
static double highest_mode(const checked *c) {
    double highest = 0.0;
    for (int i = 0; i < cr_world_model_bodies(c->model); i++) {
        int modes = cr_world_model_modes(c->model, i);
        if (modes) highest = fmax(highest, c->plan.bodies[i].modes->frequency[modes - 1]);
    }
    return highest;
}

static double number_of(const checked *c, const char *path) {
    for (int i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].path, path) == 0) return c->params[i].value;
    return CR_NAN;
}

static double longest_step(const checked *c) {
    return number_of(c, "world.step");
}

// When the highest mode is awake.
static double shortest_step(const checked *c) {
    double highest = highest_mode(c);
    return highest > 0.0 ? fmin(longest_step(c), 1.0 / (number_of(c, "world.steps_per_period") * highest))
                         : longest_step(c);
}

static const char *form_name(const cr_body_def *def) {
    return def->part_count == 1 ? def->parts[0].form->type->name : "parts";
}

static const char *manner(const cr_body_def *def) {
    return def->fixed ? "fixed" : def->drive.keys ? "driven" : "free";
}

// How many bodies from `first` on are copies of one: NAME.1, NAME.2 and so on.
static int count_copies(const checked *c, int first) {
    const char *name = c->plan.bodies[first].name;
    size_t length = strcspn(name, ".") + 1;
    int end = first + 1, count = cr_world_model_bodies(c->model);
    while (end < count && strncmp(c->plan.bodies[end].name, name, length) == 0) end++;
    return name[length - 1] ? end - first : 1;
}

static void put_body(const checked *c, int width, int i) {
    const cr_body_def *def = &c->plan.bodies[i];
    char mass[32] = "-";
    if (!is_led(def)) snprintf(mass, sizeof mass, "%.4g", cr_world_model_mass(c->model, i));
    printf("%-*s  %-10s  %-6s  %10s  %8d  %8d  %.4g %.4g %.4g\n", width, def->name, form_name(def),
           manner(def), mass, cr_world_model_modes(c->model, i), cr_world_model_sounding(c->model, i),
           def->at.x, def->at.y, def->at.z);
}

static void put_bodies(const checked *c) {
    enum { COPIES_SHOWN = 20 };
    int width = 4, count = cr_world_model_bodies(c->model);
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(c->plan.bodies[i].name);
        width = length > width ? length : width;
    }
    printf("\n%-*s  %-10s  %-6s  %10s  %8s  %8s  %s\n", width, "body", "shape", "", "mass [kg]", "contact",
           "sound", "at [m]");
    for (int i = 0, copies; i < count; i += copies) {
        copies = count_copies(c, i);
        int shown = copies > COPIES_SHOWN + 1 ? COPIES_SHOWN : copies;
        for (int k = 0; k < shown; k++) put_body(c, width, i + k);
        if (shown < copies) printf("and %d more\n", copies - shown);
    }
}

static void put_text(const checked *c) {
    cr_check_put_title(c->path, c->settings);
    if (c->missing) {
        printf("the modes of %s are not computed yet; `carom simulate` computes and keeps them\n",
               c->missing);
        return;
    }
    if (isnan(c->plan.duration)) fputs("until everything rests, at most 60 s", stdout);
    else printf("%g s%s", c->plan.duration, c->plan.at_rest ? ", or until everything rests" : "");
    if (c->plan.settle > 0.0) printf(", after %g s in which it settles", c->plan.settle);
    putchar('\n');
    put_bodies(c);
    printf("\npairs      %lld that may touch\n", count_pairs(c));
    printf("steps      of %.3g s", longest_step(c));
    if (shortest_step(c) < longest_step(c)) printf(", down to %.3g s while modes ring", shortest_step(c));
    for (int i = 0; i < c->plan.listener_count; i++) {
        const cr_scene_listener *l = &c->plan.listeners[i];
        printf("\nlistener   %s, %d channel%s", l->name, l->ear_count, l->ear_count == 1 ? "" : "s");
        if (l->body >= 0) printf(", on %s", cr_world_model_name(c->model, l->body));
        else printf(" at %.4g %.4g %.4g", l->pose.at.x, l->pose.at.y, l->pose.at.z);
    }
    printf("\nbounds     it ends when a body is farther than %g m from the origin\n", c->plan.bounds);
}

static void put_json(const checked *c) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "scene", c->path);
    cr_json_pair_text(&json, "title", c->settings->title);
    if (c->missing) cr_json_pair_text(&json, "not_computed", c->missing);
    else {
        cr_json_pair(&json, "duration", c->plan.duration);
        cr_json_pair(&json, "settle", c->plan.settle);
        cr_json_key(&json, "bodies");
        cr_json_array_begin(&json);
        for (int i = 0; i < cr_world_model_bodies(c->model); i++) {
            const cr_body_def *def = &c->plan.bodies[i];
            cr_json_object_begin(&json);
            cr_json_pair_text(&json, "name", def->name);
            cr_json_pair_text(&json, "shape", form_name(def));
            cr_json_pair_text(&json, "moves", manner(def));
            cr_json_pair(&json, "mass", cr_world_model_mass(c->model, i));
            cr_json_pair_integer(&json, "modes_contact", cr_world_model_modes(c->model, i));
            cr_json_pair_integer(&json, "modes_sound", cr_world_model_sounding(c->model, i));
            cr_json_pair_integer(&json, "surface_vertices", def->modes ? def->modes->vertices : 0);
            cr_json_pair_integer(&json, "tetrahedra", def->modes ? def->modes->tets : 0);
            cr_json_object_end(&json);
        }
        cr_json_array_end(&json);
        cr_json_pair_integer(&json, "pairs_possible", (long)count_pairs(c));
        cr_json_pair(&json, "step", longest_step(c));
        cr_json_pair(&json, "step_least", shortest_step(c));
    }
    cr_check_put_params(&json, c->params, c->param_count);
    cr_json_object_end(&json);
}

int cr_check_world(const cr_command *command, cr_scene *scene, const char *path) {
    checked c = {.path = path, .settings = cr_scene_output_of(scene)};
    cr_error error = {0};
    cr_status status = cr_scene_params(scene, command->arena, &c.params, &c.param_count, &error);
    if (status == CR_OK) status = cr_render_solve_stored(command, scene, &c.missing, &error);
    if (status == CR_OK && !c.missing)
        status = cr_scene_world(scene, command->arena, &c.model, &c.plan, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    if (cr_command_has(command, "--json")) put_json(&c);
    else put_text(&c);
    return CR_EXIT_OK;
}
