// Modes as a Faust program.
#include "io/modes/export.h"
#include "io/modes/nature.h"
#include "io/modes/surface_tools.h"

#include <ctype.h>

enum { PLACES = 8 };

// Letters and digits of the name; "solid" when it begins otherwise.
static void put_identifier(char *to, size_t room, const char *name) {
    size_t length = 0;
    if (!isalpha((unsigned char)*name)) length = (size_t)snprintf(to, room, "solid_");
    for (; *name && length + 1 < room; name++)
        to[length++] = isalnum((unsigned char)*name) ? (char)tolower((unsigned char)*name) : '_';
    to[length] = '\0';
}

static void put_list(FILE *out, const char *name, const double *values, int count, const char *format) {
    fprintf(out, "  %s = (", name);
    for (int i = 0; i < count; i++) {
        if (i) fputs(i % 8 ? ", " : ",\n    ", out);
        fprintf(out, format, values[i]);
    }
    fputs(");\n", out);
}

// How strongly a mode sounds when tapped at a place: its outward velocity there after a blow, times the root
// mean square of its outward motion over the surface, which drives the air.
static void find_gains(const cr_modes *modes, const float *normal, const int *tap, int places, double *gain) {
    double loudest = 1e-300;
    for (int m = 0; m < modes->count; m++) {
        double square = 0.0;
        for (int v = 0; v < modes->vertices; v++) {
            double u = cr_mode_outward(modes, normal, m, v);
            square += u * u;
        }
        double heard = sqrt(square / modes->vertices);
        for (int p = 0; p < places; p++)
            gain[p * modes->count + m] = heard * cr_mode_outward(modes, normal, m, tap[p]);
    }
    for (int p = 0; p < places; p++) {
        double sum = 0.0;
        for (int m = 0; m < modes->count; m++) sum += fabs(gain[p * modes->count + m]);
        loudest = fmax(loudest, sum);
    }
    for (int i = 0; i < places * modes->count; i++) gain[i] /= loudest;
}

static void put_program(FILE *out, const cr_modes *modes, const char *name, const double *damped,
                        const double *t60, const double *gain, int places) {
    fprintf(out, "%s(place) = _ <: par(i, modes, mode(i)) :> _\nwith {\n  modes = %d;\n", name, modes->count);
    put_list(out, "frequencies", damped, modes->count, "%.7g");
    put_list(out, "t60s", t60, modes->count, "%.6g");
    fprintf(out, "  gain(i) = waveform{");
    for (int m = 0; m < modes->count; m++)
        for (int p = 0; p < places; p++)
            fprintf(out, "%s%.6g", m + p == 0 ? "" : p ? ", " : ",\n    ", gain[p * modes->count + m]);
    fprintf(out, "},\n    int(max(0, min(%d, place))) + %d*i : rdtable;\n", places - 1, places);
    fputs("  // r^n sin(n w): pitch and decay are exact at any sample rate; modes beyond it are mute\n"
          "  mode(i) = *(gain(i)*(f < ma.SR/2)) : fi.tf2(0, r*sin(w), 0, -2*r*cos(w), r*r)\n"
          "  with {\n"
          "    f = ba.take(i + 1, frequencies);\n"
          "    w = 2*ma.PI*min(f, ma.SR/2)/ma.SR;\n"
          "    r = exp(-3*log(10)/(ba.take(i + 1, t60s)*ma.SR));\n"
          "  };\n"
          "};\n\n",
          out);
    fprintf(out, "process = button(\"tap\") : ba.impulsify : %s(nentry(\"place\", 0, 0, %d, 1)) <: _, _;\n",
            name, places - 1);
}

static cr_status put_faust(FILE *out, const cr_modes *modes, cr_arena *arena, cr_error *error) {
    char name[64];
    int tap[PLACES];
    size_t count = (size_t)modes->count;
    float *normal = cr_arena_take(arena, 3 * (size_t)modes->vertices, sizeof *normal);
    double *damped = cr_arena_take(arena, count, sizeof *damped);
    double *t60 = cr_arena_take(arena, count, sizeof *t60);
    double *gain = cr_arena_take(arena, PLACES * count, sizeof *gain);
    if (!normal || !damped || !t60 || !gain)
        return cr_fail(error, CR_ERR_MEMORY, modes->name, "out of memory");
    cr_modes_normals(modes, normal);
    int places = cr_modes_taps(modes, normal, PLACES, tap);
    find_gains(modes, normal, tap, places, gain);
    for (size_t m = 0; m < count; m++) {
        damped[m] = cr_modes_damped(modes->frequency[m], modes->sigma[m]);
        t60[m] = fmin(cr_modes_t60(modes->sigma[m]), 1e6);
    }
    put_identifier(name, sizeof name, modes->name);
    fprintf(out, "// Modes of %s, written by carom modal: %s(place) turns a force into sound.\n", name, name);
    fputs("// Places to tap, along the outward normal [m]:\n", out);
    for (int p = 0; p < places; p++) {
        const float *x = modes->position + 3 * (size_t)tap[p];
        fprintf(out, "//   %d  %.4g %.4g %.4g\n", p, (double)x[0], (double)x[1], (double)x[2]);
    }
    fputs("import(\"stdfaust.lib\");\n\n", out);
    put_program(out, modes, name, damped, t60, gain, places);
    return CR_OK;
}

cr_status cr_modes_faust(FILE *out, const cr_modes *modes, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = put_faust(out, modes, arena, error);
    cr_arena_rewind(arena, mark);
    return status;
}
