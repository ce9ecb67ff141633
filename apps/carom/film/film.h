// Pictures and films of what `carom render` and `carom sound` made heard.
#ifndef CAROM_APPS_CAROM_FILM_FILM_H
#define CAROM_APPS_CAROM_FILM_FILM_H

#include "sound/job.h"

#define CR_FILM_OPTIONS                                                                                      \
    {"--video", "FILE", "a film of the bodies with their sound, .mp4, by ffmpeg", false}, {                  \
        "--picture", "FILE", "a picture of the bodies, .png", false                                          \
    }

// What --video and --picture say of it, to be asked before anything is computed. CR_ERR_UNSUPPORTED.
cr_status cr_film_job_check(const cr_command *command, cr_error *error);
// The option that asks for one, NULL: none does.
const char *cr_film_is_asked(const cr_command *command);
// Writes them, of the recording and the sound file of the job, if they are asked for.
cr_status cr_film_job_run(const cr_sound_job *job, double duration, cr_error *error);

#endif
