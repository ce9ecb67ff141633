#include "io/audio/internal.h"

#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint32_t word_at(const unsigned char *bytes, bool little) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) word = word << 8 | bytes[little ? 3 - i : i];
    return word;
}

// WAV and AIFF tell their length first, and libsndfile is content with less. Programs that write to a pipe
// leave it open or put nearly 2 GiB.
cr_status cr_audio_count_bytes(const char *path, cr_audio_bytes *bytes, cr_error *error) {
    const long long open = 0x7FFF0000, padding = 1;
    unsigned char head[8];
    struct stat about;
    int file;
    *bytes = (cr_audio_bytes){0};
    cr_status status = cr_file_descriptor(path, &file, error);
    if (status != CR_OK) return status;
    bool known = read(file, head, sizeof head) == (ssize_t)sizeof head && fstat(file, &about) == 0;
    close(file);
    bool little = known && memcmp(head, "RIFF", 4) == 0, big = known && memcmp(head, "FORM", 4) == 0;
    if (!little && !big) return CR_OK;
    long long length = (long long)word_at(head + 4, little) + 8;
    bytes->there = (long long)about.st_size;
    if (length < open && bytes->there + padding < length) bytes->missing = length - bytes->there;
    return CR_OK;
}
