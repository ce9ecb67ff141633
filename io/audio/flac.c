// FLAC with 16 or 24 bits, by libFLAC.
#include "io/audio/internal.h"

#include <FLAC/metadata.h>
#include <FLAC/stream_encoder.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct coder {
    FLAC__StreamEncoder *encoder;
    FLAC__StreamMetadata *notes;
} coder;

static bool holds(int channels, int rate) {
    return channels > 0 && channels <= (int)FLAC__MAX_CHANNELS &&
           FLAC__format_sample_rate_is_valid((uint32_t)rate);
}

static FLAC__StreamEncoderWriteStatus write_bytes(const FLAC__StreamEncoder *encoder,
                                                  const FLAC__byte bytes[], size_t count, uint32_t samples,
                                                  uint32_t frame, void *to) {
    cr_audio_out *audio = to;
    (void)encoder, (void)samples, (void)frame;
    if (fwrite(bytes, 1, count, audio->stream) == count) return FLAC__STREAM_ENCODER_WRITE_STATUS_OK;
    audio->reason = errno ? errno : EIO;
    return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR;
}

static FLAC__StreamEncoderSeekStatus seek(const FLAC__StreamEncoder *encoder, FLAC__uint64 place, void *to) {
    cr_audio_out *audio = to;
    (void)encoder;
    if (fseeko(audio->stream, (off_t)place, SEEK_SET) == 0) return FLAC__STREAM_ENCODER_SEEK_STATUS_OK;
    audio->reason = errno;
    return FLAC__STREAM_ENCODER_SEEK_STATUS_ERROR;
}

static FLAC__StreamEncoderTellStatus tell(const FLAC__StreamEncoder *encoder, FLAC__uint64 *place, void *to) {
    off_t here = ftello(((cr_audio_out *)to)->stream);
    (void)encoder;
    *place = (FLAC__uint64)here;
    return here < 0 ? FLAC__STREAM_ENCODER_TELL_STATUS_ERROR : FLAC__STREAM_ENCODER_TELL_STATUS_OK;
}

static bool add_note(FLAC__StreamMetadata *to, const char *name, const char *text) {
    FLAC__StreamMetadata_VorbisComment_Entry entry;
    if (!text || !*text) return true;
    if (!FLAC__metadata_object_vorbiscomment_entry_from_name_value_pair(&entry, name, text)) return false;
    if (FLAC__metadata_object_vorbiscomment_append_comment(to, entry, false)) return true;
    free(entry.entry);
    return false;
}

static bool add_notes(coder *c, const cr_audio_notes *notes) {
    c->notes = FLAC__metadata_object_new(FLAC__METADATA_TYPE_VORBIS_COMMENT);
    return c->notes && add_note(c->notes, "software", notes->software) &&
           add_note(c->notes, "title", notes->title) && add_note(c->notes, "comment", notes->comment) &&
           FLAC__stream_encoder_set_metadata(c->encoder, &c->notes, 1);
}

static bool begin(cr_audio_out *audio, const cr_audio_notes *notes) {
    coder *c = calloc(1, sizeof *c);
    audio->coder = c;
    audio->reason = ENOMEM; // until it is ready: nothing else can be missing
    if (c) c->encoder = FLAC__stream_encoder_new();
    if (!c || !c->encoder) return false;
    FLAC__stream_encoder_set_channels(c->encoder, (uint32_t)audio->channels);
    FLAC__stream_encoder_set_sample_rate(c->encoder, (uint32_t)audio->rate);
    FLAC__stream_encoder_set_bits_per_sample(c->encoder, (uint32_t)audio->bits);
    FLAC__stream_encoder_set_streamable_subset(c->encoder,
                                               FLAC__format_sample_rate_is_subset((uint32_t)audio->rate));
    if (notes && !add_notes(c, notes)) return false;
    if (FLAC__stream_encoder_init_stream(c->encoder, write_bytes, seek, tell, NULL, audio) !=
        FLAC__STREAM_ENCODER_INIT_STATUS_OK)
        return false;
    audio->reason = 0;
    return true;
}

// Whether it went well; else why not.
static bool judged(cr_audio_out *audio, bool good) {
    const coder *c = audio->coder;
    if (good) return true;
    bool memory = FLAC__stream_encoder_get_state(c->encoder) == FLAC__STREAM_ENCODER_MEMORY_ALLOCATION_ERROR;
    if (!audio->reason) audio->reason = memory ? ENOMEM : EIO;
    return false;
}

static bool write_samples(cr_audio_out *audio, const double *samples, int frames) {
    enum { BLOCK = 1024 };
    FLAC__int32 block[BLOCK];
    coder *c = audio->coder;
    const int most = BLOCK / audio->channels;
    bool good = true;
    for (int left = frames; left > 0 && good; left -= most) {
        int now = left < most ? left : most;
        for (int i = 0; i < now * audio->channels; i++) block[i] = cr_audio_quantised(audio, *samples++);
        good = FLAC__stream_encoder_process_interleaved(c->encoder, block, (uint32_t)now);
    }
    return judged(audio, good);
}

static bool end(cr_audio_out *audio) {
    coder *c = audio->coder;
    return judged(audio, FLAC__stream_encoder_finish(c->encoder));
}

static void drop(cr_audio_out *audio) {
    coder *c = audio->coder;
    if (!c) return;
    if (c->encoder) FLAC__stream_encoder_delete(c->encoder);
    if (c->notes) FLAC__metadata_object_delete(c->notes);
    free(c);
    audio->coder = NULL;
}

const cr_audio_kind cr_audio_kind_flac = {.ending = ".flac",
                                          .bits = {24, 16},
                                          .clips = true,
                                          .bytes_most = INT64_MAX,
                                          .holds = holds,
                                          .begin = begin,
                                          .write = write_samples,
                                          .end = end,
                                          .drop = drop};
