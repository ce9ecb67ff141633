#include "io/audio_internal.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

static void put_little_endian(unsigned char *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> (8 * i));
}

void cr_audio_stream_header(FILE *out, int channels, int rate) {
    enum { HEADER = 58, FLOAT_FORMAT = 3, SAMPLE = 4 };
    const uint32_t unknown = 0xFFFFFFFFu, frame = SAMPLE * (uint32_t)channels;
    unsigned char h[HEADER] = {0};
    memcpy(h, "RIFF", 4);
    memcpy(h + 8, "WAVEfmt ", 8);
    memcpy(h + 38, "fact", 4);
    memcpy(h + 50, "data", 4);
    put_little_endian(h + 4, unknown, 4);
    put_little_endian(h + 16, 18, 4);
    put_little_endian(h + 20, FLOAT_FORMAT, 2);
    put_little_endian(h + 22, (uint32_t)channels, 2);
    put_little_endian(h + 24, (uint32_t)rate, 4);
    put_little_endian(h + 28, (uint32_t)rate * frame, 4);
    put_little_endian(h + 32, frame, 2);
    put_little_endian(h + 34, 8 * SAMPLE, 2);
    put_little_endian(h + 42, 4, 4);
    put_little_endian(h + 46, unknown, 4);
    put_little_endian(h + 54, unknown, 4);
    fwrite(h, 1, HEADER, out);
}

bool cr_audio_stream_samples(FILE *out, const double *samples, long long count) {
    for (long long i = 0; i < count; i++) {
        float sample = (float)samples[i];
        uint32_t bits;
        unsigned char bytes[4];
        memcpy(&bits, &sample, sizeof bits);
        put_little_endian(bytes, bits, 4);
        if (fwrite(bytes, 1, 4, out) != 4) return false;
    }
    return true;
}

static sf_count_t get_length(void *context) {
    FILE *stream = ((cr_audio_sink *)context)->stream;
    off_t here = ftello(stream);
    if (fseeko(stream, 0, SEEK_END) != 0) return -1;
    off_t length = ftello(stream);
    return fseeko(stream, here, SEEK_SET) == 0 ? (sf_count_t)length : -1;
}

static sf_count_t seek(sf_count_t offset, int whence, void *context) {
    FILE *stream = ((cr_audio_sink *)context)->stream;
    return fseeko(stream, (off_t)offset, whence) == 0 ? (sf_count_t)ftello(stream) : -1;
}

static sf_count_t read_nothing(void *to, sf_count_t count, void *context) {
    (void)to, (void)count, (void)context;
    return 0;
}

static sf_count_t write_bytes(const void *from, sf_count_t count, void *context) {
    cr_audio_sink *sink = context;
    size_t written = fwrite(from, 1, (size_t)count, sink->stream);
    if (written < (size_t)count && !sink->reason) sink->reason = errno ? errno : EIO;
    return (sf_count_t)written;
}

static sf_count_t tell(void *context) {
    return (sf_count_t)ftello(((cr_audio_sink *)context)->stream);
}

SF_VIRTUAL_IO cr_audio_virtual_io(void) {
    return (SF_VIRTUAL_IO){get_length, seek, read_nothing, write_bytes, tell};
}
