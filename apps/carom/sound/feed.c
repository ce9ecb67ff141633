#include "sound/feed.h"

void cr_sound_feed_begin(cr_sound_feed *feed) {
    *feed = (cr_sound_feed){.bytes = 0};
    pthread_mutex_init(&feed->lock, NULL);
    pthread_cond_init(&feed->grown, NULL);
}

void cr_sound_feed_free(cr_sound_feed *feed) {
    pthread_cond_destroy(&feed->grown);
    pthread_mutex_destroy(&feed->lock);
}

bool cr_sound_feed_grow(void *context, unsigned long long bytes) {
    cr_sound_feed *feed = context;
    pthread_mutex_lock(&feed->lock);
    if (bytes > feed->bytes) pthread_cond_signal(&feed->grown);
    feed->bytes = bytes;
    bool wanted = !feed->left;
    pthread_mutex_unlock(&feed->lock);
    return wanted;
}

bool cr_sound_feed_end(cr_sound_feed *feed, bool failed) {
    pthread_mutex_lock(&feed->lock);
    feed->ended = true;
    feed->failed = failed;
    pthread_cond_signal(&feed->grown);
    bool wanted = !feed->left;
    pthread_mutex_unlock(&feed->lock);
    return wanted;
}

cr_status cr_sound_feed_reach(void *context, unsigned long long bytes) {
    cr_sound_feed *feed = context;
    pthread_mutex_lock(&feed->lock);
    while (feed->bytes < bytes && !feed->ended) pthread_cond_wait(&feed->grown, &feed->lock);
    bool failed = feed->failed;
    pthread_mutex_unlock(&feed->lock);
    return failed ? CR_STOPPED : CR_OK;
}

void cr_sound_feed_leave(cr_sound_feed *feed) {
    pthread_mutex_lock(&feed->lock);
    feed->left = true;
    pthread_mutex_unlock(&feed->lock);
}

bool cr_sound_feed_has_ended(cr_sound_feed *feed) {
    pthread_mutex_lock(&feed->lock);
    bool ended = feed->ended;
    pthread_mutex_unlock(&feed->lock);
    return ended;
}
