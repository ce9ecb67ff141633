#include "io/file/text.h"
#include "command.h"
#include "io/file/json.h"
#include "io/file/json_pairs.h"
#include "render/job.h"
#include "sound/job.h"

// of a sample: 1, 2, 4, 8, 16
enum { CR_RENDER_DIVISIONS = sizeof((cr_contact_effort){0}).samples / sizeof(long) };

const char *cr_render_end_text(cr_audio_end end) {
    static const char *const words[] = {"duration", "silence", "limit", "interrupted"};
    return words[end];
}

void cr_render_tell_silence(const cr_render_job *job, const cr_render_outcome *o) {
    char reason[sizeof o->silence + 16];
    if (!*o->silence) return;
    snprintf(reason, sizeof reason, "silence: %s", o->silence);
    cr_report("render", job->path, reason);
}

static double speed(const cr_render_outcome *o) {
    return o->cpu_seconds > 0.0 ? o->duration / o->cpu_seconds : CR_NAN;
}

static bool is_normalised(const cr_render_job *job, const cr_render_outcome *o) {
    return job->audio.normalize == CR_NORMALIZE_PEAK && o->peak > 0.0 && !isfinite(job->loudness);
}

static double decibels(double level) {
    return 20.0 * log10(level);
}

static void put_loudness(const cr_render_job *job, const cr_render_outcome *o, FILE *out) {
    const cr_loudness_level *level = &o->loudness;
    fprintf(out, "loudness    %.4g LUFS asked, %.1f reached%s, true peak %.1f dB\n", job->loudness,
            level->lufs, level->integrated ? "" : " over 0.4 s with silence added",
            decibels(level->true_peak));
    if (o->loudness_limited) fputs("warning     louder would bring the true peak above -1 dB\n", out);
}

static void put_level(const cr_render_job *job, const cr_render_outcome *o, FILE *out) {
    bool by_loudness = isfinite(job->loudness) && o->peak > 0.0;
    if (job->ears) {
        cr_sound_put_peak(o->peak, o->gain, out);
        if (by_loudness) put_loudness(job, o, out);
        return;
    }
    fprintf(out, "peak        %.6g", o->peak);
    if (by_loudness) fprintf(out, ", scaled by %.6g\n", o->gain);
    else if (is_normalised(job, o)) fprintf(out, ", scaled by %.6g to -1 dB of full scale\n", o->gain);
    else if (o->peak == 0.0) fputs(": silence\n", out);
    else if (job->gain == CR_GAIN_SET) fprintf(out, ", scaled by %.6g as the whole set\n", o->gain);
    else fputs(", not scaled\n", out);
    if (by_loudness) put_loudness(job, o, out);
}

// "fade        the last 0.01 s, where the sound had not died away"
static void put_fade(const cr_render_job *job, const cr_render_outcome *o, FILE *out) {
    if (o->faded == 0.0) return;
    fprintf(out, "fade        the last %.6g s%s\n", o->faded,
            isnan(job->settings->fade) ? ", where the sound had not died away" : "");
}

static void put_varied(const cr_render_job *job, FILE *out) {
    for (int i = 0; i < job->varied_count; i++) {
        fputs(i ? ", " : "varied      ", out);
        cr_text_plain(out, job->varied[i].assignment);
    }
    if (job->varied_count) fputc('\n', out);
}

static void put_troubles(const cr_render_outcome *o, FILE *out) {
    const cr_network_warnings *w = &o->summary.warnings;
    if (w->resolves)
        fprintf(out, "resolves    %ld groups of contacts were solved more than once in a step\n",
                w->resolves);
    if (w->unsettled) fprintf(out, "warning     %ld groups of contacts did not converge\n", w->unsettled);
    if (o->clipped) fprintf(out, "warning     %lld samples beyond full scale were cut off\n", o->clipped);
    if (o->mono_loss <= CR_RENDER_MONO_LOSS_MOST) return;
    fputs("warning     the channels cancel each other: ", out);
    if (isfinite(o->mono_loss)) fprintf(out, "their mean, as in mono, is %.1f dB quieter\n", o->mono_loss);
    else fputs("their mean, as in mono, is silent\n", out);
}

// "contacts    2, least force 0 N; 212 samples at 1 step, 96 at 2; 3 impulses"
static void put_contacts(const cr_render_job *job, const cr_render_outcome *o, FILE *out) {
    cr_contact_effort effort = o->effort;
    bool first = true;
    if (!job->names.contact_count) return;
    fprintf(out, "contacts    %d", job->names.contact_count);
    if (isfinite(o->summary.contact_force_least))
        fprintf(out, ", least force %.3g N", o->summary.contact_force_least);
    for (int i = 0; i < CR_RENDER_DIVISIONS; i++) {
        if (!effort.samples[i]) continue;
        fprintf(out, first ? "; %ld samples at %d step%s" : ", %ld at %d", effort.samples[i], 1 << i,
                i ? "s" : "");
        first = false;
    }
    if (effort.blows) fprintf(out, "; %ld impulse%s", effort.blows, effort.blows == 1 ? "" : "s");
    fputc('\n', out);
}

