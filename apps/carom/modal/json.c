#include "io/file/json_pairs.h"
#include "io/modes/export.h"
#include "io/modes/nature.h"
#include "modal/job.h"

static void put_numbers(cr_json *json, const char *key, const double *values, int count) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) cr_json_number(json, values[i]);
    cr_json_array_end(json);
}

static void put_radiation(cr_json *json, const cr_radiation *radiation, int m) {
    const cr_multipoles *mode = &radiation->mode[m];
    bool known = mode->route != CR_RADIATION_NONE;
    cr_json_key(json, "radiation");
    cr_json_object_begin(json);
    cr_json_pair_text(json, "route", cr_radiation_route_name(mode->route));
    cr_json_pair(json, "sigma", known ? cr_radiation_damping(radiation, m) : CR_NAN);
    cr_json_pair(json, "efficiency", known ? mode->efficiency : CR_NAN);
    cr_json_pair(json, "order", mode->c ? mode->order : CR_NAN);
    cr_json_pair(json, "patches", mode->set ? radiation->set[mode->set - 1].count : CR_NAN);
    cr_json_pair(json, "triangles", known ? mode->triangles : CR_NAN);
    cr_json_pair(json, "error", known ? mode->error : CR_NAN);
    cr_json_object_end(json);
}

static void put_mode(cr_json *json, const cr_modal_outcome *outcome, int m, cr_arena *arena) {
    const cr_modes *modes = &outcome->modes;
    const double two_pi = 6.28318530717958648;
    double f = modes->frequency[m], sigma = modes->sigma[m], cents;
    char note[CR_NOTE_TEXT];
    cr_mode_nature nature;
    cr_json_object_begin(json);
    cr_json_pair_integer(json, "mode", m + 1);
    cr_json_pair(json, "f", f);
    cr_json_pair(json, "f_error", modes->error ? modes->error[m] : CR_NAN);
    cr_json_pair(json, "damping", sigma / (two_pi * f));
    cr_json_pair(json, "sigma", sigma);
    cr_json_pair(json, "t60", cr_modes_t60(sigma));
    cr_json_pair_text(json, "note", cr_note_name(f, note, &cents));
    cr_json_pair(json, "cents", cents);
    if (cr_mode_nature_find(modes, m, arena, &nature, NULL) == CR_OK) {
        cr_json_pair_text(json, "motion", nature.text);
        cr_json_pair(json, "outward", nature.outward);
    }
    if (outcome->radiation.count) put_radiation(json, &outcome->radiation, m);
    cr_json_object_end(json);
}

static double known(double value) {
    return value > 0.0 ? value : CR_NAN;
}

static void put_seconds(cr_json *json, const cr_modal_result *r) {
    const cr_modal_seconds *s = &r->seconds;
    cr_json_key(json, "seconds");
    cr_json_object_begin(json);
    cr_json_pair(json, "assemble", s->assemble);
    cr_json_pair(json, "analyse", s->analyse);
    cr_json_pair(json, "factor", s->factor);
    cr_json_pair(json, "eigen", s->eigen);
    cr_json_pair(json, "count", s->count);
    cr_json_pair(json, "estimate", s->estimate);
    cr_json_pair(json, "total", s->total);
    cr_json_object_end(json);
}

void cr_modal_json(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out) {
    const cr_modes *modes = &outcome->modes;
    const cr_modal_result *r = &outcome->result;
    cr_json json = cr_json_on(out);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "name", modes->name);
    cr_json_pair_text(&json, "material", modes->material);
    cr_json_pair_bool(&json, "computed", r->dof > 0);
    cr_json_pair(&json, "tets", known(modes->tets));
    cr_json_pair(&json, "dof", known(modes->dof));
    cr_json_pair(&json, "mass", modes->mass);
    put_numbers(&json, "centre", modes->centre, 3);
    put_numbers(&json, "inertia", modes->inertia, 6);
    cr_json_pair_integer(&json, "vertices", modes->vertices);
    cr_json_pair_integer(&json, "triangles", modes->triangles);
    cr_json_key(&json, "modes");
    cr_json_array_begin(&json);
    for (int m = 0; m < modes->count; m++) put_mode(&json, outcome, m, request->command->arena);
    cr_json_array_end(&json);
    cr_json_pair_integer(&json, "rigid_modes", modes->rigid);
    if (r->dof) put_numbers(&json, "rigid_frequencies", r->rigid_frequency, r->rigid);
    cr_json_pair(&json, "limit", known(modes->limit));
    cr_json_pair(&json, "inertia_count", known(modes->counted));
    cr_json_pair(&json, "residual_max", known(modes->residual));
    cr_json_pair(&json, "merged", r->dof ? r->merged : CR_NAN);
    cr_json_pair(&json, "orthogonality", r->dof ? r->orthogonality : CR_NAN);
    put_seconds(&json, r);
    cr_json_pair(&json, "memory_mb", known(r->memory_mb));
    cr_json_object_end(&json);
}
