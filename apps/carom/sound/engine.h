// The pass over a recording while it runs, and what was heard.
#ifndef CAROM_APPS_CAROM_SOUND_ENGINE_H
#define CAROM_APPS_CAROM_SOUND_ENGINE_H

#include "io/record/record_file.h"
#include "io/render/mixdown.h"
#include "io/render/stream.h"
#include "sound/feed.h"
#include "sound/job.h"
#include "sound/watch.h"
#include "term/progress.h"
#include "term/signals.h"

typedef struct cr_sound_engine {
    const cr_sound_job *job;
    cr_sound_result *result;
    cr_sound_feed *feed; // of a recording that is being written; NULL: it is whole
    cr_render_signals signals;
    cr_render_progress progress;
    cr_record_input *input;
    cr_sound_body *body;
    cr_head *head;
    cr_audio_def audio; // of what is heard now
    cr_mixdown mixdown;
    cr_render_store store;
    double *block; // room for CR_STREAM_BLOCK frames
    double duration;
    cr_sound_watch watch; // for the page
    bool watching;
    double helped; // s of processors, by other threads
    cr_error *error;
} cr_sound_engine;

// An engine without anything in it.
cr_sound_engine cr_sound_engine_new(const cr_sound_job *job, cr_sound_result *result, cr_error *error);
// Bodies, what they radiate, the head of the listeners.
cr_status cr_sound_engine_prepare(cr_sound_engine *engine, cr_error *error);
// The recording; of one that is being written, what is there of it so far.
cr_status cr_sound_engine_open(cr_sound_engine *engine, cr_error *error);
// All of it, once.
cr_status cr_sound_engine_hear(cr_sound_engine *engine, cr_error *error);
// Level, files and page of what was heard.
cr_status cr_sound_engine_finish(cr_sound_engine *engine, cr_error *error);
void cr_sound_engine_free(cr_sound_engine *engine);
// The bodies that are not mute, once, into the store; what was there before is gone. CR_ERR_NUMERIC when the
// sound became NaN or infinite.
cr_status cr_sound_engine_listen(cr_sound_engine *engine, cr_error *error);
// The store, multiplied by the gain of the level, as a file.
cr_status cr_sound_engine_write(cr_sound_engine *engine, const char *path, long long *clipped,
                                cr_error *error);
// The page of what the store holds; write errors stay in the stream. CR_ERR_MEMORY, CR_ERR_IO.
cr_status cr_sound_engine_report(cr_sound_engine *engine, FILE *out, cr_error *error);
// One file for each body that can be heard, at the level of the whole, whose sum they are.
cr_status cr_sound_engine_stems(cr_sound_engine *engine, cr_error *error);

#endif