void cr_render_text(const cr_render_job *job, const cr_render_outcome *o, FILE *out) {
    const cr_scene_output *settings = job->settings;
    cr_text_plain(out, job->output);
    fprintf(out, ": %.6g s, %d channel%s at %d Hz", o->duration, job->channels, job->channels == 1 ? "" : "s",
            job->rate);
    if (job->audio.oversample > 1) fprintf(out, ", %d steps per sample", job->audio.oversample);
    if (job->audio.oversample > settings->oversample) fputs(" (for the bow)", out);
    if (settings->automatic_duration)
        fprintf(out, ", ended by %s", o->end == CR_AUDIO_SILENT ? "silence" : "the limit");
    fputc('\n', out);
    put_varied(job, out);
    put_level(job, o, out);
    put_fade(job, o, out);
    if (o->summary.energy_greatest > 0.0)
        fprintf(out, "energy      at most %.4g J, energy balance error %.2g of that\n",
                o->summary.energy_greatest, o->summary.energy_residual);
    put_contacts(job, o, out);
    fprintf(out, "computed    %ld steps in %.3g s, %.3g times real time\n", o->summary.steps, o->cpu_seconds,
            speed(o));
    put_troubles(o, out);
}

static void put_effort_json(cr_json *json, const cr_contact_effort *effort) {
    cr_json_key(json, "contact_steps");
    cr_json_array_begin(json);
    for (int i = 0; i < CR_RENDER_DIVISIONS; i++) cr_json_integer(json, effort->samples[i]);
    cr_json_array_end(json);
    cr_json_pair_integer(json, "blows", effort->blows);
}

static void put_warnings(cr_json *json, const cr_render_outcome *o) {
    cr_json_key(json, "warnings");
    cr_json_object_begin(json);
    cr_json_pair_integer(json, "resolves", o->summary.warnings.resolves);
    cr_json_pair_integer(json, "unsettled", o->summary.warnings.unsettled);
    cr_json_pair_integer(json, "not_finite", o->summary.warnings.not_finite);
    cr_json_pair_integer(json, "clipped", (long)o->clipped);
    cr_json_object_end(json);
}

void cr_render_loudness_json(cr_json *json, double asked, const cr_loudness_level *level, bool limited) {
    cr_json_key(json, "loudness");
    if (!isfinite(asked)) {
        cr_json_null(json);
        return;
    }
    cr_json_object_begin(json);
    cr_json_pair(json, "asked", asked);
    cr_json_pair(json, "reached", level->lufs);
    cr_json_pair_text(json, "window", level->integrated ? "integrated" : "momentary");
    cr_json_pair(json, "true_peak", decibels(level->true_peak));
    cr_json_pair_bool(json, "limited", limited);
    cr_json_object_end(json);
}

static void put_variation_json(cr_json *json, const cr_render_job *job) {
    if (!job->variation) return;
    cr_json_pair_integer(json, "variation", job->variation);
    cr_json_key(json, "varied");
    cr_json_array_begin(json);
    for (int i = 0; i < job->varied_count; i++) cr_json_string(json, job->varied[i].assignment);
    cr_json_array_end(json);
}

void cr_render_json(const cr_render_job *job, const cr_render_outcome *o, cr_json *json) {
    char hash[20], seed[24];
    snprintf(hash, sizeof hash, "%016llx", cr_scene_hash(job->scene));
    snprintf(seed, sizeof seed, "%llu", job->settings->seed);
    cr_json_object_begin(json);
    cr_json_pair_text(json, "scene", job->path);
    cr_json_pair_text(json, "title", job->settings->title);
    cr_json_pair_text(json, "hash", hash);
    cr_json_pair_text(json, "seed", seed);
    put_variation_json(json, job);
    cr_json_pair_text(json, "output", job->output);
    cr_json_pair_integer(json, "channels", job->channels);
    cr_json_pair_integer(json, "rate", job->rate);
    cr_json_pair_integer(json, "oversample", job->audio.oversample);
    cr_json_pair(json, "duration", o->duration);
    cr_json_pair_text(json, "ended_by", cr_render_end_text(o->end));
    cr_json_pair_integer(json, "steps", o->summary.steps);
    cr_json_pair(json, "cpu_seconds", o->cpu_seconds);
    cr_json_pair(json, "realtime_factor", speed(o));
    cr_json_pair(json, "peak", o->peak);
    if (job->ears) {
        cr_json_pair(json, "peak_pascal", o->peak);
        cr_json_pair(json, "full_scale_pascal", 1.0 / o->gain);
    }
    cr_json_pair_bool(json, "normalised", is_normalised(job, o));
    cr_json_pair(json, "gain", o->gain);
    cr_render_loudness_json(json, job->loudness, &o->loudness, o->loudness_limited);
    cr_json_key(json, "silence");
    if (*o->silence) cr_json_string(json, o->silence);
    else cr_json_null(json);
    cr_json_pair(json, "mono_loss", o->mono_loss);
    cr_json_pair(json, "faded", o->faded);
    cr_json_pair(json, "energy_greatest", o->summary.energy_greatest);
    cr_json_pair(json, "energy_residual", o->summary.energy_residual);
    cr_json_pair_integer(json, "contacts", job->names.contact_count);
    cr_json_pair(json, "contact_force_min", o->summary.contact_force_least);
    put_effort_json(json, &o->effort);
    put_warnings(json, o);
    cr_json_object_end(json);
}
