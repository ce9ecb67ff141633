// How far a recording has come that is written and heard at the same time.
#ifndef CAROM_APPS_CAROM_SOUND_FEED_H
#define CAROM_APPS_CAROM_SOUND_FEED_H

#include "carom/base.h"

#include <pthread.h>

typedef struct cr_sound_feed {
    pthread_mutex_t lock;
    pthread_cond_t grown;
    // Under the lock:
    unsigned long long bytes;
    bool ended;  // it does not grow any more
    bool failed; // nor is what there is of it wanted
    bool left;   // who heard it has gone
} cr_sound_feed;

void cr_sound_feed_begin(cr_sound_feed *feed);
void cr_sound_feed_free(cr_sound_feed *feed);
// The writer: so many bytes are there. False: nobody reads them any more. `feed` is a cr_sound_feed.
bool cr_sound_feed_grow(void *feed, unsigned long long bytes);
// The writer has ended; failed: whoever waits is to give up. False: the reader had gone before.
bool cr_sound_feed_end(cr_sound_feed *feed, bool failed);
// The reader: waits until so many bytes are there, or no more come. CR_STOPPED: the writer failed.
cr_status cr_sound_feed_reach(void *feed, unsigned long long bytes);
// The reader goes.
void cr_sound_feed_leave(cr_sound_feed *feed);
bool cr_sound_feed_has_ended(cr_sound_feed *feed);

#endif
