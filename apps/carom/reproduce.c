// carom reproduce: the papers' tables and figures, computed anew.
#include "reproduce.h"

#include "app.h"
#include "io/file.h"

#include <string.h>

static const cr_paper *const papers[] = {&cr_paper_s0, &cr_paper_s2, &cr_paper_s4};
enum { PAPER_COUNT = sizeof papers / sizeof *papers };

static cr_status write_page(const cr_command *command, const char *path, const cr_item *first,
                            cr_error *error) {
    cr_sheet *sheet;
    cr_status status = cr_command_take(command, 1, sizeof *sheet, &sheet, error);
    if (status != CR_OK) return status;
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    cr_report_html(cr_file_stream(file), first, sheet);
    return cr_file_commit(file, error);
}

static int run(const cr_command *command) {
    if (command->word_count == 0) return cr_command_usage(command, "paper", "needs S0, S2, S4 or all");
    const char *wanted = command->words[0], *page = cr_command_text(command, "--html", NULL);
    cr_rows rows = {.arena = command->arena};
    cr_error error = {0};
    int counts[CR_VERDICT_COUNT];
    for (int i = 0; i < PAPER_COUNT; i++) {
        if (strcmp(wanted, "all") != 0 && strcmp(wanted, papers[i]->name) != 0) continue;
        rows.paper = papers[i];
        papers[i]->check(&rows);
    }
    cr_status status = rows.full ? cr_fail(&error, CR_ERR_MEMORY, "rows", "out of memory") : CR_OK;
    if (status == CR_OK && page) status = write_page(command, page, rows.first, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    if (cr_command_has(command, "--json")) cr_report_json(stdout, rows.first);
    else cr_report_text(stdout, rows.first);
    cr_report_count(rows.first, NULL, counts);
    return counts[CR_VERDICT_OFF] ? CR_EXIT_NUMERIC : CR_EXIT_OK;
}

static const cr_option options[] = {
    {"--html", "FILE", "write a page with every table and figure", false},
    {"--json", NULL, "rows as JSON instead of text", false},
};

const cr_verb cr_verb_reproduce = {
    .name = "reproduce",
    .usage = "S0|S2|S4|all [--html FILE] [--json]",
    .doc = "the papers' tables and figures, computed anew: printed, ours, within tolerance or not",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .choices = "S0 S2 S4 all",
    .words_max = 1,
    .details = "S0 is Papetti et al. 2011, S2 Azad and Featherstone 2014, S4 Chatziioannou and van Walstijn "
               "2017.\nExit status 4 when a value is off.",
    .run = run,
};
