// carom modal: what is asked for, and what came of it.
#ifndef CAROM_APPS_CAROM_MODAL_JOB_H
#define CAROM_APPS_CAROM_MODAL_JOB_H

#include "app.h"
#include "carom/solid.h"

typedef struct cr_modal_request {
    const cr_command *command;
    cr_solid_def solid;
    const char *material;       // as people call it; "" when figures were given
    cr_radiation_def radiation; // way none: not asked for
    bool fresh, json;
    // Files to write, NULL: not asked for.
    const char *modes, *csv, *shapes, *faust, *glb, *clips, *report;
} cr_modal_request;

typedef struct cr_modal_outcome {
    cr_modes modes;
    cr_modal_result result; // result.dof is 0 when the modes were in the cache or in a file
    cr_radiation radiation; // count 0: not asked for
} cr_modal_outcome;

// Reads the command line. CR_ERR_INPUT, CR_ERR_RANGE, CR_ERR_UNKNOWN.
cr_status cr_modal_request_read(const cr_command *command, cr_modal_request *request, cr_error *error);
// --fix and --spring.
cr_status cr_modal_supports_read(const cr_command *command, cr_solid_def *solid, cr_error *error);
// --material, --wood, --E, --rho, --nu and --rayleigh.
cr_status cr_modal_material_read(const cr_command *command, cr_modal_request *request, cr_error *error);

// --radiation and --part; what is wrong with them is a mistake of usage.
cr_status cr_modal_radiation_read(const cr_command *command, cr_radiation_def *def, cr_error *error);

// Finds the modes, with a bar on the terminal. CR_ERR_IO when interrupted.
cr_status cr_modal_request_run(const cr_modal_request *request, cr_modal_outcome *outcome, cr_error *error);
// Writes the files that were asked for.
cr_status cr_modal_request_write(const cr_modal_request *request, const cr_modal_outcome *outcome,
                                 cr_error *error);

void cr_modal_json(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out);
cr_status cr_modal_text(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out,
                        cr_error *error);
cr_status cr_modal_report(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out,
                          cr_error *error);

// A figure of its page: it is struck at a vertex, where the modes move outwards by `outward`, and can be
// played.
cr_status cr_modal_strike_report(const cr_modal_outcome *outcome, int tap, const float *normal,
                                 const double *outward, cr_arena *arena, FILE *out, cr_error *error);
// Directivity, decay and route of each mode, for the page.
cr_status cr_modal_radiation_report(const cr_modal_outcome *outcome, cr_arena *arena, FILE *out,
                                    cr_error *error);

// The nearest note of equal temperament with A4 at 440 Hz, "C#5"; *cents is how far above it.
enum { CR_NOTE_TEXT = 16 };
const char *cr_note_name(double frequency, char text[CR_NOTE_TEXT], double *cents);

// A list of modes in place of a solid: table, --csv, --json.
int cr_modal_list(const cr_command *command);

// --backend slepc: becomes carom-slepc, which lies beside the program; returns only when that failed.
cr_status cr_modal_slepc(const cr_command *command, cr_error *error);

#endif
