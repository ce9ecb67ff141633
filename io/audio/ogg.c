// Ogg with Vorbis or Opus, by libsndfile. It gives every stream a number by chance; here it is always the
// same, so that a sound has the same bytes every time: pages wait until they are whole, and get it with a new
// sum.
#include "io/audio/internal.h"

#include <errno.h>
#include <sndfile.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 27, SERIAL = 14, SUM = 22, SEGMENTS = 26, PAGE_MOST = HEAD + 255 + 255 * 255 };

static const double quality = 0.6; // of Vorbis, 0 to 1: about 190 kbit/s in stereo

typedef struct coder {
    SNDFILE *sound;
    long long place; // in the file
    size_t held;     // bytes of a page that is not whole
    unsigned char page[2 * PAGE_MOST];
} coder;

static bool holds_vorbis(int channels, int rate) {
    return channels > 0 && channels <= 255 && rate >= 8000 && rate <= 192000;
}

static bool holds_opus(int channels, int rate) {
    bool known = rate == 8000 || rate == 12000 || rate == 16000 || rate == 24000 || rate == 48000;
    return channels > 0 && channels <= 255 && known;
}

// CRC of RFC 3533: polynomial 0x04c11db7, from 0, nothing reflected.
static uint32_t sum_of(const unsigned char *page, size_t length) {
    uint32_t sum = 0;
    for (size_t i = 0; i < length; i++) {
        sum ^= (uint32_t)page[i] << 24;
        for (int bit = 0; bit < 8; bit++) sum = sum & 0x80000000u ? sum << 1 ^ 0x04c11db7u : sum << 1;
    }
    return sum;
}

// The length of the page that begins here; 0: not all of it is there.
static size_t page_length(const unsigned char *page, size_t held) {
    if (held < HEAD) return 0;
    size_t segments = page[SEGMENTS], length = HEAD + segments;
    if (held < length) return 0;
    for (size_t i = 0; i < segments; i++) length += page[HEAD + i];
    return held < length ? 0 : length;
}

static bool put_page(cr_audio_out *audio, unsigned char *page, size_t length) {
    memset(page + SERIAL, 0, 4);
    memset(page + SUM, 0, 4);
    uint32_t sum = sum_of(page, length);
    for (int i = 0; i < 4; i++) page[SUM + i] = (unsigned char)(sum >> (8 * i));
    if (fwrite(page, 1, length, audio->stream) == length) return true;
    audio->reason = errno ? errno : EIO;
    return false;
}

static sf_count_t write_bytes(const void *bytes, sf_count_t count, void *to) {
    cr_audio_out *audio = to;
    coder *c = audio->coder;
    const unsigned char *from = bytes;
    for (sf_count_t left = count; left > 0;) {
        size_t room = sizeof c->page - c->held, now = (size_t)left < room ? (size_t)left : room;
        memcpy(c->page + c->held, from, now);
        c->held += now;
        from += now;
        left -= (sf_count_t)now;
        for (size_t length; (length = page_length(c->page, c->held)); c->held -= length) {
            if (!put_page(audio, c->page, length)) return 0;
            memmove(c->page, c->page + length, c->held - length);
        }
    }
    c->place += count;
    return count;
}

static sf_count_t tell_place(void *of) {
    return ((coder *)((cr_audio_out *)of)->coder)->place;
}

// It only goes on: where it is, is where it may go.
static sf_count_t seek(sf_count_t offset, int whence, void *in) {
    (void)offset, (void)whence;
    return tell_place(in);
}

static sf_count_t read_nothing(void *bytes, sf_count_t count, void *from) {
    (void)bytes, (void)count, (void)from;
    return 0;
}

static void add_notes(SNDFILE *sound, const cr_audio_notes *notes) {
    const struct {
        int kind;
        const char *text;
    } all[] = {
        {SF_STR_SOFTWARE, notes->software}, {SF_STR_TITLE, notes->title}, {SF_STR_COMMENT, notes->comment}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].text && *all[i].text) sf_set_string(sound, all[i].kind, all[i].text);
}

static bool begin(cr_audio_out *audio, const cr_audio_notes *notes, int format) {
    SF_VIRTUAL_IO ways = {tell_place, seek, read_nothing, write_bytes, tell_place};
    coder *c = calloc(1, sizeof *c);
    audio->coder = c;
    audio->reason = ENOMEM; // until it is ready: nothing else can be missing
    if (!c) return false;
    SF_INFO info = {.samplerate = audio->rate, .channels = audio->channels, .format = SF_FORMAT_OGG | format};
    double chosen = quality;
    c->sound = sf_open_virtual(&ways, SFM_WRITE, &info, audio);
    if (!c->sound) return false;
    sf_command(c->sound, SFC_SET_VBR_ENCODING_QUALITY, &chosen, sizeof chosen);
    sf_command(c->sound, SFC_SET_CLIPPING, NULL, SF_TRUE);
    if (notes) add_notes(c->sound, notes);
    audio->reason = 0;
    return true;
}

static bool begin_vorbis(cr_audio_out *audio, const cr_audio_notes *notes) {
    return begin(audio, notes, SF_FORMAT_VORBIS);
}

static bool begin_opus(cr_audio_out *audio, const cr_audio_notes *notes) {
    return begin(audio, notes, SF_FORMAT_OPUS);
}

static bool write_samples(cr_audio_out *audio, const double *samples, int frames) {
    coder *c = audio->coder;
    if (sf_writef_double(c->sound, samples, frames) == frames && !audio->reason) return true;
    if (!audio->reason) audio->reason = EIO;
    return false;
}

static bool end(cr_audio_out *audio) {
    coder *c = audio->coder;
    bool good = sf_close(c->sound) == 0;
    c->sound = NULL;
    if (!good && !audio->reason) audio->reason = EIO;
    return !audio->reason;
}

static void drop(cr_audio_out *audio) {
    coder *c = audio->coder;
    if (c && c->sound) sf_close(c->sound);
    free(c);
    audio->coder = NULL;
}

const cr_audio_kind cr_audio_kind_vorbis = {.ending = ".ogg",
                                            .clips = true,
                                            .bytes_most = INT64_MAX,
                                            .holds = holds_vorbis,
                                            .begin = begin_vorbis,
                                            .write = write_samples,
                                            .end = end,
                                            .drop = drop};
const cr_audio_kind cr_audio_kind_opus = {.ending = ".opus",
                                          .clips = true,
                                          .bytes_most = INT64_MAX,
                                          .holds = holds_opus,
                                          .limits = "8, 12, 16, 24 or 48 kHz (-r 48000)",
                                          .begin = begin_opus,
                                          .write = write_samples,
                                          .end = end,
                                          .drop = drop};
