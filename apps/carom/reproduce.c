// carom reproduce: the papers' tables and figures, computed anew.
#include "papers/papers.h"

#include "app.h"
#include "io/file/file.h"
#include "papers/s1/s1.h"
#include "render/solve.h"
#include "shipped.h"

#include <stdint.h>
#include <string.h>

static const cr_paper *const papers[] = {&cr_paper_s0, &cr_paper_s1, &cr_paper_s2, &cr_paper_s3,
                                         &cr_paper_s4};
enum { PAPER_COUNT = sizeof papers / sizeof *papers };

static cr_status write_page(const cr_command *command, const char *path, const cr_item *first,
                            cr_error *error) {
    cr_sheet *sheet = cr_command_take(command, 1, sizeof *sheet, error);
    cr_file_out *file = sheet ? cr_file_create(path, error) : NULL;
    if (!file) return error->status;
    cr_status status = cr_report_html(cr_file_stream(file), first, sheet, command->arena, error);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

static cr_status resolve(void *context, cr_scene *scene, cr_error *error) {
    return cr_render_solve(context, scene, false, error);
}

static void check_papers(cr_rows *rows, const char *wanted) {
    for (int i = 0; i < PAPER_COUNT && rows->error.status == CR_OK; i++) {
        if (strcmp(wanted, "all") != 0 && strcmp(wanted, papers[i]->name) != 0) continue;
        rows->paper = papers[i];
        papers[i]->check(rows);
    }
}

static int run(const cr_command *command) {
    const char *page = cr_command_text(command, "--html", NULL);
    bool json = cr_command_has(command, "--json"), page_on_stdout = page && strcmp(page, "-") == 0;
    if (command->word_count == 0)
        return cr_command_usage(command, "", "which paper? S0, S1, S2, S3, S4 or all");
    if (json && page_on_stdout)
        return cr_command_usage(command, "--html",
                                "the page and --json cannot both go to the standard output");
    char folder[CR_SHIPPED_PATH];
    const cr_means means = {.scenes = cr_shipped_folder(folder) ? folder : NULL,
                            .measured = cr_command_text(command, "--measured", NULL),
                            .sounds = cr_command_text(command, "--sounds", NULL),
                            .resolve = resolve,
                            .context = (void *)(uintptr_t)command};
    cr_rows rows = {.arena = command->arena, .means = &means};
    check_papers(&rows, command->words[0]);
    cr_status status = rows.error.status;
    if (status == CR_OK && page) status = write_page(command, page, rows.first, &rows.error);
    if (status != CR_OK) return cr_command_fail(command, &rows.error);
    if (json) cr_report_json(stdout, rows.first);
    else if (!page_on_stdout) cr_report_text(stdout, rows.first);
    return cr_report_failed(rows.first) ? CR_EXIT_NUMERIC : CR_EXIT_OK;
}

static const cr_option options[] = {
    {"--html", "FILE", "write a page with every table and figure (- for the standard output)", false},
    {"--json", NULL, "print the rows as JSON instead of text", false},
    {"--measured", "FILE", "costs of whole scenes of S3 (scenes/s3/measured.csv)", false},
    {"--sounds", "FOLDER", "sounds of whole scenes of S3 for the page, mug.flac and so on", false},
};

const cr_verb cr_verb_reproduce = {
    .name = "reproduce",
    .usage = "S0|S1|S2|S3|S4|all",
    .doc = "compute the papers' tables and figures anew and compare",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .choices = "S0 S1 S2 S3 S4 all",
    .words_max = 1,
    .details =
        "S0 is Papetti, Avanzini, Rocchesso 2011 (one impact and its corrections), S1 Willemsen 2019\n"
        "(collisions of masses, strings and plates), S2 Azad, Featherstone 2014 (a contact law), S3 Zheng,\n"
        "James 2011 (bodies that touch and ring: short runs, and costs that were measured before), S4\n"
        "Chatziioannou, van Walstijn 2017 (contact duration). A printed value agrees with ours, disagrees\n"
        "and is explained, or disagrees unexplained. What is not printed is a value of a figure, a property\n"
        "or a result of our own, held to a reference whose source is named (programs: papers/references).\n"
        "Exit status 4 when a value disagrees and nothing is known of it, or is off its reference.",
    .run = run,
};
