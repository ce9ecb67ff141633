// carom modal with a list of modes: checked, and shown as those of a solid are.
#include "io/modes/list.h"
#include "io/file/file.h"
#include "io/file/json_pairs.h"
#include "io/file/text.h"
#include "io/modes/export.h"
#include "modal/job.h"

#include <string.h>

static bool is_of_lists(const char *option) {
    return strcmp(option, "--csv") == 0 || strcmp(option, "--json") == 0;
}

static void put_table(const char *path, const cr_modes_list *list, FILE *out) {
    cr_text_plain(out, path);
    fprintf(out, ": %d mode%s at %d point%s\n\n", list->modes, list->modes == 1 ? "" : "s", list->points,
            list->points == 1 ? "" : "s");
    fprintf(out, " mode          Hz  note cent   T60 [s]  gains [kg^-1/2]\n");
    for (int m = 0; m < list->modes; m++) {
        char note[CR_NOTE_TEXT];
        double cents, t60 = cr_modes_t60(list->sigma[m]);
        cr_note_name(list->frequency[m], note, &cents);
        fprintf(out, "%5d  %10.2f  %-4s %+4.0f", m + 1, list->frequency[m], note, cents);
        if (isfinite(t60)) fprintf(out, "  %8.3g ", t60);
        else fprintf(out, "  %8s ", "-");
        for (int i = 0; i < list->points; i++) fprintf(out, " %.4g", list->shape[m * list->points + i]);
        fputc('\n', out);
    }
}

static void put_json(const char *path, const cr_modes_list *list, FILE *out) {
    cr_json json = cr_json_on(out);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "name", path);
    cr_json_key(&json, "modes");
    cr_json_array_begin(&json);
    for (int m = 0; m < list->modes; m++) {
        char note[CR_NOTE_TEXT];
        double cents;
        cr_json_object_begin(&json);
        cr_json_pair_integer(&json, "mode", m + 1);
        cr_json_pair(&json, "f", list->frequency[m]);
        cr_json_pair(&json, "sigma", list->sigma[m]);
        cr_json_pair(&json, "t60", cr_modes_t60(list->sigma[m]));
        cr_json_pair_text(&json, "note", cr_note_name(list->frequency[m], note, &cents));
        cr_json_pair(&json, "cents", cents);
        cr_json_key(&json, "gains");
        cr_json_array_begin(&json);
        for (int i = 0; i < list->points; i++) cr_json_number(&json, list->shape[m * list->points + i]);
        cr_json_array_end(&json);
        cr_json_object_end(&json);
    }
    cr_json_array_end(&json);
    cr_json_object_end(&json);
}

static cr_status write_csv(const char *path, const cr_modes_list *list, cr_error *error) {
    const cr_modes modes = {.count = list->modes, .frequency = list->frequency, .sigma = list->sigma};
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    cr_modes_csv(cr_file_stream(file), &modes);
    return cr_file_commit(file, error);
}

int cr_modal_list(const cr_command *command) {
    const char *path = command->words[0], *csv = cr_command_text(command, "--csv", NULL);
    bool json = cr_command_has(command, "--json");
    cr_modes_list list;
    cr_error error;
    for (int i = 0; i < command->given_count; i++)
        if (!is_of_lists(command->given[i].option->name))
            return cr_command_usage(
                command, command->given[i].option->name,
                "is for solids; a list of modes has --csv and --json, and sounds in a scene "
                "as `type: modal, file: LIST`");
    cr_status status = cr_modes_list_read(path, command->arena, &list, &error);
    if (status == CR_OK && csv) status = write_csv(csv, &list, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    if (json) put_json(path, &list, stdout);
    else if (!csv || strcmp(csv, "-") != 0) put_table(path, &list, stdout);
    return CR_EXIT_OK;
}
