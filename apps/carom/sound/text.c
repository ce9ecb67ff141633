#include "io/file/text.h"
#include "io/file/json_pairs.h"
#include "render/job.h"
#include "sound/job.h"

#include <string.h>

// dB against 20 micropascal.
static double sound_pressure_level(double pressure) {
    return 20.0 * log10(pressure / 2e-5);
}

static double decibels(double level) {
    return 20.0 * log10(level);
}

static const char *radiation_name(cr_radiation_way radiation) {
    static const char *const names[] = {"none", "fast", "exact"};
    return names[radiation];
}

void cr_sound_put_peak(double peak, double gain, FILE *out) {
    if (peak == 0.0) fputs("peak        silence\n", out);
    else
        fprintf(out, "peak        %.4g Pa, %.1f dB SPL; full scale is %.4g Pa\n", peak,
                sound_pressure_level(peak), 1.0 / gain);
}

static void put_level(const cr_sound_job *job, const cr_sound_result *r, FILE *out) {
    const cr_render_level *level = &r->level;
    cr_sound_put_peak(r->peak, level->gain, out);
    if (r->peak == 0.0 || !isfinite(job->loudness)) return;
    fprintf(out, "loudness    %.4g LUFS asked, %.1f reached%s, true peak %.1f dB\n", job->loudness,
            level->loudness.lufs, level->limited ? ", as far as the true peak allows" : "",
            decibels(level->loudness.true_peak));
}

void cr_sound_text(const cr_sound_job *job, const cr_sound_result *r, FILE *out) {
    cr_text_plain(out, job->output);
    fprintf(out, ": %.6g s, %d channel%s at %d Hz\n", r->duration, job->channels,
            job->channels == 1 ? "" : "s", job->rate);
    put_level(job, r, out);
    if (r->faded > 0.0) fprintf(out, "fade        the last %.6g s\n", r->faded);
    fprintf(out, "bodies      %d ring with %d modes, radiation %s; %lld contacts acted on them\n", r->ringing,
            r->modes, radiation_name(job->plan.sound.radiation), r->pass.contacts);
    if (r->stems)
        fprintf(out, "stems       %d file%s in %s\n", r->stems, r->stems == 1 ? "" : "s", job->stems);
    fprintf(out, "computed    in %.3g s, %.3g times real time\n", r->cpu_seconds,
            r->cpu_seconds > 0.0 ? r->duration / r->cpu_seconds : CR_NAN);
    if (r->pass.dropped)
        fprintf(out, "warning     %lld contacts were too many at a time and were left out\n",
                r->pass.dropped);
    if (r->clipped) fprintf(out, "warning     %lld samples beyond full scale were cut off\n", r->clipped);
}

void cr_sound_tell(const cr_sound_job *job, const cr_sound_result *result) {
    cr_json writer = cr_json_on(stdout);
    if (cr_command_has(job->command, "--json")) cr_sound_json(job, result, &writer);
    else if (strcmp(job->output, "-") != 0) cr_sound_text(job, result, stdout);
}

void cr_sound_json(const cr_sound_job *job, const cr_sound_result *r, cr_json *json) {
    cr_json_object_begin(json);
    cr_json_pair_text(json, "recording", job->source);
    cr_json_pair_text(json, "output", job->output);
    cr_json_pair(json, "duration", r->duration);
    cr_json_pair_integer(json, "channels", job->channels);
    cr_json_pair_integer(json, "rate", job->rate);
    cr_json_pair(json, "cpu_seconds", r->cpu_seconds);
    cr_json_pair_integer(json, "bodies", r->ringing);
    cr_json_pair_integer(json, "modes", r->modes);
    cr_json_pair_text(json, "radiation", radiation_name(job->plan.sound.radiation));
    cr_json_pair_integer(json, "contacts", (long)r->pass.contacts);
    cr_json_pair_integer(json, "contacts_dropped", (long)r->pass.dropped);
    cr_json_pair(json, "modal_energy_greatest", r->pass.energy);
    cr_json_pair(json, "peak_pascal", r->peak);
    cr_json_pair(json, "full_scale_pascal", 1.0 / r->level.gain);
    cr_json_pair(json, "gain", r->level.gain);
    cr_render_loudness_json(json, job->loudness, &r->level.loudness, r->level.limited);
    cr_json_pair(json, "mono_loss", r->mono_loss);
    cr_json_pair(json, "faded", r->faded);
    cr_json_pair_integer(json, "clipped", (long)r->clipped);
    cr_json_pair_integer(json, "stems", r->stems);
    cr_json_object_end(json);
}
