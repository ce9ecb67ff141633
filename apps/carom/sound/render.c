// Both passes of a scene of bodies: motion into a recording that is only kept until its sound is made.
#include "film/film.h"
#include "io/audio/audio.h"
#include "io/file/file.h"
#include "naming.h"
#include "render/job.h"
#include "simulate/job.h"
#include "sound/job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 4096 };

typedef struct scratch {
    char folder[ROOM], recording[ROOM + 16], checkpoint[ROOM + 32];
} scratch;

// A folder for the recording, where large files may be.
static cr_status make_scratch(scratch *s, cr_error *error) {
    const char *const places[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
    char name[CR_FILE_TEMPORARY];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (int attempt = 0; places[i] && *places[i] && attempt < 100; attempt++) {
            cr_file_temporary_name(name, attempt);
            int length = snprintf(s->folder, sizeof s->folder, "%s/%s", places[i], name);
            if (length >= (int)sizeof s->folder) break;
            if (mkdir(s->folder, 0700) == 0) {
                snprintf(s->recording, sizeof s->recording, "%s/motion.rec", s->folder);
                snprintf(s->checkpoint, sizeof s->checkpoint, "%s.checkpoint", s->recording);
                return CR_OK;
            }
            if (errno != EEXIST) break;
        }
    return cr_fail(error, CR_ERR_IO, "temporary folder", "%s", strerror(errno ? errno : EIO));
}

static void drop_scratch(const scratch *s) {
    char part[sizeof s->recording + 8];
    snprintf(part, sizeof part, "%s.part", s->recording);
    unlink(s->recording);
    unlink(part);
    unlink(s->checkpoint);
    rmdir(s->folder);
}

static const char *unfit(const cr_command *command) {
    static const char *const of_elements[] = {"--oversample", "--variations", "--energy",
                                              "--contacts",   "--probe",      "--report"};
    for (size_t i = 0; i < sizeof of_elements / sizeof *of_elements; i++)
        if (cr_command_has(command, of_elements[i])) return of_elements[i];
    return NULL;
}

static cr_status render(cr_sound_job *job, const cr_simulate_job *motion, cr_sound_result *result,
                        cr_simulate_outcome *moved, cr_error *error) {
    cr_status status = cr_simulate_run(motion, moved, error);
    if (status != CR_OK) return status;
    cr_simulate_warn(motion, moved);
    status = cr_sound_run(job, result, error);
    return status == CR_OK ? cr_film_job_run(job, result->duration, error) : status;
}

static cr_status prepare(const cr_command *command, const cr_render_source *source, const scratch *s,
                         cr_sound_job *job, cr_simulate_job *motion, cr_error *error) {
    const char *output = cr_command_text(command, "-o", NULL);
    if (!output) output = cr_name_after(command, command->words[0], ".wav", error);
    *job = (cr_sound_job){.command = command, .recording = s->recording, .output = output};
    if (!output) return error->status;
    cr_status status = cr_audio_check_path(output, error);
    if (status == CR_OK) status = cr_film_job_check(command, error);
    if (status == CR_OK) status = cr_render_read_loudness(command, &job->loudness, error);
    *motion = (cr_simulate_job){.command = command,
                                .path = command->words[0],
                                .output = s->recording,
                                .checkpoint = s->checkpoint,
                                .threads = 1};
    if (status == CR_OK) status = cr_simulate_job_build(motion, source, error);
    job->scene = motion->scene;
    job->model = motion->model;
    job->plan = motion->plan;
    return status == CR_OK ? cr_sound_job_format(job, error) : status;
}

int cr_sound_render(const cr_command *command, const cr_render_source *source) {
    cr_error error = {0};
    cr_simulate_job motion;
    cr_simulate_outcome moved;
    cr_sound_job job;
    cr_sound_result result;
    scratch s;
    const char *not_here = unfit(command);
    if (not_here)
        return cr_command_usage(command, not_here, "is for scenes of elements; this one has bodies");
    cr_status status = make_scratch(&s, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    status = prepare(command, source, &s, &job, &motion, &error);
    if (status == CR_OK) status = render(&job, &motion, &result, &moved, &error);
    drop_scratch(&s);
    if (status != CR_OK) return cr_command_fail(command, &error);
    cr_json writer = cr_json_on(stdout);
    if (cr_command_has(command, "--json")) cr_sound_json(&job, &result, &writer);
    else if (strcmp(job.output, "-") != 0) cr_sound_text(&job, &result, stdout);
    return CR_EXIT_OK;
}
