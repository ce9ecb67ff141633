#include "info/recording.h"

#include "io/file/json_pairs.h"
#include "io/file/text.h"
#include "io/record/pieces.h"
#include "io/record/record_file.h"

static int modes_of(const cr_record_head *head) {
    int modes = 0;
    for (int i = 0; i < head->bodies; i++) modes += head->body[i].modes;
    return modes;
}

static void put_body(const cr_record_body *body) {
    printf("%-10s ", "");
    cr_text_plain(stdout, body->name);
    if (*body->form) fputs(", ", stdout);
    cr_text_plain(stdout, body->form);
    if (isfinite(body->mass)) printf(", %.6g kg", body->mass);
    else fputs(", fixed or driven", stdout);
    if (body->modes) printf(", %d mode%s in contact", body->modes, body->modes == 1 ? "" : "s");
    putchar('\n');
}

static void put_recording(const char *path, const cr_record_head *head, const cr_record_summary *all) {
    enum { SHOWN = 20 };
    cr_text_plain(stdout, path);
    printf(": recording of bodies, %s\n", all->whole ? "whole" : "cut off: good up to its last whole block");
    printf("duration   %.6g s, from %.6g to %.6g s\n", all->end - all->start, all->start, all->end);
    printf("motion     %lld steps of bodies, none longer than %.4g s\n", all->motions, head->step);
    printf("contacts   %lld, of points and steps\n", all->contacts);
    printf("energies   %lld rows\n", all->energies);
    printf("bodies     %d\n", head->bodies);
    for (int i = 0; i < head->bodies && i < SHOWN; i++) put_body(&head->body[i]);
    if (head->bodies > SHOWN) printf("           and %d more\n", head->bodies - SHOWN);
    if (*head->note) {
        fputs("software   ", stdout);
        cr_text_plain(stdout, head->note);
        putchar('\n');
    }
}

// What the JSON has besides: modes that shorten steps, over time.
enum { PIECES = 150 };

static void put_recording_json(const char *path, const cr_record_head *head, const cr_record_summary *all,
                               const cr_record_piece *pieces) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "file", path);
    cr_json_pair_text(&json, "kind", "recording");
    cr_json_pair_bool(&json, "whole", all->whole);
    cr_json_pair(&json, "start", all->start);
    cr_json_pair(&json, "duration", all->end - all->start);
    cr_json_pair(&json, "step", head->step);
    cr_json_pair_integer(&json, "motions", (long)all->motions);
    cr_json_pair_integer(&json, "contacts", (long)all->contacts);
    cr_json_pair_integer(&json, "energies", (long)all->energies);
    cr_json_pair_integer(&json, "modes", modes_of(head));
    cr_json_pair_text(&json, "software", head->note);
    cr_json_key(&json, "modes_awake");
    cr_json_array_begin(&json);
    for (int i = 0; i < PIECES; i++) cr_json_integer(&json, (long long)pieces[i].modes);
    cr_json_array_end(&json);
    cr_json_key(&json, "bodies");
    cr_json_array_begin(&json);
    for (int i = 0; i < head->bodies; i++) {
        cr_json_object_begin(&json);
        cr_json_pair_text(&json, "name", head->body[i].name);
        cr_json_pair_text(&json, "form", head->body[i].form);
        cr_json_pair(&json, "mass", head->body[i].mass);
        cr_json_pair_integer(&json, "modes", head->body[i].modes);
        cr_json_object_end(&json);
    }
    cr_json_array_end(&json);
    cr_json_object_end(&json);
}

cr_status cr_info_recording(const cr_command *command, const char *path, bool json, cr_error *error) {
    cr_record_summary all;
    cr_record_input *input = cr_record_open(path, command->arena, error);
    if (!input) return error->status;
    cr_record_reader *reader = cr_record_input_reader(input);
    const cr_record_head *head = cr_record_reader_head(reader);
    cr_status status = cr_record_summarise(reader, &all, error);
    if (status == CR_OK && !json) put_recording(path, head, &all);
    if (status == CR_OK && json) {
        cr_record_piece pieces[PIECES];
        status = cr_record_pieces(reader, all.end, pieces, PIECES, command->arena, error);
        if (status == CR_OK) put_recording_json(path, head, &all, pieces);
    }
    cr_record_close(input);
    return status;
}
