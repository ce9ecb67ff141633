#include "io/file/text.h"
#include "io/modes/export.h"
#include "io/modes/nature.h"
#include "modal/job.h"

const char *cr_note_name(double frequency, char text[CR_NOTE_TEXT], double *cents) {
    static const char *const names[] = {"C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"};
    double above = 69.0 + 12.0 * log2(frequency / 440.0), nearest = floor(above + 0.5);
    int note = (int)fmax(fmin(nearest, 999.0), -999.0), octave = (note + 1200) / 12 - 101;
    *cents = 100.0 * (above - nearest);
    snprintf(text, CR_NOTE_TEXT, "%s%d", names[(note + 1200) % 12], octave);
    return text;
}

static void put_heading(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out) {
    const cr_modes *modes = &outcome->modes;
    cr_text_plain(out, modes->name);
    fputs(" of ", out);
    cr_text_plain(out, *modes->material ? modes->material : "a material of its own");
    fprintf(out, ", %.4g kg", modes->mass);
    if (modes->tets) fprintf(out, "; %d tetrahedra", modes->tets);
    if (modes->tets && !cr_solid_is_ready(&request->solid))
        fprintf(out, " of order %d", request->solid.detail.order);
    if (modes->rods) fprintf(out, "; %d pieces of rod", modes->rods);
    if (modes->dof) fprintf(out, ", %d unknowns", modes->dof);
    fputs("\n\n", out);
}

// Decay by radiation, efficiency and route.
static void put_radiation(const cr_radiation *radiation, int m, FILE *out) {
    const cr_multipoles *mode = &radiation->mode[m];
    if (mode->route == CR_RADIATION_NONE) fprintf(out, "  %8s  %8s", "-", "-");
    else fprintf(out, "  %8.3g  %8.2g", cr_radiation_damping(radiation, m), 100.0 * mode->efficiency);
    fprintf(out, "  %-8s", cr_radiation_route_name(mode->route));
}

static cr_status put_mode(const cr_modal_outcome *outcome, int m, cr_arena *arena, FILE *out,
                          cr_error *error) {
    const cr_modes *modes = &outcome->modes;
    cr_mode_nature nature;
    char note[CR_NOTE_TEXT];
    double cents, t60 = cr_modes_t60(modes->sigma[m]);
    cr_status status = cr_mode_nature_find(modes, m, arena, &nature, error);
    if (status != CR_OK) return status;
    cr_note_name(modes->frequency[m], note, &cents);
    fprintf(out, "%5d  %10.2f", m + 1, modes->frequency[m]);
    if (modes->error) fprintf(out, "  %7.2g", 100.0 * modes->error[m] / modes->frequency[m]);
    else fprintf(out, "  %7s", "-");
    fprintf(out, "  %-4s %+4.0f", note, cents);
    if (isfinite(t60)) fprintf(out, "  %8.3g", t60);
    else fprintf(out, "  %8s", "-");
    if (outcome->radiation.count) put_radiation(&outcome->radiation, m, out);
    fprintf(out, "  %s\n", nature.text);
    return CR_OK;
}

static void put_check(const cr_modal_outcome *outcome, FILE *out) {
    const cr_modes *modes = &outcome->modes;
    const cr_modal_result *r = &outcome->result;
    if (modes->limit > 0.0) {
        fprintf(out, "\nno mode missing below %.6g Hz", modes->limit);
        if (modes->counted)
            fprintf(out, ": %d counted by the factorisation, %d of them rigid", modes->counted, modes->rigid);
        fputc('\n', out);
    }
    if (r->merged)
        fprintf(out,
                "%d modes were given the frequency of the lowest of their group, as the solid is symmetric; "
                "the mesh "
                "splits these by at most %.2g %%\n",
                r->merged, 100.0 * r->merged_most);
    if (modes->residual > 0.0) fprintf(out, "largest residual %.1e", modes->residual);
    if (r->dof)
        fprintf(
            out,
            "; %.3g s (assembly %.2g, analysis %.2g, factor %.2g, eigenvectors %.2g, count %.2g), %.0f MB",
            r->seconds.total, r->seconds.assemble, r->seconds.analyse, r->seconds.factor, r->seconds.eigen,
            r->seconds.count, r->memory_mb);
    if (modes->residual > 0.0) fputc('\n', out);
}

cr_status cr_modal_text(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out,
                        cr_error *error) {
    cr_status status = CR_OK;
    put_heading(request, outcome, out);
    fprintf(out, "%5s  %10s  %7s  %-9s  %8s", "mode", "Hz", "error %", "note cent", "T60 [s]");
    if (outcome->radiation.count) fprintf(out, "  %8s  %8s  %-8s", "rad 1/s", "effic %", "route");
    fputs("  motion of the surface\n", out);
    for (int m = 0; m < outcome->modes.count && status == CR_OK; m++)
        status = put_mode(outcome, m, request->command->arena, out, error);
    put_check(outcome, out);
    return status;
}
