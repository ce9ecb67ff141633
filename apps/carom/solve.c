// Friction problems from files, for those who study contact solvers.
#include "app.h"
#include "carom/coulomb.h"
#include "io/file/contact_problem.h"
#include "io/file/json_pairs.h"
#include "io/file/text.h"

#include <time.h>

static const cr_option options[] = {
    {"--tolerance", "X", "residual at which a problem is solved (1e-8)", false},
    {"--effort", "N", "at most so many factorisations of W; 0: only sweeps (20000)", false},
    {"--json", NULL, "print a JSON array with one object for each file", false},
};

typedef struct solved {
    const char *path;
    int contacts;
    cr_coulomb_result result;
    double seconds, energy;
} solved;

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static cr_status solve_file(const cr_command *command, const char *path, const cr_coulomb_options *wanted,
                            solved *out, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(command->arena);
    cr_coulomb_problem problem;
    cr_status status = cr_contact_problem_read(path, command->arena, &problem, error);
    if (status != CR_OK) return status;
    double *r = cr_command_take(command, 3 * (size_t)problem.contacts, sizeof *r, error);
    if (!r) return CR_ERR_MEMORY;
    double begin = cpu_seconds();
    status = cr_coulomb_solve(&problem, wanted, command->arena, r, &out->result, error);
    out->seconds = cpu_seconds() - begin;
    out->path = path;
    out->contacts = problem.contacts;
    if (status == CR_OK) out->energy = cr_coulomb_energy(&problem, r, command->arena);
    cr_arena_rewind(command->arena, mark);
    return status;
}

static void put_text(const solved *s) {
    printf("%7d  %-9s  %6d  %9.2e  %10.3g  ", s->contacts, cr_coulomb_method_name(s->result.method),
           s->result.iterations, s->result.residual, 1e3 * s->seconds);
    cr_text_plain(stdout, s->path);
    putchar('\n');
}

static void put_json(cr_json *json, const solved *s) {
    cr_json_object_begin(json);
    cr_json_pair_text(json, "file", s->path);
    cr_json_pair_integer(json, "contacts", s->contacts);
    cr_json_pair(json, "residual", s->result.residual);
    cr_json_pair_integer(json, "iterations", s->result.iterations);
    cr_json_pair_integer(json, "factorisations", s->result.factorisations);
    cr_json_pair(json, "seconds", s->seconds);
    cr_json_pair_text(json, "method", cr_coulomb_method_name(s->result.method));
    cr_json_pair(json, "energy", s->energy);
    cr_json_object_end(json);
}

static int run(const cr_command *command) {
    cr_error error = {0};
    cr_coulomb_options wanted = cr_coulomb_options_default();
    long effort = wanted.effort;
    if (command->word_count == 0) return cr_command_usage(command, "FILE", "needs a file");
    cr_status status = cr_command_number(command, "--tolerance", &wanted.tolerance, &error);
    if (status == CR_OK && !(wanted.tolerance > 0.0))
        status = cr_fail(&error, CR_ERR_RANGE, "--tolerance", "%g, must be above 0", wanted.tolerance);
    if (status == CR_OK) status = cr_command_integer(command, "--effort", 0, 1000000, &effort, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    wanted.effort = (int)effort;
    bool as_json = cr_command_has(command, "--json");
    solved *all = cr_command_take(command, (size_t)command->word_count, sizeof *all, &error);
    if (!all) return cr_command_fail(command, &error);
    int unsolved = 0;
    for (int i = 0; i < command->word_count; i++) {
        if (solve_file(command, command->words[i], &wanted, &all[i], &error) != CR_OK)
            return cr_command_fail(command, &error);
        unsolved += all[i].result.method == CR_COULOMB_UNSOLVED;
    }
    if (as_json) {
        cr_json json = cr_json_on(stdout);
        cr_json_array_begin(&json);
        for (int i = 0; i < command->word_count; i++) put_json(&json, &all[i]);
        cr_json_array_end(&json);
    } else {
        printf("%7s  %-9s  %6s  %9s  %10s  file\n", "contacts", "method", "iter.", "residual", "ms");
        for (int i = 0; i < command->word_count; i++) put_text(&all[i]);
    }
    return unsolved ? CR_EXIT_NUMERIC : CR_EXIT_OK;
}

const cr_verb cr_verb_solve = {
    .name = "solve",
    .usage = "FILE...",
    .doc = "solve contact problems with Coulomb friction",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 4096,
    .details =
        "A file holds one problem, u = W r + q with friction coefficients, in the plain text of Siconos'\n"
        "collection. Residuals are those of the natural map, relative to |q|; seconds are processor time.\n"
        "Exit status 4 when a problem was not solved to the tolerance; its best result is shown.\n",
    .run = run};
