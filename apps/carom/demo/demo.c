#include "demo/demo.h"

#include "folder.h"
#include "io/file/file.h"
#include "io/file/text.h"

#include <string.h>

enum { TRACE_MOST = 64, EXACT_POINTS = 400 };

static const cr_option options[] = {
    {"-o", "DIR", "folder for what it leaves, made if missing (demo)", false}};
static const char *const scheme_names[CR_DEMO_SCHEMES] = {"am1", "verlet",  "heun",
                                                          "rk4", "psi-foh", "dg-invariant-time"};

// S0's case 2: the contact lasts 5.9 samples.
static cr_impact hard_impact(const char *scheme) {
    cr_impact impact = cr_impact_default();
    cr_law_set(&impact.law, "k", 1e9, NULL);
    cr_law_prepare(&impact.law, NULL);
    impact.velocity = 1.0;
    impact.scheme = cr_scheme_find(scheme, NULL);
    return impact;
}

static void hear(void *trace, const cr_sample *sample) {
    cr_trace_add(trace, sample);
}

static cr_status run_scheme(const cr_command *command, const char *name, cr_demo_run *run, cr_error *error) {
    run->impact = hard_impact(name);
    cr_status status = cr_trace_new(&run->trace, command, TRACE_MOST, error);
    if (status != CR_OK) return status;
    cr_sample first = cr_sample_first(&run->impact);
    cr_trace_add(&run->trace, &first);
    status = cr_impact_run(&run->impact, (cr_sample_sink){hear, &run->trace}, &run->result, error);
    cr_impact next = run->impact;
    cr_impact_exact exact = {.v_out = -run->impact.velocity};
    for (int i = 0; i < CR_DEMO_REBOUNDS && status == CR_OK; i++) {
        cr_impact_result result;
        status = cr_impact_run(&next, (cr_sample_sink){0}, &result, error);
        if (status == CR_OK) status = cr_impact_reference(&next.law, next.mass, 0.0, -exact.v_out, &exact);
        double ratio = result.v_out / exact.v_out;
        run->H_error_percent[i] = 100.0 * (ratio * ratio - 1.0);
        next.velocity = -result.v_out;
    }
    return status;
}

static cr_status compute(const cr_command *command, cr_demo *demo, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; i < CR_DEMO_SCHEMES && status == CR_OK; i++)
        status = run_scheme(command, scheme_names[i], &demo->runs[i], error);
    if (status == CR_OK) status = cr_trace_new(&demo->exact, command, EXACT_POINTS, error);
    if (status != CR_OK) return status;
    double h = 1.0 / demo->runs[0].impact.rate;
    return cr_trace_exact(&demo->exact, &demo->runs[0].impact, -0.4 * h, 7.0 * h, error);
}

static void print_table(const cr_demo *demo) {
    const cr_impact *impact = &demo->runs[0].impact;
    printf("A mass of %g g hits a hard wall at %g m/s; the contact lasts %.2g samples at %g Hz.\n\n",
           1e3 * impact->mass, impact->velocity, impact->rate * demo->runs[0].result.exact.duration,
           impact->rate);
    printf("%-18s  %14s  %14s  %28s\n", "scheme", "v_out error", "duration error",
           "energy error, 100 rebounds");
    for (int i = 0; i < CR_DEMO_SCHEMES; i++) {
        const cr_demo_run *run = &demo->runs[i];
        printf("%-18s  %+12.2g %%  %+12.2g %%  %+26.2g %%\n", scheme_names[i], run->result.err_v_out_percent,
               run->result.err_duration_percent, run->H_error_percent[CR_DEMO_REBOUNDS - 1]);
    }
}

// DIR/NAME in the command's arena; NULL with an error when there is no memory.
static char *file_in(const cr_command *command, const char *folder, const char *name, cr_error *error) {
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = cr_command_take(command, room, 1, error);
    if (path) snprintf(path, room, "%s/%s", folder, name);
    return path;
}

static cr_status write_scene(const char *path, cr_error *error) {
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    fputs(cr_demo_scene, cr_file_stream(file));
    return cr_file_commit(file, error);
}

// Renders the bowed tromba marina with its report; returns the exit status of the render.
static int render_scene(const cr_command *command, const char *folder, cr_error *error) {
    char *scene = file_in(command, folder, "tromba-bowed.yaml", error), *sound = NULL, *report = NULL;
    if (scene) sound = file_in(command, folder, "tromba-bowed.wav", error);
    if (sound) report = file_in(command, folder, "tromba-bowed.html", error);
    if (!report || write_scene(scene, error) != CR_OK) return cr_command_fail(command, error);
    char name[] = "carom", verb[] = "render", to[] = "-o", with[] = "--report";
    char *words[] = {name, verb, scene, to, sound, with, report, NULL};
    return cr_app_dispatch(command->arena, 7, words);
}

static int run(const cr_command *command) {
    const char *given = cr_command_text(command, "-o", "demo");
    cr_error error;
    size_t length = strlen(given);
    if (length == 0) return cr_command_usage(command, "-o", "needs the name of a folder");
    while (length > 1 && given[length - 1] == '/') length--;
    char *folder = cr_command_take(command, length + 1, 1, &error);
    cr_demo *demo = folder ? cr_command_take(command, 1, sizeof *demo, &error) : NULL;
    if (!demo) return cr_command_fail(command, &error);
    memcpy(folder, given, length);
    cr_status status = compute(command, demo, &error);
    if (status == CR_OK) status = cr_folder_make(folder, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    int exit_status = render_scene(command, folder, &error);
    if (exit_status != CR_EXIT_OK) return exit_status;
    const char *plot = file_in(command, folder, "impact.svg", &error);
    if (!plot || cr_demo_plot(demo, plot, &error) != CR_OK) return cr_command_fail(command, &error);
    printf("\n");
    print_table(demo);
    const char *name = command->program;
    fputs("\nLeft in ", stdout);
    cr_text_plain(stdout, folder);
    printf(": tromba-bowed.wav to hear, tromba-bowed.html and impact.svg to look at. Now try\n  %s render ",
           name);
    cr_text_plain(stdout, folder);
    printf("/tromba-bowed.yaml --set contacts.rattle.gap=1e-3 -o without-rattle.wav\n"
           "  %s impact --set k=1e9 --velocity 1 --scheme verlet --plot verlet.svg\n"
           "  %s restitution --material steel --material2 glass --radius 5e-3 --plot glass.svg\n",
           name, name);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_demo = {
    .name = "demo",
    .doc = "a first look: a bowed tromba marina with its report, and one hard impact by six schemes",
    .options = options,
    .option_count = 1,
    .run = run};
