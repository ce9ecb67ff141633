// carom modal --radiation: what is asked for, and its part of the page.
#include "io/plot/directivity.h"
#include "io/plot/html.h"
#include "modal/job.h"

#include <stdlib.h>
#include <string.h>

static cr_status read_part(const char *text, cr_radiation_def *def, cr_error *error) {
    char *end;
    long part = strtol(text, &end, 10), parts = 0;
    if (end != text && *end == '/') parts = strtol(end + 1, &end, 10);
    if (*end || part < 1 || parts < part || parts > 100000)
        return cr_fail(error, CR_ERR_INPUT, "--part",
                       "needs I/N with 1 <= I <= N, for example 1/4, got \"%.80s\"", text);
    def->part = (int)part - 1;
    def->parts = (int)parts;
    return CR_OK;
}

cr_status cr_modal_radiation_read(const cr_command *command, cr_radiation_def *def, cr_error *error) {
    static const char *const names[] = {"none", "fast", "exact"};
    const char *name = cr_command_text(command, "--radiation", "none");
    int way = 0;
    while (way < 3 && strcmp(names[way], name) != 0) way++;
    if (way == 3)
        return cr_fail(error, CR_ERR_INPUT, "--radiation", "needs exact, fast or none, got \"%.80s\"", name);
    *def = cr_radiation_def_default();
    def->way = (cr_radiation_way)way;
    if (!cr_command_has(command, "--part")) return CR_OK;
    if (way == CR_RADIATE_NONE)
        return cr_fail(error, CR_ERR_INPUT, "--part", "needs --radiation exact or fast");
    return read_part(cr_command_text(command, "--part", ""), def, error);
}

static void put_table(const cr_modal_outcome *outcome, FILE *out) {
    static const cr_html_column columns[] = {
        {"mode", true},        {"frequency [Hz]", true}, {"route", false},
        {"decay [1/s]", true}, {"T60 [s]", true},        {"efficiency [%]", true},
        {"order", true},       {"patches", true},        {"triangles", true}};
    const cr_radiation *r = &outcome->radiation;
    cr_html_table_begin(
        out,
        "Decay that radiation alone gives a mode, and the power it radiates over that of a plane "
        "wave with the same mean square of velocity; the way it was found; the order of its multipoles and "
        "the "
        "patches of the surface by which it is heard; triangles, cells or pieces that were solved for.",
        columns, 9);
    for (int m = 0; m < r->count; m++) {
        const cr_multipoles *mode = &r->mode[m];
        bool known = mode->route != CR_RADIATION_NONE;
        double decay = known ? cr_radiation_damping(r, m) : CR_NAN;
        cr_html_row_begin(out);
        cr_html_cell_number(out, m + 1, 6);
        cr_html_cell_number(out, outcome->modes.frequency[m], 6);
        cr_html_cell_text(out, cr_radiation_route_name(mode->route));
        cr_html_cell_number(out, decay, 3);
        cr_html_cell_number(out, 3.0 * log(10.0) / decay, 3);
        cr_html_cell_number(out, known ? 100.0 * mode->efficiency : CR_NAN, 3);
        cr_html_cell_number(out, mode->c ? mode->order : CR_NAN, 3);
        cr_html_cell_number(out, mode->set ? r->set[mode->set - 1].count : CR_NAN, 6);
        cr_html_cell_number(out, known ? mode->triangles : CR_NAN, 6);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
}

cr_status cr_modal_radiation_report(const cr_modal_outcome *outcome, cr_arena *arena, FILE *out,
                                    cr_error *error) {
    const cr_radiation *r = &outcome->radiation;
    int count = r->count < CR_DIRECTIVITIES ? r->count : CR_DIRECTIVITIES;
    cr_directivity panels[CR_DIRECTIVITIES];
    for (int m = 0; m < count; m++) {
        panels[m] = (cr_directivity){.radiation = r, .mode = m};
        snprintf(panels[m].title, sizeof panels[m].title, "mode %d, %.5g Hz", m + 1,
                 outcome->modes.frequency[m]);
    }
    cr_html_section(out, "Radiation");
    cr_status status = cr_directivity_write(out, panels, count, arena, error);
    if (status != CR_OK) return status;
    put_table(outcome, out);
    return CR_OK;
}
